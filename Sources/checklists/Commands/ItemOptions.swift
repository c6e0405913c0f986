import ChecklistCore

/// What `add` and `edit` say of an item besides its text.
extension OptionSyntax {
  static let due = OptionSyntax.value("due", "WHEN", .moment, "when it is due", group: "due")
  static let noDue = OptionSyntax.flag("no-due", "it is not due any more", group: "due")
  static let note = OptionSyntax.value("note", "TEXT", .text, "more about it", group: "note")
  static let repetition = OptionSyntax.value(
    "repeat", "STEP", .repetition, "how often it is due again", group: "repeat")
  static let noRepeat = OptionSyntax.flag(
    "no-repeat", "it is due only once", group: "repeat")
  static let section = OptionSyntax.value(
    "section", "NAME", .section, "the heading under which it stands", group: "section")
  static let noSection = OptionSyntax.flag(
    "no-section", "it stands under no heading", group: "section")
  static let keep = OptionSyntax.flag(
    "keep", "settle its conflicts with what it has now", group: "settle")
  static let other = OptionSyntax.flag(
    "other", "settle them with the other values, which 'show' shows", group: "settle")
  static let noNote = OptionSyntax.flag("no-note", "take its note away", group: "note")
}

extension ParsedOptions {
  /// What `--keep` and `--other` mean; nil without them.
  var settling: Conflict.Choice? { has("keep") ? .present : has("other") ? .other : nil }
}

extension Context {
  /// What `--due` means; nil without it.
  func due(_ options: ParsedOptions) throws(PhraseError) -> DueDate? {
    guard let phrase = options["due"] else { return nil }
    return try DuePhrase(phrase).dueDate(now: now, in: zone)
  }

  /// The name that `--section` gives, without the spaces around it; nil without the option.
  func section(_ options: ParsedOptions) throws(ChangeError) -> String? {
    guard let name = options["section"] else { return nil }
    let scalars = name.unicodeScalars.drop(while: \.properties.isWhitespace).reversed()
      .drop(while: \.properties.isWhitespace).reversed()
    return try ContentRules.section(String(String.UnicodeScalarView(scalars)))
  }

  /// What `--repeat` means; nil without it.
  func repetition(_ options: ParsedOptions) throws(PhraseError) -> Repetition? {
    guard let phrase = options["repeat"] else { return nil }
    return try Repetition(phrase: phrase)
  }
}
