/// The lines with which git separates the versions of a conflict in a file of text: `<<<<<<< HEAD`.
///
/// Git writes them at the beginning of a line, and heeds neither fences nor comments of Markdown:
/// a line in one of these is a marker too.
package enum ConflictMarker {
  /// The number of characters with which git begins such a line, unless the attribute
  /// conflict-marker-size asks for more.
  private static let length = 7

  /// Whether a line is a marker.
  ///
  /// `=======` is none, because it also underlines a heading. `|||||||` needs a label, because a
  /// row of empty cells in a table is the same without one. More than seven `>` are quotes in
  /// quotes, and where git left such a marker, a longer `<<<<<<<<` is before it.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    guard let mark = line.first, beginsOne(mark) else { return false }
    let isBar = mark == UInt8(ascii: "|")
    let label = line.drop { $0 == mark }
    let count = label.startIndex - line.startIndex
    guard count == length || count > length && mark == UInt8(ascii: "<") else { return false }
    return label.first.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") } ?? !isBar
  }

  /// Whether a byte may be the first one of a marker.
  static func beginsOne(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "|")
  }

  /// The number of the first line that is a marker, from 1; nil for a text without any.
  package static func line(in text: [UInt8]) -> Int? {
    var (start, number) = (0, 1)
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      if begins(text[start..<end]) { return number }
      (start, number) = (end + 1, number + 1)
    }
    return nil
  }
}

extension InterchangeError {
  /// The error for a file in which git left a conflict.
  ///
  /// - Parameter line: The line of the first marker, from 1.
  static func conflict(line: Int) -> InterchangeError {
    InterchangeError(
      line: line, "an unresolved merge conflict",
      hint: "Keep one version in an editor, "
        + "and delete the lines with <<<<<<<, ======= and >>>>>>>.")
  }
}
