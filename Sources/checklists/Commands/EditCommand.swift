import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let edit = Command(
    syntax: CommandSyntax(
      name: "edit",
      relatedWords: ["rename", "change", "modify", "update", "note", "remind", "schedule"],
      summary: "Change an item, or the whole list in the editor",
      discussion: [
        "Only one item can get a text; a date or a note can be given to several.",
        "Without a change, the item is opened in the editor: its text, a blank line, its note. Without "
          + "a selector it is the whole list, as a Markdown task list; there lines may be changed, "
          + "added, removed, moved and checked, and all of that is one change.",
        "The editor is $VISUAL, else $EDITOR, else vi. One that has windows of its own must wait, as "
          + "'code --wait' does. What others change meanwhile stays, and what you wrote is never lost: "
          + "where it cannot be saved, the error names the file that has it.",
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .optional, "the item"),
        PositionalSyntax("TEXT", .text, .optional, "its new text"),
      ],
      options: [.due, .noDue, .note, .noNote],
      examples: [
        .init("checklists edit 1 \"Oat milk\"", "another text for the first item"),
        .init("checklists edit milk --due tomorrow", "another day"),
        .init("checklists edit done --no-due", "what is done is not due any more"),
        .init("checklists edit 1", "its text and its note in the editor"),
        .init("checklists edit", "the whole list in the editor"),
      ])
  ) { command, context in
    let edit = try ItemEdit(command, in: context)
    guard let selector = command.arguments.first else {
      guard edit.isEmpty else {
        throw UsageError("'edit' needs SELECTOR: the item", command: command.name)
      }
      return try context.editList()
    }
    guard !edit.isEmpty else { return try context.editItem(selector) }
    try context.changeItems { list in
      let positions = try ItemSelector.positions(of: [selector], in: list)
      guard edit.text == nil || positions.count == 1 else {
        throw Failure(
          positions.isEmpty ? .noMatch : .ambiguous,
          "one item can get the text, '\(selector)' is \(positions.count) items")
      }
      return positions.map { position in
        let isChanged = edit.apply(to: &list.items[position])
        return ItemChange(
          verb: isChanged ? "Edited" : nil, number: position + 1, item: list.items[position])
      }
    }
  }
}

/// What the arguments of `edit` change of an item.
private struct ItemEdit {
  let text: String?
  /// Whether it is due at another time, or not any more.
  private let changesDue: Bool
  private let due: Date?
  /// Whether it gets another note, or none.
  private let changesNote: Bool
  private let note: String?

  init(_ command: ParsedCommand, in context: Context) throws {
    let options = command.options
    text = try command.arguments.dropFirst().first.map { try ItemText.validated($0) }
    changesDue = options.has("due") || options.has("no-due")
    due = try context.due(options)
    changesNote = options.has("note") || options.has("no-note")
    note = try options["note"].map { try ItemText.validatedNote($0) }
  }

  var isEmpty: Bool { text == nil && !changesDue && !changesNote }

  /// Changes an item.
  ///
  /// - Returns: Whether it says something else now.
  func apply(to item: inout ChecklistItem) -> Bool {
    let old = item
    item.text = text ?? item.text
    if changesDue { item.due = due }
    if changesNote { item.note = note }
    return !item.says(theSameAs: old)
  }
}
