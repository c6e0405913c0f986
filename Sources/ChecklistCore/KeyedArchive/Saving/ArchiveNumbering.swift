/// Numbers without gaps for the objects that a save writes, or for their UIDs.
///
/// Those of the archive that is continued keep theirs. New ones get those of dropped ones, or
/// higher ones. Only when there are fewer than before, the last ones move down.
struct ArchiveNumbering: Sendable {
  /// How many are written.
  let count: Int
  /// The old numbers of what is renumbered, in the order of the new ones.
  private(set) var insertions: [Int] = []
  /// The new numbers of the insertions, in ascending order.
  private var places: [Int] = []
  /// What has a lower number keeps it.
  private let firstMoved: Int
  /// The new numbers from ``firstMoved`` on.
  private var numbers: [Int]
  /// Whether one of the archive that is continued gets another number.
  let movesOld: Bool

  /// Gives numbers.
  ///
  /// - Parameters:
  ///   - old: How many the archive that is continued has.
  ///   - all: How many there are, old and new.
  ///   - dropped: Those that are not written, in ascending order.
  init(old: Int, all: Int, dropped: [Int]) {
    count = all - dropped.count
    firstMoved = min(old, count)
    numbers = Array(repeating: 0, count: all - firstMoved)
    let free = dropped.prefix { [firstMoved] in $0 < firstMoved }
    var rest = dropped[free.endIndex...]
    for number in firstMoved..<all {
      if number == rest.first {
        rest.removeFirst()
        continue
      }
      let index = places.count
      places.append(index < free.count ? free[index] : firstMoved + index - free.count)
      insertions.append(number)
      numbers[number - firstMoved] = places[index]
    }
    movesOld = insertions.first.map { $0 < old } ?? false
  }

  /// The new number of what is written.
  @inline(__always)
  subscript(number: Int) -> Int {
    number < firstMoved ? number : numbers[number &- firstMoved]
  }

  /// The numbers between two insertions, which are kept.
  ///
  /// - Parameter index: The index of the insertion after the run; for the last run, the number of
  ///   insertions.
  /// - Returns: The numbers, which may be none.
  func run(before index: Int) -> Range<Int> {
    let start = index == 0 ? 0 : places[index - 1] + 1
    return start..<(index == places.count ? count : places[index])
  }
}
