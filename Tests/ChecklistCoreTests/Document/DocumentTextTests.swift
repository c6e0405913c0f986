import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What text, numbers and dates become that are easily lost: kept to the last bit, or refused with
/// their place.
@Suite("Texts, numbers and dates of documents")
struct DocumentTextTests {
  @Test(
    "a text is kept code unit by code unit, in every dialect and format",
    arguments: [
      "caf\u{E9}", "cafe\u{301}", "\u{1100}\u{1161}", "\u{AC00}", "\u{212B}", "\u{FEFF}a",
      "\u{10FFFF}", "\u{D7FF}\u{E000}", "a\r\nb\rc\td", "$null", " ", "",
    ])
  func texts(_ text: String) throws {
    for dialect in ChecklistDocument.Dialect.allCases {
      for format in [PropertyList.Format.binary, .xml] {
        var document = Self.document(text).converted(to: dialect, format: format)
        if dialect.hasLists { document.checklists[0].icon = text }
        let saved = try document.encoded()
        let again = try ChecklistDocument(saved)
        #expect(Array(again.checklists[0].items[0].text.utf8) == Array(text.utf8))
        #expect(again.checklists[0].items[0].note.map { Array($0.utf8) } == Array(text.utf8))
        if dialect.hasLists {
          #expect(Array(again.checklists[0].name.utf8) == Array(text.utf8))
          #expect(Array(again.checklists[0].icon.utf8) == Array(text.utf8))
        }
      }
    }
  }

