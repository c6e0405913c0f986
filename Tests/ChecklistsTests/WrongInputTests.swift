import Foundation
import TestSupport
import Testing

/// What goes wrong says why and what to do next, ends with its status, and changes nothing.
///
/// The table is `Tests/Transcripts/wrong-inputs.txt`: lines as they are typed, with what they print
/// on standard error and their exit status. `DOCUMENT` stands for the path of the document.
@Suite(.blocking)
struct WrongInputTests {
  /// A line of the table, for the name of the test.
  struct Wrong: CustomTestStringConvertible {
    let line: String
    let errors: String
    let status: Int32
    var testDescription: String { line }
  }

  static let table: [Wrong] = {
    let path = Fixture.package.appending(path: "Tests/Transcripts/wrong-inputs.txt")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "$ ").dropFirst().map { block in
      var lines = block.split(separator: "\n").map(String.init)
      let line = lines.removeFirst()
      let status = lines.removeLast().split(separator: " ").last.flatMap { Int32($0) } ?? 0
      return Wrong(line: line, errors: lines.map { $0 + "\n" }.joined(), status: status)
    }
  }()

  @Test func `There are more than a hundred`() {
    #expect(Self.table.count > 100)
    #expect(Set(Self.table.map(\.line)).count == Self.table.count)
  }

  @Test(arguments: table)
  func `A wrong input says why, and changes nothing`(wrong: Wrong) throws {
    let sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    try sandbox.run(
      "batch",
      input: """
        add Milk Bread Eggs
        lists add Groceries
        add Salt Sage --list Groceries
        lists add Tea

        """)
    try Data("Milk\nBread\n".utf8).write(to: sandbox.directory.appending(path: "shopping.txt"))
    let before = try Data(contentsOf: sandbox.document)
    let run = try sandbox.launch(URL(filePath: "/bin/sh"), ["-c", wrong.line])
    #expect(run.errors.replacing(sandbox.document.path(), with: "DOCUMENT") == wrong.errors)
    #expect(run.status == wrong.status)
    // What is not sound is said in the answer too.
    #expect(run.output == "" || wrong.line.hasPrefix("checklists validate"))
    #expect(try Data(contentsOf: sandbox.document) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.directory.path())
    #expect(names.sorted() == ["bin", "home", "shopping.txt"])
  }
}
