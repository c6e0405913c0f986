import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What a merge makes of the fields of an item that both sides have.
@Suite("Merging an item")
struct MergeItemTests {
  private static let id = 1 << 40

  private static func time(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  private static func moment(_ seconds: Double) -> DueDate { .moment(time(seconds)) }

  private static func document(_ item: ChecklistItem) -> ChecklistDocument {
    var document = ChecklistDocument()
    document.checklists = [Checklist("List", id: 1)]
    document.checklists[0].items = [item]
    return document
  }

  /// The item that is merged of two edits of one, the same with the edits exchanged.
  private func merged(
    of base: ChecklistItem = ChecklistItem("Milk", id: id, now: time(0)), hasBase: Bool = true,
    _ change: (inout ChecklistItem) -> Void, _ other: (inout ChecklistItem) -> Void
  ) throws -> ChecklistItem {
    var (ours, theirs) = (base, base)
    change(&ours)
    other(&theirs)
    let before = hasBase ? Self.document(base) : nil
    let merge = DocumentMerge(
      base: before, ours: Self.document(ours), theirs: Self.document(theirs))
    let mirrored = DocumentMerge(
      base: before, ours: Self.document(theirs), theirs: Self.document(ours))
    #expect(mirrored.document.checklists == merge.document.checklists)
    #expect(merge.document.checklists.count == 1)
    #expect(merge.document.checklists.first?.items.count == 1)
    return try #require(merge.document.checklists.first?.items.first)
  }

  @Test("A field that one side changed has that value, each field for itself")
  func oneSide() throws {
    let item = try merged({ $0.text = "Oat milk" }, { $0.note = "two" })
    #expect(item.text == "Oat milk")
    #expect(item.note == "two")
    #expect(item.conflicts.isEmpty)
  }

  @Test("Of two texts the longer stays, of two as long the greater; the other is kept")
  func texts() throws {
    let longer = try merged({ $0.text = "Oat milk" }, { $0.text = "Soy" })
    #expect(longer.text == "Oat milk")
    #expect(longer.conflicts == [.text("Soy")])
    let greater = try merged({ $0.text = "Soy" }, { $0.text = "Oat" })
    #expect(greater.text == "Soy")
    #expect(greater.conflicts == [.text("Oat")])
  }

  @Test("Of two notes the same; a note that one side removed and the other changed stays")
  func notes() throws {
    let base = ChecklistItem("Milk", note: "one", id: Self.id, now: Self.time(0))
    let item = try merged(of: base, { $0.note = "three" }, { $0.note = "two" })
    #expect(item.note == "three")
    #expect(item.conflicts == [.note("two")])
    let kept = try merged(of: base, { $0.note = nil }, { $0.note = "two" })
    #expect(kept.note == "two")
    #expect(kept.conflicts.isEmpty)
  }

  @Test("Of two due dates the earlier stays; one that one side removed and the other changed stays")
  func dueDates() throws {
    let base = ChecklistItem("Milk", due: Self.moment(10), id: Self.id, now: Self.time(0))
    let item = try merged(of: base, { $0.due = Self.moment(30) }, { $0.due = Self.moment(20) })
    #expect(item.due == Self.moment(20))
    #expect(item.conflicts == [.due(Self.moment(30))])
    let kept = try merged(of: base, { $0.due = nil }, { $0.due = Self.moment(20) })
    #expect(kept.due == Self.moment(20))
    #expect(kept.conflicts.isEmpty)
  }

  @Test("Of the fields in conflict all get the values of one side, which the first of them chooses")
  func wholeSides() throws {
    let byText = try merged(
      { ($0.text, $0.note, $0.due) = ("Oat milk", "1 l", Self.moment(200)) },
      { ($0.text, $0.note, $0.due) = ("Soy", "two litres", Self.moment(100)) })
    #expect(byText.text == "Oat milk")
    #expect(byText.note == "1 l")
    #expect(byText.due == Self.moment(200))
    #expect(
      byText.conflicts == [.due(Self.moment(100)), .note("two litres"), .text("Soy")])
    let byNote = try merged(
      { ($0.note, $0.due) = ("one litre", Self.moment(200)) },
      { ($0.text, $0.note, $0.due) = ("Oat milk", "two", Self.moment(100)) })
    #expect(byNote.text == "Oat milk")
    #expect(byNote.note == "one litre")
    #expect(byNote.due == Self.moment(200))
    #expect(byNote.conflicts == [.due(Self.moment(100)), .note("two")])
  }

  @Test("Of two due dates that the repetition gave, the later stays without a conflict")
  func repetition() throws {
    var base = ChecklistItem("Milk", due: Self.moment(0), id: Self.id, now: Self.time(0))
    base.repetition = .days(1)
    let item = try merged(
      of: base, { $0.due = Self.moment(86_400) }, { $0.due = Self.moment(172_800) })
    #expect(item.due == Self.moment(172_800))
    #expect(item.repetition == .days(1))
    #expect(item.conflicts.isEmpty)
    let other = try merged(of: base, { $0.repetition = .days(2) }, { $0.repetition = .days(3) })
    #expect(other.repetition == .days(3))
  }

