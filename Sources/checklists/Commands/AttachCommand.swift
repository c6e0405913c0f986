import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let attach = Command(
    syntax: CommandSyntax(
      name: "attach", relatedWords: ["file", "picture", "photo", "image", "attachment"],
      group: .more, summary: "Attach files to an item",
      discussion: [
        "Each file is copied into a folder beside the document, so it stays when the original is changed or "
          + "removed. A symbolic link is followed. A folder or a pipe is refused.",
        "'show' lists the attachments of an item, and can copy or open them. 'undo' brings back "
          + "what was detached or deleted. A file is removed from the disk when no state of the "
          + "history has it any more.",
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .one, "the item"),
        PositionalSyntax("FILE", .file, .oneOrMore, "the files"),
      ],
      examples: [
        .init("checklists attach 2 receipt.pdf photo.jpg", "two files"),
        .init("checklists show 2 --open", "open them"),
      ]),
    answer: .changedItems
  ) { command, context in
    try context.attach(command)
  }

  static let detach = Command(
    syntax: CommandSyntax(
      name: "detach", relatedWords: ["unattach", "attachment"], group: .more,
      summary: "Detach files from items",
      discussion: [
        "If two attachments have the same name, 'id:' and the beginning of the key selects one: "
          + "'show --json' shows the keys. 'undo' brings them back."
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .one, "the items"),
        PositionalSyntax("NAME", .attachment, .any, "the attachments (default: all)"),
      ],
      examples: [
        .init("checklists detach 2 receipt.pdf", "one file"),
        .init("checklists detach done", "all files of every checked item"),
      ]),
    answer: .changedItems
  ) { command, context in
    let (lists, items) = (context.lists, context.items)
    let names = Array(command.arguments.dropFirst())
    try context.change { document in
      let list = try lists.list(in: document)
      let positions = try items.positions(of: [command.arguments[0]], in: list)
      let found = try list.attachments(named: names, of: positions)
      if found.isEmpty { return [.editItems([], list: list.id, ItemEdit())] }
      return found.map { position, attachments in
        var edit = ItemEdit()
        edit.detached = Set(attachments.map(\.key))
        return .editItems([list.reference(at: position)], list: list.id, edit)
      }
    }
  }
}

extension Context {
  fileprivate mutating func attach(_ command: ParsedCommand) throws {
    let files = command.arguments.dropFirst()
    let (lists, items, selector) = (lists, items, command.arguments[0])
    // Before anything is copied, which may take a while.
    let present = try document()
    _ = try items.position(of: selector, in: lists.list(in: present))
    let store = try store()
    if let format = try store.formatOfText(), !format.supports[.attachments] {
      throw DocumentFormatError(noField: .attachments, in: format)
    }
    var attachments: [Attachment] = []
    var copies: [StagedAttachment] = []
    for file in files {
      let (attachment, copy) = try store.stage(file, isDryRun: globals.dryRun)
      attachments.append(attachment)
      if let copy { copies.append(copy) }
    }
    try change(bringing: copies) { document in
      let list = try lists.list(in: document)
      let position = try items.position(of: selector, in: list)
      var edit = ItemEdit()
      edit.attached = attachments.namedUniquely(beside: list.items[position].attachments)
      return [.editItems([list.reference(at: position)], list: list.id, edit)]
    }
  }
}
