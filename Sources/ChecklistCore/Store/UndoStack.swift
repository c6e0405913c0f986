/// The states of a document in the order in which they came about, and which one is the present.
///
/// The journal is written before the document is replaced. So the document is in the state of the
/// last record, or the save of that one was stopped and it is in the state before. When it is in
/// neither, another program has changed it.
struct UndoStack {
  /// How many states are kept, and how many bytes of them in all.
  ///
  /// As many as ``minimumCount`` are kept whatever their size.
  static let maximumCount = 100
  static let maximumSize = 64 << 20
  static let minimumCount = 5

  /// The records that made the states, oldest first.
  ///
  /// Undo goes back to those before the present one, redo goes on to those after it.
  private(set) var entries: [Journal.Record] = []
  /// The index of the present state, or of the last one that is known; -1 when there are no states.
  private(set) var present = -1
  /// Whether the document is in the present state.
  ///
  /// Otherwise another program has changed it since.
  private(set) var isKnown = false
  /// The states whose files are not needed any more, now that the document is in the present one.
  private(set) var unneeded: [Journal.Record] = []
  private(set) var journal: Journal
  /// How many bytes the states have in all.
  private var size = 0

  /// Finds the present state among those of a journal.
  ///
  /// - Parameters:
  ///   - document: The fingerprint of the document; ``Fingerprint/empty`` when there is none.
  ///   - wasStopped: Tells whether the save of the last record was stopped before the document was
  ///     replaced, given that record and the state before it.
  /// - Throws: What `wasStopped` throws.
  init(
    _ journal: Journal, _ document: Fingerprint,
    wasStopped: (Journal.Record, _ before: Journal.Record?) throws(FileError) -> Bool
  ) throws(FileError) {
    self.journal = journal
    entries.reserveCapacity(Self.maximumCount + 2)
    var last: Journal.Record?
    for record in journal.records {
      // A save that failed left a record. The next record then has another `previous`, so this one
      // is skipped.
      if let last, record.previous == last.number { make(last) }
      // The files of unneeded states were removed before this record was written.
      unneeded.removeAll(keepingCapacity: true)
      last = record
    }
    guard let last else { return }
    if last.fingerprint != document, try wasStopped(last, presentEntry) {
      if !entries.contains(where: { $0.number == last.number }) { unneeded = [last] }
    } else {
      make(last)
    }
    // Files that a stopped or failed save was to keep with its state.
    while let aside = entries.last, aside.origin == .aside {
      forget(entries.removeLast())
      present = entries.lastIndex { $0.number == aside.previous } ?? entries.count - 1
    }
    isKnown = presentEntry?.fingerprint == document
  }

  /// The present state, or the last one that is known; nil when there are no states.
  var presentEntry: Journal.Record? { present < 0 ? nil : entries[present] }

  /// Applies the change of a record.
  private mutating func make(_ record: Journal.Record) {
    if let newest = entries.last?.number, record.number <= newest {
      return makePresent(record.number, record.fingerprint)
    }
    if presentEntry?.number != record.previous,
      let index = entries.lastIndex(where: { $0.number == record.previous })
    {
      present = index
    }
    for index in entries.indices.dropFirst(present + 1) { entries[index].isUndone = true }
    entries.append(record)
    size += record.fingerprint.size
    while entries.count > Self.maximumCount
      || entries.count > Self.minimumCount && size > Self.maximumSize
    {
      // The state before the new one is what `undo` needs.
      let isNeeded = entries[0].number == record.previous
      forget(entries.remove(at: isNeeded ? entries.firstIndex(where: \.isUndone) ?? 0 : 0))
    }
    present = entries.count - 1
  }

  private mutating func makePresent(_ number: Int, _ fingerprint: Fingerprint) {
    guard let index = entries.firstIndex(where: { $0.number == number }) else {
      // It has made room, so all states that are kept came after it and were undone.
      present = -1
      return
    }
    size += fingerprint.size - entries[index].fingerprint.size
    entries[index].fingerprint = fingerprint
    if entries[index].origin == .foreign { entries[index].origin = .revisited }
    entries[index].isUndone = false
    present = index
  }

  private mutating func forget(_ record: Journal.Record) {
    unneeded.append(record)
    size -= record.fingerprint.size
  }

