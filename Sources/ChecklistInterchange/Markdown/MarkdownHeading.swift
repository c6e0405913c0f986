/// A heading: `## Food`.
struct MarkdownHeading {
  /// From 1 to 6.
  let level: Int
  /// The source of its text; empty where it has none.
  let source: ArraySlice<UInt8>

  /// The heading that a line is, which has no white space before it; nil for any other line.
  init?(_ line: ArraySlice<UInt8>) {
    let marks = line.prefix { $0 == UInt8(ascii: "#") }
    guard (1...6).contains(marks.count), line.isEnd(marks.endIndex) else { return nil }
    level = marks.count
    let text = line[marks.endIndex...].trimmingSpaces()
    // Marks at its end close it.
    var open = text
    while open.last == UInt8(ascii: "#") { open.removeLast() }
    source = open.isEmpty || open.last?.isSpace == true ? open.droppingLastSpaces() : text
  }

  /// Appends a heading, with an empty line after it.
  ///
  /// - Parameters:
  ///   - text: Its text; nil and an empty one for a heading that ends the one before.
  ///   - level: From 1 to 6.
  static func append(_ text: String?, level: Int, to output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "#"), count: level))
    if let text, !text.isEmpty {
      output.append(UInt8(ascii: " "))
      append(text: text, to: &output)
    }
    output += "\n\n".utf8
  }

  /// Appends the text of a heading, of which nothing is taken for the marks that close it.
  static func append(text: String, to output: inout [UInt8]) {
    let start = output.endIndex
    MarkdownText.append(Array(text.utf8)[...], in: .heading, to: &output)
    escapeClosingMarks(in: &output, from: start)
  }

  private static func escapeClosingMarks(in output: inout [UInt8], from start: Int) {
    guard output.last == UInt8(ascii: "#") else { return }
    let index = output[start...].lastIndex { $0 != UInt8(ascii: "#") }.map { $0 + 1 } ?? start
    if index == start || output[index - 1].isSpace {
      output.insert(UInt8(ascii: "\\"), at: index)
    }
  }
}
