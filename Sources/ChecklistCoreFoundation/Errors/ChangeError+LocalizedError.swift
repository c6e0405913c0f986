public import ChecklistCore
import Foundation

extension ChangeError: LocalizedError {
  /// The message, without a full stop.
  public var errorDescription: String? { description }

  /// The advice what to give instead; nil for none.
  public var recoverySuggestion: String? {
    switch kind {
    case .blankText: "A text says what is to be done, like \"Buy milk\"."
    case .blankNote: "An item without a note has none at all."
    case .blankSection: "An item without a section has none at all."
    case .brokenSection: "Write the name in one line."
    case .brokenReason: "Write it in one line."
    case .repetitionWithoutDueDate: "Set a due date first."
    case .notPostponed(_, _, .noDueDate), .notPostponed(_, _, .unknownNextDate):
      "Set its due date."
    case .notPostponed(_, _, .tooLate): nil
    case .blankListName: "A name says what the list is for, like \"Groceries\"."
    case .listNameTaken: "Choose another name."
    case .unknownIcon: "The app has these icons: \(Checklist.icons.joined(separator: ", "))."
    case .nulCharacter: "Remove the character."
    case .noSuchItem, .noSuchList, .duplicateList, .incompleteOrder, .otherSection,
      .severalSections, .placeWithinItself, .nestedItems:
      nil
    }
  }
}
