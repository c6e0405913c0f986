extension BinaryPropertyListReader {
  /// The text of a string object.
  ///
  /// - Parameters:
  ///   - object: What ``object(_:)`` gave.
  ///   - number: The number of the object, for the error.
  /// - Returns: The text, with the code units that it has in the file; nil when the object is not a
  ///   string.
  /// - Throws: ``ArchiveError`` with the offset of a surrogate that has no partner, which a
  ///   Swift string cannot represent.
  package func string(
    _ object: BinaryPropertyListObject, number: Int
  ) throws(ArchiveError) -> String? {
    switch object {
    case .asciiString(let range):
      if let text = ascii(range) { return text }
      var latin1 = String.UnicodeScalarView()
      for byte in bytes[range] { latin1.append(Unicode.Scalar(byte)) }
      return String(latin1)
    case .utf16String(let range):
      let (text, end) = utf16(range)
      if let text { return text }
      throw ArchiveError(
        .loneSurrogate, at: .byte(end), object: number,
        "the surrogate 0x\(String(bytes.bigEndian(at: end, width: 2), radix: 16)) has no partner")
    default:
      return nil
    }
  }

  /// Text of one byte a character; nil when it is not all ASCII.
  @inline(__always)
  func ascii(_ range: Range<Int>) -> String? {
    isASCII(range) ? String(decoding: bytes[range], as: UTF8.self) : nil
  }

  /// Whether text of one byte a character is all ASCII.
  @inline(__always)
  func isASCII(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]).isASCII }
  }

  /// Whether text of two bytes a code unit has only characters of one code unit.
  func hasNoSurrogates(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBytes { bytes in
      stride(from: range.lowerBound, to: range.upperBound, by: 2).allSatisfy {
        bytes[$0] & 0xF8 != 0xD8
      }
    }
  }

  /// Text of two bytes a code unit.
  ///
  /// The standard library's transcoding takes ten times as long, and the texts of most languages
  /// are stored so.
  ///
  /// - Parameter range: The range of the text in the file.
  /// - Returns: The text; or nil, and the offset of a surrogate without its partner.
  func utf16(_ range: Range<Int>) -> (text: String?, offset: Int) {
    var scalars = UTF16Scalars(bytes: bytes, range: range)
    // One code unit takes at most three bytes, and two take four.
    let text = String(unsafeUninitializedCapacity: range.count / 2 * 3) { utf8 in
      var count = 0
      while let scalar = scalars.next() { count &+= utf8.store(scalar, at: count) }
      return count
    }
    return (scalars.offset < range.upperBound ? nil : text, scalars.offset)
  }

  /// The Unicode scalars of a text of two bytes a code unit, up to its end or a surrogate without
  /// its partner.
  private struct UTF16Scalars {
    let bytes: [UInt8]
    let end: Int
    /// The offset of the next scalar.
    private(set) var offset: Int

    init(bytes: [UInt8], range: Range<Int>) {
      self.bytes = bytes
      offset = range.lowerBound
      end = range.upperBound
    }

    @inline(__always)
    mutating func next() -> Unicode.Scalar? {
      guard offset < end else { return nil }
      let unit = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset, width: 2))
      if let scalar = Unicode.Scalar(unit) {
        offset &+= 2
        return scalar
      }
      guard unit < 0xDC00, end &- offset >= 4 else { return nil }
      let low = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset &+ 2, width: 2))
      guard low & 0xFC00 == 0xDC00 else { return nil }
      offset &+= 4
      return Unicode.Scalar(0x1_0000 &+ (unit & 0x3FF) << 10 &+ low & 0x3FF)
    }
  }

  /// Whether an object is a string of exactly these code units.
  func object(_ number: Int, isString text: String) throws(ArchiveError) -> Bool {
    let start = try offset(ofObject: number)
    // The text is usually ASCII, as keys are, and most keys have another length.
    if let range = asciiString(at: start) {
      var text = text
      let isSame: Bool? = text.withUTF8 { utf8 in
        let expected = UnsafeRawBufferPointer(utf8)
        guard expected.isASCII else { return nil }
        return range.count == expected.count
          && bytes.withUnsafeBytes {
            $0.hasEqualBytes(at: range.lowerBound, expected, at: 0, length: range.count)
          }
      }
      if let isSame { return isSame }
    }
    return switch try object(number, at: start) {
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

extension UnsafeMutableBufferPointer<UInt8> {
  /// Stores a scalar in UTF-8 (RFC 3629) at an offset where there is room for it.
  ///
  /// - Returns: How many bytes it takes.
  @inline(__always)
  fileprivate func store(_ scalar: Unicode.Scalar, at offset: Int) -> Int {
    let value = scalar.value
    func byte(_ lead: UInt32, _ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: lead | value >> shift & 0x3F)
    }
    switch value {
    case ..<0x80:
      self[offset] = UInt8(truncatingIfNeeded: value)
      return 1
    case ..<0x800:
      self[offset] = byte(0xC0, 6)
      self[offset &+ 1] = byte(0x80, 0)
      return 2
    case ..<0x1_0000:
      self[offset] = byte(0xE0, 12)
      self[offset &+ 1] = byte(0x80, 6)
      self[offset &+ 2] = byte(0x80, 0)
      return 3
    default:
      self[offset] = byte(0xF0, 18)
      self[offset &+ 1] = byte(0x80, 12)
      self[offset &+ 2] = byte(0x80, 6)
      self[offset &+ 3] = byte(0x80, 0)
      return 4
    }
  }
}
