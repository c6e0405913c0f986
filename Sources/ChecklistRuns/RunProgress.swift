package import ChecklistCore

/// How far a run is: its log and the items of the list together.
///
/// The states of the items count. What they say and the log does not was done outside of the
/// dialogue.
package struct RunProgress: Sendable {
  /// The run.
  package let run: Run
  /// The list as it is now; nil when the run has ended or the list is gone, and only the log
  /// counts.
  package let list: Checklist?
  /// The changes that the log does not tell yet: items done or undone outside of the dialogue, and
  /// what is not answered.
  package let unlogged: [RunEvent]
  /// The outcome for each item: in the order of the list, then of those that are gone.
  package let answers: [RunEvent]

  /// - Parameter list: The list as it is now; nil when it is gone.
  package init(_ run: Run, _ list: Checklist?) {
    let list = run.end == nil ? list : nil
    (self.run, self.list) = (run, list)
    unlogged =
      list?.items.enumerated().compactMap { Self.unlogged($1, number: $0 + 1, run, list) } ?? []
    var answers = run.answers
    for event in unlogged { if let item = event.item { answers[item.id] = event } }
    let present = list?.items.map(\.id) ?? []
    let isPresent = Set(present)
    let gone = run.items.filter { !isPresent.contains($0) }.compactMap { answers[$0] }
    // In the order of the list; those of an earlier version in that of the answers.
    self.answers =
      present.compactMap { answers[$0] }
      + gone.enumerated().sorted {
        ($0.element.item?.number ?? .max, $0.offset) < ($1.element.item?.number ?? .max, $1.offset)
      }.map(\.element)
  }

  /// The outcome for an item that the log does not tell yet.
  private static func unlogged(
    _ item: ChecklistItem, number: Int, _ run: Run, _ list: Checklist?
  ) -> RunEvent? {
    let answer = run.answers[item.id]
    let kind: RunEvent.Kind
    switch (item.state, answer?.kind) {
    case (.done, .done), (.open, .undone), (.open, .left): return nil
    case (.skipped, .skipped) where item.skipReason.hasSameCodeUnits(as: answer?.reason ?? ""):
      return nil
    case (.done, _): kind = .done
    case (.skipped, _): kind = .skipped
    case (.open, nil): kind = .left
    case (.open, _): kind = .undone
    }
    // When an item was opened or skipped is not known: it was after the answer.
    let time = item.isChecked ? item.completed : answer?.time
    var event = RunEvent(
      kind, run: run.number, at: time ?? run.start, by: nil, list: run.list,
      named: list?.name ?? run.listName)
    event.item = RunEvent.Item(item, number: number)
    if let reason = item.skipReason, !reason.isEmpty { event.reason = reason }
    event.isElsewhere = kind != .left
    return event
  }

  /// How many items were done.
  package var doneCount: Int { answers.count { $0.kind == .done } }
  /// How many were skipped.
  package var skippedCount: Int { answers.count { $0.kind == .skipped } }
  /// How many there are; of a list that is gone, as many as were answered.
  package var count: Int { answers.count }
  /// How many are not answered.
  package var leftCount: Int { count - doneCount - skippedCount }

  /// How long it took; nil when it goes on.
  package var duration: Double? { run.end.map { $0.time.timeIntervalSince(run.start) } }
}

extension RunEvent.Item {
  init(_ item: ChecklistItem, number: Int) {
    self.init(id: item.id, text: item.text, section: item.section, number: number)
  }
}
