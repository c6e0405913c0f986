public import ChecklistCore
public import Foundation

extension PhraseError: LocalizedError {
  /// What is wrong, as far as it is known.
  public var errorDescription: String? {
    reason ?? unknownWord.map { "the word '\($0)' is not known in a phrase" }
      ?? "the text is not a phrase"
  }
}
