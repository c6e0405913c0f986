import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

struct LocalizedErrorTests {
  /// An error as it is, and as Foundation shows it.
  private struct Shown: CustomTestStringConvertible, Sendable {
    let error: any LocalizedError & Sendable
    let description: String
    let suggestion: String?
    var testDescription: String { description }

    init(_ error: any LocalizedError & Sendable, _ description: String, _ suggestion: String?) {
      (self.error, self.description, self.suggestion) = (error, description, suggestion)
    }
  }

  private static let unrepresentable = ArchiveError(
    .unrepresentableInFormat, at: .path("a"), "XML cannot hold null")

  private static let shown = [
    Shown(
      ArchiveError(.cycle, at: .byte(8), object: 0, "a container contains itself"),
      "a container contains itself (at byte 8, object 0)", nil),
    Shown(
      unrepresentable, "XML cannot hold null (at a)",
      "Write it as a binary property list, which holds every value."),
    Shown(
      ArchiveError("a score is not negative, found -1"), "a score is not negative, found -1",
      nil),
    Shown(
      ArchiveError("the type refused it", cause: unrepresentable),
      "the type refused it: XML cannot hold null (at a)",
      "Write it as a binary property list, which holds every value."),
    Shown(
      ChangeError(.blankText), "an item requires a text; this one is blank",
      "A text says what is to be done, like \"Buy milk\"."),
    Shown(ChangeError(.noSuchItem(5)), "there is no item id:5", nil),
    Shown(
      StoreError(.noDirectory, path: "/tmp/none/a.plist"), "there is no folder /tmp/none",
      "Make the folder first."),
    Shown(
      StoreError(.locked(10, holder: nil), path: "a.plist"),
      "another process has locked a.plist for more than 10.0 seconds",
      "Try again when the other process is done."),
    Shown(StoreError(.noHistory, path: "a.plist"), "no history is kept", nil),
  ]

  @Test(arguments: shown)
  private func `an error is shown as its own sentence, with what to do next`(_ shown: Shown) {
    let error: any Error = shown.error
    #expect(error.localizedDescription == shown.description)
    #expect(shown.error.recoverySuggestion == shown.suggestion)
  }

  @Test func `a document that is damaged says so with its place`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("no list", to: "a.plist")
    let error = try #require(throws: StoreError.self) { try DocumentStore(path: path).load() }
    #expect(error.localizedDescription == error.description)
    #expect(
      error.recoverySuggestion == "The file was left as it is. Restore a state from its history.")
  }
}
