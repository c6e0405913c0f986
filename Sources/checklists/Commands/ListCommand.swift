import ChecklistCore
import ChecklistInterchange
import Terminal

extension OptionSyntax {
  static let all = flag("all", "every list, hidden ones too", group: GlobalOptions.listGroup)
  static let newList = flag("new-list", "make the list if it is missing")
  static let exitCode = flag(
    "exit-code", "exit with 1 if something is shown or there are no items, else 0"
  ).ofWholeRun
}

extension Command {
  static let list = Command(
    syntax: CommandSyntax(
      name: "list", aliases: ["ls"],
      relatedWords: ["items", "view", "count", "sort", "status", "todo"],
      summary: "Show the items of a list",
      discussion: [
        "The number of an item is its place in the list, whichever items are shown and in "
          + "whatever order. --sort due shows the soonest first, --sort created the oldest first. "
          + "A text shows all items that match it.",
        "Items with a section are under a heading, unless they are sorted. --all applies "
          + "selectors to every list, and shows what was done before of items that repeat in a Markdown "
          + "file or a todo.txt.",
        "--exit-code makes it a gate. In a Markdown file or a todo.txt it looks at every list, unless --list or "
          + "$CHECKLISTS_LIST names one. Where there are no items, it ends with 1; with --quiet it prints nothing.",
      ],
      positionals: [PositionalSyntax("SELECTOR", .selector, .any, "the items (default: all)")],
      options: [
        .value("section", "NAME", .section, "only items of this section and those nested in it"),
        .value("since", "WHEN", .past, "only items that were checked since then"),
        .value(
          "sort", "ORDER", .choice(ItemOrder.allCases.map(\.rawValue)), "the order"),
        .flag("notes", "show notes below the items"),
        .all,
        .flag("count", "print only the number of items"),
        .exitCode,
        .flag("watch", "print a line of JSON now and after each change, until interrupted")
          .ofWholeRun,
      ],
      examples: [
        .init("checklists", "the current list"),
        .init("checklists list open --sort due", "open items, soonest first"),
        .init("checklists list --section Toiletries", "one section"),
        .init("checklists list done --since monday", "items that were checked this week"),
        .init("checklists list open --count", "a number, for a prompt"),
        .init("checklists list --list Packing --json", "another list, for a program"),
        .init("checklists list open --exit-code", "status 1 while an item is open, for CI"),
        .init("checklists list overdue today", "what to do today"),
      ]),
    answer: .either([.shownList, .shownLists, .answer(["count": .integer])])
  ) { command, context in
    if command.isPlain, context.showsOverview { return try context.showLists(command) }
    let options = command.options
    if options.has("since"),
      let selector = command.arguments.first(where: {
        (try? ItemSelector.parse($0))?.allSatisfy(\.leavesOutDone) == true
      })
    {
      throw UsageError(
        "'--since' shows checked items, and none of them is '\(selector)'", command: command.name)
    }
    let query = ItemQuery(
      by: context.items, selectors: command.arguments, section: try context.section(options),
      checkedSince: try context.since(options),
      order: options["sort"].flatMap { ItemOrder(rawValue: $0) } ?? .manual)
    let lists: Context.ShownLists = options.has("all") ? .all : .one
    guard options.has("watch") else {
      return try context.show(query, in: lists, of: context.document(), command)
    }
    if context.isGate {
      throw UsageError("'--watch' cannot be combined with '--exit-code'", command: command.name)
    }
    context.globals.json = true
    try context.watch { context, document in
      var query = query
      query.resolver.now = context.clock()
      try context.show(query, in: lists, of: document, command)
    }
  }

  static let search = Command(
    syntax: CommandSyntax(
      name: "search", aliases: ["find"], relatedWords: ["grep", "lookup"],
      summary: "Search the texts and notes of all lists",
      discussion: [
        "An item matches if its text or its note contains each of the words, in any order. Case does not "
          + "matter, nor do accents for a word without any: 'creme' finds 'Crème'."
      ],
      positionals: [PositionalSyntax("TEXT", .text, .oneOrMore, "the words")],
      options: [
        .flag("notes", "show notes below the items"), .all,
        .flag("count", "print only the number of items"), .exitCode,
      ],
      examples: [
        .init("checklists search milk", "in all lists that are not hidden"),
        .init("checklists search creme --list Groceries", "in one list"),
      ]),
    answer: .either([.shownLists, .answer(["count": .integer])])
  ) { command, context in
    let text = command.arguments.joined(separator: " ")
    guard !ContentRules.isBlank(text) else {
      throw UsageError("the text to search for is blank", command: command.name)
    }
    let lists: Context.ShownLists =
      command.options.has("all") ? .all : context.globals.list == nil ? .visible : .named
    try context.show(
      ItemQuery(by: context.items, search: SearchText.words(of: text)), in: lists,
      of: context.document(), command)
  }
}

extension JSONShape {
  private static let listWithItems = part(.list, with: ["items": .array(.part(.item))])
  static let shownList = answer(["checklist": .nullable(listWithItems)])
  static let shownLists = answer(["checklists": .array(listWithItems)])
}

