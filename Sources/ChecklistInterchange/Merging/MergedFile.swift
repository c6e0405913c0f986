import ChecklistCore

/// A text file that is merged of two sides.
struct MergedFile<Format: MergeableFormat> {
  /// A part of the merged file, and where each version has it.
  struct Slot {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  let base: MergeFile
  let ours: MergeSide
  let theirs: MergeSide
  let format: Format
  /// The parts of the base that stayed where they are on both sides, in their order.
  let skeleton: [Int]
  let isSkeleton: [Bool]
  /// The new parts of theirs that are new parts of ours.
  var joined: [Int: Int] = [:]
  /// The records of theirs, or of ours, that the other side's take the place of.
  var dropped: (ours: Set<Int>, theirs: Set<Int>) = ([], [])
  /// What is written for the tasks that all three have, by their place in the base.
  private(set) var tasks: [Int: MergedTask] = [:]

  init(
    base: MergeFile, ours: MergeSide, theirs: MergeSide, _ format: Format, _ keys: MergeKeys
  ) throws(TextMergeConflict) {
    (self.base, self.ours, self.theirs, self.format) = (base, ours, theirs, format)
    let moved = ours.alignment.moved.union(theirs.alignment.moved)
    skeleton = base.tokens.indices.filter {
      ours.token(of: $0) != nil && theirs.token(of: $0) != nil && !moved.contains($0)
    }
    var isSkeleton = Array(repeating: false, count: base.tokens.count)
    for index in skeleton { isSkeleton[index] = true }
    self.isSkeleton = isSkeleton
    try checkGroups(keys.groups)
    try checkCertainty()
    try mergeTasks()
    try checkDeletions(keys.repeatedTexts)
    try checkMoves()
  }

  /// The merged file.
  func run(paths: inout Numbering) throws(TextMergeConflict) -> [UInt8] {
    for isFlipped in [false, true] {
      var merge = self
      let slots = try merge.slots(isFlipped: isFlipped)
      var writer = MergedWriter(merge, slots)
      writer.run()
      if let file = try? format.mergeFile(writer.bytes, paths: &paths),
        MergeLaws(merge, slots, writer.expected, file).hold
      {
        return writer.bytes
      }
    }
    throw .laws
  }

  /// Refuses to merge tasks that nothing tells apart, where both sides have touched them.
  private func checkGroups(_ groups: Set<Int>) throws(TextMergeConflict) {
    guard !groups.isEmpty else { return }
    func group(_ tokens: [MergeToken], _ toBase: [Int?], _ moved: Set<Int>) -> [Int: [[UInt8]]] {
      var found: [Int: [[UInt8]]] = [:]
      for (index, token) in tokens.enumerated() where token.isTask && groups.contains(token.key) {
        let isMoved = toBase[index].map(moved.contains) ?? false
        found[token.key, default: []].append(
          [token.mark, isMoved ? 1 : 0] + token.rest + [0] + token.note)
      }
      return found
    }
    let before = group(base.tokens, Array(base.tokens.indices), [])
    let one = group(ours.tokens, ours.alignment.toBase, ours.alignment.moved)
    let other = group(theirs.tokens, theirs.alignment.toBase, theirs.alignment.moved)
    for key in groups
    where one[key] != other[key] && one[key] != before[key] && other[key] != before[key] {
      throw .equalTexts
    }
  }

  /// Refuses to carry a change to a task of which it is not certain that it is the same.
  private func checkCertainty() throws(TextMergeConflict) {
    for (side, other) in [(ours, theirs), (theirs, ours)] {
      for index in side.alignment.unsure {
        guard let changed = other.token(of: index) else { continue }
        let isTouched =
          !other.tokens[changed].isSame(as: base.tokens[index])
          || other.alignment.moved.contains(index)
        let isSame = side.token(of: index).map {
          other.tokens[changed].isSame(as: side.tokens[$0])
        }
        if isTouched, isSame != true { throw .rewording }
      }
    }
  }

