/// Why bytes are no checklists, or checklists cannot be written.
public struct ChecklistDocumentError: Error, Equatable, Sendable {
  /// What is wrong with the archive.
  public var cause: KeyedArchiveError

  init(_ cause: KeyedArchiveError) {
    self.cause = cause
  }
}

extension ChecklistDocumentError: CustomStringConvertible {
  /// The cause with its place.
  public var description: String { cause.description }
}
