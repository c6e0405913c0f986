import ChecklistCore

/// A command as the table declares it, for the parser, help, completions and the manual.
struct CommandSyntax: Equatable, Sendable {
  /// The heading of the overview above a command.
  enum Group: String, CaseIterable, Sendable {
    case items = "Items"
    case lists = "Lists"
    case undo = "Undo"
    case exchange = "In and out"
    case more = "More"
  }

  /// A command line and what it does.
  struct Example: Equatable, Sendable {
    /// The line as typed after the prompt.
    var line: String
    /// What it does, in a few words.
    var effect: String

    init(_ line: String, _ effect: String) {
      self.line = line
      self.effect = effect
    }
  }

  /// The word that runs it.
  var name: String
  /// Other words that run it.
  var aliases: [String] = []
  /// Words that people try and that do not run it; an error suggests the command for them.
  var relatedWords: [String] = []
  /// Where the overview lists it; a subcommand is listed under its command.
  var group: Group = .items
  /// Whether only the program's own scripts run it, so that help and completions leave it out.
  var isHidden = false
  /// What it does: one line that begins with a verb, without a full stop.
  var summary: String
  /// The paragraphs that explain it.
  var discussion: [String] = []
  /// Its arguments, in order.
  var positionals: [PositionalSyntax] = []
  /// Its own options; it takes the global ones too.
  var options: [OptionSyntax] = []
  /// What help shows first.
  var examples: [Example] = []
  /// Why it cannot be a line of a batch, as the rest of a sentence; nil when it can.
  var obstacleInBatch: String?
  /// Whether `--list` may name the list that it is for.
  var takesList = true
  /// Commands that its first argument may name.
  var subcommands: [CommandSyntax] = []

  /// The words that run it.
  var names: [String] { [name] + aliases }

  /// The options that it takes: its own and the global ones.
  var takenOptions: [OptionSyntax] {
    options + GlobalOptions.syntax.filter { takesList || $0.name != GlobalOptions.list }
  }

  /// Its own options and those of its subcommands.
  var allOptions: [OptionSyntax] { options + subcommands.flatMap(\.allOptions) }

  /// The argument that follows `index` others.
  func positional(at index: Int) -> PositionalSyntax? {
    if positionals.indices.contains(index) { return positionals[index] }
    return positionals.last.flatMap { $0.count.repeats ? $0 : nil }
  }

  /// Whether it is ``help``; by its name, since a comparison would make ``help`` at each start.
  var isHelp: Bool { name == "help" }

  /// What the parser does itself: `help add` is `add --help`, and nothing is run.
  static let help = CommandSyntax(
    name: "help", relatedWords: ["usage"], group: .more,
    summary: "Explain a command or a topic",
    positionals: [
      PositionalSyntax(
        "COMMAND", .command, .any, "the command or the topic (else an overview)")
    ],
    examples: [
      Example("checklists help add", "how to add items"),
      Example("checklists help lists add", "how to add a list"),
      Example("checklists help selectors", "how to select items"),
    ],
    obstacleInBatch: "it changes nothing", takesList: false)
}

extension [CommandSyntax] {
  /// The names along a path of commands: `lists add`.
  var name: String { map(\.name).joined(separator: " ") }

  /// Those that people are shown.
  var shown: [CommandSyntax] { filter { !$0.isHidden } }

  /// The command that a word runs.
  func command(named word: String) -> CommandSyntax? {
    first { $0.name == word || $0.aliases.contains(word) }
  }

  /// Each command and each subcommand, with the command before it, in the order of the table.
  var paths: [[CommandSyntax]] {
    flatMap { command in [[command]] + command.subcommands.map { [command, $0] } }
  }

  /// The path of the only subcommand of a name; nil if no command has it, or several have.
  func path(ofSubcommand name: String) -> [CommandSyntax]? {
    let found = shown.paths.filter { $0.count > 1 && $0.last?.name == name }
    return found.count == 1 ? found[0] : nil
  }

  /// The commands and subcommands that people know by a word.
  func names(relatedTo isMeant: (String) -> Bool) -> [String] {
    shown.paths.filter { $0.last?.relatedWords.contains(where: isMeant) == true }.map(\.name)
  }

  /// What was probably meant by a word that names nothing.
  ///
  /// That is a command's name in another case; or the commands and subcommands that people know by
  /// this word; or those that people know by a word that differs from it by one typing mistake,
  /// where no name does; or those whose names are most like it. Three at most: a wrong suggestion
  /// is worse than none.
  ///
  /// - Parameter others: What else it could have named.
  func suggestions(for word: String, or others: [String] = []) -> [String] {
    if word.utf8.count > Suggestion.longest { return [] }
    let word = word.lowercased()
    if let command = command(named: word) { return [command.name] }
    var likely = names { $0 == word }
    if likely.isEmpty {
      let names = Suggestion.likely(to: word, among: shown.flatMap(\.names) + others)
      if !names.contains(where: { $0.hasPrefix(word) || Suggestion.distance(word, $0) == 1 }) {
        likely = self.names { $0.count > 4 && Suggestion.distance(word, $0) == 1 }
      }
      if likely.isEmpty {
        for name in names.map({ command(named: $0)?.name ?? $0 }) where !likely.contains(name) {
          likely.append(name)
        }
      }
    }
    return likely.count > 3 ? [] : likely
  }
}
