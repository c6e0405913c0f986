extension [UInt8] {
  /// Appends a text in UTF-8 in one step; `append(contentsOf: text.utf8)` goes byte by byte.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
