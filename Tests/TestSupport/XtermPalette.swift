/// The 256 colours of xterm that terminals agree on: those from 16 on.
package enum XtermPalette {
  /// The red, green and blue parts of a colour, from 0 to 255.
  ///
  /// As xterm defines them (256colres.pl): a cube of 6 × 6 × 6 from 16 on, and 24 greys from 232.
  ///
  /// - Parameter index: The number of the colour, from 16 to 255.
  package static func color(_ index: Int) -> [Int] {
    if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
    let levels = [0, 95, 135, 175, 215, 255]
    return [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { levels[$0] }
  }
}
