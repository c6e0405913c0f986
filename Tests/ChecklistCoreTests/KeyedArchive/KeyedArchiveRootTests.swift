import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Archives with one root object.
struct KeyedArchiveRootTests {
  @Test func `a value is archived and unarchived in a line each`() throws {
    let value = ["b": [1, 2], "a": []]
    let bytes = try KeyedArchiver.archivedData(of: value)
    #expect(try KeyedUnarchiver.unarchived([String: [Int]].self, from: bytes) == value)
    let nothing = try KeyedArchiver.archivedData(of: String?.none)
    #expect(try KeyedUnarchiver.unarchived(String?.self, from: nothing) == nil)
  }

  @Test func `Foundation unarchives the root object`() throws {
    let bytes = try KeyedArchiver.archivedData(of: ["one", "two"])
    let decoded = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSString.self], from: Data(bytes))
    #expect(decoded as? [String] == ["one", "two"])
  }

  @Test func `what Foundation archived is unarchived`() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: ["one", "two"], requiringSecureCoding: true)
    #expect(try KeyedUnarchiver.unarchived([String].self, from: [UInt8](data)) == ["one", "two"])
  }

  @Test func `an instance is one again`() throws {
    let ada = Person("Ada")
    ada.friend = ada
    let again = try KeyedUnarchiver.unarchived(
      Person.self, from: KeyedArchiver.archivedData(of: ada))
    #expect(again.name == "Ada" && again.friend === again)
    ada.disband()
    again.disband()
  }

  @Test func `an archive without a root object is refused`() throws {
    var archiver = KeyedArchiver()
    try archiver.encode(1, forKey: "other")
    let bytes = try archiver.finish()
    #expect {
      try KeyedUnarchiver.unarchived(Int.self, from: bytes)
    } throws: {
      let error = $0 as? ArchiveError
      return error?.kind == .missingKey && error?.path == "root"
    }
  }

  @Test func `an error names what is in the root object`() throws {
    let bytes = try KeyedArchiver.archivedData(of: ["one", "two"])
    #expect {
      try KeyedUnarchiver.unarchived([Int].self, from: bytes)
    } throws: {
      let error = $0 as? ArchiveError
      return error?.kind == .unexpectedType && error?.path == "root[0]"
        && error?.message == "expected an integer, found a string"
    }
    #expect(throws: ArchiveError("nobody is called refused").inside(key: "root")) {
      try KeyedArchiver.archivedData(of: Person("refused"))
    }
  }
}
