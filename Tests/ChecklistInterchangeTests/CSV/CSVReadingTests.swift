import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Items of tables.
struct CSVReadingTests {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  static func read(
    _ text: String, order: ImportOptions.DateOrder? = nil, zone: TestZone = .berlin
  ) throws(InterchangeError) -> ImportedFile {
    let options = ImportOptions(now: now, zone: zone.rules, dateOrder: order)
    return try CSVFormat.read(Array(text.utf8), options)
  }

  /// What is read of a table, a line an item.
  private static func shown(
    _ text: String, order: ImportOptions.DateOrder? = nil
  ) throws -> [String] {
    try read(text, order: order).lists.flatMap { list in
      list.items.map { imported in
        let item = imported.item
        return [
          list.name ?? "-", item.section ?? "-", item.isChecked ? "x" : "_", item.text,
          item.due?.description ?? "-", item.note ?? "-",
        ].joined(separator: "/")
      }
    }
  }

  private static func error(_ text: String) -> InterchangeError? {
    do throws(InterchangeError) {
      _ = try read(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `lines end in any way, and quotes hold separators, quotes and ends of lines`(
    end: String
  ) throws {
    let table = ["text,note", #""a, ""b""","one\#(end)two""#, "c,"].joined(separator: end)
    #expect(try Self.shown(table) == ["-/-/_/a, \"b\"/-/one\(end)two", "-/-/_/c/-/-"])
    let items = try Self.read(table).lists[0].items
    #expect(items.map(\.line) == [2, 4])
    #expect(items.map(\.named) == [[.note], [.note]])
  }

  @Test(arguments: [",", ";", "\t"])
  func `the line of names shows what separates cells`(separator: String) throws {
    let table = ["Done\u{20}\(separator) Title", "x\(separator)a; b, c"]
    #expect(
      try Self.shown(table.joined(separator: "\n"))
        == [
          separator == "\t" ? "-/-/x/a; b, c/-/-" : "-/-/x/\(separator == ";" ? "a" : "a; b")/-/-"
        ])
  }

  @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
  func `a byte order mark tells the encoding`(encoding: String.Encoding) throws {
    let bytes = try [UInt8](#require("\u{FEFF}text;done\nMilch 🥛;ja\nBrot;x".data(using: encoding)))
    let file = try CSVFormat.read(bytes, ImportOptions(now: Self.now, zone: .utc))
    #expect(file.lists[0].items.map(\.item.text) == ["Milch 🥛", "Brot"])
    #expect(file.lists[0].items.map(\.item.isChecked) == [false, true])
    #expect(file.lists[0].items.map(\.named) == [[], [.checked]])
    #expect(file.warnings.texts == ["1 check mark was not understood: done (line 2)"])
  }

  @Test func `a column names its field, also by an empty cell`() throws {
    let file = try Self.read("text,checked,due,note,section,created\nMilk,,,,,\n")
    let item = file.lists[0].items[0]
    #expect(item.named == [.checked, .due, .note, .section])
    #expect(!item.hasIdentity)
    #expect(file.warnings.texts == [])
  }

  @Test func `rows of any list are put together by its name`() throws {
    #expect(
      try Self.shown("text,project,section\na,One,S\nb,,\nc,Two,\nd,One,\n") == [
        "One/S/_/a/-/-", "One/-/_/d/-/-", "-/-/_/b/-/-", "Two/-/_/c/-/-",
      ])
  }

  @Test(arguments: [
    ("true", true), ("X", true), (" yes ", true), ("1", true), ("Done", true), ("COMPLETED", true),
    ("✓", true), ("", false), ("0", false), ("No", false), ("not started", false), ("☐", false),
  ])
  func `a check mark is a word or a mark`(cell: String, isChecked: Bool) throws {
    let item = try Self.read("text,status\nMilk,\(cell)").lists[0].items[0]
    #expect(item.item.isChecked == isChecked)
    #expect(item.named == [.checked])
  }

  @Test func `cancelled items are skipped, and other words are no check marks`() throws {
    let file = try Self.read("text,status\nMilk,Cancelled\nBread,perhaps\nCheese,done")
    #expect(file.lists[0].items.map(\.item.text) == ["Milk", "Bread", "Cheese"])
    #expect(file.lists[0].items.map(\.item.state) == [.skipped, .open, .done])
    #expect(file.lists[0].items.map(\.named) == [[.checked, .skipReason], [], [.checked]])
    #expect(file.warnings.texts == ["1 check mark was not understood: status (line 3)"])
  }

  @Test func `a date of completion is one of what is done`() throws {
    let file = try Self.read(
      "text,done,completed\na,x,2026-11-21T10:00:00Z\nb,,2026-11-21T10:00:00Z\nc,x,\n")
    let date = try Date(utc: "2026-11-21T10:00:00Z")
    #expect(file.lists[0].items.map(\.item.isChecked) == [true, false, true])
    #expect(file.lists[0].items.map(\.item.completed) == [date, nil, nil])
    let other = try Self.read("text,completed\na,2026-11-21T10:00:00Z\nb,")
    #expect(other.lists[0].items.map(\.item.isChecked) == [true, false])
    #expect(other.lists[0].items.map(\.item.completed) == [date, nil])
  }

  @Test func `UUIDs are identities, and numbers of rows are not`() throws {
    let other = "0E6F2C9A-3C5B-4F7B-9C4E-1B9A6D0C2F11"
    let file = try Self.read(
      "uid,text\n\(ItemIdentity.uuid(of: 77)),a\n77,b\n,c\n\(other),d\n")
    let items = file.lists[0].items
    #expect(items.map(\.hasIdentity) == [true, false, false, true])
    #expect(items[0].item.id == 77)
    #expect(items[3].item.id == ItemIdentity.identity(.csv, other))
    #expect(
      items.map(\.item.origin) == [
        nil, ItemOrigin("csv", id: "77"), nil, ItemOrigin("csv", id: other),
      ])
    #expect(items.map(\.named) == [[], [.origin], [], [.origin]])
  }

  @Test func `columns without a place are named in a warning unless they are empty`() throws {
    let file = try Self.read("Priority,text,Labels,Empty\n1,Milk,,\n,Bread,cold,\n")
    #expect(file.warnings.texts == ["2 columns are not supported here: Priority, Labels"])
  }

  @Test func `rows may be too short, too long, empty, or without a text`() throws {
    let file = try Self.read(
      "text;checked;due\nMilk;x\nBread;;2026-12-24;extra;\n\n;;\n;x;\nA;;;\n")
    #expect(file.lists[0].items.map(\.item.text) == ["Milk", "Bread", "", "A"])
    #expect(file.lists[0].items[1].item.due?.description == "2026-12-24")
    #expect(
      file.warnings.texts
        == ["1 item has a cell beyond the last column, which was left out (line 3)"])
  }

  @Test(arguments: ["text,done", "text,done\n", "\u{FEFF}text,done\r\n\r\n"])
  func `a line of names alone is a table without items`(text: String) throws {
    #expect(try Self.read(text).lists.isEmpty)
  }

  @Test func `a table without texts is refused with its columns`() {
    #expect(
      Self.error("\nplace,user\nbank,joe")
        == InterchangeError(
          line: 2, #"no column holds the texts; the columns are "place", "user""#,
          hint: "Give the column with the texts one of these names: "
            + "text, title, task, content, subject, name, summary."))
    #expect(Self.error("") == InterchangeError("the file has no line with the names of columns"))
  }

