import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `add` and `edit` say of an item beside its text.
extension OptionSyntax {
  static let due = OptionSyntax.value("due", "WHEN", .moment, "when it is due", group: "due")
  static let noDue = OptionSyntax.flag("no-due", "it is not due any more", group: "due")
  static let note = OptionSyntax.value("note", "TEXT", .text, "more about it", group: "note")
  static let noNote = OptionSyntax.flag("no-note", "take its note away", group: "note")
}

extension CommandSyntax {
  /// The paragraph about `--due`.
  static let whenExplained =
    "WHEN is a day: today, tomorrow, fri or friday, +3d or +1w, 'in 2 weeks', 24 dec, 2026-12-24. Or it is a time, the next "
    + "one: 18:00. Or both: 'fri 9:00', '2026-12-24 18:00'. Or a moment: +2h or +90m, 'in 2 hours', "
    + "2026-12-24T18:00Z. A day without a time is due at its end. A weekday is the next one after today."
}

extension Context {
  /// The moment that `--due` means; nil where it is not there.
  func due(_ options: ParsedOptions) throws(PhraseError) -> Date? {
    guard let phrase = options["due"] else { return nil }
    return try DuePhrase(phrase.text).moment(now: now, in: zone)
  }
}
