import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

/// A value of one of Foundation's types, and the object that Foundation archives for it.
private struct FoundationCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Whether it comes back as it was: alone, in an optional, an array and a dictionary.
  let comesBack: @Sendable (KeyedArchive.Layout) throws -> Bool
  /// Whether Foundation decodes it from our archive, secured.
  let isReadByFoundation: @Sendable () throws -> Bool
  /// Whether we decode it from Foundation's archive.
  let isReadFromFoundation: @Sendable () throws -> Bool
  /// Whether our archive has the same objects as Foundation's.
  let hasObjectsOfFoundation: @Sendable () throws -> Bool

  init<Value: KeyedArchiveValue & Equatable & Sendable, Object: NSObject & NSSecureCoding>(
    _ name: String, _ value: Value, as makeObject: @escaping @Sendable () -> Object
  ) {
    testDescription = "\(name) as \(Value.self)"
    let ours: @Sendable () throws -> Data = { Data(try KeyedArchiver.archivedData(of: value)) }
    let theirs: @Sendable () throws -> Data = {
      try NSKeyedArchiver.archivedData(withRootObject: makeObject(), requiringSecureCoding: true)
    }
    comesBack = { layout in
      let fields = AllPlaces(value)
      if layout == .keyed {
        let data = Data(try KeyedArchiver.archivedData(of: fields))
        return try KeyedUnarchiver.unarchived(AllPlaces<Value>.self, from: data) == fields
      }
      let plain = Data(try KeyedArchiver(layout: .plain).finish(root: fields))
      var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: plain))
      return try unarchiver.decodeRoot(AllPlaces<Value>.self) == fields
    }
    isReadByFoundation = {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: ours()) == makeObject()
    }
    isReadFromFoundation = {
      try KeyedUnarchiver.unarchived(Value.self, from: theirs()) == value
    }
    hasObjectsOfFoundation = {
      try ArchiveGraph([UInt8](ours())) == ArchiveGraph([UInt8](theirs()))
    }
  }

  private static let base = URL(string: "https://example.org/base/")

  static let all: [FoundationCase] = [
    .init("no data", Data()) { NSData() },
    .init("three bytes", Data([0, 1, 255])) { NSData(data: Data([0, 1, 255])) },
    .init("much data", Data(repeating: 7, count: 100_000)) {
      NSData(data: Data(repeating: 7, count: 100_000))
    },
    .init("a slice of data", Data([9, 1, 2])[1...]) { NSData(data: Data([1, 2])) },
    .init("a date", Date(timeIntervalSinceReferenceDate: -1.25)) {
      NSDate(timeIntervalSinceReferenceDate: -1.25)
    },
    .init("a UUID", uuid) { NSUUID(uuidString: uuid.uuidString) ?? NSUUID() },
    url("https://example.org/a?b=c#d"),
    url("mailto:ann@example.org"),
    url("file:///tmp/%C3%A4%20b"),
    url("no/base"),
    url("x/y?z", relativeTo: base),
    url("../up", relativeTo: base),
  ]

  private static let uuid = UUID(
    uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))

  /// A URL as Swift and as Objective-C have it: bridging one to the other loses the base.
  private static func url(_ text: String, relativeTo base: URL? = nil) -> FoundationCase {
    FoundationCase(text, URL(string: text, relativeTo: base) ?? URL(filePath: "/")) {
      NSURL(string: text, relativeTo: base) ?? NSURL(fileURLWithPath: "/")
    }
  }
}

/// A value in all the places that a field may have it in.
private struct AllPlaces<Value: KeyedArchiveValue & Equatable>: KeyedCoding, Equatable {
  static var archivedClassName: String { "Places" }
  var alone: Value
  var some: Value?
  var none: Value?
  var array: [Value]
  var optionals: [Value?]
  var dictionary: [String: Value]

  init(_ value: Value) {
    alone = value
    some = value
    array = [value, value]
    optionals = [nil, value, nil]
    dictionary = ["a": value]
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    alone = try unarchiver.decode(Value.self, forKey: "alone")
    some = try unarchiver.decode(Value?.self, forKey: "some")
    none = try unarchiver.decodeIfPresent(Value.self, forKey: "none")
    array = try unarchiver.decode([Value].self, forKey: "array")
    optionals = try unarchiver.decode([Value?].self, forKey: "optionals")
    dictionary = try unarchiver.decode([String: Value].self, forKey: "dictionary")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(alone, forKey: "alone")
    try archiver.encode(some, forKey: "some")
    try archiver.encode(none, forKey: "none")
    try archiver.encode(array, forKey: "array")
    try archiver.encode(optionals, forKey: "optionals")
    try archiver.encode(dictionary, forKey: "dictionary")
  }
}

struct ArchivedFoundationValueTests {
  @Test(arguments: FoundationCase.all)
  private func `a value comes back from every place, in both layouts`(
    _ value: FoundationCase
  ) throws {
    #expect(try value.comesBack(.keyed))
    #expect(try value.comesBack(.plain))
  }

  @Test(arguments: FoundationCase.all)
  private func `Foundation and we read each other's archives`(_ value: FoundationCase) throws {
    #expect(try value.isReadByFoundation())
    #expect(try value.isReadFromFoundation())
  }

  @Test(arguments: FoundationCase.all)
  private func `an archive has the objects that Foundation writes`(_ value: FoundationCase) throws {
    #expect(try value.hasObjectsOfFoundation())
  }
}
