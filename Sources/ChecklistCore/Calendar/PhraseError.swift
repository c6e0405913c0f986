/// Why a text is no ``DuePhrase``, no ``TimeSpan`` or no ``Repetition``.
package struct PhraseError: Error, Equatable, Sendable {
  /// The problem, if more is known than that it is no phrase: "there is no hour 25".
  package var reason: String?
  /// The word that is not understood, if that is what is wrong.
  package var unknownWord: String?

  init(_ reason: String? = nil, unknownWord: String? = nil) {
    self.reason = reason
    self.unknownWord = unknownWord
  }
}
