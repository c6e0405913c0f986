import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

struct DocumentStoreURLTests {
  /// A URL, and the path that it stands for; nil when it stands for none.
  private struct Case: CustomTestStringConvertible, Sendable {
    let url: String
    let path: String?
    var testDescription: String { url }

    init(_ url: String, _ path: String?) {
      (self.url, self.path) = (url, path)
    }
  }

  private static let cases = [
    Case("file:///tmp/Checklists.plist", "/tmp/Checklists.plist"),
    Case("file://localhost/tmp/a", "/tmp/a"),
    Case("file:///tmp/a%20b%25", "/tmp/a b%"),
    Case("file:///tmp/%C3%A4", "/tmp/ä"),
    Case("file:///tmp/a%CC%88", "/tmp/a\u{308}"),
    Case("file:///tmp/%FF%E4x", String(cPath: "/tmp/".utf8.map { CChar($0) } + [-1, -28, 120, 0])),
    Case("file:///tmp/folder/", "/tmp/folder"),
    Case("file:///", "/"),
    Case("file://other.example.org/tmp/a", nil),
    Case("https://example.org/a", nil),
    Case("file:///tmp/a%00b", nil),
    Case("file:///tmp/a%2Fb", nil),
    Case("relative", nil),
  ]

  @Test(arguments: cases)
  private func `a file URL gives the store of its path`(_ example: Case) throws {
    let url = try #require(URL(string: example.url))
    #expect(DocumentStore(url: url)?.path == example.path)
  }

  @Test func `a relative file URL is resolved against its base`() throws {
    let base = URL(filePath: "/tmp/base/", directoryHint: .isDirectory)
    let url = URL(filePath: "a b", relativeTo: base)
    #expect(DocumentStore(url: url)?.path == "/tmp/base/a b")
  }

  @Test func `a document is saved at its URL`() throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder("Ä list.plist"))
    let store = try #require(DocumentStore(url: url))
    try store.apply([.addList(Checklist("Food"))], by: "test", at: Date())
    #expect(FileManager.default.fileExists(atPath: folder("Ä list.plist")))
    #expect(try store.load()?.checklists.map(\.name) == ["Food"])
  }
}
