/// Why a text is no ``DuePhrase`` or no ``TimeSpan``.
public struct PhraseError: Error, Equatable, Sendable {
  /// What is wrong with it, where more can be said than that it is none: "there is no hour 25".
  public var reason: String?
  /// The word that nobody understands, if it is one.
  public var unknownWord: String?

  init(_ reason: String? = nil, unknownWord: String? = nil) {
    self.reason = reason
    self.unknownWord = unknownWord
  }
}
