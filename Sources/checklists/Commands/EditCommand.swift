import ChecklistCore
import ChecklistInterchange

extension Command {
  static let edit = Command(
    syntax: CommandSyntax(
      name: "edit",
      relatedWords: [
        "rename", "change", "modify", "update", "note", "remind", "schedule", "postpone", "snooze",
      ],
      summary: "Edit an item, or the whole list in an editor",
      discussion: [
        "A new text replaces the words of an item. In a Markdown or todo.txt file, fields of other "
          + "programs, such as a priority, stay where the new text has none; --plain replaces them "
          + "too.",
        "Only one item can get a new text; several can get a due date, a note or a section. "
          + "--no-due also removes the repetition. To rename a section: 'edit section:OLD "
          + "--section NEW'.",
        "--due +1d counts from now, --postpone 1d from the due date of each item. An item that is done "
          + "and comes again is postponed from its next date, and is open.",
        "With --identity, an item of a Markdown or todo.txt file gets an identity that stays when its "
          + "text or the list changes: ^abc at the end of its lines in Markdown, the word id:abc in "
          + "a todo.txt. One that it has already stays. The answer names it, and 'id:abc' selects the "
          + "item. In a property list each item has one: --identity stores it where another program "
          + "did not.",
        "Without a change, the item is opened in the editor: its text, a blank line, its note. Without a "
          + "selector, the whole list is opened as a Markdown task list. You can change, add, remove, move and "
          + "check its lines, and all of that is one change.",
        "The editor is $VISUAL, else $EDITOR, else vi. An editor with its own window has to wait, "
          + "as 'code --wait' does. Changes made by others in the meantime are merged. A text "
          + "that cannot be saved is kept, and --resume opens it again. To discard the text, save "
          + "an empty file.",
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .optional, "the item"),
        PositionalSyntax("TEXT", .text, .optional, "its new text"),
      ],
      options: [
        .due, .postpone, .noDue, .repetition, .noRepeat, .note, .noNote, .section, .noSection,
        .flag(
          "identity", "give it an identity that stays, unless it has one"
        ).soughtAs("id"),
        .flag("plain", "replace the fields of other programs too, not only the words"),
        .flag(
          "resume", "open the text of an edit that was not saved", group: GlobalOptions.listGroup),
      ],
      examples: [
        .init("checklists edit 1 \"Oat milk\"", "a new text"),
        .init("checklists edit milk --due tomorrow", "a new due date"),
        .init("checklists edit overdue --postpone 1w", "a week later than they were due"),
        .init("checklists edit done --no-due", "no due date on any checked item"),
        .init("checklists edit 1 --repeat tue,fri", "due each Tuesday and Friday"),
        .init("checklists edit 2-4 --section Clothes", "three items under a heading, in place"),
        .init("checklists edit 1 --identity", "an identity that stays, for scripts"),
        .init("checklists edit 1", "its text and its note in the editor"),
        .init("checklists edit", "the whole list in the editor"),
      ]),
    answer: .changedItems
  ) { command, context in
    let edit = try context.itemEdit(command)
    let span = try command.options["postpone"].map { try TimeSpan($0) }
    let isEmpty = edit.isEmpty && span == nil
    let selector = command.arguments.first
    if command.options.has("plain"), edit.text == nil {
      throw UsageError("'--plain' requires TEXT: the new text", command: command.name)
    }
    if command.options.has("resume") {
      guard selector == nil, isEmpty else {
        throw UsageError(
          "'--resume' cannot be combined with arguments or other options", command: command.name)
      }
      return try context.resumeEdit()
    }
    guard let selector else {
      guard isEmpty else {
        throw UsageError("'edit' requires SELECTOR: the item", command: command.name)
      }
      return try context.editText(nil)
    }
    let (lists, resolver, zone) = (context.lists, context.items, context.zone)
    guard !isEmpty else { return try context.editText(selector) }
    let namesIdentities = edit.givesIdentity
    try context.change(namingIdentities: namesIdentities) { document in
      let list = try lists.list(in: document)
      let items = try resolver.references(to: selector, for: edit, in: list)
      var edit = edit
      if case .set(let name) = edit.section {
        edit.section = .set(list.section(named: name, for: items))
      }
      if let rule = edit.repetition.applied(to: nil), edit.firstDue == nil, edit.due.isKeep,
        span == nil, try list.hasUndue(items)
      {
        throw UsageError(ended: rule, command: command.name)
      }
      let isMoved = span != nil || !edit.due.isKeep
      let reopened = isMoved ? try list.itemsOfUnreadSeries(items) : []
      if span != nil { try list.checkNextDates(of: reopened) }
      let postponed = try span.map { try list.postponing(items, by: $0, in: zone) } ?? []
      return (edit.isEmpty && span != nil ? [] : [.editItems(items, list: list.id, edit)])
        + (reopened.isEmpty ? [] : [.checkItems(reopened, list: list.id, .open)]) + postponed
    }
  }
}

extension Checklist {
  /// Whether some of the items have no due date.
  fileprivate func hasUndue(_ references: [ItemReference]) throws(ChangeError) -> Bool {
    try positions(of: references).contains { items[$0].due == nil }
  }

  /// Refuses to postpone items whose next dates are not known.
  fileprivate func checkNextDates(of references: [ItemReference]) throws(ChangeError) {
    guard let position = try positions(of: references).first else { return }
    throw ChangeError(
      .notPostponed(item: position + 1, items[position].text.summarized, .unknownNextDate))
  }

  /// Those of some items that are done and repeat by a rule that is not understood: another due
  /// date is their next.
  fileprivate func itemsOfUnreadSeries(
    _ references: [ItemReference]
  ) throws(ChangeError) -> [ItemReference] {
    try positions(of: references)
      .filter { items[$0].state != .open && items[$0].unreadRule != nil }.map(reference)
  }
}

extension Context {
  /// The edit that the arguments of `edit` ask for.
  fileprivate func itemEdit(_ command: ParsedCommand) throws -> ItemEdit {
    let options = command.options
    var edit = ItemEdit(
      text: try command.arguments.dropFirst().first.map { try ContentRules.itemText($0) },
      note: try options["note"].map { .set(try ContentRules.note($0)) }
        ?? (options.has("no-note") ? .remove : .keep),
      due: try due(options).map { .set($0) } ?? (options.has("no-due") ? .remove : .keep),
      repetition: try repetition(options).map { .set($0) }
        ?? (options.has("no-repeat") ? .remove : .keep),
      section: try section(options).map { .set($0) }
        ?? (options.has("no-section") ? .remove : .keep))
    if case .set(let rule) = edit.repetition { edit.firstDue = rule.firstDue(now: now, in: zone) }
    edit.keepsOtherFields = !options.has("plain")
    edit.givesIdentity = options.has("identity")
    return edit
  }
}
