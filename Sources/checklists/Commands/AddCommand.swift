import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let add = Command(
    syntax: CommandSyntax(
      name: "add", relatedWords: ["new", "create", "append", "insert"],
      summary: "Add items",
      discussion: [
        "Each argument is the text of one item. The argument '-' reads standard input: each line that is not "
          + "blank is an item. The first item that you add makes the list 'Checklist'. A line of "
          + "a task list, such as '- [ ] Milk' or '- [x] Milk', adds 'Milk' with its mark.",
        "--section puts the items at the end of that section, and makes the section if it is "
          + "missing. With --first, --last, --before, --after and --at, they join the section there.",
      ],
      positionals: [PositionalSyntax("TEXT", .text, .oneOrMore, "the text of an item")],
      options: [
        .due, .repetition, .note, .section,
      ] + OptionSyntax.insertionPoints("SELECTOR", .selector, "item") + [
        .value(
          "at", "NUMBER", .number,
          "the number that the first item gets (default: after the last item)",
          group: OptionSyntax.placeGroup),
        .flag("if-missing", "skip a text that an item of the list already has"), .newList,
      ],
      examples: [
        .init("checklists add Milk Bread \"Six eggs\"", "three items"),
        .init("checklists add \"Call Ann\" --due \"fri 9:00\"", "with a due date"),
        .init("checklists add Passport --first --note \"in the drawer\"", "at the top"),
        .init("checklists add Butter --after bread", "below another item"),
        .init("checklists add Socks --list Packing --new-list", "in another list, made if missing"),
        .init("checklists add Soap Towel --section Toiletries", "under a heading"),
        .init("checklists add Stretch --repeat 1d", "due again each day"),
        .init("checklists add Rent --repeat eom", "on the last day of each month"),
        .init("checklists add - < shopping.txt", "each line of a file"),
      ]),
    answer: .changedItems
  ) { command, context in
    var lines: [String] = []
    for argument in command.arguments {
      if argument == "-" {
        lines += try context.console.readLines(each: "an item").filter {
          !ContentRules.isBlank($0)
        }
      } else {
        lines.append(try ContentRules.itemText(argument))
      }
    }
    let due = try context.due(command.options)
    let note = try command.options["note"].map { try ContentRules.note($0) }
    let (lists, resolver) = (context.lists, context.items)
    let (now, zone) = (context.now, context.zone)
    let repetition = try context.repetition(command.options)
    let section = try context.section(command.options)
    // In a file of text, a text may have a due date.
    let read = repetition != nil && due == nil ? try context.store().formatOfText()?.read : nil
    let firstDue = repetition?.firstDue(now: now, in: context.zone)
    if let repetition, due == nil, firstDue == nil, !lines.allSatisfy({ read?($0).due != nil }) {
      throw UsageError(ended: repetition, command: command.name)
    }
    let items = lines.map { line in
      let due = due ?? (read?(line).due == nil ? firstDue : nil)
      var item = ChecklistItem(typed: line, due: due, note: note, now: now)
      item.repetition = repetition
      if item.isBetweenDates { item.cover(at: now, in: zone) }
      return item
    }
    let tasks = zip(lines, items).filter { !$0.hasSameCodeUnits(as: $1.text) }
    if let (line, item) = tasks.first, !context.globals.quiet {
      let more = tasks.count > 1 ? ", and \(tasks.count - 1) more like it" : ""
      context.console.note(
        "adding '\(item.text)' for '\(line)'\(more): the mark of a task list is not part of a text")
    }
    let isAlways = !command.options.has("if-missing")
    let makesList = command.options.has("new-list")
    // In a file of text, dates in a text are none of it.
    let format = isAlways ? nil : try context.store().formatOfText()
    let isAtEnd = ["first", "before", "after", "at"].allSatisfy { !command.options.has($0) }
    let mayWait = isAlways && isAtEnd && section == nil && !makesList
    try context.change(createsDocument: true, mayWait: mayWait) { document in
      let (list, changes) = try lists.list(in: document, orMaking: makesList)
      var present: [ItemReference] = []
      let positions = isAlways ? [:] : list.positionsByText
      var added: Set<CodeUnits> = []
      let missing = items.filter { item in
        if isAlways { return true }
        let text = CodeUnits(format.map { item.reading($0.read) }?.text ?? item.text)
        guard let position = positions[text] else { return added.insert(text).inserted }
        present.append(list.reference(at: position))
        return false
      }
      let unchanged =
        present.isEmpty
        ? [] : [DocumentChange.editItems(present, list: list.id, ItemEdit())]
      if missing.isEmpty { return changes + unchanged }
      let point = try command.options.insertionPoint { selector throws(SelectorError) in
        list.reference(at: try resolver.position(of: selector, in: list))
      }
      // The parser has checked that it is a number.
      let number = command.options["at"].flatMap { Int($0) }
      return changes + unchanged + [
        try list.adding(missing, at: point, number: number, section: section)
      ]
    }
  }
}

extension Checklist {
  /// The position of the first item of each text.
  fileprivate var positionsByText: [CodeUnits: Int] {
    Dictionary(
      items.enumerated().map { (CodeUnits($1.text), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
