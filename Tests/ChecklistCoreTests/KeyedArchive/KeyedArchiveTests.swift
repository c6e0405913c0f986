import TestSupport
import Testing

@testable import ChecklistCore

/// A property list that is no keyed archive, and what is to be said of it.
struct OpeningFault: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let list: PropertyList
  /// The path of the value whose place the error tells.
  let place: String
  let message: String

  private init(_ name: String, at place: String, _ message: String, _ list: PropertyList) {
    (testDescription, self.list, self.place, self.message) = (name, list, place, message)
  }

  private static func root(
    archiver: PropertyList? = "NSKeyedArchiver", version: PropertyList? = 100_000,
    top: PropertyList? = [:], objects: PropertyList? = ["$null"]
  ) -> PropertyList {
    let entries = [
      ("$archiver", archiver), ("$version", version), ("$top", top), ("$objects", objects),
    ].compactMap { key, value in value.map { PropertyListDictionary.Entry(key: key, value: $0) } }
    return .dictionary(PropertyListDictionary(entries))
  }

  private static func lacks(_ key: String) -> String {
    "a keyed archive has \(key), but this property list does not"
  }

  static let all: [OpeningFault] = [
    .init("a string", at: "", lacks("$archiver"), "text"),
    .init("an array", at: "", lacks("$archiver"), ["$archiver", "NSKeyedArchiver"]),
    .init("an empty dictionary", at: "", lacks("$archiver"), [:]),
    .init("no archiver", at: "", lacks("$archiver"), root(archiver: nil)),
    .init("no version", at: "", lacks("$version"), root(version: nil)),
    .init("no top", at: "", lacks("$top"), root(top: nil)),
    .init("no objects", at: "", lacks("$objects"), root(objects: nil)),
    .init(
      "another archiver", at: "$archiver", "the archiver is not NSKeyedArchiver",
      root(archiver: "NSKeyedArchiver2")),
    .init(
      "an archiver that is a number", at: "$archiver", "the archiver is not NSKeyedArchiver",
      root(archiver: 1)),
    .init(
      "another version", at: "$version", "the archive's version is not 100000",
      root(version: 100_001)),
    .init(
      "a version that is a real", at: "$version", "the archive's version is not 100000",
      root(version: 100_000.0)),
    .init(
      "objects in a dictionary", at: "$objects", "$objects is not an array", root(objects: [:])),
    .init("objects in a set", at: "$objects", "$objects is not an array", root(objects: .set([]))),
    .init("a top that is a UID", at: "$top", "$top is not a dictionary", root(top: .uid(0))),
  ]
}

struct KeyedArchiveTests {
  @Test(arguments: OpeningFault.all)
  func `a property list that is no keyed archive is refused`(_ fault: OpeningFault) {
    let file = HandmadeFile(fault.list)
    #expect(throws: ArchiveError(.notAKeyedArchive, at: file[fault.place], fault.message)) {
      try KeyedArchive(file.bytes)
    }
  }

  @Test func `keys of the top level are known without decoding`() throws {
    var archive = HandmadeArchive()
    archive.top = ["a": .uid(99), "e\u{301}": 1]
    let opened = try KeyedArchive(archive.file().bytes)
    #expect(try opened.hasTopLevelKey("a"))
    #expect(try !opened.hasTopLevelKey("b"))
    #expect(try !opened.hasTopLevelKey("\u{E9}"))
  }

  @Test func `an archive without objects can be opened`() throws {
    var archive = HandmadeArchive()
    archive.objects = []
    archive.top = ["number": 1, "nothing": .uid(0)]
    let opened = try KeyedArchive(archive.file().bytes)
    var unarchiver = try KeyedUnarchiver(opened)
    #expect(try unarchiver.decode(Int.self, forKey: "number") == 1)
    #expect(
      throws: ArchiveError(
        .invalidReference, at: opened.objects.offset, path: "nothing",
        "UID 0 is not the UID of an object; there are 0")
    ) { try unarchiver.decode(Int?.self, forKey: "nothing") }
  }
}
