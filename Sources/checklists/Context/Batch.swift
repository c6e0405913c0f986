import ChecklistCore
import ChecklistInterchange
import ChecklistRuns

/// The state of a batch: the transaction that its lines change, and what they answered.
///
/// A class, because the context of each line has it, and all of them change the same document.
final class Batch {
  /// The changes of the lines so far.
  var transaction: DocumentTransaction
  /// The identity of the list chosen with `use`, looked up once.
  let selectedList: Int?
  /// The line that is running.
  var line: BatchScript.Line { lines.last ?? BatchScript.Line(number: 0, text: "", words: []) }
  /// The lines so far, of which each is a step of the changes.
  private var lines: [BatchScript.Line] = []
  /// The runs that are closed once the batch is saved: the path of the log and the number of each.
  private var closedRuns: [(log: String, run: Int)] = []
  /// The answer with the results of the lines, for `--json`.
  private var answer = JSONWriter()

  init(
    _ transaction: consuming DocumentTransaction, path: String, isDryRun: Bool, selectedList: Int?
  ) {
    self.transaction = transaction
    self.selectedList = selectedList
    answer.beginAnswer(document: path, isDryRun: isDryRun)
    answer.key("results")
    answer.beginArray()
  }

  /// The document after the lines so far, as its file says it; nil when there is none.
  func document() throws -> ChecklistDocument? {
    try transaction.writeWaitingSteps()
    return transaction.document
  }

  /// Begins a line.
  func begin(_ line: BatchScript.Line) {
    transaction.stepNumber = lines.count
    lines.append(line)
  }

  /// The error of a line before the one that failed, if the file cannot hold its result, which
  /// waits to be written.
  func errorOfEarlierLine() -> (any Error)? {
    if failedLine != nil { return nil }
    do {
      try transaction.writeWaitingSteps()
      return nil
    } catch {
      return failedLine == nil ? nil : error
    }
  }

  /// The earlier line whose result the file cannot hold; nil where the line that is running failed.
  var failedLine: BatchScript.Line? { transaction.failedStep.map { lines[$0] } }

  /// Notes that a run is closed once the batch is saved.
  func closes(_ closing: RunClosing) -> Bool {
    let closed = (closing.log.path, closing.progress.run.number)
    if closedRuns.contains(where: { $0 == closed }) { return false }
    closedRuns.append(closed)
    return true
  }

  /// Adds the answer of the line that is running to the results.
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
