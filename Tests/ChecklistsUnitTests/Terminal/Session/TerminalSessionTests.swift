import Foundation
import TestSupport
import Testing

@testable import Terminal

/// A terminal without a program: the test is at both ends.
private final class Wire {
  let (controller, terminal): (CInt, CInt)
  private var isOpen = true

  init(columns: Int = 80, rows: Int = 24) throws {
    (controller, terminal, _) = try PseudoTerminal.open(columns: columns, rows: rows)
    for end in [controller, terminal] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    hangUp()
    close(terminal)
  }

  var attributes: PseudoTerminal.Attributes { PseudoTerminal.Attributes(of: terminal) }

  func hangUp() {
    guard isOpen else { return }
    close(controller)
    isOpen = false
    // A program that another test is just starting has that end too, until it runs.
    var request = pollfd(fd: terminal, events: 0, revents: 0)
    while request.revents & Int16(POLLHUP) == 0, poll(&request, 1, 60_000) != 0 {}
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(write(controller, bytes, bytes.count) == bytes.count)
  }

  /// What was written to the terminal, as far as it is there.
  func written() -> String {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(controller, &bytes, bytes.count), count > 0 {
      all += bytes[..<count]
    }
    return String(decoding: all, as: UTF8.self).replacing("\u{1B}[", with: "^")
  }
}

/// What a session writes when it begins and when it ends.
private let (entering, leaving) = (
  "^?1049h^?1l\u{1B}>^?2004h^0m^2J", "^0m^H^2J^?2004l^?7h^?25h^?1049l^?2026l"
)

/// One after the other: what a signal does belongs to the process.
@Suite(.serialized, .blocking) struct TerminalSessionTests {
  @Test func `a session gives back what it found`() throws {
    let wire = try Wire()
    let before = wire.attributes
    #expect(before.isCanonical && before.echoes)
    var session = TerminalSession(descriptor: wire.terminal)
    #expect(session.isEntered == false)
    try session.enter()
    #expect(session.isEntered == true)
    #expect(wire.written() == entering)
    #expect(!wire.attributes.isCanonical && !wire.attributes.echoes)
    session.leave()
    #expect(session.isEntered == false)
    #expect(wire.written() == leaving)
    #expect(wire.attributes == before)
  }

  @Test func `to enter or to leave twice does no harm`() throws {
    let wire = try Wire()
    let before = wire.attributes
    var session = TerminalSession(descriptor: wire.terminal)
    session.leave()
    #expect(wire.written() == "")
    try session.enter()
    let raw = wire.attributes
    try session.enter()
    #expect(wire.attributes == raw)
    #expect(wire.written() == entering + entering)
    session.leave()
    session.leave()
    #expect(wire.written() == leaving)
    #expect(wire.attributes == before)
    try session.enter()
    #expect(wire.attributes == raw)
    session.leave()
    #expect(wire.attributes == before)
  }

  @Test func `the end of the value gives the terminal back`() throws {
    let wire = try Wire()
    let before = wire.attributes
    do {
      var session = TerminalSession(descriptor: wire.terminal)
      try session.enter()
    }
    #expect(wire.attributes == before)
    #expect(wire.written() == entering + leaving)
  }

  @Test func `what a shell changed while the process was stopped is raw again`() throws {
    let wire = try Wire()
    let before = wire.attributes
    var session = TerminalSession(descriptor: wire.terminal)
    try session.enter()
    let raw = wire.attributes
    var value = termios()
    tcgetattr(wire.terminal, &value)
    value.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(wire.terminal, TCSANOW, &value)
    try session.enter()
    #expect(wire.attributes == raw)
    session.leave()
    #expect(wire.attributes == before)
  }

  @Test func `a terminal that was left raw is given back sane`() throws {
    let wire = try Wire()
    let before = wire.attributes
    var value = termios()
    tcgetattr(wire.terminal, &value)
    cfmakeraw(&value)
    tcsetattr(wire.terminal, TCSANOW, &value)
    var session = TerminalSession(descriptor: wire.terminal)
    try session.enter()
    session.leave()
    let after = wire.attributes
    #expect(after.isCanonical && after.echoes)
    var sane = termios()
    tcgetattr(wire.terminal, &sane)
    #expect(sane.c_iflag & tcflag_t(ICRNL | IXON) == tcflag_t(ICRNL | IXON))
    #expect(sane.c_oflag & tcflag_t(OPOST | ONLCR) == tcflag_t(OPOST | ONLCR))
    #expect(sane.c_lflag & tcflag_t(ISIG | IEXTEN) == tcflag_t(ISIG | IEXTEN))
    #expect(after.characters == before.characters)
  }

  @Test func `the size is what the terminal says, or the usual one`() throws {
    let wire = try Wire(columns: 132, rows: 43)
    #expect(TerminalSession(descriptor: wire.terminal).size == WindowSize(columns: 132, rows: 43))
    let silent = try Wire(columns: 0, rows: 0)
    #expect(TerminalSession(descriptor: silent.terminal).size == .usual)
  }

