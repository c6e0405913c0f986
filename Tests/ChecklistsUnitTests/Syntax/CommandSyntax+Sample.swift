@testable import checklists

extension [CommandSyntax] {
  /// A small table that has every shape a command can have.
  static let sample: [CommandSyntax] = [
    CommandSyntax(
      name: "add", relatedWords: ["new"], group: .items, summary: "Add items to the list",
      discussion: [
        "Each argument is one item. '-' reads one item a line from standard input.",
        "The first list is made when there is none.",
      ],
      positionals: [PositionalSyntax("TEXT", .text, .oneOrMore, "the text of an item")],
      options: [
        .value("due", "WHEN", .moment, "when it is due"),
        .value("note", "TEXT", .text, "a note"),
        .value("at", "N", .number, "the number that the first gets"),
      ],
      examples: [
        CommandSyntax.Example("checklists add Milk Bread", "two items"),
        CommandSyntax.Example(
          "checklists add \"Call Ann\" --due tomorrow", "an item that is due tomorrow"),
      ]),
    CommandSyntax(
      name: "list", aliases: ["ls"], group: .items, summary: "Show the list",
      positionals: [PositionalSyntax("SELECTOR", .selector, .any, "the items to show")],
      options: [
        .flag("all", "show every list"),
        .value("sort", "ORDER", .choice(["manual", "text", "due"]), "the order"),
      ]),
    CommandSyntax(
      name: "edit", group: .items, summary: "Change an item",
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .one, "the item to change"),
        PositionalSyntax("TEXT", .text, .optional, "its new text"),
      ],
      options: [
        .value("due", "WHEN", .moment, "when it is due", group: "due"),
        .flag("no-due", "it is due no more", group: "due"),
      ]),
    CommandSyntax(
      name: "delete", aliases: ["rm"], relatedWords: ["remove"], group: .items,
      summary: "Delete items",
      positionals: [PositionalSyntax("SELECTOR", .selector, .oneOrMore, "the items to delete")]),
    CommandSyntax(name: "reset", group: .items, summary: "Uncheck every item"),
    CommandSyntax(
      name: "lists", group: .lists, summary: "Show all lists",
      subcommands: [
        CommandSyntax(
          name: "add", summary: "Add a list",
          positionals: [PositionalSyntax("NAME", .text, .one, "the name of the list")],
          options: [.value("from", "LIST", .list, "copy this list, unchecked")]),
        CommandSyntax(
          name: "delete", aliases: ["rm"], summary: "Delete a list",
          positionals: [PositionalSyntax("LIST", .list, .one, "the list to delete")]),
      ]),
    CommandSyntax(
      name: "completions", group: .more, summary: "Print completions for a shell",
      positionals: [
        PositionalSyntax("SHELL", .choice(["bash", "zsh", "fish"]), .one, "the shell")
      ]),
    .help,
  ]
}
