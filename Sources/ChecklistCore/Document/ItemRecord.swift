/// One time that an item which repeats was done or skipped, as a file of text keeps it in a line of
/// its own.
package struct ItemRecord: Hashable, Sendable {
  /// Whether it was done or skipped.
  package let state: ChecklistItem.State
  /// When it was due, if ever: for what was done late the last date that had come.
  package let due: DueDate?
  /// When it was done or skipped, if that is known.
  package let completed: Date?
  /// Why it was skipped, "" for no reason; nil for what was done.
  package let skipReason: String?

  /// A record of an item that was done or skipped.
  package init(
    _ state: ChecklistItem.State, due: DueDate?, completed: Date?, skipReason: String? = nil
  ) {
    (self.state, self.due, self.completed) = (state, due, completed)
    self.skipReason = state == .skipped ? skipReason ?? "" : nil
  }
}

extension ChecklistItem {
  /// What was done of it before, the oldest first, as lines of a file of text say it that are no
  /// items; empty in a property list.
  ///
  /// It is no ``ItemField``: nothing copies, merges or exports it.
  package var records: [ItemRecord] {
    get { fields.rare.records }
    set { fields.rare.records = newValue }
  }

  /// Notes that it repeats by a rule that is not understood; nil for none.
  ///
  /// The line of a file of text has the words in its text. A property list stores other ones.
  package mutating func note(unreadRule words: String?) { fields.rare.unreadRule = words }

  /// Gives the item the state and the dates of a record: it is done, or skipped, for that time.
  ///
  /// - Parameter repetition: How often it is due again, counted from the date of the record.
  package mutating func take(_ record: ItemRecord, repeating repetition: Repetition?) {
    isOccurrence = false
    fields.isChecked = record.state == .done
    fields.rare.skipReason = record.skipReason
    fields.completed = StoredDate(record.completed)
    if let due = record.due {
      self.due = due
      self.repetition = repetition
    }
  }

  /// Opens the item, which was neither done nor skipped.
  package mutating func open() {
    (fields.isChecked, fields.completed) = (false, StoredDate(nil))
    if fields.rare.skipReason != nil { fields.rare.skipReason = nil }
  }
}
