/// Texts as the inline source of Markdown, in lines that survive any editor.
///
/// Whatever is markup within a line stays as it is: `**now**` is the text `**now**`. A backslash
/// before ASCII punctuation or at the end of a line is doubled, and stands before what would begin
/// a block. In a span of code, all characters stand for themselves. Editors strip white space at
/// the ends of lines, change line ends, and cannot show some characters: those are written as
/// `&#N;`, with their number.
enum MarkdownText {
  /// Where a text stands, which decides what must be escaped in it.
  struct Place {
    /// The lines whose beginning may be taken for something else.
    enum Starts {
      case none
      /// All lines; only comments count.
      case comments
      /// The lines after the first; blocks count.
      case following
      /// All lines; blocks count. The first follows a box, which some parsers take away before
      /// they look for blocks; what may be markup within a line does not count there.
      case afterBox
      /// All lines; blocks count.
      case all
    }

    var starts: Starts
    /// Whether white space before a line is written as it is.
    var keepsIndent = false
    /// How many empty lines one after the other are written as they are.
    var mostEmptyLines = 0
    /// Whether line breaks are written as numbers.
    var isOneLine = false
    /// Whether dates in it may be taken for those of the item.
    var hasDates = false
    /// Whether a repetition in it may be taken for that of the item, which is due.
    var hasRepetitions = false

    /// The text of an item in a file.
    static let item = Place(starts: .afterBox, hasDates: true)
    /// The text of an item in a file that has a due date.
    static let dueItem = Place(starts: .afterBox, hasDates: true, hasRepetitions: true)
    /// The text of an item of a list that is edited.
    static let editedItem = Place(starts: .following)
    /// The note of an item in a file.
    static let note = Place(starts: .all, mostEmptyLines: 1)
    /// The name of a list or section.
    static let heading = Place(starts: .none, isOneLine: true)
    /// The text of an item that is edited alone.
    static let pageHead = Place(starts: .comments)
    /// The note of an item that is edited alone.
    static let page = Place(starts: .comments, keepsIndent: true, mostEmptyLines: .max)
    /// A line of a comment.
    static let comment = Place(starts: .none, isOneLine: true)
  }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - text: Any text in UTF-8.
  ///   - indent: How many spaces stand before each line but the first.
  static func append(
    _ text: ArraySlice<UInt8>, in place: Place, indent: Int = 0, to output: inout [UInt8]
  ) {
    let start = output.count
    var writer = MarkdownTextWriter(
      place, indent: indent, codeSpans: MarkdownCodeSpans.all(in: text))
    writer.append(text, to: &output)
    if writer.breaksCode {
      output.removeSubrange(start...)
      writer = MarkdownTextWriter(place, indent: indent, codeSpans: nil)
      writer.append(text, to: &output)
    }
  }

  /// Appends the text that source means.
  ///
  /// - Parameter source: Lines in UTF-8, without white space at their ends.
  static func append(meaningOf source: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var codeSpans = MarkdownCodeSpans(source)
    var index = source.startIndex
    while index < source.endIndex {
      let byte = source[index]
      let next = index + 1
      switch byte {
      case UInt8(ascii: "`"):
        let end = codeSpans.end(at: index).index
        output += source[index..<end]
        index = end
      case UInt8(ascii: "\\") where next < source.endIndex && source[next].isPunctuation:
        output.append(source[next])
        index += 2
      case UInt8(ascii: "\\") where next < source.endIndex && source[next] == UInt8(ascii: "\n"):
        // A hard line break, in other words.
        index += 1
      case UInt8(ascii: "&"):
        if let (scalar, length) = reference(source[index...]) {
          output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
          index += length
        } else {
          output.append(byte)
          index += 1
        }
      default:
        output.append(byte)
        index += 1
      }
    }
  }

  /// The text that source means.
  static func text(of source: ArraySlice<UInt8>) -> String {
    if !source.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) {
      return String(decoding: source, as: UTF8.self)
    }
    var text: [UInt8] = []
    text.reserveCapacity(source.count)
    append(meaningOf: source, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The character that bytes begin with by its number, `&#65;` or `&#x41;`; nil for any other
  /// bytes.
  ///
  /// - Parameter bytes: Bytes, of which the first few are looked at.
  /// - Returns: The character, and how many bytes stand for it.
  static func reference(
    _ bytes: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard bytes.first == UInt8(ascii: "&") else { return nil }
    var digits = bytes.prefix(11).dropFirst()
    guard digits.popFirst() == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    if isHexadecimal { digits.removeFirst() }
    guard let end = digits.firstIndex(of: UInt8(ascii: ";")), end > digits.startIndex,
      end - digits.startIndex <= (isHexadecimal ? 6 : 7)
    else { return nil }
    let radix: UInt32 = isHexadecimal ? 16 : 10
    var number: UInt32 = 0
    for byte in digits[..<end] {
      guard let digit = byte.hexadecimalDigit, digit < radix else { return nil }
      number = number * radix + UInt32(digit)
    }
    return Unicode.Scalar(number).map { ($0, end + 1 - bytes.startIndex) }
  }
}

extension ArraySlice<UInt8> {
  /// The character that begins at an index of valid UTF-8.
  func scalar(at index: Int) -> Unicode.Scalar {
    let first = self[index]
    if first < 0x80 { return Unicode.Scalar(first) }
    var decoder = UTF8()
    var bytes = self[index...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return "\u{FFFD}" }
    return scalar
  }
}
