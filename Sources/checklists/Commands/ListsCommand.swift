import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let lists = Command(
    syntax: CommandSyntax(
      name: "lists", relatedWords: ["all"], group: .lists,
      summary: "Show, add, edit, delete and move lists",
      discussion: [
        "'lists edit LIST --hide' hides a list: views leave it out, and commands that name it "
          + "still work."
      ],
      options: [.all, .exitCode],
      examples: [
        .init("checklists lists", "all lists with their progress; the current one is marked"),
        .init("checklists lists add Camping", "a new list"),
        .init("checklists lists add Venice --from Packing", "a copy, with nothing checked"),
      ],
      takesList: false,
      subcommands: [addList, editList, deleteList, moveList, showTemplates]),
    answer: .answer(["checklists": .array(.part(.list, with: ["selected": .boolean]))]),
    ofSubcommands: [
      "add": .changedList, "edit": .changedList, "delete": .changedList, "move": .changedList,
      "templates": .answerWithoutDocument([
        "folder": .nullable(.text), "templates": .array(.part(.template)),
      ]),
    ]
  ) { command, context in
    switch command.path.last?.name {
    case "add": try context.addList(command)
    case "edit": try context.editList(command)
    case "delete": try context.deleteList(command)
    case "move": try context.moveList(command)
    case "templates":
      if let name = command.arguments.first {
        try context.showTemplate(name)
      } else {
        try context.showTemplates()
      }
    default: try context.showLists(command)
    }
  }

  private static let addList = CommandSyntax(
    name: "add", relatedWords: ["new", "create", "copy"], group: .lists,
    summary: "Add a list, empty or from a list, a template or a file",
    discussion: [
      "SOURCE is a list, else a template, else the path of a Markdown file with one task list. "
        + "--from copies the icon and the items with their notes and sections. In the copy "
        + "nothing is checked, and only repeating items have a due date: their next one."
    ],
    positionals: [PositionalSyntax("NAME", .text, .one, "the name of the list")],
    options: [
      .value(
        "from", "SOURCE", .listSource, "copy the items of this list, template or Markdown file"
      ).soughtAs("template", "copy", "like"),
      .flag("if-missing", "do nothing if there is a list with this name"),
    ],
    examples: [
      .init("checklists lists add Venice --from Packing", "a copy of another list"),
      .init("checklists lists add Lisbon --from Travel", "from a template"),
      .init("checklists lists add Camping --from camping.md", "from a Markdown file"),
      .init("checklists lists add Work --if-missing", "in a script that may run again"),
    ],
    takesList: false)

  private static let editList = CommandSyntax(
    name: "edit", relatedWords: ["rename", "icon", "hide", "archive"], group: .lists,
    summary: "Rename, hide or show a list, or change its icon",
    positionals: [.list, PositionalSyntax("NAME", .text, .optional, "its new name")],
    options: [
      .value("icon", "NAME", .choice(Checklist.icons), "its icon in the app"),
      .flag("hide", "leave it out of views", group: "hide"),
      .flag("show", "show it again", group: "hide"),
    ],
    examples: [
      .init("checklists lists edit Rome Venice", "rename it"),
      .init("checklists lists edit Rome --icon Trips", "change its icon"),
      .init("checklists lists edit Rome --hide", "put it away until it is needed again"),
    ],
    takesList: false)

  private static let deleteList = CommandSyntax(
    name: "delete", aliases: ["rm", "remove"], group: .lists,
    summary: "Delete a list with its items",
    positionals: [.list],
    examples: [.init("checklists lists delete Rome", "the list and its items")],
    takesList: false)

  private static let moveList = CommandSyntax(
    name: "move", relatedWords: ["mv", "reorder", "order"], group: .lists,
    summary: "Move a list to another place among the lists",
    discussion: [
      "The first list that is not hidden is the current one until 'use' chooses another."
    ],
    positionals: [.list],
    options: OptionSyntax.insertionPoints("LIST", .list, "list"),
    examples: [
      .init("checklists lists move Rome --first", "above all others"),
      .init("checklists lists move Rome --after Packing", "below another one"),
    ],
    takesList: false)

  private static let showTemplates = CommandSyntax(
    name: "templates", group: .lists,
    summary: "Show the templates for new lists, or the text of one",
    discussion: [
      "A template is a Markdown file with one task list, which may have sections and notes. Yours "
        + "are the files NAME.md in the folder 'Templates' of the home; each overrides the "
        + "template with the same name that ships with the program. Front matter can name the "
        + "icon: 'icon: Trips' between two lines of ---.",
      "'export --list LIST --output FILE' saves a list as a template.",
    ],
    positionals: [PositionalSyntax("NAME", .template, .optional, "the template to show")],
    examples: [
      .init("checklists lists templates", "the templates, with the number of their items"),
      .init("checklists lists templates Travel", "the text of a template"),
      .init("checklists lists add Lisbon --from Travel", "a list from a template"),
    ],
    takesList: false)
}

