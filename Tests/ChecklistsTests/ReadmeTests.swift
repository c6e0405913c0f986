import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The README and the articles about the program say what happens.
@Suite(.blocking)
struct ReadmeTests {
  private static let files =
    ["README.md"]
    + ["Lists", "Runs", "ReleaseChecklist", "Formats", "Machines", "PropertyListTools"].map {
      "Sources/ChecklistCore/ChecklistCore.docc/\($0).md"
    }

  @Test(arguments: files)
  func `Sessions and recipes do what they say, from the first to the last`(file: String) throws {
    let sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
    sandbox.environment["HOME"] = sandbox.directory.path()
    // Where the README says to install it.
    let bin = sandbox.directory.appending(path: ".local/bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: bin.appending(path: "checklists"), withDestinationURL: Sandbox.executable)
    // The desktop is not here.
    let notify = sandbox.directory.appending(path: "desktop/notify-send")
    try FileManager.default.createDirectory(
      at: notify.deletingLastPathComponent(), withIntermediateDirectories: false)
    try Tool.make("echo \"$#: $1\"", at: notify.path())

    // The first block builds and installs the program.
    let blocks = try MarkdownBlock.all(in: file)
    let isReadme = file == "README.md"
    var (sessions, recipes, jobs) = (0, 0, 0)
    for block in isReadme ? blocks.drop(while: { $0.language != "console" }) : blocks[...] {
      switch block.language {
      case "console":
        sessions += 1
        try block.check(in: file, in: sandbox)
      case "sh":
        recipes += 1
        let tools = ["git", "jq"].filter { block.text.contains("\($0) ") }
        if try tools.contains(where: { try !Tool.isHere($0) }) { continue }
        let run = try sandbox.launch(Tool.find("bash"), ["-euo", "pipefail", "-c", block.text])
        let isToFail = block.text.contains("--exit-code")
        #expect(run.status == (isToFail ? 1 : 0), "\(block.text)\(run.errors)")
      case "crontab":
        for line in block.text.split(separator: "\n") {
          jobs += 1
          let command = line.split(separator: " ", maxSplits: 5)[5]
          // As cron runs it: another path, and no variable of a login.
          let run = try sandbox.launch(
            URL(filePath: "/usr/bin/env"),
            [
              "-i", "HOME=\(sandbox.directory.path())",
              "CHECKLISTS_HOME=\(sandbox.home.path())",
              "PATH=\(notify.deletingLastPathComponent().path()):/usr/bin:/bin", "/bin/sh", "-c",
              String(command),
            ])
          #expect(run.errors == "", "\(command)")
        }
      default: break
      }
    }
    if isReadme { #expect(sessions > 2 && recipes > 4 && jobs == 1) }
    #expect(sessions > 0)
  }

  @Test func `The example of the library does what it says`() throws {
    let sandbox = try Sandbox()
    let path = sandbox.directory.appending(path: "Checklists.plist").path()
    let store = DocumentStore(path: path)
    var list = Checklist("Groceries")
    list.items = ["Milk", "Bread"].map { ChecklistItem($0, now: Date()) }
    try store.apply([.addList(list)], by: "example", at: Date())

    let milk = list.reference(at: 0)
    try store.apply([.checkItems([milk], list: list.id, .done())], by: "example", at: Date())
    #expect(try store.load()?.checklist(id: list.id)?.doneCount ?? 0 == 1)

    // What is tested here is what stands there.
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let example = try #require(
      try MarkdownBlock.all(in: "README.md").first { $0.language == "swift" }
    ).text
    for line in example.split(separator: "\n").dropFirst(3).dropLast() {
      #expect(source.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }
}
