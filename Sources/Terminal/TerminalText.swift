/// Text made safe for a terminal and measured in its columns: pure functions.
package enum TerminalText {
  /// The text with everything made visible that would act on a terminal or hide from the reader.
  ///
  /// A newline is shown as `⏎` (without symbols `\n`), tab and carriage return as `\t` and `\r`,
  /// and any other such scalar by its number, `\u{1B}`:
  ///
  /// - control characters (C0, delete, C1), line and paragraph separators;
  /// - format characters that have no shape of their own: bidirectional controls, zero-width
  ///   spaces, soft hyphens, annotation marks, tags.
  ///
  /// Kept are joiners where a script or an emoji sequence needs them, tags in the flag of a region
  /// such as Wales, and variation selectors, which do nothing on their own.
  ///
  /// - Parameter symbols: Whether `⏎` can be shown.
  /// - Returns: One line of text that only moves the cursor forward.
  package static func escaped(_ text: String, symbols: Bool) -> String {
    guard !isPrintableASCII(text) else { return text }
    return replacing(text) { escape(for: $0, symbols: symbols) }
  }

  /// A text in XML with a character reference for everything that would act on a terminal or hide
  /// from the reader; it means the same.
  package static func escaped(xml text: String) -> String {
    replacing(text) { scalar in
      switch scalar {
      case "\n", "\t": String(scalar)
      default: "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      }
    }
  }

  /// A page of several lines with what may not go to a terminal written as in Swift: `\u{1B}`.
  ///
  /// Carriage returns at the ends of lines are left out.
  package static func escaped(page text: String) -> String {
    replacing(text) { scalar in
      switch scalar {
      case "\n", "\t": String(scalar)
      case "\r": ""
      default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }

  /// The text with something else in the place of each scalar that may not go to a terminal.
  private static func replacing(
    _ text: String, with escape: (Unicode.Scalar) -> String
  ) -> String {
    var result = ""
    for character in text {
      var previous: Unicode.Scalar?
      for scalar in character.unicodeScalars {
        if isShown(scalar, after: previous, in: character) {
          result.unicodeScalars.append(scalar)
        } else {
          result += escape(scalar)
        }
        previous = scalar
      }
    }
    return result
  }

  /// Whether a text is so plain that there is nothing to escape, and each byte is one column.
  package static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Whether a scalar may go to a terminal as it is.
  ///
  /// - Parameters:
  ///   - previous: The scalar before it in the same cluster.
  ///   - cluster: The grapheme cluster that it is part of.
  private static func isShown(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, in cluster: Character
  ) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      return false
    case .format:
      switch scalar.value {
      case 0x200C, 0x200D:
        // Zero-width (non-)joiners mean something to Persian, to Indic scripts and between emoji;
        // below the combining marks there is only Latin, which has nothing to join.
        return previous.map { $0.value >= 0x300 } ?? false
      case 0xE0020...0xE007F:
        return cluster.unicodeScalars.first == "\u{1F3F4}"
      case 0xFFF9...0xFFFB:
        return false
      default:
        // What is left and not ignorable is drawn, like the Arabic number sign.
        return !scalar.properties.isDefaultIgnorableCodePoint
      }
    case .unassigned:
      return !scalar.properties.isDefaultIgnorableCodePoint
    default:
      return true
    }
  }

  /// The text, closed so that right-to-left letters in it do not draw in what follows.
  ///
  /// A terminal that knows right-to-left scripts would show a number or a bar after a Hebrew name
  /// to its left. A mark without width, which says that left-to-right text goes on, prevents it.
  package static func bounded(_ text: String) -> String {
    let isRightToLeft =
      text.utf8.contains { $0 >= 0xD6 } && self.isRightToLeft(text.unicodeScalars)
    return isRightToLeft ? text + "\u{200E}" : text
  }

  /// Whether there is a right-to-left letter among scalars.
  static func isRightToLeft(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    scalars.contains {
      switch $0.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }

  private static func escape(for scalar: Unicode.Scalar, symbols: Bool) -> String {
    switch scalar {
    case "\n": symbols ? "⏎" : "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
