/// Undo, redo and earlier revisions.
extension DocumentStore {
  /// A state in the history of the document.
  public struct Revision: Sendable {
    /// The number by which it is restored.
    public let number: Int
    /// When it was saved.
    public let date: Date
    /// The command that made it; empty when that is not known.
    public let command: String
    /// The summary of the change.
    public let summary: String
    /// Whether the document is in this state.
    public let isPresent: Bool
    /// Whether it was undone; it can be redone until another change follows.
    public let isUndone: Bool
    /// The file in which the history keeps what was replaced, where that cannot be read as a
    /// document and so is no state to restore; nil for anything else.
    public internal(set) var keptFile: String?

    /// The summary of the change, with its command.
    package var words: String { command.isEmpty ? summary : "\(summary) (\(command))" }
  }

  /// The states that the document has been in, oldest first, the present one among them.
  ///
  /// - Returns: The states; none when no history is kept.
  /// - Throws: ``StoreError`` when the document cannot be read.
  public func revisions() throws(StoreError) -> [Revision] {
    guard let undoStack = try states()?.undoStack else { return [] }
    return undoStack.entries.indices.map { undoStack.revision($0) }
  }

  /// The document as it was in a state.
  ///
  /// - Parameter number: The number of the state.
  /// - Returns: The document; an empty one for the state before there was any.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/noSuchRevision(_:)`` or
  ///   ``StoreError/Kind/damagedRevision(_:)``.
  public func document(inState number: Int) throws(StoreError) -> ChecklistDocument {
    guard let states = try states() else { throw StoreError(.noHistory, path: path) }
    let entry = try states.undoStack.entries[states.index(number, path)]
    return try content(entry, states.history).document
  }

  /// The document in all states that are kept and sound, the oldest first, the present one last.
  func keptStates() throws(StoreError) -> [MergeBase.State] { try states().map(kept) ?? [] }

  private func kept(_ states: States) -> [MergeBase.State] {
    let (entries, present) = (states.undoStack.entries, states.undoStack.present)
    let document = (states.document?.bytes).flatMap { try? ChecklistDocument($0) }
    var kept: [MergeBase.State] = []
    // The last state of the document itself, and whether it is kept.
    var last: (entry: Journal.Record, isKept: Bool)?
    for (index, entry) in entries.enumerated() {
      let isCopy = entry.origin == .aside
      // A merge keeps the document as it was before it, once more.
      if isCopy, entry.fingerprint == last?.entry.fingerprint { continue }
      let state =
        (index == present ? document : nil)
        ?? (try? content(entry, states.history).document)
      let isAfterKept = last.map { $0.isKept || $0.entry.fingerprint == .empty } == true
      var origin = Lineage.Origin.other
      switch entry.origin {
      case .change where isAfterKept && entry.previous == last?.entry.number:
        origin = .change(at: Date(timeIntervalSinceReferenceDate: entry.time))
      // A merge, or a change after an undo: who undoes a change knows it.
      case .change where isAfterKept, .received where isAfterKept: origin = .merge
      case .aside: origin = .copy
      case .revisited where isAfterKept && entry.previous == last?.entry.number:
        origin = .change(at: Date(timeIntervalSinceReferenceDate: entry.time))
      case .change, .received, .revisited, .foreign: break
      }
      if let state { kept.append(MergeBase.State(document: state, origin: origin)) }
      if !isCopy { last = (entry, state != nil) }
    }
    if present >= 0, present < entries.count - 1, let document {
      kept.append(MergeBase.State(document: document, origin: .merge))
    }
    return kept
  }

