/// A text to look for in others.
///
/// Case does not matter, accents do, and a letter is the same however it is composed of accents.
public struct SearchText: Sendable, Equatable {
  /// In capitals, which one letter has where it has several small ones: σ and ς.
  private let folded: String
  private let isASCII: Bool

  /// Takes the text to look for; an empty one is everywhere.
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
    // The same, many times as fast.
    var rest = text.utf8[...]
    while rest.count >= folded.utf8.count {
      if zip(rest, folded.utf8).allSatisfy({ $0.uppercasedASCII == $1 }) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether it is all of a text.
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
  /// What begins with these elements, at the first place where they stand one after the other; nil
  /// when they do not.
  ///
  /// `firstRange(of:)` and `contains(_:)` are of the library of regular expressions, which adds to
  /// the start of a program.
  package func firstSuffix<Elements: Sequence<Element>>(startingWith elements: Elements)
    -> SubSequence?
  {
    indices.lazy.map { self[$0...] }.first { $0.starts(with: elements) }
  }
}
