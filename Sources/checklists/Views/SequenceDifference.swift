/// The elements in which two sequences differ: all between those that both begin with and those
/// that both end with.
struct SequenceDifference<Element> {
  /// How many elements both begin with.
  let start: Int
  /// What only the first has.
  let removed: ArraySlice<Element>
  /// What only the second has.
  let added: ArraySlice<Element>

  init(_ old: [Element], _ new: [Element], _ isSame: (Element, Element) -> Bool) {
    let common = min(old.count, new.count)
    let head = (0..<common).first { !isSame(old[$0], new[$0]) } ?? common
    let rest = common - head
    let tail = (1...max(rest, 1)).first {
      rest < $0 || !isSame(old[old.count - $0], new[new.count - $0])
    }
    let kept = tail.map { $0 - 1 } ?? rest
    start = head
    removed = old[head..<old.count - kept]
    added = new[head..<new.count - kept]
  }
}
