import ChecklistCore
import Terminal

extension Context {
  /// Reports what a change did.
  ///
  /// - Parameters:
  ///   - applied: What it did.
  ///   - list: The list that it was about, where the report is for a program.
  /// - Throws: `Failure` when the document has no path.
  mutating func show(_ applied: [AppliedChange], in list: ListSummary?) throws(Failure) {
    if globals.json {
      try writeJSON { writer in
        if let list { writer.member("checklist", list) }
        if applied.isAboutLists { return }
        writer.member("items", each: applied) { writer, change in
          if let item = change.item { writer.item(item, number: change.number) }
        }
      }
    } else if !globals.quiet {
      let view = ChangeView(applied: applied, dates: dates)
      let display = console.output
      console.write { view.write(to: &$0, on: display) }
    }
  }

  /// Writes the one object that a command about the document answers with; as a line of a batch, an
  /// element of that one's object.
  mutating func writeJSON(_ members: (inout JSONWriter) -> Void) throws(Failure) {
    if let batch { return batch.writeResult(members) }
    writeJSON(document: try documentPath(), members)
  }

  /// Writes the one object that a command answers with, which begins with its schema and its
  /// document.
  ///
  /// - Parameters:
  ///   - document: The file that the answer is about; nil where that is none, or several.
  ///   - members: Writes the other members.
  mutating func writeJSON(document: String?, _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginAnswer(document: document)
    members(&writer)
    writer.endObject()
    console.write(writer.finish())
  }
}
