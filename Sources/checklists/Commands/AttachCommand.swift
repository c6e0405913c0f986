import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let attach = Command(
    syntax: CommandSyntax(
      name: "attach", relatedWords: ["file", "picture", "photo", "image", "open", "attachment"],
      summary: "Attach files to an item; show, copy or open those that are",
      discussion: [
        "A file is copied as it is, into a folder beside the document, and stays when the original is "
          + "changed or removed. What a file gets while it is copied is left out. A symbolic link is "
          + "followed. A folder or a pipe is refused.",
        "Without FILE the attachments are shown, with what is missing or altered. --output copies them to "
          + "a folder, and overwrites nothing. --open hands copies to the desktop, so what you change "
          + "there is not saved here: attach it again.",
        "'undo' brings back what was detached, or deleted with its item. A file is removed from the disk "
          + "when no state of the history has it any more.",
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .one, "the item"),
        PositionalSyntax("FILE", .file, .any, "what to attach (else what is attached)"),
      ],
      options: [
        .value("output", letter: "o", "DIR", .file, "copy the attachments to this folder"),
        .flag("open", "open copies of the attachments"),
        .value("name", "NAME", .attachment, "only this attachment"),
      ],
      examples: [
        .init("checklists attach 2 receipt.pdf photo.jpg", "two files for the second item"),
        .init("checklists attach 2", "what is attached to it"),
        .init("checklists attach 2 --open", "look at it"),
        .init("checklists attach all --output pictures", "all files of the list, to a folder"),
      ]),
    answer: .either([.changedItems, .attachments])
  ) { command, context in
    let files = Array(command.arguments.dropFirst())
    guard files.isEmpty else { return try context.attach(files, command) }
    try context.showAttachments(command)
  }

  static let detach = Command(
    syntax: CommandSyntax(
      name: "detach", relatedWords: ["unattach", "attachment"],
      summary: "Take attachments away from items",
      discussion: [
        "Without NAME it is all attachments. Where two have one name, 'id:' and the beginning of the key "
          + "means one: 'show --json' has the keys. 'undo' brings them back."
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .one, "the items"),
        PositionalSyntax("NAME", .attachment, .any, "the attachment's name (else all of them)"),
      ],
      examples: [
        .init("checklists detach 2 receipt.pdf", "one file"),
        .init("checklists detach done", "all files of what is done"),
      ]),
    answer: .changedItems
  ) { command, context in
    let lists = context.lists
    let names = Array(command.arguments.dropFirst())
    try context.change { document in
      let list = try lists.list(in: document)
      let positions = try ItemSelector.positions(of: [command.arguments[0]], in: list)
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

extension JSONShape {
  fileprivate static let attachments = answer([
    "checklist": .part(.list),
    "attachments": .array(
      .object(
        ["item": .identity, "number": .integer] + .attachment + [
          "path": .nullable(.text),
          "state": .word(["sound", "missing", "altered", "unsoundKey"]),
          "copy": .nullable(.text).noted("its path, with --output or --open"),
        ])),
  ])
}

extension Context {
  fileprivate mutating func attach(_ files: [String], _ command: ParsedCommand) throws {
    for name in ["output", "open", "name"] where command.options.has(name) {
      throw UsageError(
        "'--\(name)' is about what is attached already, and takes no FILE", command: command.name)
    }
    let (lists, selector) = (lists, command.arguments[0])
    // Before anything is copied, which may take a while.
    let present = try document()
    _ = try ItemSelector.position(of: selector, in: lists.list(in: present))
    let store = try store()
    var attachments: [Attachment] = []
    var copies: [StagedAttachment] = []
    for file in files {
      let (attachment, copy) = try store.stage(file, isDryRun: globals.dryRun)
      attachments.append(attachment)
      if let copy { copies.append(copy) }
    }
    try change(bringing: copies) { document in
      let list = try lists.list(in: document)
      let position = try ItemSelector.position(of: selector, in: list)
      var edit = ItemEdit()
      edit.attached = attachments.namedUniquely(beside: list.items[position].attachments)
      return [.editItems([list.reference(at: position)], list: list.id, edit)]
    }
  }
}
