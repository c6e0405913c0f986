#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ChecklistDocument {
  /// An open item with a due date, by its place.
  public struct DueItem: Equatable, Sendable {
    /// When it is due.
    public let due: Date
    /// The position of its list, from 0.
    public let list: Int
    /// Its position in the list, from 0.
    public let position: Int
  }

  /// The item itself.
  public subscript(item: DueItem) -> ChecklistItem {
    checklists[item.list].items[item.position]
  }

  /// The open items of all lists that have a due date, the soonest first.
  ///
  /// - Parameter isWanted: Says whether items that are due at a moment are wanted.
  /// - Returns: The items; those that are due at the same moment are in the order of the document.
  public func dueItems(where isWanted: (Date) -> Bool) -> [DueItem] {
    checklists.indices.flatMap { list in
      checklists[list].items.indices.compactMap { position -> DueItem? in
        let item = checklists[list].items[position]
        guard !item.isChecked, let due = item.due, isWanted(due) else { return nil }
        return DueItem(due: due, list: list, position: position)
      }
    }
    .sorted { ($0.due, $0.list, $0.position) < ($1.due, $1.list, $1.position) }
  }
}
