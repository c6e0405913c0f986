import ChecklistCore

/// What must hold of a merged file that is read again.
struct MergeLaws<Format: MergeableFormat> {
  private let merge: MergedFile<Format>
  private let slots: [MergedFile<Format>.Slot]
  private let expected: [MergedWriter<Format>.Expected]
  private let file: MergeFile
  private var tokens: [MergeToken] { file.tokens }

  init(
    _ merge: MergedFile<Format>, _ slots: [MergedFile<Format>.Slot],
    _ expected: [MergedWriter<Format>.Expected], _ file: MergeFile
  ) {
    (self.merge, self.slots, self.expected, self.file) = (merge, slots, expected, file)
  }

  /// Whether all laws hold.
  var hold: Bool {
    hasExpectedParts && hasNoNewRepeatedPart && hasNamesOnce && hasLines
      && (!merge.format.isOrdered || hasPlaces && hasOrder)
  }

  /// The tasks have the marks, the texts and the notes that were meant, and the lines their words.
  private var hasExpectedParts: Bool {
    tokens.count == slots.count
      && zip(tokens, expected).allSatisfy { token, expected in
        token.mark == expected.mark && token.words == expected.words
          && Array(token.note) == expected.note
      }
  }

  /// No task has two dates of one kind, if it has not on a side.
  private var hasNoNewRepeatedPart: Bool {
    zip(tokens, slots).allSatisfy { token, slot in
      !token.hasRepeatedPart
        || slot.ours.map { merge.ours.tokens[$0].hasRepeatedPart } == true
        || slot.theirs.map { merge.theirs.tokens[$0].hasRepeatedPart } == true
    }
  }

  /// Each part stands below the heading, below the task and in the kinds of blocks that the side
  /// gave it that moved it.
  private var hasPlaces: Bool {
    func identity(_ slot: MergedFile<Format>.Slot) -> Int {
      if let base = slot.base { return base }
      return slot.ours.map { merge.identity(ours: $0) }
        ?? slot.theirs.map { merge.identity(theirs: $0) } ?? -1
    }
    return zip(tokens, slots).allSatisfy { token, slot in
      isOfASide(
        slot, token.place { identity(slots[$0]) }, merge.place(base:), merge.place(ours:),
        merge.place(theirs:))
        && isOfASide(
          slot, token.path, { merge.base.tokens[$0].path }, { merge.ours.tokens[$0].path },
          { merge.theirs.tokens[$0].path })
    }
  }

  /// Whether a value is that of the side that changed it.
  private func isOfASide<Value: Equatable>(
    _ slot: MergedFile<Format>.Slot, _ value: Value, _ base: (Int) -> Value,
    _ ours: (Int) -> Value, _ theirs: (Int) -> Value
  ) -> Bool {
    switch (slot.ours.map(ours), slot.theirs.map(theirs)) {
    case (let one?, let other?):
      let sides = ThreeWay(base: slot.base.map(base), first: one, second: other)
      return value == sides.value(\.self, isSame: ==) { $1 == value ? $1 : $0 }
    case (let one?, nil): return value == one
    case (nil, let other?): return value == other
    case (nil, nil): return false
    }
  }

  /// Any two tasks of the base stand in the order of the side that moved one of them.
  private var hasOrder: Bool {
    let tasks = slots.indices.filter { position in
      slots[position].base.map { merge.base.tokens[$0].isTask } == true
    }
    let moved = merge.ours.alignment.moved.union(merge.theirs.alignment.moved)
    for position in tasks {
      guard let one = slots[position].base, moved.contains(one) else { continue }
      for other in tasks where other != position {
        guard let second = slots[other].base else { continue }
        let before = one < second
        let isFirst = [merge.ours, merge.theirs].map { side in
          guard let place = side.token(of: one), let otherPlace = side.token(of: second) else {
            return before
          }
          return place < otherPlace
        }
        let wanted = isFirst[0] == before ? isFirst[1] : isFirst[0]
        if (position < other) != wanted { return false }
      }
    }
    return true
  }

  /// A name that each side has once is there once.
  private var hasNamesOnce: Bool {
    let (one, other) = (counts(merge.ours.file.names), counts(merge.theirs.file.names))
    return counts(file.names).allSatisfy { name, count in
      count <= max(one[name, default: 0], other[name, default: 0], 1)
    }
  }

  /// Each line of prose, text and note is there as often as the sides have it that changed it.
  private var hasLines: Bool {
    let before = lines(merge.base.tokens, merge.base.lines)
    let one = lines(
      merge.ours.tokens, merge.ours.file.lines, without: merge.dropped.ours)
    let other = lines(
      merge.theirs.tokens, merge.theirs.file.lines, without: merge.dropped.theirs)
    let found = lines(tokens, file.lines)
    let all = Set(before.keys).union(one.keys).union(other.keys).union(found.keys)
    return all.allSatisfy { line in
      let (base, first, second) = (
        before[line, default: 0], one[line, default: 0], other[line, default: 0]
      )
      let count = found[line, default: 0]
      return count == first + second - base || first == second && first != base && count == first
    }
  }

  private func lines(
    _ tokens: [MergeToken], _ lines: DocumentLines, without dropped: Set<Int> = []
  ) -> [[UInt8]: Int] {
    var found: [[UInt8]: Int] = [:]
    for (index, token) in tokens.enumerated() where !dropped.contains(index) {
      if token.isTask { found[Array("t".utf8) + token.words, default: 0] += 1 }
      let source = token.isTask ? token.note : lines.bytes[token.range]
      for line in source.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
        let line = line.trimmingSpaces()
        if !line.isEmpty { found[Array("l".utf8) + line, default: 0] += 1 }
      }
    }
    return found
  }

  private func counts(_ names: [[UInt8]]) -> [[UInt8]: Int] {
    names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
