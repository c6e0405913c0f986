/// Writes one text as the source of Markdown.
struct MarkdownTextWriter {
  /// Whether something had to be escaped in a span of code, where nothing can be.
  private(set) var breaksCode = false

  private let place: MarkdownText.Place
  /// How many spaces stand before each line but the first.
  private let indent: Int
  /// The spans of code that were not passed yet; nil when all backticks are escaped.
  private var codeSpans: ArraySlice<Range<Int>>?

  /// A writer of a text.
  ///
  /// - Parameters:
  ///   - indent: How many spaces stand before each line but the first.
  ///   - codeSpans: The spans of code in the text; nil to have none, because backticks are escaped.
  init(_ place: MarkdownText.Place, indent: Int, codeSpans: [Range<Int>]?) {
    (self.place, self.indent, self.codeSpans) = (place, indent, codeSpans?[...])
  }

  /// Appends the text.
  mutating func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var start = text.startIndex
    var isFirst = true
    // The line breaks since the last line that is not empty.
    var breaks = 0
    while true {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
      if end > start {
        let isNewLine = !isFirst && !place.isOneLine
        let empty = isNewLine ? min(breaks - 1, place.mostEmptyLines) : 0
        appendLineBreaks(isNewLine ? breaks - 1 - empty : breaks, to: &output)
        if breaks > 0, isCode(start - 1), !isNewLine || breaks > 1 { breaksCode = true }
        if isNewLine {
          output.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: empty + 1))
          output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        }
        appendLine(text[start..<end], isFirst: isFirst, to: &output)
        (isFirst, breaks) = (false, 0)
      }
      if end == text.endIndex { break }
      (start, breaks) = (end + 1, breaks + 1)
    }
    appendLineBreaks(breaks, to: &output)
  }

  private func appendLineBreaks(_ count: Int, to output: inout [UInt8]) {
    for _ in 0..<count { output += "&#10;".utf8 }
  }

  private mutating func appendLine(
    _ line: ArraySlice<UInt8>, isFirst: Bool, to output: inout [UInt8]
  ) {
    let mark = markStart(of: line, isFirst: isFirst)
    // Whether the last byte is a backslash that must not escape what follows.
    var isAfterBackslash = false
    var index = line.startIndex
    while index < line.endIndex {
      let scalar = line.scalar(at: index)
      let next = index + UTF8.width(scalar)
      let isAtEnd = next == line.endIndex || index == line.startIndex && !place.keepsIndent
      let isCode = isCode(index)
      let isDate = !isCode && isField(line, at: index)
      if mustBeReference(scalar, isAtEnd: isAtEnd) || isDate && !scalar.isASCII {
        if isCode { breaksCode = true }
        if isAfterBackslash { output.append(UInt8(ascii: "\\")) }
        output += "&#\(scalar.value);".utf8
        isAfterBackslash = false
      } else {
        if isAfterBackslash, line[index].isPunctuation { output.append(UInt8(ascii: "\\")) }
        if index == mark || isDate || mustBeEscaped(line, at: index, isCode: isCode) {
          if isCode || index == mark && scalar == "`" { breaksCode = true }
          output.append(UInt8(ascii: "\\"))
        }
        output += line[index..<next]
        isAfterBackslash = scalar == "\\" && !isCode
      }
      index = next
    }
    if isAfterBackslash { output.append(UInt8(ascii: "\\")) }
  }

  /// Whether a field begins there that a reader would take for one of the item.
  private func isField(_ line: ArraySlice<UInt8>, at index: Int) -> Bool {
    guard place.hasDates, let field = MarkdownField(line, at: index) else { return false }
    return field.kind != .repetition || place.hasRepetitions
  }

  /// Whether an index of the text is in a span of code; the indices only grow.
  private mutating func isCode(_ index: Int) -> Bool {
    while let span = codeSpans?.first, span.upperBound <= index { codeSpans?.removeFirst() }
    return codeSpans?.first?.contains(index) ?? false
  }

  /// Where a backslash keeps a line from beginning something; nil where it begins nothing.
  private func markStart(of line: ArraySlice<UInt8>, isFirst: Bool) -> Int? {
    switch place.starts {
    case .none: nil
    case .comments: line.commentMark
    case .following: isFirst ? nil : line.blockMark
    case .afterBox: isFirst && mayBeInline(line) ? nil : line.blockMark
    case .all: line.blockMark
    }
  }

  /// Whether a line begins with HTML, a link, or a span of code, or with what may be one.
  private func mayBeInline(_ line: ArraySlice<UInt8>) -> Bool {
    switch line.first {
    case UInt8(ascii: "<"), UInt8(ascii: "["): true
    case UInt8(ascii: "`"): codeSpans?.first?.lowerBound == line.startIndex
    default: false
    }
  }

  private func mustBeEscaped(_ line: ArraySlice<UInt8>, at index: Int, isCode: Bool) -> Bool {
    if isCode { return false }
    return line[index] == UInt8(ascii: "`")
      ? codeSpans == nil : MarkdownText.reference(line[index...]) != nil
  }

  /// Whether editors or CommonMark change a character, or take it for the end of a line.
  private func mustBeReference(_ scalar: Unicode.Scalar, isAtEnd: Bool) -> Bool {
    switch scalar.value {
    case 0x09: isAtEnd
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
    case 0x21..<0x7F: false
    default: isAtEnd && scalar.properties.isWhitespace
    }
  }
}
