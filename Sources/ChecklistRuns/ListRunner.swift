package import ChecklistCore

/// Goes through a list: each answer is logged and then saved, under the lock of the document.
package struct ListRunner: Sendable {
  /// An answer for an item.
  package enum Answer: Equatable, Sendable {
    case done
    /// With the reason, which is not empty.
    case skip(String)

    fileprivate var mark: DocumentChange.CheckMark {
      switch self {
      case .done: .done()
      case .skip(let reason): .skipped(reason)
      }
    }
  }

  /// The outcome of an answer.
  package enum Outcome: Equatable, Sendable {
    /// It was logged and saved.
    case saved
    /// Somebody else had answered or unchecked the item since it was asked; nothing was done.
    case overtaken(ChecklistItem.State)
    /// Somebody else had changed its text or its note since it was asked; nothing was done.
    case changed
    /// The item is gone.
    case itemGone
    /// The list is gone.
    case listGone
    /// The run was ended by somebody else, who may have begun another one.
    case ended
  }

  /// How an attempt to complete a run ended.
  package enum Completion: Equatable, Sendable {
    /// The run is complete.
    case complete
    /// An item is to be answered, or somebody else ended the run.
    case overtaken
    /// The list has no items any more.
    case empty
    /// An item was deleted after its command did not succeed: only another run can be complete.
    case deleted(RunEvent)
  }

  private let store: DocumentStore
  private let log: RunLog
  private let list: Int
  private let person: String?
  private let command: String

  /// - Parameters:
  ///   - person: Who goes through it; nil when that is not known.
  ///   - command: What does it, as people read it in the history.
  package init(
    _ list: Int, of store: DocumentStore, log: RunLog, by person: String?, command: String
  ) {
    (self.list, self.store, self.log) = (list, store, log)
    (self.person, self.command) = (person, command)
  }

  // MARK: Looking

  /// Looks at the list and its last run.
  ///
  /// - Returns: The list; nil when it is gone. The run; nil when there is none.
  /// - Throws: `StoreError`.
  package func look() throws(StoreError) -> (list: Checklist?, run: Run?) {
    let history = try log.read()
    let document = try store.load()
    return (document?.checklists.first { $0.id == list }, history.last(of: list))
  }

  // MARK: Beginning and ending

  /// Begins a run, or goes on with the one that is open.
  ///
  /// A run of a list in which nothing is open begins with a reset; else what is done or skipped
  /// stays so. The reset is saved before the beginning is logged: a run that began with nothing
  /// open would be complete at once.
  ///
  /// - Parameters:
  ///   - isAnew: Whether a run that is open is closed, and everything is asked.
  ///   - zone: The time zone in which one is, for what repeats.
  /// - Returns: The run; nil when the list is gone.
  /// - Throws: `StoreError`, or `ChangeError`.
  package func begin(isAnew: Bool, at now: Date, in zone: TimeZoneRules) throws -> Run? {
    let isPrepared: Void? = try transact(at: now) { transaction, list, history in
      if let run = history.open(of: list.id) {
        guard isAnew else { return }
        try log.append(closing(run, list, .closed, now), to: history)
      }
      if isAnew || list.openCount == 0 {
        try transaction.apply([list.reset(at: now, in: zone)])
      }
    }
    guard isPrepared != nil else { return nil }
    return try transact(at: now) { _, list, history in
      if let run = history.open(of: list.id) { return run }
      var start = RunEvent(
        .started, run: history.nextNumber, at: now, by: person, list: list.id, named: list.name)
      (start.count, start.document) = (list.items.count, log.document)
      try log.append([start], to: history)
      return Run(start)
    }
  }

  /// Ends a run, when every item was answered.
  ///
  /// An item whose command did not succeed is not answered by a mark from outside of the run.
  ///
  /// - Throws: `StoreError`.
  package func complete(_ number: Int, at now: Date) throws -> Completion {
    try transact(at: now) { _, list, history in
      guard let run = history.open(of: list.id), run.number == number else { return .overtaken }
      let progress = RunProgress(run, list)
      if list.items.isEmpty { return .empty }
      if list.items.contains(where: progress.isAsked) { return .overtaken }
      if let failure = progress.deletedFailure { return .deleted(failure) }
      try log.append(closing(run, list, .completed, now), to: history)
      return .complete
    } ?? .overtaken
  }

  /// The events that end a run.
  private func closing(
    _ run: Run, _ list: Checklist, _ kind: RunEvent.Kind, _ now: Date
  ) -> [RunEvent] {
    Self.closing(run, list, kind, by: person, at: now)
  }

  fileprivate static func closing(
    _ run: Run, _ list: Checklist, _ kind: RunEvent.Kind, by person: String?, at now: Date
  ) -> [RunEvent] {
    RunProgress(run, list).unlogged + [
      RunEvent(kind, run: run.number, at: now, by: person, list: list.id, named: list.name)
    ]
  }

  // MARK: Answering

  /// Answers for an item.
  ///
  /// - Parameters:
  ///   - asked: The item as it was when it was asked.
  ///   - seconds: How long ago the answer before was given.
  /// - Throws: `StoreError`, or `ChangeError`.
  package func answer(
    _ answer: Answer, for asked: ChecklistItem, in number: Int, after seconds: Double, at now: Date
  ) throws -> Outcome {
    if case .skip(let reason) = answer { try ContentRules.reason(reason) }
    return try transact(at: now) { transaction, list, history in
      guard let run = history.open(of: list.id), run.number == number else { return .ended }
      guard let position = list.items.firstIndex(where: { $0.id == asked.id }) else {
        return .itemGone
      }
      let item = list.items[position]
      guard item.state == asked.state else { return .overtaken(item.state) }
      guard item.text.hasSameCodeUnits(as: asked.text), item.note.hasSameCodeUnits(as: asked.note)
      else { return .changed }
      var event = answered(answer, run, list, position, now)
      event.seconds = seconds.tenths
      try log.append([event], to: history)
      try transaction.apply([
        .checkItems([list.reference(at: position)], list: list.id, answer.mark)
      ])
      return .saved
    } ?? .listGone
  }

  /// Answers for several items at once: all, or none where one of them is another one by now.
  ///
  /// - Parameter answers: The items as they were when they were looked at, with their answers.
  /// - Throws: `StoreError`, or `ChangeError`.
  package func answer(
    _ answers: [(item: ChecklistItem, answer: Answer)], in number: Int, at now: Date
  ) throws -> Outcome {
    try transact(at: now) { transaction, list, history in
      guard let run = history.open(of: list.id), run.number == number else { return .ended }
      let positions = list.positionsByID
      var (events, changes) = ([RunEvent](), [DocumentChange]())
      for (asked, answer) in answers {
        guard let position = positions[asked.id] else { return .itemGone }
        let item = list.items[position]
        guard item.text.hasSameCodeUnits(as: asked.text) else { return .changed }
        guard item.state == asked.state else { return .overtaken(item.state) }
        events.append(answered(answer, run, list, position, now))
        changes.append(
          .checkItems([list.reference(at: position)], list: list.id, answer.mark))
      }
      try log.append(events, to: history)
      try transaction.apply(changes)
      return .saved
    } ?? .listGone
  }

  /// Logs that the command of an item begins to be executed: if nothing tells of its end, it did
  /// not succeed.
  ///
  /// - Throws: `StoreError`.
  package func executing(
    _ item: ChecklistItem, in number: Int, at now: Date
  ) throws -> Outcome {
    try note(.executing, on: item.id, in: number, at: now) { _ in }
  }

  /// Logs that the command of an item was executed, also if the run has ended by now, or the item
  /// or the list is gone.
  ///
  /// - Parameters:
  ///   - status: Its exit status; 128 and its number for a signal.
  ///   - seconds: How long it took.
  ///   - output: The last lines that it wrote; nil where they went to the terminal.
  /// - Throws: `StoreError`.
  package func executed(
    _ item: ChecklistItem, in number: Int, status: Int, seconds: Double, output: String?,
    at now: Date
  ) throws -> Outcome {
    try store.transact(by: command, at: now) { transaction in
      let list = transaction.document?.checklists.first { $0.id == self.list }
      return try log.withLock(besides: store.path) { history in
        guard let run = history.runs.last(where: { $0.number == number && history.isOwn($0) })
        else { return .ended }
        let position = list?.items.firstIndex { $0.id == item.id }
        var event = RunEvent(
          .executed, run: number, at: now, by: person, list: run.list,
          named: list?.name ?? run.listName)
        event.item = RunEvent.Item(
          position.flatMap { list?.items[$0] } ?? item, number: position.map { $0 + 1 })
        (event.status, event.output, event.seconds) = (status, output, seconds.tenths)
        try log.append([event], to: history)
        return .saved
      }
    }
  }

  /// Signs the last run of the list, which is whole.
  ///
  /// - Returns: The run; nil when there is none that is whole, or the list is gone.
  /// - Throws: `StoreError`.
  package func sign(at now: Date) throws -> Run? {
    try transact(at: now) { _, list, history in
      guard let run = history.last(of: list.id), RunProgress(run, nil).isWhole else { return nil }
      if run.signatures.contains(where: { $0.person.hasSameCodeUnits(as: person) }) { return run }
      try log.append(
        [RunEvent(.signed, run: run.number, at: now, by: person, list: list.id, named: list.name)],
        to: history)
      return try log.read().last(of: list.id)
    }
  }

  /// Logs a remark on an item, which belongs to the run.
  ///
  /// - Throws: `StoreError`.
  package func remark(
    _ remark: String, on item: Int, in number: Int, at now: Date
  ) throws -> Outcome {
    try note(.noted, on: item, in: number, at: now) { $0.reason = remark }
  }

  /// Logs an event of an item that leaves the item as it is.
  private func note(
    _ kind: RunEvent.Kind, on item: Int, in number: Int, at now: Date,
    _ fill: (inout RunEvent) -> Void
  ) throws -> Outcome {
    try transact(at: now) { _, list, history in
      guard let run = history.open(of: list.id), run.number == number else { return .ended }
      guard let position = list.items.firstIndex(where: { $0.id == item }) else {
        return .itemGone
      }
      var event = event(kind, run, list, list.items[position], number: position + 1, now)
      fill(&event)
      try log.append([event], to: history)
      return .saved
    } ?? .listGone
  }

  /// The event of an answer.
  private func answered(
    _ answer: Answer, _ run: Run, _ list: Checklist, _ position: Int, _ now: Date
  ) -> RunEvent {
    let item = list.items[position]
    var (kind, reason) = (RunEvent.Kind.done, String?.none)
    if case .skip(let words) = answer { (kind, reason) = (.skipped, words) }
    var event = event(kind, run, list, item, number: position + 1, now)
    event.reason = reason
    if let repetition = item.repetition, let due = item.due {
      event.due = repetition.covered(due, at: now, in: store.zone).due
    }
    return event
  }

  /// The event of an item.
  private func event(
    _ kind: RunEvent.Kind, _ run: Run, _ list: Checklist, _ item: ChecklistItem, number: Int?,
    _ now: Date
  ) -> RunEvent {
    var event = RunEvent(
      kind, run: run.number, at: now, by: person, list: list.id, named: list.name)
    event.item = RunEvent.Item(item, number: number)
    return event
  }

  /// Does something with the list and the log under the locks of both.
  ///
  /// - Returns: What `body` returns; nil when the list is gone.
  private func transact<Value>(
    at now: Date, _ body: (inout DocumentTransaction, Checklist, RunHistory) throws -> Value?
  ) throws -> Value? {
    try store.transact(by: command, at: now) { transaction in
      guard let list = transaction.document?.checklists.first(where: { $0.id == list }) else {
        return nil
      }
      return try log.withLock(besides: store.path) { try body(&transaction, list, $0) }
    }
  }
}

