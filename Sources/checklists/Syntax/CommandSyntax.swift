import ChecklistCore

/// A command as the table declares it, for the parser, help, completions and the manual.
struct CommandSyntax: Equatable, Sendable {
  /// The heading of the overview that a command stands under.
  enum Group: String, CaseIterable, Sendable {
    case items = "Items"
    case lists = "Lists"
    case history = "Undo"
    case exchange = "Other programs"
    case runs = "Going through a list"
    case sharing = "Other machines"
    case files = "Files"
    case program = "Program"

    /// Why no command of the group can be in a batch, as the rest of a sentence; nil if it can.
    var obstacleInBatch: String? {
      switch self {
      case .items, .lists, .exchange, .runs, .sharing: nil
      case .history: "it goes from one saved state to another, and a batch is saved as one"
      case .files, .program: "it neither reads nor changes the lists"
      }
    }

    /// Whether its commands are for the items of one list, which `--list` may name.
    var takesList: Bool {
      switch self {
      case .items, .lists, .exchange, .runs: true
      case .history, .sharing, .files, .program: false
      }
    }
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
  /// Why it cannot be a line of a batch, if its group can; see ``obstacleInBatch``.
  var ownObstacleInBatch: String?
  /// Whether it takes `--list`, if the commands of its group do; see ``takesList``.
  var ownTakesList = true
  /// Commands that its first argument may name.
  var subcommands: [CommandSyntax] = []

  /// The words that run it.
  var names: [String] { [name] + aliases }

  /// Why it cannot be a line of a batch, as the rest of a sentence; nil when it can.
  var obstacleInBatch: String? { ownObstacleInBatch ?? group.obstacleInBatch }

  /// Whether it is for the items of one list, which `--list` may name.
  var takesList: Bool { ownTakesList && group.takesList }

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
    name: "help", relatedWords: ["usage"], group: .program,
    summary: "Show what the commands are and how to use one",
    positionals: [
      PositionalSyntax(
        "COMMAND", .command, .any, "the command or the topic to explain (else all in short)")
    ],
    examples: [
      Example("checklists help add", "how to add items"),
      Example("checklists help lists add", "how to add a list"),
      Example("checklists help selectors", "how to say which items"),
    ])
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
