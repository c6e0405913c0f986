import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Tables by others, and what Python's `csv` finds in them.
@Suite(.needs(FileByOthers.arePresent, FileByOthers.absence))
struct CSVFilesByOthersTests {
  private static let options = ImportOptions(
    now: CSVReadingTests.now, zone: TestZone.berlin.rules)

  /// The tables that are no task lists, or have no line of names.
  private static let refused: Set<String> = [
    // Columns of something else.
    "003-plaso-networkminer.pcap.FileInfos.csv", "004-plaso-password.csv",
    "005-csv-spectrum-comma_in_quotes.csv", "007-csv-spectrum-escaped_quotes.csv",
    "008-csv-spectrum-json.csv", "010-csv-spectrum-quotes_and_newlines.csv",
    "011-csv-spectrum-simple.csv",
    // No names of columns.
    "015-ofexport2-example-c.csv", "016-ofexport2-example-p.csv",
  ]

  @Test(arguments: FileByOthers.all("csv"))
  func `the cells are those that Python finds`(file: FileByOthers) throws {
    let expectation = try file.expectation()
    let rows = try #require(expectation["rows"] as? [[String]])
    let separator = try #require((expectation["delimiter"] as? String)?.utf8.first)
    let text = try InputText(unicode: file.bytes()).bytes
    var scanner = CSVScanner(text, separator: separator, mostCells: 1000)
    var found: [[String]] = []
    while try scanner.next() {
      let cells = scanner.cells.indices.map { String(decoding: scanner.cell($0), as: UTF8.self) }
      found.append(cells == [""] ? [] : cells)
    }
    #expect(found.map { $0.map(CodeUnits.init) } == rows.map { $0.map(CodeUnits.init) })
  }

  @Test(arguments: FileByOthers.all("csv"))
  func `a table is read, or refused for a reason`(file: FileByOthers) throws {
    let bytes = try file.bytes()
    do throws(InterchangeError) {
      _ = try CSVFormat.read(bytes, Self.options)
      #expect(!Self.refused.contains(file.description))
    } catch {
      #expect(Self.refused.contains(file.description), "\(error)")
    }
  }

  @Test(arguments: FileByOthers.all("csv"))
  func `the items are those that Python finds`(file: FileByOthers) throws {
    guard let expected = try file.expectation()["items"] as? [[String: Any]] else { return }
    let read = try CSVFormat.read(file.bytes(), Self.options)
    // An import leaves out what has no text.
    let items = read.lists.flatMap { list in list.items.map { (list.name, $0.item) } }
      .filter { !ContentRules.isBlank($0.1.text) }
    #expect(items.map { $0.0 } == expected.map { $0["list"] as? String })
    #expect(items.map { $0.1.text } == expected.map { $0["text"] as? String })
    #expect(items.map { $0.1.isChecked } == expected.map { $0["checked"] as? Bool })
    #expect(items.map { $0.1.note } == expected.map { $0["note"] as? String })
    #expect(items.map { $0.1.section } == expected.map { $0["section"] as? String })
    #expect(items.map { $0.1.due != nil } == expected.map { $0["due"] is String })
    #expect(items.map { $0.1.completed != nil } == expected.map { $0["completed"] is String })
  }

  @Test(arguments: [
    ("002-todoist-template-test.csv", ["Test task 0", "Test task 1", "Test task 2"]),
    ("made-ragged.csv", ["Milk", "Bread"]), ("made-utf16.csv", ["Milk"]),
    (
      "013-obsidian-importer-comprehensive-test.csv",
      [
        "Meeting Notes", "Project Plan", "Note with \"quotes\"", "Simple Note", "Unicode Test",
        "Empty Fields Test", "Numbers Test", "Boolean Test", "Multi-line Content", "Special Chars",
      ]
    ),
  ])
  func `other tables have their texts`(name: String, texts: [String]) throws {
    let file = try #require(FileByOthers.all("csv").first { $0.description == name })
    let read = try CSVFormat.read(file.bytes(), Self.options)
    #expect(
      read.lists.flatMap { $0.items.map(\.item.text) }.filter { !ContentRules.isBlank($0) } == texts
    )
  }

  @Test(arguments: FileByOthers.all("csv") + FileByOthers.all("opml"))
  func `what was read comes back from a table that is written`(file: FileByOthers) throws {
    let bytes = try file.bytes()
    let format: any ImportFormat.Type =
      file.url.pathExtension == "csv" ? CSVFormat.self : OPMLFormat.self
    guard let read = try? format.read(bytes, Self.options) else { return }
    let lists = read.lists.map { list in
      var checklist = Checklist(list.name ?? "", id: 1)
      checklist.items = list.items.map(\.item)
      return checklist
    }
    let exporting = ExportOptions(now: CSVReadingTests.now, zone: TestZone.berlin.rules)
    let written = CSVFormat.write([ExportedList](lists), exporting)
    #expect(written.warnings.texts == lists.exportWarnings(of: "CSV"))
    let again = try CSVFormat.read(written.bytes, Self.options)
    #expect(again.lists.map(\.name) == read.lists.map(\.name))
    for (list, other) in zip(again.lists, lists.map(\.flat)) {
      #expect(list.items.count == other.items.count)
      for (item, other) in zip(list.items, other.items) {
        #expect(item.item.hasSameContent(as: other))
        #expect(item.hasIdentity ? item.item.id == other.id : true)
      }
    }
    #expect(again.warnings.texts == [])
  }
}
