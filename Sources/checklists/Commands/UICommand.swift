import ChecklistCore
import ChecklistScreen
import Terminal

extension Command {
  static let ui = Command(
    syntax: CommandSyntax(
      name: "ui", relatedWords: ["tui", "screen", "view", "interactive", "browse"],
      summary: "Show the lists on the full screen, and change them with keys",
      discussion: [
        "Each key that changes something is saved at once, as a command is, and 'u' takes it back. Others may "
          + "change the document meanwhile; the screen shows it. What is typed and not saved yet is kept, "
          + "whatever ends the program, and offered at the next start.",
        "'?' shows the keys; 'checklists help keys' too. Ctrl-Z suspends. 'list' and 'run' do without a full "
          + "screen: for scripts, screen readers and simple terminals.",
      ],
      examples: [
        .init("checklists ui", "the list that commands mean"),
        .init("checklists ui --list Packing", "another one first"),
      ],
      ownObstacleInBatch: "it is a dialogue"),
    answer: nil
  ) { command, context in
    try context.showScreen(command)
  }
}

/// What the store had to say while the screen was shown.
///
/// A class, since the store keeps it to write and the view to read. Both are on one thread.
private final class Warnings: @unchecked Sendable {
  var texts: [String] = []
}

extension Context {
  fileprivate mutating func showScreen(_ command: ParsedCommand) throws {
    for (isGiven, option) in [(globals.json, "--json"), (globals.dryRun, "--dry-run")] where isGiven
    {
      throw UsageError("'ui' does not go with \(option)", command: command.name)
    }
    guard console.inputIsTerminal, console.output.isTerminal, console.output.isCapable else {
      throw Failure(
        .usage, "'ui' needs a terminal that can show a full screen",
        hint: "Without one: '\(program) list' shows a list, '\(program) run' goes through it.")
    }
    let path = try documentPath()
    let warnings = Warnings()
    let (context, lists) = (self, lists)
    var loop = try ViewLoop(
      ViewServices(
        store: store(lockTimeout: ViewLoop.lockTimeout) { warnings.texts.append($0) },
        drafts: container.map { Drafts(of: path, in: $0) },
        list: { document in try lists.position(in: document).map { document.checklists[$0].id } },
        zone: zone, showsColor: console.output.showsColor,
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
