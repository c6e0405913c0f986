import ChecklistCore

extension [ChecklistItem] {
  /// The place that an item had before a change of its list, counted from the beginning or the end;
  /// nil where it stood elsewhere, or is new.
  ///
  /// Most items of a changed list stand where they did, or as far from the end.
  func formerPlace(of index: Int, in old: [ChecklistItem]) -> Int? {
    if index < old.count, old[index].id == self[index].id { return index }
    let place = index + old.count - count
    return old.indices.contains(place) && old[place].id == self[index].id ? place : nil
  }

  /// Whether an item is a copy of one of another list that nobody has changed since: the same bytes
  /// of memory, so that no field need be compared.
  ///
  /// - Returns: Whether it is; items that are not may still be equal.
  func isCopy(at index: Int, of other: [ChecklistItem], at otherIndex: Int) -> Bool {
    let size = MemoryLayout<ChecklistItem>.stride
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { otherBytes in
        let (start, otherStart) = (index * size, otherIndex * size)
        if bytes.baseAddress == otherBytes.baseAddress, start == otherStart { return true }
        return bytes.hasEqualBytes(at: start, otherBytes, at: otherStart, length: size)
      }
    }
  }

  /// Whether items differ from others, each from the one at its place, in nothing but their states
  /// and when they were done.
  func differOnlyInStates(from other: [ChecklistItem]) -> Bool {
    count == other.count
      && indices.allSatisfy {
        isCopy(at: $0, of: other, at: $0)
          || self[$0].id == other[$0].id && self[$0].isSame(as: other[$0])
      }
  }
}
