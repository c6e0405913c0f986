/// The summary of a list without its items.
package struct ListSummary: Sendable {
  /// The identity.
  package let id: Int
  /// The name; empty for a list without one.
  package let name: String
  /// The icon.
  package let icon: String
  /// Whether overviews leave it out.
  package let isHidden: Bool
  /// The values that lost in a merge.
  package let conflicts: [Conflict]
  /// How many items it has.
  package let total: Int
  /// How many of them are done.
  package let done: Int
  /// How many of them are skipped.
  package let skipped: Int

  /// Counts what is done in a list.
  package init(_ checklist: Checklist) {
    id = checklist.id
    name = checklist.name
    icon = checklist.icon
    isHidden = checklist.isHidden
    conflicts = checklist.conflicts
    total = checklist.items.count
    done = checklist.doneCount
    skipped = checklist.skippedCount
  }

  /// The list that the last step of a transaction was about, as it is now, or as it was before it
  /// was deleted.
  ///
  /// Counting goes through the whole list, so it is done only when the answer is needed.
  package init?(of transaction: DocumentTransaction, after applied: [AppliedChange]) {
    let present = transaction.document?.checklists.first { $0.id == transaction.changedList }
    guard let list = present ?? applied.last?.checklist else { return nil }
    self.init(list)
  }
}