  /// The base of a merge with others: what the document has in common with the last state that it
  /// shared with them.
  ///
  /// Changes that were made here go on from it. A document that was missing, or is another one, has
  /// deleted nothing. Neither has an older state that somebody put in the place of the document:
  /// that state is what it has in common.
  ///
  /// - Parameters:
  ///   - shared: The document in that state.
  ///   - fingerprint: The fingerprint of the document then; nil when that is not known.
  ///   - present: The document.
  /// - Returns: That state, or the older one; nil for nothing in common.
  /// - Throws: ``StoreError``.
  package func base(
    _ shared: ChecklistDocument, _ fingerprint: Fingerprint?, of present: ChecklistDocument
  ) throws(StoreError) -> (document: ChecklistDocument, isOlder: Bool)? {
    guard let states = try states() else {
      return shared.isContinued(by: present) ? (shared, false) : nil
    }
    let entries = states.undoStack.entries
    // A copy that a merge has kept was never a state of the document.
    func last(_ fingerprint: Fingerprint?, in entries: ArraySlice<Journal.Record>) -> Int? {
      entries.lastIndex { $0.fingerprint == fingerprint && $0.origin != .aside }
    }
    let start = last(fingerprint, in: entries[...])
    var rest = entries.prefix(states.undoStack.present + 1)
    while let gap = rest.lastIndex(where: { $0.origin == .foreign }), gap > start ?? 0 {
      if entries[gap].fingerprint == .empty { return nil }
      let document =
        gap == states.undoStack.present && !states.isKnown
        ? present
        : try? content(entries[gap], states.history).document
      guard let document, shared.isContinued(by: document) else { return nil }
      rest = rest.prefix(gap)
      if let earlier = last(entries[gap].fingerprint, in: rest) {
        guard let start, earlier >= start else { return (document, true) }
        rest = rest.prefix(earlier + 1)
      }
    }
    if start != nil || shared.isContinued(by: present) { return (shared, false) }
    return kept(states).contains { shared.isContinued(by: $0.document) } ? (shared, false) : nil
  }

  /// Whether the document is, or was, in a state that the history knows.
  package func hasHad(_ fingerprint: Fingerprint) throws(StoreError) -> Bool {
    try states()?.undoStack.entries.contains { $0.fingerprint == fingerprint } ?? false
  }

  /// Brings back the state before the last change.
  ///
  /// - Parameters:
  ///   - isForced: Whether to do so even when another program made the change, or others made it
  ///     and a synchronisation received it.
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - now: The time at which that happens.
  /// - Returns: The change that was undone, as the history has it afterwards.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/nothingToUndo``,
  ///   ``StoreError/Kind/changedElsewhere(_:)``, or ``StoreError/Kind/received(_:)``.
  public func undo(
    isForced: Bool = false, isDryRun: Bool = false, at now: Date
  ) throws(StoreError) -> Revision {
    try bringBack(isDryRun: isDryRun, at: now) { states in
      let undoStack = states.undoStack
      if !isForced { try states.refuseReceived(after: undoStack.present - 1, path) }
      guard let target = undoStack.earlier else { throw StoreError(.nothingToUndo, path: path) }
      if !isForced, undoStack.taken(after: target).contains(where: \.isOutside) {
        throw StoreError(.changedElsewhere(words(since: target, in: states, now)), path: path)
      }
      return (from: undoStack.present, to: target)
    }
  }

  /// Brings back the state that was last undone.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - now: The time at which that happens.
  /// - Returns: The change that was made again, as the history has it afterwards.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/nothingToRedo``.
  public func redo(isDryRun: Bool = false, at now: Date) throws(StoreError) -> Revision {
    try bringBack(isDryRun: isDryRun, at: now) { states in
      let undoStack = states.undoStack
      guard states.isKnown, let target = undoStack.later else {
        throw StoreError(.nothingToRedo, path: path)
      }
      return (from: target, to: target)
    }
  }

  /// Restores a state, as a change of its own that can be undone.
  ///
  /// - Parameters:
  ///   - number: The number of the state; nil restores the newest sound one of a document that is
  ///     gone, or that another program has changed.
  ///   - isForced: Whether to restore a numbered state even when others made a change since, and a
  ///     synchronisation received it.
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - command: What restores it, as people read it in the history.
  ///   - now: The time at which that happens.
  /// - Returns: The state that was restored, as the history has it afterwards.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/noSuchRevision(_:)``,
  ///   ``StoreError/Kind/damagedRevision(_:)``, ``StoreError/Kind/nothingToRestore``,
  ///   ``StoreError/Kind/noSoundRevision``, or ``StoreError/Kind/received(_:)``.
  public func restore(
    _ number: Int? = nil, isForced: Bool = false, isDryRun: Bool = false, by command: String,
    at now: Date
  ) throws(StoreError) -> Revision {
    try bringBack(isDryRun: isDryRun, asChangeBy: command, at: now) { states in
      guard let number else {
        guard let index = newestSound(states) else {
          throw StoreError(states.isKnown ? .nothingToRestore : .noSoundRevision, path: path)
        }
        return (from: index, to: index)
      }
      let index = try states.index(number, path)
      if !isForced { try states.refuseReceived(after: index, path) }
      return (from: index, to: index)
    }
  }

  /// The state that ``restore(_:isForced:isDryRun:by:at:)`` brings back without a number.
  ///
  /// - Returns: The state; nil when the document is in its newest state, or no state is kept.
  public func newestSoundRevision() -> Revision? {
    guard let states = try? states() else { return nil }
    return newestSound(states).map { states.undoStack.revision($0) }
  }

