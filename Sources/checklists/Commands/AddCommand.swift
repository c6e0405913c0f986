import ChecklistCore

extension Command {
  static let add = Command(
    syntax: CommandSyntax(
      name: "add", relatedWords: ["new", "create", "append", "insert", "init"],
      summary: "Add items to the list",
      discussion: [
        "Every argument is the text of one item. The argument '-' stands for the lines of standard "
          + "input, of which each that is not blank is an item.",
        "Where there is no list yet, one is made.",
      ],
      positionals: [PositionalSyntax("TEXT", .text, .oneOrMore, "the text of an item")],
      options: [
        .due, .note,
        .value("at", "NUMBER", .number, "the number that the first one gets, rather than the last"),
      ],
      examples: [
        .init("checklists add Milk Bread \"Six eggs\"", "add three items"),
        .init("checklists add \"Call Ann\" --due \"fri 9:00\"", "one with a date"),
        .init("checklists add Passport --at 1 --note \"in the drawer\"", "the first of the list"),
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
    let due = try context.due(command.options)
    let note = try command.options["note"].map { try ItemText.validatedNote($0) }
    // The parser has seen to it that it is a number.
    let number = command.options["at"].flatMap { Int($0) }
    try context.changeItems(createsList: true) { list in
      let first = number ?? list.items.count + 1
      guard first <= list.items.count + 1 else {
        throw Failure(
          .noMatch, "there is no place \(first), \(list.displayName) ends at \(list.items.count)",
          hint: "Without '--at' an item is added at the end.")
      }
      let items = texts.map { ChecklistItem($0, due: due, note: note, now: now) }
      list.items.insert(contentsOf: items, at: first - 1)
      return items.enumerated().map {
        ItemChange(verb: "Added", number: first + $0.offset, item: $0.element)
      }
    }
  }
}

/// What people may give an item for its text and its note.
enum ItemText {
  /// The text itself, which must not be blank.
  static func validated(_ text: String) throws(Failure) -> String {
    guard !text.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "an item needs a text, this one is blank")
    }
    return text
  }

  /// The note itself, which must not be blank.
  static func validatedNote(_ note: String) throws(Failure) -> String {
    guard !note.allSatisfy(\.isWhitespace) else {
      throw Failure(
        .usage, "a note needs a text, this one is blank",
        hint: "'checklists edit SELECTOR --no-note' takes a note away.")
    }
    return note
  }
}
