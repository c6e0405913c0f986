extension TerminalText {
  /// The columns that a text takes on a terminal, without counting controls.
  package static func width(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    var width = 0
    for character in text {
      width += self.width(character)
    }
    return width
  }

  /// The columns of one grapheme cluster: 0, 1 or 2.
  ///
  /// They are those of its scalars together, as terminals count them, but two at most: a family
  /// of emoji, a letter with its vowel signs and a flag are drawn in one place. An emoji variation
  /// selector makes a narrow sign that is drawn as an emoji wide.
  package static func width(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    var width = 0
    var previous: Unicode.Scalar?
    for scalar in character.unicodeScalars {
      if scalar == "\u{FE0F}", let previous, previous.properties.isEmoji {
        width += 1
      } else {
        width += self.width(scalar)
      }
      previous = scalar
    }
    return min(width, 2)
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark:
      return 0
    case .format where scalar.properties.isDefaultIgnorableCodePoint:
      return 0
    default:
      switch scalar.value {
      case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0  // Hangul vowels and finals: under the first
      case 0x1F1E6...0x1F1FF: return 1  // regional indicators: two are a flag
      default: return isWide(scalar) ? 2 : 1
      }
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    if scalar.properties.isEmojiPresentation { return true }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].contains(scalar.value) { return true }
      if scalar.value < wideRanges[middle].lowerBound { high = middle } else { low = middle + 1 }
    }
    return false
  }

  /// The scalars of East Asian width W or F in EastAsianWidth.txt of Unicode 17.0.
  ///
  /// Left out are those of emoji presentation, which the standard library knows. Gaps that hold
  /// nothing but unassigned scalars, marks and emoji are closed.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul initials
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637,  // trigrams
    0x268A...0x268F,  // monograms, digrams
    0x2E80...0x303E,  // CJK radicals, ideographic punctuation
    0x3041...0x3247,  // kana, bopomofo, Hangul letters, enclosed
    0x3250...0xA4C6,  // CJK, Yi
    0xA960...0xA97C,  // Hangul initials, extended
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK compatibility
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6B,  // CJK compatibility forms, small forms
    0xFF01...0xFF60,  // fullwidth ASCII
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x18DF2,  // Tangut, Khitan
    0x1AFF0...0x1B2FB,  // kana extensions, Nushu
    0x1D300...0x1D376,  // Tai Xuan Jing, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x2FFFD,  // CJK extensions
    0x30000...0x3FFFD,
  ]
}