  private mutating func mergeTasks() throws(TextMergeConflict) {
    for index in base.tokens.indices {
      guard base.tokens[index].isTask, let one = ours.token(of: index),
        let other = theirs.token(of: index)
      else { continue }
      let (task, occurrenceIsTheirs) = try TokenMerge(
        base: base.tokens[index], ours: ours.tokens[one], theirs: theirs.tokens[other],
        format: format
      ).run()
      tasks[index] = task
      guard base.tokens[index].item != nil else { continue }
      let (record, otherRecord) = (
        ours.newestRecords[one], theirs.newestRecords[other]
      )
      guard let record, let otherRecord else { continue }
      let (token, otherToken) = (ours.tokens[record], theirs.tokens[otherRecord])
      if token.norm == otherToken.norm { continue }
      // Of two records of one date, the earlier stays.
      let isTheirs =
        occurrenceIsTheirs
        ?? (token.part("due")?.value == otherToken.part("due")?.value
          ? otherToken.done.lexicographicallyPrecedes(token.done) : nil)
      switch isTheirs {
      case true?: dropped.ours.insert(record)
      case false?: dropped.theirs.insert(otherRecord)
      case nil: break
      }
    }
  }

  /// Refuses to delete a task that the other side has changed.
  private func checkDeletions(_ repeatedTexts: Set<Int>) throws(TextMergeConflict) {
    var said: (ours: [UInt8]?, theirs: [UInt8]?)
    let hasNew = (ours: ours.hasNewTask, theirs: theirs.hasNewTask)
    for (index, token) in base.tokens.enumerated() where token.isTask {
      let side: MergeSide
      let kept: Int
      let isOurs: Bool
      switch (ours.token(of: index), theirs.token(of: index)) {
      case (let one?, nil): (side, kept, isOurs) = (ours, one, true)
      case (nil, let other?): (side, kept, isOurs) = (theirs, other, false)
      default: continue
      }
      let now = side.tokens[kept]
      let isChecked = now.mark != token.mark
      if now.rest != token.rest && !isRecordOfChecking(now, token) || now.note != token.note
        || isChecked && format.state(token) != .open
      {
        throw .deletion
      }
      if format.isOrdered, side.place(of: kept) != place(base: index) { throw .deletion }
      guard isChecked else { continue }
      if repeatedTexts.contains(token.norm) || (isOurs ? hasNew.theirs : hasNew.ours) {
        throw .deletion
      }
      if isOurs, said.theirs == nil { said.theirs = theirs.said(after: base.tokens) }
      if !isOurs, said.ours == nil { said.ours = ours.said(after: base.tokens) }
      if let text = isOurs ? said.theirs : said.ours, text.hasWords(of: token.words) {
        throw .deletion
      }
    }
  }

  /// Whether the fields of a task differ in nothing but those that say when it was done.
  private func isRecordOfChecking(_ now: MergeToken, _ before: MergeToken) -> Bool {
    let names = ["completed", "cancelled", "skipped", "priority", "state"]
    func others(_ token: MergeToken) -> [[UInt8]] {
      token.parts.filter { !names.contains($0.name) }.map { Array($0.name.utf8) + [0] + $0.value }
    }
    return now.mark != before.mark && now.words == before.words && others(now) == others(before)
  }

  /// Refuses to move a task to two places.
  private func checkMoves() throws(TextMergeConflict) {
    guard format.isOrdered else { return }
    for index in ours.alignment.moved.intersection(theirs.alignment.moved) {
      guard let one = ours.token(of: index), let other = theirs.token(of: index),
        ours.place(of: one) == theirs.place(of: other)
      else { throw .place }
    }
  }
}

extension MergeSide {
  /// All that a side says but for the tasks that it has from the base, in small letters.
  fileprivate func said(after base: [MergeToken]) -> [UInt8] {
    var text: [UInt8] = []
    for (index, token) in tokens.enumerated() {
      let before = self.base(of: index).map { base[$0] }
      if let before, token.isTask, before.norm == token.norm {
        if before.note != token.note { text += token.note.foldedSpace }
      } else {
        text += file.lines.bytes[token.range].foldedSpace
      }
      text.append(UInt8(ascii: "\n"))
    }
    return Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
  }
}

extension [UInt8] {
  /// Whether words stand in a text in small letters, as words of their own.
  fileprivate func hasWords(of words: [UInt8]) -> Bool {
    let words = Array(String(decoding: words, as: UTF8.self).lowercased().utf8)
    guard !words.isEmpty else { return false }
    func isWord(_ index: Int) -> Bool {
      indices.contains(index)
        && (self[index].isLetter || self[index].isDigit || self[index] >= 0x80
          || self[index] == UInt8(ascii: "_"))
    }
    var start = 0
    while start + words.count <= count, let found = self[start...].firstIndex(of: words[0]) {
      if self[found...].starts(with: words), !isWord(found - 1), !isWord(found + words.count) {
        return true
      }
      start = found + 1
    }
    return false
  }
}
