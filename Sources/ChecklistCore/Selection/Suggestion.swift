/// Guesses which word was meant by one that is unknown.
package enum Suggestion {
  /// The candidate that is most like a word, if any is like it at all.
  ///
  /// That is one that begins with what was typed, if that has two letters or more; else the one
  /// that takes the fewest typing mistakes, at most one for every three letters.
  ///
  /// - Parameters:
  ///   - word: What was typed.
  ///   - candidates: What would have been right; among equals the first wins.
  /// - Returns: The likely one.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = word.lowercased()
    if typed.count >= 2, let completed = candidates.first(where: { $0.hasPrefix(typed) }) {
      return completed
    }
    let limit = max(1, typed.count / 3)
    return
      candidates
      .filter { abs($0.count - typed.count) <= limit && min($0.count, typed.count) > 1 }
      .map { (candidate: $0, distance: distance(typed, $0)) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?
      .candidate
  }

  /// How many mistakes turn one word into the other.
  ///
  /// A mistake is a letter that is missing, added or replaced, or two neighbours that are swapped:
  /// the restricted Damerau-Levenshtein distance.
  package static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        var best = min(previous[column + 1], current[column]) + 1
        best = min(best, previous[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[second.count]
  }
}
