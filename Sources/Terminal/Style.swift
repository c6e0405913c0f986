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
  /// Text that must be read is readable on black and on white. None of the eight basic colours is:
  /// of those of xterm, cyan and green have a contrast of 2 on white, yellow one of 1.7, red 3.6 on
  /// black, blue 2.2. So it is in the colour of the terminal, or in bold white on red, which has a
  /// contrast of its own.
  package var parameters: String {
    switch self {
    case .number, .done: ""
    case .heading, .due: "1"
    case .overdue, .error: "1;37;41"
    case .dim: "2"
    }
  }

  /// The same without the parameters that are colours.
  package var parametersWithoutColor: String {
    switch self {
    case .overdue, .error: "1"
    default: parameters
    }
  }
}
