import ChecklistCore
import ChecklistInterchange
import Terminal

extension OptionSyntax {
  static let hidden = OptionSyntax.flag("hidden", "hidden lists too")
}

extension Command {
  static let lists = Command(
    syntax: CommandSyntax(
      name: "lists", relatedWords: ["all"], group: .lists,
      summary: "Show the lists with their progress; add, edit, delete or move one",
      discussion: [
        "A list that is not needed now can be put away with 'lists edit LIST --hide'. Overviews leave it out, "
          + "and commands that name it work as ever.",
        "New lists are made of templates: 'lists add NAME --from TEMPLATE'. 'lists templates' shows them.",
      ],
      options: [
        .hidden
      ],
      examples: [
        .init("checklists lists", "all lists; the one that commands mean is marked"),
        .init("checklists lists add Camping", "a new list"),
        .init(
          "checklists lists add \"Trip to Rome\" --from Packing", "a copy, with nothing checked"),
      ],
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
    case "templates": try context.showTemplates()
    default: try context.showLists(withHidden: command.options.has("hidden"))
    }
  }

  private static let addList = CommandSyntax(
    name: "add", relatedWords: ["new", "create", "copy"], group: .lists,
    summary: "Add a list, empty or from another one, a template or a file",
    discussion: [
      "With --from, the icon and the items of a list are copied with their notes and sections. In the copy "
        + "nothing is checked. Only items that repeat are due, at their next time.",
      "SOURCE is a list, else a template, as 'lists templates' shows them, else the path of a Markdown file "
        + "with one task list.",
    ],
    positionals: [PositionalSyntax("NAME", .text, .one, "the name of the list")],
    options: [
      .value(
        "from", "SOURCE", .listSource,
        "with the items of this list, template or Markdown file, unchecked"),
      .flag("if-missing", "only if there is none of this name; else change nothing"),
    ],
    examples: [
      .init("checklists lists add \"Trip to Rome\"", "a new list, the last one"),
      .init("checklists lists add Venice --from Packing", "all that is to be packed, once more"),
      .init("checklists lists add Lisbon --from Travel", "from a template that ships"),
      .init("checklists lists add Camping --from camping.md", "from a Markdown file"),
      .init("checklists lists add Work --if-missing", "in a script that may run again"),
    ], ownTakesList: false)

  private static let editList = CommandSyntax(
    name: "edit", relatedWords: ["rename", "icon"], group: .lists,
    summary: "Give a list another name or icon, or hide it",
    positionals: [
      .list,
      PositionalSyntax("NAME", .text, .optional, "its new name"),
    ],
    options: [
      .value(
        "icon", "NAME", .choice(Checklist.icons), "its icon in the app"),
      .flag("hide", "put it away: overviews leave it out", group: "hide"),
      .flag("unhide", "bring it back", group: "hide"),
      .keep, .other,
    ],
    examples: [
      .init("checklists lists edit Rome Venice", "another name for the list"),
      .init("checklists lists edit Rome --icon Trips", "the icon that the app shows"),
      .init("checklists lists edit Rome --hide", "until it is needed again"),
    ], ownTakesList: false)

  private static let deleteList = CommandSyntax(
    name: "delete", aliases: ["rm", "remove"], group: .lists,
    summary: "Delete a list with its items",
    positionals: [.list],
    examples: [.init("checklists lists delete Rome", "the list and its items")],
    ownTakesList: false)

  private static let showTemplates = CommandSyntax(
    name: "templates", group: .lists,
    summary: "Show the templates that new lists are made of",
    discussion: [
      "A template is a Markdown file with one task list, which may have sections and notes. Your own are the "
        + "files NAME.md in the folder Templates of the home: edit or delete them there. A template that ships "
        + "is overridden by one of your own with its name.",
      "'export --list LIST --output FILE' saves a list as one. In a list that is made of it, nothing is "
        + "checked or due. Front matter can name the icon: 'icon: Trips' between two lines of ---.",
    ],
    examples: [
      .init("checklists lists templates", "the templates, with the number of their items"),
      .init("checklists lists add Lisbon --from Travel", "a list that is made of one"),
    ], ownTakesList: false)

  private static let moveList = CommandSyntax(
    name: "move", relatedWords: ["mv", "reorder", "order"], group: .lists,
    summary: "Move a list to another place among the lists",
    discussion: [
      "The first list that is not hidden is the one that commands mean if none was chosen with 'use'."
    ],
    positionals: [.list],
    options: OptionSyntax.insertionPoints("LIST", .list, "list"),
    examples: [
      .init("checklists lists move Rome --first", "the list comes before all others"),
      .init("checklists lists move Rome --after Packing", "it follows another one"),
    ], ownTakesList: false)
}

extension Context {
  /// Shows all lists with their progress.
  ///
  /// - Throws: What reading the document and finding the list that is meant throws.
  mutating func showLists(withHidden: Bool) throws {
    let document = try self.document()
    let selected = try lists.position(in: document)
    let positions = document.checklists.indices.filter {
      withHidden || !document.checklists[$0].isHidden || $0 == selected
    }
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
    var (added, warnings): (Int?, InterchangeWarnings) = (nil, InterchangeWarnings())
    let (document, isTold) = try changeLists(createsDocument: true) { document in
      if command.options.has("if-missing"), let list = document.list(named: name) {
        return .editList(list.id, ListEdit())
      }
      try document.checkListName(name)
      var list = Checklist(name)
      if let source {
        (list, warnings) = try context.list(named: name, from: source, else: other, in: document)
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
      console.writeLine("Work in it with: \(program) use \(selector)")
    }
  }

  /// Whether a person is told which list commands mean: not in a batch, which `use` is not for, and
  /// not where a variable names the list.
  private var tellsMore: Bool {
    batch == nil && !globals.json && !globals.quiet && environment["CHECKLISTS_LIST"] == nil
  }

  /// Makes a change of the lists, and says so if commands mean another list after it.
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
    tellMeaning(document.checklists[position], " from now on")
    return (document, true)
  }

  fileprivate mutating func editList(_ command: ParsedCommand) throws {
    let edit = ListEdit(
      name: try command.arguments.dropFirst().first.map { try ContentRules.listName($0) },
      icon: command.options["icon"],
      isHidden: command.options.has("hide") ? true : command.options.has("unhide") ? false : nil)
    if let choice = command.options.settling {
      guard edit.isEmpty else {
        throw UsageError(
          "'--keep' and '--other' settle conflicts, and take nothing else", command: "lists edit")
      }
      try changeLists { document in
        let list = try document.list(command.arguments[0])
        if choice == .other { try list.conflicts.checkOther("lists edit LIST") }
        return .editList(list.id, list.settling(choice))
      }
      return
    }
    guard !edit.isEmpty else {
      throw UsageError(
        "'lists edit' needs a new NAME, --icon NAME, --hide, --unhide, --keep or --other",
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
        "'lists move' needs a place: --first, --last, --before LIST or --after LIST",
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
