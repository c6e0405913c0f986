/// The second step: numbers and UIDs without gaps.
extension ArchiveCompactor {
  /// The order in which objects, or UIDs, are written.
  struct Order {
    /// Numbers that those of the first part keep, and an insertion between each two runs.
    var runs: [Range<Int>] = []
    var insertions: [Insertion] = []

    init() {}

    /// - Parameters:
    ///   - free: the numbers that the insertions get, ascending.
    ///   - insertions: what has no number in the first part, or one that is too high.
    ///   - numbers: all.
    init(free: [Int], insertions: [Insertion], numbers: Range<Int>) {
      self.insertions = insertions
      var next = numbers.lowerBound
      for number in free {
        runs.append(next..<number)
        next = number + 1
      }
      runs.append(next..<numbers.upperBound)
    }
  }

  /// An object, or a UID, that does not have its number in the first part.
  struct Insertion {
    let part: Int
    let number: Int
  }

  /// Gives numbers and UIDs to what is marked.
  mutating func number(_ views: [PartView]) {
    for replacement in replacements { marks[replacement.replaced] = Mark.unseen }
    for mark in marks.indices where marks[mark] == Mark.live { objectCount += 1 }
    let movesObjects = numberObjects()
    // What stands for others may have been replaced itself, later.
    for replacement in replacements.reversed() {
      marks[replacement.replaced] = marks[replacement.first] | Mark.replaced
    }
    let movesUIDs = isKeyed && numberUIDs()
    let isChanged =
      movesObjects || movesUIDs
      || replacements.contains { $0.replaced < parts[1].objectCount }
      || replacedUIDs.contains { $0.replaced < parts[1].objects.count }
    copiesFirstPart = !isChanged && standsInOrder(views[1].list)
  }

  /// Numbers objects.
  ///
  /// - Returns: whether one of the first part gets another number than it had.
  private mutating func numberObjects() -> Bool {
    var free: [Int] = []
    var insertions: [Insertion] = []
    for number in 0..<parts[1].objectCount {
      if marks[number] != Mark.live {
        if number < objectCount { free.append(number) }
      } else if number < objectCount {
        marks[number] = UInt32(truncatingIfNeeded: number &+ 1)
      } else {
        insertions.append(Insertion(part: 1, number: number))
      }
    }
    free.append(contentsOf: min(parts[1].objectCount, objectCount)..<objectCount)
    let moves = !insertions.isEmpty
    for part in parts[2...] + parts[..<1] {
      for number in 0..<part.objectCount where marks[part.firstMark + number] == Mark.live {
        insertions.append(Insertion(part: part.index, number: number))
      }
    }
    for (number, insertion) in zip(free, insertions) {
      marks[parts[insertion.part].firstMark + insertion.number] = UInt32(number + 1)
    }
    order = Order(free: free, insertions: insertions, numbers: 0..<objectCount)
    return moves
  }

  /// Numbers UIDs; null's is 0.
  ///
  /// - Returns: whether one of the first part gets another UID than it had.
  private mutating func numberUIDs() -> Bool {
    func isWritten(_ mark: Int) -> Bool { Int(uidMarks[mark]) == mark + 1 }
    let null = parts[0].firstUID
    uidMarks[null] = 0
    uidCount = 1
    for mark in uidMarks.indices where isWritten(mark) { uidCount += 1 }
    var free: [Int] = []
    var insertions: [Insertion] = []
    let firstPart = 1..<max(1, parts[1].objects.count)
    for uid in firstPart {
      if !isWritten(uid) {
        if uid < uidCount { free.append(uid) }
      } else if uid >= uidCount {
        insertions.append(Insertion(part: 1, number: uid))
      }
    }
    free.append(contentsOf: min(firstPart.upperBound, uidCount)..<uidCount)
    let moves = !insertions.isEmpty
    for part in parts[2...] + parts[..<1] {
      let count = part.isNew ? objects.count : part.objects.count
      for uid in 0..<count where isWritten(part.firstUID + uid) {
        insertions.append(Insertion(part: part.index, number: uid))
      }
    }
    for (uid, insertion) in zip(free, insertions) {
      uidMarks[parts[insertion.part].firstUID + insertion.number] = UInt32(uid + 1)
    }
    uidMarks[null] = 1
    for replacement in replacedUIDs {
      uidMarks[replacement.replaced] = uidMarks[replacement.first] | Mark.replaced
    }
    uidOrder = Order(free: free, insertions: insertions, numbers: 1..<uidCount)
    return moves
  }

  /// Whether objects of the first part that keep their numbers one after the other stand so in its file too, with nothing
  /// between them.
  private func standsInOrder(_ list: BinaryPropertyListView) -> Bool {
    var size = 0
    for run in order.runs where !run.isEmpty {
      var last = 0
      for number in run {
        let start = list.uncheckedOffset(ofObject: number)
        guard start > last else { return false }
        last = start
      }
      size += bytes(of: run).count
    }
    return size == firstPartSize
  }

  /// Where objects of the first part stand, the one behind the other.
  func bytes(of run: Range<Int>) -> Range<Int> {
    let list = parts[1].reader.propertyList
    guard let last = run.last, let end = try? list.encoding(ofObject: last).upperBound else {
      return 0..<0
    }
    return list.uncheckedOffset(ofObject: run.lowerBound)..<end
  }
}
