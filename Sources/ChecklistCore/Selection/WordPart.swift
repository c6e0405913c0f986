/// The role of a character among the words of a text.
enum WordPart {
  /// A part of no word: a space, or punctuation.
  case gap
  /// A part of a word: a letter, a mark, a digit.
  case letter
  /// A word by itself: a symbol, as an emoji, or a character of a script that has no spaces between
  /// its words, so that a word may begin with any of them.
  case word

  /// Blocks of scripts without spaces between words: Thai and Lao, Burmese, Khmer, Chinese and
  /// Japanese.
  private static let unspaced: [ClosedRange<Unicode.Scalar>] = [
    "\u{E00}"..."\u{EFF}", "\u{1000}"..."\u{109F}", "\u{1780}"..."\u{17FF}",
    "\u{3005}"..."\u{3007}", "\u{3040}"..."\u{30FF}", "\u{3100}"..."\u{312F}",
    "\u{31A0}"..."\u{31FF}", "\u{3400}"..."\u{9FFF}", "\u{F900}"..."\u{FAFF}",
    "\u{FF66}"..."\u{FF9F}", "\u{20000}"..."\u{3FFFF}",
  ]

  init(_ character: Character) {
    self.init(character.unicodeScalars[character.unicodeScalars.startIndex])
  }

  /// The role of a byte of ASCII.
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      self = .letter
    default: self = .gap
    }
  }

  private init(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      self.init(UInt8(scalar.value))
      return
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      self = Self.unspaced.contains { $0.contains(scalar) } ? .word : .letter
    case .otherSymbol: self = .word
    default: self = .gap
    }
  }

  /// Whether a text may be found from it on.
  ///
  /// - Parameter before: The part before it; nil at the beginning of a text.
  /// - Returns: Whether it is the first of a word, or is a part of none.
  func mayBegin(after before: WordPart?) -> Bool { self != .letter || before != .letter }
}