  @Test(
    "a character that XML has not is kept in binary, and refused in XML with its place",
    arguments: ["\u{0}", "\u{1B}", "\u{7F}\u{0}", "\u{FFFE}", "\u{FFFF}"])
  func controls(_ text: String) throws {
    let document = Self.document("").converted(to: .codableItems, format: .binary)
    var changed = document
    changed.checklists[0].items[0].text = text
    let again = try ChecklistDocument(changed.encoded())
    #expect(Array(again.checklists[0].items[0].text.utf8) == Array(text.utf8))

    let error = #expect(throws: ArchiveError.self) {
      try changed.converted(to: .codableItems, format: .xml).encoded()
    }
    #expect(error?.kind == .unrepresentableInFormat)
    #expect(error?.position == .path("[0].text"))
  }

  @Test(
    "a surrogate without its partner is refused with its place",
    arguments: [[0xD800, 0x61], [0xDC00, 0x61], [0x61, 0xD800], [0xDC00, 0xD800]] as [[UInt16]])
  func surrogates(_ units: [UInt16]) throws {
    // The text of the fixture's item is replaced by one of two units, of the same length in bytes.
    let document = Self.handmade(text: "\u{E9}\u{E9}").file()
    var bytes = document.bytes
    let offset = document["$objects[2].Text"]
    for (index, unit) in units.enumerated() {
      bytes[offset + 1 + 2 * index] = UInt8(unit >> 8)
      bytes[offset + 2 + 2 * index] = UInt8(unit & 0xFF)
    }
    let lone = offset + 1 + (units[0] == 0x61 ? 2 : 0)
    #expect(
      documentFault(bytes)?.hasPrefix(
        "ChecklistItems[0].Text: loneSurrogate at byte \(lone), object")
        == true)
    let text = units.map { "&#x\(String($0, radix: 16));" }.joined()
    let xml = "<array><dict><key>text</key><string>\(text)</string></dict></array>"
    #expect(documentFault(Array(xml.utf8))?.hasPrefix("loneSurrogate at line 1, column ") == true)
  }

  @Test(
    "a date is kept bit by bit, in binary and, where it is of a whole second, in XML",
    arguments: [
      0.0, -0.0, 0.1, -0.5, .leastNonzeroMagnitude, 252_423_993_599, -63_113_904_000, 1e300, -1e300,
      .greatestFiniteMagnitude, 801_000_000.123456,
    ])
  func dates(_ seconds: Double) throws {
    for dialect in ChecklistDocument.Dialect.allCases {
      var document = Self.document("a").converted(to: dialect, format: .binary)
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      document.checklists[0].items[0].due = .moment(date)
      document.checklists[0].items[0].created = date
      let again = try ChecklistDocument(document.encoded()).checklists[0].items[0]
      #expect(
        again.due?.end(in: .utc).timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
      #expect(again.created?.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
    }
  }

  @Test(
    "the first and the last second of the years that people write are kept in XML",
    arguments: [
      ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ] as [(String, Double)])
  func years(text: String, seconds: Double) throws {
    var document = Self.document("a").converted(to: .codableItems, format: .xml)
    document.checklists[0].items[0].due = .moment(Date(timeIntervalSinceReferenceDate: seconds))
    let saved = try document.encoded()
    #expect(String(decoding: saved, as: UTF8.self).contains("<date>\(text)</date>"))
    let again = try ChecklistDocument(saved).checklists[0].items[0]
    #expect(again.due?.end(in: .utc).timeIntervalSinceReferenceDate == seconds)
  }

  @Test(
    "a date that is not finite is refused with its place",
    arguments: [.nan, .infinity, -.infinity] as [Double])
  func notFinite(_ seconds: Double) {
    for key in ["DateCreated", "DateCompleted"] {
      let archive = Self.handmade(text: "a", extra: [.init(key: key, value: .real(seconds))])
      #expect(documentFault(archive.file().bytes) == "ChecklistItems[0].\(key): invalidValue")
    }
    let archive = Self.handmade(text: "a", extra: [.init(key: "DueDate", value: .date(seconds))])
    #expect(documentFault(archive.file().bytes) == "ChecklistItems[0].DueDate: invalidValue")
  }

  @Test(
    "an identity of more than 64 bits is refused with its place",
    arguments: [Int128(Int64.max) + 1, Int128(Int64.min) - 1, .max, .min])
  func identities(_ identity: Int128) throws {
    let bytes = PropertyList.array([
      ["text": "a", "checked": false, "itemID": .integer(identity)]
    ]).binary()
    let reader = try BinaryPropertyListReader(bytes)
    let number = try #require(
      (0..<reader.objectCount).first { (try? reader.object($0)) == .integer(identity) })
    let offset = try reader.offset(ofObject: number)
    #expect(documentFault(bytes) == "[0].itemID: invalidValue at byte \(offset)")
  }

  @Test("what nobody understands is kept to the last bit, canonically equal keys apart")
  func unknownFields() throws {
    let unknown: [PropertyListDictionary.Entry] = [
      .init(key: "caf\u{E9}", value: .integer(.max)),
      .init(key: "cafe\u{301}", value: .integer(.min)),
      .init(key: "zero", value: .real(-0.0)), .init(key: "nan", value: .real(.nan)),
      .init(key: "infinite", value: .date(.infinity)), .init(key: "text", value: "e\u{301}\u{0}"),
      .init(key: "bytes", value: .data([0, 255])), .init(key: "set", value: .set([1, "a"])),
    ]
    let document = try ChecklistDocument(
      Self.handmade(text: "a", extra: unknown).propertyList.binary())
    guard case .dictionary(let root) = try PropertyList(binary: document.encoded()),
      case .array(let objects) = root["$objects"],
      case .dictionary(let item) = objects.first(where: {
        if case .dictionary(let object) = $0 { object["Text"] != nil } else { false }
      })
    else {
      Issue.record("no item")
      return
    }
    for entry in unknown {
      let found = item.entries.filter { Array($0.key.utf8) == Array(entry.key.utf8) }
      #expect(found.map(\.value) == [entry.value], "\(entry.key)")
    }
  }

  // MARK: Support

  private static func document(_ text: String) -> ChecklistDocument {
    var document = ChecklistDocument()
    var list = Checklist(text, id: 1)
    list.items = [
      ChecklistItem(text, note: text, id: 2, now: Date(timeIntervalSinceReferenceDate: 801_000_000))
    ]
    document.checklists = [list]
    return document
  }

  /// A first-edition document of one item.
  private static func handmade(
    text: String, extra: [PropertyListDictionary.Entry] = []
  ) -> HandmadeArchive {
    var archive = HandmadeArchive()
    let record = archive.addClass("Checklists.ChecklistItem")
    var item: PropertyListDictionary = [
      "Text": .string(text), "Checked": false, "ItemID": 1, "$class": record,
    ]
    item.entries += extra
    let items = archive.addArray([archive.add(.dictionary(item))])
    archive.top = PropertyListDictionary([.init(key: "ChecklistItems", value: items)])
    return archive
  }
}
