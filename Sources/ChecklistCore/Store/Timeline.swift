/// The states of a document in the order in which they came about, and which of them is the present one.
struct Timeline {
  /// The states, oldest first: those before the present can be undone to, those behind it redone.
  private(set) var entries: [History.Entry]
  /// The index of the present state.
  private(set) var present: Int
  /// Whether the history knows the present state; it does not when another program made it.
  let isKnown: Bool
  private let recording: DocumentStore.Recording

  /// Finds the present state among those that the history knows.
  ///
  /// - Parameters:
  ///   - entries: the history.
  ///   - version: the document's file; nil when there is none.
  ///   - recording: what is going on.
  init(
    _ entries: [History.Entry], _ version: FileVersion?, _ recording: DocumentStore.Recording
  ) {
    self.entries = entries
    self.recording = recording
    if let version, let known = entries.lastIndex(where: { $0.version == version }) {
      present = known
      isKnown = true
      return
    }
    // Another program made it what it is, or removed it.
    present = entries.count
    isKnown = false
    self.entries.append(
      History.Entry(
        number: Self.number(after: entries), time: recording.time, command: "",
        summary: version == nil ? "no document" : "as another program left it",
        version: version ?? .none))
  }

  /// The present state.
  var presentEntry: History.Entry { entries[present] }

  /// Makes a new state the present one; those that were undone are forgotten.
  ///
  /// - Parameters:
  ///   - summary: what changed.
  ///   - version: the file of the new state.
  mutating func append(_ summary: String, _ version: FileVersion) {
    let number = Self.number(after: entries)
    entries.removeSubrange((present + 1)...)
    entries.append(
      History.Entry(
        number: number, time: recording.time, command: recording.command, summary: summary,
        version: version))
    present += 1
  }

  /// Forgets the states that are gone: what the document was before another program replaced it, which had no
  /// other file, and what a save that failed was to make of it.
  ///
  /// A state before one that the history knows is never passed over: undoing would take back two changes.
  ///
  /// - Parameter isKept: whether there is a generation of a number.
  /// - Throws: what that throws.
  mutating func forgetGone(
    _ isKept: (_ number: Int) throws(FileError) -> Bool
  ) throws(FileError) {
    for index in entries.indices.reversed() where index > present || !isKnown && index < present {
      if try isKept(entries[index].number) { continue }
      entries.remove(at: index)
      if index < present { present -= 1 }
    }
  }

  /// Makes a state of the timeline the present one.
  ///
  /// - Parameters:
  ///   - number: the number of the state.
  ///   - version: the file that it is now.
  mutating func move(to number: Int, _ version: FileVersion) {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
    present = index
    entries[index].version = version
  }

  private static func number(after entries: [History.Entry]) -> Int {
    (entries.map(\.number).max() ?? 0) + 1
  }
}