  @Test func `a pipe is no terminal`() {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let error = #expect(throws: SessionError.self) {
      var session = TerminalSession(descriptor: descriptor)
      try session.enter()
    }
    #expect(error == SessionError(.noTerminal(errno: ENOTTY)))
    #expect(error?.description == "no terminal: Inappropriate ioctl for device")
  }

  @Test func `more than a terminal holds is written whole`() throws {
    let wire = try Wire()
    var session = TerminalSession(descriptor: wire.terminal)
    try session.enter()
    _ = wire.written()
    let bytes = (0..<1_000_000).map { UInt8(0x20 + $0 % 95) }
    let controller = wire.controller
    let reader = Thread.detached { () -> [UInt8] in
      var all: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while all.count < bytes.count {
        var request = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 60_000) == 1 else { break }
        all += chunk[..<max(0, read(controller, &chunk, chunk.count))]
      }
      return all
    }
    try session.write(bytes)
    #expect(reader.value == bytes)
    session.leave()
  }

  @Test func `a terminal that hung up is gone, and leaving it is no error`() throws {
    let wire = try Wire()
    var session = TerminalSession(descriptor: wire.terminal)
    try session.enter()
    var events = EventSource(terminal: wire.terminal, signals: try SignalPipe())
    wire.hangUp()
    #expect(throws: SessionError(.gone)) { try session.write(Array("x".utf8)) }
    #expect(events.next(timeout: nil) == .gone)
    #expect(events.next(timeout: nil) == .gone)
    session.leave()
    #expect(session.isEntered == false)
  }

  @Test func `a signal ends the program also while the terminal takes nothing`() throws {
    let wire = try Wire()
    var session = TerminalSession(descriptor: wire.terminal)
    try session.enter()
    let before = wire.attributes
    let signals = try SignalPipe()
    raise(SIGTERM)
    #expect(throws: SessionError(.ended)) {
      try session.write([UInt8](repeating: 0x61, count: 1_000_000))
    }
    #expect(signals.read() == [.terminate])
    session.leave()
    #expect(wire.attributes != before)
  }

  @Test func `what happens is given event by event`() throws {
    let wire = try Wire()
    var session = TerminalSession(descriptor: wire.terminal)
    try session.enter()
    var events = EventSource(terminal: wire.terminal, signals: try SignalPipe())
    #expect(events.next(timeout: 0) == .timeout)
    try wire.type("ab\u{1B}[A")
    #expect(
      events.next(timeout: nil)
        == .keys([.key(.character("a")), .key(.character("b")), .key(Key(.up))]))
    // A key that is not whole is none, and Escape needs no other key.
    try wire.type("\u{1B}[1;")
    #expect(events.next(timeout: 1) == .timeout)
    try wire.type("5C\u{1B}")
    #expect(events.next(timeout: nil) == .keys([.key(Key(.right, .control))]))
    #expect(events.next(timeout: nil) == .keys([.key(Key(.escape))]))
    #expect(events.next(timeout: 0) == .timeout)
    let pipe = Pipe()
    let other = pipe.fileHandleForReading.fileDescriptor
    #expect(events.next(timeout: 0, watching: [other]) == .timeout)
    try pipe.fileHandleForWriting.write(contentsOf: Data("x".utf8))
    #expect(events.next(timeout: nil, watching: [other]) == .descriptor(other))
    // Keys come before that, and signals before keys, each of them once.
    try wire.type("c")
    for number in [SIGWINCH, SIGCONT, SIGWINCH, SIGINT, SIGTSTP] { raise(number) }
    var found: [TerminalEvent] = []
    while found.last != .descriptor(other) {
      found.append(events.next(timeout: nil, watching: [other]))
    }
    #expect(
      found == [
        .signal(.interrupt), .signal(.suspend), .signal(.resume), .signal(.resize),
        .keys([.key(.character("c"))]), .descriptor(other),
      ])
  }

  @Test func `the end of the signals gives back what they did`() throws {
    let before = SignalAction.current(for: SIGTERM)
    #expect(!before.isIgnored)
    SignalAction.ignored.install(for: SIGHUP)
    SignalAction.ignored.install(for: SIGWINCH)
    defer {
      SignalAction.byDefault.install(for: SIGHUP)
      SignalAction.byDefault.install(for: SIGWINCH)
    }
    do {
      let signals = try SignalPipe()
      // As `nohup` has it.
      #expect(SignalAction.current(for: SIGHUP).isIgnored)
      #expect(!SignalAction.current(for: SIGWINCH).isIgnored)
      raise(SIGWINCH)
      #expect(signals.read() == [.resize])
      #expect(signals.read() == [])
    }
    #expect(SignalAction.current(for: SIGHUP).isIgnored)
    #expect(SignalAction.current(for: SIGWINCH).isIgnored)
  }
}

/// The result of a thread, for which one waits.
private final class Future<Value: Sendable>: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var result: Value?

  func finish(_ value: Value) {
    result = value
    done.signal()
  }

  var value: Value? {
    done.wait()
    return result
  }
}

extension Thread {
  /// Runs something on a thread of its own.
  fileprivate static func detached<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) -> Future<Value> {
    let future = Future<Value>()
    detachNewThread { future.finish(work()) }
    return future
  }
}
