/// The properties of a calendar, one after the other, with folds undone.
struct ContentLines {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 0
  /// How many lines were not understood, and the first of them.
  private(set) var badLines: (count: Int, first: Int?) = (0, nil)

  /// The lines of a file.
  ///
  /// - Throws: ``InterchangeError`` when it is no text in UTF-8, also with its folds undone.
  init(_ bytes: [UInt8]) throws(InterchangeError) {
    do {
      self.bytes = try InputText(bytes).bytes
    } catch {
      // Some programs count bytes and fold lines inside characters.
      guard let moved = Self.movingFolds(bytes), let text = try? InputText(moved) else {
        throw error
      }
      self.bytes = text.bytes
    }
  }

  /// The next property; nil at the end.
  ///
  /// - Throws: ``InterchangeError`` when it is too long.
  mutating func next() throws(InterchangeError) -> ContentLine? {
    while position < bytes.count {
      let start = number + 1
      var line = physicalLine()
      while position < bytes.count, Self.isBlank(bytes[position]) {
        position += 1
        line += physicalLine()
        try check(line, from: start)
      }
      if line.isEmpty { continue }
      if let result = ContentLine(number: start, bytes: line) { return result }
      badLines = (badLines.count + 1, badLines.first ?? start)
    }
    return nil
  }

  /// How many lines of the file were read.
  var lineCount: Int { number }

  private func check(_ line: ArraySlice<UInt8>, from start: Int) throws(InterchangeError) {
    guard line.count <= InputText.mostLineBytes else {
      throw InterchangeError(line: start, "the line has more than 16 MiB")
    }
  }

  /// The rest of the line, without its end.
  private mutating func physicalLine() -> ArraySlice<UInt8> {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let hasReturn = end > position && bytes[end - 1] == UInt8(ascii: "\r")
    defer { (position, number) = (end + 1, number + 1) }
    return bytes[position..<(hasReturn ? end - 1 : end)]
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The content with the folds that are inside characters moved after them; nil when there is
  /// none.
  private static func movingFolds(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    /// The folds that wait for the end of a character.
    var folds: [UInt8] = []
    var hasMoved = false
    var position = 0
    while position < bytes.count {
      let fold = bytes[position...].foldLength
      if fold > 0, position + fold < bytes.count, bytes[position + fold] & 0xC0 == 0x80 {
        folds += bytes[position..<(position + fold)]
        position += fold
        hasMoved = true
      } else {
        if bytes[position] & 0xC0 != 0x80 {
          result += folds
          folds.removeAll(keepingCapacity: true)
        }
        result.append(bytes[position])
        position += 1
      }
    }
    return hasMoved ? result + folds : nil
  }
}

extension ArraySlice<UInt8> {
  /// How many bytes of a fold it begins with: a line break and a blank.
  fileprivate var foldLength: Int {
    let breakLength = starts(with: [0x0D, 0x0A]) ? 2 : first == 0x0A ? 1 : 0
    guard breakLength > 0, breakLength < count else { return 0 }
    let next = self[startIndex + breakLength]
    return next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") ? breakLength + 1 : 0
  }
}
