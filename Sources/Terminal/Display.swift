/// When colour is used.
package enum ColorMode: String, CaseIterable, Sendable {
  /// On a terminal that can show it.
  case auto
  /// Also where the output is no terminal.
  case always
  /// Not at all.
  case never
}

/// The abilities of one stream: whether it is a terminal, how wide, with colour or symbols.
///
/// A view is a pure function of its content and a display; `Console` has one for each stream.
package struct Display: Equatable, Sendable {
  /// Whether a person's terminal is at the other end.
  package let isTerminal: Bool
  /// The columns to lay out for.
  package let width: Int
  /// Whether it is a terminal that does more than to show lines: `TERM=dumb` does not.
  package let isCapable: Bool
  /// The colours that ``styled(_:as:)`` adds.
  package let colors: ColorDepth
  /// Whether characters beyond ASCII may be used for boxes, bars, ellipses and the like.
  package let showsSymbols: Bool

  /// The columns when neither the terminal nor `COLUMNS` says how many there are.
  package static let defaultWidth = 80

  /// A stream that is no terminal: what a pipe and a file get, and what the README shows.
  package static let plain = Display(
    isTerminal: false, terminalWidth: nil, environment: { _ in nil })

  /// Decides from the environment what a stream can show.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the stream's descriptor is a terminal.
  ///   - terminalWidth: The columns that the terminal reports, if it does.
  ///   - environment: Gives the value of a variable that is set. `COLUMNS` overrides the width,
  ///     `NO_COLOR` (no-color.org) and `TERM=dumb` turn colour off, `TERM` and `COLORTERM` say
  ///     which colours there are, and `LC_ALL`, `LC_CTYPE` or `LANG` whether the terminal shows
  ///     UTF-8.
  ///   - color: What the user asked for, which overrides the environment.
  package init(
    isTerminal: Bool, terminalWidth: Int?, environment: (String) -> String?,
    color: ColorMode = .auto
  ) {
    let term = environment("TERM")
    isCapable = isTerminal && term != nil && term != "dumb"

    self.isTerminal = isTerminal
    if let columns = environment("COLUMNS").flatMap({ UInt16($0) }), columns > 0 {
      width = Int(columns)
    } else if let terminalWidth, terminalWidth > 0 {
      width = terminalWidth
    } else {
      width = Display.defaultWidth
    }
    let showsColor =
      switch color {
      case .auto: isCapable && environment("NO_COLOR") == nil
      case .always: true
      case .never: false
      }
    colors = showsColor ? ColorDepth(environment) : .none
    // The font of the Linux console has few characters.
    showsSymbols = isCapable && term != "linux" && Self.isUTF8(environment)
  }

  /// Whether text is shown as it is, without escapes and without a look.
  package var isVerbatim: Bool { !isTerminal && colors == .none }

  /// What ends the look of a meaning.
  static let lookEnd = "\u{1B}[0m"

  /// The mark for the rest of a text.
  package var ellipsis: DisplayText { showsSymbols ? "…" : "..." }

  /// Whether the locale says that texts are UTF-8.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? ""
    let characters = locale.lowercased().split(separator: ".").last?.prefix { $0 != "@" }
    return characters == "utf-8" || characters == "utf8"
  }
}
