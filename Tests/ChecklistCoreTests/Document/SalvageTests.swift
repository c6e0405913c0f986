import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What can still be read of a document that is damaged.
struct SalvageTests {
  /// The texts of the items, list by list.
  private func texts(_ bytes: [UInt8]) throws -> [[String]] {
    try ChecklistDocument(salvaging: bytes).checklists.map { $0.items.map(\.text) }
  }

  /// A document with two lists, or with the first of them in a dialect that has no more.
  private func document(
    _ dialect: ChecklistDocument.Dialect, _ format: PropertyList.Format
  ) throws -> [UInt8] {
    var document = ChecklistDocument()
    let lists = [("Food", ["Milk", "Bread", "Eggs"]), ("Trip", ["Socks", "Map"])]
    for (name, texts) in lists.prefix(dialect.hasLists ? 2 : 1) {
      var list = Checklist(name)
      list.items = texts.map { ChecklistItem($0, now: Date(timeIntervalSinceReferenceDate: 0)) }
      document.checklists.append(list)
    }
    return try document.converted(to: dialect, format: format).encoded()
  }

  /// The bytes with others in the place of some that occur once.
  private func replacing(_ old: [UInt8], with new: [UInt8], in bytes: [UInt8]) throws -> [UInt8] {
    let places = bytes.indices.filter { bytes[$0...].starts(with: old) }
    let place = try #require(places.first)
    try #require(places.count == 1)
    return bytes[..<place] + new + bytes[(place + old.count)...]
  }

  @Test(arguments: ChecklistDocument.Dialect.allCases)
  func `A text that is damaged costs its item alone`(dialect: ChecklistDocument.Dialect) throws {
    let text = Array("Bread".utf8)
    let damaged = try replacing(
      [0x55] + text, with: [0x0F] + text, in: document(dialect, .binary))
    #expect(throws: ArchiveError.self) { try ChecklistDocument(damaged) }
    let left = [["Milk", "Eggs"], ["Socks", "Map"]]
    #expect(try texts(damaged) == Array(left.prefix(dialect.hasLists ? 2 : 1)))
    #expect(try ChecklistDocument(salvaging: damaged).dialect == dialect)
  }

  @Test(arguments: ChecklistDocument.Dialect.allCases, ["Eg&gs;", "Eg<b>gs", "Eg</array>"])
  func `XML is read as far as its first fault`(
    dialect: ChecklistDocument.Dialect, text: String
  ) throws {
    let damaged = try replacing(
      Array("Eggs".utf8), with: Array(text.utf8), in: document(dialect, .xml))
    #expect(throws: ArchiveError.self) { try ChecklistDocument(damaged) }
    #expect(try texts(damaged) == [["Milk", "Bread"]])
  }

  /// Whether a tag or a text begins or ends at a place, or is cut after its first byte.
  private static func isBoundary(_ place: Int, in xml: [UInt8]) -> Bool {
    let marks = Array("<>/".utf8)
    return marks.contains(xml[place]) || place > 0 && marks.contains(xml[place - 1])
      || place > 1 && marks.contains(xml[place - 2])
  }

  @Test(arguments: ChecklistDocument.Dialect.allCases)
  func `XML that is cut off is read as far as it goes`(dialect: ChecklistDocument.Dialect) throws {
    let whole = try document(dialect, .xml)
    let all = try texts(whole)
    let end = try #require(
      String(decoding: whole, as: UTF8.self).range(of: "</plist>")?.lowerBound)
    var last = 0
    for count in whole.indices
    where LongTests.areWanted || count % 21 == 0 && Self.isBoundary(count, in: whole) {
      guard let found = try? texts(Array(whole[..<count])) else { continue }
      // No item comes and goes, and each is one of the document.
      let items = found.reduce(0) { $0 + $1.count }
      #expect(items >= last)
      last = items
      for (part, list) in zip(found, all) { #expect(list.starts(with: part)) }
    }
    #expect(last == all.reduce(0) { $0 + $1.count })
    let withoutEnd = Array(String(decoding: whole, as: UTF8.self)[..<end].utf8)
    #expect(try texts(withoutEnd) == all)
    #expect(try texts(whole + Array("<more/>".utf8)) == all)
  }

  /// Damage in one place of an archive with one list, and what is left.
  static let places: [(place: String, left: [[String]])] = [
    ("$objects[5].Name", [["Item 0", "Item 1"]]),
    ("$objects[5].IconName", [["Item 0", "Item 1"]]),
    ("$objects[5].ListID", [["Item 0", "Item 1"]]),
    ("$objects[5].Items", []),
    ("$objects[5].$class", []),
    ("$objects[5]", []),
    ("$objects[3].Text", [["Item 1"]]),
    ("$objects[3].Checked", [["Item 1"]]),
    ("$objects[3].ItemID", [["Item 0", "Item 1"]]),
    ("$objects[3].Note", [["Item 0", "Item 1"]]),
    ("$objects[4]", [["Item 0"]]),
    ("$objects[1].$classname", [["Item 0", "Item 1"]]),
    ("$objects[2].$classes", [["Item 0", "Item 1"]]),
  ]

  @Test(arguments: places)
  func `Damage costs no more than it must`(place: String, left: [[String]]) throws {
    let archive = HandmadeArchive(
      items: [["ItemID": 7, "Note": "More"], ["ItemID": 8]],
      list: ["IconName": "No Icon", "ListID": 9])
    let file = archive.file()
    #expect(try texts(file.bytes) == [["Item 0", "Item 1"]])
    var damaged = file.bytes
    damaged[file[place]] = 0x0F
    #expect(try texts(damaged) == left)
  }

  @Test func `The first list of a plain document may be lost`() throws {
    let file = HandmadeFile([
      ["name": "Food", "items": [["text": "Milk", "checked": false]]],
      ["name": "Trip", "items": [["text": "Socks", "checked": true]]],
    ])
    var damaged = file.bytes
    damaged[file["[0]"]] = 0x0F
    #expect(try texts(damaged) == [["Socks"]])
    let salvaged = try ChecklistDocument(salvaging: damaged)
    #expect(salvaged.checklists.map(\.name) == ["Trip"])
    #expect(salvaged.checklists[0].items[0].isChecked)
  }

  @Test func `Where there is no way in, the error is the same`() throws {
    for fixture in Fixture.all(in: "Damaged") {
      let bytes = try fixture.bytes()
      let error = #expect(throws: ArchiveError.self) { try ChecklistDocument(bytes) }
      do throws(ArchiveError) {
        let salvaged = try ChecklistDocument(salvaging: bytes)
        #expect(salvaged.checklists.map(\.items.count) == [0], "\(fixture)")
        #expect(error?.path == "Checklists[0].Items[0].Text", "\(fixture)")
      } catch let found {
        #expect(found == error, "\(fixture)")
      }
    }
  }

  @Test(
    arguments: ["Checklists", "ChecklistItems", "Codable", "XML"].flatMap { Fixture.all(in: $0) })
  func `Of a sound document nothing is left out`(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let whole = try ChecklistDocument(bytes)
    let salvaged = try ChecklistDocument(salvaging: bytes)
    #expect(try salvaged.encoded() == whole.encoded())
    #expect(salvaged.dialect == whole.dialect)
  }

  @Test(
    "Shared objects are read no more often than the file allows",
    arguments: HostileDocument.dialects)
  func expandingDocument(_ dialect: String) throws {
    let bytes = HostileDocument.expanding(dialect)
    let items = try texts(bytes).reduce(0) { $0 + $1.count }
    #expect(items > 0)
    #expect(items < bytes.count)
  }
}
