extension String {
  /// The text in one line, with spaces for its line breaks.
  package var inOneLine: String {
    contains(where: \.isNewline)
      ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
  }
}
