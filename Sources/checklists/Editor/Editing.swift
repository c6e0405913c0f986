import ChecklistCore
import ChecklistInterchange
import ChecklistScreen
import ChecklistSync
import Terminal

extension Context {
  /// Has a person edit the whole list as a task list, or the text and the note of an item, and
  /// makes it so.
  ///
  /// - Parameter selector: The item; nil for the list.
  /// - Throws: `Failure`, and what finding the list or the item throws.
  mutating func editText(_ selector: String?) throws {
    refusesConflicts = true
    let document = try document()
    if selector == nil, try store().formatOfText() != nil { return try editFile(with: editor()) }
    let list = try lists.list(in: document)
    var item: ChecklistItem?
    if let selector {
      item = list.items[try items.position(of: selector, in: list)]
    } else {
      var size = AnswerSize()
      try size.add(Array(list.items.indices), of: list, withNotes: false)
    }
    let editor = try editor()
    let drafts = try drafts()
    try noteUnfinished(drafts, "kept")
    let text = EditedText(list, item: item?.id, now: now)
    let origin = DraftOrigin(list, of: document, item: item?.id, text: text.bytes)
    try edit(origin, drafts, with: editor)
  }

  /// Has a person edit a file of text as it is.
  private mutating func editFile(with editor: Editor) throws {
    let path = try documentPath()
    let drafts = try drafts()
    try noteUnfinished(drafts, "kept")
    let origin = DraftOrigin(fileNamed: FileSystem.name(of: path), text: try bytes(of: path))
    try edit(origin, drafts, with: editor)
  }

  private mutating func edit(
    _ origin: DraftOrigin, _ drafts: Drafts, with editor: Editor
  ) throws {
    if globals.dryRun {
      var draft = try drafts.begin(origin, isTrial: true)
      defer { draft.remove() }
      try save(&draft, with: editor)
    } else {
      try edit(drafts.begin(origin), with: editor)
    }
  }

  /// Opens the editor with a file of text, and saves what it leaves, merged with what other
  /// programs have written meanwhile.
  private mutating func saveFile(_ draft: inout Draft, with editor: Editor) throws {
    let path = try documentPath()
    try editor.run(on: draft.path) { $0.cPath }
    var (former, text) = (draft.origin.text, try draft.read())
    if Draft.isBlank(text) { text = former }
    if let line = ConflictMarker.line(in: text) {
      throw Failure(
        .data, "line \(line): both versions stand here; keep one, and remove the lines of marks",
        location: Failure.Location(path: draft.path, line: line))
    }
    while text != former {
      let present = try bytes(of: path)
      if present != former {
        text = try merge(&draft, with: present)
        former = present
      }
      var saved: (changes: [AppliedChange], lists: [Checklist])?
      try store().transact(isDryRun: globals.dryRun, by: command, at: now) { transaction in
        saved = try transaction.replaceText(former, with: text).map {
          ($0, transaction.document?.checklists ?? [])
        }
      }
      // Nil where another program was faster once more.
      guard let saved else { continue }
      hasSaved = !globals.dryRun
      if saved.changes.hasChanges || globals.json || globals.quiet {
        return try show(saved.changes, among: saved.lists, in: nil)
      }
      return console.writeLine("\(globals.dryRun ? "Would edit" : "Edited") \(path.shownPath)")
    }
    try show([], among: [], in: nil)
  }

  /// Merges the text of a draft with the file as another program has written it.
  ///
  /// - Returns: The merged text. Where both have changed the same lines, the draft gets both, and
  ///   the error says so.
  private func merge(
    _ draft: inout Draft, with present: [UInt8]
  ) throws -> [UInt8] {
    let path = try documentPath()
    var failure = Failure(.temporary, "\(path.shownPath) was changed in the meantime")
    do {
      let merged = try mergeText(
        draft.read(), base: draft.origin.text, other: present,
        labels: (Self.ownLabel, FileSystem.name(of: path)))
      if merged.conflictCount == 0 { return merged.bytes }
      failure.message += " in the same lines"
      if !globals.dryRun { try draft.merge(merged.bytes, with: present) }
    } catch {
      failure.message += ", and cannot be merged: \(error)"
    }
    throw failure
  }

  /// What marks call the version of the person.
  private static let ownLabel = "your text"

  /// Has a person go on with the newest text that is kept of an unfinished edit.
  ///
  /// - Throws: `Failure`, also when there is none.
  mutating func resumeEdit() throws {
    let editor = try editor()
    let drafts = try drafts()
    guard var draft = try drafts.resume() else {
      throw Failure(.noMatch, "there is no unfinished edit")
    }
    try noteUnfinished(drafts, "kept too")
    if globals.dryRun {
      let former = try draft.read()
      defer { try? draft.replace(with: former) }
      try save(&draft, with: editor)
    } else {
      try edit(draft, with: editor)
    }
  }

  /// Has a person change a text in the editor, and applies what it has become.
  private mutating func save(_ draft: inout Draft, with editor: Editor) throws {
    if draft.origin.isFile { return try saveFile(&draft, with: editor) }
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

  /// Has a person change a text in the editor, applies what it has become, and ends the draft.
  ///
  /// If it cannot be applied in the end, it is kept, and the error names its file. No lock of the
  /// document is held meanwhile.
  private mutating func edit(
    _ draft: consuming Draft, with editor: Editor
  ) throws(Failure) {
    do {
      try save(&draft, with: editor)
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
        console.confirm({ "\(failure.text(on: $0)) Edit again? [Y/n] " })
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
      message +=
        ", and is now: \(ItemWords.box(present.state, showsSymbols: false)) \(present.text)"
      if let note = present.note { message += " (note: \(note))" }
    }
    try draft.replace(with: reason(message) + bytes)
    // Only once the person is told.
    if let present { try draft.acknowledge(present) }
  }
}
