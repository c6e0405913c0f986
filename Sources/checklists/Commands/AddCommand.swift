import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let add = Command(
    syntax: CommandSyntax(
      name: "add", relatedWords: ["new", "create", "append", "insert"],
      summary: "Add items to the list",
      discussion: [
        "Every argument is the text of one item. The argument '-' stands for the lines of standard "
          + "input: each line that is not blank is an item.",
        "If there is no list yet, one is made.",
        "With --section, items go to the end of that section, which is made where there is none. With --at, "
          + "they get the section of the item that had the number.",
      ],
      positionals: [PositionalSyntax("TEXT", .text, .oneOrMore, "the text of an item")],
      options: [
        .due, .repetition, .note, .section,
        .value("at", "NUMBER", .number, "the number that the first one gets (else they go last)"),
      ],
      examples: [
        .init("checklists add Milk Bread \"Six eggs\"", "add three items"),
        .init("checklists add \"Call Ann\" --due \"fri 9:00\"", "one with a date"),
        .init("checklists add Passport --at 1 --note \"in the drawer\"", "the first of the list"),
        .init("checklists add - < shopping.txt", "add every line of a file"),
        .init("checklists add --list Packing Socks", "add to another list"),
        .init("checklists add Soap Towel --section Toiletries", "under a heading"),
        .init("checklists add Stretch --due today --repeat 1d", "again each day, after 'reset'"),
      ]),
    answer: .changedItems
  ) { command, context in
    var texts: [String] = []
    for argument in command.arguments {
      if argument == "-" {
        let lines = try context.console.readLines(each: "an item")
        texts += lines.filter { !ContentRules.isBlank($0) }
        if !context.globals.quiet, lines.contains(where: { MarkdownFormat.isTask($0) }) {
          context.console.note(
            "the lines are added as they stand; 'checklists import -' reads them as a task list")
        }
      } else {
        texts.append(try ContentRules.itemText(argument))
      }
    }
    let due = try context.due(command.options)
    let note = try command.options["note"].map { try ContentRules.note($0) }
    // The parser has checked that it is a number.
    let number = command.options["at"].flatMap { Int($0) }
    let (lists, now) = (context.lists, context.now)
    let repetition = try context.repetition(command.options)
    let section = try context.section(command.options)
    let items = texts.map { text in
      var item = ChecklistItem(text, due: due, note: note, now: now)
      item.repetition = repetition
      return item
    }
    try context.change(createsDocument: true) { document in
      let (list, changes) = try lists.listOrFirst(in: document)
      return changes + [try list.adding(items, number: number, section: section)]
    }
  }
}
