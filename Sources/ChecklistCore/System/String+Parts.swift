extension String {
  /// The first place where another text is, by code unit.
  ///
  /// The standard library's search for texts would bring regular expressions into the program,
  /// which are 1.3 MB.
  package func range(ofFirst other: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].utf8.starts(with: other.utf8) {
        return start..<utf8.index(start, offsetBy: other.utf8.count)
      }
      start = utf8.index(after: start)
    }
    return nil
  }

  /// Whether another text is a part of this one, by code unit.
  package func holds(_ other: String) -> Bool { range(ofFirst: other) != nil }
}
