import ChecklistCore
import TestSupport
import Testing

@testable import ChecklistInterchange

/// A file of text that a transaction replaces as a whole.
struct ReplacedTextTests {
  @Test func `a failure before the file is replaced takes all back`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("- [ ] a\n", to: "a.md")
    let now = Date(timeIntervalSinceReferenceDate: 0)
    var store = DocumentStore(path: path)
    store.textFormat = { TextDocuments.format(ofFileNamed: $0, in: .utc, now: now) }
    #expect(throws: ChangeError(.noSuchItem(9))) {
      try store.transact(by: "test", at: now) { transaction in
        _ = try? transaction.change { document in
          [.deleteItems([ItemReference(9)], list: document.checklists[0].id)]
        }
        _ = try transaction.replaceText(
          Array("- [ ] a\n".utf8), with: Array("- [ ] b\n".utf8))
      }
    }
    #expect(folder.text("a.md") == "- [ ] a\n")
  }
}
