/// Text as one display shows it, with its looks: what is written to that display as it is.
///
/// A text that is not escaped cannot become one, and the compiler refuses it where one is needed. A
/// display text is made of
///
/// - a literal of the program, which may have sequences for the terminal;
/// - a text from anywhere else, by ``Display/text(_:)``, ``Display/page(_:)`` or
///   ``Display/xml(_:)``, which escape it for a terminal;
/// - other display texts and whole numbers.
package struct DisplayText: Hashable, Sendable {
  /// The text with its looks.
  package private(set) var string: String

  /// The only way in from a `String`; the callers, all in this file, say why it is safe.
  fileprivate init(safe string: String) {
    self.string = string
  }

  /// No text.
  package init() {
    string = ""
  }

  /// A literal of the program.
  package init(_ literal: StaticString) {
    string = literal.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  /// A text several times.
  package init(repeating text: DisplayText, count: Int) {
    string = String(repeating: text.string, count: max(count, 0))
  }

  /// Spaces.
  package static func spaces(_ count: Int) -> DisplayText {
    DisplayText(safe: String(repeating: " ", count: max(count, 0)))
  }

  package var isEmpty: Bool { string.isEmpty }

  /// The columns of a text that has no looks.
  package var width: Int { TerminalText.width(string) }

  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    DisplayText(safe: left.string + right.string)
  }

  package static func += (left: inout DisplayText, right: DisplayText) {
    left.string += right.string
  }
}

extension DisplayText: ExpressibleByStringInterpolation {
  /// The literals of a display text, and what is between them.
  ///
  /// There is no interpolation of a `String`: ``Display/text(_:)`` escapes it first.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      string.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) {
      string += DisplayText(literal).string
    }

    package mutating func appendInterpolation(_ text: DisplayText) {
      string += text.string
    }

    package mutating func appendInterpolation(_ literal: StaticString) {
      appendLiteral(literal)
    }

    package mutating func appendInterpolation(_ number: Int) {
      string += String(number)
    }

    package mutating func appendInterpolation(_ number: UInt64) {
      string += String(number)
    }
  }

  package init(stringLiteral literal: StaticString) {
    self.init(literal)
  }

  package init(stringInterpolation interpolation: StringInterpolation) {
    string = interpolation.string
  }
}

extension DefaultStringInterpolation {
  /// Warns, which is an error in CI: a display text is for its display, and the looks in it would
  /// be escaped with the rest.
  @available(*, deprecated, message: "A display text is no part of another text.")
  package mutating func appendInterpolation(_ text: DisplayText) {
    appendInterpolation(text.string)
  }
}

extension Sequence<DisplayText> {
  /// The texts with a separator between them.
  package func joined(separator: DisplayText = "") -> DisplayText {
    DisplayText(safe: lazy.map { $0.string }.joined(separator: separator.string))
  }

  /// The texts as lines, each with its end.
  package var lines: DisplayText {
    var lines = ""
    for text in self {
      lines += text.string
      lines += "\n"
    }
    return DisplayText(safe: lines)
  }
}

extension Display {
  /// Text from a document or from the user as this stream shows it, on one line: with controls made
  /// visible on a terminal (see ``TerminalText/escaped(_:symbols:)``), elsewhere verbatim but for
  /// the line breaks.
  package func text(_ text: String) -> DisplayText {
    DisplayText(
      safe: isTerminal
        ? TerminalText.escaped(text, symbols: showsSymbols) : TerminalText.onOneLine(text))
  }

  /// A page of several lines as this stream shows it: on a terminal with its controls escaped (see
  /// ``TerminalText/escaped(page:)``), elsewhere verbatim.
  package func page(_ text: String) -> DisplayText {
    DisplayText(safe: isTerminal ? TerminalText.escaped(page: text) : text)
  }

