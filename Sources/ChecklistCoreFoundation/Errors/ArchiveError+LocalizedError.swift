public import ChecklistCore
import Foundation

extension ArchiveError: LocalizedError {
  /// The message with its place and its cause.
  public var errorDescription: String? { description }

  /// The format that holds a value which another one does not, or that of the error below it; nil
  /// for a fault of a file.
  public var recoverySuggestion: String? {
    kind == .unrepresentableInFormat
      ? "Write it as a binary property list, which holds every value."
      : (cause as? any LocalizedError)?.recoverySuggestion
  }
}
