#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Checklist {
  /// A new list with the items of this one to be done again: a list as a template.
  ///
  /// Texts, notes and the icon are copied. Nothing is checked, and nothing due: the reminders of a
  /// template are over. The list and its items have identities of their own. What nobody here
  /// understands stays with the original alone, for it may be an identity too, or lead back to the
  /// original's list.
  ///
  /// - Parameters:
  ///   - name: The name of the new list.
  ///   - now: The time of making.
  /// - Returns: The new list.
  public func copy(named name: String, now: Date) -> Checklist {
    var copy = Checklist(name, icon: icon)
    copy.items = items.map { $0.copy(now: now) }
    return copy
  }
}
