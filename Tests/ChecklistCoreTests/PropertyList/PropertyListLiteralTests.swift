import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Property lists as they are written in Swift.
struct PropertyListLiteralTests {
  private static let name = "Ada"

  private static let literals: [(PropertyList, PropertyList)] = [
    (true, .boolean(true)),
    (false, .boolean(false)),
    (0, .integer(0)),
    (-7, .integer(-7)),
    (9_223_372_036_854_775_808, .integer(9_223_372_036_854_775_808)),
    (170_141_183_460_469_231_731_687_303_715_884_105_727, .integer(.max)),
    (1.0, .real(1)),
    (-0.0, .real(-0.0)),
    (1e300, .real(1e300)),
    ("", .string("")),
    ("e\u{301}", .string("e\u{301}")),
    ("for \(name)", .string("for Ada")),
    ([], .array([])),
    ([1, "a", 1.5, true], .array([.integer(1), .string("a"), .real(1.5), .boolean(true)])),
    ([[], [:]], .array([.array([]), .dictionary(PropertyListDictionary())])),
    ([:], .dictionary(PropertyListDictionary())),
    (
      ["b": 1, "a": [.null, .uid(2)]],
      .dictionary(["b": .integer(1), "a": .array([.null, .uid(2)])])
    ),
  ]

  @Test(arguments: literals)
  func `a literal is the value that it looks like`(_ literal: PropertyList, value: PropertyList) {
    #expect(literal == value)
  }

  @Test func `a dictionary keeps the order of its literal, and a repeated key`() {
    let list: PropertyList = ["z": 1, "a": 2, "z": 3]
    #expect(list.dictionary?.entries.map(\.key) == ["z", "a", "z"])
    #expect(list.dictionary?.entries.map(\.value) == [1, 2, 3])
    #expect(list["z"] == 1)
  }

  @Test func `Foundation reads what a literal says`() throws {
    let list: PropertyList = [
      "Theme": "dark", "Sizes": [12, 14.5], "Shown": true, "Name": "\u{e9}", "Empty": [:],
    ]
    #expect(try FoundationJudge.difference(from: list, in: list.binary()) == nil)
    #expect(try FoundationJudge.difference(from: list, in: list.xml()) == nil)
    let written = try FoundationJudge.encode(
      [
        "Theme": "dark", "Sizes": [12, 14.5] as [Any], "Shown": true, "Name": "\u{e9}",
        "Empty": [String: Any](),
      ] as [String: Any], as: .binary)
    #expect(try PropertyList(written) == list)
  }
}
