import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Rules of several programs and their next dates, which another library has found.
@Suite(.needs(Routines.arePresent, Routines.absence))
struct RoutineCasesTests {
  @Test(arguments: Routines.all)
  func `a rule has the form and the dates that are right`(this: Routines.Case) throws {
    let zone = try #require(Routines.zone(this.zone))
    let due = try Self.due(this.due, in: zone)
    let rule = Self.rule(this, due, in: zone)
    guard let next = this.next else {
      #expect(rule == nil)
      return
    }
    let repetition = try #require(rule)
    // For times the column has the rule as it was typed.
    let stored = try Repetition(phrase: this.stored)
    #expect(repetition.storedText == (this.due.count > 10 ? stored.storedText : this.stored))
    #expect(Repetition(storedText: repetition.storedText) == repetition)
    let done = try Self.done(this.done, in: zone)
    #expect(Self.dates(of: repetition, due, done: done, in: zone) == next)
  }

  @Test func `all cases are read`() {
    #expect(Routines.all.count == 194)
  }

  /// The next dates, each done on its day.
  private static func dates(
    of repetition: Repetition, _ due: DueDate, done: Date, in zone: TimeZoneRules
  ) -> [String] {
    var dates: [String] = []
    var (item, done) = ((due: due, repetition: repetition), done)
    for _ in 0..<3 {
      let covered = item.repetition.covered(item.due, at: done, in: zone)
      guard let next = covered.repetition.next(after: covered.due, done: done, in: zone) else {
        return dates + ["ended"]
      }
      dates.append(next.due.description)
      (item, done) = (next, next.due.end(in: zone))
    }
    return dates
  }

  /// A day, or a time by the clocks.
  private static func due(_ text: String, in zone: TimeZoneRules) throws -> DueDate {
    try DuePhrase(text).dueDate(now: .distantPast, in: zone)
  }

  /// A moment, or the end of a day.
  private static func done(_ text: String, in zone: TimeZoneRules) throws -> Date {
    try DuePhrase(text).moment(now: .distantPast, in: zone)
  }

  private static func rule(
    _ this: Routines.Case, _ due: DueDate, in zone: TimeZoneRules
  ) -> Repetition? {
    switch this.source {
    case "repeat": try? Repetition(phrase: this.rule)
    case "rrule": RecurrenceRule(this.rule)?.repetition(due: due.clock(in: zone), in: zone)
    case "obsidian":
      // A file of text keeps the words; the cases are without what the due date says.
      imported(.markdown, "- [ ] a 🔁 \(this.rule) 📅 \(this.due)\n", zone)?
        .reduced(to: due.clock(in: zone))
    case "todo.txt": imported(.todotxt, "a due:\(this.due) rec:\(this.rule)\n", zone)
    case "taskwarrior":
      imported(
        .taskwarrior,
        "[{\"description\":\"a\",\"status\":\"pending\",\"recur\":\"\(this.rule)\","
          + "\"due\":\"\(this.due.filter { $0 != "-" })T000000Z\"}]", zone)
    default: nil
    }
  }

  private static func imported(
    _ format: InterchangeFormat, _ text: String, _ zone: TimeZoneRules
  ) -> Repetition? {
    let options = ImportOptions(now: Date(timeIntervalSinceReferenceDate: 817_000_000), zone: zone)
    let bytes = Array(text.utf8)
    let file =
      switch format {
      case .markdown: try? MarkdownFormat.read(bytes, options)
      case .todotxt: try? TodoTxtFormat.read(bytes, options)
      default: try? TaskwarriorFormat.read(bytes, options)
      }
    return file?.lists.first?.items.first?.item.repetition
  }
}
