import SystemLibrary

/// A signal that a program with a screen has to do something about, in the order of importance.
package enum TerminalSignal: CaseIterable, Sendable {
  /// SIGHUP: the terminal is gone.
  case hangUp
  /// SIGTERM: the program is to end.
  case terminate
  /// SIGINT, which came from another process: in raw mode Ctrl-C is a key.
  case interrupt
  /// SIGTSTP, which came from another process: the program is to stop.
  case suspend
  /// SIGCONT: the program was stopped, and the screen may be another's now.
  case resume
  /// SIGWINCH: the terminal may have another size.
  case resize

  /// The number of the signal.
  package var number: CInt {
    switch self {
    case .hangUp: SIGHUP
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .suspend: SIGTSTP
    case .resume: SIGCONT
    case .resize: SIGWINCH
    }
  }

  /// Whether the program is to end.
  package var isEnding: Bool { self == .hangUp || self == .terminate }

  /// The exit status of a program that this signal ended, as a shell has it.
  package var exitStatus: CInt { 128 + number }

  /// Ends the process as the signal does by itself: a shell then has the status 128 and its number.
  package func endProcess() {
    SignalAction.byDefault.install(for: number)
    SignalAction.unblock([number])
    raise(number)
  }
}
