/// An option as the command table declares it.
struct OptionSyntax: Equatable, Sendable {
  /// The long name, without its dashes.
  var name: String
  /// The letter of the short form, if it has one.
  var letter: Character?
  /// The value that it takes; a flag takes none.
  var value: ValueSyntax?
  /// What it does, in a few words.
  var summary: String
  /// Options of a command that name the same group exclude each other.
  var group: String?
  /// The names by which people look for it: an error suggests it for them.
  var relatedNames: [String] = []
  /// Whether it is about a run of the program as a whole, so that a line of a batch cannot have it.
  var isOfWholeRun = false

  /// The same option, suggested for other names that people try.
  func soughtAs(_ names: String...) -> OptionSyntax {
    var option = self
    option.relatedNames = names
    return option
  }

  /// The same option, for a run of the program as a whole.
  var ofWholeRun: OptionSyntax {
    var option = self
    option.isOfWholeRun = true
    return option
  }

  /// Whether an argument is this option.
  func isSpelled(_ argument: String) -> Bool {
    argument == "--\(name)" || value != nil && argument.hasPrefix("--\(name)=")
      || letter.map { argument == "-\($0)" } == true
  }

  /// An option that is there or not.
  static func flag(
    _ name: String, letter: Character? = nil, _ summary: String, group: String? = nil
  ) -> OptionSyntax {
    OptionSyntax(name: name, letter: letter, summary: summary, group: group)
  }

  /// An option that takes a value.
  static func value(
    _ name: String, letter: Character? = nil, _ valueName: String, _ kind: ValueKind,
    _ summary: String, group: String? = nil
  ) -> OptionSyntax {
    OptionSyntax(
      name: name, letter: letter, value: ValueSyntax(valueName, kind), summary: summary,
      group: group)
  }

  /// How help writes it: `-l, --list NAME`; without a letter its place stays free.
  var usage: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(name)\(value.map { " \($0.name)" } ?? "")"
  }
}
