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

  /// Merges two orders.
  ///
  /// - Parameters:
  ///   - base: The order before.
  ///   - first: The order that one side made of it.
  ///   - second: That of the other. Each element of the result is in one of the two, or in both.
  ///   - isEarlier: Whether a new element was made before another.
  init(base: [Int], first: [Int], second: [Int], isEarlier: (Int, Int) -> Bool) {
    (self.first, self.second) = (first, second)
    positions = (Positions(first), Positions(second))
    if first == second {
      order = first
      return
    }
    let skeleton = skeleton(of: base)
    let gaps = (first: Gaps(skeleton, in: first), second: Gaps(skeleton, in: second))
    place(base: Gaps(skeleton, in: base), gaps)
    let runs = (
      first: Self.runs(first, gaps.first, count: skeleton.count) { placedBy[$0] == .first },
      second: Self.runs(second, gaps.second, count: skeleton.count) { placedBy[$0] == .second }
    )
    order.reserveCapacity(skeleton.count + placedBy.count)
    for gap in 0...skeleton.count {
      let (one, other) = (runs.first[gap], runs.second[gap])
      order += comesFirst(one, other, isEarlier) ? one + other : other + one
      if gap < skeleton.count { order.append(skeleton[gap]) }
    }
  }

  /// The positions of elements in an order.
  private struct Positions {
    private var positions: [Int: Int]

    init(_ order: [Int]) {
      positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    }

    subscript(element: Int) -> Int? { positions[element] }
  }

  /// How many elements of the skeleton come before each other element of an order.
  private struct Gaps {
    private var gaps: [Int: Int] = [:]

    init(_ skeleton: [Int], in order: [Int]) {
      let indices = Positions(skeleton)
      var gap = 0
      for element in order {
        if let index = indices[element] { gap = index + 1 } else { gaps[element] = gap }
      }
    }

    subscript(element: Int) -> Int? { gaps[element] }
  }

  /// The elements that neither side moved, and those that both moved to the same place.
  private func skeleton(of base: [Int]) -> [Int] {
    let common = base.filter { positions.first[$0] != nil && positions.second[$0] != nil }
    let stay = (Self.unmoved(common, positions.first), Self.unmoved(common, positions.second))
    let core = common.filter { stay.0.contains($0) && stay.1.contains($0) }
    let gaps = (Gaps(core, in: first), Gaps(core, in: second))
    let candidates = first.filter { gaps.0[$0] != nil && gaps.0[$0] == gaps.1[$0] }
    let members = Self.unmoved(candidates, positions.second).union(core)
    return first.filter(members.contains)
  }

  /// The most elements that have the same order elsewhere.
  private static func unmoved(_ order: [Int], _ positions: Positions) -> Set<Int> {
    let places = order.map { positions[$0] ?? 0 }
    if zip(places, places.dropFirst()).allSatisfy(<) { return Set(order) }
    let unmoved = Set(places.longestIncreasingSubsequence)
    return Set(zip(order, places).filter { unmoved.contains($1) }.map(\.0))
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
    _ order: [Int], _ gaps: Gaps, count: Int, isPlaced: (Int) -> Bool
  ) -> [[Int]] {
    var runs: [[Int]] = Array(repeating: [], count: count + 1)
    for element in order where isPlaced(element) {
      if let gap = gaps[element] { runs[gap].append(element) }
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
