import SystemLibrary

/// A terminal that a program has for its screen, until ``leave()``.
///
/// Whatever ends the program, the terminal is given back: ``leave()``, the end of this value, or
/// the handler of a crash. What SIGKILL leaves, the next session finds and sets right at its own
/// end.
package struct TerminalSession: ~Copyable {
  /// The attributes of the terminal before.
  private struct Entered {
    let attributes: TerminalAttributes
    let trapHandler: TrapHandler
  }

  /// The descriptor of the terminal, for reading and writing.
  package let descriptor: CInt
  private let ownsDescriptor: Bool
  private let use: TerminalUse
  private var entered: Entered?

  /// How long the end of a session waits for a terminal that takes nothing, in milliseconds.
  private static let patience: CInt = 1_000

  /// Takes a terminal that is open.
  ///
  /// - Parameter descriptor: The descriptor, for reading and writing; it stays open.
  package init(descriptor: CInt) {
    self.init(descriptor: descriptor, ownsDescriptor: false, for: .screen)
  }

  private init(descriptor: CInt, ownsDescriptor: Bool, for use: TerminalUse) {
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.use = use
  }

  /// Opens the terminal of the process, also where its standard streams are files.
  ///
  /// It is opened anew, so that it does not block here and does so for all others.
  ///
  /// - Throws: ``SessionError`` of kind `noTerminal`.
  package static func ofProcess(
    for use: TerminalUse = .screen
  ) throws(SessionError) -> TerminalSession {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    if descriptor >= 0 {
      return TerminalSession(descriptor: descriptor, ownsDescriptor: true, for: use)
    }
    let failure = errno
    // Some containers give a terminal that controls no process.
    if isatty(0) == 1, fcntl(0, F_GETFL) & (O_WRONLY | O_RDWR) == O_RDWR {
      return TerminalSession(descriptor: 0, ownsDescriptor: false, for: use)
    }
    throw SessionError(.noTerminal(errno: failure))
  }

  /// The path of the terminal of the process.
  private static var path: String {
    #if canImport(Darwin)
      // There, `poll` does not know /dev/tty.
      for descriptor in CInt(0)...2 {
        if let name = ttyname(descriptor) { return String(cString: name) }
      }
    #endif
    return "/dev/tty"
  }

  deinit {
    if let entered { Self.leave(entered, descriptor, use) }
    if ownsDescriptor { close(descriptor) }
  }

  /// Whether the program has the screen.
  package var isEntered: Bool { entered != nil }

  /// The size of the terminal; 80 x 24 where it does not say one.
  package var size: WindowSize {
    guard let size = WindowSize.reported(by: descriptor), size.columns > 0, size.rows > 0 else {
      return .usual
    }
    return size
  }

  /// Gives the program the screen: raw attributes, the alternate screen, marks around what is
  /// pasted.
  ///
  /// It may be called again at any time, and must be after the process was stopped: whoever had the
  /// terminal meanwhile has changed it. What ``leave()`` gives back is what was there at the first
  /// call.
  ///
  /// In the background it stops the process, until somebody brings it to the foreground.
  ///
  /// - Throws: ``SessionError`` of kind `noTerminal`, or as ``write(_:)``.
  package mutating func enter() throws(SessionError) {
    let current = try TerminalAttributes(of: descriptor)
    if let entered {
      // A shell may have set what it likes: a raw terminal is made of what was saved.
      try entered.attributes.raw.apply(to: descriptor)
    } else {
      // A program that was killed may have left it raw: then sane attributes are given back.
      let attributes = current.isRaw ? current.sane : current
      entered = Entered(
        attributes: attributes,
        trapHandler: TrapHandler(
          descriptor: descriptor, attributes: attributes, sequence: TerminalSequences.leave(use)))
      try attributes.raw.apply(to: descriptor)
    }
    try write(Array(TerminalSequences.enter(use).utf8))
  }

  /// Gives the terminal back; does nothing when the program does not have the screen.
  ///
  /// Errors are ignored: a terminal that is gone needs nothing.
  package mutating func leave() {
    guard let entered else { return }
    Self.leave(entered, descriptor, use)
    self.entered = nil
  }

  /// Gives the terminal back while something else has it, and takes it again: what is given back at
  /// last is what was there before the session.
  ///
  /// - Throws: What `body` throws, or as ``enter()``.
  package mutating func lend<Value>(_ body: () throws -> Value) throws -> Value {
    guard let entered else { return try body() }
    try write(Array(TerminalSequences.leave(use).utf8))
    try entered.attributes.apply(to: descriptor)
    defer { discardInput() }
    let result = Result { try body() }
    try enter()
    return try result.get()
  }

  /// Stops all processes that the shell started together, and goes on when they are continued: what
  /// Ctrl-Z does where it is no key.
  ///
  /// The screen is given back meanwhile, and taken again. The signal is SIGTSTP, as for `vi` and
  /// `less`: the kernel drops it where nobody could continue the processes, since the one that
  /// started them has ended. There, and where SIGTSTP is ignored, the program goes on at once.
  /// After that all of the screen must be drawn.
  ///
  /// - Throws: As ``enter()``.
  package mutating func suspend() throws(SessionError) {
    guard !SignalAction.current(for: SIGTSTP).isIgnored else { return }
    leave()
    let action = SignalAction.byDefault.install(for: SIGTSTP)
    // It comes before the call returns, since this is the only thread that takes it.
    kill(0, SIGTSTP)
    action.install(for: SIGTSTP)
    try enter()
  }

  /// Throws away what was typed and nobody has read.
  package func discardInput() { tcflush(descriptor, TCIFLUSH) }

  /// Writes text, whose lines end as is usual for texts: the keys are read one by one, so the
  /// terminal does not go to the first column by itself.
  ///
  /// - Throws: As ``draw(_:after:with:)``.
  package func write(_ text: DisplayText) throws(SessionError) {
    var bytes: [UInt8] = []
    for byte in text.string.utf8 {
      if byte == UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\r")) }
      bytes.append(byte)
    }
    try write(bytes)
  }

  /// Draws a screen.
  ///
  /// - Parameter previous: What the terminal shows; nil where that is not known.
  /// - Throws: ``SessionError`` of kind `gone`, or `ended` when a signal is to end the program
  ///   while the terminal takes nothing.
  package func draw(
    _ screen: Screen, after previous: Screen?, with renderer: ScreenRenderer
  ) throws(SessionError) {
    try write(renderer.difference(from: previous, to: screen))
  }

  /// Writes bytes, however many calls it takes.
  ///
  /// - Throws: As ``draw(_:after:with:)``.
  func write(_ bytes: [UInt8]) throws(SessionError) {
    try Self.write(bytes, to: descriptor) { SignalPipe.hasEnding }
  }

  /// Writes bytes until a condition holds while the terminal takes nothing.
  private static func write(
    _ bytes: [UInt8], to descriptor: CInt, orUntil isEnough: () -> Bool
  ) throws(SessionError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&request, 1, patience) <= 0, isEnough() { throw SessionError(.ended) }
      } else if errno != EINTR {
        throw SessionError(.gone)
      } else if isEnough() {
        throw SessionError(.ended)
      }
    }
  }

  /// Gives the terminal back, if the process has a say in it.
  private static func leave(_ entered: Entered, _ descriptor: CInt, _ use: TerminalUse) {
    defer { entered.trapHandler.remove() }
    // In the background it is another program's, and to change it would stop the process.
    let group = tcgetpgrp(descriptor)
    guard group == -1 || group == getpgrp() else { return }
    try? write(Array(TerminalSequences.leave(use).utf8), to: descriptor) { true }
    try? entered.attributes.apply(to: descriptor)
  }
}

private func writeBytes(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
