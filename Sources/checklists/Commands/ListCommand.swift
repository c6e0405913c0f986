import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let list = Command(
    syntax: CommandSyntax(
      name: "list", aliases: ["ls"],
      relatedWords: ["items", "view", "count", "sort", "status"],
      summary: "Show the list",
      discussion: [
        "Items are numbered as they stand in the whole list, whichever are shown, in whatever order. "
          + "Sorted by 'created', the oldest come first; sorted by 'due', the soonest. A text that "
          + "several items have shows them all.",
        "'--search' looks in texts and notes for each of its words, in whatever order. Case does not "
          + "matter, nor do accents for a word that has none: 'creme' finds 'Crème'. With selectors "
          + "it looks among those items. With '--all', selectors mean items of every list.",
        "Items with a section stand under a heading, with its progress, except where they are sorted. "
          + "With selectors, '--section' shows those of them that are in the section. '--all' leaves hidden "
          + "lists out, unless '--hidden' is there.",
      ],
      positionals: [PositionalSyntax("SELECTOR", .selector, .any, "which items (else all)")],
      options: [
        .value("search", "TEXT", .text, "only items with these words in their text or note"),
        .value("section", "NAME", .section, "only the items of this section"),
        .value(
          "sort", "ORDER", .choice(ItemOrder.allCases.map(\.rawValue)),
          "the order"),
        .flag("notes", "with the notes below the items"),
        .flag("all", "every list", group: GlobalOptions.listGroup),
        .hidden,
        .flag("count", "only how many items there are"),
        .flag("exit-code", "end with status 1 if there are such items, 0 if not").ofWholeRun,
      ],
      examples: [
        .init("checklists", "the list"),
        .init("checklists list open --sort due", "what is left to do, the most urgent first"),
        .init("checklists list --all --search milk", "wherever there is milk"),
        .init("checklists list open --count", "a number, for a prompt"),
        .init("checklists list --list Packing --json", "another list, for a program"),
        .init("checklists list --section Toiletries", "a part of the list"),
        .init("checklists list open --exit-code", "status 1 while something is open, for CI"),
      ]),
    answer: .either([.shownList, .shownLists, .answer(["count": .integer])])
  ) { command, context in
    if command.isPlain, context.showsOverview { return try context.showLists(withHidden: false) }
    let options = command.options
    if options.has("hidden"), !options.has("all") {
      throw UsageError("'--hidden' goes with '--all'", command: command.name)
    }
    try context.show(
      ItemQuery(
        selectors: command.arguments,
        search: try options["search"].map { try context.search($0, of: command) } ?? [],
        section: try context.section(options),
        order: options["sort"].flatMap { ItemOrder(rawValue: $0) } ?? .manual,
        zone: context.zone),
      isAll: options.has("all"), options)
  }

  static let find = Command(
    syntax: CommandSyntax(
      name: "find", relatedWords: ["search", "grep", "lookup"],
      summary: "Show the items of all lists that have these words",
      discussion: [
        "It is short for 'checklists list --all --search TEXT', or without --all where '--list' names a list. "
          + "Hidden lists are left out, unless '--hidden' is there."
      ],
      positionals: [PositionalSyntax("TEXT", .text, .oneOrMore, "what the text or the note has")],
      options: [.hidden],
      examples: [.init("checklists find milk", "wherever there is milk")]),
    answer: .shownLists
  ) { command, context in
    let words = command.arguments.joined(separator: " ")
    try context.show(
      ItemQuery(search: try context.search(words, of: command)), isAll: context.globals.list == nil,
      command.options)
  }
}

extension ParsedCommand {
  /// Whether the program was called without a command, a selector and an option of `list`, so that
  /// what is shown first is asked for.
  fileprivate var isPlain: Bool {
    pathArguments.isEmpty && positionals.isEmpty
      && options.uses.allSatisfy { use in
        use.name != GlobalOptions.list && GlobalOptions.syntax.contains { $0.name == use.name }
      }
  }
}

