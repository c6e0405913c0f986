import Foundation
import TestSupport
import Testing

/// What suites share that show the lists on the full screen of a terminal.
protocol ViewSuite {
  var sandbox: Sandbox { get }
}

extension ViewSuite {
  /// A home with two lists; the first one has three items, and a section.
  static func makeSandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let script = """
      lists add Groceries
      add Milk Bread Eggs --list Groceries
      edit 1 --section Dairy --list Groceries
      check 2 --list Groceries
      lists add Packing
      add Socks --list Packing

      """
    #expect(try sandbox.run("batch", "--quiet", input: script).status == 0)
    return sandbox
  }

  /// The variables of the program in its terminal.
  var variables: [String: String] {
    ["CHECKLISTS_HOME": sandbox.home.path(), "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"]
      .merging(sandbox.environment) { $1 }
  }

  /// Starts the view, and waits for its first screen.
  ///
  /// - Parameters:
  ///   - text: What is on the first screen.
  ///   - columns: The columns of the terminal.
  ///   - rows: Its rows.
  /// - Returns: The terminal.
  /// - Throws: An error when it does not come.
  func show(
    showing text: String = "q quit", columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      Sandbox.executable.path(), ["ui"], environment: variables, columns: columns,
      rows: rows)
    try terminal.wait(for: text)
    return terminal
  }

  /// The items of the first list as `list` shows them.
  func list() throws -> String {
    try sandbox.run("list", "--list", "Groceries").output
  }

  /// What is typed, and kept in files, while it is not saved.
  func keptLines() throws -> [String] {
    let drafts = sandbox.home.appending(path: "Library/Drafts").path()
    guard FileManager.default.fileExists(atPath: drafts) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: drafts)
  }

  /// Expects that a terminal is as it is without the view.
  func expectPlain(
    _ emulator: TerminalEmulator, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(TranscriptSession.leftovers(on: emulator) == [], sourceLocation: sourceLocation)
  }

  /// Quits, and expects that the terminal is given back as it was.
  func quit(
    _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0), sourceLocation: sourceLocation)
    expectPlain(terminal.emulator, sourceLocation: sourceLocation)
    #expect(
      terminal.attributes == (try TranscriptSession.untouched()), sourceLocation: sourceLocation)
  }
}
