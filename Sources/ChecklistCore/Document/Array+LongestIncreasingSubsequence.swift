extension [Int] {
  /// The longest increasing subsequence: the elements that can stay when the others are moved.
  ///
  /// It is found by patience sorting, in n log n steps.
  package var longestIncreasingSubsequence: [Int] {
    /// For each length, the index of the smallest number that such a subsequence can end with.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, number) in enumerated() {
      var range = ends.indices
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        range =
          self[ends[middle]] < number
          ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      previous.append(range.lowerBound > 0 ? ends[range.lowerBound - 1] : nil)
      if range.lowerBound == ends.count {
        ends.append(index)
      } else {
        ends[range.lowerBound] = index
      }
    }
    var subsequence: [Int] = []
    var next = ends.last
    while let index = next {
      subsequence.append(self[index])
      next = previous[index]
    }
    return subsequence
  }
}
