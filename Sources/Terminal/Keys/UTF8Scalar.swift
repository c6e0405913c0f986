/// A scalar that is read from UTF-8 byte by byte.
///
/// An invalid sequence counts as Unicode recommends it, and as `String` repairs it: the longest
/// beginning of a scalar is one mistake (Unicode 17.0, 3.9.6).
struct UTF8Scalar: Sendable {
  /// The result of one more byte.
  enum Step: Equatable {
    /// More bytes are to come.
    case more
    /// It is whole.
    case scalar(Unicode.Scalar)
    /// The bytes are no scalar; the last one is part of the mistake, or begins something else.
    case invalid(isTaken: Bool)
  }

  private var value: UInt32 = 0
  /// How many bytes are to come; nil before the first one.
  private var left: Int?
  /// The range of the next byte.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// Takes a byte.
  ///
  /// - Parameter byte: The first byte, or the one after those that were taken.
  /// - Returns: What the bytes are now.
  mutating func take(_ byte: UInt8) -> Step {
    guard let left else { return takeFirst(byte) }
    guard range.contains(byte) else { return .invalid(isTaken: false) }
    range = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    self.left = left - 1
    guard left == 1 else { return .more }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid(isTaken: true)
  }

  private mutating func takeFirst(_ byte: UInt8) -> Step {
    switch byte {
    case 0..<0x80:
      return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF:
      (value, left) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF:
      (value, left) = (UInt32(byte & 0x0F), 2)
      // Neither overlong nor a surrogate.
      if byte == 0xE0 { range = 0xA0...0xBF }
      if byte == 0xED { range = 0x80...0x9F }
    case 0xF0...0xF4:
      (value, left) = (UInt32(byte & 0x07), 3)
      // Neither overlong nor beyond U+10FFFF.
      if byte == 0xF0 { range = 0x90...0xBF }
      if byte == 0xF4 { range = 0x80...0x8F }
    default:
      return .invalid(isTaken: true)
    }
    return .more
  }
}
