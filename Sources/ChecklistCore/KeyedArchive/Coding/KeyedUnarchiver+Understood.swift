extension KeyedUnarchiver {
  /// The value of a field that another program may use for something else; nil when there is none,
  /// or it means nothing.
  ///
  /// A value that is not understood stays unread, and so is preserved.
  ///
  /// - Parameters:
  ///   - type: What the value must be.
  ///   - key: The key, compared by code unit.
  ///   - meaning: Gives what a value means; nil for one that means nothing.
  mutating func decodeUnderstood<Value: KeyedArchiveValue, Meaning>(
    _ type: Value.Type, forKey key: String, _ meaning: (Value) -> Meaning?
  ) -> Meaning? {
    guard let position = try? position(of: key), frame.unread.contains(position),
      let value = try? field(position), !isNull(value),
      let found = (try? Value.decode(value, from: &self)).flatMap(meaning)
    else { return nil }
    frame.unread.remove(position)
    return found
  }
}
