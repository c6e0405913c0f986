/// Where something goes among items, or among lists.
///
/// `Neighbor` names one of them: by its position, or by its identity.
public enum InsertionPoint<Neighbor: Sendable>: Sendable {
  /// The beginning.
  case first
  /// The end.
  case last
  /// Before this one.
  case before(Neighbor)
  /// After this one.
  case after(Neighbor)

  /// Whether it is the end.
  var isLast: Bool {
    if case .last = self { true } else { false }
  }

  /// The same insertion point with neighbors named in another way.
  ///
  /// - Throws: What `name` throws.
  package func map<Other, Failure: Error>(
    _ name: (Neighbor) throws(Failure) -> Other
  ) throws(Failure) -> InsertionPoint<Other> {
    switch self {
    case .first: .first
    case .last: .last
    case .before(let neighbor): .before(try name(neighbor))
    case .after(let neighbor): .after(try name(neighbor))
    }
  }
}

extension InsertionPoint: Equatable where Neighbor: Equatable {}

extension InsertionPoint<Int> {
  /// How many of `count` elements come before the insertion point; neighbors are positions.
  func offset(among count: Int) -> Int {
    switch self {
    case .first: 0
    case .last: count
    case .before(let position): position
    case .after(let position): position + 1
    }
  }
}

extension Array {
  /// Moves elements together, in the order in which they are named.
  ///
  /// - Parameter offset: How many elements come before the place where they go, those that move
  ///   among them.
  mutating func move(at positions: [Int], toOffset offset: Int) -> Range<Int> {
    let start = offset - positions.count { $0 < offset }
    let moved = remove(at: positions)
    insert(contentsOf: moved, at: start)
    return start..<start + moved.count
  }

  /// Removes elements.
  ///
  /// - Returns: The elements, in the order of the positions.
  mutating func remove(at positions: [Int]) -> [Element] {
    let removed = positions.map { self[$0] }
    let gone = Set(positions)
    self = indices.filter { !gone.contains($0) }.map { self[$0] }
    return removed
  }
}
