import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct ChecklistItemTests {
  private let now = Date(timeIntervalSinceReferenceDate: 802_000_000.25)
  private let later = Date(timeIntervalSinceReferenceDate: 803_000_000)

  /// The first item of a document with one list, and the fields that it is saved with.
  private func saved(_ item: ChecklistItem) throws -> [String: String] {
    var document = ChecklistDocument()
    document.checklists = [Checklist("List")]
    document.checklists[0].items = [item]
    return try fields(document)
  }

  private func fields(_ document: ChecklistDocument) throws -> [String: String] {
    let lines = try ArchiveGraph(document.encoded()).lines
    let path = "Checklists.NS.objects[0].Items.NS.objects[0]."
    return Dictionary(
      uniqueKeysWithValues: lines.filter { $0.key.hasPrefix(path) }.map {
        (String($0.key.dropFirst(path.count)), $0.value)
      })
  }

  @Test func `a new item is not checked, not due, and says when it was made`() throws {
    let item = ChecklistItem("Milk", id: 7, now: now)
    #expect((item.text, item.isChecked, item.id) == ("Milk", false, 7))
    #expect((item.due, item.note, item.completed, item.created) == (nil, nil, nil, now))
    #expect(
      try saved(item) == [
        "Text": #""Milk""#, "Checked": "false", "ShouldRemind": "false", "ItemID": "7",
        "DueDate": "NSDate \(ArchiveGraph.line(802_000_000.25))",
        "DateCreated": ArchiveGraph.line(802_000_000.25),
      ])
  }

  #if _pointerBitWidth(_64)
    @Test func `an item takes little memory`() {
      #expect(MemoryLayout<ChecklistItem>.stride == 112)
      #expect(MemoryLayout<LazyText>.size == 16)
      #expect(MemoryLayout<LazyText?>.size == 16)
    }
  #endif

  @Test(arguments: [
    ("Milk", "Milk", true), ("Milk", "milk", false), ("Milk", "Milkshake", false), ("", "", true),
    ("K\u{e4}se", "K\u{e4}se", true), ("K\u{e4}se", "Ka\u{308}se", false),
    (String(repeating: "long ", count: 99), String(repeating: "long ", count: 99), true),
  ])
  func `texts are the same by code unit, in an archive and outside`(
    one: String, other: String, isSame: Bool
  ) throws {
    func item(_ text: String, isArchived: Bool, asNote: Bool) throws -> ChecklistItem {
      let item = ChecklistItem(asNote ? "Milk" : text, note: asNote ? text : nil, id: 7, now: now)
      if !isArchived { return item }
      var document = ChecklistDocument()
      document.checklists = [Checklist("List")]
      document.checklists[0].items = [item]
      return try ChecklistDocument(document.encoded()).checklists[0].items[0]
    }
    for (asNote, first, second) in [
      (false, false, false), (false, false, true), (false, true, false), (false, true, true),
      (true, false, false), (true, false, true), (true, true, false), (true, true, true),
    ] {
      let items = (
        try item(one, isArchived: first, asNote: asNote),
        try item(other, isArchived: second, asNote: asNote)
      )
      #expect(items.0.hasSameContent(as: items.1) == isSame)
      #expect((items.0 == items.1) == isSame)
    }
  }

  @Test(arguments: [
    "", "Milk", "fifteen letters", "sixteen letters!", String(repeating: "long ", count: 1000),
    "Käse", "卵", "Fünfzehn Zeichen und mehr", "seventeen letters 🥖", "a\u{0}b with a null inside",
    "\u{D7FF}\u{E000}\u{FFFD} around the surrogates", "$null", "e\u{301} is not \u{e9}",
  ])
  func `a text and a note stay what they are, code unit by code unit`(text: String) throws {
    var document = ChecklistDocument()
    document.checklists = [Checklist("List")]
    document.checklists[0].items = [ChecklistItem(text, note: text, now: now)]
    let bytes = try document.encoded()
    // XML has no null character.
    let xml = text.contains("\u{0}") ? bytes : try PropertyList(binary: bytes).xml()
    for file in [bytes, xml] {
      var item = try ChecklistDocument(file).checklists[0].items[0]
      #expect(item.text.utf8.elementsEqual(text.utf8))
      #expect(item.note.map { $0.utf8.elementsEqual(text.utf8) } == true)
      var output = Array("> ".utf8)
      item.appendText(to: &output)
      #expect(output == Array("> \(text)".utf8))
      item.archived = nil
      #expect(item.text.utf8.elementsEqual(text.utf8))
      item.text += "!"
      #expect(item.text.utf8.elementsEqual((text + "!").utf8))
      #expect(item.note.map { $0.utf8.elementsEqual(text.utf8) } == true)
    }
  }

  @Test func `a text with half a character is an error where the item is, not later`() throws {
    let text = "a text of many letters 🥖"
    var document = ChecklistDocument()
    document.checklists = [Checklist("List")]
    document.checklists[0].items = [ChecklistItem(text, now: now)]
    var bytes = try document.encoded()
    let utf16 = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let place = try #require(bytes.firstRange(of: utf16))
    // The second half of the last character.
    bytes[place.upperBound - 2] = 0
    let error = #expect(throws: ArchiveError.self) { try ChecklistDocument(bytes) }
    #expect(
      error.map { "\($0)" }?.contains("the surrogate 0xd83e has no partner") == true,
      "\(error as Any)")
  }

  @Test func `an item has a random identity of 63 bits`() {
    let ids = (0..<1000).map { _ in ChecklistItem("x", now: now).id }
    #expect(Set(ids).count == 1000)
    #expect(ids.allSatisfy { $0 > 0 })
    #expect(ids.contains { $0 > 1 << 61 })
  }

  @Test(arguments: [
    (0, "0"), (1, "1"), (255, "ff"), (.max, "7fffffffffffffff"), (-1, "ffffffffffffffff"),
    (.min, "8000000000000000"),
  ])
  func `an identity is shown in hexadecimal digits`(_ id: Int, _ text: String) {
    #expect(id.identityText == text)
  }

  // MARK: Checking

  @Test func `checking tells whether it changed anything, and keeps when`() {
    var item = ChecklistItem("x", now: now)
    for (checked, date, isChange, completed) in [
      (false, later, false, nil), (true, later, true, later), (true, now, false, later),
      (false, now, true, nil), (true, now, true, now),
    ] as [(Bool, Date, Bool, Date?)] {
      let changed = item.setChecked(checked, now: date)
      #expect((changed, item.isChecked, item.completed) == (isChange, checked, completed))
    }
  }

  @Test func `when it was checked is dropped from an item that is not`() throws {
    let archive = HandmadeArchive(items: [
      ["DateCompleted": 5.5, "Checked": false], ["DateCompleted": 5.5, "Checked": true],
    ])
    let document = try archive.document()
    let items = document.checklists[0].items
    #expect(items.map { $0.completed?.timeIntervalSinceReferenceDate } == [nil, 5.5])
    let graph = try ArchiveGraph(document.encoded())
    #expect(
      graph.lines.keys.filter { $0.hasSuffix(".DateCompleted") }
        == ["Checklists.NS.objects[0].Items.NS.objects[1].DateCompleted"])
  }

  // MARK: Due dates

  @Test func `a date that the app does not mean is kept, and is not when it is due`() throws {
    var archive = HandmadeArchive(items: [["ShouldRemind": false]])
    let date = archive.addDate(9.5)
    archive.setItemField("DueDate", to: date)
    var document = try archive.document()
    #expect(document.checklists[0].items[0].due == nil)
    #expect(try fields(document)["DueDate"] == "NSDate \(ArchiveGraph.line(9.5))")
    #expect(try fields(document)["ShouldRemind"] == "false")

    document.checklists[0].items[0].due = .moment(later)
    #expect(document.checklists[0].items[0].due == .moment(later))
    #expect(try fields(document)["DueDate"] == "NSDate \(ArchiveGraph.line(803_000_000))")
    #expect(try fields(document)["ShouldRemind"] == "true")

    document.checklists[0].items[0].due = nil
    #expect(document.checklists[0].items[0].due == nil)
    #expect(try fields(document)["DueDate"] == "NSDate \(ArchiveGraph.line(803_000_000))")
    #expect(try fields(document)["ShouldRemind"] == "false")
  }

  @Test func `an item that is to remind of no date is not due`() throws {
    let document = try HandmadeArchive(items: [["ShouldRemind": true]]).document()
    #expect(document.checklists[0].items[0].due == nil)
    #expect(try ChecklistDocument(document.encoded()).checklists[0].items[0].due == nil)
  }

  @Test func `an item of an edition without dates is saved with one that means nothing`() throws {
    var document = try HandmadeArchive(items: [[:], ["DateCreated": 4.5]]).document()
    #expect(try fields(document)["DueDate"] == "NSDate \(ArchiveGraph.line(0))")
    #expect(try fields(document)["ShouldRemind"] == "false")
    document.checklists[0].items.removeFirst()
    #expect(try fields(document)["DueDate"] == "NSDate \(ArchiveGraph.line(4.5))")
  }

  @Test(
    arguments: [
      ("DueDate", .nan, "nan"), ("DueDate", .infinity, "inf"), ("DueDate", -.infinity, "-inf"),
      ("DateCreated", .nan, "nan"), ("DateCompleted", .infinity, "inf"),
    ] as [(String, Double, String)])
  func `a date that is not finite is refused`(
    _ key: String, _ seconds: Double, _ text: String
  ) throws {
    var archive = HandmadeArchive(items: [[:], [:]])
    let value = key == "DueDate" ? archive.addDate(seconds) : .real(seconds)
    archive.setItemField(key, to: value)
    #expect(
      throws: ArchiveError(
        .invalidValue, path: "Checklists[0].Items[1].\(key)", "a date is finite, found \(text)")
    ) { try archive.document() }
  }

  // MARK: Notes

  @Test func `a note is saved when there is one`() throws {
    var item = ChecklistItem("x", note: "", now: now)
    #expect(try saved(item)["Note"] == #""""#)
    item.note = nil
    #expect(try saved(item)["Note"] == nil)
  }
}

extension HandmadeArchive {
  /// Sets a field of the last item.
  fileprivate mutating func setItemField(_ key: String, to value: PropertyList) {
    for index in objects.indices.reversed() {
      guard case .dictionary(var fields) = objects[index], fields["Text"] != nil else { continue }
      fields.entries.removeAll { $0.key == key }
      fields.entries.append(.init(key: key, value: value))
      objects[index] = .dictionary(fields)
      return
    }
  }
}
