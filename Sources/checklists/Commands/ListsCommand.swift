import ChecklistCore

extension Command {
  static let lists = Command(
    syntax: CommandSyntax(
      name: "lists", relatedWords: ["checklists", "all"], group: .lists,
      summary: "Show the lists with their progress; add, edit, delete or move one",
      examples: [
        .init("checklists lists", "all lists; the one that commands mean is marked"),
        .init("checklists lists add Packing", "a new list"),
        .init(
          "checklists lists add \"Trip to Rome\" --from Packing", "a copy, with nothing checked"),
      ],
      subcommands: [addList, editList, deleteList, moveList])
  ) { command, context in
    switch command.path.last?.name {
    case "add": try context.addList(command)
    case "edit": try context.editList(command)
    case "delete": try context.deleteList(command)
    case "move": try context.moveList(command)
    default: try context.showLists()
    }
  }

  private static let addList = CommandSyntax(
    name: "add", relatedWords: ["new", "create", "copy"], group: .lists,
    summary: "Add a list, empty or from another one",
    discussion: [
      "With --from, the list is a template: its icon and its items are copied with their notes. In the "
        + "copy nothing is checked and nothing is due, since the reminders of a template are over."
    ],
    positionals: [PositionalSyntax("NAME", .text, .one, "the name of the list")],
    options: [.value("from", "LIST", .list, "with the items of this list, unchecked")],
    examples: [
      .init("checklists lists add \"Trip to Rome\"", "a new list, the last one"),
      .init("checklists lists add Rome --from Packing", "all that is to be packed, once more"),
    ])

  private static let editList = CommandSyntax(
    name: "edit", relatedWords: ["rename", "icon"], group: .lists,
    summary: "Give a list another name or icon",
    positionals: [
      .list,
      PositionalSyntax("NAME", .text, .optional, "its new name"),
    ],
    options: [
      .value(
        "icon", "NAME", .text, "its icon in the app: Birthdays, say, or 'No Icon'")
    ],
    examples: [
      .init("checklists lists edit Rome Venice", "another name for the list"),
      .init("checklists lists edit Rome --icon Trips", "the icon that the app shows"),
    ])

  private static let deleteList = CommandSyntax(
    name: "delete", aliases: ["rm"], relatedWords: ["remove"], group: .lists,
    summary: "Delete a list with its items",
    positionals: [.list],
    examples: [.init("checklists lists delete Rome", "the list and all that is in it")])

  private static let moveList = CommandSyntax(
    name: "move", relatedWords: ["mv", "reorder", "order", "sort"], group: .lists,
    summary: "Move a list to another place among the lists",
    discussion: ["The first list is the one that commands mean where none was chosen with 'use'."],
    positionals: [.list],
    options: OptionSyntax.places("LIST", .list, "list"),
    examples: [
      .init("checklists lists move Rome --first", "the list comes before all others"),
      .init("checklists lists move Rome --after Packing", "it follows another one"),
    ])
}

extension Context {
  fileprivate mutating func showLists() throws {
    let document = try self.document()
    let selected = try listPosition(in: document)
    if globals.json {
      try writeJSON { writer in
        writer.member("checklists", each: document.checklists.indices) { writer, position in
          writer.beginObject()
          writer.members(of: ListSummary(document.checklists[position]))
          writer.member("selected", position == selected)
          writer.endObject()
        }
      }
      return
    }
    if document.checklists.isEmpty {
      console.writeLine("No checklists yet. Make one with: checklists lists add Groceries")
    }
    let view = ListsView(lists: document.checklists, selected: selected)
    console.write(view.text(on: console.output))
  }

  fileprivate mutating func addList(_ command: ParsedCommand) throws {
    let name = try listName(command.arguments[0])
    let now = now
    try changeList(createsDocument: true) { document in
      var list = Checklist(name)
      if let template = command.options["from"] {
        let position = try ListSelector.position(of: template, in: document.checklists)
        list = document.checklists[position].copy(named: name, now: now)
      }
      document.checklists.append(list)
      return ("Added", document.checklists[document.checklists.count - 1])
    }
  }

  fileprivate mutating func editList(_ command: ParsedCommand) throws {
    let name = try command.arguments.dropFirst().first.map(listName)
    let icon = command.options["icon"]
    guard name != nil || icon != nil else {
      throw UsageError("'lists edit' needs a new NAME or --icon NAME", command: "lists edit")
    }
    if let icon, icon.allSatisfy(\.isWhitespace) {
      throw Failure(
        .usage, "an icon needs a name, this one is blank",
        hint: "A list without an icon has the icon '\(Checklist.noIcon)'.")
    }
    try changeList { document in
      let position = try ListSelector.position(of: command.arguments[0], in: document.checklists)
      let before = document.checklists[position]
      if let name { document.checklists[position].name = name }
      if let icon { document.checklists[position].icon = icon }
      let after = document.checklists[position]
      let hasName = after.name.utf8.elementsEqual(before.name.utf8)
      let hasIcon = after.icon.utf8.elementsEqual(before.icon.utf8)
      return (hasIcon ? hasName ? nil : "Renamed" : "Edited", after)
    }
  }

  fileprivate mutating func moveList(_ command: ParsedCommand) throws {
    guard command.options.hasPlace else {
      throw UsageError(
        "'lists move' needs a place: --first, --last, --before LIST or --after LIST",
        command: "lists move")
    }
    try changeList { document in
      let lists = document.checklists
      let position = try ListSelector.position(of: command.arguments[0], in: lists)
      let place = try command.options.place { name throws(SelectorError) in
        try ListSelector.position(of: name, in: lists)
      }
      let moved = place.map { document.moveList(at: position, to: $0) } ?? position
      return (moved == position ? nil : "Moved", document.checklists[moved])
    }
  }

  fileprivate mutating func deleteList(_ command: ParsedCommand) throws {
    try changeList { document in
      let position = try ListSelector.position(of: command.arguments[0], in: document.checklists)
      return ("Deleted", document.checklists.remove(at: position))
    }
  }

  private func listName(_ name: String) throws(Failure) -> String {
    guard !name.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "a list needs a name, this one is blank")
    }
    return name
  }

  /// Changes the lists of the document, and reports the one that was changed.
  ///
  /// - Parameters:
  ///   - createsDocument: Whether to make the document where there is none.
  ///   - change: Gives the word for what it did, or nil for nothing, and the list.
  /// - Throws: What `update` throws.
  private mutating func changeList(
    createsDocument: Bool = false,
    _ change: (inout ChecklistDocument) throws -> (verb: String?, list: Checklist)
  ) throws {
    var changed: (verb: String?, list: Checklist)?
    try update(createsDocument: createsDocument) { document in
      let (verb, list) = try change(&document)
      changed = (verb, list)
      return verb.map { "\($0) the list \(list.displayName)" }
    }
    // It was called, or there was an error.
    guard let (verb, list) = changed else { return }
    if globals.json {
      try writeJSON { $0.member("checklist", ListSummary(list)) }
    } else if !globals.quiet {
      let display = console.output
      let row = ListHeading(list).line(on: display)
      console.writeLine(verb.map { "\($0) \(row)" } ?? "Nothing to change.")
    }
  }
}
