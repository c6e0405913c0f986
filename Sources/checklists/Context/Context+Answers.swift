import ChecklistCore
import ChecklistInterchange
import ChecklistSync
import Terminal

extension Context {
  /// Reports what a change did.
  ///
  /// - Parameters:
  ///   - list: The list that it was about, if the report is for a program.
  ///   - namesIdentities: Whether it names the identity of each item, also of an unchanged one.
  ///   - namesNext: Whether it says when an item that stays done comes again.
  /// - Throws: `Failure` when the document has no path.
  mutating func show(
    _ applied: [AppliedChange], among checklists: [Checklist], in list: ListSummary?,
    namingIdentities namesIdentities: Bool = false, namingNext namesNext: Bool = false
  ) throws(Failure) {
    if globals.json {
      var ends = DayEnds(in: zone)
      try writeJSON { writer in
        if let list { writer.member("checklist", list) }
        if !applied.isEmpty, applied.allSatisfy({ $0.isAboutList }) {
          return writer.member("changed", applied.hasChanges)
        }
        writer.member("items", each: applied) { writer, change in
          guard let item = change.item else { return }
          let isChanged = change.kind != .unchanged
          writer.item(item, number: change.number, isChanged: isChanged, &ends)
        }
      }
    } else if !globals.quiet {
      let view = ChangeView(
        applied: applied, checklists: checklists, document: folderDocument,
        isDryRun: globals.dryRun, program: program, namesNext: namesNext,
        namesIdentities: namesIdentities, dates: dates)
      let display = console.output
      console.write { view.write(to: &$0, on: display) }
    }
    warnOfUnreadSeries(in: applied)
  }

  /// Warns of items that do not come again by themselves, since their rules are not understood.
  private func warnOfUnreadSeries(in applied: [AppliedChange]) {
    var rest = applied.lazy.filter { $0.kind == .checked || $0.kind == .skipped }
      .compactMap { change in change.item?.unreadRule.map { (rule: $0, number: change.number) } }
      .makeIterator()
    guard let first = rest.next(), !globals.quiet else { return }
    if rest.next() == nil {
      warn(
        "'\(first.rule)' is not understood, so it does not come again by itself; "
          + "give the next date: \(program) edit \(first.number ?? 0) --due WHEN")
    } else {
      warn(
        "'\(first.rule)' and other rules are not understood, so their items do not come again by "
          + "themselves; give each its next date: \(program) edit SELECTOR --due WHEN")
    }
  }

  /// The name of the document that was chosen for the folder, which answers to people name; nil for
  /// another one.
  var folderDocument: String? {
    folderChoice.map { FileSystem.name(of: $0.document).shownPath }
  }

  /// Says which list is the current one, and which one was before it.
  mutating func tellCurrent(_ list: Checklist, instead former: Checklist? = nil) {
    let was = former.map { " (was \($0.title))" } ?? ""
    console.writeLine(
      "\(globals.dryRun ? "Would be the current list" : "Current list"): \(list.title)\(was)")
  }

  /// Says that there are no lists, and how to begin.
  mutating func tellNoLists(makeOneWith command: String) {
    console.writeLine("No checklists yet. Make one with: \(program) \(command)")
    console.writeLine("Or start from a template: \(program) lists templates")
  }

  /// Says below an overview how many lists it has left out, to a person at a terminal.
  mutating func tellHidden(_ count: Int) {
    guard count > 0, console.output.isTerminal else { return }
    let line =
      count == 1
      ? "1 hidden list; show it with --all" : "\(count) hidden lists; show them with --all"
    console.writeLine(line, as: .dim)
  }

  /// Says, to a person at a terminal, that the document was changed since it was synchronised.
  mutating func tellRemote() throws {
    guard console.output.isTerminal, !globals.quiet, let container else { return }
    let path = try documentPath()
    guard let remote = try Remote.last(of: path, in: container), !remote.hasBase(path) else {
      return
    }
    let line = "Not synchronized yet with \(remote.address.shown): \(program) sync"
    console.writeLine(line, as: .dim)
  }

  /// Says, to a person at a terminal, that a syncing service has left copies beside the document.
  mutating func tellConflictCopies() {
    guard console.output.isTerminal, !globals.json, !globals.quiet, batch == nil,
      let path = try? documentPath()
    else { return }
    let candidates = (try? ConflictCopies(of: path).candidates(document)) ?? []
    let count = candidates.count { $0.content == .copy }
    if count == 0 { return }
    let what = count == 1 ? "1 conflict copy is" : "\(count) conflict copies are"
    let line = "\(what) beside the document; merge with: \(program) merge"
    console.writeLine(line, as: .due)
  }

  /// Says on standard error what a command could not keep as it was, though it is done.
  ///
  /// That is said with `--quiet` too, which is for confirmations and hints only.
  func warn(_ warning: String) {
    console.writeError { display in
      display.wrapped(
        "\(display.styled("checklists:", as: .due)) warning: \(display.text(warning))",
        hangingIndent: 2)
    }
  }

  /// Checks that the report of a change can be made, before the change is saved.
  func checkSize(of applied: [AppliedChange]) throws(Failure) {
    if globals.quiet, !globals.json { return }
    do {
      var size = AnswerSize()
      try size.add(applied, withNotes: globals.json)
    } catch {
      var failure = Failure(error)
      failure.hint =
        (batch == nil ? "Nothing was changed. " : "")
        + "Select fewer items, or add --quiet."
      throw failure
    }
  }

  /// Writes the object that a command on the document answers with; in a batch, one of its results.
  mutating func writeJSON(_ members: (inout JSONWriter) -> Void) throws(Failure) {
    if let batch { return batch.writeResult(members) }
    writeJSON(document: try documentPath(), members)
  }

  /// Writes the object that a command answers with; its schema and its document come first.
  ///
  /// - Parameter document: The file that the answer is about; nil for none or several.
  mutating func writeJSON(document: String?, _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginAnswer(document: document, isDryRun: globals.dryRun)
    members(&writer)
    writer.endObject()
    console.write(data: writer.finish())
  }
}