  @Test("A due date that one side removed stays with its repetition, if the other changed either")
  func removedDueDates() throws {
    var base = ChecklistItem("Milk", due: Self.moment(0), id: Self.id, now: Self.time(0))
    func merge(
      _ change: (inout ChecklistItem) -> Void
    ) -> (due: DueDate?, repetition: Repetition?, reports: [MergeReport]) {
      var (ours, theirs) = (base, base)
      change(&ours)
      theirs.due = nil
      let merge = DocumentMerge(
        base: Self.document(base), ours: Self.document(ours), theirs: Self.document(theirs))
      let mirrored = DocumentMerge(
        base: Self.document(base), ours: Self.document(theirs), theirs: Self.document(ours))
      #expect(mirrored.document.checklists == merge.document.checklists)
      #expect(mirrored.reports == merge.reports)
      let item = merge.document.checklists[0].items[0]
      return (item.due, item.repetition, merge.reports)
    }
    let kept = [MergeReport.keptDue(id: Self.id, text: "Milk", list: "List")]
    #expect(merge { $0.repetition = .days(1) } == (Self.moment(0), .days(1), kept))
    #expect(merge { $0.due = Self.moment(9) } == (Self.moment(9), nil, kept))
    #expect(merge { $0.note = "two" } == (nil, nil, []))
    #expect(merge { $0.due = nil } == (nil, nil, []))
    base.repetition = .days(1)
    #expect(merge { $0.due = Self.moment(86_400) } == (Self.moment(86_400), .days(1), kept))
    #expect(merge { $0.repetition = .days(2) } == (Self.moment(0), .days(2), kept))
    #expect(merge { $0.repetition = nil } == (nil, nil, []))
  }

  @Test("A conflict is new where neither side had it")
  func newConflicts() {
    func isNew(
      _ base: [Conflict], _ ours: (String, [Conflict]), _ theirs: (String, [Conflict])
    ) -> Bool {
      let documents = [("Milk", base), ours, theirs].map { text, conflicts in
        var item = ChecklistItem(text, id: Self.id, now: Self.time(0))
        item.conflicts = conflicts
        return Self.document(item)
      }
      return DocumentMerge(base: documents[0], ours: documents[1], theirs: documents[2])
        .hasNewConflicts
    }
    let old = [Conflict.text("Tea")]
    #expect(!isNew([], ("Oat milk", []), ("Milk", [])))
    #expect(isNew([], ("Oat milk", []), ("Soy", [])))
    #expect(!isNew(old, ("Milk", old), ("Soy", old)))
    #expect(!isNew([], ("Oat milk", [.text("Soy")]), ("Milk", [])))
    #expect(!isNew([], ("Oat milk", [.text("Soy")]), ("Soy", [])))
    #expect(isNew(old, ("Oat milk", old), ("Soy", old)))
    // The same of a list.
    let base = Self.document(ChecklistItem("Milk", id: 2, now: Self.time(0)))
    var ours = base
    ours.checklists[0].name = "Longer list"
    ours.checklists[0].conflicts = [.name("Other")]
    #expect(!DocumentMerge(base: base, ours: ours, theirs: base).hasNewConflicts)
    var other = base
    other.checklists[0].name = "Other"
    #expect(!DocumentMerge(base: base, ours: ours, theirs: other).hasNewConflicts)
    other.checklists[0].name = "Third"
    let merge = DocumentMerge(base: base, ours: ours, theirs: other)
    #expect(merge.hasNewConflicts)
    #expect(merge.document.checklists[0].conflicts == [.name("Other"), .name("Third")])
  }

  @Test("The check mark is that of the side that changed it, done since the earlier time")
  func checkMarks() throws {
    let both = try merged(
      { $0.setChecked(true, now: Self.time(7)) }, { $0.setChecked(true, now: Self.time(5)) })
    #expect(both.isChecked)
    #expect(both.completed == Self.time(5))
    var done = ChecklistItem("Milk", id: Self.id, now: Self.time(0))
    done.setChecked(true, now: Self.time(3))
    let opened = try merged(
      of: done, { $0.setChecked(false, now: Self.time(8)) }, { $0.text = "Eggs" })
    #expect(!opened.isChecked)
    #expect(opened.completed == nil)
    let union = try merged(hasBase: false, { $0.setChecked(true, now: Self.time(8)) }, { _ in })
    #expect(union.isChecked)
    #expect(union.completed == Self.time(8))
  }

  @Test("Conflicts that one side settled are gone, and those of both sides stay")
  func conflicts() throws {
    var base = ChecklistItem("Milk", id: Self.id, now: Self.time(0))
    base.conflicts = [.text("Eggs")]
    let settled = try merged(of: base, { $0.conflicts = [] }, { $0.conflicts.append(.text("Soy")) })
    #expect(settled.conflicts == [.text("Soy")])
    let union = try merged(
      of: base, { $0.conflicts.append(.note("one")) }, { $0.conflicts.append(.text("Soy")) })
    #expect(union.conflicts == [.note("one"), .text("Eggs"), .text("Soy")])
  }

  @Test("Knowledge of other programs is united by format, and the greater counts")
  func origins() throws {
    let item = try merged(
      { $0.origin = ItemOrigin("ics", id: "a") },
      {
        let csv = ItemOrigin("csv", id: "c")
        $0.origin = .replacing("ics", in: csv, by: ItemOrigin("ics", id: "b"))
      })
    #expect(item.origin?.formats == ["csv", "ics"])
    #expect(item.origin?["ics"]?.id == "b")
  }

  @Test("Of two times at which it was made the earlier stays")
  func created() throws {
    let item = try merged({ $0.created = Self.time(9) }, { $0.created = Self.time(4) })
    #expect(item.created == Self.time(4))
  }
}
