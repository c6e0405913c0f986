import Foundation
import TestSupport
import Testing

@testable import Terminal

/// The console on pipes and files of the test's own; `write` to a closed pipe must be an error of
/// the call, so each test prepares the process as the program does.
@Suite(.blocking) struct ConsoleTests {
  init() {
    Console.prepareProcess()
  }

  private func console(input: CInt = -1, output: CInt = -1, error: CInt = -1) -> Console {
    Console(
      environment: { ["TERM": "xterm", "LANG": "C.UTF-8"][$0] },
      descriptors: Console.Descriptors(input: input, output: output, error: error))
  }

  @Test func `output is written when it is flushed, once`() throws {
    let pipe = Pipe()
    var console = console(output: pipe.fileHandleForWriting.fileDescriptor)
    console.write("a")
    console.writeLine("b")
    console.writeLine()
    console.write(data: Array("c".utf8))
    try console.flush()
    try console.flush()
    pipe.fileHandleForWriting.closeFile()
    #expect(
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "ab\n\nc")
  }

  @Test func `a line is text, unless it is made for its display already`() throws {
    let pipe = Pipe()
    var console = console(output: pipe.fileHandleForWriting.fileDescriptor)
    console.writeLine("one\ntwo", as: .dim)
    console.writeLine(shown: "three\nfour")
    try console.flush()
    pipe.fileHandleForWriting.closeFile()
    #expect(
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        == "one two\nthree\nfour\n")
  }

  @Test(arguments: [
    ("\n", true), ("y\n", true), ("Yes\n", true), ("n\n", false), ("later\n", false), ("", false),
    ("y", false),
  ])
  func `a question is answered by the first letter of a line`(answer: String, isYes: Bool) throws {
    let (input, error) = (Pipe(), Pipe())
    let isLine = answer.hasSuffix("\n")
    let typed = answer + (isLine ? "next\n" : "")
    try input.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
    input.fileHandleForWriting.closeFile()
    let console = console(
      input: input.fileHandleForReading.fileDescriptor,
      error: error.fileHandleForWriting.fileDescriptor)
    #expect(console.confirm { _ in "Again? " } == isYes)
    error.fileHandleForWriting.closeFile()
    #expect(
      String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        == (isLine ? "Again? " : "Again? \n"))
    // What follows the answer is left.
    #expect(try console.readLines(each: "an item") == (isLine ? ["next"] : []))
  }

  @Test func `Ctrl-C that is pressed before a line is waited for is not lost`() throws {
    let input = Pipe()
    let console = console(input: input.fileHandleForReading.fileDescriptor)
    let before = SignalAction.current(for: SIGINT)
    Console.catchInterrupts()
    defer {
      SignalAction.unblock([SIGINT])
      before.install(for: SIGINT)
    }
    // To this thread alone: the tests beside this one do not notice.
    pthread_kill(pthread_self(), SIGINT)
    #expect(try console.readLine(1) == .interrupt)
    try input.fileHandleForWriting.write(contentsOf: Data("next\n".utf8))
    #expect(try console.readLine(1) == .line("next"))
    input.fileHandleForWriting.closeFile()
    #expect(try console.readLine(2) == .end)
  }

  @Test func `more than a pipe holds is written whole to a non-blocking pipe`() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let reader = pipe.fileHandleForReading
    let read = Task.detached { reader.readDataToEndOfFile() }
    var console = console(output: descriptor)
    console.write(data: bytes)
    try console.flush()
    pipe.fileHandleForWriting.closeFile()
    #expect(await read.value == Data(bytes))
  }

  @Test func `a pipe that its reader closed ends the output quietly`() throws {
    let pipe = Pipe()
    pipe.fileHandleForReading.closeFile()
    var console = console(output: pipe.fileHandleForWriting.fileDescriptor)
    console.writeLine("nobody reads this")
    try console.flush()
  }

  @Test(.needs(FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is not here"))
  func `a full disk is an error with its reason`() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    var console = console(output: full.fileDescriptor)
    console.writeLine("too much")
    let error = #expect(throws: ConsoleError.self) { try console.flush() }
    #expect(error == ConsoleError(.write(errno: ENOSPC)))
    #expect(error?.description == "cannot write standard output: No space left on device")
  }

  @Test func `a closed standard output is an error only where there is output`() throws {
    var console = console()
    try console.flush()
    console.writeLine("lost")
    #expect(throws: ConsoleError(.write(errno: EBADF))) { try console.flush() }
  }

  @Test func `errors are written at once, and nothing is said where they cannot be`() {
    let pipe = Pipe()
    console(error: pipe.fileHandleForWriting.fileDescriptor).writeError { _ in "no" }
    console().writeError { _ in "lost" }
    pipe.fileHandleForWriting.closeFile()
    #expect(pipe.fileHandleForReading.readDataToEndOfFile() == Data("no\n".utf8))
  }

  @Test func `standard input is read to its end`() throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    let lines = (0..<50_000).map { "item \($0)" }
    Thread.detachNewThread {
      writer.write(Data(lines.joined(separator: "\n").utf8))
      writer.closeFile()
    }
    #expect(
      try console(input: pipe.fileHandleForReading.fileDescriptor).readLines(each: "an item")
        == lines)
  }

  @Test func `input that cannot be read is an error with its reason`() {
    let error = #expect(throws: ConsoleError.self) { try console().readLines(each: "an item") }
    #expect(error == ConsoleError(.read(errno: EBADF)))
    #expect(error?.description == "cannot read standard input: Bad file descriptor")
    #expect(
      ConsoleError(.invalidUTF8(line: 3)).description
        == "line 3 of standard input is not UTF-8 text")
  }

  @Test func `a pipe is no terminal`() {
    let pipe = Pipe()
    let console = console(
      input: pipe.fileHandleForReading.fileDescriptor,
      output: pipe.fileHandleForWriting.fileDescriptor)
    #expect(!console.inputIsTerminal)
    #expect(console.output == .plain)
    #expect(console.error == .plain)
  }

  @Test func `a terminal is one, as wide as it says`() throws {
    var controller: CInt = -1
    var terminal: CInt = -1
    var size = winsize(ws_row: 24, ws_col: 57, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&controller, &terminal, nil, nil, &size) == 0)
    defer {
      close(controller)
      close(terminal)
    }
    let console = console(input: terminal, output: terminal)
    #expect(console.inputIsTerminal)
    #expect(console.output.isTerminal)
    #expect(console.output.width == 57)
    #expect(console.output.colors == .basic)
    #expect(console.output.showsSymbols)
    #expect(!console.error.isTerminal)
  }
}
