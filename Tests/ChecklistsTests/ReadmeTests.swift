import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The README says what happens.
@Suite(.blocking)
struct ReadmeTests {
  /// One command of a session and what the README says that it prints, empty lines left out.
  struct Step {
    var command: String
    var output: String
  }

  /// The fenced blocks of a language.
  static func blocks(_ language: String) throws -> [String] {
    let readme = try String(
      contentsOf: Fixture.package.appending(path: "README.md"), encoding: .utf8)
    return readme.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  static func steps() throws -> [Step] {
    var steps: [Step] = []
    for line in try blocks("console").joined().split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: ""))
      } else if !line.isEmpty, !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }

  @Test func `The sessions are what one sees`() throws {
    let sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    let steps = try Self.steps()
    #expect(steps.count > 10)
    for step in steps {
      let run = try sandbox.launch(URL(filePath: "/bin/sh"), ["-c", "exec 2>&1; \(step.command)"])
      #expect(run.output.replacing("\n\n", with: "\n") == step.output, "\(step.command)")
      #expect(run.status == 0, "\(step.command)")
    }
  }

  @Test func `The example of the library does what it says`() throws {
    let sandbox = try Sandbox()
    let path = sandbox.directory.appending(path: "Checklists.plist").path()
    let store = DocumentStore(path: path)
    try store.change(createsDocument: true, at: Date()) { _ in
      let list = Checklist("Groceries")
      let items = ["Milk", "Bread"].map { ChecklistItem($0, now: Date()) }
      return [.addList(list), .addItems(items, list: list.id)]
    }
    try store.change(at: Date()) { document in
      let list = document.checklists[0]
      return [.checkItems([list.reference(at: 0)], list: list.id, .done())]
    }
    #expect(try store.load()?.checklists[0].doneCount ?? 0 == 1)

    // What is tested here is what stands there.
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let example = try #require(try Self.blocks("swift").first)
    for line in example.split(separator: "\n").dropFirst(3).dropLast() {
      #expect(source.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }
}
