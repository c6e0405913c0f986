import SystemLibrary

/// The standard streams: the only place that reads input and writes output.
///
/// Output is gathered and written by ``flush()`` in one system call, except answers as long as
/// their file, which are written piece by piece. Errors are written at once. A reader that closed
/// the pipe, as `head` does, has what it wanted: the rest is dropped, and the command's own exit
/// status stands.
package struct Console: Sendable {
  /// The file descriptors of the streams.
  package struct Descriptors: Sendable {
    package var input: CInt
    package var output: CInt
    package var error: CInt

    /// The streams that the process was given, unless others are named.
    package init(input: CInt = 0, output: CInt = 1, error: CInt = 2) {
      self.input = input
      self.output = output
      self.error = error
    }
  }

  /// The abilities of standard output.
  package let output: Display
  /// The abilities of standard error.
  package let error: Display
  /// Whether a person could type the input.
  package var inputIsTerminal: Bool { isatty(descriptors.input) == 1 }
  /// The use that standard input already has; nil while it can be read.
  package var inputOwner: String?
  /// Whether all output waits for ``flush()``, as that of a batch does for the save.
  package var isKeptBack = false
  /// Whether all output is dropped, because the exit status is the whole answer.
  package var isSilent = false

  private let descriptors: Descriptors
  private var buffer = DisplayBuffer()

  /// Looks at the streams.
  ///
  /// - Parameters:
  ///   - environment: Gives the variables that ``Display`` reads.
  ///   - color: The value of `--color`.
  ///   - descriptors: Where the streams are; tests give others.
  package init(
    environment: (String) -> String?, color: ColorMode = .auto,
    descriptors: Descriptors = Descriptors()
  ) {
    func display(_ descriptor: CInt) -> Display {
      let isTerminal = isatty(descriptor) == 1
      return Display(
        isTerminal: isTerminal,
        terminalWidth: isTerminal ? WindowSize.reported(by: descriptor)?.columns : nil,
        environment: environment, color: color)
    }
    output = display(descriptors.output)
    error = display(descriptors.error)
    self.descriptors = descriptors
  }

  /// Prepares the process, before it opens any file.
  ///
  /// A closed pipe, and a file longer than the process may make one, become errors of `write`, and
  /// no signals. (A program that is started from here, like an editor, inherits that unless its
  /// signals are reset.)
  ///
  /// A standard stream that was closed (`checklists >&-`) is held by a descriptor that fails, so
  /// that no file of ours is opened in its place and then written to as if it were the terminal.
  package static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free descriptor is this one. It is opened the wrong way round on purpose.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Adds text to the output.
  package mutating func write(_ text: DisplayText) {
    buffer.append(text)
  }

  /// Adds bytes for a program or a file to the output, as they are.
  ///
  /// They are JSON, a property list or the answer to a shell: nothing that a person reads.
  package mutating func write(data bytes: [UInt8]) {
    buffer.append(data: bytes)
  }

  /// Adds a page of several lines to the output; for a terminal, with its controls escaped.
  ///
  /// - Parameter bytes: The page, in UTF-8.
  package mutating func write(page bytes: [UInt8]) {
    guard output.isTerminal else { return write(data: bytes) }
    write(output.page(String(decoding: bytes, as: UTF8.self)))
  }

  /// Adds what a view writes to the output.
  package mutating func write(_ view: (_ output: inout DisplayBuffer) -> Void) {
    view(&buffer)
  }

  /// Adds what a view of many rows writes to the output, and writes the output on the way once it
  /// is large.
  ///
  /// - Parameter view: Writes the rows, and says after each that it is whole.
  /// - Throws: As ``flush()``.
  package mutating func writeRows(
    _ view: (_ output: inout DisplayBuffer, _ rowIsWhole: (inout DisplayBuffer) -> Void) -> Void
  ) throws(ConsoleError) {
    let (descriptor, isKeptBack, isSilent) = (descriptors.output, isKeptBack, isSilent)
    var failure: CInt = 0
    view(&buffer) { output in
      guard !isKeptBack, output.count > Self.largeCount else { return }
      if failure == 0, !isSilent { failure = writeAll(output.bytes, to: descriptor) }
      output.removeAll()
    }
    // After a part that could not be written, nothing more is written.
    if failure != 0 { buffer.removeAll() }
    try check(failure)
  }

  /// Adds a line of text to the output, as ``Display/text(_:)`` shows it: also what came from a
  /// document or from an argument acts on no terminal, and hides nothing from the reader.
  ///
  /// - Parameter text: The text; a line break in it ends no line.
  package mutating func writeLine(_ text: String = "", as style: Style? = nil) {
    writeLine(shown: output.styled(output.text(text), as: style))
  }

  /// Adds a line to the output that is made for its display already, and has looks in it.
  package mutating func writeLine(shown line: DisplayText) {
    buffer.append(line)
    buffer.endLine()
  }

  /// Writes the gathered output; does nothing when there is none.
  ///
  /// - Throws: `ConsoleError` of kind `write`, but not when the reader closed the pipe.
  package mutating func flush() throws(ConsoleError) {
    let failure = isSilent ? 0 : writeAll(buffer.bytes, to: descriptors.output)
    buffer.removeAll()
    try check(failure)
  }

  /// Writes the gathered output once it is large, for answers that are as long as their file.
  ///
  /// - Throws: As ``flush()``.
  package mutating func flushWhenLarge() throws(ConsoleError) {
    if !isKeptBack, buffer.count > Self.largeCount { try flush() }
  }

  /// The bytes from which output counts as large: what a pipe takes at once.
  private static let largeCount = 65_536

  private func check(_ failure: CInt) throws(ConsoleError) {
    guard failure == 0 || failure == EPIPE else { throw ConsoleError(.write(errno: failure)) }
  }

  /// Writes bytes of another program to the output, at once and as they are.
  package func pass(_ bytes: [UInt8]) { _ = writeAll(bytes, to: descriptors.output) }

  /// Writes a line to standard error that is no error: what a person should know.
  package func note(_ text: String) {
    writeError { $0.text("checklists: \(text)") }
  }

  /// Writes text and a newline to standard error, at once.
  ///
  /// A failure is ignored, since there is nowhere to report it.
  ///
  /// - Parameter text: Makes the text for the display of standard error.
  package func writeError(_ text: (Display) -> DisplayText) {
    writeNow(text(error) + "\n")
  }

  /// Writes bytes for a program to standard error, as ``write(data:)`` does it, at once.
  package func writeError(data bytes: [UInt8]) {
    _ = writeAll(bytes, to: descriptors.error)
  }

  /// Writes text for the display of standard error, at once.
  private func writeNow(_ text: DisplayText) {
    _ = writeAll(Array(text.string.utf8), to: descriptors.error)
  }

  /// Shows a person at a terminal how far long work is, in a line that the next call replaces.
  ///
  /// - Parameter text: What is done; nil when the work is over, which takes the line away.
  package func showProgress(_ text: String?) {
    guard error.isTerminal else { return }
    let line = text.map { error.cut($0, to: max(error.width - 1, 1)) } ?? ""
    writeNow("\r\u{1B}[K\(line)")
  }

  /// Asks a person a question on standard error that is answered yes or no.
  ///
  /// - Parameter question: Makes the question, with a space at its end, for the display of standard
  ///   error.
  /// - Returns: Whether the answer is yes: an empty line, or one that begins with "y".
  package func confirm(_ question: (Display) -> DisplayText) -> Bool {
    writeNow(question(error))
    var answer: [UInt8] = []
    while answer.last != UInt8(ascii: "\n") {
      var byte: UInt8 = 0
      let count = read(descriptors.input, &byte, 1)
      if count > 0 {
        answer.append(byte)
      } else if count == 0 || !mayRetry(errno, descriptor: descriptors.input, events: POLLIN) {
        writeNow("\n")
        return false
      }
    }
    return [UInt8(ascii: "\n"), UInt8(ascii: "y"), UInt8(ascii: "Y")].contains(answer[0])
  }

  /// The next input on standard input.
  package enum NextLine: Equatable {
    /// A line, without its end.
    case line(String)
    /// The input has ended.
    case end
    /// Somebody pressed Ctrl-C, if ``catchInterrupts()`` was called.
    case interrupt
  }

  /// Lets Ctrl-C end the reading of a line, and not the process.
  ///
  /// The signal comes only while a line is waited for. One that is sent before that waits too.
  package static func catchInterrupts() {
    SignalAction({ _ in }).install(for: SIGINT)
    SignalAction.block([SIGINT])
  }

  /// Throws away what somebody at a terminal has typed and nobody has read; the lines of a pipe
  /// stay.
  ///
  /// It is called before the question is written: what is typed once that is seen counts.
  package func discardTypedInput() {
    if inputIsTerminal { tcflush(descriptors.input, TCIFLUSH) }
  }

  /// Reads a line of standard input, and nothing after it.
  ///
  /// - Parameter number: The number of the line, from 1, for an error.
  /// - Throws: `ConsoleError` of kind `read`, `inputTaken`, `invalidUTF8` or `nulCharacter`.
  package func readLine(_ number: Int) throws(ConsoleError) -> NextLine {
    if let inputOwner { throw ConsoleError(.inputTaken(by: inputOwner)) }
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      guard waitForInput() else { return .interrupt }
      var byte: UInt8 = 0
      let count = read(descriptors.input, &byte, 1)
      if count > 0 {
        line.append(byte)
      } else if count == 0 {
        if line.isEmpty { return .end }
        break
      } else if !mayRetry(errno, descriptor: descriptors.input, events: POLLIN) {
        throw ConsoleError(.read(errno: errno))
      }
    }
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return .line(try InputLines.text(of: line[...], number: number))
  }

  /// Waits until standard input can be read, and lets Ctrl-C come only meanwhile.
  ///
  /// - Returns: False when Ctrl-C came instead.
  private func waitForInput() -> Bool {
    // What cannot stand in the set is left to `read`.
    guard 0..<CInt(MemoryLayout<fd_set>.size * 8) ~= descriptors.input else { return true }
    var (readable, mask) = (fd_set(), sigset_t())
    withUnsafeMutableBytes(of: &readable) {
      $0[Int(descriptors.input) / 8] = 1 << (descriptors.input % 8)
    }
    sigprocmask(SIG_BLOCK, nil, &mask)
    sigdelset(&mask, SIGINT)
    // A failure of another kind is one of `read` too, which reports it.
    return pselect(descriptors.input + 1, &readable, nil, nil, nil, &mask) >= 0 || errno != EINTR
  }

  /// Waits until a descriptor can be read, while standard output is open at its other end.
  ///
  /// - Parameter descriptor: The descriptor; nil for none, which waits a second.
  /// - Returns: False when nobody reads standard output any more.
  package func waitForReader(until descriptor: CInt?) -> Bool {
    var requests = [pollfd(fd: descriptors.output, events: 0, revents: 0)]
    if let descriptor { requests.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&requests, numericCast(requests.count), descriptor == nil ? 1_000 : -1)
    return requests[0].revents == 0
  }

  /// Reads standard input to its end.
  ///
  /// A person who is to type it is told so first.
  ///
  /// - Parameter wanted: What each line is to be: "an item".
  /// - Returns: Its lines, as ``InputLines/split(_:)`` makes them.
  /// - Throws: `ConsoleError` of kind `read`, `inputTaken`, `invalidUTF8` or `nulCharacter`.
  package func readLines(each wanted: String) throws(ConsoleError) -> [String] {
    if inputIsTerminal, inputOwner == nil {
      note("each line is \(wanted); Ctrl-D on a line of its own ends the input")
    }
    return try InputLines.split(readBytes())
  }

  /// Reads standard input to its end.
  ///
  /// - Returns: Its bytes.
  /// - Throws: `ConsoleError` of kind `read` or `inputTaken`.
  package func readBytes() throws(ConsoleError) -> [UInt8] {
    if let inputOwner { throw ConsoleError(.inputTaken(by: inputOwner)) }
    var input: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptors.input, &chunk, chunk.count)
      if count > 0 {
        input += chunk[..<count]
      } else if count == 0 {
        return input
      } else if !mayRetry(errno, descriptor: descriptors.input, events: POLLIN) {
        throw ConsoleError(.read(errno: errno))
      }
    }
  }
}

/// Writes bytes, however many calls it takes.
///
/// - Parameters:
///   - bytes: The bytes to write.
///   - descriptor: The descriptor to write to.
/// - Returns: 0, or the `errno` of the call that failed.
private func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if !mayRetry(errno, descriptor: descriptor, events: POLLOUT) {
      return errno
    }
  }
  return 0
}

/// Whether a call that failed is to be made again.
///
/// It happens after a signal, and when a descriptor that another program made non-blocking is ready
/// once more.
private func mayRetry(_ failure: CInt, descriptor: CInt, events: CInt) -> Bool {
  if failure == EAGAIN {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&request, 1, -1)
    return true
  }
  return failure == EINTR
}
