import ChecklistCore
import Terminal

/// What a change did, to be reported.
struct ChangeReport {
  /// What was done.
  var applied: [AppliedChange] = []
  /// The identity of the list that the report is about.
  private var listID: Int?
  /// That list, where the report is for a program.
  private(set) var list: ListSummary?

  /// Notes which list changes are about.
  mutating func noting(_ changes: [DocumentChange]) -> [DocumentChange] {
    listID = changes.last?.list
    return changes
  }

  /// Looks at the list as it is now, or as it was before it went.
  ///
  /// Counting what is done takes as long as the list is; over a batch, that would add up.
  mutating func summarizeList(of document: ChecklistDocument?, if isNeeded: Bool) {
    guard isNeeded else { return }
    let present = document?.checklists.first { $0.id == listID }
    list = (present ?? applied.last?.checklist).map(ListSummary.init)
  }
}

extension Context {
  /// Reports what a change did.
  ///
  /// - Parameter report: What it did.
  /// - Throws: `Failure` when the document has no path.
  mutating func show(_ report: ChangeReport) throws(Failure) {
    if globals.json {
      try writeJSON { writer in
        if let list = report.list { writer.member("checklist", list) }
        if report.applied.isAboutLists { return }
        writer.member("items", each: report.applied) { writer, change in
          if let item = change.item { writer.item(item, number: change.number) }
        }
      }
    } else if !globals.quiet {
      let view = ChangeView(applied: report.applied, dates: dates)
      let display = console.output
      console.write { view.write(to: &$0, on: display) }
    }
  }

  /// Writes the one object that a command about the document answers with; as a line of a batch, an element of
  /// that one's object.
  mutating func writeJSON(_ members: (inout JSONWriter) -> Void) throws(Failure) {
    if let batch { return batch.writeResult(members) }
    writeJSON(document: try documentPath(), members)
  }

  /// Writes the one object that a command answers with, which begins with its schema and its document.
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
