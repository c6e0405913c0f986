/// The facts about long texts, by their address in memory.
///
/// The values of a file may share a text: in one of a megabyte, 5,000 items can have the same text
/// of 500 kB. What takes time for each character is done once for all of them.
struct LongTexts<Value: Sendable>: Sendable {
  /// A text is kept beside its value, so that no other text can get its place in memory.
  private var values: [UInt: (text: String, value: Value)] = [:]

  /// The value that was set for a text; nil for a short text, and for one that is somewhere else.
  subscript(text: String) -> Value? {
    get {
      guard let place = Self.place(of: text), let (other, value) = values[place],
        other.utf8.count == text.utf8.count
      else { return nil }
      return value
    }
    set {
      if let place = Self.place(of: text) { values[place] = newValue.map { (text, $0) } }
    }
  }

  /// The value of a text; made anew where there is none.
  @inline(__always)
  mutating func value(of text: String, _ make: (String) -> Value) -> Value {
    text.utf8.count > Self.shortSize ? known(text, make) : make(text)
  }

  @inline(never)
  private mutating func known(_ text: String, _ make: (String) -> Value) -> Value {
    if let value = self[text] { return value }
    let value = make(text)
    self[text] = value
    return value
  }

  /// The most bytes of UTF-8 that a short text has.
  ///
  /// Written out, the short texts of a file come to no more than a few times the file.
  static var shortSize: Int { 255 }

  /// Where a text is in memory; nil for a short one.
  @inline(__always)
  private static func place(of text: String) -> UInt? {
    guard text.utf8.count > shortSize else { return nil }
    return text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
  }
}
