import Terminal

/// The options that every command takes.
struct GlobalOptions: Equatable, Sendable {
  /// `--file`: the document.
  var file: String?
  /// `--personal`: the personal lists, whatever document was chosen for the folder.
  var personal = false
  /// `--list`: the list that is meant.
  var list: String?
  /// `--json`: results and errors for programs.
  var json = false
  /// `--quiet`: no results of a change, and no hints; warnings are given all the same.
  var quiet = false
  /// `--dry-run`: nothing is saved.
  var dryRun = false
  /// `--color`.
  var color: ColorMode = .auto
  /// `--lock-timeout`, in seconds, if it was given.
  var lockTimeout: Double?

  /// The name of the option that says which list is meant; not every command takes it.
  static let list = "list"
  /// The group of the options that say which list is meant; a command line has one of them.
  static let listGroup = "list"

  /// How they are written.
  static let syntax: [OptionSyntax] = [
    .value("file", "PATH", .file, "the document (default: $CHECKLISTS_FILE)", group: "file")
      .ofWholeRun,
    .flag("personal", "your own lists, whatever the folder's document is", group: "file")
      .ofWholeRun,
    .value(
      list, letter: "l", "LIST", .list, "the list (default: $CHECKLISTS_LIST, or the current one)",
      group: listGroup),
    .flag("json", "print one line of JSON").ofWholeRun,
    .flag("quiet", letter: "q", "print nothing about a change but warnings"),
    .flag("dry-run", letter: "n", "show what would change, and change nothing").ofWholeRun,
    .value(
      "color", "WHEN", .choice(ColorMode.allCases.map(\.rawValue)), "when to use colour"
    ).ofWholeRun,
    .value(
      "lock-timeout", "SECONDS", .seconds, "how long to wait for another change (default: 10)"
    ).ofWholeRun,
    .flag("help", letter: "h", "show help").ofWholeRun,
    .flag("version", "show the version").ofWholeRun,
  ]

  /// The values among what was parsed.
  init(_ options: ParsedOptions = ParsedOptions()) {
    file = options["file"]
    personal = options.has("personal")
    list = options[Self.list]
    json = options.has("json")
    quiet = options.has("quiet")
    dryRun = options.has("dry-run")
    color = options["color"].flatMap { ColorMode(rawValue: $0) } ?? .auto
    lockTimeout = options["lock-timeout"].flatMap { Double($0) }
  }
}
