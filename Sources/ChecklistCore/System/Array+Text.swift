extension [UInt8] {
  /// Appends a text in UTF-8, as a whole: a sequence's elements are appended one by one.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
