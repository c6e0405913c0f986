import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Lists that are used again.
struct ResetTests {
  private static let zone = TestZone.berlin.rules

  /// A morning routine: two things of each day, one of Mondays, one that does not repeat.
  private static func routine(from monday: Date) -> ChecklistDocument {
    var list = Checklist("Morning", id: 1)
    let today = DueDate.day(DueDate.Day(zone.clock(at: monday), in: zone))
    list.items = ["Stretch", "Tea", "Water the plants", "Buy beans"].enumerated().map {
      ChecklistItem($1, due: today, id: $0 + 1, now: monday)
    }
    list.items[0].repetition = .days(1)
    list.items[1].repetition = .weekdays
    list.items[2].repetition = .weeks(1)
    var document = ChecklistDocument()
    document.checklists = [list]
    return document
  }

  private static func view(_ document: ChecklistDocument, at now: Date) -> [String] {
    let dates = DateWords(now: now, zone: zone)
    return document.checklists[0].items.map { item in
      let date = item.next(in: zone).map { "next \(dates.day($0.due))" }
      let due = date ?? item.due.map { dates.due($0).text } ?? ""
      return "\(item.isChecked ? "x" : " ") \(item.text) \(due)"
    }
  }

  @Test func `a week of a morning routine`() throws {
    // Monday, 19 October 2026; the clocks go back on the Sunday.
    let monday = try Date(utc: "2026-10-19T05:00:00Z")
    var document = Self.routine(from: monday)
    var seen: [[String]] = []
    for day in 0..<8 {
      let morning = monday.addingTimeInterval(Double(day) * 86_400)
      document.reopen(at: morning, in: Self.zone)
      try document.apply(
        document.checklists[0].reset(at: morning, in: Self.zone), at: morning)
      seen.append(Self.view(document, at: morning))
      // All that is due today is done.
      let due = document.checklists[0].items.filter {
        $0.due?.day(in: Self.zone)?.daysSince2001 == Self.zone.clock(at: morning).daysSince2001
      }
      try document.apply(
        .checkItems(due.map { ItemReference($0.id) }, list: 1, .done()), at: morning + 600,
        in: Self.zone)
    }
    #expect(
      seen[0] == [
        "  Stretch today", "  Tea today", "  Water the plants today", "  Buy beans today",
      ])
    #expect(
      seen[1] == [
        "  Stretch today", "  Tea today", "x Water the plants next Mon",
        "  Buy beans overdue 1d",
      ])
    // On Saturday the tea is for Monday.
    #expect(
      seen[5].prefix(3) == ["  Stretch today", "x Tea next Mon", "x Water the plants next Mon"])
    #expect(
      seen[6].prefix(3) == [
        "  Stretch today", "x Tea next tomorrow", "x Water the plants next tomorrow",
      ])
    #expect(seen[7].prefix(3) == ["  Stretch today", "  Tea today", "  Water the plants today"])
  }

  @Test func `what was done today is open again at the same date`() throws {
    let evening = try Date(utc: "2026-10-19T19:00:00Z")
    var document = Self.routine(from: evening)
    let all = document.checklists[0].items.map { ItemReference($0.id) }
    try document.apply(.checkItems(all, list: 1, .done()), at: evening)
    let applied = try document.apply(
      document.checklists[0].reset(at: evening, in: Self.zone), at: evening)
    #expect(applied.map(\.kind) == [.unchecked, .unchecked, .unchecked, .unchecked])
    #expect(
      Self.view(document, at: evening) == [
        "  Stretch today", "  Tea today", "  Water the plants today", "  Buy beans today",
      ])
    // Once more, nothing is left to do.
    #expect(
      try document.apply(document.checklists[0].reset(at: evening, in: Self.zone), at: evening)
        .isEmpty)
  }

  @Test func `only what is due again is opened, the rest stays`() throws {
    let monday = try Date(utc: "2026-10-19T05:00:00Z")
    var document = Self.routine(from: monday)
    document.checklists[0].items[2].due = .moment(monday + 7 * 86_400)
    let all = document.checklists[0].items.map { ItemReference($0.id) }
    try document.apply(.checkItems(all, list: 1, .done()), at: monday)
    func resetDue(_ now: Date) throws -> [AppliedChange.Kind] {
      try document.apply(
        document.checklists[0].reset(onlyDue: true, at: now, in: Self.zone), at: now
      ).map(\.kind)
    }
    #expect(try resetDue(monday + 3600) == [])
    let tuesday = monday + 86_400
    #expect(try resetDue(tuesday) == [.unchecked, .unchecked])
    #expect(
      Self.view(document, at: tuesday) == [
        "  Stretch today", "  Tea today", "x Water the plants next 2 Nov 06:00",
        "x Buy beans overdue 1d",
      ])
    // What was missed stays overdue.
    #expect(try resetDue(tuesday + 86_400) == [])
    #expect(Self.view(document, at: tuesday + 86_400).prefix(1) == ["  Stretch overdue 1d"])
  }

  @Test func `months come back to their day, and another date is another day to keep`() throws {
    let zone = Self.zone
    var document = Self.routine(from: try Date(utc: "2026-01-31T05:00:00Z"))
    document.checklists[0].items[0].repetition = .months(1)
    func stored() -> String? { document.checklists[0].items[0].repetition?.storedText }
    func reset(_ now: String) throws -> String? {
      let now = try Date(utc: now)
      try document.apply(document.checklists[0].reset(at: now, in: zone), at: now)
      return document.checklists[0].items[0].due?.day(in: zone)?.isoDay
    }
    #expect(try reset("2026-02-01T05:00:00Z") == "2026-02-28")
    #expect(stored() == "1month@31")
    document = try ChecklistDocument(document.encoded())
    #expect(try reset("2026-03-01T05:00:00Z") == "2026-03-31")
    #expect(stored() == "1month")
    #expect(try reset("2026-04-01T05:00:00Z") == "2026-04-30")
    let day = try #require(DueDate.Day(year: 2026, month: 4, day: 29, in: zone))
    let item = document.checklists[0].reference(at: 0)
    try document.apply(
      .editItems([item], list: 1, ItemEdit(due: .set(.day(day)))),
      at: Date(utc: "2026-04-02T05:00:00Z"))
    #expect(stored() == "1month")
    #expect(try reset("2026-05-01T05:00:00Z") == "2026-05-29")
    // The same date, set again, is a day to keep too.
    document.checklists[0].items[0].due = .day(
      try #require(DueDate.Day(year: 2026, month: 8, day: 31, in: zone)))
    #expect(try reset("2026-09-01T05:00:00Z") == "2026-09-30")
    let september = try #require(document.checklists[0].items[0].due)
    let applied = try document.apply(
      .editItems([item], list: 1, ItemEdit(due: .set(september))),
      at: Date(utc: "2026-09-02T05:00:00Z"))
    #expect(applied.map(\.kind) == [.edited])
    #expect(try reset("2026-10-01T05:00:00Z") == "2026-10-30")
  }
}
