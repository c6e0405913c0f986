import ChecklistCore

/// The fields of an item as the text form has them.
extension FieldValue {
  /// The value in JSON; nil for an empty one.
  var stored: PropertyList? {
    switch self {
    case .text(let text): .string(text)
    case .flag(let flag): .boolean(flag)
    case .moment(let moment), .due(.moment(let moment)):
      .real(moment.timeIntervalSinceReferenceDate)
    case .due(.day(let day)): .string(day.storedText)
    case .repetition(let repetition): .string(repetition.storedText)
    case .attachments(let attachments): attachments.propertyList
    case .origin(let origin): origin.propertyList
    case .conflicts(let conflicts): conflicts.propertyList
    }
  }

  /// Whether it is a due date without a time, which has a member of its own.
  var isDay: Bool { if case .due(.day) = self { true } else { false } }
}

extension ItemField {
  /// The value of JSON; nil for one that the field cannot have.
  func value(_ stored: PropertyList) -> FieldValue? {
    switch kind {
    case .text: stored.text.flatMap { allows($0) ? .text($0) : nil }
    case .flag: if case .boolean(let flag) = stored { .flag(flag) } else { nil }
    case .moment: stored.moment.map { .moment($0) }
    case .due:
      stored.moment.map { .due(.moment($0)) }
        ?? stored.text.flatMap(DueDate.Day.init(storedText:)).map { .due(.day($0)) }
    case .repetition: stored.text.flatMap(Repetition.init(storedText:)).map { .repetition($0) }
    case .attachments: [Attachment](stored).map { .attachments($0) }
    case .origin: ItemOrigin(stored).map { .origin($0) }
    case .conflicts: [Conflict](stored, ofItems: true).map { .conflicts($0) }
    }
  }

  /// Whether a stored text may be its value: any, but for a section.
  private func allows(_ text: String) -> Bool { self != .section || ContentRules.isSection(text) }
}

extension PropertyList {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The moment that a number of seconds since 2001 is.
  fileprivate var moment: Date? {
    switch self {
    case .real(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .integer(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
    default: nil
    }
  }
}
