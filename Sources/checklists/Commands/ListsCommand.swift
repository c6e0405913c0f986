import ChecklistCore

extension Command {
  static let lists = Command(
    syntax: CommandSyntax(
      name: "lists", relatedWords: ["checklists", "all"], group: .lists,
      summary: "Show the lists with their progress; add, edit or delete one",
      examples: [
        .init("checklists lists", "all lists; the one that commands mean is marked"),
        .init("checklists lists add Packing", "a new list"),
      ],
      subcommands: [addList, editList, deleteList])
  ) { command, context in
    switch command.path.last?.name {
    case "add": try context.addList(command)
    case "edit": try context.editList(command)
    case "delete": try context.deleteList(command)
    default: try context.showLists()
    }
  }

  private static let addList = CommandSyntax(
    name: "add", relatedWords: ["new", "create"], group: .lists, summary: "Add a list",
    positionals: [PositionalSyntax("NAME", .text, .one, "the name of the list")],
    examples: [.init("checklists lists add \"Trip to Rome\"", "a new list, the last one")])

  private static let editList = CommandSyntax(
    name: "edit", relatedWords: ["rename"], group: .lists, summary: "Rename a list",
    positionals: [
      PositionalSyntax("LIST", .list, .one, "the list's name, or id: and its identity"),
      PositionalSyntax("NAME", .text, .one, "its new name"),
    ],
    examples: [.init("checklists lists edit Rome Venice", "another name for the list")])

  private static let deleteList = CommandSyntax(
    name: "delete", aliases: ["rm"], relatedWords: ["remove"], group: .lists,
    summary: "Delete a list with its items",
    positionals: [
      PositionalSyntax("LIST", .list, .one, "the list's name, or id: and its identity")
    ],
    examples: [.init("checklists lists delete Rome", "the list and all that is in it")])
}

extension Context {
  fileprivate mutating func showLists() throws {
    let document = try self.document()
    let selected = try listPosition(in: document)
    if globals.json {
      try writeJSON { writer in
        writer.key("checklists")
        writer.beginArray()
        for (position, list) in document.checklists.enumerated() {
          writer.beginObject()
          writer.members(of: ListSummary(list))
          writer.member("selected", position == selected)
          writer.endObject()
        }
        writer.endArray()
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
    try changeList(createsDocument: true) { document in
      document.checklists.append(Checklist(name))
      return ("Added", document.checklists[document.checklists.count - 1])
    }
  }

  fileprivate mutating func editList(_ command: ParsedCommand) throws {
    let name = try listName(command.arguments[1])
    try changeList { document in
      let position = try ListSelector.position(of: command.arguments[0], in: document.checklists)
      let isChanged = !document.checklists[position].name.utf8.elementsEqual(name.utf8)
      document.checklists[position].name = name
      return (isChanged ? "Renamed" : nil, document.checklists[position])
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
    let (verb, list) = try update(createsDocument: createsDocument) { document in
      let (verb, list) = try change(&document)
      return ((verb, list), verb.map { "\($0) the list \(list.displayName)" })
    }
    if globals.json {
      try writeJSON { writer in
        writer.key("checklist")
        writer.beginObject()
        writer.members(of: ListSummary(list))
        writer.endObject()
      }
    } else if !globals.quiet {
      let display = console.output
      let row = ListHeading(list).line(on: display)
      console.writeLine(verb.map { "\($0) \(row)" } ?? "Nothing to change.")
    }
  }
}