extension Context {
  /// Shows all lists with their progress.
  ///
  /// - Throws: What reading the document and finding the list that is meant throws.
  mutating func showLists(_ command: ParsedCommand) throws {
    let withHidden = command.options.has("all")
    let document = try self.document()
    let selected = try lists.position(in: document)
    let positions = document.checklists.indices.filter {
      withHidden || !document.checklists[$0].isHidden || $0 == selected
    }
    try checkGate(over: document.checklists)
    if isGate, !positions.isEmpty { status = .noMatch }
    if globals.json {
      try writeJSON { writer in
        writer.member("checklists", each: positions) { writer, position in
          writer.beginObject()
          writer.members(of: ListSummary(document.checklists[position]))
          writer.member("selected", position == selected)
          writer.endObject()
        }
      }
      return
    }
    if document.checklists.isEmpty {
      tellNoLists(makeOneWith: "lists add Groceries")
    }
    let view = ListsView(
      lists: positions.map { document.checklists[$0] },
      selected: selected.flatMap { positions.firstIndex(of: $0) })
    console.write(view.text(on: console.output))
    tellHidden(document.checklists.count - positions.count)
    try tellRemote()
  }

  fileprivate mutating func addList(_ command: ParsedCommand) throws {
    let name = try ContentRules.listName(command.arguments[0])
    let source = command.options["from"]
    let other = source.flatMap { listBesideDocument($0, named: name) }
    let context = self
    // A file of text has no icons.
    let isText = try store().formatOfText() != nil
    var (added, warnings): (Int?, InterchangeWarnings) = (nil, InterchangeWarnings())
    let (document, isTold) = try changeLists(createsDocument: true) { document in
      if command.options.has("if-missing"), let list = document.list(named: name) {
        return .editList(list.id, ListEdit())
      }
      try document.checkListName(name)
      var list = Checklist(name)
      if let source {
        (list, warnings) = try context.list(named: name, from: source, else: other, in: document)
        if isText { list.icon = Checklist.noIcon }
      }
      added = list.id
      return .addList(list)
    }
    for warning in warnings.texts { warn(warning) }
    // The first list is meant by itself.
    let lists = document.checklists
    if tellsMore, !isTold, !globals.dryRun, lists.count > 1,
      let position = lists.firstIndex(where: { $0.id == added })
    {
      let selector = lists.selector(ofListAt: position).shellQuotedOperand
      console.writeLine("Make it the current list: \(program) use \(selector)")
    }
  }

  /// Whether a person is told the current list: not in a batch, which `use` is not for, and
  /// not where a variable names the list.
  private var tellsMore: Bool {
    batch == nil && !globals.json && !globals.quiet && environment["CHECKLISTS_LIST"] == nil
  }

  /// Changes the lists, and says so if another list is the current one after it.
  ///
  /// - Parameters:
  ///   - createsDocument: Whether there may be no list before.
  ///   - resolve: Gives the change for the document as it is under the lock.
  /// - Returns: The document after the change, and whether something was said.
  /// - Throws: What the change throws.
  @discardableResult
  private mutating func changeLists(
    createsDocument: Bool = false, _ resolve: (ChecklistDocument) throws -> DocumentChange
  ) throws -> (document: ChecklistDocument, isTold: Bool) {
    let chosenList = chosenList
    var former: Int?
    let document = try change(createsDocument: createsDocument) { document in
      if !createsDocument || !document.checklists.isEmpty {
        former = try chosenList.list(in: document).id
      }
      return [try resolve(document)]
    }
    guard tellsMore, let former, let position = try chosenList.position(in: document),
      document.checklists[position].id != former
    else { return (document, false) }
    tellCurrent(document.checklists[position])
    return (document, true)
  }

  fileprivate mutating func editList(_ command: ParsedCommand) throws {
    let edit = ListEdit(
      name: try command.arguments.dropFirst().first.map { try ContentRules.listName($0) },
      icon: command.options["icon"],
      isHidden: command.options.has("hide") ? true : command.options.has("show") ? false : nil)
    guard !edit.isEmpty else {
      throw UsageError(
        "'lists edit' requires a new NAME, --icon NAME, --hide or --show",
        command: "lists edit")
    }
    try changeLists { document in
      let list = try document.list(command.arguments[0]).id
      if let name = edit.name { try document.checkListName(name, for: list) }
      return .editList(list, edit)
    }
  }

  fileprivate mutating func moveList(_ command: ParsedCommand) throws {
    guard command.options.hasInsertionPoint else {
      throw UsageError(
        "'lists move' requires a place: --first, --last, --before LIST or --after LIST",
        command: "lists move")
    }
    try changeLists { document in
      let list = try document.list(command.arguments[0]).id
      let point = try command.options.insertionPoint { name throws(SelectorError) in
        try document.list(name).id
      }
      return .moveList(list, at: point ?? .last)
    }
  }

  fileprivate mutating func deleteList(_ command: ParsedCommand) throws {
    try changeLists { document in .deleteList(try document.list(command.arguments[0]).id) }
  }
}
