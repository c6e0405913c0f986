extension [Int] {
  /// The longest increasing subsequence: the elements that can stay when the others are moved.
  ///
  /// It is found by patience sorting, in n log n steps.
  package var longestIncreasingSubsequence: [Int] {
    /// For each length, the index of the smallest number that such a subsequence can end with.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, number) in enumerated() {
      let length = ends.partitioningIndex { self[$0] >= number }
      previous.append(length > 0 ? ends[length - 1] : nil)
      if length == ends.count {
        ends.append(index)
      } else {
        ends[length] = index
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
