import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Folders that others write to as well.
struct VDirTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_000_000)

  private static func task(_ uid: String, _ text: String, more: String = "") -> String {
    "BEGIN:VTODO\r\nUID:\(uid)\r\n\(more)SUMMARY:\(text)\r\nEND:VTODO\r\n"
  }

  private static func calendar(_ components: String...) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n\(components.joined())END:VCALENDAR\r\n"
  }

  /// An item that came from a calendar.
  private static func item(_ uid: String, _ text: String) -> ChecklistItem {
    var item = ImportedItem(
      text, id: ItemIdentity.identity(.icalendar, uid), line: nil, now: now)
    item.setOrigin(.icalendar, id: uid, fields: [])
    return item.item
  }

  /// Writes lists, and gives how many files were written, and the warnings.
  @discardableResult
  private static func write(
    _ lists: [(name: String, items: [ChecklistItem])], to path: String, isAll: Bool = false,
    isDryRun: Bool = false
  ) throws -> (written: Int, unchanged: Int, warnings: [String]) {
    let exported = lists.map { list in
      var checklist = Checklist(list.name)
      checklist.items = list.items
      return ExportedList(checklist)
    }
    var calendars = VDir(PlainFolder(path: path))
    let (result, warnings) = try calendars.write(
      exported, ExportOptions(now: now, zone: .utc, isAll: isAll), isDryRun: isDryRun
    ) { _, _ in }
    return (result.written, result.unchanged, warnings.texts)
  }

  @Test func `a file with several tasks stays as it is, of which is warned`() throws {
    let folder = try TemporaryFolder()
    let text = Self.calendar(Self.task("one", "A"), Self.task("two", "B"))
    try folder.write(text, to: "many.ics")
    let (written, _, warnings) = try Self.write(
      [("L", [Self.item("one", "new")])], to: folder.path)
    #expect(written == 0)
    #expect(warnings == ["1 item was not written, since its file has other tasks too"])
    #expect(folder.text("many.ics") == text)
    #expect(try folder.names() == ["displayname", "many.ics"])
  }

  @Test(arguments: [
    task("one", "A", more: "RECURRENCE-ID;VALUE=DATE:20261224\r\n"),
    "BEGIN:VEVENT\r\nUID:two\r\nEND:VEVENT\r\n",
  ])
  func `a file with something beside the task stays as it is`(_ other: String) throws {
    let folder = try TemporaryFolder()
    let text = Self.calendar(Self.task("one", "A"), other)
    try folder.write(text, to: "one.ics")
    let (written, _, _) = try Self.write([("L", [Self.item("one", "new")])], to: folder.path)
    #expect(written == 0)
    #expect(folder.text("one.ics") == text)
  }

  @Test(arguments: [calendar(task("other", "A")), "no calendar\n", "BEGIN:VCALENDAR\n"])
  func `a file of the same name that has another task, or none, stays as it is`(
    _ text: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "b.ics")
    let item = Self.item("b", "mine")
    try Self.write([("L", [item])], to: folder.path)
    #expect(folder.text("b.ics") == text)
    let own = "\(ItemIdentity.uuid(of: item.id)).ics"
    #expect(try folder.names() == [own, "b.ics", "displayname"])
    #expect(folder.text(own)?.contains("UID:b\r\nDTSTAMP:") == true)
    // It is found again.
    let again = try Self.write([("L", [item])], to: folder.path)
    #expect((again.written, again.unchanged) == (0, 1))
  }

  @Test func `a task is known by its UID in a file of any name, with a zone and an alarm`() throws {
    let folder = try TemporaryFolder()
    let zone = "BEGIN:VTIMEZONE\r\nTZID:Z\r\nEND:VTIMEZONE\r\n"
    let alarm = "BEGIN:VALARM\r\nUID:alarm\r\nACTION:DISPLAY\r\nEND:VALARM\r\n"
    try folder.write(
      Self.calendar(zone, Self.task(#"x\,y"#, "A", more: alarm)), to: "any.ics")
    let (written, _, warnings) = try Self.write(
      [("L", [Self.item(#"x\,y"#, "new")])], to: folder.path)
    #expect((written, warnings) == (1, []))
    #expect(try folder.names() == ["any.ics", "displayname"])
    #expect(folder.text("any.ics")?.contains("SUMMARY:new\r\n") == true)
  }

  @Test func `a moved item takes its file along, but none with other tasks`() throws {
    let folder = try TemporaryFolder()
    for name in ["Old", "New"] {
      try FileManager.default.createDirectory(
        atPath: folder(name), withIntermediateDirectories: false)
      try folder.write(name, to: "\(name)/displayname")
    }
    try folder.write(Self.calendar(Self.task("a", "A")), to: "Old/a.ics")
    let many = Self.calendar(Self.task("b", "B"), Self.task("c", "C"))
    try folder.write(many, to: "Old/many.ics")
    let items = [Self.item("a", "A"), Self.item("b", "B")]
    let (written, _, warnings) = try Self.write(
      [("Old", []), ("New", items)], to: folder.path, isAll: true)
    #expect(written == 2)
    #expect(
      warnings == ["1 moved item is also in its old folder, where its file has other tasks too"])
    #expect(folder.text("Old/a.ics") == nil)
    #expect(folder.text("Old/many.ics") == many)
    #expect(folder.text("New/a.ics")?.contains("UID:a\r\n") == true)
    #expect(folder.text("New/b.ics")?.contains("UID:b\r\n") == true)
  }

  @Test func `a dry run writes and removes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder("new")
    let (written, _, _) = try Self.write(
      [("L", [Self.item("a", "A")])], to: path, isDryRun: true)
    #expect(written == 1)
    #expect(try folder.names() == [])
  }

  // MARK: Deleted items

  /// Writes the items of a document that has a record of what it has exported.
  private static func export(
    _ items: [ChecklistItem], of all: [ChecklistItem]? = nil, to path: String,
    _ record: inout ExportRecord
  ) throws -> Int {
    var list = Checklist("L")
    list.items = all ?? items
    var exported = list
    exported.items = items
    var document = ChecklistDocument()
    document.checklists = [list]
    var calendars = VDir(PlainFolder(path: path), of: document, record: record)
    let (result, _) = try calendars.write(
      [ExportedList(exported)], ExportOptions(now: now, zone: .utc), isDryRun: false
    ) { _, _ in }
    record = try #require(calendars.record)
    return result.removed
  }

  @Test func `the file of a deleted item goes, if an export wrote it and nobody changed it`() throws
  {
    let folder = try TemporaryFolder()
    var record = try ExportRecord(
      of: folder("a.plist"), in: Container(path: folder("home")))
    let path = folder("calendars")
    let items = ["a", "b", "c", "d"].map { Self.item($0, $0) }
    #expect(try Self.export(items, to: path, &record) == 0)
    try folder.write(Self.calendar(Self.task("b", "changed")), to: "calendars/b.ics")
    try folder.write(Self.calendar(Self.task("other", "other")), to: "calendars/other.ics")
    // A part of the list removes nothing.
    #expect(try Self.export([items[3]], of: items, to: path, &record) == 0)
    #expect(try Self.export([items[3]], to: path, &record) == 2)
    #expect(
      try PlainFolder(path: path).names() == ["b.ics", "d.ics", "displayname", "other.ics"])
    // Once more, nothing is left to do.
    #expect(try Self.export([items[3]], to: path, &record) == 0)
  }

  @Test func `a file that has what an export would write counts as written by it`() throws {
    let folder = try TemporaryFolder()
    var record = try ExportRecord(
      of: folder("a.plist"), in: Container(path: folder("home")))
    let path = folder("calendars")
    let items = ["a", "b"].map { Self.item($0, $0) }
    #expect(try Self.export(items, to: path, &record) == 0)
    let text = try #require(folder.text("calendars/a.ics"))
    let lines = text.replacing("PRODID:-//checklists//checklists//EN", with: "PRODID:phone")
    try folder.write(lines, to: "calendars/a.ics")
    // The phone has written the same item; this export has seen it.
    #expect(try Self.export(items, to: path, &record) == 0)
    #expect(folder.text("calendars/a.ics") == lines)
    #expect(try Self.export([items[1]], to: path, &record) == 1)
    #expect(folder.text("calendars/a.ics") == nil)
  }
}
