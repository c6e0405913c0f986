public import ChecklistCore
public import Foundation

extension ChecklistDocumentError: LocalizedError {
  /// The cause with its place.
  public var errorDescription: String? { description }

  /// That of the cause.
  public var recoverySuggestion: String? { cause.recoverySuggestion }
}
