import ChecklistCore

extension TextBytes {
  /// Whether a line is a text and nothing else, so that ``TodoTxtLine`` finds neither marks nor
  /// fields nor a note nor a flaw in it, and its text is the whole line; and whether it is ASCII.
  ///
  /// Most lines are, and one pass over their bytes proves it. A field has a colon, a note Sleek's
  /// line break; marks, markers of conflicts and blank lines begin with few bytes.
  ///
  /// - Returns: Whether all of it is ASCII; nil for a line of which this is not proved.
  @inline(__always)
  func isASCIIOfPlainTodo(in range: Range<Int>) -> Bool? {
    bytes.withUnsafeBytes { bytes in
      guard var index = range.first, bytes[index].beginsPlainTodo else { return nil }
      let stop = range.upperBound
      var high: UInt64 = 0
      while index + 8 <= stop {
        let eight = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let special = eight.marks(of: UInt8(ascii: ":")) | eight.marks(of: TodoTxtLine.lineBreak)
        if special & UInt64.highBits != 0 { return nil }
        high |= eight
        index += 8
      }
      while index < stop {
        let byte = bytes[index]
        if byte == UInt8(ascii: ":") || byte == TodoTxtLine.lineBreak { return nil }
        high |= UInt64(byte)
        index += 1
      }
      return high & UInt64.highBits == 0
    }
  }
}

extension UInt8 {
  /// Whether a line that begins with the byte has neither marks nor a marker of a conflict, and is
  /// not blank.
  fileprivate var beginsPlainTodo: Bool {
    !beginsTodoMark && self != UInt8(ascii: "\t") && !ConflictMarker.beginsOne(self)
  }
}
