/// A text to look for in others.
///
/// Case does not matter, accents do. A precomposed letter and a decomposed one are the same.
public struct SearchText: Sendable, Equatable {
  /// In upper case, because a letter may have several lower-case forms, as σ and ς, but one
  /// upper-case form.
  private let folded: String
  private let isASCII: Bool

  /// Takes the text to look for; an empty one is found everywhere.
  public init(_ text: String) {
    folded = text.uppercased()
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Whether it is in a text.
  public func isFound(in text: String) -> Bool {
    if folded.isEmpty { return true }
    guard isASCII, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.uppercased().firstSuffix(startingWith: folded) != nil
    }
    // The same for ASCII, many times as fast.
    var rest = text.utf8[...]
    while rest.count >= folded.utf8.count {
      if zip(rest, folded.utf8).allSatisfy({ $0.uppercasedASCII == $1 }) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether it is the whole of a text.
  public func isWhole(_ text: String) -> Bool {
    text.uppercased() == folded
  }
}

extension UInt8 {
  fileprivate var uppercasedASCII: UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & ~0x20 : self
  }
}

extension Collection where Element: Equatable {
  /// The suffix that begins where these elements first occur one after the other; nil if they never
  /// do.
  ///
  /// `firstRange(of:)` and `contains(_:)` belong to the library of regular expressions, which makes
  /// a program start more slowly.
  package func firstSuffix<Elements: Sequence<Element>>(startingWith elements: Elements)
    -> SubSequence?
  {
    indices.lazy.map { self[$0...] }.first { $0.starts(with: elements) }
  }
}
