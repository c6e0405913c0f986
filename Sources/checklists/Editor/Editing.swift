import ChecklistCore
import ChecklistInterchange
import Terminal

extension Context {
  /// Has a person edit the whole list as a task list, or the text and the note of an item, and
  /// makes it so.
  ///
  /// - Parameter selector: The item; nil for the list.
  /// - Throws: `Failure`, and what finding the list or the item throws.
  mutating func editText(_ selector: String?) throws {
    if selector == nil, try store().kindOfText() != nil { return try editFile(with: editor()) }
    let document = try document()
    let list = try lists.list(in: document)
    var item: ChecklistItem?
    if let selector {
      item = list.items[try ItemSelector.position(of: selector, in: list)]
    } else {
      var size = AnswerSize()
      try size.add(Array(list.items.indices), of: list, withNotes: false)
    }
    let editor = try editor()
    let drafts = try drafts()
    try noteUnfinished(drafts, "kept")
    let text = EditedText(list, item: item?.id, now: now)
    let origin = DraftOrigin(list, of: document, item: item?.id, text: text.bytes)
    if globals.dryRun {
      let draft = try drafts.begin(origin, isTrial: true)
      defer { draft.remove() }
      try tryEdit(draft, with: editor)
    } else {
      try edit(drafts.begin(origin), with: editor)
    }
  }

  /// Has a person edit a file of text as it is.
  ///
  /// What cannot be saved is kept for a week, and the error names its file. No lock is held
  /// meanwhile.
  private mutating func editFile(with editor: Editor) throws {
    let path = try documentPath()
    let before = try bytes(of: path)
    let scratch = ScratchFolder(.temporary, in: try requireContainer())
    let copy = PlainFile(
      path: FileSystem.join(try scratch.makeDirectory(at: now), FileSystem.name(of: path)))
    try copy.write(before)
    try editor.run(on: copy.path) { $0.cPath }
    let after = try copy.read()
    var (applied, checklists) = ([AppliedChange](), [Checklist]())
    if after != before {
      do {
        try store().transact(isDryRun: globals.dryRun, by: command, at: now) { transaction in
          guard let changes = try transaction.replaceText(before, with: after) else {
            throw Failure(.temporary, "\(path.shownPath) was changed in the meantime")
          }
          (applied, checklists) = (changes, transaction.document?.checklists ?? [])
        }
      } catch {
        var failure = failure(error)
        failure.message += "; your text is kept in \(copy.path.shownPath)"
        throw failure
      }
      hasSaved = !globals.dryRun
    }
    try? copy.remove()
    if after != before, !applied.hasChanges, !globals.json, !globals.quiet {
      return console.writeLine("\(globals.dryRun ? "Would edit" : "Edited") \(path.shownPath)")
    }
    try show(applied, among: checklists, in: nil)
  }

  /// Has a person go on with the newest text that is kept of an unfinished edit.
  ///
  /// - Throws: `Failure`, also when there is none.
  mutating func resumeEdit() throws {
    let editor = try editor()
    let drafts = try drafts()
    guard let draft = try drafts.resume() else {
      throw Failure(.noMatch, "there is no unfinished edit")
    }
    try noteUnfinished(drafts, "kept too")
    if globals.dryRun {
      let former = try draft.read()
      defer { try? draft.replace(with: former) }
      try tryEdit(draft, with: editor)
    } else {
      try edit(draft, with: editor)
    }
  }

  /// Has a person change a text in the editor, and says what that would change.
  private mutating func tryEdit(_ draft: borrowing Draft, with editor: Editor) throws {
    let changes = try askForText(draft, editor)
    try change { document in try changes(document) }
  }

  /// The editor, if it can be opened here.
  private func editor() throws(Failure) -> Editor {
    guard batch == nil else {
      throw Failure(
        .usage, "the editor cannot be opened in a batch: give the changes as arguments and options")
    }
    let editor = Editor(environment: { environment[$0] })
    guard editor.isChosen || console.inputIsTerminal && console.output.isTerminal else {
      throw Failure(
        .usage,
        "the editor requires a terminal; without one, give the changes as arguments and options",
        hint: "See 'checklists help edit'.")
    }
    return editor
  }

  /// The texts of the document that are edited.
  private func drafts() throws(Failure) -> Drafts {
    guard let container else {
      throw Failure(
        .usage,
        "there is no home directory to keep the text in: neither CHECKLISTS_HOME nor HOME is set",
        hint: "Set one of them.")
    }
    return Drafts(of: try documentPath(), in: container)
  }

  private var resumeCommand: String { "\(program) edit --resume" }

