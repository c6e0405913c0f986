#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ChecklistDocument {
  /// Where an item stands.
  public struct Place: Equatable, Sendable {
    /// The position of its list, from 0.
    public let list: Int
    /// Its position in the list, from 0.
    public let item: Int
  }

  /// The item that stands at a place.
  public subscript(place: Place) -> ChecklistItem {
    checklists[place.list].items[place.item]
  }

  /// The open items of all lists that are due at some time, the soonest first.
  ///
  /// - Parameter isWanted: whether items that are due at a moment are wanted.
  /// - Returns: their places; items that are due at the same moment are in the order of the document.
  public func dueItems(where isWanted: (Date) -> Bool) -> [Place] {
    checklists.indices.flatMap { list in
      checklists[list].items.enumerated().compactMap { item, value -> (due: Date, place: Place)? in
        guard !value.isChecked, let due = value.due, isWanted(due) else { return nil }
        return (due, Place(list: list, item: item))
      }
    }
    .sorted {
      ($0.due, $0.place.list, $0.place.item) < ($1.due, $1.place.list, $1.place.item)
    }
    .map(\.place)
  }
}
