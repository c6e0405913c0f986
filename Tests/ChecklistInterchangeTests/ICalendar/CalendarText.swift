import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Calendars that tests make out of lines.
enum CalendarText {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  static let zone = TestZone.berlin.rules
  static var systemZone: NamedTimeZone? { berlin }
  static var importing: ImportOptions {
    var options = ImportOptions(now: now, zone: zone)
    options.systemZone = systemZone
    return options
  }
  static var exporting: ExportOptions {
    var options = ExportOptions(now: now, zone: zone)
    options.systemZone = systemZone
    return options
  }

  /// The zone of which ``zone`` has the rules.
  private static let berlin: NamedTimeZone? = {
    func rule(_ month: Int, _ time: Int, _ before: Int, _ after: Int) -> YearlyTransition {
      YearlyTransition(
        month: month, day: .lastWeekday(6), time: time, offsets: (before, after),
        range: -(1 << 40)...Int.max)
    }
    return NamedTimeZone(
      "Europe/Berlin",
      TimeZoneTransitions(
        firstOffset: 3600, transitions: [],
        yearly: [rule(3, 7200, 3600, 7200), rule(10, 10_800, 7200, 3600)]))
  }()

  /// A calendar with some lines in it.
  static func calendar(_ lines: String...) -> [UInt8] {
    Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(text(lines))END:VCALENDAR\r\n".utf8)
  }

  /// A task with some properties, as a part of a calendar.
  static func task(_ lines: String...) -> String {
    "BEGIN:VTODO\r\n\(text(lines))END:VTODO"
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\r\n" }.joined()
  }

  /// Reads a calendar.
  static func read(_ bytes: [UInt8]) throws -> ImportedFile {
    try ICalendarFormat.read(bytes, importing)
  }

  /// Reads a task with some properties, of which nothing is warned but that a rule is kept.
  static func item(_ lines: String...) throws -> ImportedItem {
    let file = try read(calendar("BEGIN:VTODO", "SUMMARY:a", text(lines) + "END:VTODO"))
    #expect(file.warnings.texts.filter { !$0.contains(" in a way that ") } == [])
    return try #require(file.lists.first?.items.first)
  }

  /// Reads a task with some properties, and what it is warned of.
  static func warnings(_ lines: String...) throws -> [String] {
    try read(calendar("BEGIN:VTODO", "SUMMARY:a", text(lines) + "END:VTODO")).warnings.texts
  }

  /// The lists that were read, as lists that are written.
  static func exported(_ file: ImportedFile) -> [ExportedList] {
    file.lists.map { list in
      var checklist = Checklist(list.name ?? "", id: 1)
      checklist.items = list.items.map(\.item)
      return ExportedList(checklist)
    }
  }

  /// What is written of items, without its folds.
  static func written(_ items: [ChecklistItem], in name: String = "L") -> [String] {
    var list = Checklist(name, id: 1)
    list.items = items
    let file = ICalendarFormat.write([ExportedList(list)], exporting)
    return String(decoding: file.bytes, as: UTF8.self)
      .replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n")
  }
}
