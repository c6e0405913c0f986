import ChecklistCore

extension Command {
  static let toggle = changingChecks(
    "toggle", relatedWords: ["flip"], "Check open items, uncheck done ones",
    examples: [
      .init("checklists toggle 2", "check the second item, or uncheck it if it is done"),
      .init("checklists toggle 1 4-6", "four items at once"),
    ], .toggled)

  static let check = changingChecks(
    "check", aliases: ["done"], relatedWords: ["complete", "finish", "do", "tick", "mark"],
    "Check items off",
    examples: [
      .init("checklists check 1,3", "the first and the third"),
      .init("checklists check all", "everything"),
    ], .done())

  static let uncheck = changingChecks(
    "uncheck", aliases: ["undone"],
    relatedWords: ["uncomplete", "incomplete", "reopen", "untick", "unmark"],
    "Take the check marks off items",
    examples: [
      .init("checklists uncheck last", "the last item"),
      .init("checklists uncheck done", "whatever is checked"),
    ], .open)

  /// A command that sets check marks.
  private static func changingChecks(
    _ name: String, aliases: [String] = [], relatedWords: [String], _ summary: String,
    examples: [CommandSyntax.Example], _ mark: DocumentChange.CheckMark
  ) -> Command {
    Command(
      syntax: CommandSyntax(
        name: name, aliases: aliases, relatedWords: relatedWords, summary: summary,
        positionals: [.selectors], examples: examples),
      answer: .changedItems
    ) { command, context in
      let lists = context.lists
      try context.change { document in
        let list = try lists.list(in: document)
        let items = try ItemSelector.items(command.arguments, in: list)
        return [.checkItems(items, list: list.id, mark)]
      }
    }
  }
}

extension PositionalSyntax {
  /// The items that a command is for.
  static let selectors = PositionalSyntax(
    "SELECTOR", .selector, .oneOrMore,
    "which items: a number (3), a range (2-5), several (2,4,7-9), 'last', 'all', 'open', 'done', "
      + "'id:9f3c', or a text that only one item has")

  /// The list that a command is for.
  static let list = PositionalSyntax(
    "LIST", .list, .one, "the list's name, or id: and its identity")
}