  /// Adds a new state as the present one; those that were undone are only kept from then on.
  mutating func append(
    _ fingerprint: Fingerprint, _ origin: Journal.Origin = .change, time: Double,
    command: String = "", summary: String
  ) {
    add(newestNumber + 1, fingerprint, time, command, summary, origin)
    isKnown = true
  }

  /// Adds a state whose file was found without a record.
  mutating func appendFound(
    _ number: Int, after previous: Int, _ fingerprint: Fingerprint, time: Double
  ) {
    add(
      number, after: previous, fingerprint, time, "", "found without its record")
  }

  /// Makes another state of the stack the present one.
  mutating func move(to number: Int, _ fingerprint: Fingerprint, time: Double) {
    add(number, fingerprint, time, "", "")
    isKnown = true
  }

  /// The highest number that a state has had.
  var newestNumber: Int { journal.records.reduce(0) { max($0, $1.number) } }

  private mutating func add(
    _ number: Int, after previous: Int? = nil, _ fingerprint: Fingerprint, _ time: Double,
    _ command: String, _ summary: String, _ origin: Journal.Origin = .change
  ) {
    journal.append(
      number, after: previous ?? presentEntry?.number ?? 0, origin, time: time, fingerprint,
      command: command, summary: summary)
    if let record = journal.records.last { make(record) }
  }

  /// The index of the state that undoing goes back to; nil when there is none.
  ///
  /// If a merge kept so many copies that no earlier state is left, it is the copy of the document
  /// from before the merge, which was kept last.
  var earlier: Int? {
    let before = entries.prefix(max(present, 0))
    return before.lastIndex { !$0.isPassedOver } ?? before.lastIndex { !$0.isUndone }
  }

  /// The states that going back to an earlier one takes back, oldest first.
  ///
  /// - Parameter index: The index of the state to go back to.
  func taken(after index: Int) -> [Journal.Record] {
    entries.prefix(present + 1).dropFirst(index + 1).filter { !$0.isPassedOver }
  }

  /// The index of the state that redoing goes on to; nil when there is none.
  var later: Int? { entries.dropFirst(present + 1).firstIndex { !$0.isPassedOver } }

  /// Adds the state that the document is in, when another program has made it.
  ///
  /// - Parameters:
  ///   - document: Its fingerprint; nil when there is no document.
  ///   - name: The name of a copy that is only kept; nil for the document as another program left
  ///     it.
  mutating func appendForeign(_ document: Fingerprint?, as name: String? = nil, time: Double) {
    let summary =
      document == nil
      ? "no document"
      : name ?? (entries.isEmpty ? "as it was found" : "changed outside this history")
    add(newestNumber + 1, document ?? .empty, time, "", summary, name == nil ? .foreign : .aside)
    isKnown = true
  }

  /// Whether the last record made a state.
  func isNew(_ state: Journal.Record) -> Bool {
    state.number > journal.records.dropLast().reduce(0) { max($0, $1.number) }
  }

  /// Takes note that the files of the states that are not needed are gone.
  mutating func forgetUnneeded() {
    unneeded = []
  }

  /// Leaves records out of the journal that made no state that is kept.
  mutating func compact() {
    var compacted = Journal(of: journal.document)
    var kept: [Journal.Record] = []
    for entry in entries {
      if let last = kept.last, last.number != entry.previous {
        // Without the way back to it, the state before this one is one whose save failed.
        let target = kept.last { $0.number == entry.previous }
        compacted.append(
          entry.previous, after: last.number, time: entry.time, target?.fingerprint ?? .empty,
          command: "", summary: "")
      }
      compacted.append(
        entry.number, after: entry.previous, entry.origin, time: entry.time, entry.fingerprint,
        command: journal.command(of: entry), summary: journal.summary(of: entry))
      if var record = compacted.records.last {
        record.isUndone = entry.isUndone
        kept.append(record)
      }
    }
    if let newest = entries.last, let presentEntry, presentEntry.number != newest.number {
      compacted.append(
        presentEntry.number, after: newest.number, time: presentEntry.time,
        presentEntry.fingerprint, command: "", summary: "")
    }
    entries = kept
    journal = compacted
  }
}
