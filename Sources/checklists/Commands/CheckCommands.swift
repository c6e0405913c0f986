import ChecklistCore

extension Command {
  static let toggle = changingChecks(
    "toggle", relatedWords: ["switch", "flip"], "Check open items, uncheck done ones",
    examples: [
      .init("checklists toggle 2", "check the second item, or uncheck it if it is done"),
      .init("checklists toggle 1 4-6", "four items at once"),
    ]
  ) { !$0 }

  static let check = changingChecks(
    "check", relatedWords: ["done", "complete", "finish", "do", "tick", "mark"], "Check items off",
    examples: [
      .init("checklists check 1,3", "the first and the third"),
      .init("checklists check all", "everything"),
    ]
  ) { _ in true }

  static let uncheck = changingChecks(
    "uncheck", relatedWords: ["undone", "reopen", "untick", "unmark"],
    "Take the check marks off items",
    examples: [
      .init("checklists uncheck last", "the last item"),
      .init("checklists uncheck done", "whatever is checked"),
    ]
  ) { _ in false }

  /// A command that sets check marks, each by what it was.
  private static func changingChecks(
    _ name: String, relatedWords: [String], _ summary: String,
    examples: [CommandSyntax.Example], _ newValue: @escaping @Sendable (Bool) -> Bool
  ) -> Command {
    Command(
      syntax: CommandSyntax(
        name: name, relatedWords: relatedWords, summary: summary,
        positionals: [.selectors], examples: examples)
    ) { command, context in
      let now = context.now
      try context.changeItems(command.arguments) { item in
        guard item.setChecked(newValue(item.isChecked), now: now) else { return nil }
        return item.isChecked ? "Checked" : "Unchecked"
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
