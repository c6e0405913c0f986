package import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How far a run is: its log and the check marks of the list together.
///
/// The check marks count. What they say and the log does not was done outside of the dialogue.
package struct RunProgress: Sendable {
  /// What became of an item.
  package enum State: Equatable, Sendable {
    case open, done, skipped
  }

  /// The run.
  package let run: Run
  /// The list as it is now; nil when the run has ended or the list is gone, and only the log
  /// counts.
  package let list: Checklist?

  /// - Parameters:
  ///   - run: The run.
  ///   - list: The list as it is now; nil when it is gone.
  package init(_ run: Run, _ list: Checklist?) {
    self.run = run
    self.list = run.end == nil ? list : nil
  }

  /// What became of an item of the list.
  package func state(of item: ChecklistItem) -> State {
    if item.isChecked { return .done }
    return run.answers[item.id]?.kind == .skipped ? .skipped : .open
  }

  /// What the log does not tell yet: what was done or undone outside of the dialogue.
  package var elsewhere: [RunEvent] {
    (list?.items ?? []).compactMap { item in
      let answer = run.answers[item.id]
      let isDone = answer?.kind == .done
      guard item.isChecked != isDone else { return nil }
      // Skipped, and still open.
      if !item.isChecked, answer?.kind != .done { return nil }
      // When a mark was taken off is not known: it was after the answer.
      let time = item.isChecked ? item.completed : answer?.time
      var event = RunEvent(
        item.isChecked ? .done : .undone, run: run.number, at: time ?? run.start, by: nil,
        list: run.list, named: list?.name ?? run.listName)
      event.item = RunEvent.Item(item)
      event.isElsewhere = true
      return event
    }
  }

  /// The answers for all items: in the order of the list, then those of items that are gone.
  package var answers: [RunEvent] {
    var answers = run.answers
    for event in elsewhere { if let item = event.item { answers[item.id] = event } }
    let present = list?.items.map(\.id) ?? []
    let isPresent = Set(present)
    return (present + run.items.filter { !isPresent.contains($0) }).compactMap { answers[$0] }
  }

  /// How many items were done.
  package var doneCount: Int { answers.count { $0.kind == .done } }
  /// How many were skipped.
  package var skippedCount: Int { answers.count { $0.kind == .skipped } }
  /// How many there are; nil when that is not known.
  package var count: Int? {
    if let list { return list.items.count }
    return run.end?.kind == .completed ? doneCount + skippedCount : run.count
  }

  /// How long it took; nil when it goes on.
  package var duration: Double? { run.end.map { $0.time.timeIntervalSince(run.start) } }
}

extension RunEvent.Item {
  init(_ item: ChecklistItem) {
    self.init(id: item.id, text: item.text, section: item.section)
  }
}