  /// Says which texts wait for a person to go on with them.
  private func noteUnfinished(_ drafts: Drafts, _ kept: String) throws {
    if globals.quiet { return }
    let unfinished = try drafts.unfinished()
    guard let newest = unfinished.first else { return }
    let item = newest.origin.flatMap { origin in origin.list.items.first { $0.id == origin.item } }
    let name =
      item.map { "'\($0.text)'" } ?? newest.origin?.list.displayName ?? newest.path.shownPath
    let what = "of \(name) from \(dates.day(newest.modified))"
    let count = unfinished.count
    console.note(
      (count == 1
        ? "an unfinished edit \(what) is \(kept)"
        : "\(count) unfinished edits are \(kept), the newest \(what)")
        + "; continue with: \(resumeCommand)")
  }

  /// Has a person change a text in the editor, and applies what it has become.
  ///
  /// If it cannot be applied in the end, it is kept, and the error names its file. No lock of the
  /// document is held meanwhile.
  private mutating func edit(
    _ draft: consuming Draft, with editor: Editor
  ) throws(Failure) {
    do {
      let changes = try askForText(draft, editor)
      try change { document in try changes(document) }
      if draft.mayBeOpen {
        try console.flush()
        console.note("your text is kept in \(draft.path.shownPath); save it with: \(resumeCommand)")
      } else {
        draft.remove()
      }
    } catch {
      if let conflict = error as? EditConflict { try? explain(conflict, in: &draft) }
      var failure = failure(error)
      if draft.hasWork {
        failure.message += "; your text is kept in \(draft.path.shownPath)"
        // A command to copy ends its line.
        let start = failure.hint.map { $0 + ($0.hasSuffix(".") ? " " : "\n") } ?? ""
        failure.hint =
          "\(start)Continue with: \(resumeCommand) (an empty file discards the text)."
      } else {
        draft.remove()
      }
      throw failure
    }
  }

  /// Opens the editor until what it leaves can be understood, or the person gives up.
  private func askForText(
    _ draft: borrowing Draft, _ editor: Editor
  ) throws -> EditedText.Changes {
    let origin = draft.origin
    let editedText = EditedText(origin.list, item: origin.item, now: now)
    while true {
      try editor.run(on: draft.path) { $0.cPath }
      let bytes = try text(of: draft)
      var failure = Failure(.data, "the text is not UTF-8", hint: "Nothing was changed.")
      if let text = String(validating: bytes, as: UTF8.self) {
        // Whoever leaves an empty text gives up, whatever has become of the list.
        if text.allSatisfy(\.isWhitespace) { return { _ in [] } }
        do throws(MarkdownError) {
          // Errors count a line more: the reason, which stands above the text from now on.
          return try editedText.changes(EditorComments.comment(["…"]) + text)
        } catch {
          failure.message = "line \(error.line): \(error.message)"
          failure.location = Failure.Location(path: draft.path, line: error.line)
        }
      }
      try draft.replace(with: reason(failure.message) + bytes)
      guard console.inputIsTerminal, console.error.isTerminal,
        console.confirm("\(failure.text(on: console.error)) Edit again? [Y/n] ")
      else { throw failure }
    }
  }

  private static let reasonStart = "<!-- Nothing was changed: "

  /// The line above a text that says why it was not saved.
  private func reason(_ message: String) -> [UInt8] {
    Array(EditorComments.comment(["Nothing was changed: \(message)"]).utf8)
  }

  /// The text that the editor left, without the reason above it, and without the byte order mark
  /// that some begin with.
  private func text(of draft: borrowing Draft) throws(Failure) -> [UInt8] {
    do {
      var bytes = try draft.read()[...]
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
      if bytes.starts(with: Self.reasonStart.utf8) {
        bytes = bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      }
      return Array(bytes)
    } catch {
      throw Failure(
        .inputOutput, "the edited text cannot be read: \(error)",
        hint: "Nothing was changed.")
    }
  }

  /// Says above a text what it collided with.
  ///
  /// Who goes on with it then knows what others have made of the item, and the text counts.
  private func explain(_ conflict: EditConflict, in draft: inout Draft) throws {
    var message = conflict.description
    let bytes = try text(of: draft)
    let present = try document().checklists.lazy.flatMap(\.items).first { $0.id == conflict.item }
    if let present {
      message += ", and is now: [\(present.isChecked ? "x" : " ")] \(present.text)"
      if let note = present.note { message += " (note: \(note))" }
    }
    try draft.replace(with: reason(message) + bytes)
    // Only once the person is told.
    if let present { try draft.acknowledge(present) }
  }
}
