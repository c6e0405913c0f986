/// An event that a program with a screen waits for.
package enum TerminalEvent: Hashable, Sendable {
  /// Somebody pressed keys or pasted text; at least one.
  case keys([KeyEvent])
  /// A signal came.
  case signal(TerminalSignal)
  /// This descriptor, one of the caller's, can be read, or has ended.
  case descriptor(CInt)
  /// Nothing happened in the time that was given.
  case timeout
  /// The terminal was closed. Nothing else comes any more.
  case gone
}
