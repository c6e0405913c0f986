import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What a merge makes of an item that repeats: state and due date of one side, as one.
struct OccurrenceMergeTests {
  private static let zone = TestZone.berlin.rules

  /// A state of a weekly item, by days of December 2026.
  struct State: CustomTestStringConvertible, Sendable {
    var state: ChecklistItem.State
    var due: Int
    /// The day on which it was done, if not on that of the due date.
    var done: Int?

    var testDescription: String { "\(state)@\(due)" }

    static func open(_ due: Int) -> State { State(state: .open, due: due) }
    static func done(_ due: Int, on day: Int? = nil) -> State {
      State(state: .done, due: due, done: day)
    }
    static func skipped(_ due: Int) -> State { State(state: .skipped, due: due) }

    fileprivate func document() throws -> ChecklistDocument {
      func day(_ day: Int) throws -> DueDate.Day {
        try #require(DueDate.Day(year: 2026, month: 12, day: day, in: zone))
      }
      var item = try ChecklistItem(
        "Bins", due: .day(day(due)), id: 7, now: Date(utc: "2026-12-01T09:00:00Z"))
      item.repetition = .weeks(1)
      var document = ChecklistDocument()
      document.checklists = [Checklist("List", id: 1)]
      let noon = try day(done ?? due).end - 43_199
      if state == .done { item.setChecked(true, now: noon) }
      if state == .skipped { item.skip("", now: noon) }
      document.checklists[0].items = [item]
      return document
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let (base, one, other, result): (State?, State, State, State)
    var conflict: Int?

    init(_ base: State?, _ one: State, _ other: State, _ result: State, conflict: Int? = nil) {
      (self.base, self.one, self.other, self.result) = (base, one, other, result)
      self.conflict = conflict
    }

    var testDescription: String {
      "\(base?.testDescription ?? "none"): \(one.testDescription), \(other.testDescription)"
    }
  }

  @Test(
    "State and due date are those of one side, the one that is further",
    arguments: [
      Row(.open(4), .done(4), .open(11), .open(11)),
      Row(.open(4), .skipped(4), .open(11), .open(11)),
      Row(.open(4), .done(4), .done(11), .done(11)),
      Row(.open(4), .done(11, on: 12), .open(11), .done(11, on: 12)),
      Row(.open(4), .done(4), .skipped(4), .done(4)),
      Row(.open(4), .skipped(4), .skipped(11), .skipped(11)),
      Row(.open(4), .done(4), .open(20), .open(20)),
      Row(.open(4), .done(4), .open(2), .done(4), conflict: 2),
      Row(.done(4), .open(4), .open(11), .open(4)),
      Row(.done(4), .open(4), .done(11), .done(11)),
      Row(.done(4), .open(11), .skipped(4), .open(11)),
      Row(nil, .done(4), .open(11), .open(11)),
      Row(nil, .done(4), .skipped(4), .done(4)),
      Row(nil, .done(4), .open(4), .done(4)),
    ])
  func table(_ row: Row) throws {
    let base = try row.base?.document()
    let (one, other) = (try row.one.document(), try row.other.document())
    for (ours, theirs) in [(one, other), (other, one)] {
      let item = DocumentMerge(base: base, ours: ours, theirs: theirs, in: Self.zone)
        .document.checklists[0].items[0]
      #expect(item.state == row.result.state)
      #expect(item.due?.day(in: Self.zone)?.day == row.result.due)
      let expected = try row.result.document().checklists[0].items[0]
      #expect(item.finished == expected.finished)
      let lost = item.conflicts.map { conflict -> Int? in
        if case .due(let due) = conflict { due.day(in: Self.zone)?.day } else { nil }
      }
      #expect(lost == (row.conflict.map { [$0] } ?? []))
    }
  }

  @Test("A machine that deletes what comes again elsewhere has deleted it")
  func deletion() throws {
    let (base, reopened) = (try State.done(4).document(), try State.open(11).document())
    var deleted = base
    deleted.checklists[0].items = []
    #expect(
      DocumentMerge(base: base, ours: reopened, theirs: deleted, in: Self.zone)
        .document.checklists[0].items.isEmpty)
    let opened = try State.open(4).document()
    #expect(
      DocumentMerge(base: base, ours: opened, theirs: deleted, in: Self.zone)
        .document.checklists[0].items.count == 1)
  }
}
