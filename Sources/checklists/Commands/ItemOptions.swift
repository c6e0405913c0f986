import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `add` and `edit` say of an item besides its text.
extension OptionSyntax {
  static let due = OptionSyntax.value("due", "WHEN", .moment, "when it is due", group: "due")
  static let noDue = OptionSyntax.flag("no-due", "it is not due any more", group: "due")
  static let note = OptionSyntax.value("note", "TEXT", .text, "more about it", group: "note")
  static let noNote = OptionSyntax.flag("no-note", "take its note away", group: "note")
}

extension Context {
  /// The moment that `--due` means; nil without it.
  func due(_ options: ParsedOptions) throws(PhraseError) -> Date? {
    guard let phrase = options["due"] else { return nil }
    return try DuePhrase(phrase).moment(now: now, in: zone)
  }
}
