import ChecklistCore
import ChecklistInterchange
import Testing

/// The cases of documents in text files, byte for byte.
@Suite(.enabled(if: DocumentCase.arePresent, "\(DocumentCase.absence)"))
struct DocumentCaseTests {
  /// Cases that need more than a document: the rules of the store for places and nested items,
  /// undo, and the exit status of `list`.
  private static let left = [
    "081-", "084-", "093-", "104-", "119-", "120-",
  ]

  @Test(arguments: DocumentCase.all(but: left))
  func `the file is what it must be after the commands`(_ example: DocumentCase) throws {
    let name = "before"
    let before = try example.before()
    if example.isTodoTxt {
      try run(example) {
        try DocumentSession(
          TodoTxtDocument(in: .utc, now: DocumentSession<TodoTxtDocument>.now), before, name: name)
      }
    } else {
      try run(example) { try DocumentSession(MarkdownDocument(in: .utc), before, name: name) }
    }
  }

  private func run<Format>(
    _ example: DocumentCase, _ start: () throws -> DocumentSession<Format>
  ) throws {
    var bytes = try example.before()
    var refusal: DocumentRefusal?
    do {
      var session = try start()
      for words in try example.commands() {
        try session.run(words)
        bytes = session.bytes
      }
    } catch let error as DocumentFormatError {
      refusal = DocumentRefusal(
        status: error.isAboutUsage ? 64 : error.isAmbiguity ? 2 : 65, message: "\(error)")
    } catch let error as DocumentRefusal {
      refusal = error
    }
    #expect(refusal == example.refusal())
    let after = try example.after()
    #expect(
      bytes == after,
      "\(String(decoding: bytes, as: UTF8.self)) is not \(String(decoding: after, as: UTF8.self))")
  }
}
