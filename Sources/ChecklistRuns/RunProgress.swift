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
  /// The executions that did not succeed, by the identities of the items for which nobody who went
  /// through the list has answered since.
  ///
  /// A mark from outside of the run does not count for them.
  private let unsettled: [Int: Run.Failure]

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
    var gone = run.items.filter { !isPresent.contains($0) }
    // Nothing else tells of an item that failed and was deleted.
    for (id, failure) in run.failures.sorted(by: { $0.key < $1.key })
    where !failure.isInherited && answers[id] == nil && !isPresent.contains(id) {
      var event = failure.execution
      event.kind = .left
      (event.seconds, event.person) = (nil, nil)
      answers[id] = event
      gone.append(id)
    }
    unsettled = Self.unsettled(run, answers) {
      list == nil ? answers[$0] != nil : isPresent.contains($0)
    }
    // In the order of the list; those of an earlier version in that of the answers.
    self.answers =
      present.compactMap { answers[$0] }
      + gone.compactMap { answers[$0] }.enumerated().sorted {
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
    // It was done, and its next date has come since.
    case (.open, _?) where answer.map(item.comesAgain(since:)) == true: return nil
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

  // MARK: Commands that failed

  /// The executions that did not succeed, and for which no answer counts.
  ///
  /// Where texts repeat in a text document, the item of an earlier run may have another identity by
  /// now: then each item with its text may be the one.
  private static func unsettled(
    _ run: Run, _ answers: [Int: RunEvent], where isPresent: (Int) -> Bool
  ) -> [Int: Run.Failure] {
    var unsettled: [Int: Run.Failure] = [:]
    var lost: [CodeUnits: Run.Failure] = [:]
    for (id, failure) in run.failures {
      if failure.isInherited, !isPresent(id) {
        if failure.execution.list == run.list, let text = failure.execution.item?.text {
          lost[CodeUnits(text)] = failure
        }
      } else if let answer = answers[id] {
        let isDisputed =
          failure.isInherited
          ? answer.isMarkedElsewhere
          : !failure.isAnswered || answer.isElsewhere || !answer.isMark
        if isDisputed { unsettled[id] = failure }
      }
    }
    if lost.isEmpty { return unsettled }
    for (id, answer) in answers where answer.isMarkedElsewhere && unsettled[id] == nil {
      unsettled[id] = answer.item.flatMap { lost[CodeUnits($0.text)] }
    }
    return unsettled
  }

  /// Whether the command of an item did not succeed, and nobody who went through the list has
  /// answered for the item since.
  package func isUnsettled(_ item: Int) -> Bool { unsettled[item] != nil }

  /// The execution of an item that did not succeed, and for which no answer counts.
  package func unsettledFailure(of item: Int) -> Run.Failure? { unsettled[item] }

  /// Whether an item must be answered: it is open, or its mark does not count.
  package func isAsked(_ item: ChecklistItem) -> Bool {
    item.state == .open || isUnsettled(item.id)
  }

  /// An item that was deleted after its command did not succeed, which nothing makes good in this
  /// run; nil where there is none.
  package var deletedFailure: RunEvent? {
    guard let list else { return nil }
    let present = Set(list.items.map(\.id))
    return answers.first { $0.item.map { isUnsettled($0.id) && !present.contains($0.id) } ?? false }
  }

  /// The execution that did not succeed in spite of which an answer stands; nil for none.
  ///
  /// Somebody who went through the list and skipped the item for a reason has made up for it.
  package func failure(of answer: RunEvent) -> Run.Failure? {
    guard let id = answer.item?.id else { return nil }
    if let failure = unsettled[id] { return failure }
    guard let failure = run.failures[id] else { return nil }
    return answer.kind == .done && !failure.isInherited ? failure : nil
  }

  /// Whether the run is complete, as the log and each of its answers have it.
  package var isWhole: Bool {
    run.end?.kind == .completed && doneCount + skippedCount > 0 && leftCount == 0
  }

  /// Whether an answer stands in spite of an execution that did not succeed.
  package var hasFailure: Bool { answers.contains { failure(of: $0) != nil } }

  /// Whether the run is whole, nothing failed, and each item that was skipped has a reason.
  ///
  /// A line of the log that cannot be read may be the one that says otherwise.
  package var isSuccess: Bool {
    isWhole && !run.hasUnreadLines && !hasFailure
      && answers.allSatisfy { $0.kind != .skipped || $0.hasReason }
  }

  // MARK: Counts

  /// How many items were done.
  package var doneCount: Int { count(.done) }
  /// How many were skipped.
  package var skippedCount: Int { count(.skipped) }

  private func count(_ kind: RunEvent.Kind) -> Int {
    answers.count { $0.kind == kind && $0.item.map { isUnsettled($0.id) } != true }
  }

  /// How many there are; of a list that is gone, as many as were answered.
  package var count: Int { answers.count }
  /// How many are not answered.
  package var leftCount: Int { count - doneCount - skippedCount }

  /// How long it took; nil when it goes on.
  package var duration: Double? { run.end.map { $0.time.timeIntervalSince(run.start) } }
}

extension RunEvent {
  /// Whether it says that the item is done or skipped.
  fileprivate var isMark: Bool { [.done, .skipped].contains(kind) }

  /// Whether it says so because of a mark from outside of the run.
  fileprivate var isMarkedElsewhere: Bool { isMark && isElsewhere }

  /// Whether there is a reason that can be seen.
  fileprivate var hasReason: Bool {
    reason?.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    } ?? false
  }
}

extension RunEvent.Item {
  init(_ item: ChecklistItem, number: Int?) {
    self.init(id: item.id, text: item.text, section: item.section, number: number)
  }
}

extension ChecklistItem {
  /// Whether it repeats, and is due for a later date than the one that was answered.
  fileprivate func comesAgain(since answer: RunEvent) -> Bool {
    guard repetition != nil, let due, let answered = answer.due else { return false }
    return answered.comesBefore(due) && !due.isSameDay(as: answered)
  }
}
