/// A name of a list as it is compared: in lower case, and word by word.
package struct ListName {
  private let words: [Substring]
  /// The words in ASCII, with one space between two; nil for a name with other characters.
  private let ascii: [UInt8]?

  package init(_ name: String) {
    words = Self.words(name)
    let bytes = Array(words.joined(separator: " ").utf8)
    ascii = bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
  }

  private static func words(_ name: String) -> [Substring] {
    // The small letter of the dotted capital I of Turkish is i.
    String(name.lowercased().map { $0 == "i\u{307}" ? "i" : $0 }).split(separator: " ")
  }

  /// Whether another name differs in case and in its spaces only.
  ///
  /// A new list is compared with all others. So for most names nothing is allocated: a batch of
  /// 8,000 new lists took 5 seconds for that.
  package func isSame(as other: String) -> Bool {
    var other = other
    return ascii.flatMap { ascii in other.withUTF8 { Self.isSame($0, ascii) } }
      ?? (Self.words(other) == words)
  }

  /// Whether a name has these words; nil for one that is not in ASCII.
  private static func isSame(_ name: UnsafeBufferPointer<UInt8>, _ words: [UInt8]) -> Bool? {
    let space = UInt8(ascii: " ")
    var (count, isAfterSpace) = (0, false)
    for byte in name {
      if byte >= 0x80 { return nil }
      if byte == space {
        isAfterSpace = count > 0
        continue
      }
      if isAfterSpace {
        guard count < words.count, words[count] == space else { return false }
        (count, isAfterSpace) = (count + 1, false)
      }
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      guard count < words.count, words[count] == (isCapital ? byte | 0x20 : byte) else {
        return false
      }
      count += 1
    }
    return count == words.count
  }
}
