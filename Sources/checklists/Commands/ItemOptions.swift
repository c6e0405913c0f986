import ChecklistCore
import Terminal

/// The options of `add` and `edit` for the fields of an item.
extension OptionSyntax {
  static let due = OptionSyntax.value("due", "WHEN", .moment, "the due date", group: "due")
    .soughtAs("date", "day", "time", "when", "deadline")
  static let postpone = OptionSyntax.value(
    "postpone", "DURATION", .duration, "move the due date on, each from its own", group: "due"
  ).soughtAs("snooze", "defer", "delay")
  static let noDue = OptionSyntax.flag("no-due", "remove the due date", group: "due")
  static let note = OptionSyntax.value("note", "TEXT", .text, "the note", group: "note")
  static let noNote = OptionSyntax.flag("no-note", "remove the note", group: "note")
  static let repetition = OptionSyntax.value(
    "repeat", "RULE", .repetition, "how often it is due again", group: "repeat")
  static let noRepeat = OptionSyntax.flag("no-repeat", "remove the repetition", group: "repeat")
  static let section = OptionSyntax.value(
    "section", "NAME", .section, "the section that it belongs to", group: "section"
  ).soughtAs("tag", "tags", "category", "heading", "group")
  static let noSection = OptionSyntax.flag(
    "no-section", "remove it from its section", group: "section")
}

extension UsageError {
  /// The error for a rule that has ended, where the first due date is asked from it.
  init(ended rule: Repetition, command: String) {
    self.init("'\(rule.words)' has no day from today on", command: command)
  }
}

extension Context {
  /// The value of `--due`; nil without it.
  func due(_ options: ParsedOptions) throws(PhraseError) -> DueDate? {
    guard let phrase = options["due"] else { return nil }
    return try DuePhrase(phrase).dueDate(now: now, in: zone)
  }

  /// The value of `--section`, without the spaces around it; nil without the option.
  func section(_ options: ParsedOptions) throws(ChangeError) -> String? {
    guard let name = options["section"] else { return nil }
    let scalars = name.unicodeScalars.drop(while: \.properties.isWhitespace).reversed()
      .drop(while: \.properties.isWhitespace).reversed()
    return try ContentRules.section(String(String.UnicodeScalarView(scalars)))
  }

  /// The value of `--repeat`; nil without it.
  func repetition(_ options: ParsedOptions) throws(PhraseError) -> Repetition? {
    guard let phrase = options["repeat"] else { return nil }
    let repetition = try Repetition(phrase: phrase, now: now, in: zone)
    if repetition.leavesOutMonths, !globals.quiet {
      console.note("months without such a day are left out; 'eom' is the last day of each month")
    }
    guard let due = options["due"] else { return repetition }
    return try DuePhrase(due).repeated(by: repetition, now: now, in: zone)
  }
}
