import Foundation
import TestSupport
import Testing

/// A program with a screen among other programs: stopped, continued, ended, crashed.
///
/// `Tests/TerminalProgram` is that program; what it does about keys and signals is in `Terminal`.
@Suite(.serialized, .blocking, .needs("swiftc")) struct JobControlTests {
  /// The program, made of what `Terminal` was compiled to for the tests.
  private static let compiled = Result {
    let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let objects = build.appending(path: "Terminal.build").path()
    let program = build.appending(path: "TerminalProgram").path()
    let compiler = try ChildProgram(
      Tool.find("swiftc").path(),
      [
        "-parse-as-library", "-swift-version", "6", "-I", build.appending(path: "Modules").path(),
        "-I", Fixture.package.appending(path: "Sources/CSystem").path(),
        Fixture.package.appending(path: "Tests/TerminalProgram/TerminalProgram.swift").path(),
        "-o", program,
      ]
        + FileManager.default.contentsOfDirectory(atPath: objects)
        .filter { $0.hasSuffix(".o") }.map { "\(objects)/\($0)" },
      streams: [.nothing, .descriptor(1), .descriptor(2)])
    try #require(try compiler.waitForExit() == 0)
    return program
  }
  private static let quiet = ["SWIFT_BACKTRACE": "enable=no"]
  /// Ctrl-Z.
  private let stop = "\u{1A}"
  private let program: String

  init() throws {
    program = try Self.compiled.get()
  }

  /// The program by itself, once its screen is there.
  private func start(setUp: (inout termios) -> Void = { _ in }) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(program, environment: Self.quiet, setUp: setUp)
    try terminal.wait(for: "ready")
    return terminal
  }

  /// A shell that stops and continues what it starts.
  private func startShell(_ folder: TemporaryFolder) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      try Tool.find("bash").path(), ["--noprofile", "--norc", "-i"],
      environment: Self.quiet.merging([
        "PS1": "> ", "HOME": folder.path, "INPUTRC": "/dev/null", "P": program,
      ]) { $1 })
    try shell.wait(for: ">")
    try shell.send("cd; bind 'set enable-bracketed-paste off'; clear() { printf '\\e[H\\e[2J'; }\r")
    try shell.send("stty -g >before; clear; echo is ready\r")
    try shell.wait { $0.lines.contains("is ready") }
    return shell
  }

  /// Expects that the shell has its terminal back, as it was before the program started.
  private func expectGivenBack(
    _ shell: PseudoTerminal, _ folder: TemporaryFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try shell.send("stty -g >after; echo has it $((1 + 1))\r")
    try shell.wait { $0.lines.contains("has it 2") }
    #expect(folder.text("after") == folder.text("before"), sourceLocation: sourceLocation)
    expectPlain(shell.emulator, sourceLocation: sourceLocation)
    try shell.send("clear; rm after\r")
    try shell.wait { !$0.lines.contains("has it 2") }
  }

  private func expectPlain(
    _ emulator: TerminalEmulator, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!emulator.isAlternate, sourceLocation: sourceLocation)
    #expect(emulator.isCursorVisible, sourceLocation: sourceLocation)
    #expect(emulator.wraps, sourceLocation: sourceLocation)
    #expect(!emulator.marksPastes, sourceLocation: sourceLocation)
    #expect(!emulator.isSynchronized, sourceLocation: sourceLocation)
    #expect(emulator.unknown == [], sourceLocation: sourceLocation)
  }

  /// What is sent to the program, and how it ends then.
  private struct Ending: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var keys = ""
    var signal: Int32?
    let end: ChildProgram.End
  }

  #if arch(x86_64) || arch(i386)
    private static let trap = SIGILL
  #else
    private static let trap = SIGTRAP
  #endif

  private static let endings = [
    Ending(testDescription: "q", keys: "q", end: .exit(status: 0)),
    Ending(testDescription: "Ctrl-C", keys: "\u{3}", end: .exit(status: 130)),
    Ending(testDescription: "SIGINT", signal: SIGINT, end: .signal(SIGINT)),
    Ending(testDescription: "SIGTERM", signal: SIGTERM, end: .signal(SIGTERM)),
    Ending(testDescription: "SIGHUP", signal: SIGHUP, end: .signal(SIGHUP)),
    Ending(testDescription: "a trap", keys: "t", end: .signal(trap)),
    Ending(testDescription: "a stack that is used up", keys: "o", end: .signal(SIGSEGV)),
    Ending(testDescription: "SIGABRT", signal: SIGABRT, end: .signal(SIGABRT)),
    Ending(testDescription: "SIGQUIT", signal: SIGQUIT, end: .signal(SIGQUIT)),
    Ending(testDescription: "SIGBUS", signal: SIGBUS, end: .signal(SIGBUS)),
  ]

  @Test(arguments: endings)
  private func `whatever ends the program, the terminal is as it was`(ending: Ending) throws {
    let terminal = try start()
    #expect(terminal.emulator.isAlternate)
    #expect(!terminal.attributes.isCanonical && !terminal.attributes.echoes)
    try terminal.send(ending.keys)
    if let signal = ending.signal { terminal.signal(signal) }
    #expect(try terminal.waitForEnd() == ending.end)
    expectPlain(terminal.emulator)
    // What a terminal is set to that no program has touched.
    #expect(terminal.attributes == (try PseudoTerminal("/bin/sh", ["-c", ":"]).attributes))
  }

  @Test func `a terminal that a killed program left raw is given back sane by the next one`() throws
  {
    let terminal = try start { cfmakeraw(&$0) }
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
    #expect(terminal.attributes.isCanonical && terminal.attributes.echoes)
  }

  @Test func `a terminal that is closed ends the program`() throws {
    let terminal = try start()
    terminal.hangUp()
    // SIGHUP and the end of the input come at once.
    let end = try terminal.waitForEnd()
    #expect([.signal(SIGHUP), .exit(status: 74)].contains(end))
  }

  @Test func `standard streams that are files are no hindrance`() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "$P </dev/null >/dev/null; echo then $?"],
      environment: Self.quiet.merging(["P": program]) { $1 })
    try terminal.wait(for: "ready")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
    #expect(terminal.emulator.lines.contains("then 0"))
  }

  @Test(.needs("setsid"))
  func `a process without a terminal is told so`() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "setsid $P </dev/null; echo then $?"],
      environment: Self.quiet.merging(["P": program]) { $1 })
    #expect(try terminal.waitForEnd() == .exit(status: 0))
    #expect(
      terminal.emulator.lines.prefix(2)
        == ["no terminal: No such device or address", "then 70"])
    #expect(!terminal.emulator.isAlternate)
  }

  @Test func `another size, and the same size again, draw the screen anew`() throws {
    let terminal = try start()
    try terminal.wait(for: "60 x 12")
    terminal.resize(columns: 41, rows: 9)
    try terminal.wait(for: "41 x 9")
    let frames = terminal.emulator.frameCount
    terminal.signal(SIGWINCH)
    try terminal.wait { $0.frameCount > frames }
    terminal.resize(columns: 1, rows: 1)
    try terminal.wait { $0.lines == ["1"] }
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
    #expect(terminal.emulator.unknown == [])
  }

  @Test func `a megabyte that is pasted is one event`() throws {
    let terminal = try start()
    let text = String(repeating: "Oat milk, q and t\r", count: 1_000_000 / 18)
    try terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
    try terminal.wait(for: "pasted \(text.utf8.count) bytes")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
  }

  @Test func `where nobody could continue it, the program does not stop`() throws {
    let terminal = try start()
    try terminal.send(stop)
    try terminal.wait(for: "goes on")
    #expect(terminal.emulator.isAlternate)
    terminal.signal(SIGTSTP)
    try terminal.wait(for: "suspend")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
  }

  @Test func `a script that nobody could continue does not stop either`() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "$P; echo then $?"],
      environment: Self.quiet.merging(["P": program]) { $1 })
    try terminal.wait(for: "ready")
    try terminal.send(stop)
    try terminal.wait(for: "goes on")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 0))
    #expect(terminal.emulator.lines.contains("then 0"))
  }

  /// What a shell is told to run.
  private static let commands = ["$P", "sh -c '$P; echo then $?'", "(:; $P; :) | cat"]

  @Test(.needs("bash"), arguments: commands)
  func `Ctrl-Z gives the terminal to the shell until it continues all that it started`(
    command: String
  ) throws {
    let folder = try TemporaryFolder()
    let shell = try startShell(folder)
    try shell.send("\(command)\r")
    try shell.wait { $0.isAlternate && $0.lines.contains("ready") }
    for _ in 0..<2 {
      try shell.send(stop)
      try shell.wait(for: "Stopped")
      try expectGivenBack(shell, folder)
      try shell.send("fg\r")
      try shell.wait { $0.isAlternate && $0.text.contains("goes on") && !$0.isSynchronized }
      #expect(!shell.attributes.isCanonical && !shell.attributes.echoes)
    }
    try shell.send("q")
    try shell.wait { !$0.isAlternate }
    try expectGivenBack(shell, folder)
    try shell.send("exit 0\r")
    #expect(try shell.waitForEnd() == .exit(status: 0))
  }

  @Test(.needs("bash"), arguments: [SIGTSTP, SIGSTOP])
  func `a program that was stopped from outside takes the screen again`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let shell = try startShell(folder)
    try shell.send("$P\r")
    try shell.wait { $0.isAlternate && $0.lines.contains("ready") }
    shell.signal(signal, group: shell.foregroundGroup)
    try shell.wait(for: "Stopped")
    try shell.send("fg\r")
    try shell.wait { $0.isAlternate && $0.text.contains("resume") && !$0.isSynchronized }
    #expect(!shell.attributes.isCanonical && !shell.attributes.echoes)
    try shell.send("q")
    try shell.wait { !$0.isAlternate }
    try expectGivenBack(shell, folder)
  }

  @Test(.needs("bash"))
  func `in the background it stops again, and SIGTERM ends it there`() throws {
    let folder = try TemporaryFolder()
    let shell = try startShell(folder)
    try shell.send("$P\r")
    try shell.wait { $0.isAlternate && $0.lines.contains("ready") }
    let group = shell.foregroundGroup
    try shell.send(stop)
    try shell.wait(for: "Stopped")
    try expectGivenBack(shell, folder)
    try shell.send("bg; wait %1; jobs\r")
    try shell.wait(for: "Stopped")
    try expectGivenBack(shell, folder)
    shell.signal(SIGTERM, group: group)
    try shell.send("fg\r")
    try shell.send("echo has ended $?\r")
    try shell.wait { $0.lines.contains("has ended 143") }
    try expectGivenBack(shell, folder)
  }

  @Test(.needs("bash"))
  func `what ends while another has the terminal leaves it alone`() throws {
    let folder = try TemporaryFolder()
    let shell = try startShell(folder)
    try shell.send("$P\r")
    try shell.wait { $0.isAlternate && $0.lines.contains("ready") }
    shell.signal(SIGSTOP, group: shell.foregroundGroup)
    try shell.wait(for: "Stopped")
    // The shell has not seen the end of the alternate screen; that is all that is left.
    try shell.send("printf '\\e[?1049l\\e[?7h\\e[?2004l'; kill -TERM %1; kill -CONT %1; wait %1\r")
    try shell.send("echo has ended $?\r")
    try shell.wait { $0.lines.contains("has ended 143") }
    try expectGivenBack(shell, folder)
  }

  @Test(.needs("bash"))
  func `where SIGTSTP is ignored the program does not stop`() throws {
    let folder = try TemporaryFolder()
    let shell = try startShell(folder)
    try shell.send("(trap '' TSTP; $P)\r")
    try shell.wait { $0.isAlternate && $0.lines.contains("ready") }
    try shell.send(stop)
    try shell.wait(for: "goes on")
    try shell.send("q")
    try shell.wait { !$0.isAlternate }
    try expectGivenBack(shell, folder)
  }
}
