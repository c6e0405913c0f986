/// An event of the keyboard.
package enum KeyEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted, as a whole; its line breaks are newlines.
  case paste(String)
}
