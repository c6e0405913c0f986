/// A text to look for in others.
///
/// Case does not matter, accents do, and a letter is the same however it is composed of accents.
public struct SearchText: Sendable, Equatable {
  private let lowercased: String
  private let isASCII: Bool

  /// Takes the text to look for; an empty one is everywhere.
  public init(_ text: String) {
    lowercased = text.lowercased()
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Whether it is in a text.
  public func isFound(in text: String) -> Bool {
    if lowercased.isEmpty { return true }
    guard isASCII, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.lowercased().contains(lowercased)
    }
    // The same, many times as fast.
    var rest = text.utf8[...]
    while rest.count >= lowercased.utf8.count {
      if zip(rest, lowercased.utf8).allSatisfy({ $0.lowercasedASCII == $1 }) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether it is all of a text.
  public func isWhole(_ text: String) -> Bool {
    text.lowercased() == lowercased
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
