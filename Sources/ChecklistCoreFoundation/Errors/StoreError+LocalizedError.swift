public import ChecklistCore
import Foundation

extension StoreError: LocalizedError {
  /// The error, its place, and that nothing was lost.
  public var errorDescription: String? { description }

  /// The advice; nil when nothing is to be done.
  public var recoverySuggestion: String? {
    switch kind {
    case .damaged: "The file was left as it is. Restore a state from its history."
    case .unrepresentable: "Save a copy in another format, which can hold it."
    case .refused(let error): error.recoverySuggestion
    case .notFound: "Choose another file."
    case .noDocument: "Make a document there by adding a list."
    case .noDirectory: "Make the folder first."
    case .reservedName: "Give the document another name."
    case .permission(let error): "Ask for permission to use \(error.path.shownPath)."
    case .locked: "Try again when the other process is done."
    case .replaced: "Nothing was changed. Try again."
    case .changedElsewhere: "Nothing was changed. Look at the document before you undo more."
    case .noSuchRevision, .damagedRevision, .nothingToRestore: "Choose another state."
    case .damagedDraft: "It was left as it is. Copy what you need, then remove it."
    default: nil
    }
  }
}
