/// The states of a document in the order in which they came about, and which one is the present.
struct UndoStack {
  /// The states, oldest first.
  ///
  /// Those before the present one can be undone to, those after it redone.
  private(set) var entries: [History.Entry]
  /// The index of the present state.
  private(set) var present: Int
  /// Whether the history knows the present state.
  ///
  /// It does not know one that another program made.
  let isKnown: Bool
  private let recording: DocumentStore.Recording

  /// Finds the present state among those that the history knows.
  ///
  /// - Parameters:
  ///   - entries: The history.
  ///   - version: The document's file; nil when there is none.
  ///   - recording: The command that runs, and when.
  init(
    _ entries: consuming [History.Entry], _ version: FileVersion?,
    _ recording: DocumentStore.Recording
  ) {
    self.recording = recording
    let known = entries.last { $0.version == version }?.number
    isKnown = known != nil
    // A new state cuts off others. If the document is in that state, the others are gone. If the
    // save failed before that, they stay.
    entries.removeAll { known != nil && $0.cutBy == known && $0.number != known }
    for index in entries.indices where entries[index].cutBy != nil { entries[index].cutBy = nil }
    present = entries.firstIndex { $0.number == known } ?? entries.count
    self.entries = entries
    if isKnown { return }
    self.entries.append(
      History.Entry(
        number: Self.number(after: self.entries), time: recording.time, command: LazyText(""),
        summary: LazyText(Self.summary(ofUnknown: version, after: self.entries)),
        version: version ?? .none))
  }

  /// The summary of a state that the history does not know: another program made it, or nothing was
  /// kept.
  private static func summary(
    ofUnknown version: FileVersion?, after entries: [History.Entry]
  ) -> String {
    if version == nil { return "no document" }
    return entries.isEmpty ? "as it was found" : "changed outside this history"
  }

  /// The present state.
  var presentEntry: History.Entry { entries[present] }

  /// Adds a new state as the present one, and cuts off the states that were undone.
  ///
  /// - Parameters:
  ///   - summary: What changed.
  ///   - version: The file of the new state.
  mutating func append(_ summary: String, _ version: FileVersion) {
    let number = Self.number(after: entries)
    for index in (present + 1)..<entries.endIndex { entries[index].cutBy = number }
    entries.append(
      History.Entry(
        number: number, time: recording.time, command: LazyText(recording.command),
        summary: LazyText(summary), version: .none))
    present = entries.count - 1
    setPresentVersion(version)
  }

  /// Forgets the states that are gone.
  ///
  /// A state is gone when another program replaced the document, whose file was the only one of
  /// that state; or when the save failed that was to make it.
  ///
  /// A state before the present one stays as long as the history knows the present one: without it,
  /// one `undo` would take back two changes.
  ///
  /// - Parameter isKept: Tells whether there is a revision with a number.
  /// - Throws: What `isKept` throws.
  mutating func forgetGone(
    _ isKept: (_ number: Int) throws(FileError) -> Bool
  ) throws(FileError) {
    for index in entries.indices.reversed() where index > present || !isKnown && index < present {
      if try isKept(entries[index].number) { continue }
      entries.remove(at: index)
      if index < present { present -= 1 }
    }
  }

  /// Makes another state of the stack the present one.
  ///
  /// - Parameters:
  ///   - number: The number of the state.
  ///   - version: The version of the file that has this state now.
  mutating func move(to number: Int, _ version: FileVersion) {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
    present = index
    setPresentVersion(version)
  }

  /// Records which file has the present state.
  ///
  /// If another state has the same inode, size and time, its file is gone. File systems use an
  /// inode again, and their clocks may stand still for a moment or go back.
  private mutating func setPresentVersion(_ version: FileVersion) {
    for index in entries.indices where entries[index].version == version {
      entries[index].version.inode = 0
    }
    entries[present].version = version
  }

  private static func number(after entries: [History.Entry]) -> Int {
    (entries.map(\.number).max() ?? 0) + 1
  }
}
