/// Fields that another program may use for something else.
extension KeyedUnarchiver {
  /// What the text of a field means; nil when there is no such text, or it means nothing.
  ///
  /// - Parameters:
  ///   - key: The key, compared by code unit.
  ///   - meaning: Gives what a text means; nil for one that means nothing.
  mutating func decodeText<Meaning>(
    forKey key: String, _ meaning: (String) -> Meaning?
  ) -> Meaning? {
    decodeUnderstood(forKey: key) { value, unarchiver in
      (try? String.decode(value, from: &unarchiver)).flatMap(meaning)
    }
  }

  /// What the value of a field means; nil when there is none, or it means nothing.
  ///
  /// - Parameters:
  ///   - key: The key, compared by code unit.
  ///   - meaning: Gives what a value means; nil for one that means nothing.
  mutating func decodePropertyList<Meaning>(
    forKey key: String, _ meaning: (PropertyList) -> Meaning?
  ) -> Meaning? {
    decodeUnderstood(forKey: key) { value, unarchiver in
      (try? PropertyList.decode(value, from: &unarchiver)).flatMap(meaning)
    }
  }

  /// The boolean of a field; nil when there is none.
  mutating func decodeBool(forKey key: String) -> Bool? {
    decodeUnderstood(forKey: key) { value, unarchiver in
      try? Bool.decode(value, from: &unarchiver)
    }
  }

  /// A field that may be of another program; a value that is not understood stays unread, and so is
  /// preserved.
  private mutating func decodeUnderstood<Value>(
    forKey key: String, _ decode: (ArchivedValue, inout KeyedUnarchiver) -> Value?
  ) -> Value? {
    guard let position = try? position(of: key), frame.unread.contains(position),
      let value = try? field(position), !isNull(value), let found = decode(value, &self)
    else { return nil }
    frame.unread.remove(position)
    return found
  }
}
