/// The second step of a save: numbers and UIDs without gaps for what was marked.
///
/// The objects of the first part keep theirs. New objects take those of dropped objects, or higher
/// ones.
struct ArchiveNumbering: Sendable {
  /// The new numbers of objects.
  let numbers: NumberTable
  /// The new UIDs.
  let uids: NumberTable
  /// The order in which objects are written.
  let order: Order
  /// The order in which UIDs are written in `$objects`.
  let uidOrder: Order
  /// Whether the bytes of the first part's objects are copied unchanged.
  var copiesFirstPart: Bool

  /// The order in which objects, or UIDs, are written: runs of the first part's that keep their
  /// numbers, with one insertion between each two runs.
  struct Order: Sendable {
    /// All numbers.
    fileprivate(set) var all = 0..<0
    /// The numbers of the insertions, ascending.
    fileprivate var numbers: [Int] = []
    /// The insertions: those of other parts, and those of the first part whose number is too high.
    fileprivate(set) var insertions: [ArchiveAddress] = []

    /// Whether something of the first part gets another number than it had.
    fileprivate var movesFirstPart: Bool { insertions.first.map { $0.part == 1 } ?? false }

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
  init(_ marking: ArchiveMarking) {
    let parts = marking.parts
    let (marks, standIns) = (marking.marks, marking.uids)
    for replacement in marking.replacements { marks[replacement.replaced] = .unseen }
    let objectCount = (0..<parts.objectCount).count { marks[PartIndex($0)] == .live }
    numbers = NumberTable(marks)
    order = Self.order(
      0..<objectCount, in: numbers, counts: parts.all.map { $0.objectCount },
      first: { parts[$0].firstObject }, isWritten: { marks[$0] == .live })
    // An object that stands for another may itself have been replaced later.
    for replacement in marking.replacements.reversed() {
      numbers.replace(replacement.replaced, by: replacement.first)
    }
    uids = NumberTable(standIns)
    uidOrder = parts.isKeyed ? Self.uidOrder(marking, in: uids) : Order()
    copiesFirstPart =
      marking.isFirstPartInOrder && !order.movesFirstPart && !uidOrder.movesFirstPart
      && !marking.replacements.contains { $0.replaced.value < parts.first.objectCount }
      && !marking.replacedUIDs.contains { $0.replaced.value < parts.first.objects.count }
  }

  private static func uidOrder(_ marking: ArchiveMarking, in uids: NumberTable) -> Order {
    let parts = marking.parts
    let standIns = marking.uids
    // The UID of null is 0, whatever it was before.
    let null = parts[0].firstUID
    standIns[null] = nil
    let count = (0..<parts.uidCount).count { standIns[PartIndex($0)] == PartIndex($0) }
    let order = order(
      1..<1 + count, in: uids, counts: parts.all.map { $0.objects.count },
      first: { parts[$0].firstUID }, isWritten: { standIns[$0] == $0 })
    uids.set(0, at: null)
    for replacement in marking.replacedUIDs {
      uids.replace(replacement.replaced, by: replacement.first)
    }
    return order
  }

  /// Gives numbers to what is written.
  ///
  /// - Parameters:
  ///   - counts: How many objects, or UIDs, each part has.
  ///   - first: Gives the index of the first one of a part.
  ///   - isWritten: Whether the object or UID at an index is written. It is asked before that one
  ///     has its number, which overwrites the answer.
  /// - Returns: The order in which they are written.
  @inline(__always)
  private static func order(
    _ all: Range<Int>, in table: NumberTable, counts: [Int], first: (Int) -> PartIndex,
    isWritten: (PartIndex) -> Bool
  ) -> Order {
    var order = Order(all: all)
    let firstPart = all.lowerBound..<max(all.lowerBound, counts[1])
    for number in firstPart {
      if !isWritten(PartIndex(number)) {
        if number < all.upperBound { order.numbers.append(number) }
      } else if number < all.upperBound {
        table.set(number, at: PartIndex(number))
      } else {
        order.insertions.append(ArchiveAddress(part: 1, number))
      }
    }
    order.numbers.append(contentsOf: min(firstPart.upperBound, all.upperBound)..<all.upperBound)
    // The new ones come after those of the other parts.
    for place in 2...counts.count {
      let part = place == counts.count ? 0 : place
      let first = first(part)
      for number in 0..<counts[part] where isWritten(first + number) {
        order.insertions.append(ArchiveAddress(part: part, number))
      }
    }
    for index in order.insertions.indices {
      let address = order.insertions[index]
      table.set(order.numbers[index], at: first(address.part) + address.number)
    }
    return order
  }
}
