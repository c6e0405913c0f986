/// Why a file cannot be read.
package struct InterchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The part that is at fault.
  package enum Kind: Sendable {
    /// The file is damaged, or it is not of the format.
    case damaged
    /// The file is sound, and has nothing to import.
    case empty
    /// The file is sound, and something must be said about it that was not.
    case usage
  }

  /// The part that is at fault.
  package var kind: Kind
  /// The line, from 1; nil when the whole file is meant.
  package var line: Int?
  /// The message, without a full stop.
  package var message: String
  /// The advice about it, a whole sentence.
  package var hint: String?

  package init(
    line: Int? = nil, _ message: String, hint: String? = nil, kind: Kind = .damaged
  ) {
    (self.kind, self.line, self.message, self.hint) = (kind, line, message, hint)
  }

  /// The message, with the line.
  package var description: String {
    line.map { "line \($0): \(message)" } ?? message
  }
}
