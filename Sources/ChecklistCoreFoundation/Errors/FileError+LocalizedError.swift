public import ChecklistCore
import Foundation

extension FileError: LocalizedError {
  /// The step, the path and the reason.
  public var errorDescription: String? { description }
}
