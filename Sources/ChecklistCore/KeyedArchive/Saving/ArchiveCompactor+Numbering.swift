/// The second step: numbers and UIDs without gaps.
extension ArchiveCompactor {
  /// The order in which objects, or UIDs, are written: runs of the first part's that keep their
  /// numbers, with one insertion between each two runs.
  struct Order {
    /// All numbers.
    var all = 0..<0
    /// The numbers of the insertions, ascending.
    var numbers: [Int] = []
    /// The insertions, as codes of ``ArchiveAddress``: those of other parts, and those of the first
    /// part whose number is too high.
    var insertions: [Int] = []

    /// Whether something of the first part gets another number than it had.
    var movesFirstPart: Bool {
      if let first = insertions.first { ArchiveAddress(first).part == 1 } else { false }
    }

    /// The numbers between two insertions.
    ///
    /// - Parameter index: The index of the insertion after the run; for the last run, the number of
    ///   insertions.
    /// - Returns: The numbers, which may be none.
    func run(before index: Int) -> Range<Int> {
      let start = index == 0 ? all.lowerBound : numbers[index - 1] + 1
      return start..<(index == numbers.count ? all.upperBound : numbers[index])
    }
  }

  /// Gives numbers and UIDs to the marked objects.
  mutating func number() {
    for replacement in replacements { marks[replacement.replaced] = Mark.unseen }
    for mark in marks.indices where marks[mark] == Mark.live { objectCount += 1 }
    order = number(
      0..<objectCount, in: marks, counts: parts.map { $0.objectCount },
      firsts: parts.map { $0.firstMark }
    ) { marks[$0] == Mark.live }
    // An object that stands for another may itself have been replaced later.
    for replacement in replacements.reversed() {
      marks[replacement.replaced] = marks[replacement.first] | Mark.replaced
    }
    if isKeyed { numberUIDs() }
    copiesFirstPart =
      isFirstPartInOrder && !order.movesFirstPart && !uidOrder.movesFirstPart
      && !replacements.contains { $0.replaced < parts[1].objectCount }
      && !replacedUIDs.contains { $0.replaced < parts[1].objects.count }
  }

  private mutating func numberUIDs() {
    // The UID of null is 0, whatever it was before.
    let null = parts[0].firstUID
    uidMarks[null] = 0
    uidCount = 1
    for mark in uidMarks.indices where Int(uidMarks[mark]) == mark + 1 { uidCount += 1 }
    uidOrder = number(
      1..<uidCount, in: uidMarks, counts: parts.map { $0.objects.count },
      firsts: parts.map { $0.firstUID }
    ) { Int(uidMarks[$0]) == $0 + 1 }
    uidMarks[null] = 1
    for replacement in replacedUIDs {
      uidMarks[replacement.replaced] = uidMarks[replacement.first] | Mark.replaced
    }
  }

  /// Gives numbers to what is written.
  ///
  /// - Parameters:
  ///   - all: The numbers to give.
  ///   - table: Gets each number, plus one.
  ///   - counts: How many objects, or UIDs, each part has.
  ///   - firsts: The index in the table of each part's first one.
  ///   - isWritten: Whether the object or UID at an index of the table is written.
  /// - Returns: The order in which they are written.
  @inline(__always)
  private func number(
    _ all: Range<Int>, in table: ObjectTable, counts: [Int], firsts: [Int], isWritten: (Int) -> Bool
  ) -> Order {
    var order = Order(all: all)
    let firstPart = all.lowerBound..<max(all.lowerBound, counts[1])
    for number in firstPart {
      if !isWritten(number) {
        if number < all.upperBound { order.numbers.append(number) }
      } else if number < all.upperBound {
        table[number] = UInt32(truncatingIfNeeded: number &+ 1)
      } else {
        order.insertions.append(ArchiveAddress(part: 1, number).code)
      }
    }
    order.numbers.append(contentsOf: min(firstPart.upperBound, all.upperBound)..<all.upperBound)
    // The new ones come after those of the other parts.
    for place in 2...parts.count {
      let part = place == parts.count ? 0 : place
      for number in 0..<counts[part] where isWritten(firsts[part] + number) {
        order.insertions.append(ArchiveAddress(part: part, number).code)
      }
    }
    for index in order.insertions.indices {
      let address = ArchiveAddress(order.insertions[index])
      table[firsts[address.part] + address.number] = UInt32(order.numbers[index] + 1)
    }
    return order
  }

  /// The range of a run of objects in the bytes of the first part, where they stand one after the
  /// other.
  func bytes(of run: Range<Int>) -> Range<Int> {
    let list = parts[1].reader.propertyList
    guard let last = run.last, let end = try? list.encoding(ofObject: last).upperBound else {
      return 0..<0
    }
    return list.uncheckedOffset(ofObject: run.lowerBound)..<end
  }
}
