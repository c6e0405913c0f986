/// The order in which items are shown.
package enum ItemOrder: String, CaseIterable, Sendable {
  /// As they stand in the list.
  case manual
  /// By their texts; case does not matter.
  case text
  /// The oldest first; items whose date is not known come last.
  case created
  /// The soonest due first; items without a due date come last.
  case due

  /// Sorts positions in a list; equals keep their order.
  ///
  /// - Returns: The positions in the order.
  func sorted(
    _ positions: [Int], in items: [ChecklistItem], zone: TimeZoneRules
  ) -> [Int] {
    switch self {
    case .manual: positions
    case .text: Self.sortedByText(positions, in: items)
    case .created:
      Self.sorted(positions) { items[$0].created?.timeIntervalSinceReferenceDate ?? .infinity }
    case .due:
      sortedByDue(positions, in: items, zone)
    }
  }

  private func sortedByDue(
    _ positions: [Int], in items: [ChecklistItem], _ zone: TimeZoneRules
  ) -> [Int] {
    var ends = DayEnds(in: zone)
    return Self.sorted(positions) { position in
      items[position].due.map { ends.end(of: $0).timeIntervalSinceReferenceDate } ?? .infinity
    }
  }

  /// Sorts by text: first the texts that there are, then the items by the places of their texts.
  private static func sortedByText(_ positions: [Int], in items: [ChecklistItem]) -> [Int] {
    var texts: [(text: String, index: Int)] = []
    var known = LongTexts<Int>()
    let indices = positions.map { position in
      known.value(of: items[position].text) { text in
        texts.append((text.lowercased(), texts.count))
        return texts.count - 1
      }
    }
    texts.sort { ($0.text, $0.index) < ($1.text, $1.index) }
    var places = Array(repeating: 0, count: texts.count)
    for next in texts.indices.dropFirst() {
      let (last, this) = (texts[next - 1], texts[next])
      places[this.index] = places[last.index] + (last.text == this.text ? 0 : 1)
    }
    return zip(positions, indices).map { (place: places[$1], position: $0) }
      .sorted { ($0.place, $0.position) < ($1.place, $1.position) }
      .map(\.position)
  }

  private static func sorted(_ positions: [Int], by key: (Int) -> some Comparable) -> [Int] {
    positions.map { (key: key($0), position: $0) }
      .sorted { ($0.key, $0.position) < ($1.key, $1.position) }
      .map(\.position)
  }
}
