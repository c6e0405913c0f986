import ChecklistCore

/// Writes the parts of a merged file.
struct MergedWriter<Format: MergeableFormat> {
  /// What reading the file again must give for a part.
  struct Expected: Equatable {
    var mark: UInt8 = 0
    var words: [UInt8]
    var note: [UInt8] = []
  }

  private let merge: MergedFile<Format>
  private let slots: [MergedFile<Format>.Slot]
  private(set) var bytes: [UInt8] = []
  private(set) var expected: [Expected] = []
  /// The prefixes that were written for tasks of ours and of theirs.
  private var prefixes: (ours: [Int: ArraySlice<UInt8>], theirs: [Int: ArraySlice<UInt8>]) =
    ([:], [:])
  /// The last number that was written, by the place.
  private var numbers: [MergePlace: Int] = [:]

  init(_ merge: MergedFile<Format>, _ slots: [MergedFile<Format>.Slot]) {
    (self.merge, self.slots) = (merge, slots)
  }

  mutating func run() {
    let (ours, theirs) = (merge.ours, merge.theirs)
    bytes += ours.file.lines.mark
    let usual = ours.file.lines.usualEnding
    for (position, slot) in slots.enumerated() {
      let one = slot.ours.map { ours.tokens[$0] }
      let other = slot.theirs.map { theirs.tokens[$0] }
      var ending: ArraySlice<UInt8>
      var gap: ArraySlice<UInt8>
      if let index = slot.base, let one, let other {
        let before = merge.base.tokens[index]
        if var task = merge.tasks[index] {
          task.prefix = numbered(task.prefix, slot)
          write(task, slot)
        } else {
          let isTheirs = bytes(of: one, ours) == bytes(of: before, merge.base.lines)
          write(line: isTheirs ? other : one, in: isTheirs ? theirs : ours)
        }
        let sides = ThreeWay(base: before, first: one, second: other)
        ending = sides.value(\.ending, isSame: ==) { one, _ in one }
        if ending.isEmpty { ending = one.ending.isEmpty ? other.ending : one.ending }
        gap = sides.value(\.gap, isSame: ==) { $0.count >= $1.count ? $0 : $1 }
      } else {
        guard let token = one ?? other else { continue }
        let isOurs = one != nil
        if token.isTask {
          var task = MergedTask(token)
          if let one, let other, one.mark != other.mark {
            task = MergedTask(merge.format.state(one) == .done ? one : other)
          }
          task.prefix = numbered(prefix(of: token, slot, isOurs: isOurs), slot)
          write(task, slot)
        } else {
          write(line: token, in: isOurs ? ours : theirs)
        }
        (ending, gap) = (token.ending, token.gap)
      }
      if ending.isEmpty { ending = usual[...] }
      if gap.isEmpty, position + 1 < slots.count, isLast(slot) {
        gap = gapBefore(slots[position + 1])
      }
      bytes += ending + gap
    }
    let isEnded = ThreeWay(base: merge.base, first: ours.file, second: theirs.file)
      .value(\.lines.endsWithLineEnd, isSame: ==) { one, _ in one }
    if !isEnded {
      while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        bytes.removeLast()
      }
    }
  }

  /// Whether a part was the last one of each side that has it.
  private func isLast(_ slot: MergedFile<Format>.Slot) -> Bool {
    (slot.ours.map { $0 == merge.ours.tokens.count - 1 } ?? true)
      && (slot.theirs.map { $0 == merge.theirs.tokens.count - 1 } ?? true)
  }

  /// The blank lines before a part, on the side that has it.
  private func gapBefore(_ slot: MergedFile<Format>.Slot) -> ArraySlice<UInt8> {
    if let one = slot.ours { return one > 0 ? merge.ours.tokens[one - 1].gap : [] }
    if let other = slot.theirs { return other > 0 ? merge.theirs.tokens[other - 1].gap : [] }
    return []
  }

  private func bytes(of token: MergeToken, _ side: MergeSide) -> ArraySlice<UInt8> {
    bytes(of: token, side.file.lines)
  }

  private func bytes(of token: MergeToken, _ lines: DocumentLines) -> ArraySlice<UInt8> {
    lines.bytes[token.range]
  }

  private mutating func write(line: MergeToken, in side: MergeSide) {
    bytes += bytes(of: line, side)
    expected.append(Expected(words: line.words))
  }

  private mutating func write(_ task: MergedTask, _ slot: MergedFile<Format>.Slot) {
    if let one = slot.ours { prefixes.ours[one] = task.prefix }
    if let other = slot.theirs { prefixes.theirs[other] = task.prefix }
    bytes += merge.format.write(prefix: task.prefix, mark: task.mark, rest: task.rest) + task.note
    expected.append(
      Expected(
        mark: task.mark, words: merge.format.words(of: task.rest), note: Array(task.note)))
  }

  /// The prefix of a new task, which is that of the task before it, if its side has it so.
  private func prefix(
    of token: MergeToken, _ slot: MergedFile<Format>.Slot, isOurs: Bool
  ) -> ArraySlice<UInt8> {
    guard merge.format.isOrdered else { return token.prefix }
    let side = isOurs ? merge.ours : merge.theirs
    guard let index = isOurs ? slot.ours : slot.theirs, let previous = side.previous[index],
      side.tokens[previous].prefix == token.prefix,
      let written = isOurs ? prefixes.ours[previous] : prefixes.theirs[previous],
      token.note.isEmpty || written.count == token.prefix.count
    else { return token.prefix }
    return written
  }

  /// A prefix with the number that follows the one before it, where the side that wrote it counted.
  private mutating func numbered(
    _ prefix: ArraySlice<UInt8>, _ slot: MergedFile<Format>.Slot
  ) -> ArraySlice<UInt8> {
    guard merge.format.isOrdered else { return prefix }
    guard
      let key = slot.ours.map({ merge.place(ours: $0) })
        ?? slot.theirs.map({ merge.place(theirs: $0) })
    else { return prefix }
    guard let number = prefix.itemNumber else {
      numbers[key] = nil
      return prefix
    }
    var steps: [Int] = []
    for (side, index) in [(merge.ours, slot.ours), (merge.theirs, slot.theirs)] {
      guard let index, let previous = side.previous[index],
        let own = side.tokens[index].prefix.itemNumber,
        let before = side.tokens[previous].prefix.itemNumber
      else { continue }
      steps.append(own.value - before.value)
    }
    var value = number.value
    var result = prefix
    if let last = numbers[key], let step = steps.max(), steps.allSatisfy({ (0...1).contains($0) }) {
      value = last + step
      result =
        prefix[..<number.range.lowerBound] + "\(value)".utf8
        + prefix[number.range.upperBound...]
    }
    numbers[key] = value
    return result
  }
}

extension ArraySlice<UInt8> {
  /// The number of an item and its place in the prefix of a task; nil for a bullet.
  fileprivate var itemNumber: (value: Int, range: Range<Int>)? {
    guard let last = lastIndex(where: \.isDigit), last + 1 < endIndex,
      ".)".utf8.contains(self[last + 1]), self[(last + 2)...].dropLast().allSatisfy(\.isSpace)
    else { return nil }
    let end = last + 1
    let start = self[..<end].lastIndex { !$0.isDigit }.map { $0 + 1 } ?? startIndex
    guard end - start <= 9, let value = Int(String(decoding: self[start..<end], as: UTF8.self))
    else { return nil }
    return (value, start..<end)
  }
}
