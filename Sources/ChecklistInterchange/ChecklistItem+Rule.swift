import ChecklistCore

extension ChecklistItem {
  /// The words of a rule that is not understood, of a document or a calendar: `FREQ=HOURLY`; nil
  /// where the item has none, or another rule by which it repeats.
  package var unreadRule: String? {
    if repetition != nil { return nil }
    if let unreadRepetition { return unreadRepetition }
    for field in origin?[InterchangeFormat.icalendar.rawValue]?.fields ?? [] {
      if let line = ContentLine(number: 0, bytes: Array(field.utf8)[...]),
        line.name.isSame(as: "RRULE")
      {
        return String(decoding: line.value, as: UTF8.self)
      }
    }
    return nil
  }
}
