extension Checklist {
  /// A new list with the items of this one, to be done again: this list is the template.
  ///
  /// Texts, notes, sections and the icon are copied. Nothing is checked. Nothing is due but what
  /// repeats, since the other reminders of a template are over. The list and its items have
  /// identities of their own. Preserved fields are not copied: one of them may be an identity too,
  /// or refer to the original list.
  ///
  /// - Parameters:
  ///   - name: The name of the new list.
  ///   - now: The time of the copy.
  ///   - zone: The time zone in which one is, for what repeats.
  /// - Returns: The new list.
  public func copy(named name: String, now: Date, in zone: TimeZoneRules) -> Checklist {
    var copy = Checklist(name, icon: icon)
    copy.items = items.map { $0.copy(now: now, in: zone) }
    return copy
  }
}
