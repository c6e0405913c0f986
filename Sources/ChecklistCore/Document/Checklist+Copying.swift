#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Checklist {
  /// A new list with the items of this one, to be done again: this list is the template.
  ///
  /// Texts, notes and the icon are copied. Nothing is checked and nothing is due, since the
  /// reminders of a template are over. The list and its items have identities of their own.
  /// Preserved fields are not copied: one of them may be an identity too, or refer to the original
  /// list.
  ///
  /// - Parameters:
  ///   - name: The name of the new list.
  ///   - now: The time of the copy.
  /// - Returns: The new list.
  public func copy(named name: String, now: Date) -> Checklist {
    var copy = Checklist(name, icon: icon)
    copy.items = items.map { $0.copy(now: now) }
    return copy
  }
}