  /// Forgets all states but the present one.
  ///
  /// - Throws: ``StoreError``.
  public func clearHistory() throws(StoreError) {
    guard let container else { throw StoreError(.noHistory, path: path) }
    if try resolveIfPresent() == nil, !hasHistory(path) { return }
    let resolved = try resolve()
    let lock = try lock(resolved)
    try storeErrors { try history(of: resolved, container).clear() }
    sweepAttachments(of: [], orBefore: .distantFuture, at: resolved, holding: lock)
  }

  /// The file itself, symbolic links followed; nil when its directory is missing.
  private func resolveIfPresent() throws(StoreError) -> String? {
    do {
      return try storeErrors { try fileSystem.resolve(path) }
    } catch {
      guard error.kind == .noDirectory else { throw error }
      return nil
    }
  }

  /// The states of a document.
  private struct States {
    /// The content of the file; nil when there is none.
    let document: AtomicFile.Content?
    let history: History
    /// The states as the history has them.
    let stored: UndoStack
    /// The states, with the one that another program has made as the last.
    var undoStack: UndoStack
    /// Whether the history knows the document.
    var isKnown: Bool { stored.isKnown }

    /// The index of the state with a number.
    func index(_ number: Int, _ path: String) throws(StoreError) -> Int {
      guard let index = undoStack.entries.firstIndex(where: { $0.number == number }) else {
        throw StoreError(.noSuchRevision(number), path: path)
      }
      return index
    }

    /// Refuses to take back a change that others have too.
    func refuseReceived(after index: Int, _ path: String) throws(StoreError) {
      let taken = undoStack.entries.prefix(undoStack.present + 1).dropFirst(max(0, index + 1))
      guard let entry = taken.last(where: { $0.origin == .received }) else { return }
      throw StoreError(.received(undoStack.journal.summary(of: entry)), path: path)
    }
  }

  /// The states of the document as it is now; nil when no history is kept.
  private func states() throws(StoreError) -> States? {
    guard let container else { return nil }
    let resolved = try resolveIfPresent() ?? path
    return try states(of: resolved, read(resolved), container)
  }

  /// The newest state that this program has made, where another program has changed the file since,
  /// and when that was.
  ///
  /// - Returns: Both; nil where no other program has changed it, and where no such state is kept.
  func foreignChange(of file: AtomicFile.Content) -> (former: ChecklistDocument, time: Date)? {
    guard let container, let resolved = try? resolveIfPresent() ?? path,
      let states = try? states(of: resolved, file, container), let state = newestSound(states),
      let former = try? content(states.undoStack.entries[state], states.history).document
    else { return nil }
    let present = states.undoStack.entries[states.undoStack.present]
    let seconds = states.isKnown ? present.time : file.status.version.secondsSince2001
    return (former, Date(timeIntervalSinceReferenceDate: seconds))
  }

  private func states(
    of resolved: String, _ document: AtomicFile.Content?, _ container: Container
  ) throws(StoreError) -> States {
    try storeErrors {
      let history = try history(of: resolved, container)
      let stored = try history.undoStack(document)
      var undoStack = stored
      if !stored.isKnown, let last = undoStack.entries.last {
        // When a document was removed, nothing says.
        undoStack.appendForeign(
          documentContent(document).map { Fingerprint($0) },
          time: document?.status.version.secondsSince2001 ?? last.time)
      }
      return States(document: document, history: history, stored: stored, undoStack: undoStack)
    }
  }

  /// The newest state that this program has made, if it can be brought back and the document is in
  /// another one; or else the newest state.
  private func newestSound(_ states: States) -> Int? {
    let undoStack = states.undoStack
    func isForeign(_ index: Int) -> Bool {
      let entry = undoStack.entries[index]
      return entry.origin == .foreign || entry.isPassedOver
    }
    func isSound(_ index: Int) -> Bool {
      (try? content(undoStack.entries[index], states.history)) != nil
    }
    guard undoStack.present >= 0, !states.isKnown || isForeign(undoStack.present) else {
      return nil
    }
    let former = 0..<undoStack.present
    return former.last { !isForeign($0) && isSound($0) }
      ?? (states.isKnown ? nil : former.last(where: isSound))
  }

