#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which of the items that are due are wanted.
public struct DueQuery: Sendable {
  private let now: Date
  private let wantsOverdue: Bool
  /// When what becomes due from now on is due at the latest; nil when any time will do, or none.
  private let end: Date?

  /// Takes what is asked for. Where neither is, every item that is due at some time is wanted.
  ///
  /// - Parameters:
  ///   - overdue: Whether what should be done already is asked for.
  ///   - within: The time from now on for which is asked; nil when none is named.
  ///   - now: The present.
  ///   - zone: Where the question is asked.
  public init(overdue: Bool, within: TimeSpan?, now: Date, in zone: TimeZoneRules) {
    self.now = now
    wantsOverdue = overdue
    end = within.map { $0.end(from: now, in: zone) }
  }

  /// Whether an item that is due at a moment is wanted.
  public func includes(_ due: Date) -> Bool {
    due < now ? wantsOverdue || end == nil : end.map { due <= $0 } ?? !wantsOverdue
  }

  /// Finds the items.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - list: The position of the only list to look in, from 0; nil for all.
  /// - Returns: The open items that are wanted, the soonest first.
  public func items(
    in document: ChecklistDocument, list: Int? = nil
  ) -> [ChecklistDocument.DueItem] {
    document.dueItems(where: includes).filter { list == nil || $0.list == list }
  }
}
