import SystemLibrary

/// How a terminal handles what is typed and what is written (termios(3)).
struct TerminalAttributes {
  private(set) var value: termios

  /// Reads those of a terminal.
  ///
  /// - Parameter descriptor: A descriptor of the terminal.
  /// - Throws: ``SessionError`` of kind `noTerminal`.
  init(of descriptor: CInt) throws(SessionError) {
    value = termios()
    guard tcgetattr(descriptor, &value) == 0 else { throw SessionError(.noTerminal(errno: errno)) }
  }

  /// Gives them to a terminal.
  ///
  /// Keys that were typed before stay to be read, and output need not have been shown: a
  /// terminal that takes nothing more would not let the program end.
  ///
  /// - Parameter descriptor: A descriptor of the terminal.
  /// - Throws: ``SessionError`` of kind `gone`.
  func apply(to descriptor: CInt) throws(SessionError) {
    var value = value
    while tcsetattr(descriptor, TCSANOW, &value) == -1 {
      if errno != EINTR { throw SessionError(.gone) }
    }
  }

  /// The same, for a program that takes each key as it comes: Ctrl-C and Ctrl-S are keys too.
  var raw: TerminalAttributes {
    var raw = self
    cfmakeraw(&raw.value)
    return raw
  }

  /// Whether neither lines are gathered nor what is typed is shown: a program that was killed has
  /// left it so.
  var isRaw: Bool { value.c_lflag & tcflag_t(ICANON) == 0 && value.c_lflag & tcflag_t(ECHO) == 0 }

  /// The same, for a shell: what `stty sane` changes of raw attributes.
  var sane: TerminalAttributes {
    var sane = self
    sane.value.c_iflag |= tcflag_t(BRKINT | ICRNL | IXON | IMAXBEL)
    sane.value.c_iflag &= ~tcflag_t(IGNBRK | INLCR | IGNCR)
    sane.value.c_oflag |= tcflag_t(OPOST | ONLCR)
    sane.value.c_lflag |= tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE)
    // On macOS, the second one has another type.
    sane.value.c_lflag &= ~(tcflag_t(ECHONL) | tcflag_t(NOFLSH) | tcflag_t(TOSTOP))
    sane.value.c_cflag |= tcflag_t(CREAD)
    return sane
  }
}
