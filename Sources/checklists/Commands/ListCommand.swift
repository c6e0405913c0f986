import ChecklistCore
import Terminal

extension Command {
  static let list = Command(
    syntax: CommandSyntax(
      name: "list",
      relatedWords: ["ls", "items", "view", "find", "search", "grep", "count", "sort", "status"],
      summary: "Show the list",
      discussion: [
        "Items are numbered as they stand in the whole list, whichever are shown, in whatever order. "
          + "Sorted by 'created', the oldest come first; sorted by 'due', the soonest.",
        "'--search' looks in texts and notes for each of its words, in whatever order. Case does not "
          + "matter, nor do accents for a word that has none: 'creme' finds 'Crème'. With selectors "
          + "it looks among those items. With '--all', selectors mean items of every list.",
      ],
      positionals: [PositionalSyntax("SELECTOR", .selector, .any, "which items (else all)")],
      options: [
        .value("search", "TEXT", .text, "only items with these words in their text or note"),
        .value(
          "sort", "ORDER", .choice(ItemOrder.allCases.map(\.rawValue)),
          "the order"),
        .flag("all", "every list", group: GlobalOptions.listGroup),
        .flag("count", "only how many items there are"),
      ],
      examples: [
        .init("checklists", "the list"),
        .init("checklists list open --sort due", "what is left to do, the most urgent first"),
        .init("checklists list --all --search milk", "wherever there is milk"),
        .init("checklists list open --count", "a number, for a prompt"),
        .init("checklists list --list Packing --json", "another list, for a program"),
      ])
  ) { command, context in
    let query = ItemQuery(
      selectors: command.arguments, search: command.options["search"].map(SearchText.words) ?? [],
      order: command.options["sort"].flatMap { ItemOrder(rawValue: $0) } ?? .manual)
    let document = try context.document()
    let isAll = command.options.has("all")
    let position = isAll ? nil : try context.lists.position(in: document)
    let lists = isAll ? document.checklists : position.map { [document.checklists[$0]] } ?? []
    // An empty document has nothing to select from.
    if lists.isEmpty, !query.selectors.isEmpty {
      _ = try context.lists.list(in: document)
    }
    let found = Array(zip(lists, try query.positions(in: lists)))
    if command.options.has("count") {
      return try context.show(count: found.reduce(0) { $0 + $1.1.count })
    }
    var size = AnswerSize()
    for (list, positions) in found {
      try size.add(positions, of: list, withNotes: context.globals.json)
    }
    if context.globals.json {
      try context.writeJSON { writer in
        writer.key(isAll ? "checklists" : "checklist")
        if isAll { writer.beginArray() }
        for (list, positions) in found { writer.list(list, showing: positions) }
        if isAll { writer.endArray() } else if lists.isEmpty { writer.value(String?.none) }
      }
    } else if lists.isEmpty {
      context.console.writeLine("No checklists yet. Make one with: checklists add \"Buy milk\"")
    } else {
      // Of several lists, those without a match are left out.
      try context.show(found.filter { !isAll || !query.isFilter || !$0.1.isEmpty })
    }
  }
}

extension Context {
  /// Shows items of lists, a blank line between two lists.
  fileprivate mutating func show(
    _ found: [(list: Checklist, positions: [Int])]
  ) throws(ConsoleError) {
    if found.isEmpty, console.output.isTerminal { console.writeLine("Nothing.") }
    for (index, (list, positions)) in found.enumerated() {
      if index > 0 { console.writeLine() }
      let view = ListView(list: list, positions: positions, dates: dates)
      let display = console.output
      try console.writeRows { view.write(to: &$0, on: display, rowIsWhole: $1) }
    }
  }

  /// Answers with a number.
  fileprivate mutating func show(count: Int) throws {
    if globals.json {
      try writeJSON { $0.member("count", count) }
    } else {
      console.writeLine("\(count)")
    }
  }
}
