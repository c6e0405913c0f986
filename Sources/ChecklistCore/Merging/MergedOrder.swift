/// The order of what two sides have put in order, each in its own way.
struct MergedOrder {
  /// The two sides, in whichever order.
  enum Side { case first, second }

  /// The elements in their order.
  private(set) var order: [Int] = []
  /// The side that placed an element that has another place there than on the other side.
  private(set) var placedBy: [Int: Side] = [:]

  private let first: [Int]
  private let second: [Int]
  private let positions: (first: Positions, second: Positions)

  /// Merges two orders of elements that are numbered from 0.
  ///
  /// - Parameters:
  ///   - count: How many numbers there are.
  ///   - base: The order before.
  ///   - first: The order that one side made of it.
  ///   - second: That of the other. Each element of the result is in one of the two, or in both.
  ///   - isEarlier: Whether a new element was made before another.
  init(
    count: Int, base: [Int], first: [Int], second: [Int], isEarlier: (Int, Int) -> Bool
  ) {
    (self.first, self.second) = (first, second)
    positions = (Positions(first, count: count), Positions(second, count: count))
    if first == second { order = first } else { merge(base, count: count, isEarlier) }
  }

  private mutating func merge(_ base: [Int], count: Int, _ isEarlier: (Int, Int) -> Bool) {
    let skeleton = skeleton(of: base, count: count)
    let gaps = (
      first: Gaps(skeleton, in: first, count: count),
      second: Gaps(skeleton, in: second, count: count)
    )
    place(base: Gaps(skeleton, in: base, count: count), gaps)
    let runs = (
      first: Self.runs(first, gaps.first) { placedBy[$0] == .first },
      second: Self.runs(second, gaps.second) { placedBy[$0] == .second }
    )
    order.reserveCapacity(skeleton.count + placedBy.count)
    var start = 0
    for gap in Set(runs.first.keys).union(runs.second.keys).sorted() {
      let (one, other) = (runs.first[gap] ?? [], runs.second[gap] ?? [])
      order += skeleton[start..<gap]
      order += comesFirst(one, other, isEarlier) ? one + other : other + one
      start = gap
    }
    order += skeleton[start...]
  }

  /// The positions of elements in an order.
  private struct Positions {
    private var positions: [Int32]

    init(_ order: [Int], count: Int) {
      positions = Array(repeating: -1, count: count)
      for (position, element) in order.enumerated() { positions[element] = Int32(position) }
    }

    subscript(element: Int) -> Int? {
      positions[element] < 0 ? nil : Int(positions[element])
    }
  }

  /// How many elements of the skeleton come before each other element of an order.
  private struct Gaps {
    private var gaps: [Int32]

    init(_ skeleton: [Int], in order: [Int], count: Int) {
      let indices = Positions(skeleton, count: count)
      gaps = Array(repeating: -1, count: count)
      var gap = 0
      for element in order {
        if let index = indices[element] { gap = index + 1 } else { gaps[element] = Int32(gap) }
      }
    }

    subscript(element: Int) -> Int? { gaps[element] < 0 ? nil : Int(gaps[element]) }
  }

  /// The elements that neither side moved, and those that both moved to the same place.
  private func skeleton(of base: [Int], count: Int) -> [Int] {
    let common = base.filter { positions.first[$0] != nil && positions.second[$0] != nil }
    let stay = (
      Self.unmoved(common, positions.first, count: count),
      Self.unmoved(common, positions.second, count: count)
    )
    let core = common.filter { stay.0[$0] && stay.1[$0] }
    let gaps = (Gaps(core, in: first, count: count), Gaps(core, in: second, count: count))
    let candidates = first.filter { gaps.0[$0] != nil && gaps.0[$0] == gaps.1[$0] }
    var isMember = Self.unmoved(candidates, positions.second, count: count)
    for element in core { isMember[element] = true }
    return first.filter { isMember[$0] }
  }

  /// Which elements have the same order elsewhere: the most that can.
  private static func unmoved(_ order: [Int], _ positions: Positions, count: Int) -> [Bool] {
    var isUnmoved = Array(repeating: false, count: count)
    let places = order.map { positions[$0] ?? 0 }
    if zip(places, places.dropFirst()).allSatisfy(<) {
      for element in order { isUnmoved[element] = true }
      return isUnmoved
    }
    let unmoved = Set(places.longestIncreasingSubsequence)
    for (element, place) in zip(order, places) where unmoved.contains(place) {
      isUnmoved[element] = true
    }
    return isUnmoved
  }

  /// Chooses the side that places each element beside the skeleton: the only one that has it, or
  /// the one that moved it further, or else put it higher.
  private mutating func place(base: Gaps, _ gaps: (first: Gaps, second: Gaps)) {
    for element in first {
      guard let own = gaps.first[element] else { continue }
      guard let other = gaps.second[element] else {
        placedBy[element] = .first
        continue
      }
      let before = base[element]
      let moves = before.map { (abs(own - $0), abs(other - $0)) } ?? (0, 0)
      let isFirst = moves.0 == moves.1 ? own <= other : moves.0 > moves.1
      placedBy[element] = isFirst ? .first : .second
    }
    for element in second where gaps.first[element] == nil && gaps.second[element] != nil {
      placedBy[element] = .second
    }
  }

  /// The elements that one side places, by the gap of the skeleton.
  private static func runs(
    _ order: [Int], _ gaps: Gaps, isPlaced: (Int) -> Bool
  ) -> [Int: [Int]] {
    var runs: [Int: [Int]] = [:]
    for element in order {
      guard let gap = gaps[element], isPlaced(element) else { continue }
      runs[gap, default: []].append(element)
    }
    return runs
  }

  /// Whether the run of one side comes before that of the other in the same gap.
  ///
  /// Two elements that both sides have in the same order decide it, else the time at which the
  /// first elements were made.
  private func comesFirst(_ one: [Int], _ other: [Int], _ isEarlier: (Int, Int) -> Bool) -> Bool {
    guard let start = one.first, let otherStart = other.first else { return true }
    let known = one.first { positions.second[$0] != nil }
    let otherKnown = other.first { positions.first[$0] != nil }
    if let known, let otherKnown, let place = positions.first[known],
      let otherPlace = positions.first[otherKnown], let place2 = positions.second[known],
      let otherPlace2 = positions.second[otherKnown],
      (place < otherPlace) == (place2 < otherPlace2)
    {
      return place < otherPlace
    }
    return isEarlier(start, otherStart)
  }
}
