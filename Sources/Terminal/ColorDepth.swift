/// The colours that a stream can show.
package enum ColorDepth: Sendable {
  case none
  /// The eight colours of ECMA-48, which every terminal has in its own way.
  case basic
  /// The 256 colours of xterm: those from 16 on are the same everywhere.
  case palette

  /// The colours of a terminal, by what the environment says: nothing is asked of the terminal.
  ///
  /// - Parameter environment: Gives the value of a variable that is set: `TERM` and `COLORTERM`.
  init(_ environment: (String) -> String?) {
    let hasPalette =
      ["truecolor", "24bit"].contains(environment("COLORTERM"))
      || environment("TERM")?.split(separator: "-").contains("256color") ?? false
    self = hasPalette ? .palette : .basic
  }
}