/// The end of a run whose list is reset, which is logged once the reset is saved.
package struct RunClosing: Sendable {
  /// How far the run was.
  package let progress: RunProgress
  /// The log in which it is closed.
  package let log: RunLog
  private let events: [RunEvent]
  private let document: String

  /// Finds the run of a list that is open; nil when there is none.
  ///
  /// - Parameters:
  ///   - list: The list before the reset.
  ///   - document: The document, whose lock must be held.
  ///   - person: Who resets it; nil when that is not known.
  /// - Throws: `StoreError`.
  package init?(
    of list: Checklist, of document: String, in log: RunLog, by person: String?, at now: Date
  ) throws(StoreError) {
    guard let run = try log.read().open(of: list.id) else { return nil }
    progress = RunProgress(run, list)
    (self.log, self.document) = (log, document)
    events = ListRunner.closing(run, list, .closed, by: person, at: now)
  }

  /// Logs that the run is closed, unless it has ended meanwhile.
  ///
  /// The lock of the document must still be held.
  ///
  /// - Throws: `StoreError`.
  package func save() throws {
    try log.withLock(besides: document) { history in
      guard history.open(of: progress.run.list)?.number == progress.run.number else { return }
      try log.append(events, to: history)
    }
  }
}

extension Double {
  /// The seconds of a length of time as the log has them: in tenths, and not below zero.
  fileprivate var tenths: Double { (max(self, 0) * 10).rounded() / 10 }
}
