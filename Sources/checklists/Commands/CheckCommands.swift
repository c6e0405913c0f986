import ChecklistCore

extension Command {
  static let toggle = changingChecks(
    "toggle", relatedWords: ["flip"], "Check open or skipped items, and uncheck done ones",
    examples: [
      .init("checklists toggle 2", "the second item"),
      .init("checklists toggle 1 4-6", "four items"),
    ], .toggled)

  static let check = changingChecks(
    "check", aliases: ["done"], relatedWords: ["complete", "finish", "do", "tick", "mark"],
    "Check items",
    examples: [
      .init("checklists check 1,3", "two items"),
      .init("checklists check milk", "the item that has this word"),
      .init("checklists check all", "every item"),
    ], .done())

  static let uncheck = changingChecks(
    "uncheck", aliases: ["undone"],
    relatedWords: ["uncomplete", "incomplete", "reopen", "untick", "unmark"],
    "Uncheck items",
    examples: [
      .init("checklists uncheck last", "the last item"),
      .init("checklists uncheck done", "every checked item"),
      .init("checklists uncheck skipped", "every skipped item"),
    ], .open)

  static let skip = changingChecks(
    "skip", aliases: ["cancel"], relatedWords: ["omit", "ignore", "pass", "cancelled"],
    "Skip items that do not apply this time",
    discussion: [
      "A skipped item is neither open nor done: 'list open --exit-code' and 'run' leave it out, and "
        + "'list skipped' shows it. 'check', 'uncheck', 'toggle' and 'reset' end the skip. Without "
        + "--reason an item keeps the reason that it has."
    ],
    options: [.value("reason", "TEXT", .text, "why, in one line")],
    examples: [
      .init("checklists skip 4 --reason \"nothing changed\"", "the fourth item"),
      .init("checklists skip section:Clothes", "a whole section"),
    ]
  ) { .skipped($0.options["reason"].map { $0.trimmed ?? "" }) }

  /// A command that sets check marks.
  private static func changingChecks(
    _ name: String, aliases: [String] = [], relatedWords: [String], _ summary: String,
    examples: [CommandSyntax.Example], _ mark: DocumentChange.CheckMark
  ) -> Command {
    changingChecks(
      name, aliases: aliases, relatedWords: relatedWords, summary, examples: examples
    ) { _ in mark }
  }

  /// A command that sets the state of items.
  private static func changingChecks(
    _ name: String, aliases: [String], relatedWords: [String], _ summary: String,
    discussion: [String] = [], options: [OptionSyntax] = [], examples: [CommandSyntax.Example],
    mark: @escaping @Sendable (ParsedCommand) -> DocumentChange.CheckMark
  ) -> Command {
    Command(
      syntax: CommandSyntax(
        name: name, aliases: aliases, relatedWords: relatedWords, summary: summary,
        discussion: discussion, positionals: [.selectors], options: options, examples: examples),
      answer: .changedItems
    ) { command, context in
      let (lists, items, mark) = (context.lists, context.items, mark(command))
      let mayWait = ItemSelector.needNoPlaces(command.arguments)
      try context.change(namingNext: true, mayWait: mayWait) { document in
        let list = try lists.list(in: document)
        let named = try items.references(to: command.arguments, in: list)
        return [.checkItems(named, list: list.id, mark)]
      }
    }
  }
}

extension PositionalSyntax {
  /// The items that a command is for.
  static let selectors = PositionalSyntax(
    "SELECTOR", .selector, .oneOrMore,
    "the items: 3, 2-5, 2,4,7-9, 'last', 'all', 'open', 'overdue', 'section:NAME', 'id:9f3c', or words of a text"
  )

  /// The list that a command is for.
  static let list = PositionalSyntax(
    "LIST", .list, .one, "the name of the list, or id: and its identity")
}
