/// The lines that a view writes for one display.
///
/// It takes what is safe, as ``DisplayText`` does, and escapes the bytes of other texts.
package struct DisplayBuffer: Sendable {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// A buffer with a text, which is added to others faster than the text.
  package init(_ text: DisplayText) {
    append(text)
  }

  package var count: Int { bytes.count }

  /// Adds a text.
  package mutating func append(_ text: DisplayText) {
    // As a buffer: the elements of a sequence would be appended one by one.
    var string = text.string
    string.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Adds what was written to another buffer for the same display.
  package mutating func append(_ other: DisplayBuffer) {
    bytes.append(contentsOf: other.bytes)
  }

  /// Ends a line; a literal would become a text each time.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds a text from a document, as ``Display/text(_:)`` shows it.
  ///
  /// - Parameter write: Appends the text in UTF-8.
  package mutating func appendText(on display: Display, _ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    if display.isTerminal {
      let text = String(decoding: bytes[start...], as: UTF8.self)
      bytes.removeSubrange(start...)
      append(display.text(text))
    } else {
      bytes.joinLines(from: start)
    }
  }

  /// Adds bytes for a program or a file, of which only ``Console`` knows that they are.
  mutating func append(data: [UInt8]) {
    bytes += data
  }

  /// Puts a text between two grapheme clusters.
  package mutating func insert(_ text: DisplayText, at offset: Int) {
    bytes.insert(contentsOf: text.string.utf8, at: offset)
  }

  /// Sets the bytes before an offset to the digits of a number, which is not negative and must fit.
  package mutating func set(decimal number: Int, endingAt end: Int) {
    bytes.withUnsafeMutableBufferPointer { bytes in
      var place = end
      var rest = number
      repeat {
        place -= 1
        precondition(place >= 0, "there is room")
        bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
    }
  }

  /// Breaks the line that begins at an offset at words, on a terminal.
  ///
  /// - Parameter hangingIndent: The spaces before the other lines.
  package mutating func wrapLine(from start: Int, on display: Display, hangingIndent: Int) {
    guard display.isTerminal else { return }
    let line = String(decoding: bytes[start...], as: UTF8.self)
    bytes.removeSubrange(start...)
    let lines = TerminalText.wrapped(line, to: display.width, hangingIndent: hangingIndent)
    bytes += lines.joined(separator: "\n").utf8
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }
}
