import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// A value in a plain property list, as `PropertyListEncoder` and we have it.
struct PlainCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The list that `PropertyListEncoder` makes of the value.
  let foundation: @Sendable () throws -> NSObject
  /// The list that we make of it.
  let ours: @Sendable () throws -> NSObject
  /// Whether each decodes what the other has encoded.
  let isReadByBoth: @Sendable () throws -> Bool

  init<Value: KeyedArchiveValue & Codable & Equatable & Sendable>(_ value: Value) {
    testDescription = "\(value)"
    let encoded: @Sendable () throws -> Data = {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      return try encoder.encode(value)
    }
    let written: @Sendable () throws -> Data = {
      Data(try KeyedArchiver(layout: .plain).finish(root: value))
    }
    @Sendable func list(_ data: Data) throws -> NSObject {
      try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? NSObject)
    }
    foundation = { try list(encoded()) }
    ours = { try list(written()) }
    isReadByBoth = {
      var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: [UInt8](encoded())))
      return try unarchiver.decodeRoot(Value.self) == value
        && PropertyListDecoder().decode(Value.self, from: written()) == value
    }
  }

  static let all: [PlainCase] = [
    PlainCase([1, nil, 3]), PlainCase(["a": 1, "b": nil]), PlainCase([String?.none]),
    PlainCase([String: Int]()), PlainCase(["x": ["y": [1.5, 2]], "é": [:]]),
    PlainCase([1: "one", -2: "minus two"]), PlainCase(Set(["one"])), PlainCase([Set<Int>()]),
    PlainCase([Int8.min, .max]), PlainCase([UInt8.max: [UInt64.max]].mapKeys { Int($0) }),
    PlainCase([Float(0.1), -0.5, .infinity]), PlainCase(["date": [Date(timeIntervalSince1970: 0)]]),
    PlainCase([PlainMember(name: "a", age: nil), PlainMember(name: "b", age: 7)]),
    PlainCase(["$class": 1, "$": 2]), PlainCase([EveryField().token]),
  ]
}

extension Dictionary {
  fileprivate func mapKeys<NewKey>(_ change: (Key) -> NewKey) -> [NewKey: Value] {
    [NewKey: Value](uniqueKeysWithValues: map { (change($0), $1) })
  }
}

/// A value with a field that may be nil.
struct PlainMember: KeyedCoding, Codable, Equatable {
  static let archivedClassName = "Club.Member"

  var name: String
  var age: Int?

  init(name: String, age: Int?) {
    self.name = name
    self.age = age
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    name = try unarchiver.decode(String.self, forKey: "name")
    age = try unarchiver.decode(Int?.self, forKey: "age")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(name, forKey: "name")
    try archiver.encode(age, forKey: "age")
  }
}

struct PlainLayoutTests {
  @Test(arguments: PlainCase.all)
  func `a plain property list is the one that PropertyListEncoder makes`(
    _ value: PlainCase
  ) throws {
    #expect(try value.ours() == value.foundation())
    #expect(try value.isReadByBoth())
  }

  private static func refusal(_ archive: () throws -> [UInt8]) -> ArchiveError? {
    #expect(throws: ArchiveError.self) { try archive() }
  }

  @Test func `what a plain property list cannot hold is refused`() {
    let text = "a plain property list cannot hold the text $null where there may be nil"
    #expect(
      Self.refusal { try KeyedArchiver(layout: .plain).finish(root: Int?.none) }
        == ArchiveError(.unrepresentable, "the root of a plain property list cannot be nil"))
    #expect(
      Self.refusal {
        try KeyedArchiver(layout: .plain).finish(root: ["a": ["b", "$null"] as [String?]])
      }
        == ArchiveError(.unrepresentable, path: #"["a"][1]"#, text))
    #expect(
      Self.refusal { try KeyedArchiver(layout: .plain).finish(root: [MayHaveNote(note: "$null")]) }
        == ArchiveError(.unrepresentable, path: "[0].note", text))
    #expect(
      Self.refusal { try KeyedArchiver(layout: .plain).finish(root: [1.5: "a"]) }
        == ArchiveError(
          .unrepresentable,
          "the keys of a plain property list are strings or integers, found Double"))
    #expect(
      Self.refusal { try KeyedArchiver(layout: .plain).finish() }
        == ArchiveError(.unrepresentable, "a plain property list has a root and no keys"))
    #expect(
      Self.refusal { try KeyedArchiver().finish(root: [1]) }
        == ArchiveError(
          .unrepresentable, "a keyed archive has its root objects under keys of $top"))
  }

  @Test func `the text $null is kept where there cannot be nil`() throws {
    let bytes = try KeyedArchiver(layout: .plain).finish(root: ["$null", "a"])
    var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: bytes))
    #expect(try unarchiver.decodeRoot([String].self) == ["$null", "a"])
    #expect(try unarchiver.decodeRoot([String?].self) == [nil, "a"])
  }

  @Test func `a field that became nil is left out of a list that was read`() throws {
    let bytes = PropertyList.dictionary(["name": "a", "age": 7, "age": 8]).binary()
    var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: bytes))
    var member = try unarchiver.decodeRoot(Kept.self)
    member.age = nil
    var after = try KeyedUnarchiver(
      KeyedArchive(propertyList: KeyedArchiver(layout: .plain).finish(root: member)))
    #expect(try after.decodeRoot(Kept.self).age == nil)
  }
}

/// A value whose note may be nil.
private struct MayHaveNote: KeyedCoding {
  static let archivedClassName = "Club.MayHaveNote"
  var note: String?

  init(note: String?) { self.note = note }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    note = try unarchiver.decodeIfPresent(String.self, forKey: "note")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encodeIfPresent(note, forKey: "note")
  }
}

/// A value that keeps what it does not read.
private struct Kept: KeyedCoding {
  static let archivedClassName = "Club.Kept"
  var age: Int?
  var archived: ArchivedObject?

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    age = try unarchiver.decode(Int?.self, forKey: "age")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(age, forKey: "age")
  }
}
