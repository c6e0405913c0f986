extension BinaryPropertyListReader {
  /// The text of a string object.
  ///
  /// - Parameters:
  ///   - object: what ``object(_:)`` gave.
  ///   - number: its number, for the error.
  /// - Returns: the text, code unit by code unit as in the file; nil when the object is no string.
  /// - Throws: ``PropertyListError`` with the offset of a surrogate that has no partner, for which a
  ///   Swift string has no form.
  public func string(
    _ object: BinaryPropertyListObject, number: Int
  ) throws(PropertyListError) -> String? {
    switch object {
    case .asciiString(let range):
      if let text = ascii(range) { return text }
      var latin1 = String.UnicodeScalarView()
      for byte in bytes[range] { latin1.append(Unicode.Scalar(byte)) }
      return String(latin1)
    case .utf16String(let range):
      let (text, end) = utf16(range)
      if let text { return text }
      throw PropertyListError(
        .loneSurrogate, at: .byte(end), object: number,
        "the surrogate 0x\(String(bytes.bigEndian(at: end, width: 2), radix: 16)) has no partner")
    default:
      return nil
    }
  }

  /// Text of one byte a character; nil when it is not all ASCII.
  @inline(__always)
  func ascii(_ range: Range<Int>) -> String? {
    bytes.withUnsafeBytes { bytes in
      let content = UnsafeRawBufferPointer(rebasing: bytes[range])
      guard content.isASCII else { return nil }
      return String(decoding: content, as: UTF8.self)
    }
  }

  /// Text of two bytes a code unit.
  ///
  /// The standard library's transcoding takes ten times as long, and most texts of most languages are such.
  ///
  /// - Parameter range: where it stands.
  /// - Returns: the text, or nil and the offset of a surrogate without its partner.
  private func utf16(_ range: Range<Int>) -> (text: String?, offset: Int) {
    var size = 0
    let end = forEachScalar(ofUTF16: range) { scalar in
      size &+= scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
    }
    if end < range.upperBound { return (nil, end) }
    let text = String(unsafeUninitializedCapacity: size) { utf8 in
      var count = 0
      func append(_ byte: UInt32) {
        utf8[count] = UInt8(truncatingIfNeeded: byte)
        count &+= 1
      }
      _ = forEachScalar(ofUTF16: range) { scalar in
        switch scalar {
        case ..<0x80: append(scalar)
        case ..<0x800:
          append(0xC0 | scalar >> 6)
          append(0x80 | scalar & 0x3F)
        case ..<0x1_0000:
          append(0xE0 | scalar >> 12)
          append(0x80 | scalar >> 6 & 0x3F)
          append(0x80 | scalar & 0x3F)
        default:
          append(0xF0 | scalar >> 18)
          append(0x80 | scalar >> 12 & 0x3F)
          append(0x80 | scalar >> 6 & 0x3F)
          append(0x80 | scalar & 0x3F)
        }
      }
      return count
    }
    return (text, end)
  }

  /// Goes through the Unicode scalars of a text of two bytes a code unit.
  ///
  /// - Returns: the end of the range, or the offset of a surrogate without its partner, where it stopped.
  @inline(__always)
  private func forEachScalar(ofUTF16 range: Range<Int>, _ body: (UInt32) -> Void) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let unit = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset, width: 2))
      if unit & 0xF800 != 0xD800 {
        body(unit)
        offset &+= 2
        continue
      }
      guard unit < 0xDC00, range.upperBound &- offset >= 4 else { return offset }
      let low = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset &+ 2, width: 2))
      guard low & 0xFC00 == 0xDC00 else { return offset }
      body(0x1_0000 &+ (unit & 0x3FF) << 10 &+ low & 0x3FF)
      offset &+= 4
    }
    return offset
  }

  /// Whether an object is a string of exactly these code units.
  func object(_ number: Int, isString text: String) throws(PropertyListError) -> Bool {
    switch try object(number) {
    case .asciiString(let range):
      // Bytes above 0x7F are Latin-1 characters, which are code units of the same value.
      range.count == text.utf16.count
        && zip(range, text.utf16).allSatisfy { UInt16(bytes[$0]) == $1 }
    case .utf16String(let range):
      range.count == 2 * text.utf16.count
        && zip(stride(from: range.lowerBound, to: range.upperBound, by: 2), text.utf16)
          .allSatisfy { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) == $1 }
    default: false
    }
  }
}
