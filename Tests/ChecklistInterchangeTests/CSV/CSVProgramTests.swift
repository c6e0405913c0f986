import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Tables of other programs.
struct CSVProgramTests {
  @Test func `Todoist has sections, notes, depths and dates in words`() throws {
    let file = try CSVReadingTests.read(
      """
      TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,DATE,DATE_LANG
      meta,view_style=list,,,,,,
      note,lost,,,,,,
      task,Milk,two,4,1,,every day,en
      note,fresh,,,,,,
      note,cold,,,,,,
      ,,,,,,,
      section,Fruit,,,,,,
      task,Apples,,4,1,,2026-12-24,en
      task,Pears,,4,2,,,
      label,x,,,,,,
      """)
    let items = file.lists[0].items
    #expect(file.lists.map(\.name) == [nil])
    #expect(items.map(\.item.text) == ["Milk", "Apples", "Pears"])
    #expect(items.map(\.item.note) == ["two\n\nfresh\n\ncold", nil, nil])
    #expect(items.map(\.item.section) == [nil, "Fruit", "Fruit"])
    #expect(items.map { $0.item.due?.description } == [nil, "2026-12-24", nil])
    #expect(
      items.map(\.named) == [[.note], [.due, .note, .section], [.level, .due, .note, .section]])
    #expect(items.map(\.item.level) == [0, 0, 1])
    #expect(
      file.warnings.texts == [
        "1 note without an item above was left out (line 3)",
        "1 due date was not understood (line 4)",
        "1 item of an unknown type was left out (line 11)",
        "2 columns are not supported here: PRIORITY, DATE_LANG",
      ])
  }

  @Test func `TickTick has lines above the names, and midnight of all-day dates`() throws {
    let table = """
      "Date: 2026-11-22+0000"
      "Version: 7.1"
      "Status:\u{20}
      0 Normal
      1 Completed"
      "Folder Name","List Name","Title","Content","Due Date","Status","Is All Day","taskId"
      "","Home","Here","","2026-12-23T23:00:00+0000","0","true","1"
      "","Home","UTC","","2026-12-24T00:00:00+0000","2","true","2"
      "","Home","Time","note","2026-12-23T23:00:00+0000","1","false","3"
      """
    let items = try CSVReadingTests.read(table).lists[0].items
    #expect(
      items.map { $0.item.due?.description } == [
        "2026-12-24", "2026-12-24", "2026-12-23T23:00:00Z",
      ])
    #expect(items.map(\.item.isChecked) == [false, true, true])
    #expect(items.map(\.line) == [7, 8, 9])
    let there = try CSVReadingTests.read(table, zone: .newYork).lists[0].items
    #expect(there[1].item.due?.description == "2026-12-24")
  }

  @Test func `Outlook has dates whose order the table shows`() throws {
    let table = """
      "Subject","Due Date","Date Completed","Notes","Status"
      "A","1/2/2026","","two
      lines","Waiting on someone else"
      "B","","1/31/2026","","Completed"
      """
    let items = try CSVReadingTests.read(table).lists[0].items
    #expect(items.map { $0.item.due?.description } == ["2026-01-02", nil])
    #expect(items.map(\.item.isChecked) == [false, true])
    #expect(try items[1].item.completed == Date(utc: "2026-01-30T23:00:00Z"))
    #expect(items[0].item.note == "two\nlines")
  }

  @Test(arguments: [
    (nil, nil), (ImportOptions.DateOrder.dayMonthYear, "2026-02-01"), (.monthDayYear, "2026-01-02"),
  ])
  func `a date that may be one of two needs an answer`(
    order: ImportOptions.DateOrder?, due: String?
  ) throws {
    let table = "text,due\na,5/5/2026\nb,1/2/2026\n"
    guard let due else {
      #expect(
        throws: InterchangeError(
          line: 3, "the date is ambiguous: the day or the month may come first",
          hint: "Say which with --date-order dmy or --date-order mdy.", kind: .usage)
      ) { try CSVReadingTests.read(table, order: order) }
      return
    }
    let file = try CSVReadingTests.read(table, order: order)
    #expect(file.lists[0].items.map { $0.item.due?.description } == ["2026-05-05", due])
  }

  @Test func `dates that contradict each other need an answer too`() throws {
    let table = "text,due\na,13/1/2026\nb,1/13/2026\nc,1/2/2026\n"
    #expect(throws: InterchangeError.self) { try CSVReadingTests.read(table) }
    let file = try CSVReadingTests.read(table, order: .dayMonthYear)
    #expect(
      file.lists[0].items.map { $0.item.due?.description } == ["2026-01-13", nil, "2026-02-01"])
    #expect(file.warnings.texts == ["1 due date was not understood (line 3)"])
  }

  @Test(arguments: [
    "sep=;\r\ntext;due\r\nExcel;2026-12-01\r\n", "SEP=|\ntext|due\nExcel|2026-12-01\n",
    "\u{FEFF}sep=,\ntext,due\nExcel,2026-12-01\n", "text|due\nExcel|2026-12-01\n",
    "\"sep=;\"\ntext;due\nExcel;2026-12-01\n", "sep=\t\ntext\tdue\nExcel\t2026-12-01\n",
    "sep=#\ntext#due\nExcel#2026-12-01\n",
  ])
  func `a table names what separates its cells, or shows it`(table: String) throws {
    let file = try CSVReadingTests.read(table)
    #expect(file.lists[0].items.map(\.item.text) == ["Excel"])
    #expect(file.lists[0].items[0].item.due?.description == "2026-12-01")
    #expect(file.lists[0].items[0].line == (table.contains("=") ? 3 : 2))
    #expect(file.warnings.texts == [])
  }

  @Test func `a bar in a text separates nothing`() throws {
    let file = try CSVReadingTests.read("text,note\na|b,c|d\n")
    #expect(file.lists[0].items.map(\.item.text) == ["a|b"])
    #expect(file.lists[0].items[0].item.note == "c|d")
  }

  @Test(
    .needs(
      FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/America/New_York"),
      "there are no time zone files"))
  func `TickTick's day is a day of the zone in the file`() throws {
    let table = """
      "Title","Due Date","Is All Day","Timezone"
      "A","2026-12-24T05:00:00+0000","true","America/New_York"
      "B","2026-12-24T00:00:00+0000","true","America/New_York"
      "C","2026-12-23T23:00:00+0000","true","Europe/Berlin"
      "D","2026-12-23T23:00:00+0000","true","Nowhere"
      "E","2026-12-24T05:00:00+0000","false","America/New_York"
      """
    for zone in [TestZone.berlin, .newYork] {
      let items = try CSVReadingTests.read(table, zone: zone).lists[0].items
      #expect(
        items.map { $0.item.due?.description } == [
          "2026-12-24", "2026-12-24", "2026-12-24",
          zone.name == TestZone.berlin.name ? "2026-12-24" : "2026-12-23",
          "2026-12-24T05:00:00Z",
        ])
    }
  }

  @Test(arguments: [
    ("Summary,Status,Due date,Description\nA,Done,24/Dec/26 12:00 AM,n", "A/x/2026-12-24/n/-/-"),
    (
      "Summary,Status,Due date,Description\nA,To Do,24/Dec/26 6:30 PM,n",
      "A/_/2026-12-24T17:30:00Z/n/-/-"
    ),
    (
      "Card Name,Card Description,Due Date,List Name,Due Complete\nA,n,\"December 24, 2026\",Doing,true",
      "A/x/2026-12-24/n/Doing/-"
    ),
    ("\"TASK\",\"DUEDATE\",\"STATUS\",\"NOTE\"\nA,0000-00-00,Next Action,n", "A/_/-/n/-/-"),
    (
      "Name,Section/Column,Due Date,Notes,Projects\nA,Backlog,2026-12-04,n,Proj",
      "A/_/2026-12-04/n/Proj/Backlog"
    ),
    ("title,description,deadline_date\nA,n,2026-12-20", "A/_/2026-12-20/n/-/-"),
  ])
  func `Jira, Trello, Toodledo, Asana and others have their names of columns`(
    table: String, shown: String
  ) throws {
    let file = try CSVReadingTests.read(table)
    let item = file.lists[0].items[0].item
    let parts = [
      item.text, item.isChecked ? "x" : "_", item.due?.description ?? "-", item.note ?? "-",
      file.lists[0].name ?? "-", item.section ?? "-",
    ]
    #expect(parts.joined(separator: "/") == shown)
    #expect(file.warnings.texts == [])
  }

  @Test func `two digits after a day and a month are a year only with a mark`() throws {
    let file = try CSVReadingTests.read("text,due\nA,24-Dec-26\nB,24 Dec 26\nC,24 Dec 18:00\n")
    #expect(file.lists[0].items.map { $0.item.due?.description } == ["2026-12-24", nil, nil])
    #expect(file.warnings.texts == ["2 due dates were not understood (the first on line 3)"])
  }
}