extension JSONShape {
  private static let listWithItems = part(.list, with: ["items": .array(.part(.item))])
  static let shownList = answer(["checklist": .nullable(listWithItems)])
  static let shownLists = answer(["checklists": .array(listWithItems)])
}

extension Context {
  /// The words to search for, of which there is one at least.
  fileprivate func search(
    _ text: String, of command: ParsedCommand
  ) throws(UsageError) -> [SearchText] {
    guard !ContentRules.isBlank(text) else {
      throw UsageError("what is to be found is blank", command: command.name)
    }
    return SearchText.words(of: text)
  }

  /// Shows the items that a query finds.
  ///
  /// - Parameters:
  ///   - isAll: Whether it looks in all lists, or in the one that is meant.
  ///   - options: Those of `list`.
  /// - Throws: What reading the document and finding the items throws.
  fileprivate mutating func show(
    _ query: ItemQuery, isAll: Bool, _ options: ParsedOptions
  ) throws {
    let document = try self.document()
    let positionsOfLists =
      isAll
      ? try self.lists(of: document, withHidden: options.has("hidden"))
      : try self.lists.position(in: document).map { [$0] } ?? []
    let lists = positionsOfLists.map { document.checklists[$0] }
    // Where there is no list yet, 'open' and the like find nothing, and anything else is an error.
    if lists.isEmpty, (try? query.positions(in: [Checklist("")])) == nil {
      _ = try self.lists.list(in: document)
      throw Failure(
        .noMatch, "all lists are hidden",
        hint: "Look in them too with: \(program) list --all --hidden")
    }
    var positions = lists.map { _ in [Int]() }
    do throws(SelectorError) {
      positions = try query.positions(in: lists)
    } catch {
      // That no item matches is an answer then.
      guard options.has("exit-code"), error.kind == .noMatch else { throw error }
    }
    let found = Array(zip(lists, positions))
    if options.has("exit-code"), positions.contains(where: { !$0.isEmpty }) { status = .noMatch }
    if options.has("count") {
      return try show(count: found.reduce(0) { $0 + $1.1.count })
    }
    let showsNotes = options.has("notes")
    var size = AnswerSize()
    for (list, positions) in found {
      try size.add(positions, of: list, withNotes: globals.json || showsNotes)
    }
    if globals.json {
      var ends = DayEnds(in: zone)
      try writeJSON {
        $0.lists(found.lazy.map { (list: $0.0, positions: $0.1) }, isAll: isAll, &ends)
      }
    } else if document.checklists.isEmpty {
      tellNoLists(makeOneWith: "add \"Buy milk\"")
    } else {
      // Of several lists, those without a match are left out.
      try show(
        found.filter { !isAll || !query.isFilter || !$0.1.isEmpty }, withNotes: showsNotes,
        withSections: query.order == .manual,
        withConflicts: query.selectors.contains("conflicts"))
      if isAll { tellHidden(document.checklists.count - lists.count) }
    }
  }

  /// Shows items of lists, a blank line between two lists.
  private mutating func show(
    _ found: [(list: Checklist, positions: [Int])], withNotes: Bool, withSections: Bool,
    withConflicts: Bool
  ) throws(ConsoleError) {
    if found.isEmpty, console.output.isTerminal { console.writeLine("Nothing.") }
    for (index, (list, positions)) in found.enumerated() {
      if index > 0 { console.writeLine() }
      let view = ListView(
        list: list, positions: positions, showsNotes: withNotes, showsSections: withSections,
        showsConflicts: withConflicts, dates: dates)
      let display = console.output
      try console.writeRows { view.write(to: &$0, on: display, rowIsWhole: $1) }
    }
    if withConflicts, console.output.isTerminal, found.contains(where: { !$0.positions.isEmpty }) {
      let line = "Settle with: \(program) edit conflicts --keep, or --other"
      console.writeLine(line, as: .dim)
    }
  }

  /// Answers with a number.
  private mutating func show(count: Int) throws {
    if globals.json {
      try writeJSON { $0.member("count", count) }
    } else {
      console.writeLine("\(count)")
    }
  }
}
