/// Guesses which word was meant by one that is unknown.
package enum Suggestion {
  /// The most bytes of a word for which something is suggested: nobody mistypes more, and to
  /// compare it would take long.
  package static let longest = 200

  /// The candidate that is most like a word, if any is like it at all; among equals the first.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    likely(to: word, among: candidates).first
  }

  /// The candidates that are most like a word, if any are like it at all.
  ///
  /// They are the ones that begin with the word, if that has two letters or more; else the
  /// ones that take the fewest typing mistakes, at most one for every three letters. For a word
  /// longer than ``longest`` there are none.
  ///
  /// - Returns: The likely ones, in their order.
  package static func likely(to word: String, among candidates: [String]) -> [String] {
    if word.utf8.count > longest { return [] }
    let typed = word.lowercased()
    let count = typed.count
    let completed = count < 2 ? [] : candidates.filter { $0.hasPrefix(typed) }
    if !completed.isEmpty { return completed }
    let limit = max(1, count / 3)
    let close =
      candidates
      .filter { abs($0.count - count) <= limit && min($0.count, count) > 1 }
      .map { (candidate: $0, distance: distance(typed, $0)) }
      .filter { $0.distance <= limit }
    let least = close.map(\.distance).min()
    return close.filter { $0.distance == least }.map(\.candidate)
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
