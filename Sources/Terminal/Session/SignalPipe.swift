import SystemLibrary

/// The descriptor that the handlers write to; -1 while there is none.
///
/// A handler has no other way to it than a variable of the process.
nonisolated(unsafe) private var writer: CInt = -1
/// Whether a signal came that is to end the program.
nonisolated(unsafe) private var hasEndingSignal = false

/// Catches signals and gives them in turn: a handler writes a byte to a pipe, for which a loop
/// waits with `poll`.
///
/// What a signal does belongs to the process: of several, the last one that was made gets them
/// until its end.
package struct SignalPipe: ~Copyable, Sendable {
  /// The descriptor that can be read when a signal came.
  package let descriptor: CInt
  private let writingEnd: CInt
  /// The former action of each signal, and the descriptor to which its handler writes.
  private let previous: [SignalAction]
  private let previousWriter: CInt

  /// Catches the signals of ``TerminalSignal``.
  ///
  /// SIGHUP and SIGTSTP stay ignored if the process was started so, as by `nohup`.
  ///
  /// - Throws: ``SessionError`` of kind `system`, when there is no descriptor left.
  package init() throws(SessionError) {
    var ends: (reader: CInt, writer: CInt) = (-1, -1)
    let code = withUnsafeMutableBytes(of: &ends) { pipe($0.bindMemory(to: CInt.self).baseAddress) }
    guard code == 0 else { throw SessionError(.system(call: "pipe", errno: errno)) }
    for end in [ends.reader, ends.writer] {
      // A handler must not wait while the pipe is full.
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (descriptor, writingEnd) = (ends.reader, ends.writer)
    hasEndingSignal = false
    previousWriter = writer
    writer = ends.writer
    let action = SignalAction({ note($0) })
    previous = TerminalSignal.allCases.map { signal in
      let old = SignalAction.current(for: signal.number)
      let stays = old.isIgnored && (signal == .hangUp || signal == .suspend)
      return stays ? old : action.install(for: signal.number)
    }
    SignalAction.unblock(TerminalSignal.allCases.map(\.number))
  }

  deinit {
    for (signal, action) in zip(TerminalSignal.allCases, previous) {
      action.install(for: signal.number)
    }
    writer = previousWriter
    hasEndingSignal = false
    close(descriptor)
    close(writingEnd)
  }

  /// Whether a signal has come that is to end the program, also while nobody reads the pipe.
  static var hasEnding: Bool { hasEndingSignal }

  /// Takes the signals that have come.
  ///
  /// - Returns: Each of them once, the most important one first.
  package func read() -> [TerminalSignal] {
    var bytes = [UInt8](repeating: 0, count: 256)
    var numbers: Set<CInt> = []
    while true {
      let count = readBytes(descriptor, &bytes)
      if count <= 0 { break }
      numbers.formUnion(bytes[..<count].map { CInt($0) })
    }
    return TerminalSignal.allCases.filter { numbers.contains($0.number) }
  }
}

/// Writes the number of a signal to the pipe: the handler of all of them.
private func note(_ number: CInt) {
  // What was interrupted looks at its own error.
  let failure = errno
  if number == SIGTERM || number == SIGHUP { hasEndingSignal = true }
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(writer, &byte, 1)
  errno = failure
}

/// Calls `read`, also again after a signal.
private func readBytes(_ descriptor: CInt, _ bytes: inout [UInt8]) -> Int {
  while true {
    let count = read(descriptor, &bytes, bytes.count)
    if count != -1 || errno != EINTR { return count }
  }
}
