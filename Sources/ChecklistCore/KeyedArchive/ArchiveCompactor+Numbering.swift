/// The second step: numbers and UIDs without gaps.
extension ArchiveCompactor {
  /// The order in which objects, or UIDs, are written: runs of those of the first part that keep their numbers, and an
  /// insertion between each two runs.
  struct Order {
    /// The numbers of the insertions, ascending.
    var numbers: [Int] = []
    /// Where the insertions are, as codes of ``ArchiveAddress``: what has no number in the first part, or one too high.
    var insertions: [Int] = []
    /// All numbers.
    var all = 0..<0

    /// The numbers between two insertions.
    ///
    /// - Parameter index: that of the one behind them; for the last run, how many there are.
    /// - Returns: the numbers, which may be none.
    func run(before index: Int) -> Range<Int> {
      let start = index == 0 ? all.lowerBound : numbers[index - 1] + 1
      return start..<(index == numbers.count ? all.upperBound : numbers[index])
    }
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

  /// The part at a place of the order in which they are numbered, from 1: what is new comes last.
  private func part(at place: Int) -> Part { parts[place == parts.count ? 0 : place] }

  /// Numbers objects.
  ///
  /// - Returns: whether one of the first part gets another number than it had.
  private mutating func numberObjects() -> Bool {
    order.all = 0..<objectCount
    for number in 0..<parts[1].objectCount {
      if marks[number] != Mark.live {
        if number < objectCount { order.numbers.append(number) }
      } else if number < objectCount {
        marks[number] = UInt32(truncatingIfNeeded: number &+ 1)
      } else {
        order.insertions.append(ArchiveAddress(part: 1, number).code)
      }
    }
    order.numbers.append(contentsOf: min(parts[1].objectCount, objectCount)..<objectCount)
    let moves = !order.insertions.isEmpty
    for place in 2...parts.count {
      let part = part(at: place)
      for number in 0..<part.objectCount where marks[part.firstMark + number] == Mark.live {
        order.insertions.append(ArchiveAddress(part: part.index, number).code)
      }
    }
    for index in order.insertions.indices {
      let address = ArchiveAddress(order.insertions[index])
      marks[parts[address.part].firstMark + address.number] = UInt32(order.numbers[index] + 1)
    }
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
    uidOrder.all = 1..<uidCount
    let firstPart = 1..<max(1, parts[1].objects.count)
    for uid in firstPart {
      if !isWritten(uid) {
        if uid < uidCount { uidOrder.numbers.append(uid) }
      } else if uid >= uidCount {
        uidOrder.insertions.append(ArchiveAddress(part: 1, uid).code)
      }
    }
    uidOrder.numbers.append(contentsOf: min(firstPart.upperBound, uidCount)..<uidCount)
    let moves = !uidOrder.insertions.isEmpty
    for place in 2...parts.count {
      let part = part(at: place)
      let count = part.isNew ? objects.count : part.objects.count
      for uid in 0..<count where isWritten(part.firstUID + uid) {
        uidOrder.insertions.append(ArchiveAddress(part: part.index, uid).code)
      }
    }
    for index in uidOrder.insertions.indices {
      let address = ArchiveAddress(uidOrder.insertions[index])
      uidMarks[parts[address.part].firstUID + address.number] = UInt32(uidOrder.numbers[index] + 1)
    }
    uidMarks[null] = 1
    for replacement in replacedUIDs {
      uidMarks[replacement.replaced] = uidMarks[replacement.first] | Mark.replaced
    }
    return moves
  }

  /// Whether objects of the first part that keep their numbers one after the other stand so in its file too, with nothing
  /// between them.
  private func standsInOrder(_ list: BinaryPropertyListView) -> Bool {
    var size = 0
    for index in 0...order.numbers.count {
      let run = order.run(before: index)
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
