/// How the items of a list fared in all its runs.
package struct RunStatistics: Sendable {
  /// One item.
  package struct Item: Sendable {
    /// Its text and section, as they were last.
    package fileprivate(set) var item: RunEvent.Item
    /// In how many runs it was answered.
    package fileprivate(set) var runs = 0
    /// In how many of them it was skipped.
    package fileprivate(set) var skipped = 0
    /// How long it took each time that it was done in the dialogue, in seconds.
    fileprivate var seconds: [Double] = []

    /// The median of the times that it took, in seconds; nil when it was never done.
    package var median: Double? {
      let sorted = seconds.sorted()
      guard !sorted.isEmpty else { return nil }
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
    }
  }

  /// The items, in the order in which they were answered first.
  package private(set) var items: [Item] = []

  /// The medians of the times that items took, in seconds, by their identities.
  package var medians: [Int: Double] {
    Dictionary(items.compactMap { item in item.median.map { (item.item.id, $0) } }) { $1 }
  }

  package init(_ runs: [Run]) {
    var positions: [Int: Int] = [:]
    for run in runs {
      for id in run.items {
        guard let answer = run.answers[id], answer.kind != .left, let item = answer.item else {
          continue
        }
        let position = positions[id] ?? items.count
        if position == items.count {
          positions[id] = position
          items.append(Item(item: item))
        }
        items[position].item = item
        items[position].runs += 1
        if answer.kind == .skipped { items[position].skipped += 1 }
        if answer.kind == .done, let seconds = answer.seconds {
          items[position].seconds.append(seconds)
        }
      }
    }
  }
}
