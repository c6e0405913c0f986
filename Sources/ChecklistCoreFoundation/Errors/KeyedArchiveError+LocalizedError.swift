public import ChecklistCore
import Foundation

extension KeyedArchiveError: LocalizedError {
  /// The message with its place and its cause.
  public var errorDescription: String? { description }

  /// That of the error below it.
  public var recoverySuggestion: String? {
    if case .propertyList(let error) = kind { return error.recoverySuggestion }
    return (cause as? any LocalizedError)?.recoverySuggestion
  }
}
