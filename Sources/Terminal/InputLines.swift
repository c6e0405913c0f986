/// Lines of text in bytes, as other programs and editors write them.
package enum InputLines {
  /// Splits UTF-8 into lines.
  ///
  /// A line ends with a newline, or with a carriage return and a newline; the last one need not. A
  /// byte order mark at the start is dropped. Empty lines are lines.
  ///
  /// - Parameter file: The file that it is from, for the error; nil for standard input.
  /// - Throws: `ConsoleError` of kind `invalidUTF8` or `nulCharacter` for the first line that is no
  ///   text.
  package static func split(_ bytes: [UInt8], of file: String? = nil) throws(ConsoleError)
    -> [String]
  {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var lines: [String] = []
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      if end < rest.endIndex, line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      lines.append(try text(of: line, number: lines.count + 1, of: file))
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    return lines
  }

  /// The text of a line.
  ///
  /// - Parameters:
  ///   - number: The number of the line, from 1, for the error.
  ///   - file: The file that it is from, for the error; nil for standard input.
  /// - Throws: `ConsoleError` of kind `invalidUTF8` or `nulCharacter`.
  static func text(
    of line: ArraySlice<UInt8>, number: Int, of file: String? = nil
  ) throws(ConsoleError) -> String {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw ConsoleError(.invalidUTF8(line: number, of: file))
    }
    if line.contains(0) { throw ConsoleError(.nulCharacter(line: number, of: file)) }
    return text
  }
}
