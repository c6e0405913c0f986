import ChecklistCore
import ChecklistInterchange
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
      options: [.flag("advance", "go on to the next item when one is checked")],
      examples: [
        .init("checklists ui", "the list that was shown last, or the current one"),
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
  /// The identity of the list that the view shows first: the one that is named, else the one that
  /// it showed last, else the current one.
  fileprivate func firstList(of document: ChecklistDocument, at path: String) throws -> Int? {
    if listName == nil, let container, let shown = Preferences(container).shownList(in: path),
      document.checklists.contains(where: { $0.id == shown })
    {
      return shown
    }
    return try lists.position(in: document).map { document.checklists[$0].id }
  }

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
    let context = self
    let zone = zone
    var loop = try ViewLoop(
      ViewServices(
        store: store(lockTimeout: ViewLoop.lockTimeout) { warnings.texts.append($0) },
        drafts: container.map { Drafts(of: path, in: $0) },
        options: ViewState.Options(
          zone: zone, showsSymbols: console.output.showsSymbols,
          advances: command.options.has("advance")),
        colors: console.output.colors
      ) {
        try context.firstList(of: $0, at: path)
      } keepList: { list in
        guard let container = context.container else { return }
        // It is a convenience: the view ends well without it.
        _ = try? Preferences(container).keepShownList(
          list, in: path, lockTimeout: ViewLoop.lockTimeout)
      } clock: {
        context.clock()
      } explain: { error in
        let failure = context.failure(error)
        let sentence = failure.message.prefix(1).uppercased() + failure.message.dropFirst() + "."
        return failure.hint.map { "\(sentence) \($0)" } ?? sentence
      } openEditor: { list, item in
        var editing = context
        editing.globals.list = "id:\(list.identityText)"
        try editing.editText(item.map { "id:\($0.identityText)" })
        try editing.console.flush()
      } run: { list in
        var running = context
        running.globals.list = "id:\(list.identityText)"
        try running.goThrough()
      } openAttachments: { item in
        try context.openAttachments(ofItem: item)
      } templates: {
        try Template.all(in: context.container).map(\.name)
      } list: { name in
        let template = try context.template(named: name)
        return try template.list(named: template.name, now: context.now, in: zone).list
      } importFile: { path in
        var importing = context
        importing.globals.quiet = true
        try importing.importFile(path)
        try importing.console.flush()
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
