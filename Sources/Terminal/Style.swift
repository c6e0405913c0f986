/// What a piece of output means; when colour is on, each meaning has one look.
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
  /// What may be read last: notes, hints, empty places.
  case dim

  /// The parameters of the SGR control sequence (ECMA-48, 8.3.117) that gives this look.
  ///
  /// Only the eight basic colours are used, which every theme, light or dark, keeps readable.
  package var parameters: String {
    switch self {
    case .heading: "1"
    case .number: "36"
    case .done: "32"
    case .due: "33"
    case .overdue: "31"
    case .error: "1;31"
    case .dim: "2"
    }
  }

  /// The same without the parameters that are colours.
  package var parametersWithoutColor: String {
    switch self {
    case .heading, .error: "1"
    case .dim: "2"
    case .number, .done, .due, .overdue: ""
    }
  }
}
