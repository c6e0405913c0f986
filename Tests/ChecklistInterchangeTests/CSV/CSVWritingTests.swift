import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Tables that are written, and read again.
struct CSVWritingTests {
  private static let options = ExportOptions(
    now: CSVReadingTests.now, zone: RandomTableItems.zone)
  private static let importing = ImportOptions(
    now: CSVReadingTests.now, zone: RandomTableItems.zone)

  @Test func `a row has the fields in their order, quoted where that is needed`() throws {
    let now = try Date(utc: "2026-11-21T12:00:00Z")
    var list = Checklist("Home, sweet \"home\"", id: 1)
    var milk = ChecklistItem(" =1+2 ", id: 0x123_4567_89AB_CDEF, now: now)
    milk.section = "Fridge"
    milk.note = "one\r\ntwo"
    milk.due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    milk.repetition = .weeks(2)
    var bread = ChecklistItem("Bread", id: 2, now: now)
    bread.due = .day(try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: .utc)))
    bread.setChecked(true, now: try Date(utc: "2026-11-21T12:30:00Z"))
    bread.origin = ItemOrigin("csv", id: "b,2")
    list.items = [milk, bread]
    let file = CSVFormat.write([ExportedList(list)], Self.options)
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == [
          "list,section,text,checked,due,note,created,completed,id,state,skipReason",
          "\"Home, sweet \"\"home\"\"\",Fridge, =1+2 ,false,2026-12-24T17:00:00Z,\"one",
          "two\",2026-11-21T12:00:00Z,,63686b6c-7374-8000-8123-456789abcdef,open,",
          "\"Home, sweet \"\"home\"\"\",,Bread,true,2026-12-24,,2026-11-21T12:00:00Z,"
            + "2026-11-21T12:30:00Z,\"b,2\",done,", "",
        ].joined(separator: "\r\n"))
    #expect(file.warnings.texts == ["CSV has no repetitions (1 item)"])
  }

  @Test func `no items are a line of names`() {
    let file = CSVFormat.write([ExportedList(Checklist("Empty"))], Self.options)
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == "list,section,text,checked,due,note,created,completed,id,state,skipReason\r\n")
  }

  @Test(
    arguments: [
      ("=1+2", "'=1+2"), ("+1", "'+1"), ("-", "'-"), ("@a", "'@a"), ("\ta", "'\ta"),
      ("'=1", "''=1"), ("''-", "'''-"), ("'a", "'a"), ("a=1", "a=1"), ("'", "'"), ("1-1", "1-1"),
    ])
  func `a text that begins like a formula has an apostrophe, which import takes off`(
    text: String, cell: String
  ) throws {
    var list = Checklist("L", id: 1)
    list.items = [ChecklistItem(text, id: 2, now: CSVReadingTests.now)]
    func written(_ options: ExportOptions) -> [UInt8] {
      CSVFormat.write([ExportedList(list)], options).bytes
    }
    #expect(self.text(in: written(Self.options)) == cell)
    let file = try CSVFormat.read(written(Self.options), Self.importing)
    #expect(file.lists[0].items.map(\.item.text) == [text])
    var raw = Self.options
    raw.isRaw = true
    #expect(self.text(in: written(raw)) == text)
  }

  private func text(in table: [UInt8]) -> String {
    let row = String(decoding: table, as: UTF8.self).components(separatedBy: "\r\n")[1]
    return row.components(separatedBy: ",")[2]
  }

  @Test func `random items come back equal`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("CSV seed", seed)
    var random = RandomTableItems(
      seed: seed, marks: [",", ";", "\"\"", "\",\"", "=1+2", "-", "'", "text", "\n\n"])
    for _ in 0..<LongTests.count(short: 100, long: 300) {
      var lists: [Checklist] = []
      for number in 0..<random.number(below: 4) {
        var list = Checklist("\(number) \(random.text())", id: number + 1)
        list.items = (0...random.number(below: 20)).map { _ in random.item() }
        random.nest(&list)
        lists.append(list)
      }
      let written = CSVFormat.write(lists.map { ExportedList($0) }, Self.options)
      #expect(written.warnings.texts == lists.exportWarnings(of: "CSV"))
      let bytes = written.bytes
      let file = try CSVFormat.read(bytes, Self.importing)
      #expect(file.warnings.texts == [])
      #expect(file.lists.map { $0.name.map(CodeUnits.init) } == lists.map { CodeUnits($0.name) })
      for (list, read) in zip(lists, file.lists) {
        #expect(read.items.map(\.item) == list.flat.items)
        #expect(!read.items.contains { !$0.hasIdentity })
        let fields: ItemFields = [
          .checked, .skipReason, .due, .note, .section, .created,
        ]
        #expect(!read.items.contains { $0.named != fields })
      }
      let again = file.lists.map { list in
        var copy = Checklist(list.name ?? "", id: 1)
        copy.items = list.items.map(\.item)
        return ExportedList(copy)
      }
      #expect(CSVFormat.write(again, Self.options).bytes == bytes)
    }
  }

  @Test func `any bytes are read or refused`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("CSV bytes seed", seed)
    var generator = SplitMix64(seed: seed)
    let pieces =
      [
        "\"", "\"\"", ",", ";", "\t", "\r", "\n", "text", "due", "type,content", "1/2/2026", "note",
        "2026-12-24", "a", "\0", "é",
      ].map { Array($0.utf8) } + [[0xFF], [0xFE, 0xFF], [0xFF, 0xFE], [0x80], [0xC3]]
    for _ in 0..<LongTests.count(short: 4_000, long: 20_000) {
      let count = Int.random(in: 0...30, using: &generator)
      let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
      _ = try? CSVFormat.read(bytes, Self.importing)
      _ = CSVFormat.recognizes(bytes)
      _ = OPMLFormat.recognizes(bytes)
    }
  }
}
