/// The use that a session makes of its terminal.
package enum TerminalUse: Sendable {
  /// A screen of its own.
  case screen
  /// Lines below those that are there already.
  case lines
}

/// The sequences that a session writes to a terminal when it begins and ends.
///
/// The numbers are those of xterm's ctlseqs; a terminal ignores those that it does not know.
enum TerminalSequences {
  /// Gives the program a screen of its own, or keys that are read one by one.
  static func enter(_ use: TerminalUse) -> String {
    use == .screen ? enterScreen : "\u{1B}[?2004h"
  }

  /// Gives the terminal back.
  static func leave(_ use: TerminalUse) -> String {
    use == .screen ? leaveScreen : "\u{1B}[0m\u{1B}[?2004l"
  }

  /// Gives the program a screen of its own.
  private static let enterScreen = [
    "\u{1B}[?1049h",  // the alternate screen
    "\u{1B}[?1l",  // the arrows send control sequences,
    "\u{1B}>",  // and the numeric keypad sends digits
    "\u{1B}[?2004h",  // pasted text is marked
    "\u{1B}[0m\u{1B}[2J",
  ].joined()

  /// Gives the screen back, whatever a frame was doing.
  private static let leaveScreen = [
    "\u{1B}[0m",
    "\u{1B}[H\u{1B}[2J",  // in a terminal without an alternate screen nothing stays
    "\u{1B}[?2004l",
    "\u{1B}[?7h",
    "\u{1B}[?25h",
    "\u{1B}[?1049l",
    "\u{1B}[?2026l",  // at last, so that all is shown at once
  ].joined()
}
