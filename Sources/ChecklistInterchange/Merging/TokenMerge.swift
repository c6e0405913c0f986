import ChecklistCore

/// What a merge writes for a task.
struct MergedTask {
  var prefix: ArraySlice<UInt8>
  var mark: UInt8
  var rest: [UInt8]
  var note: ArraySlice<UInt8>

  /// A task as a side has it.
  init(_ token: MergeToken) {
    (prefix, mark, rest, note) = (token.prefix, token.mark, token.rest, token.note)
  }
}

/// A task that all three files have.
struct TokenMerge<Format: MergeableFormat> {
  let base: MergeToken
  let ours: MergeToken
  let theirs: MergeToken
  let format: Format

  /// The names of fields that belong to the state.
  private static var ofState: [String] { ["completed", "cancelled", "skipped", "state"] }
  /// The names of fields that move when a task is done that repeats.
  private static var ofOccurrence: [String] { ofState + ["due", "scheduled", "start"] }
  /// The names of dates of which the earlier counts where both sides have changed one.
  private static var earlier: [String] { ["due", "completed"] }

  /// The merged task.
  ///
  /// - Returns: The task, and whether theirs gives its occurrence and its newest record; nil where
  ///   the sides have not both changed that, or both in the same way, or the task does not repeat.
  func run() throws(TextMergeConflict) -> (task: MergedTask, occurrenceIsTheirs: Bool?) {
    var task = MergedTask(ours)
    task.note = try sides.value(\.note, isSame: ==) { (_, _) throws(TextMergeConflict) in
      throw .note
    }
    let occurrence = try occurrence()
    let isTheirs: Bool? = occurrence ?? stateIsTheirs()
    task.mark =
      isTheirs.map { $0 ? theirs.mark : ours.mark }
      ?? sides.value(\.mark, isSame: ==) { one, _ in one }
    task.prefix = try prefix(mark: task.mark)
    // A note of one side has not the indent of a task that the other one nests or un-nests.
    if !task.note.isEmpty,
      ![ours, theirs].contains(where: {
        $0.note == task.note && $0.prefix.count == task.prefix.count
      })
    {
      throw .note
    }
    task.rest = try rest(stateIsTheirs: isTheirs, isOccurrence: occurrence != nil)
    return (task, occurrence)
  }

  private var sides: ThreeWay<MergeToken> { ThreeWay(base: base, first: ours, second: theirs) }

  /// Whether the state of theirs counts, where both sides have given the task another one.
  private func stateIsTheirs() -> Bool? {
    let (state, otherState) = (format.state(ours), format.state(theirs))
    guard state != otherState, state != format.state(base), otherState != format.state(base) else {
      return nil
    }
    return otherState.rank > state.rank
  }

  /// Whether theirs gives the state and the dates of a task that repeats; nil where not both have
  /// changed them.
  private func occurrence() throws(TextMergeConflict) -> Bool? {
    guard let before = base.item, let item = ours.item, let other = theirs.item else {
      if [base, ours, theirs].contains(where: { $0.part("repeat") != nil }) {
        _ = try sides.value(\.occurrence, isSame: ==) { (_, _) throws(TextMergeConflict) in
          throw .field
        }
      }
      return nil
    }
    let (one, two) = (ours.occurrence, theirs.occurrence)
    if one == two || one == base.occurrence || two == base.occurrence { return nil }
    let sides = ThreeWay(base: before, first: item, second: other)
    guard let isFirst = sides.occurrenceIsFirst(in: format.zone) else { throw .field }
    return !isFirst
  }

  private func prefix(mark: UInt8) throws(TextMergeConflict) -> ArraySlice<UInt8> {
    if ours.mark != theirs.mark, ours.mark != base.mark, theirs.mark != base.mark {
      return mark == ours.mark ? ours.prefix : theirs.prefix
    }
    return try sides.value(\.prefix, isSame: ==) { (_, _) throws(TextMergeConflict) in
      guard let prefix = format.prefix(ours, theirs) else { throw .field }
      return prefix
    }
  }

  /// The paragraph: the text of the side that changed it, and each field of the side that changed
  /// that.
  private func rest(
    stateIsTheirs: Bool?, isOccurrence: Bool
  ) throws(TextMergeConflict) -> [UInt8] {
    if stateIsTheirs == nil {
      if ours.rest == theirs.rest || theirs.rest == base.rest { return ours.rest }
      if ours.rest == base.rest { return theirs.rest }
    }
    guard ![base, ours, theirs].contains(where: \.hasRepeatedPart) else { throw .field }
    let words = try sides.value(\.textSource, isSame: ==) { (_, _) throws(TextMergeConflict) in
      throw .text
    }
    let source = words == ours.textSource ? ours : theirs
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    var names: [String] = []
    for name in (base.parts + ours.parts + theirs.parts).map(\.name) where !names.contains(name) {
      names.append(name)
    }
    let end = source.parts.last?.range.upperBound ?? format.placeOfNewPart(in: source.rest)
    for name in names {
      let wanted = try part(name, stateIsTheirs: stateIsTheirs, isOccurrence: isOccurrence)
      let present = source.part(name)
      if wanted?.source == present?.source { continue }
      switch (present, wanted) {
      case (let present?, let wanted?):
        if present.value != wanted.value { edits.append((present.range, wanted.source)) }
      case (let present?, nil): edits.append((present.range, []))
      case (nil, let wanted?):
        let space = wanted.source.first.map(\.isSpace) == true ? [] : [UInt8(ascii: " ")]
        edits.append((end..<end, space + wanted.source))
      case (nil, nil): break
      }
    }
    return source.rest.applying(edits)
  }

  private func part(
    _ name: String, stateIsTheirs: Bool?, isOccurrence: Bool
  ) throws(TextMergeConflict) -> MergePart? {
    if let stateIsTheirs, (isOccurrence ? Self.ofOccurrence : Self.ofState).contains(name) {
      return (stateIsTheirs ? theirs : ours).part(name)
    }
    func isSame(_ one: MergePart?, _ other: MergePart?) -> Bool { one?.value == other?.value }
    func pick(
      _ one: MergePart?, _ other: MergePart?
    ) throws(TextMergeConflict) -> MergePart? {
      guard Self.earlier.contains(name), let one, let other else { throw .field }
      return other.value.lexicographicallyPrecedes(one.value) ? other : one
    }
    return try sides.value({ $0.part(name) }, isSame: isSame, pick: pick)
  }
}

extension MergeToken {
  /// The paragraph without the fields, byte for byte.
  fileprivate var textSource: [UInt8] {
    parts.isEmpty ? rest : rest.applying(parts.map { ($0.range, []) })
  }

  /// What says for which date a task that repeats is open or done.
  fileprivate var occurrence: [[UInt8]] {
    [[mark]]
      + ["due", "scheduled", "start", "completed", "cancelled", "skipped"].map {
        part($0)?.value ?? []
      }
  }
}

extension ChecklistItem.State {
  /// Which state counts of two: done rather than skipped rather than open.
  fileprivate var rank: Int {
    switch self {
    case .open: 0
    case .skipped: 1
    case .done: 2
    }
  }
}
