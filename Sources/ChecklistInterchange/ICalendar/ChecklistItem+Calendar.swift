import ChecklistCore

extension ChecklistItem {
  /// The identity that calendars know.
  var calendarID: String {
    // A document may hold anything, also what would end the task.
    guard let known = origin?[InterchangeFormat.icalendar.rawValue]?.id,
      !known.utf8.contains(where: \.isControlCharacter)
    else { return ItemIdentity.uuid(of: id) }
    return known
  }
}
