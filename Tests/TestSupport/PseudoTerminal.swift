package import Foundation

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A program on a terminal of its own, whose keys a test presses and whose screen it reads.
///
/// The program is the leader of a session, as a login shell is: its process group is an orphaned
/// one. To have somebody who stops and continues it, start a shell and the program from there.
///
/// A class for the descriptor, which ends with it.
package final class PseudoTerminal {
  /// What must not happen to a test.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  /// What a terminal is set to, to be compared.
  package struct Attributes: Hashable, Sendable, CustomStringConvertible {
    package let flags: [UInt]
    package let characters: [UInt8]

    /// Whether lines are gathered and what is typed is shown.
    package let (isCanonical, echoes): (Bool, Bool)

    /// Reads what a terminal is set to.
    package init(of descriptor: Int32) {
      var value = termios()
      tcgetattr(descriptor, &value)
      flags = [value.c_iflag, value.c_oflag, value.c_cflag, value.c_lflag].map { UInt($0) }
      characters = withUnsafeBytes(of: value.c_cc) { Array($0) }
      isCanonical = value.c_lflag & tcflag_t(ICANON) != 0
      echoes = value.c_lflag & tcflag_t(ECHO) != 0
    }

    package var description: String {
      flags.map { String($0, radix: 16) }.joined(separator: ":")
    }
  }

  /// What the terminal shows.
  package private(set) var emulator: TerminalEmulator
  /// All bytes that came.
  package private(set) var output: [UInt8] = []
  private let program: ChildProgram
  private var controller: Int32

  /// How long a test waits for anything.
  private static let patience = 60

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: The path of the program.
  ///   - arguments: Its arguments.
  ///   - environment: Variables beside `PATH` and `TERM`.
  ///   - directory: Its working directory; nil for that of the tests.
  ///   - columns: The columns of the terminal.
  ///   - rows: Its rows.
  ///   - widths: How wide it draws text.
  ///   - setUp: What is done to the attributes of the terminal before the program starts.
  /// - Throws: ``Fault`` when there is no terminal to be had, or the program cannot be started.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    in directory: String? = nil, columns: Int = 60, rows: Int = 12,
    widths: TerminalWidths = .byScalar(widensAmbiguous: false),
    setUp: (inout termios) -> Void = { _ in }
  ) throws {
    emulator = TerminalEmulator(columns: columns, rows: rows, widths: widths)
    let (controller, terminal, name) = try Self.open(columns: columns, rows: rows)
    defer { close(terminal) }
    var attributes = termios()
    tcgetattr(terminal, &attributes)
    setUp(&attributes)
    tcsetattr(terminal, TCSANOW, &attributes)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    self.controller = controller

    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let variables = ["PATH": path, "TERM": "xterm", "LC_ALL": "C.UTF-8"]
      .merging(environment) { $1 }
    let stream = ChildProgram.Stream.file(name, O_RDWR)
    program = try ChildProgram(
      executable, arguments, environment: variables, in: directory,
      streams: [stream, stream, stream], leadsSession: true)
  }

  deinit {
    if controller >= 0 { close(controller) }
  }

  /// Opens both ends of a terminal, which programs that are started meanwhile do not get.
  ///
  /// - Returns: The end of the test, the end of a program, and the path of the latter.
  package static func open(
    columns: Int, rows: Int
  ) throws -> (controller: Int32, terminal: Int32, name: String) {
    var (controller, terminal): (Int32, Int32) = (-1, -1)
    var size = size(columns, rows)
    var name = [CChar](repeating: 0, count: 1_024)
    guard openpty(&controller, &terminal, &name, nil, &size) == 0 else {
      throw Fault(description: "openpty: \(String(cString: strerror(errno)))")
    }
    // `ChildProgram` gives them to nobody; the tests of git start programs by other means.
    for descriptor in [controller, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let path = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (controller, terminal, String(decoding: path, as: UTF8.self))
  }

  private static func size(_ columns: Int, _ rows: Int) -> winsize {
    winsize(
      ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
  }

  /// What the terminal is set to now.
  package var attributes: Attributes { Attributes(of: controller) }

  /// The process group that has the terminal.
  package var foregroundGroup: Int32 { tcgetpgrp(controller) }

  /// Types bytes: text, and keys as an xterm sends them.
  package func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    let end = Date(timeIntervalSinceNow: Double(Self.patience))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A program that writes meanwhile must be read.
        guard Date() < end else { throw Fault(description: "the terminal takes no more keys") }
        var request = pollfd(fd: controller, events: Int16(POLLIN | POLLOUT), revents: 0)
        if poll(&request, 1, 1_000) == 1, request.revents & Int16(POLLIN) != 0 {
          _ = read(waitingFor: 0)
        }
      } else if errno != EINTR {
        throw Fault(description: "send: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Sends a signal to the program; to its whole group, where the number of a group is given.
  package func signal(_ number: Int32, group: Int32? = nil) {
    if let group { kill(-group, number) } else { program.signal(number) }
  }

  /// Changes the size of the terminal, which tells its programs.
  package func resize(columns: Int, rows: Int) {
    var size = Self.size(columns, rows)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    emulator.resize(columns: columns, rows: rows)
  }

  /// Closes the terminal, as a window is closed or a connection ends.
  package func hangUp() {
    close(controller)
    controller = -1
  }

  /// Reads what the program writes until the screen is as it is wanted.
  ///
  /// - Parameter condition: What is waited for.
  /// - Throws: ``Fault`` with the screen, when it does not come, or the program ends before it.
  package func wait(until condition: (_ emulator: TerminalEmulator) -> Bool) throws {
    let end = Date(timeIntervalSinceNow: Double(Self.patience))
    while !condition(emulator) {
      guard read(waitingFor: 1_000), Date() < end else {
        if condition(emulator) { return }
        throw Fault(description: "it did not come; the screen is\n\(emulator.text)")
      }
    }
  }

  /// Reads what the program writes until the screen is as it is wanted, or the time is over.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait.
  ///   - condition: What is waited for.
  /// - Returns: Whether the program still has the terminal.
  package func wait(
    seconds: Double, until condition: (_ emulator: TerminalEmulator) -> Bool
  ) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !condition(emulator), Date() < end { guard read(waitingFor: 100) else { return false } }
    return true
  }

  /// Reads what the program writes until it has written nothing for a moment.
  ///
  /// - Returns: Whether the program still has the terminal.
  package func waitForQuiet() -> Bool {
    while true {
      let before = emulator.feedCount
      guard read(waitingFor: 400) else { return false }
      if emulator.feedCount == before, !emulator.isSynchronized { return true }
    }
  }

  /// Reads what the program writes until a text is on the screen, and no frame is half drawn.
  package func wait(for text: String) throws {
    try wait { $0.text.contains(text) && !$0.isSynchronized }
  }

  /// Waits for the end of the program, and reads the rest of what it writes.
  ///
  /// - Returns: How it ended.
  @discardableResult
  package func waitForEnd() throws -> ChildProgram.End {
    if controller >= 0 { while read(waitingFor: Self.patience * 1_000) {} }
    return program.waitForEnd()
  }

  /// Reads what is there, or comes within some milliseconds.
  ///
  /// - Returns: Whether the terminal is still open at the other end; false also when nothing came
  ///   for as long as a test waits.
  private func read(waitingFor milliseconds: Int) -> Bool {
    var request = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    let ready = poll(&request, 1, Int32(milliseconds))
    if ready == 0 { return milliseconds < Self.patience * 1_000 }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = readBytes(controller, &bytes)
    if count > 0 {
      output += bytes[..<count]
      emulator.feed(bytes[..<count])
      return true
    }
    // On Linux, EIO says that no program has the terminal open.
    return count == -1 && (errno == EAGAIN || errno == EINTR)
  }
}

private func readBytes(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  read(descriptor, &bytes, bytes.count)
}
