import ChecklistCore

/// The state of a batch: the document that its lines change one after the other, before it is saved.
///
/// A class, because the context of each line has it, and all of them change the same document.
final class Batch {
  /// The document as the lines so far have made it; nil where there is none.
  var document: ChecklistDocument?
  /// The identity of the list chosen with `use`, looked up once.
  let selectedList: Int?
  /// The line that is run.
  var line = BatchScript.Line(number: 0, text: "", words: [])
  /// The path of the document.
  private let path: String
  /// The answer with the results of the lines, for `--json`.
  private var answer = JSONWriter()
  /// What the lines changed, in the words of the first, and how many did.
  private var firstSummary = ""
  private var changeCount = 0

  init(_ document: ChecklistDocument?, path: String, selectedList: Int?) {
    self.document = document
    self.path = path
    self.selectedList = selectedList
    answer.beginAnswer(document: path)
    answer.key("results")
    answer.beginArray()
  }

  /// What was changed, in a few words for the history; nil when that is nothing.
  var summary: String? {
    switch changeCount {
    case 0: nil
    case 1: firstSummary
    case 2: "\(firstSummary), and 1 more change"
    default: "\(firstSummary), and \(changeCount - 1) more changes"
    }
  }

  /// Changes the document as `DocumentStore.update` does, but for saving it.
  func update(
    createsDocument: Bool, _ change: (inout ChecklistDocument) throws -> String?
  ) throws {
    // Taken out, so that a change may ask for the document's path and list meanwhile.
    var document = self.document.take()
    defer { self.document = document }
    let summary = try DocumentStore.change(
      &document, at: path, createsDocument: createsDocument, change)
    if let summary {
      if changeCount == 0 { firstSummary = summary }
      changeCount += 1
    }
  }

  /// Adds what the line that is run answers with to the results.
  func writeResult(_ members: (inout JSONWriter) -> Void) {
    answer.beginObject()
    answer.member("line", line.number)
    answer.member("command", line.text)
    members(&answer)
    answer.endObject()
  }

  /// The answer of the whole batch in JSON, once all lines have been run.
  consuming func finishAnswer() -> [UInt8] {
    answer.endArray()
    answer.endObject()
    return answer.finish()
  }
}
