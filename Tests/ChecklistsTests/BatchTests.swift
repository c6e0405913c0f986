import Foundation
import TestSupport
import Testing

@testable import checklists

/// Many commands, all of them or none.
@Suite(.blocking)
struct BatchTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test(
    .needs(FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is not here"))
  func `A batch is saved even where a long list cannot be written`() throws {
    try sandbox.putProgramOnPath()
    let texts = (1...5000).map { "Thing number \($0)\n" }.joined()
    #expect(try sandbox.run(["add", "-", "-q"], input: Data(texts.utf8)).status == 0)
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"), ["-c", "printf 'add Milk\\nlist\\n' | checklists batch >/dev/full"])
    #expect(run.status == 74)
    #expect(
      run.errors
        == "checklists: cannot write standard output: No space left on device; the change was saved\n"
    )
    #expect(try sandbox.run("list", "--count").output == "5001\n")
  }

  @Test func `Commands that cannot be in a batch are those that say so in the table`() {
    let refused = Command.syntaxes.filter { $0.obstacleInBatch != nil }.map(\.name)
    #expect(
      refused == [
        "use", "run", "report", "undo", "redo", "history", "export", "diff", "merge", "sync", "ui",
        "batch", "plist", "where", "completions", "manual", "help", "_complete",
      ])
    let options = GlobalOptions.syntax.filter { !$0.isOfWholeRun }.map(\.name)
    #expect(options == ["list", "quiet"])
  }

  @Test func `Texts with line breaks and quotes are added as they are`() throws {
    let script = "add 'two\nlines' \"it's\" 'say \"hi\"' back\\\\slash\n"
    #expect(try sandbox.run("batch", input: script).status == 0)
    let stored = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items.map(\.text)
    #expect(stored == ["two\nlines", "it's", "say \"hi\"", "back\\slash"])
  }

  @Test func `Ten thousand lines are one change`() throws {
    let script = (1...10_000).map { "add 'Item \($0)'\n" }.joined()
    let run = try sandbox.run("batch", "--quiet", input: script)
    #expect((run.status, run.output) == (0, ""))
    let items = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items
    #expect(items.map(\.text) == (1...10_000).map { "Item \($0)" })
    #expect(Set(items.map(\.itemID)).count == 10_000)
    #expect(try sandbox.json("history")["states"].map { ($0 as? [Any])?.count } == 2)
  }

  @Test func `Batches and commands at once each do all that they say`() throws {
    let script = (1...20).map { "add 'Batch \($0)'\n" }.joined()
    let running = try (1...6).flatMap { _ in
      [
        try sandbox.start(["batch", "-q"], input: Data(script.utf8)),
        try sandbox.start(["add", "-q", "Single"]),
      ]
    }
    for process in running {
      let run = try process.finish()
      #expect((run.status, run.errors) == (0, ""))
    }
    let texts = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items.map(\.text)
    #expect(texts.count == 6 * 21)
    // The lines of a batch are together.
    let starts = texts.indices.filter { texts[$0] == "Batch 1" }
    #expect(starts.count == 6)
    for start in starts {
      #expect(Array(texts[start..<start + 20]) == (1...20).map { "Batch \($0)" })
    }
  }
}
