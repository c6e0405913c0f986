import TestSupport
import Testing

@testable import ChecklistCore

/// What fuzzing found, one file each in `Fixtures/Fuzz`, named for the defect; and what it would
/// have found in larger files than it makes.
@Suite("Finds of the fuzz targets")
struct FuzzFindsTests {
  @Test("a second class or archiver does not come before the first when a document is saved")
  func secondClass() throws {
    let document = try Self.document("class-and-archiver-twice")
    let saved = try document.encoded()
    let again = try ChecklistDocument(saved)
    #expect(again.checklists[0].items.map(\.text) == ["Milk"])
    #expect(again.checklists[0].items[0].archived?.className == "Checklists.ChecklistItem")
    guard case .dictionary(let root) = try PropertyList(binary: saved) else {
      Issue.record("not an archive")
      return
    }
    #expect(
      root.entries.filter { $0.key == "$archiver" }.map(\.value) == ["NSKeyedArchiver", "another"])
  }

  @Test("an item that is to remind, and has no date, is not due when the document is saved")
  func reminderWithoutDate() throws {
    let document = try Self.document("reminder-without-a-date")
    #expect(document.checklists[0].items[0].due == nil)
    let again = try ChecklistDocument(document.encoded())
    #expect(again.checklists[0].items[0].due == nil)
  }

  @Test("an item that repeats, and has no date, does not repeat when the document is saved")
  func repetitionWithoutDate() throws {
    var document = try Self.document("repetition-without-a-date")
    #expect(document.checklists[0].items[0].repetition == nil)
    document.checklists[0].items[0].isChecked = true
    let again = try ChecklistDocument(document.encoded())
    #expect(again.checklists[0].items[0].repetition == nil)
  }

  @Test("a value that a null before it hid stays hidden when the document is saved")
  func hiddenByNull() throws {
    let document = try Self.document("null-before-a-second-value")
    #expect(document.checklists[0].items[0].note == nil)
    let again = try ChecklistDocument(document.encoded())
    #expect(again.checklists[0].items[0].note == nil)
  }

  @Test("a dictionary that is a key too is told when the document would be saved")
  func dictionaryAsKey() throws {
    var document = try Self.document("dictionary-as-a-key")
    #expect(document.checklists[0].items.map(\.text) == ["Milk", "Bread"])
    document.checklists[0].items[0].text = "Oat milk"
    let error = #expect(throws: ArchiveError.self) { try document.encoded() }
    #expect(
      error?.description
        == "[0]: a dictionary key must be a string, found a dictionary (at byte 24, object 4)")
    // Also when it is copied as a value first.
    document = try Self.document("dictionary-as-a-key")
    document.checklists[0].items.swapAt(0, 1)
    #expect(throws: ArchiveError.self) { try document.encoded() }
  }

  // MARK: Larger files

  @Test("strings and data that overlap are refused before they are more than the file")
  func overlap() throws {
    for marker: UInt8 in [0x4F, 0x5F] {
      let file = Self.overlapping(marker: marker, count: 10_000)
      #expect(file.bytes.count < 150_000)
      // They would be 350 megabytes.
      #expect(readingFault(file.bytes)?.hasPrefix("tooLarge at byte") == true)
      let reader = try BinaryPropertyListReader(file.bytes)
      let rewriting = fault { () throws(ArchiveError) in _ = try reader.rewritten() }
      #expect(rewriting?.hasPrefix("tooLarge at byte") == true)
    }
  }

  @Test("texts that overlap are refused in an archive too")
  func overlappingTexts() throws {
    var file = Self.overlapping(marker: 0x5F, count: 10_000)
    // The array of them as the root of a plain property list.
    file.root = 0
    let archive = try KeyedArchive(propertyList: file.bytes)
    var unarchiver = try KeyedUnarchiver(archive)
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decodeRoot([String].self)
    }
    #expect(error?.kind == .tooLarge)
  }

  @Test("many class records that share a long list of names are refused, or read at once")
  func classRecords() throws {
    var writer = BinaryPropertyListWriter()
    func dictionary(_ fields: (String, Int)...) -> Int {
      let numbers = fields.map { BinaryPropertyListWriter.Field(writer.append($0.0), $0.1) }
      return writer.append(dictionary: numbers[...])
    }
    let names = writer.append(sequence: (0..<2000).map { writer.append("Class\($0)") }[...])
    var objects = [writer.append("$null")]
    var elements: [Int] = []
    // Each node has a class record of its own.
    for _ in 0..<1000 {
      objects.append(dictionary(("$classname", writer.append("Graph.Node")), ("$classes", names)))
      let record = writer.append(uid: UInt64(objects.count - 1))
      objects.append(dictionary(("name", writer.append("a")), ("$class", record)))
      elements.append(writer.append(uid: UInt64(objects.count - 1)))
    }
    let top = dictionary(("root", writer.append(sequence: elements[...])))
    let root = dictionary(
      ("$archiver", writer.append("NSKeyedArchiver")), ("$version", writer.append(100_000)),
      ("$top", top), ("$objects", writer.append(sequence: objects[...])))
    let archive = try KeyedArchive(writer.finish(root: root))
    let error = #expect(throws: ArchiveError.self) { try archive.root([Node].self) }
    #expect(error?.kind == .tooLarge)
  }

  // MARK: Support

  private static func document(_ name: String) throws -> ChecklistDocument {
    try ChecklistDocument(Fixture("Fuzz/\(name).plist").bytes())
  }

  /// An array of objects, each of which goes from its own place to the end of all.
  private static func overlapping(marker: UInt8, count: Int) -> BinaryFile {
    let size = 6
    let references = (1...count).flatMap { BinaryFile.bigEndian(UInt64($0), width: 2) }
    var file = BinaryFile(
      [0xAF, 0x11] + BinaryFile.bigEndian(UInt64(count), width: 2) + references)
    for index in 1...count {
      let rest = UInt64((count - index) * size)
      file.objects.append([marker, 0x12] + BinaryFile.bigEndian(rest, width: 4))
    }
    file.offsetWidth = 4
    file.referenceWidth = 2
    return file
  }
}
