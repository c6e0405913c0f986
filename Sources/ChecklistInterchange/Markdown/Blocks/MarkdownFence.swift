/// The line that begins a block of code: at least three backticks or tildes (CommonMark 0.31,
/// section 4.5).
struct MarkdownFence {
  private let mark: UInt8
  private let count: Int

  /// The fence that a line begins with; nil where it is another line.
  ///
  /// - Parameter line: The line without its indent, of less than four columns.
  init?(_ line: ArraySlice<UInt8>) {
    guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let marks = line.prefix { $0 == mark }
    (self.mark, count) = (mark, marks.count)
    guard count >= 3, mark == UInt8(ascii: "~") || !line[marks.endIndex...].contains(mark) else {
      return nil
    }
  }

  /// The first word after the marks of its own line, which is the language; nil for none.
  func language(in line: ArraySlice<UInt8>) -> String? {
    let words = line.dropFirst(count).split(whereSeparator: \.isMarkdownSpace)
    return words.first.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a line, also without its indent, ends the block.
  func isClosed(by line: ArraySlice<UInt8>) -> Bool {
    let marks = line.prefix { $0 == mark }
    return marks.count >= count && line[marks.endIndex...].allSatisfy(\.isMarkdownSpace)
  }
}
