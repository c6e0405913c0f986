import ChecklistCore

extension JSONScanner {
  /// Reads a string, or null.
  ///
  /// - Returns: The string; nil for null.
  /// - Throws: ``InterchangeError`` for anything else.
  package mutating func stringOrNull() throws(InterchangeError) -> String? {
    guard try kind() == .null else { return try string() }
    try null()
    return nil
  }

  /// Reads an identity, as `identityText` gives it.
  ///
  /// - Throws: ``InterchangeError`` when the next value is no string, or no identity.
  package mutating func identity() throws(InterchangeError) -> Int {
    guard let id = Int(identityText: try string()) else {
      throw error("an identity is up to 16 hexadecimal digits")
    }
    return id
  }
}

extension Int {
  /// Reads what `identityText` gives; nil for any other text.
  package init?(identityText text: String) {
    guard text.utf8.first != UInt8(ascii: "+"), let bits = UInt64(text, radix: 16) else {
      return nil
    }
    self.init(truncatingIfNeeded: bits)
  }
}
