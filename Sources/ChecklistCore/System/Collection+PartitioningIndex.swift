extension RandomAccessCollection where Index == Int {
  /// The index of the first element that belongs to the second part of a collection in two parts;
  /// the end where that part is empty.
  ///
  /// - Parameter belongsInSecondPart: Whether an element is of the second part, as all after it
  ///   are.
  package func partitioningIndex(
    where belongsInSecondPart: (Element) -> Bool
  ) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
