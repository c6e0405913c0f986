import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Files that were made to do harm: each is an error, at once, with its place.
///
/// The readers' own tests have cycles, depth, cut files and wrong trailers; these are about whole
/// documents.
@Suite("Hostile documents")
struct HostileDocumentTests {
  @Test("50,000 references to an array of 50,000 are refused as a tree")
  func expandingTree() {
    let count: [UInt8] = [0xAF, 0x11, 0xC3, 0x50]
    var file = BinaryFile(
      count + Self.references(to: 1, count: 50_000), count + Self.references(to: 2, count: 50_000),
      [0x09])
    file.offsetWidth = 4
    // The root, its first two arrays, and the values that fit into two for each byte of the file.
    #expect(Self.isQuick { readingFault(file.bytes) == "tooLarge at byte 100016, object 2" })
  }

  @Test(
    "50,000 references to one list of 50,000 items are refused as a document",
    arguments: HostileDocument.dialects)
  func expandingDocument(_ dialect: String) throws {
    let bytes = HostileDocument.expanding(dialect)
    #expect(bytes.count < 500_000)
    #expect(Self.isQuick { documentFault(bytes)?.hasSuffix("tooLarge") == true })
  }

  @Test(
    "a change after which the file would be too small for what its items share is refused",
    arguments: ["Attachments", "Conflicts"], [false, true])
  func sharedValues(_ key: String, isContinued: Bool) throws {
    var document = try sharing(
      key, count: 50, isContinued,
      beside: ["Text": .string(String(repeating: "large ", count: 20_000))])
    document.checklists[0].items[0].text = "another"
    document = try ChecklistDocument(document.encoded())
    let large = document.checklists[0].items.removeLast()
    let error = #expect(throws: ArchiveError.self) { try document.encoded() }
    #expect(error?.kind == .tooLarge)
    document.checklists[0].items = [document.checklists[0].items[0]]
    #expect(try ChecklistDocument(document.encoded()).lines == document.lines)
    document.checklists[0].items.append(large)
    #expect(try ChecklistDocument(document.encoded()).lines == document.lines)
  }

  /// A document of items with one shared value.
  private func sharing(
    _ key: String = "Attachments", count: Int, _ isContinued: Bool = true,
    beside other: PropertyListDictionary = [:], referenceWidth: Int = 4, gap: Int = 0
  ) throws -> ChecklistDocument {
    let shared = PropertyList.uid(UInt64(4 + count + 1))
    let items = Array(repeating: [key: shared] as PropertyListDictionary, count: count)
    var archive = HandmadeArchive(items: items + [other])
    archive.sharesUIDs = isContinued
    let entries = (0..<1000).map { PropertyListDictionary.Entry(key: "\($0)", value: .integer($0)) }
    let record = [PropertyListDictionary.Entry(key: "$class", value: .uid(1))]
    #expect(archive.add(.dictionary(PropertyListDictionary(entries + record))) == shared)
    return try ChecklistDocument(
      archive.file().bytes.relaid(referenceWidth: referenceWidth, gap: gap))
  }

  @Test("so it is when what the file loses is not the content of objects")
  func sharedValuesInLessSpace() throws {
    func expectRefused(_ document: ChecklistDocument) {
      let error = #expect(throws: ArchiveError.self) { try document.encoded() }
      #expect(error?.kind == .tooLarge)
    }
    // The offsets of many small objects.
    let numbers = (0..<60_000).map { PropertyList.integer($0) }
    var document = try sharing(count: 50, beside: ["Other": .array(numbers)])
    document.checklists[0].items.removeLast()
    expectRefused(document)
    // A gap, which is not written again.
    document = try sharing(count: 50, gap: 150_000)
    document.checklists[0].items.removeLast()
    expectRefused(document)
    // References that become narrower.
    document = try sharing(count: 30, referenceWidth: 8)
    document.checklists[0].items[0].note = "a note"
    expectRefused(document)
  }

