import ChecklistCore

extension Command {
  static let edit = Command(
    syntax: CommandSyntax(
      name: "edit",
      relatedWords: ["rename", "change", "modify", "update", "note", "remind", "schedule"],
      summary: "Change an item, or the whole list in the editor",
      discussion: [
        "Only one item can get a text; a date, a note or a section can be given to several. '--no-due' takes "
          + "the repetition too. A section gets another name by 'edit section:OLD --section NEW'.",
        "Without a change, the item is opened in the editor: its text, a blank line, its note. Without "
          + "a selector it is the whole list, as a Markdown task list with a heading for each section; there "
          + "lines may be changed, added, removed, moved and checked, and all of that is one change.",
        "The editor is $VISUAL, else $EDITOR, else vi. One that has windows of its own must wait, as "
          + "'code --wait' does. What others change meanwhile stays, and what you wrote is never lost: "
          + "where it cannot be saved, or the editor was killed, it is kept. '--resume' opens the newest "
          + "text that is kept, and applies it as the first 'edit' would have done. To throw it away, "
          + "leave an empty file.",
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .optional, "the item"),
        PositionalSyntax("TEXT", .text, .optional, "its new text"),
      ],
      options: [
        .due, .noDue, .repetition, .noRepeat, .note, .noNote, .section, .noSection,
        .keep, .other,
        .flag("resume", "go on with an edit that was not finished", group: GlobalOptions.listGroup),
      ],
      examples: [
        .init("checklists edit 1 \"Oat milk\"", "another text for the first item"),
        .init("checklists edit milk --due tomorrow", "another day"),
        .init("checklists edit done --no-due", "what is done is not due any more"),
        .init("checklists edit 1 --due mon --repeat 1w", "each Monday, after 'reset'"),
        .init(
          "checklists edit 2-4 --section Clothes", "three items under a heading, where they are"),
        .init(
          "checklists edit conflicts --keep", "a merge has kept two values; the present one stays"),
        .init("checklists edit 1", "its text and its note in the editor"),
        .init("checklists edit", "the whole list in the editor"),
        .init("checklists edit --resume", "the text of an edit that could not be saved"),
      ]),
    answer: .changedItems
  ) { command, context in
    let edit = try context.itemEdit(command)
    let selector = command.arguments.first
    if command.options.has("resume") {
      guard selector == nil, edit.isEmpty, command.options.settling == nil else {
        throw UsageError(
          "'--resume' takes nothing else: what is edited is known", command: command.name)
      }
      return try context.resumeEdit()
    }
    guard let selector else {
      guard edit.isEmpty, command.options.settling == nil else {
        throw UsageError("'edit' needs SELECTOR: the item", command: command.name)
      }
      return try context.editText(nil)
    }
    let lists = context.lists
    if let choice = command.options.settling {
      guard edit.isEmpty else {
        throw UsageError(
          "'--keep' and '--other' settle conflicts, and take nothing else", command: command.name)
      }
      try context.change { document in
        let list = try lists.list(in: document)
        let positions = try ItemSelector.positions(of: [selector], in: list)
        for position in positions where choice == .other {
          try list.items[position].conflicts.checkOther("edit SELECTOR")
        }
        return list.settling(positions, choice)
      }
      return
    }
    guard !edit.isEmpty else { return try context.editText(selector) }
    try context.change { document in
      let list = try lists.list(in: document)
      let items = try ItemSelector.items(selector, for: edit, in: list)
      var edit = edit
      if case .set(let name) = edit.section {
        edit.section = .set(list.section(named: name, for: items))
      }
      return [.editItems(items, list: list.id, edit)]
    }
  }
}

extension Context {
  /// What the arguments of `edit` change of an item.
  fileprivate func itemEdit(_ command: ParsedCommand) throws -> ItemEdit {
    let options = command.options
    return ItemEdit(
      text: try command.arguments.dropFirst().first.map { try ContentRules.itemText($0) },
      note: try options["note"].map { .set(try ContentRules.note($0)) }
        ?? (options.has("no-note") ? .remove : .keep),
      due: try due(options).map { .set($0) } ?? (options.has("no-due") ? .remove : .keep),
      repetition: try repetition(options).map { .set($0) }
        ?? (options.has("no-repeat") ? .remove : .keep),
      section: try section(options).map { .set($0) }
        ?? (options.has("no-section") ? .remove : .keep))
  }
}

extension [Conflict] {
  /// Refuses '--other' where a field has several other values.
  ///
  /// - Throws: `Failure`.
  func checkOther(_ command: String) throws(Failure) {
    for (index, conflict) in enumerated()
    where self[..<index].contains(where: { $0.field == conflict.field }) {
      throw Failure(
        .ambiguous, "there are several other values of the \(conflict.field.rawValue)",
        hint: "Say which one it is to be: checklists \(command), with its new value")
    }
  }
}
