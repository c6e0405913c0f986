import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Calendars by others, and what Python's `icalendar` finds in them.
@Suite(.needs(FileByOthers.arePresent, FileByOthers.absence))
struct ICalendarFilesByOthersTests {
  /// The files that are refused, and why.
  private static let refused: [String: String] = [
    // Tasks without a calendar.
    "005-ical-vtodo.ics": "line 1: the file is not a calendar: it has no BEGIN:VCALENDAR here",
    "019-icalendar-example.ics":
      "line 1: the file is not a calendar: it has no BEGIN:VCALENDAR here",
    // It is in ISO 8859-1.
    "021-ical.net-Bug2148092.ics": "line 10: the file is not UTF-8 text",
    "049-calcurse-ical-009.ical":
      "line 131: END:VCALENDAR is inside of VTODO, which begins on line 129",
    // They are of before iCalendar.
    "052-biweekly-vcal-example2.vcs": vCalendar, "053-biweekly-vcal-example3.vcs": vCalendar,
    "made-no-calendar.ics": "line 1: the file is not a calendar: it has no BEGIN:VCALENDAR here",
  ]

  private static let vCalendar =
    "line 2: the file is a vCalendar 1.0, a format from before 1998 that is not supported"

  /// Fields of which Python says something else, by file.
  private static let exceptions: [String: Set<String>] = [
    // Python does not put characters together that have folds inside.
    "made-fold-in-character.ics": ["text"],
    // Python knows no zones for this property, which is to be in UTC.
    "032-ical.net-Todo6.ics": ["completed"], "033-ical.net-Todo7.ics": ["completed"],
    "034-ical.net-Todo8.ics": ["completed"],
  ]

  @Test(arguments: FileByOthers.all("icalendar"))
  func `the tasks are those that Python finds`(file: FileByOthers) throws {
    let bytes = try file.bytes()
    if let reason = Self.refused[file.description] {
      #expect {
        try CalendarText.read(bytes)
      } throws: {
        ($0 as? InterchangeError)?.description == reason
      }
      return
    }
    let read = try CalendarText.read(bytes)
    let items = read.lists.flatMap { list in list.items.map { (list.name, $0) } }
    let differs = Self.exceptions[file.description] ?? []
    let expected = try #require(try file.expectation()["items"] as? [[String: Any]])
    try #require(items.count == expected.count)
    // Python refuses whole tasks for one bad property.
    for ((list, item), task) in zip(items, expected) where task["error"] == nil {
      #expect(list == task["list"] as? String)
      if !differs.contains("text") { #expect(item.item.text == task["text"] as? String ?? "") }
      let note = (task["note"] as? String).flatMap { ContentRules.isBlank($0) ? nil : $0 }
      #expect(item.item.note == note)
      #expect(item.hasIdentity == (task["uid"] is String))
      #expect(item.item.origin?["icalendar"]?.id == task["uid"] as? String)
      #expect(item.item.isChecked == task["checked"] as? Bool)
      let isCancelled = (task["status"] as? String)?.uppercased() == "CANCELLED"
      #expect((item.item.state == .skipped) == isCancelled)
      if item.item.isChecked, !differs.contains("completed") {
        #expect(item.item.completed == Self.moment(task["completed"]))
      }
      if let created = Self.moment(task["created"]) { #expect(item.item.created == created) }
      if !(task["duration"] is String) { #expect(item.item.due == Self.due(task["due"])) }
      let fields = item.item.origin?["icalendar"]?.fields ?? []
      let repeats = item.item.repetition != nil || fields.contains { $0.hasPrefix("RRULE") }
      #expect(repeats == task["rrule"] as? Bool)
      #expect(
        fields.contains { $0.hasPrefix("RELATED-TO") } == (task["parent"] is String))
    }
  }

  private static func moment(_ value: Any?) -> Date? { due(value)?.storedMoment }

  private static func due(_ value: Any?) -> DueDate? {
    guard let value = value as? [String: Any], let text = value["value"] as? String else {
      return nil
    }
    if let utc = value["utc"] as? String { return (try? Date(utc: utc)).map { .moment($0) } }
    let digits = text.filter { $0.isNumber || $0 == "T" }
    guard let time = CalendarTime(Array(digits.utf8)[...]) else { return nil }
    return value["kind"] as? String == "date"
      ? .day(DueDate.Day(time.date, in: CalendarText.zone))
      : .moment(CalendarText.zone.moments(of: time.date)[0])
  }

  @Test(arguments: FileByOthers.all("icalendar"))
  func `what was read comes back from a calendar that is written`(file: FileByOthers) throws {
    try ICalendarLawTests.checkAgain(file.bytes(), "\(file)")
  }

  @Test func `odd values are read as far as they make sense`() throws {
    let file = try #require(
      FileByOthers.all("icalendar").first { $0.description == "made-odd-values.ics" })
    let read = try CalendarText.read(file.bytes())
    #expect(
      read.lists.flatMap(\.items).map(\.item.text) == [
        "bad due", "no uid", "Semi; comma, back\\ n\n N\n colon: \"q\"", "lower case", "",
        "the same uid again",
      ])
    #expect(
      read.lists.flatMap(\.items).map(\.item.due?.description) == [
        nil, nil, "2026-12-24T17:00:00Z", nil, "2026-12-24T17:00:00Z", "2026-12-24",
      ])
    #expect(
      read.warnings.texts == [
        "4 properties that are not understood were left out (the first on line 7)",
        "1 time of an unknown time zone is taken as local (line 15)",
      ])
  }
}
