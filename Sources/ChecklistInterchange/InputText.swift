/// The text of a file: UTF-8 without a byte order mark, whose lines are not too long.
struct InputText {
  /// The most bytes of a line: 16 MiB.
  static let mostLineBytes = 16 << 20

  /// The text in UTF-8, with the ends of its lines as they are.
  let bytes: [UInt8]

  /// Checks the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, with a byte order mark or without one.
  ///   - hasItemsInLines: Whether an item is a line or more. JSON may have all items in one line,
  ///     which is then of any length.
  /// - Throws: ``InterchangeError`` with the line where it is no UTF-8, or too long.
  init(_ bytes: [UInt8], hasItemsInLines: Bool = true) throws(InterchangeError) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    try checkEncoding()
    if hasItemsInLines {
      try checkLines()
      if let line = ConflictMarker.line(in: self.bytes) { throw .conflict(line: line) }
    }
  }

  private func checkEncoding() throws(InterchangeError) {
    guard let error = bytes.firstInvalidUTF8 else { return }
    let line = bytes[..<error].count { $0 == UInt8(ascii: "\n") } + 1
    let isText = !bytes.prefix(1024).contains(0)
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    throw InterchangeError(
      line: line,
      "the file is \(isUTF16 ? "UTF-16, " : "")not \(isText || isUTF16 ? "UTF-8 " : "")text",
      hint: !isText && !isUTF16
        ? nil
        : isUTF16
          ? "Convert it with: iconv -f UTF-16 -t UTF-8 FILE"
          : "Convert it with: iconv -f ENCODING -t UTF-8 FILE")
  }

  private func checkLines() throws(InterchangeError) {
    if bytes.count <= Self.mostLineBytes { return }
    var (start, number) = (0, 1)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      guard end - start <= Self.mostLineBytes else {
        throw InterchangeError(line: number, "the line has more than 16 MiB")
      }
      (start, number) = (end + 1, number + 1)
    }
  }

  /// The lines without their ends: LF, or CR and LF.
  var lines: some Sequence<Line> { Lines(bytes: bytes) }

  /// A line of the text.
  struct Line {
    /// Its number, from 1.
    let number: Int
    /// The line in UTF-8, without its end.
    let bytes: ArraySlice<UInt8>

    /// The line as a string.
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private struct Lines: Sequence, IteratorProtocol {
    let bytes: [UInt8]
    var start = 0
    var number = 0

    mutating func next() -> Line? {
      guard start < bytes.count else { return nil }
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      defer { (start, number) = (end + 1, number + 1) }
      return Line(number: number + 1, bytes: bytes[start..<(hasReturn ? end - 1 : end)])
    }
  }
}

extension [UInt8] {
  /// Whether all of it is UTF-8.
  var isUTF8: Bool { firstInvalidUTF8 == nil }

  /// The offset of the first byte that is no UTF-8; nil when all of it is.
  fileprivate var firstInvalidUTF8: Int? {
    var (offset, end) = (0, count)
    // A string of the whole would need as much memory again.
    while offset < count {
      end = Swift.min(offset + 65_536, count)
      // A character may go on in the next piece.
      while end < count, end > offset, self[end] & 0xC0 == 0x80 { end -= 1 }
      if end == offset || String(validating: self[offset..<end], as: UTF8.self) == nil { break }
      offset = end
    }
    guard offset < count else { return nil }
    var decoder = UTF8()
    var rest = self[offset...].makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
    return offset
  }
}
