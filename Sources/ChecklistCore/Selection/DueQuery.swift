#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Which items with a due date are wanted.
package struct DueQuery: Sendable {
  private let now: Date
  private let wantsOverdue: Bool
  /// The latest due date that is wanted; nil when no time span was asked for.
  private let end: Date?

  /// Takes what is asked for; without either, every item with a due date is wanted.
  ///
  /// - Parameters:
  ///   - overdue: Whether overdue items are asked for.
  ///   - within: The time span from now on that is asked for; nil for none.
  ///   - now: The present.
  ///   - zone: The local time zone.
  package init(overdue: Bool, within: TimeSpan?, now: Date, in zone: TimeZoneRules) {
    self.now = now
    wantsOverdue = overdue
    end = within.map { $0.end(from: now, in: zone) }
  }

  /// Whether an item that is due at a moment is wanted.
  package func includes(_ due: Date) -> Bool {
    due < now ? wantsOverdue || end == nil : end.map { due <= $0 } ?? !wantsOverdue
  }

  /// Finds the items.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - list: The position of the only list to look in, from 0; nil for all.
  /// - Returns: The open items that are wanted, the soonest first.
  package func items(
    in document: ChecklistDocument, list: Int? = nil
  ) -> [ChecklistDocument.DueItem] {
    document.dueItems(where: includes).filter { list == nil || $0.list == list }
  }
}
