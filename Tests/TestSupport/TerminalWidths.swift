/// How wide a terminal draws text, which is not the same in all of them.
package struct TerminalWidths: Sendable {
  /// Cuts a text into what is drawn in one place, with the columns of each.
  package let pieces: @Sendable (_ text: String) -> [(text: String, width: Int)]

  package init(pieces: @escaping @Sendable (_ text: String) -> [(text: String, width: Int)]) {
    self.pieces = pieces
  }

  /// A terminal that draws each scalar by itself, so that a family of emoji is four people.
  ///
  /// - Parameter widens: Whether it draws boxes, quotation marks and the like in two columns, as
  ///   many do in East Asia.
  /// - Returns: Its widths.
  package static func byScalar(widensAmbiguous widens: Bool) -> TerminalWidths {
    TerminalWidths { text in
      text.unicodeScalars.map { (String($0), width($0, widens)) }
    }
  }

  private static func width(_ scalar: Unicode.Scalar, _ widensAmbiguous: Bool) -> Int {
    if scalar.value < 0x7F { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    case 0xA7...0xB7, 0x2010...0x203B, 0x2190...0x21FF, 0x2460...0x24FF, 0x2500...0x266F:
      return widensAmbiguous ? 2 : 1
    default: return 1
    }
  }
}
