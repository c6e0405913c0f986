/// The states of a document in the order in which they came about, and which of them is the present one.
struct Timeline {
  /// The states, oldest first: those before the present can be undone to, those behind it redone.
  private(set) var entries: [History.Entry]
  /// The index of the present state.
  private(set) var present: Int
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
      return
    }
    // Another program made it what it is, or removed it.
    present = entries.count
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

  /// Makes a state of the timeline the present one.
  ///
  /// - Parameters:
  ///   - index: the state.
  ///   - version: the file that it is now.
  mutating func move(to index: Int, _ version: FileVersion) {
    present = index
    entries[index].version = version
  }

  private static func number(after entries: [History.Entry]) -> Int {
    (entries.map(\.number).max() ?? 0) + 1
  }
}