extension ParsedCommand {
  /// Whether the program was called without a command, a selector and an option of `list`.
  fileprivate var isPlain: Bool {
    pathArguments.isEmpty && positionals.isEmpty
      && options.uses.allSatisfy { use in
        use.name != GlobalOptions.list && GlobalOptions.syntax.contains { $0.name == use.name }
      }
  }
}

extension Context {
  /// The lists that a view looks in.
  enum ShownLists {
    /// The current list.
    case one
    /// The list of `--list`, in a view of several.
    case named
    /// All that are not hidden.
    case visible
    case all
  }

  /// The moment of the value of `--since`; nil without one.
  fileprivate func since(_ options: ParsedOptions) throws -> Date? {
    guard let phrase = options["since"] else { return nil }
    guard let start = try PastPhrase(phrase).start(now: now, in: zone) else {
      throw Failure(
        .usage, "'\(phrase)' is in the future", hint: "--since requires a time in the past.")
    }
    return start
  }

  /// Shows something now and after each change of the document, until nobody reads it any more.
  ///
  /// Once it was shown, an error is one of a moment: an editor takes the file away before it puts
  /// the new one there, or a list gets another name. It is written to standard error once.
  ///
  /// - Throws: What reading and showing it the first time throws.
  fileprivate mutating func watch(
    _ show: (inout Context, ChecklistDocument) throws -> Void
  ) throws {
    let store = try store()
    keepsDocuments = false
    var shown: ChecklistDocument?
    var trouble: String?
    while true {
      // Watched before it is read, so that no change is missed in between.
      var watch = DirectoryWatch(directory: store.directory)
      repeat {
        do {
          // A home without a document has no lists; one that has lost it is no news for readers.
          if shown != nil, try store.version() == nil {
            throw StoreError(.noDocument, path: store.path)
          }
          let document = try document()
          if shown?.isSame(as: document) != true {
            try show(&self, document)
            try console.flush()
            shown = document
          }
          trouble = nil
        } catch  where shown != nil && !(error is ConsoleError) {
          let message = Failure(error).message
          if message != trouble { console.note("\(message); still watching") }
          trouble = message
        }
        guard console.waitForReader(until: watch?.descriptor) else { return }
      } while watch?.drain() == true
    }
  }

  /// Shows the items that a query finds.
  ///
  /// - Throws: What reading the document and finding the items throws.
  fileprivate mutating func show(
    _ query: ItemQuery, in shown: ShownLists, of document: ChecklistDocument,
    _ command: ParsedCommand
  ) throws {
    let options = command.options
    let positionsOfLists =
      switch shown {
      case .one:
        try gateLists(of: document) ?? self.lists.position(in: document).map { [$0] } ?? []
      case .named: try self.lists.position(in: document).map { [$0] } ?? []
      case .visible: document.checklists.indices.filter { !document.checklists[$0].isHidden }
      case .all: Array(document.checklists.indices)
      }
    let isSeveral = shown != .one || positionsOfLists.count > 1
    let lists = positionsOfLists.map { document.checklists[$0] }
    try checkGate(over: lists)
    // Where there is no list yet, 'open' and the like match nothing, and a number is an error.
    if document.checklists.isEmpty, (try? query.positions(in: [Checklist("")])) == nil {
      _ = try self.lists.list(in: document)
    }
    let positions = try query.positions(in: lists)
    let found = Array(zip(lists, positions))
    if isGate, positions.contains(where: { !$0.isEmpty }) { status = .noMatch }
    if query.dependsOnDue { failGate(overUnreadDuesIn: positionsOfLists) }
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
        $0.lists(found.lazy.map { (list: $0.0, positions: $0.1) }, isAll: isSeveral, &ends)
      }
    } else if document.checklists.isEmpty {
      tellNoLists(makeOneWith: "add \"Buy milk\"")
    } else {
      // Of several lists, those without a match are left out.
      try show(
        found.filter { !isSeveral || !query.isFilter || !$0.1.isEmpty }, withNotes: showsNotes,
        withRecords: shown == .all, withSections: query.order == .manual)
      let isEmpty = query.isFilter && positions.allSatisfy(\.isEmpty)
      if isEmpty, console.output.isTerminal { console.writeLine("No matches.") }
      if shown == .visible { tellHidden(document.checklists.count - lists.count) }
    }
  }

  /// Shows items of lists, a blank line between two lists.
  private mutating func show(
    _ found: [(list: Checklist, positions: [Int])], withNotes: Bool, withRecords: Bool,
    withSections: Bool
  ) throws(ConsoleError) {
    for (index, (list, positions)) in found.enumerated() {
      if index > 0 { console.writeLine() }
      let view = ListView(
        list: list, positions: positions, showsNotes: withNotes, showsRecords: withRecords,
        showsSections: withSections, dates: dates, document: folderDocument)
      let display = console.output
      try console.writeRows { view.write(to: &$0, on: display, rowIsWhole: $1) }
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
