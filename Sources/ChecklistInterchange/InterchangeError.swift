/// Why a file cannot be read.
package struct InterchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is at fault.
  package enum Kind: Sendable {
    /// The file is damaged, or it is not of the format.
    case damaged
    /// The file is sound, and has nothing to import.
    case empty
    /// The file is sound, and something must be said about it that was not.
    case usage
  }

  /// What is at fault.
  package var kind: Kind
  /// The line, from 1; nil when the whole file is meant.
  package var line: Int?
  /// What is wrong, without a full stop.
  package var message: String
  /// What to do about it, a whole sentence.
  package var hint: String?

  package init(
    line: Int? = nil, _ message: String, hint: String? = nil, kind: Kind = .damaged
  ) {
    (self.kind, self.line, self.message, self.hint) = (kind, line, message, hint)
  }

  /// What is wrong, and on which line.
  package var description: String {
    line.map { "line \($0): \(message)" } ?? message
  }
}
