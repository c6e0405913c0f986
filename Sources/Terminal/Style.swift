/// The meaning of a piece of output; when colour is on, each meaning has one look.
package enum Style: CaseIterable, Sendable {
  /// A title above other lines.
  case heading
  /// The number by which an item is selected.
  case number
  /// Something that is finished.
  case done
  /// Something that is due soon.
  case due
  /// Something whose time has passed.
  case overdue
  /// The word that introduces an error.
  case error
  /// Text that may be read last: notes, hints, empty places.
  case dim

  /// The parameters of the SGR control sequence (ECMA-48, 8.3.117) that gives this look.
  ///
  /// All text is readable on black and on white, with a contrast of 4.5 at least. Six colours of
  /// the palette have that as text; an error is white on a red, which has a contrast of its own.
  ///
  /// None of the eight basic colours has it: of those of xterm, cyan and green have a contrast of 2
  /// on white, yellow one of 1.7, red 3.6 on black, blue 2.2. Faint text (2) has one of 2.8 on the
  /// Linux console. So text is in the colour of the terminal there, or in bold white on red.
  package func parameters(_ depth: ColorDepth) -> String {
    switch (self, depth) {
    case (.heading, _): "1"
    case (.number, .palette): "38;5;63"
    case (.done, .palette): "38;5;29"
    case (.due, .palette): "38;5;163"
    case (.overdue, .palette), (.error, .palette): "1;38;5;231;48;5;160"
    case (.dim, .palette): "38;5;243"
    case (.overdue, .basic), (.error, .basic): "1;37;41"
    case (.due, _), (.overdue, .none), (.error, .none): "1"
    case (.dim, .none): "2"
    case (.number, _), (.done, _), (.dim, .basic): ""
    }
  }
}
