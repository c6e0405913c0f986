import TestSupport

/// A binary property list put together by hand, byte by byte.
struct BinaryFile {
  /// The encodings of the objects, in the order of their numbers.
  var objects: [[UInt8]]
  var header = Array("bplist00".utf8)
  var offsetWidth = 1
  var referenceWidth = 1
  var root = 0
  /// What the trailer claims, where it is not the truth.
  var claimedCount: UInt64?
  var claimedOffsetTable: UInt64?
  /// Offsets in the table that are not the truth, by object number.
  var claimedOffsets: [Int: UInt64] = [:]

  init(_ objects: [UInt8]...) {
    self.objects = objects
  }

  var bytes: [UInt8] {
    var bytes = header
    var offsets: [UInt64] = []
    for object in objects {
      offsets.append(UInt64(bytes.count))
      bytes += object
    }
    let offsetTable = UInt64(bytes.count)
    for (number, offset) in offsets.enumerated() {
      bytes += Self.bigEndian(claimedOffsets[number] ?? offset, width: offsetWidth)
    }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
    bytes += Self.bigEndian(claimedCount ?? UInt64(objects.count), width: 8)
    bytes += Self.bigEndian(UInt64(root), width: 8)
    bytes += Self.bigEndian(claimedOffsetTable ?? offsetTable, width: 8)
    return bytes
  }

  static func bigEndian(_ value: UInt64, width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> UInt64(8 * $0) : 0) }
  }
}
