import ChecklistCore
import ChecklistScreen
import Terminal

extension Command {
  static let ui = Command(
    syntax: CommandSyntax(
      name: "ui", relatedWords: ["tui", "screen", "view", "interactive", "browse"], group: .more,
      summary: "Edit lists in a full-screen view",
      discussion: [
        "Each change is saved at once, and 'u' undoes it. The screen shows changes by other programs. Text that is "
          + "typed and not yet saved is kept, however the program ends, and offered at the next start.",
        "'?' shows the keys, as does 'checklists help keys'. Ctrl-Z suspends. 'list' and 'run' "
          + "work without a full-screen view, for scripts, screen readers and simple terminals.",
      ],
      examples: [
        .init("checklists ui", "the current list"),
        .init("checklists ui --list Packing", "another one"),
      ],
      obstacleInBatch: "it is interactive"),
    answer: nil
  ) { command, context in
    try context.showScreen(command)
  }
}

/// The warnings of the store while the screen is shown.
///
/// A class, since the store keeps it to write and the view to read. Both are on one thread.
private final class Warnings: @unchecked Sendable {
  var texts: [String] = []
}

extension Context {
  fileprivate mutating func showScreen(_ command: ParsedCommand) throws {
    for (isGiven, option) in [(globals.json, "--json"), (globals.dryRun, "--dry-run")] where isGiven
    {
      throw UsageError("'ui' does not support \(option)", command: command.name)
    }
    guard console.inputIsTerminal, console.output.isTerminal, console.output.isCapable else {
      throw Failure(
        .usage, "'ui' requires a full-screen terminal",
        hint: "Elsewhere, '\(program) list' shows a list, and '\(program) run' goes through it.")
    }
    let path = try documentPath()
    let warnings = Warnings()
    let (context, lists) = (self, lists)
    var loop = try ViewLoop(
      ViewServices(
        store: store(lockTimeout: ViewLoop.lockTimeout) { warnings.texts.append($0) },
        drafts: container.map { Drafts(of: path, in: $0) },
        list: { document in try lists.position(in: document).map { document.checklists[$0].id } },
        zone: zone, colors: console.output.colors,
        showsSymbols: console.output.showsSymbols
      ) {
        context.clock()
      } explain: { error in
        let failure = context.failure(error)
        return failure.hint.map { "\(failure.message). \($0)" } ?? failure.message
      } openEditor: { list in
        var editing = context
        editing.globals.list = "id:\(list.identityText)"
        try editing.editText(nil)
        try editing.console.flush()
      } run: { list in
        var running = context
        running.globals.list = "id:\(list.identityText)"
        try running.goThrough()
      } openAttachments: { item in
        try context.openAttachments(ofItem: item)
      } warnings: {
        defer { warnings.texts = [] }
        return warnings.texts
      })
    switch try loop.run() {
    case .quit: break
    case .signal(let signal): signal.endProcess()
    case .terminalGone: throw Failure(.inputOutput, "the terminal is gone")
    }
  }
}
