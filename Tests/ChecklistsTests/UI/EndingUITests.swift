import Foundation
import TestSupport
import Testing

/// `checklists ui` among other programs: what stops, continues, ends and kills it.
@Suite(.blocking) struct EndingUITests: ViewSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  // MARK: The end

  /// What is done to the program, and how it ends then.
  struct Ending: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let signal: Int32

    init(_ name: String, _ signal: Int32) {
      (testDescription, self.signal) = (name, signal)
    }
  }

  static let endings = [
    Ending("SIGTERM", SIGTERM), Ending("SIGHUP", SIGHUP), Ending("SIGSEGV", SIGSEGV),
    Ending("SIGABRT", SIGABRT), Ending("SIGQUIT", SIGQUIT),
  ]

  @Test(arguments: endings)
  func `a signal in the middle of a line gives the terminal back, and the line comes again`(
    ending: Ending
  ) throws {
    let terminal = try show()
    try terminal.send("aOat mi")
    try terminal.wait(for: "Oat mi")
    terminal.signal(ending.signal)
    #expect(try terminal.waitForEnd() == .signal(ending.signal))
    expectPlain(terminal.emulator)
    #expect(terminal.attributes == (try TranscriptSession.untouched()))
    try expectLine("Oat mi")
  }

  @Test func `a terminal that vanishes ends it, and the line comes again`() throws {
    let terminal = try show()
    try terminal.send("aOat mi")
    try terminal.wait(for: "Oat mi")
    terminal.hangUp()
    // SIGHUP and the end of the input come at once.
    let end = try terminal.waitForEnd()
    #expect([.signal(SIGHUP), .exit(status: 74)].contains(end))
    try expectLine("Oat mi")
  }

  /// Expects that a line that was not saved is offered, can be saved, and is not offered again.
  private func expectLine(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try keptLines().count == 1, sourceLocation: sourceLocation)
    #expect(try !list().contains(text), sourceLocation: sourceLocation)
    // So low that the line is on the screen only since it is typed.
    let told = "Unsaved text. Enter saves it, Esc discards it."
    let terminal = try show(showing: told, rows: 6)
    #expect(
      terminal.emulator.lines == [
        " Lists             │ Groceries  ━━━───────  1 of 3", "  Today            │   2 ☑ Bread",
        "* Groceries    1/3 │   3 ☐ Eggs", "  Packing      0/1 │ > + ☐ \(text)", " \(told)",
        " Enter add  Esc discard  Ctrl-J new line",
      ], sourceLocation: sourceLocation)
    try terminal.send("lk\r")
    try terminal.wait(for: "Added \(text)lk")
    #expect(
      try list().hasSuffix("  3 [ ] Eggs\n  4 [ ] \(text)lk\n"), sourceLocation: sourceLocation)
    #expect(try keptLines() == [], sourceLocation: sourceLocation)
    try terminal.send("\r")
    try terminal.wait(for: "q quit")
    try quit(terminal, sourceLocation: sourceLocation)
    let next = try show()
    #expect(!next.emulator.text.contains("Unsaved text"), sourceLocation: sourceLocation)
    try quit(next, sourceLocation: sourceLocation)
  }

  @Test func `after SIGKILL the next one finds a raw terminal, and leaves it sane`() throws {
    let script = """
      sh -c 'echo $$ >pid; exec "$P" ui'
      stty -a >between; printf '\\033[H\\033[2J'; "$P" ui; echo then $?
      """
    sandbox.environment["P"] = Sandbox.executable.path()
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "cd '\(sandbox.directory.path())'; \(script)"], environment: variables,
      columns: 80, rows: 24)
    try terminal.wait(for: "q quit")
    try terminal.send("aOat mi")
    try terminal.wait(for: "Oat mi")
    let process = try #require(Int32(try text("pid").trimmingCharacters(in: .newlines)))
    kill(process, SIGKILL)
    try terminal.wait(for: "Unsaved text.")
    let between = try text("between")
    #expect(between.contains("-icanon") && between.contains("-echo ") && between.contains("-opost"))
    try terminal.send("\u{1B}")
    try terminal.wait(for: "q quit")
    #expect(try keptLines() == [])
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
    expectPlain(terminal.emulator)
    #expect(terminal.emulator.text.contains("then 0"))
    #expect(terminal.attributes.isCanonical && terminal.attributes.echoes)
    // What was typed is not in the document, since it was dropped.
    #expect(try list().hasSuffix("  3 [ ] Eggs\n"))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: sandbox.directory.appending(path: name), encoding: .utf8)
  }

  @Test func `a storm of sizes ends at the last one, and keys work`() throws {
    let terminal = try show()
    try terminal.send("aOat mi")
    try terminal.wait(for: "Oat mi")
    for number in 0..<200 {
      terminal.resize(columns: 20 + number % 90, rows: 2 + number % 40)
      terminal.signal(SIGWINCH)
    }
    terminal.resize(columns: 80, rows: 24)
    try terminal.wait { emulator in
      !emulator.isSynchronized && emulator.lines[23] == " Enter add  Esc discard  Ctrl-J new line"
        && emulator.lines[0] == " Lists             │ Groceries  ━━━───────  1 of 3"
    }
    #expect(terminal.emulator.unknown == [])
    try terminal.send("lk\r")
    try terminal.wait(for: "Added Oat milk")
    try terminal.send("\r")
    try terminal.wait(for: "q quit")
    try quit(terminal)
  }

  // MARK: Stopping and going on

  @Test func `where nobody could continue it, Ctrl-Z does not stop it`() throws {
    let terminal = try show()
    let frames = terminal.emulator.frameCount
    try terminal.send("\u{1A}")
    try terminal.wait { $0.isAlternate && $0.frameCount > frames && !$0.isSynchronized }
    terminal.signal(SIGTSTP)
    try terminal.send(" ")
    try terminal.wait(for: "Checked Milk")
    #expect(try list().hasPrefix("Groceries (2/3)"))
    try quit(terminal)
  }

  /// A shell that stops and continues what it starts.
  private func startShell() throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      try Tool.find("bash").path(), ["--noprofile", "--norc", "-i"],
      environment: variables.merging([
        "PS1": "> ", "HOME": sandbox.directory.path(), "INPUTRC": "/dev/null",
        "P": Sandbox.executable.path(),
      ]) { $1 }, columns: 80, rows: 24)
    try shell.wait(for: ">")
    try shell.send("cd; bind 'set enable-bracketed-paste off'; clear() { printf '\\e[H\\e[2J'; }\r")
    try shell.send("stty -g >before; clear; echo is ready\r")
    try shell.wait { $0.lines.contains("is ready") }
    return shell
  }

  /// Expects that the shell has its terminal back, as it was before the program started.
  private func expectGivenBack(
    _ shell: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try shell.send("clear; stty -g >after; echo has it $((1 + 1))\r")
    try shell.wait { $0.lines.contains("has it 2") }
    #expect(try text("after") == text("before"), sourceLocation: sourceLocation)
    expectPlain(shell.emulator, sourceLocation: sourceLocation)
    try shell.send("clear\r")
    try shell.wait { !$0.lines.contains("has it 2") }
  }

  /// The processes of a group: their states, and the files that they have open.
  private func processes(
    ofGroup group: Int32
  ) throws -> [(number: Int32, isView: Bool, state: String, files: [String])] {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: "/proc").compactMap { name in
      guard let number = Int32(name),
        let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        // The name of the program, in parentheses, may have anything in it.
        let fields = line.split(separator: ")").last?.split(separator: " "),
        fields.count > 2, Int32(fields[2]) == group
      else { return nil }
      let descriptors = (try? manager.contentsOfDirectory(atPath: "/proc/\(name)/fd")) ?? []
      let files = descriptors.compactMap {
        try? manager.destinationOfSymbolicLink(atPath: "/proc/\(name)/fd/\($0)")
      }
      return (number, line.contains("(checklists)"), String(fields[0]), files)
    }
  }

  /// How the program is started and stopped.
  struct Stop: CustomTestStringConvertible, Sendable {
    let command: String
    /// nil for Ctrl-Z.
    var signal: Int32?
    var processCount = 1
    var testDescription: String { "\(command), \(signal.map { "signal \($0)" } ?? "Ctrl-Z")" }
  }

  static let stops = [
    Stop(command: "$P ui"), Stop(command: "$P ui", signal: SIGTSTP),
    Stop(command: "sh -c '$P ui; echo then $?'", processCount: 2),
    Stop(command: "sh -c '$P ui; echo then $?'", signal: SIGTSTP, processCount: 2),
  ]

  @Test(
    .needs("bash"),
    .needs(FileManager.default.fileExists(atPath: "/proc/self/fd"), "/proc/self/fd is not here"),
    arguments: stops)
  func `stopped it holds nothing, and goes on in the middle of the line`(stop: Stop) throws {
    let shell = try startShell()
    try shell.send("\(stop.command)\r")
    try shell.wait(for: "q quit")
    let group = shell.foregroundGroup
    try shell.send("eXY\u{1B}[D")
    try shell.wait { $0.text.contains("> 1 ☐ MilkXY") && $0.column == 32 && !$0.isSynchronized }
    let caretRow = shell.emulator.row
    if let signal = stop.signal {
      // To it alone: it stops the others, after it has left the screen.
      let view = try #require(try processes(ofGroup: group).first { $0.isView })
      kill(view.number, signal)
    } else {
      try shell.send("\u{1A}")
    }
    try shell.wait(for: "Stopped")
    try expectGivenBack(shell)
    let processes = try processes(ofGroup: group)
    #expect(processes.count == stop.processCount)
    #expect(processes.allSatisfy { $0.state == "T" })
    let documents = sandbox.document.deletingLastPathComponent().path()
    #expect(processes.allSatisfy { $0.files.allSatisfy { !$0.hasPrefix(documents) } })
    // Nor the lock.
    #expect(try sandbox.run("add", "Tea", "--lock-timeout", "0").status == 0)

    try shell.send("fg\r")
    try shell.wait {
      $0.isAlternate && $0.text.contains("MilkXY") && $0.text.contains("4 ☐ Tea")
        && !$0.isSynchronized
    }
    #expect(shell.emulator.column == 32 && shell.emulator.row == caretRow)
    #expect(!shell.attributes.isCanonical && !shell.attributes.echoes)
    try shell.send("z\r")
    try shell.wait(for: "MilkXzY: was")
    #expect(try list().contains("  1 [ ] MilkXzY\n"))
    try shell.send("q")
    try shell.wait { !$0.isAlternate }
    if stop.processCount > 1 { try shell.wait(for: "then 0") }
    try expectGivenBack(shell)
    try shell.send("exit 0\r")
    #expect(try shell.waitForEnd() == .exit(status: 0))
  }
}
