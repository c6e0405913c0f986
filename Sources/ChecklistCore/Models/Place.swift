/// A place among the items of a list, or among the lists of a document, to which some of them are moved.
public enum Place: Sendable, Equatable {
  /// The beginning.
  case first
  /// The end.
  case last
  /// Before the one at this position, from 0.
  case before(Int)
  /// After the one at this position, from 0.
  case after(Int)

  /// The gap that this is among `count` elements: 0 is before all of them.
  fileprivate func gap(among count: Int) -> Int {
    switch self {
    case .first: 0
    case .last: count
    case .before(let position): position
    case .after(let position): position + 1
    }
  }
}

extension Checklist {
  /// Moves items together to a place, where they keep their order among themselves.
  ///
  /// The place may be before or after one that is moved itself: the others are gathered around it then.
  ///
  /// - Parameters:
  ///   - positions: the positions of the items, from 0, ascending.
  ///   - place: where they go; its position is one that the list has before the move.
  /// - Returns: the positions that they have now.
  @discardableResult
  public mutating func moveItems(at positions: [Int], to place: Place) -> Range<Int> {
    items.move(at: positions, to: place)
  }

  /// Removes items.
  ///
  /// - Parameter positions: the positions of the items, from 0, each once.
  /// - Returns: the items, in the order of the positions.
  @discardableResult
  public mutating func removeItems(at positions: [Int]) -> [ChecklistItem] {
    items.remove(at: positions)
  }
}

extension ChecklistDocument {
  /// Moves items from one list to another, with all that belongs to them.
  ///
  /// - Parameters:
  ///   - positions: the positions of the items, from 0, ascending.
  ///   - source: the position of the list that they are in.
  ///   - destination: the position of the list that they go to, which is another one.
  ///   - place: where in that list they go.
  /// - Returns: the positions that they have now.
  @discardableResult
  public mutating func moveItems(
    at positions: [Int], of source: Int, to destination: Int, _ place: Place
  ) -> Range<Int> {
    let gap = place.gap(among: checklists[destination].items.count)
    let moved = checklists[source].removeItems(at: positions)
    checklists[destination].items.insert(contentsOf: moved, at: gap)
    return gap..<gap + moved.count
  }

  /// Moves a list to a place among the lists.
  ///
  /// - Parameters:
  ///   - position: the position of the list, from 0.
  ///   - place: where it goes; its position is one that a list has before the move.
  /// - Returns: the position that it has now.
  @discardableResult
  public mutating func moveList(at position: Int, to place: Place) -> Int {
    checklists.move(at: [position], to: place).lowerBound
  }
}

extension Array {
  fileprivate mutating func move(at positions: [Int], to place: Place) -> Range<Int> {
    let gap = place.gap(among: count)
    let start = gap - positions.count { $0 < gap }
    let moved = remove(at: positions)
    insert(contentsOf: moved, at: start)
    return start..<start + moved.count
  }

  fileprivate mutating func remove(at positions: [Int]) -> [Element] {
    let removed = positions.map { self[$0] }
    let gone = Set(positions)
    self = indices.filter { !gone.contains($0) }.map { self[$0] }
    return removed
  }
}
