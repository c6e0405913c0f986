import ChecklistCore

extension InputText {
  /// Checks the bytes of a file that says by its first bytes in which form of Unicode it is.
  ///
  /// - Parameter bytes: UTF-8, or UTF-16 or UTF-32 with its byte order mark.
  /// - Throws: ``InterchangeError`` with the line where it is no such text, or too long.
  init(unicode bytes: [UInt8]) throws(InterchangeError) {
    let isOther = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isOther || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      try self.init(xml: bytes)
    } else {
      try self.init(bytes)
    }
  }

  /// Checks the bytes of a file in XML.
  ///
  /// - Parameter bytes: Text in an encoding that its first bytes tell, or that its header names.
  /// - Throws: ``InterchangeError`` with the line where it is no such text, or too long.
  init(xml bytes: [UInt8]) throws(InterchangeError) {
    let text: [UInt8]
    do throws(ArchiveError) {
      text = try XMLText.utf8(bytes)
    } catch {
      throw InterchangeError(error, hint: "Convert it with: iconv -f ENCODING -t UTF-8 FILE")
    }
    try self.init(text)
  }
}

extension InterchangeError {
  /// The same fault of a text in XML.
  init(_ error: ArchiveError, hint: String? = nil) {
    var line: Int?
    if case .line(let number, _) = error.position { line = number }
    self.init(line: line, error.message, hint: hint)
  }
}
