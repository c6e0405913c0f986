import Foundation
import TestSupport
import Testing

/// Where the output goes to may be closed or full.
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

  @Test func `A reader that has seen enough ends a long list quietly`() throws {
    // Many times what a pipe holds.
    let lines = (1...6_000).map { "Thing \($0)\n" }.joined()
    #expect(try sandbox.run(["add", "-", "-q"], input: Data(lines.utf8)).status == 0)
    for command in ["checklists list", "checklists list --json"] {
      let run = try sh("{ \(command); echo \"status $?\" >&2; } | head -c 20")
      #expect(run.output.utf8.count == 20)
      #expect(run.errors == "status 0\n", "\(command)")
    }
  }

  @Test func `A change that nobody reads about is made, and succeeds`() throws {
    // The reader tells when it has closed the pipe.
    let run = try sh(
      """
      mkfifo closed
      { read _ <closed; checklists add Milk; echo "status $?" >&2; } | { exec <&-; echo >closed; }
      """)
    #expect(run.errors == "status 0\n")
    #expect(try sandbox.run("list").output == "Checklist (0/1)\n  1 [ ] Milk\n")
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

  @Test(arguments: ["list", "add Milk", "help", "manual", "--version"])
  func `An output that is closed is an error`(command: String) throws {
    let run = try sh("checklists \(command) >&-")
    #expect(run.status == 74)
    let saved = command == "add Milk" ? "; the change was saved" : ""
    #expect(
      run.errors == "checklists: cannot write standard output: Bad file descriptor\(saved)\n")
  }

  @Test func `Nothing waits for a person`() throws {
    // With a terminal's other end that says nothing, a question would never be answered.
    guard let script = try? Tool.find("script"), let timeout = try? Tool.find("timeout") else {
      return
    }
    try sandbox.run("add", "Milk", "Bread")
    try sandbox.run("lists", "add", "Packing")
    for command in [
      "delete all", "lists delete Packing", "history clear", "undo", "list", "use Nowhere",
      "convert \(sandbox.document.path()) --to binary",
    ] {
      let run = try sandbox.launch(
        timeout, ["30", script.path(), "-qec", "checklists \(command)", "/dev/null"])
      #expect(run.status != 124, "\(command)")
    }
  }
}
