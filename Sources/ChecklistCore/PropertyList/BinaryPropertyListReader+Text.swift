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
      var units: [UInt16] = []
      units.reserveCapacity(range.count / 2)
      for offset in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
        units.append(UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1]))
      }
      if let index = units.firstLoneSurrogate {
        throw PropertyListError(
          .loneSurrogate, at: .byte(range.lowerBound + 2 * index), object: number,
          "the surrogate 0x\(String(units[index], radix: 16)) has no partner")
      }
      return String(decoding: units, as: UTF16.self)
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

extension [UInt16] {
  /// The index of the first UTF-16 surrogate without its partner.
  var firstLoneSurrogate: Int? {
    var index = 0
    while index < count {
      if UTF16.isLeadSurrogate(self[index]) {
        guard index + 1 < count, UTF16.isTrailSurrogate(self[index + 1]) else { return index }
        index += 2
      } else if UTF16.isTrailSurrogate(self[index]) {
        return index
      } else {
        index += 1
      }
    }
    return nil
  }
}