  /// A text in XML as this stream shows it: on a terminal with references in the place of controls
  /// (see ``TerminalText/escaped(xml:)``), elsewhere verbatim.
  package func xml(_ text: String) -> DisplayText {
    DisplayText(safe: isTerminal ? TerminalText.escaped(xml: text) : text)
  }

  /// Text with controls made visible, also where the stream is no terminal.
  package func visible(_ text: String) -> DisplayText {
    DisplayText(safe: TerminalText.escaped(text, symbols: false))
  }

  /// Text from a document or from the user, cut to a width and safe to put before other text.
  package func cut(_ text: String, to width: Int) -> DisplayText {
    truncated(self.text(text), to: width).bounded
  }

  /// The text cut to a width, with an ellipsis that this stream can show where something is cut.
  ///
  /// - Parameter text: A text without looks.
  package func truncated(_ text: DisplayText, to width: Int) -> DisplayText {
    text.truncated(to: width, ellipsis: ellipsis)
  }

  /// The text in the look of a meaning, or as it is when colour is off.
  ///
  /// Colour comes last: escape, truncate and pad first, since the result's width no longer counts.
  package func styled(_ text: DisplayText, as style: Style?) -> DisplayText {
    guard let style, !text.isEmpty, let parameters = parameters(style) else { return text }
    return DisplayText(safe: "\u{1B}[\(parameters)m\(text.string)\(Self.lookEnd)")
  }

  /// The sequences before and after a text in the look of a meaning: nothing when colour is off, or
  /// the look is that of other text.
  package func look(_ style: Style) -> (start: DisplayText, end: DisplayText) {
    guard let parameters = parameters(style) else { return (DisplayText(), DisplayText()) }
    return (DisplayText(safe: "\u{1B}[\(parameters)m"), DisplayText(safe: Self.lookEnd))
  }

  /// The parameters of the look of a meaning; nil for none.
  private func parameters(_ style: Style) -> String? {
    let parameters = colors == .none ? "" : style.parameters(colors)
    return parameters.isEmpty ? nil : parameters
  }

  /// A line, on a terminal broken at words.
  ///
  /// - Parameters:
  ///   - line: The line, as the display shows it, with its looks.
  ///   - hangingIndent: The spaces before the other lines.
  package func wrapped(_ line: DisplayText, hangingIndent: Int) -> DisplayText {
    guard isTerminal else { return line }
    return line.wrapped(to: width, hangingIndent: hangingIndent).joined(separator: "\n")
  }
}

/// Layout adds spaces, ellipses, line breaks and marks without width, and cuts between grapheme
/// clusters: what it makes of a safe text is safe.
extension DisplayText {
  /// See ``TerminalText/padded(_:to:alignment:)``.
  package func padded(
    to width: Int, alignment: TerminalText.Alignment = .left
  ) -> DisplayText {
    DisplayText(safe: TerminalText.padded(string, to: width, alignment: alignment))
  }

  /// See ``TerminalText/truncated(_:to:ellipsis:)``.
  package func truncated(to width: Int, ellipsis: DisplayText) -> DisplayText {
    DisplayText(safe: TerminalText.truncated(string, to: width, ellipsis: ellipsis.string))
  }

  /// See ``TerminalText/wrapped(_:to:indent:hangingIndent:)``.
  package func wrapped(
    to width: Int, indent: Int = 0, hangingIndent: Int? = nil
  ) -> [DisplayText] {
    TerminalText.wrapped(string, to: width, indent: indent, hangingIndent: hangingIndent)
      .map(DisplayText.init(safe:))
  }

  /// See ``TerminalText/bounded(_:)``.
  package var bounded: DisplayText { DisplayText(safe: TerminalText.bounded(string)) }

  /// The beginning, at most so many grapheme clusters; looks count.
  package func prefix(_ count: Int) -> DisplayText {
    DisplayText(safe: String(string.prefix(count)))
  }

  /// The rest after so many grapheme clusters; looks count.
  package func dropFirst(_ count: Int = 1) -> DisplayText {
    DisplayText(safe: String(string.dropFirst(count)))
  }
}
