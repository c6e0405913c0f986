/// A scalar that is a number of 1 to 8 bytes after its marker.
struct NumberEncoding {
  let marker: UInt8
  /// The number, in its low bytes.
  let bits: UInt64
  /// How many bytes it takes.
  let width: Int

  /// An integer: unsigned in 1, 2 or 4 bytes, with a sign in 8.
  @inline(__always)
  init(_ integer: Int) {
    bits = UInt64(bitPattern: Int64(integer))
    width = integer < 0 ? 8 : BinaryPropertyListWriter.width(for: bits)
    marker = BinaryPropertyListMarker.integer | UInt8(width.trailingZeroBitCount)
  }

  /// A real of 8 bytes.
  @inline(__always)
  init(_ real: Double) {
    bits = real.bitPattern
    width = 8
    marker = BinaryPropertyListMarker.real64
  }

  /// A real of 4 bytes.
  @inline(__always)
  init(_ real: Float) {
    bits = UInt64(real.bitPattern)
    width = 4
    marker = BinaryPropertyListMarker.real32
  }

  /// A date, in seconds since 2001-01-01 00:00:00 UTC.
  @inline(__always)
  init(date seconds: Double) {
    bits = seconds.bitPattern
    width = 8
    marker = BinaryPropertyListMarker.date
  }

  /// A UID, in the fewest bytes of 1, 2, 4 and 8 that hold it.
  @inline(__always)
  init(uid: UInt64) {
    bits = uid
    width = BinaryPropertyListWriter.width(for: uid)
    marker = BinaryPropertyListMarker.uid | UInt8(width - 1)
  }
}
