import ChecklistCore

extension Command {
  static let add = Command(
    syntax: CommandSyntax(
      name: "add", relatedWords: ["new", "create", "append", "insert", "init"],
      summary: "Add items to the end of the list",
      discussion: [
        "Every argument is the text of one item. The argument '-' stands for the lines of standard "
          + "input, of which each that is not blank is an item.",
        "Where there is no list yet, one is made.",
      ],
      positionals: [PositionalSyntax("TEXT", .text, .oneOrMore, "the text of an item")],
      examples: [
        .init("checklists add Milk Bread \"Six eggs\"", "add three items"),
        .init("checklists add - < shopping.txt", "add every line of a file"),
        .init("checklists add --list Packing Socks", "add to another list"),
      ])
  ) { command, context in
    var texts: [String] = []
    for argument in command.arguments {
      if argument == "-" {
        texts += try context.console.readLines().filter { !$0.allSatisfy(\.isWhitespace) }
      } else {
        texts.append(try ItemText.validated(argument))
      }
    }
    let now = context.now
    try context.changeItems(createsList: true) { list in
      let first = list.items.count + 1
      let items = texts.map { ChecklistItem($0, now: now) }
      list.items += items
      return items.enumerated().map {
        ItemChange(verb: "Added", number: first + $0.offset, item: $0.element)
      }
    }
  }
}

/// The text of an item as people may give it.
enum ItemText {
  /// The text itself, which must not be blank.
  static func validated(_ text: String) throws(Failure) -> String {
    guard !text.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "an item needs a text, this one is blank")
    }
    return text
  }
}