  @Test func `a quote that is not closed is refused with its line`() {
    #expect(
      Self.error("text,note\n\"a\nb\",c\nd,\"e\nf\n")
        == InterchangeError(line: 4, "the quote that begins here is not closed"))
  }

  @Test func `another separator's quotes are no fault`() throws {
    #expect(try Self.shown("text,note\na,b;\"c\nd,e") == ["-/-/_/a/-/b;\"c", "-/-/_/d/-/e"])
  }

  @Test func `a table of more columns than any is refused`() {
    let names = (0..<1001).map { "c\($0)" }.joined(separator: ",")
    #expect(
      Self.error("text,\(names)")
        == InterchangeError(
          line: 1, "the table has more than 1000 columns"))
  }

  @Test func `the first lines show whether a file is a table`() {
    #expect(CSVFormat.recognizes(Array("Done,Task\n".utf8)))
    #expect(CSVFormat.recognizes(Array("\"Date: 2026\"\n\"List Name\",\"Title\"\nü".utf8)))
    #expect(!CSVFormat.recognizes(Array("Milk, bread\nCheese".utf8)))
    #expect(!CSVFormat.recognizes(Array("Task\nCheese".utf8)))
    #expect(!CSVFormat.recognizes([0xFF, 0xFE, 0]))
    #expect(!CSVFormat.recognizes([]))
  }
}
