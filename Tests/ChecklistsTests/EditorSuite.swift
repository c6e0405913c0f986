import Foundation
import TestSupport

/// What suites share that have texts edited on a terminal.
protocol EditorSuite {
  var sandbox: Sandbox { get }
}

extension EditorSuite {
  /// A home with a list of three items, and a script for an editor.
  static func makeSandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.run("add", "Milk", "Bread", "Eggs")
    try sandbox.run("check", "2")
    sandbox.environment["CHECKLISTS"] = Sandbox.executable.path()
    sandbox.environment["EDITOR"] = "sh ./editor"
    return sandbox
  }

  /// Where the texts are meanwhile.
  var drafts: URL { sandbox.home.appending(path: "Library/Drafts") }

  /// The paths of the texts that are kept there.
  func keptPaths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: drafts.path()).filter {
      $0.hasSuffix(".md")
    }
    .map { drafts.appending(path: $0).path() }
  }

  /// The texts that are kept there.
  func kept() throws -> [String] {
    try keptPaths().map { try String(contentsOfFile: $0, encoding: .utf8) }
  }

  /// What the editor was given, each time.
  func seen(_ number: Int = 1) throws -> String {
    try String(contentsOf: sandbox.directory.appending(path: "seen.\(number)"), encoding: .utf8)
  }

  /// The lines that were given to the editor before the explanation.
  func seenLines(_ number: Int = 1) throws -> [Substring] {
    try seen(number).split(separator: "\n").prefix { $0 != "<!--" }.map { $0 }
  }

  /// Makes a shell script the editor, which finds its file in `$1`.
  func setEditor(_ script: String) throws {
    let start = "n=$(($(ls | grep -c '^seen') + 1)); cp \"$1\" \"seen.$n\"\n"
    try Data((start + script).utf8).write(to: sandbox.directory.appending(path: "editor"))
  }

  /// Runs the program on a terminal, with arguments as a shell reads them, and with what the person
  /// types.
  func run(_ line: String, answers: String = "") throws -> Sandbox.Run {
    var run = try sandbox.launch(
      Tool.find("script"), ["-qE", "never", "-ec", "exec \"$CHECKLISTS\" \(line)", "/dev/null"],
      input: Data(answers.utf8))
    run.output = run.output.replacing("\r\n", with: "\n")
    return run
  }

  func list() throws -> String { try sandbox.run("list").output }

  func stateCount() throws -> Int? {
    try sandbox.json("history")["states"].map { ($0 as? [Any])?.count ?? 0 }
  }

  func attributes(_ name: String) throws -> String {
    try String(contentsOf: sandbox.directory.appending(path: name), encoding: .utf8)
  }

  /// The path of the text that is kept.
  func keptPath() throws -> String? { try keptPaths().first }
}
