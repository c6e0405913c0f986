public import ChecklistCore
import Foundation

extension PropertyListError: LocalizedError {
  /// The message with the place.
  public var errorDescription: String? { description }

  /// The format that holds a value which another one does not; nil for a fault of a file.
  public var recoverySuggestion: String? {
    kind == .unrepresentable ? "Write it as a binary property list, which holds every value." : nil
  }
}
