import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What `convert` makes of values that only a binary property list holds.
@Suite(.blocking)
struct ConvertTests {
  @Test func `JSON marks what it cannot hold, and counts it`() throws {
    let sandbox = try Sandbox()
    let list = PropertyList.dictionary([
      "a": .null, "b": .integer(Int128(1) << 100), "c": .real(1), "d": .real(.nan),
      "e": .date(0.25), "f": .date(.infinity), "g": .data([0, 1, 2]), "h": .uid(12),
      "i": .set([.string("x")]), "j": .orderedSet([]), "k": .string("\u{202E}\u{0}"),
    ])
    try Data(list.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    let run = try sandbox.run("plist", "convert", "a.plist", "--format", "json")
    #expect(run.status == 0)
    #expect(
      run.output == """
        {"a":null,"b":1267650600228229401496703205376,"c":1.0,"d":{"$real":"nan"},\
        "e":{"$date":"2001-01-01T00:00:00.25Z"},"f":{"$date":"inf"},"g":{"$data":"AAEC"},\
        "h":{"$uid":12},"i":{"$set":["x"]},"j":{"$orderedSet":[]},"k":"\\u202e\\u0000"}

        """)
    #expect(
      run.errors == """
        checklists: warning: JSON cannot hold some values, which are marked: \
        1 $real, 2 $date, 1 $data, 1 $uid, 1 $set and 1 $orderedSet

        """)
  }

  /// What a format cannot hold, and what is said of it.
  static let refused: [(name: String, value: PropertyList, format: String, reason: String)] = [
    ("a set", .array([.set([])]), "xml", "XML cannot hold a set (at [0])"),
    (
      "a control character", .dictionary(["a": .array([.string("\u{1B}")])]), "xml",
      "XML cannot hold the character U+001B (at a[0])"
    ),
    (
      "a key twice",
      .dictionary(
        PropertyListDictionary([.init(key: "a", value: .null), .init(key: "a", value: .null)])),
      "json", "JSON cannot hold a key that occurs twice (at a)"
    ),
    (
      "a mark", .dictionary(["x": .dictionary(["$date": .string("soon")])]), "json",
      "JSON cannot hold a dictionary with the only key $date, which would be read as a mark "
        + "(at x)"
    ),
  ]

  @Test(arguments: refused)
  func `What a format cannot hold is refused with its place, and nothing written`(
    name: String, value: PropertyList, format: String, reason: String
  ) throws {
    let sandbox = try Sandbox()
    try Data(value.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    let run = try sandbox.run("plist", "convert", "a.plist", "--format", format, "-o", "b")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        checklists: a.plist cannot be converted: \(reason)
        Nothing was written. Convert it to another format, or change that value.

        """)
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.directory.appending(path: "b").path()))
  }

  @Test func `A text that is shared a thousand times does not fill the disk`() throws {
    let sandbox = try Sandbox()
    let text = String(repeating: "a", count: 100_000)
    let list = PropertyList.array(Array(repeating: .string(text), count: 1_000))
    try Data(list.binary()).write(to: sandbox.directory.appending(path: "a.plist"))
    for format in ["xml", "json"] {
      let run = try sandbox.run("plist", "convert", "a.plist", "--format", format, "-o", "b")
      #expect(run.status == 65)
      #expect(
        run.errors == """
          checklists: a.plist is damaged: shared texts would take more than 256 times the size \
          of the file (at the root)

          """)
    }
    #expect(
      try sandbox.run("plist", "convert", "a.plist", "--format", "binary", "-o", "b").status == 0)
  }
}
