#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The order in which items are shown.
public enum ItemOrder: String, CaseIterable, Sendable {
  /// As they stand in the list.
  case manual
  /// By their texts; case does not matter.
  case text
  /// The oldest first; items whose date is not known come last.
  case created
  /// The soonest due first; items without a due date come last.
  case due

  /// Sorts positions in a list; equals keep their order.
  func sorted(_ positions: [Int], in items: [ChecklistItem]) -> [Int] {
    switch self {
    case .manual: positions
    case .text: Self.sorted(positions) { items[$0].text.lowercased() }
    case .created:
      Self.sorted(positions) { items[$0].created?.timeIntervalSinceReferenceDate ?? .infinity }
    case .due:
      Self.sorted(positions) { items[$0].due?.timeIntervalSinceReferenceDate ?? .infinity }
    }
  }

  private static func sorted(_ positions: [Int], by key: (Int) -> some Comparable) -> [Int] {
    positions.map { (key: key($0), position: $0) }
      .sorted { ($0.key, $0.position) < ($1.key, $1.position) }
      .map(\.position)
  }
}
