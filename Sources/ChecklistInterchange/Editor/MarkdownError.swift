/// Why a text from an editor cannot be read.
package struct MarkdownError: Error, Equatable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The message, without a full stop.
  package var message: String

  init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }
}
