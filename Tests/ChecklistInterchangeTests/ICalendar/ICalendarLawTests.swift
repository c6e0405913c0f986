import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// What holds of calendars for any items and any bytes.
struct ICalendarLawTests {
  /// The item as a calendar can say it: what comes again is open at its next date, and what repeats
  /// by a rule that is not understood stays open.
  private static func said(_ item: ChecklistItem) -> ChecklistItem {
    var item = item
    if let next = item.next(in: CalendarText.zone) { item.open(at: next) }
    if item.unreadRule != nil { item.setChecked(false, now: item.created ?? Date()) }
    item.text = said(item.text)
    item.note = item.note.map(said)
    item.section = item.section.map(said)
    return item
  }

  /// The text without control characters, and with LF as its line break.
  private static func said(_ text: String) -> String {
    var bytes = Array(
      text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        .utf8)
    bytes.removeAll { $0 < 0x20 && $0 != 9 && $0 != 10 || $0 == 0x7F }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isWhole(_ item: ChecklistItem) -> Bool {
    [item.text, item.note, item.section].allSatisfy {
      $0.map { !ContentRules.isBlank(said($0)) } ?? true
    }
  }

  @Test func `random items come back equal`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomItems(seed: seed, limits: .noReasons, zone: CalendarText.zone)
    for _ in 0..<LongTests.count(short: 15, long: 60) {
      let lists = random.lists(3, items: 20).map { list in
        var list = list
        list.items = list.items.filter(Self.isWhole)
        return list
      }.filter { !$0.items.isEmpty }
      if lists.isEmpty { continue }
      let exported = ICalendarFormat.write([ExportedList](lists), CalendarText.exporting)
      let warnings = exported.warnings.texts.filter { !$0.contains("control characters") }
      let expected = lists.exportWarnings(of: "iCalendar", hasEmptyLists: true)
      #expect(warnings == expected, "seed \(seed)")
      let file = try CalendarText.read(exported.bytes)
      #expect(file.warnings.texts == [], "seed \(seed)")
      try #require(file.lists.map(\.name) == lists.map(\.name))
      for (read, list) in zip(file.lists, lists.map(\.flat)) {
        try #require(read.items.count == list.items.count)
        for (read, item) in zip(read.items, list.items) {
          var read = read.item
          // What a file does not name stays as it is.
          if item.created == nil { read.created = nil }
          var item = Self.said(item)
          // A day to come back to counts only where the due date shows it.
          if let due = item.due?.clock(in: CalendarText.zone) {
            read.repetition = read.repetition?.anchored(to: due)
            item.repetition = item.repetition?.anchored(to: due)
          }
          #expect(
            read == item,
            "seed \(seed) \(ItemField.allCases.filter { !read.hasSame($0, as: item) })")
        }
      }
      let again = ICalendarFormat.write(CalendarText.exported(file), CalendarText.exporting)
      #expect(again.warnings.texts == [])
      let same = try CalendarText.read(again.bytes)
      #expect(same.lists.map { $0.items.map(\.item) } == file.lists.map { $0.items.map(\.item) })
    }
  }

  /// Checks that what was read, written and read again is the same.
  static func checkAgain(_ bytes: [UInt8], _ comment: Comment) throws {
    guard let file = try? CalendarText.read(bytes), !file.lists.allSatisfy(\.items.isEmpty) else {
      return
    }
    let written = ICalendarFormat.write(CalendarText.exported(file), CalendarText.exporting)
    let again = try CalendarText.read(written.bytes)
    try #require(again.lists.count == file.lists.count, comment)
    for (list, other) in zip(file.lists, again.lists) {
      try #require(other.items.count == list.items.count, comment)
      for (item, other) in zip(list.items, other.items) {
        let expected = said(item.item)
        #expect(other.item.hasSameContent(as: expected), comment)
        #expect(other.item.completed == expected.completed, comment)
        #expect(!item.hasIdentity || other.item.id == item.item.id, comment)
      }
    }
  }

  @Test func `mutated files are read or refused, and come back the same`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    var files = try FileByOthers.all("icalendar").map { try Array($0.bytes().prefix(3000)) }
    files.append(
      CalendarText.calendar(
        "NAME:L",
        CalendarText.task(
          "UID:1", "SUMMARY:a\\,b", "DUE;TZID=Europe/Berlin:20261224T170000", "RRULE:FREQ=DAILY",
          "CATEGORIES:A,B", "BEGIN:VALARM", "END:VALARM", "STATUS:IN-PROCESS")))
    let zone = """
      BEGIN:VTIMEZONE\r\nTZID:My Zone\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r
      TZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE
      """
    files.append(
      CalendarText.calendar(
        zone,
        CalendarText.task(
          "UID:1", "SUMMARY:a", "DUE;TZID=My Zone:20261224T170000",
          "DTSTART;TZID=My Zone:20261220T100000", "RRULE:FREQ=MONTHLY"),
        CalendarText.task(
          "UID:2", "SUMMARY:b", "DTSTART;TZID=My Zone:20261220T100000", "DURATION:PT1H")))
    for number in 0..<LongTests.count(short: 800, long: 4000) {
      let bytes = files.randomElement(using: &random)?.mutated(using: &random) ?? []
      try Self.checkAgain(bytes, "seed \(seed), file \(number)")
    }
  }

  @Test(arguments: Fixture.all(in: "Interchange/ICalendar"))
  func `what fuzzing found comes back the same`(fixture: Fixture) throws {
    try Self.checkAgain(fixture.bytes(), "\(fixture)")
  }
}
