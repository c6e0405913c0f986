import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// A damaged fixture, and exactly what is to be said of it.
struct DamagedFixture: CustomTestStringConvertible, Sendable {
  let name: String
  let kind: ArchiveError.Kind
  let path: String
  let offset: Int
  let message: String

  var testDescription: String { name }

  private init(
    _ name: String, _ kind: ArchiveError.Kind, _ path: String = "", at offset: Int,
    _ message: String
  ) {
    (self.name, self.kind) = (name, kind)
    (self.path, self.offset, self.message) = (path, offset, message)
  }

  static let all: [DamagedFixture] = [
    .init(
      "truncated-to-half", .invalidTrailer, at: 2332,
      "the trailer's number of objects is 9236975480051035090, more than any file has"),
    .init(
      "truncated-in-trailer", .invalidTrailer, at: 4671,
      "an offset has 1 to 8 bytes, but the trailer has 14"),
    .init(
      "empty", .notAPropertyList, at: 0,
      #"a property list starts with "bplist00" or, in XML, with "<"; the file is empty"#),
    .init(
      "text-file", .notAPropertyList, at: 0,
      #"a property list starts with "bplist00" or, in XML, with "<"; found "G""#),
    .init(
      "random-bytes", .notAPropertyList, at: 0,
      ##"a property list starts with "bplist00" or, in XML, with "<"; found "#""##),
    .init(
      "random-bytes-after-header", .invalidTrailer, at: 496,
      "the trailer's number of objects is 14431305934127956767, more than any file has"),
    .init(
      "dangling-object-reference", .invalidReference, at: 16,
      "a reference names object 254, but there are 82 objects"),
    .init(
      "item-without-text", .missingKey, "Checklists[0].Items[0].Text", at: 224,
      "the key is missing"),
    .init(
      "text-is-an-integer", .unexpectedType, "Checklists[0].Items[0].Text", at: 295,
      "expected a string, found an integer"),
    .init(
      "uid-out-of-range", .invalidReference, "Checklists[0].Items[0].Text", at: 85,
      "UID 1000 is not the UID of an object; there are 13"),
    .init("wrong-archiver", .notAKeyedArchive, at: 50, "the archiver is not NSKeyedArchiver"),
    .init("wrong-version", .notAKeyedArchive, at: 609, "the archive's version is not 100000"),
    .init(
      "plain-dictionary", .notAKeyedArchive, at: 8,
      "a keyed archive has $archiver, but this property list does not"),
  ]
}

struct DamagedDocumentTests {
  @Test(arguments: DamagedFixture.all)
  func `a damaged document is refused for what is wrong with it`(_ fixture: DamagedFixture) throws {
    let bytes = try Fixture("Damaged/\(fixture.name).plist").bytes()
    let error = try #require(#expect(throws: ArchiveError.self) { try ChecklistDocument(bytes) })
    #expect(error.kind == fixture.kind)
    #expect(error.path == fixture.path)
    #expect(error.offset == fixture.offset)
    #expect(error.message == fixture.message)
    #expect(error.description.contains("at byte \(fixture.offset)"))
  }

  @Test func `every damaged fixture has its test`() {
    #expect(
      Set(Fixture.all(in: "Damaged").map(\.description))
        == Set(DamagedFixture.all.map { "Damaged/\($0.name).plist" }))
  }

  @Test(arguments: ["items-swift-edition.archive", "items-objc-edition.archive"])
  func `an archive of something else is no document`(_ name: String) throws {
    let bytes = try Fixture("Homepwner/\(name)").bytes()
    let archive = try KeyedArchive(bytes)
    #expect(
      throws: ArchiveError(
        .notChecklists, at: archive.topOffset,
        "a keyed archive, but not of checklists: it has neither Checklists nor ChecklistItems")
    ) { try ChecklistDocument(bytes) }
  }

  // MARK: What a dialect cannot hold

  private static let refusal = ArchiveError(
    .unrepresentable,
    "a document of the app's first edition is one list without a name, and holds no other")

  @Test func `the first edition holds no second list`() throws {
    var document = try ChecklistDocument(Fixture("ChecklistItems/several-items.plist").bytes())
    document.checklists.append(Checklist(""))
    #expect(throws: Self.refusal) { try document.encoded() }
  }

  @Test func `the first edition holds no name`() throws {
    var document = try ChecklistDocument(Fixture("ChecklistItems/several-items.plist").bytes())
    document.checklists[0].name = "Groceries"
    #expect(throws: Self.refusal) { try document.encoded() }
    document.checklists = []
    #expect(throws: Self.refusal) { try document.encoded() }
  }

  @Test func `the first edition holds no icon, and a document that becomes one has none`() throws {
    let bytes = try Fixture("ChecklistItems/several-items.plist").bytes()
    var document = try ChecklistDocument(bytes)
    document.checklists[0].icon = "Trips"
    #expect(
      throws: ArchiveError(
        .unrepresentable, "a document of the app's first edition is a list without an icon")
    ) { try document.encoded() }
    let named = document.converted(to: .checklists, format: .binary)
    #expect(try ChecklistDocument(named.encoded()).checklists[0].icon == "Trips")
    let back = named.converted(to: .checklistItems, format: .binary)
    #expect(try ChecklistDocument(back.encoded()).checklists[0].icon == "No Icon")
  }

  @Test func `a damaged field that is carried along is told when it is saved`() throws {
    let archive = HandmadeArchive(items: [[:], ["Photo": .uid(500)]])
    let file = archive.file()
    let document = try ChecklistDocument(file.bytes)
    let photo = try #require(
      archive.objects.firstIndex { object in
        guard case .dictionary(let fields) = object else { return false }
        return fields.entries.contains { $0.key == "Photo" }
      })
    #expect(
      throws: ArchiveError(
        .invalidReference, at: file["$objects[\(photo)].Photo"],
        "UID 500 is not the UID of an object; there are \(archive.objects.count)"
      ).inside(index: 1).inside(key: "Items").inside(index: 0).inside(key: "Checklists")
    ) { try document.encoded() }
  }

  // MARK: Damage anywhere

  @Test(arguments: ["Checklists/one-item.plist", "Checklists/unknown-everything.plist"])
  func `a document with any byte changed is read or refused, and saved or refused`(
    _ name: String
  ) throws {
    let bytes = try Fixture(name).bytes()
    var random = SplitMix64(seed: 2026)
    for _ in 0..<LongTests.count(short: 100, long: 300) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let offset = Int.random(in: 8..<bytes.count, using: &random)
        damaged[offset] = UInt8.random(in: 0...255, using: &random)
      }
      guard let document = try? ChecklistDocument(damaged) else { continue }
      guard let saved = try? document.encoded() else { continue }
      #expect(try ChecklistDocument(saved).lines == document.lines)
    }
  }

  @Test func `a document cut off anywhere is refused`() throws {
    let bytes = try Fixture("Checklists/one-item.plist").bytes()
    for count in 0..<bytes.count {
      #expect(throws: ArchiveError.self) { try ChecklistDocument(Array(bytes[..<count])) }
    }
  }
}
