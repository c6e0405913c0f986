import SystemLibrary

/// How many columns and rows a terminal has.
package struct WindowSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of a terminal that does not tell it.
  package static let usual = WindowSize(columns: 80, rows: 24)

  /// Asks the terminal of a descriptor, as `TIOCGWINSZ` does it.
  ///
  /// - Parameter descriptor: The descriptor.
  /// - Returns: What it says, which may be 0; nil when it is no terminal.
  package static func reported(by descriptor: CInt) -> WindowSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