  @Test(
    "the same items so often that their file could not be read again are refused",
    arguments: [false, true])
  func repeatedItems(isPlain: Bool) throws {
    let fixture = isPlain ? "Codable/checklists-binary.plist" : "Checklists/several-lists.plist"
    var document = try ChecklistDocument(Fixture(fixture).bytes())
    document = try ChecklistDocument(document.encoded())
    document.checklists[0].items = Array(repeating: document.checklists[0].items[0], count: 10_000)
    let error = #expect(throws: ArchiveError.self) { try document.encoded() }
    #expect(error?.kind == .tooLarge)
    document.checklists[0].items = [document.checklists[0].items[0]]
    #expect(try ChecklistDocument(document.encoded()).lines == document.lines)
  }

  @Test("an archive whose root has `$objects` twice can be saved")
  func secondObjects() throws {
    var archive = HandmadeArchive(items: [["Secret": "a"], ["Secret": "b"]])
    archive.sharesUIDs = true
    let list = try BinaryPropertyListReader(archive.file().bytes)
    let (keys, values) = try #require(
      try list.dictionary(list.root, at: list.offset(ofObject: list.root)))
    let objects = try list.position(of: "$objects", in: keys)
    var fields = try (0..<keys.count).map {
      (key: try list.reference($0, in: keys), value: try list.reference($0, in: values))
    }
    fields.append(fields[objects])
    let numbers = fields.map(\.key) + fields.map(\.value)
    var twice = BinaryFile()
    (twice.offsetWidth, twice.referenceWidth, twice.root) = (2, list.referenceWidth, list.root)
    twice.objects = try (0..<list.objectCount).map {
      [UInt8](list.bytes[try list.encoding(ofObject: $0)])
    }
    twice.objects[list.root] =
      [0xD0 | UInt8(fields.count)]
      + numbers.flatMap { BinaryFile.bigEndian(UInt64($0), width: list.referenceWidth) }
    var document = try ChecklistDocument(twice.bytes)
    document = try ChecklistDocument(document.encoded())
    document.checklists[0].items.removeLast()
    #expect(try ChecklistDocument(document.encoded()).lines == document.lines)
  }

  @Test("a document whose lists contain themselves is refused")
  func cyclicDocument() {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Checklists.Checklist")
      return archive.add(["Name": "a", "Items": .uid(3), "$class": record])
    }
    var file = archive
    file.top = ["Checklists": .uid(3)]
    file.objects.append(["NS.objects": [.uid(3)], "$class": .uid(4)])
    file.objects.append(["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]])
    #expect(
      documentFault(file.file().bytes)
        == "Checklists[0]: unexpectedClass at byte \(file.file()["$objects[3]"])")
  }

  @Test(
    "objects nested 10,000 deep or more are refused as an archive, and 2,000 deep or more in XML")
  func deepObjects() throws {
    func nested(_ depth: Int) -> PropertyList {
      let archive = HandmadeArchive { archive in
        let record = archive.addClass("Graph.Node")
        for level in 2...depth {
          _ = archive.add(["name": "", "next": [.uid(UInt64(level + 1))], "$class": record])
        }
        return .uid(2)
      }
      return archive.propertyList
    }
    // A debug build takes a while to read so much XML.
    for bytes in [
      nested(LongTests.count(short: 10_000, long: 100_000)).binary(),
      try nested(LongTests.count(short: 2_000, long: 5_000)).xml(),
    ] {
      #expect(
        Self.isQuick {
          let error = #expect(throws: ArchiveError.self) {
            _ = try KeyedArchive(bytes).root(Node.self)
          }
          return error?.kind == .tooDeep
            && error?.path == "root" + String(repeating: ".next[0]", count: 512)
        })
    }
  }

  @Test("a property list nested 100,000 deep is refused")
  func deepPropertyList() {
    var bytes = BinaryPropertyListWriter()
    var number = bytes.append("innermost")
    for _ in 0..<100_000 { number = bytes.append(sequence: [number]) }
    // Of 1 marker byte and 4 bytes of a reference, after the innermost text.
    let deep = bytes.finish(root: number)
    #expect(readingFault(deep)?.hasPrefix("tooDeep at byte") == true)
    #expect(documentFault(deep) == "notChecklists at byte 500013")
    let xml = String(repeating: "<array>", count: 100_000)
    #expect(documentFault(Array(xml.utf8)) == "tooDeep at line 1, column 3585")
  }

  @Test("what nests too deep in a field that nobody reads stays, unless it is to be copied")
  func deepField() throws {
    var list: PropertyList = "innermost"
    for _ in 0..<600 { list = .array([list]) }
    func changed(_ unknown: PropertyList) throws -> ChecklistDocument {
      var document = try ChecklistDocument(Self.document(unknown: unknown).file().bytes)
      document.checklists[0].items[0].text = "c"
      return document
    }
    func arrayCount(_ document: ChecklistDocument) throws -> Int {
      let list = try BinaryPropertyListReader(document.encoded())
      return try (0..<list.objectCount).count {
        if case .array = try list.object($0) { true } else { false }
      }
    }
    let document = try changed(list)
    #expect(try ChecklistDocument(document.encoded()).lines == document.lines)
    #expect(try arrayCount(document) == arrayCount(changed("innermost")) + 600)
    let error = #expect(throws: ArchiveError.self) { try document.archived(continuing: nil) }
    #expect(error?.kind == .tooDeep)
  }

  @Test(
    "a file that claims 2^60 objects, elements or bytes is refused at the claim",
    arguments: [
      ([0xAF, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
      ([0xBF, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
      ([0xCF, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
      ([0xDF, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
      ([0x4F, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
      ([0x5F, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
      ([0x6F, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
    ] as [([UInt8], String)])
  func claims(object: [UInt8], expected: String) {
    #expect(readingFault(BinaryFile(object).bytes) == expected)
    #expect(documentFault(BinaryFile(object).bytes) == expected)
    var file = BinaryFile(object)
    file.claimedCount = 1 << 60
    #expect(
      documentFault(file.bytes)
        == "invalidTrailer at byte \(8 + object.count + 1 + BinaryPropertyListMarker.headerSize)")
  }

  @Test("an offset past the end of the objects is an error at its entry, whichever object it is")
  func offsets() throws {
    // Written again, because the archiver of the fixture wrote objects that nothing refers to.
    let bytes = try ChecklistDocument(Fixture("Checklists/one-item.plist").bytes()).encoded()
    let reader = try BinaryPropertyListReader(bytes)
    for number in 0..<reader.objectCount {
      let entry = reader.offsetTable + number * reader.offsetWidth
      for outside in [UInt64(reader.offsetTable), UInt64(UInt16.max), 7, 0] {
        var damaged = bytes
        damaged.replaceSubrange(
          entry..<entry + reader.offsetWidth,
          with: BinaryFile.bigEndian(outside, width: reader.offsetWidth))
        let expected = "invalidOffset at byte \(entry), object \(number)"
        #expect(readingFault(damaged) == expected)
        // The text after `$null` is never looked at: UID 0 says it all.
        let isNull = try reader.object(number, isString: "$null")
        let found = documentFault(damaged) ?? savingFault(damaged)
        #expect(found?.hasSuffix(expected) ?? isNull, "object \(number), offset \(outside)")
      }
    }
  }

  @Test(
    "a trailer field of all ones or all zeros is an error at the field, or is not needed",
    arguments: [0x00, 0xFF] as [UInt8])
  func trailers(filling: UInt8) throws {
    let bytes = try Fixture("Checklists/one-item.plist").bytes()
    let trailer = bytes.count - BinaryPropertyListMarker.trailerSize
    for (offset, width) in [(6, 1), (7, 1), (8, 8), (16, 8), (24, 8)] {
      var damaged = bytes
      for index in 0..<width { damaged[trailer + offset + index] = filling }
      // The root of the fixture is object 0.
      let expected =
        filling == 0 && offset == 16 ? nil : "invalidTrailer at byte \(trailer + offset)"
      #expect(documentFault(damaged) == expected)
    }
  }

  @Test("a document with any byte wrong is read and saved, or refused, and never traps")
  func sweep() throws {
    for fixture in ["Checklists/one-item.plist", "ChecklistItems/one-item.plist"] {
      let bytes = try Fixture(fixture).bytes()
      for index in bytes.indices {
        let wrongs = [0x00, 0xFF, bytes[index] ^ 0x01, bytes[index] ^ 0x80]
        // All of them where long tests are wanted, else one, which differs from byte to byte.
        for wrong in LongTests.areWanted ? wrongs : [wrongs[index % 4]] {
          var damaged = bytes
          damaged[index] = wrong
          guard let document = try? ChecklistDocument(damaged),
            let saved = try? document.encoded()
          else { continue }
          #expect(throws: Never.self, "byte \(index), \(wrong)") { try ChecklistDocument(saved) }
        }
      }
    }
  }

  // MARK: Support

  private static func references(to number: UInt8, count: Int) -> [UInt8] {
    [UInt8](repeating: number, count: count)
  }

  /// Whether work gives true in a time that is long for what it should do, and short for what it
  /// must not.
  private static func isQuick(seconds: Int = 5, _ work: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    return work() && clock.now - start < .seconds(seconds)
  }

  /// A document of one list with one item that has a field which nobody understands.
  private static func document(unknown: PropertyList) -> HandmadeArchive {
    var archive = HandmadeArchive()
    let item = archive.add([
      "Text": "a", "Checked": false, "ItemID": 1, "Unknown": unknown,
      "$class": archive.addClass("Checklists.ChecklistItem"),
    ])
    let list = archive.add([
      "Name": "b", "Items": archive.addArray([item]),
      "$class": archive.addClass("Checklists.Checklist"),
    ])
    archive.top = PropertyListDictionary([
      .init(key: "Checklists", value: archive.addArray([list]))
    ])
    return archive
  }
}

/// Documents that would be billions of items.
enum HostileDocument {
  /// The shapes that they come in.
  static let dialects = ["Checklists", "plain"]

  /// 50,000 references to one list of 50,000 references to one item.
  static func expanding(_ dialect: String) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    func many(_ number: Int) -> ArraySlice<Int> { Array(repeating: number, count: 50_000)[...] }
    func dictionary(_ fields: [(String, Int)]) -> Int {
      let numbers = fields.map { BinaryPropertyListWriter.Field(writer.append($0.0), $0.1) }
      return writer.append(dictionary: numbers[...])
    }
    if dialect == "plain" {
      let item = dictionary([("text", writer.append("a")), ("checked", writer.append(false))])
      let items = writer.append(sequence: many(item))
      let list = dictionary([("name", writer.append("b")), ("items", items)])
      let lists = writer.append(sequence: many(list))
      return writer.finish(root: lists)
    }
    func record(_ name: String) -> Int { dictionary([("$classname", writer.append(name))]) }
    let uids = (0..<8).map { writer.append(uid: UInt64($0)) }
    let objects = [
      writer.append("$null"), record("NSArray"), record("Checklist"), record("ChecklistItem"),
      dictionary([
        ("Text", writer.append("a")), ("Checked", writer.append(false)), ("$class", uids[3]),
      ]),
      dictionary([("NS.objects", writer.append(sequence: many(uids[4]))), ("$class", uids[1])]),
      dictionary([("Name", writer.append("b")), ("Items", uids[5]), ("$class", uids[2])]),
      dictionary([("NS.objects", writer.append(sequence: many(uids[6]))), ("$class", uids[1])]),
    ]
    let top = dictionary([("Checklists", uids[7])])
    let root = dictionary([
      ("$archiver", writer.append("NSKeyedArchiver")), ("$version", writer.append(100_000)),
      ("$top", top), ("$objects", writer.append(sequence: objects[...])),
    ])
    return writer.finish(root: root)
  }
}

/// The fault that reading a document meets: its path, what it is, and where; nil when there is
/// none.
func documentFault(_ bytes: [UInt8]) -> String? {
  documentFault { () throws(ArchiveError) in _ = try ChecklistDocument(bytes) }
}

/// The fault that saving a document meets, which can be read.
func savingFault(_ bytes: [UInt8]) -> String? {
  documentFault { () throws(ArchiveError) in
    _ = try ChecklistDocument(bytes).encoded()
  }
}

private func documentFault(_ work: () throws(ArchiveError) -> Void) -> String? {
  do throws(ArchiveError) {
    try work()
    return nil
  } catch {
    let path = error.path.isEmpty ? "" : "\(error.path): "
    return path + (fault { () throws(ArchiveError) in throw error } ?? "")
  }
}
