import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Values of types that only the archive knows, as property lists.
struct MixedValueTests {
  /// Every type that both layouts hold.
  private static let mixed: PropertyList = [
    "text": "e\u{301}\u{e9}", "null": "$null", "count": 3, "large": 18_446_744_073_709_551_615,
    "negative": -1, "ratio": 0.5, "zero": -0.0, "on": true, "due": .date(1.5),
    "bytes": .data([0, 1, 255]), "none": [], "list": [1, "a", ["x": [false]]], "nothing": [:],
  ]

  private static func archived(
    _ value: PropertyList, _ layout: KeyedArchive.Layout
  ) throws -> PropertyList {
    var archiver = KeyedArchiver(layout: layout)
    switch layout {
    case .keyed:
      try archiver.encode(value, forKey: "root")
      return try KeyedUnarchiver.unarchived(PropertyList.self, from: archiver.finish())
    case .plain:
      let archive = try KeyedArchive(propertyList: archiver.finish(root: value))
      var unarchiver = try KeyedUnarchiver(archive)
      return try unarchiver.decodeRoot(PropertyList.self)
    }
  }

  @Test(arguments: [KeyedArchive.Layout.keyed, .plain])
  func `mixed values come back in their order`(_ layout: KeyedArchive.Layout) throws {
    let again = try Self.archived(Self.mixed, layout)
    #expect(again == Self.mixed)
    #expect(again.dictionary?.entries.map(\.key) == Self.mixed.dictionary?.entries.map(\.key))
    let others: PropertyList = [.null, .set([1, "a"]), ["n": .null]]
    #expect(try Self.archived(others, layout) == others)
  }

  @Test func `a plain property list keeps what only it can hold`() throws {
    let value: PropertyList = [.uid(7), .orderedSet([2, 1])]
    #expect(try Self.archived(value, .plain) == value)
  }

  private static let refused: [(PropertyList, String)] = [
    ([1, ["x": .uid(7)]], #"root[1]["x"]: a keyed archive cannot hold a UID of a property list"#),
    (.orderedSet([]), "root: a keyed archive cannot hold an ordered set of a property list"),
  ]

  @Test(arguments: refused)
  func `a keyed archive refuses what is not a value in it`(
    _ value: PropertyList, message: String
  ) throws {
    #expect {
      try KeyedArchiver.archivedData(of: value)
    } throws: {
      let error = $0 as? ArchiveError
      return error?.kind == .unrepresentable && error?.description == message
    }
  }

  @Test func `what Foundation archived is read`() throws {
    let value: [String: Any] = [
      "text": "a", "count": 3, "ratio": 0.5, "due": Date(timeIntervalSinceReferenceDate: 1.5),
      "bytes": Data([0, 1, 255]), "list": [1, "b", NSNull()] as [Any], "set": NSSet(array: [7]),
      "mutable": NSMutableArray(array: [NSMutableDictionary(dictionary: ["k": "v"])]),
    ]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: value, requiringSecureCoding: false)
    #expect(
      try KeyedUnarchiver.unarchived(PropertyList.self, from: [UInt8](data)) == [
        "text": "a", "count": 3, "ratio": 0.5, "due": .date(1.5), "bytes": .data([0, 1, 255]),
        "list": [1, "b", .null], "set": .set([7]), "mutable": [["k": "v"]],
      ])
  }

  @Test func `Foundation reads what we archived`() throws {
    let value: PropertyList = [
      "text": "a", "count": 3, "due": .date(1.5), "bytes": .data([0, 1]), "list": [1, "b", .null],
      "set": .set([7]),
    ]
    let classes: [AnyClass] = [
      NSDictionary.self, NSArray.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSNull.self,
    ]
    let found = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: classes, from: Data(KeyedArchiver.archivedData(of: value)))
    let dictionary = try #require(found as? NSDictionary)
    #expect(dictionary.count == 6)
    #expect(dictionary["text"] as? String == "a")
    #expect((dictionary["count"] as? NSNumber)?.intValue == 3)
    #expect(dictionary["due"] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(dictionary["bytes"] as? Data == Data([0, 1]))
    #expect((dictionary["set"] as? NSSet)?.contains(NSNumber(value: 7)) == true)
    let list = try #require(dictionary["list"] as? NSArray)
    #expect(list.count == 3 && list[2] is NSNull)
  }

  @Test func `an object of a class that is not Foundation's is refused with its place`() throws {
    let bytes = try KeyedArchiver.archivedData(of: ["a": [EveryTypeChild("x")]])
    #expect {
      try KeyedUnarchiver.unarchived(PropertyList.self, from: bytes)
    } throws: {
      let error = $0 as? ArchiveError
      return error?.kind == .unexpectedClass && error?.path == #"root["a"][0]"#
        && error?.message.hasPrefix("expected a value of a property list, found one of class ")
          == true
    }
  }

  @Test func `mixed values nest as deep as others, and no deeper`() throws {
    func nested(_ depth: Int) -> PropertyList {
      (0..<depth).reduce(1) { value, _ in [value] }
    }
    let deep = nested(PropertyListLimits.depth)
    #expect(try Self.archived(deep, .keyed) == deep)
    #expect {
      try KeyedArchiver.archivedData(of: nested(PropertyListLimits.depth + 1))
    } throws: {
      ($0 as? ArchiveError)?.kind == .tooDeep
    }
  }
}