  /// The content of a state, which is sound.
  private func content(
    _ entry: Journal.Record, _ history: History
  ) throws(StoreError) -> (bytes: [UInt8], document: ChecklistDocument) {
    if entry.fingerprint == .empty {
      return (try text(in: []) == nil ? Self.emptyDocument : [], newDocument)
    }
    return try storeErrors {
      guard let content = try history.content(of: entry) else {
        throw StoreError(
          try history.has(entry) ? .damagedRevision(entry.number) : .noSuchRevision(entry.number),
          path: path)
      }
      do {
        return (content, try open(content).document ?? newDocument)
      } catch {
        throw StoreError(.damagedRevision(entry.number), path: path)
      }
    }
  }

  /// The content for the state before there was a document.
  static let emptyDocument = (try? ChecklistDocument().encoded()) ?? []

  /// The summary of what happened to the document since a state.
  ///
  /// - Returns: The summary, in the words of the history; nil when a state cannot be read, or what
  ///   happened cannot be seen.
  private func words(since target: Int, in states: States, _ now: Date) -> String? {
    let entries = states.undoStack.entries
    do {
      let former = try content(entries[target], states.history).bytes
      let present =
        try states.isKnown
        ? content(entries[states.undoStack.present], states.history).bytes
        : documentContent(states.document) ?? Self.emptyDocument
      let text = try text(in: former)
      var transaction = DocumentTransaction(
        OpenDocument(document: try text?.document ?? decode(former), text: text), in: nil,
        at: path, now: now, in: zone)
      if text != nil {
        return try transaction.replaceText(former, with: present).map { _ in transaction.summary }
      }
      return try transaction.merge(decode(present)).summary
    } catch {
      return nil
    }
  }

  /// Replaces the document with one of its states.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - command: What makes this a new state of the history; nil moves along the undo stack, and
  ///     adds none.
  ///   - choose: Gives the index of the entry to report and of the one to bring back.
  /// - Returns: The entry to report, as it is afterwards.
  private func bringBack(
    isDryRun: Bool, asChangeBy command: String? = nil, at now: Date,
    _ choose: (States) throws -> (from: Int, to: Int)
  ) throws(StoreError) -> Revision {
    guard let container else { throw StoreError(.noHistory, path: path) }
    /// Makes an entry the present state. Its file is written afresh, so its fingerprint may differ.
    func makePresent(
      _ entry: Journal.Record, of undoStack: inout UndoStack, _ fingerprint: Fingerprint
    ) {
      let time = now.timeIntervalSinceReferenceDate
      if let command {
        let summary = "restored \(entry.number)"
        undoStack.append(fingerprint, time: time, command: command, summary: summary)
      } else {
        undoStack.move(to: entry.number, fingerprint, time: time)
      }
    }
    func revision(_ reported: Int, in states: States, after target: Int) -> Revision {
      var undoStack = states.undoStack
      let entry = undoStack.entries[target]
      makePresent(entry, of: &undoStack, entry.fingerprint)
      let number = states.undoStack.entries[reported].number
      let index = undoStack.entries.firstIndex { $0.number == number }
      // A state that was undone is cut off when it is restored as a new one.
      return index.map { undoStack.revision($0) } ?? states.undoStack.revision(reported)
    }
    return try storeErrors {
      if try isDryRun || resolveIfPresent() == nil, let states = try states() {
        // Where there is nothing to go back to, no directory is made.
        let (reported, target) = try choose(states)
        _ = try content(states.undoStack.entries[target], states.history)
        if isDryRun { return revision(reported, in: states, after: target) }
      }
      return try withLock { file in
        let states = try states(of: file.path, file.content, container)
        let (reported, target) = try choose(states)
        let entry = states.undoStack.entries[target]
        try replace(
          file, with: content(entry, states.history).bytes, from: states.stored,
          requiringHistory: !states.isKnown, at: now
        ) { undoStack, fingerprint in
          makePresent(entry, of: &undoStack, fingerprint)
        }
        var revision = revision(reported, in: states, after: target)
        if !states.isKnown, let bytes = states.document?.bytes, (try? open(bytes)) == nil,
          let replaced = states.undoStack.entries.last
        {
          revision.keptFile = states.history.path(of: replaced)
        }
        return revision
      }
    }
  }
}

extension UndoStack {
  /// A state as users of the library see it.
  fileprivate func revision(_ index: Int) -> DocumentStore.Revision {
    let entry = entries[index]
    return DocumentStore.Revision(
      number: entry.number, date: Date(timeIntervalSinceReferenceDate: entry.time),
      command: journal.command(of: entry),
      summary: journal.summary(of: entry), isPresent: index == present,
      isUndone: index > present || entry.isUndone)
  }
}
