import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let resolve = Command(
    syntax: CommandSyntax(
      name: "resolve", relatedWords: ["conflicts", "settle"], group: .exchange,
      summary: "Show and resolve the conflicts that a merge left",
      discussion: [
        "A merge keeps both versions of an item or a list that was changed on two sides. Version 1 is in the "
          + "document, version 2 is the other. --keep chooses one, with all of its fields.",
        "Without a selector, it applies to all conflicts of the list, including its name and icon.",
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .any, "the items (default: all conflicts)")
      ],
      options: [
        .value("keep", "VERSION", .choice(["1", "2"]), "keep this version"), .all, .exitCode,
      ],
      examples: [
        .init("checklists resolve", "each conflict with both versions"),
        .init("checklists resolve 3 --keep 2", "the other version of one item"),
        .init("checklists resolve --all --keep 1", "the document's version, in every list"),
      ]),
    answer: .either([
      .answer(["checklists": .array(.part(.list)), "conflicts": .array(.itemInList)]),
      .changedItems, .changedList,
    ])
  ) { command, context in
    if command.options.has("all"), !command.arguments.isEmpty {
      throw UsageError("'--all' cannot be combined with SELECTOR", command: command.name)
    }
    guard let version = command.options["keep"] else { return try context.showConflicts(command) }
    let choice: Conflict.Choice = version == "1" ? .present : .other
    let (lists, items) = (context.lists, context.items)
    try context.change { document in
      try Context.conflicts(in: document, lists, items, command).flatMap { list, positions in
        if choice == .other {
          for position in positions {
            try list.items[position].conflicts.checkOther("edit SELECTOR")
          }
          try list.conflicts.checkOther("lists edit LIST")
        }
        let isWhole = command.arguments.isEmpty && !list.conflicts.isEmpty
        return (isWhole ? [.editList(list.id, list.settling(choice))] : [])
          + (isWhole && positions.isEmpty ? [] : list.settling(positions, choice))
      }
    }
  }
}

extension Context {
  /// The conflicts that a command is for: of the items that it selects, else of all.
  fileprivate static func conflicts(
    in document: ChecklistDocument, _ lists: ListResolver, _ items: ItemResolver,
    _ command: ParsedCommand, isAll: Bool? = nil
  ) throws -> [(list: Checklist, positions: [Int])] {
    let isAll = isAll ?? command.options.has("all")
    return try (isAll ? document.checklists : [lists.list(in: document)]).map { list in
      let selectors = command.arguments.isEmpty ? ["conflicts"] : command.arguments
      return (
        list,
        try items.positions(of: selectors, in: list).filter { list.items[$0].hasConflicts }
      )
    }
  }

  fileprivate mutating func showConflicts(_ command: ParsedCommand) throws {
    // "No conflicts" must not be said of a file in which git left one.
    refusesConflicts = true
    let document = try document()
    try checkGate(over: listName == nil ? document.checklists : [lists.list(in: document)])
    // A gate that names neither a list nor an item looks at the whole document.
    let isAll =
      command.options.has("all") || isGate && listName == nil && command.arguments.isEmpty
    let found = try Self.conflicts(in: document, lists, items, command, isAll: isAll)
      .filter { !$0.positions.isEmpty || !$0.list.conflicts.isEmpty }
    if isGate, !found.isEmpty { status = .noMatch }
    if globals.json {
      var ends = DayEnds(in: zone)
      return try writeJSON { writer in
        let lists = found.map(\.list).filter { !$0.conflicts.isEmpty }
        writer.member("checklists", each: lists) { writer, list in
          writer.beginObject()
          writer.members(of: ListSummary(list))
          writer.endObject()
        }
        writer.conflicts(found, &ends)
      }
    }
    guard let first = found.first else {
      let others = document.conflicts.count
      return console.writeLine(
        others == 0
          ? "No conflicts."
          : "No conflicts here; \(others.counting("list")) with conflicts: "
            + "\(program) resolve --all")
    }
    let view = ConflictsView(found: found, dates: dates)
    let display = console.output
    console.write { view.write(to: &$0, on: display) }
    if globals.quiet { return }
    let selector = first.positions.first.map { " \($0 + 1)" } ?? ""
    let option = found.count > 1 ? " --list \(first.list.title.shellQuotedOperand)" : ""
    console.writeLine(
      "Keep version 1 or 2 with: \(program) resolve\(selector)\(option) --keep 1")
  }
}

extension [Conflict] {
  /// Refuses version 2 where a field has several other versions.
  ///
  /// - Throws: `Failure`.
  fileprivate func checkOther(_ command: String) throws(Failure) {
    for (index, conflict) in enumerated()
    where self[..<index].contains(where: { $0.field == conflict.field }) {
      throw Failure(
        .ambiguous, "there are several other versions of the \(conflict.field.rawValue)",
        hint: "Set it with: checklists \(command)")
    }
  }
}
