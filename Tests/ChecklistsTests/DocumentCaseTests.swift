import Foundation
import TestSupport
import Testing

/// A case of `../shared/documents`: a file, commands, and the file as it must be after them; absent
/// on most machines.
struct DocumentCase: CustomStringConvertible, Sendable {
  /// Its folder.
  let url: URL

  var description: String { url.lastPathComponent }

  /// The name of the file.
  var fileName: String {
    let todo = "before.todo.txt"
    return FileManager.default.fileExists(atPath: url.appending(path: todo).path)
      ? todo : "before.md"
  }

  /// A file of the case.
  func content(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  /// The exit status of the last command, and what it says.
  func refusal() -> (status: Int32, message: String)? {
    guard
      let lines = try? String(decoding: content("refused.txt"), as: UTF8.self)
        .split(separator: "\n"), lines.count > 1,
      let status = Int32(lines[0].dropFirst("status ".count))
    else { return nil }
    return (status, Self.otherWords[String(description.prefix(3))] ?? String(lines[1]))
  }

  /// What the program says in other words, or in its answer, by the number of the case.
  private static let otherWords = [
    "032": "an item requires a text; this one is blank", "119": "",
  ]

  private static let folder = Fixture.package.appending(path: "../shared/documents")
    .standardizedFileURL

  /// Whether the cases are there.
  static let arePresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "README.md").path)

  /// What a skipped test says.
  static let absence = "there is not a folder ../shared/documents beside the package"

  /// The cases that say the opposite of what is right now: that `check` leaves `[-]` alone, which
  /// was done before an item could be skipped; that a gate refuses a file of several lists, of
  /// which it looks at all; and that `reset` goes on to the next date of what was done today, which
  /// it opens at the same date.
  private static let overtaken: Set = ["007", "120", "143"]

  /// All cases.
  static let all: [DocumentCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.first?.isNumber == true && !overtaken.contains(String($0.prefix(3))) }
      .sorted()
      .map { DocumentCase(url: folder.appending(path: $0)) }
  }()
}

/// The cases of documents in files of text, byte for byte.
@Suite(.enabled(if: DocumentCase.arePresent, "\(DocumentCase.absence)"))
struct DocumentCaseTests {
  @Test(arguments: DocumentCase.all)
  func `the file is what it must be after the commands`(_ example: DocumentCase) throws {
    let sandbox = try Sandbox()
    let file = sandbox.directory.appending(path: example.fileName)
    try example.content(example.fileName).write(to: file)
    sandbox.environment["CHECKLISTS_NOW"] = "2026-11-24T10:00:00Z"
    sandbox.environment["TZ"] = "UTC"
    let tools = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let programs = sandbox.directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: programs.appending(path: "checklists"), withDestinationURL: Sandbox.executable)
    sandbox.environment["PATH"] = "\(programs.path):\(tools)"
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"), [example.url.appending(path: "command.txt").path])
    let refusal = example.refusal()
    #expect(run.status == refusal?.status ?? 0, "\(run.errors)")
    if let refusal, !refusal.message.isEmpty { #expect(run.errors.contains(refusal.message)) }
    let after = try example.content(example.fileName.replacing("before", with: "after"))
    #expect(try Data(contentsOf: file) == after)
  }
}
