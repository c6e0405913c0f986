import Foundation
import TestSupport
import Testing

/// The device that an output goes to may be full.
@Suite(.blocking)
struct PipeTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.putProgramOnPath()
  }

  private func sh(_ script: String) throws -> Sandbox.Run {
    try sandbox.launch(URL(filePath: "/bin/sh"), ["-c", script])
  }

  @Test(
    .needs(FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is not here"),
    arguments: [
      "list", "lists", "show 1", "history", "help", "help json", "manual", "completions bash",
      "where", "--version", "toggle 1", "undo", "use checklist",
    ])
  func `An output that is full is an error, which says whether a change was saved`(
    command: String
  ) throws {
    try sandbox.run("add", "Milk")
    let saved =
      ["toggle 1", "undo", "use checklist"].contains(command) ? "; the change was saved" : ""
    let run = try sh("checklists \(command) >/dev/full")
    #expect(run.status == 74)
    #expect(
      run.errors == "checklists: cannot write standard output: No space left on device\(saved)\n")
    try sandbox.run("add", "Milk")
    let json = try sh("checklists \(command) --json >/dev/full")
    #expect(json.status == 74)
    #expect(
      json.errors
        == #"{"schema":1,"error":{"code":"input-output","message":"cannot write standard output: No space left on device\#(saved)","#
        + #""hint":null,"candidates":[],"path":null,"offset":null,"line":null,"column":null}}"#
        + "\n")
  }

  @Test(
    .needs(FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is not here"))
  func `A long list says once that the output is full`() throws {
    let lines = (1...6_000).map { "Thing \($0)\n" }.joined()
    #expect(try sandbox.run(["add", "-", "-q"], input: Data(lines.utf8)).status == 0)
    let run = try sh("checklists list >/dev/full")
    #expect(run.status == 74)
    #expect(
      run.errors == "checklists: cannot write standard output: No space left on device\n")
    let whole = try sandbox.run("list").output
    #expect(whole.utf8.count == "Checklist (0/6000)\n".utf8.count + 6_000 * 11 + lines.utf8.count)
  }
}
