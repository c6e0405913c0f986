/// The bytes of a binary property list whose header and trailer were checked.
///
/// Its methods read an object of an expected type, at an offset that
/// ``BinaryPropertyListReader/offset(ofObject:)`` gave.
///
/// The answer is nil for an object that has another type, has an unusual encoding, or is not wholly
/// there. Then ``BinaryPropertyListReader/object(_:)`` tells what it is. A decode of 100,000 items
/// looks at two million objects, and knows which type each should have. Reading them this way takes
/// a third of the time of the general way.
protocol BinaryPropertyListBytes {
  /// How many objects the offset table lists.
  var objectCount: Int { get }
  var offsetWidth: Int { get }
  var referenceWidth: Int { get }
  /// Where the objects end and the offset table begins, after the header.
  var offsetTable: Int { get }

  /// The byte at an offset before the offset table.
  func byte(at offset: Int) -> UInt8

  /// The unsigned big-endian integer of 1 to 8 bytes at an offset before the trailer.
  func bigEndian(at offset: Int, width: Int) -> UInt64

  /// Whether the same bytes stand at two places before the offset table.
  func hasEqualBytes(at first: Int, _ second: Int, length: Int) -> Bool
}

extension BinaryPropertyListReader: BinaryPropertyListBytes {
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { bytes[offset] }

  @inline(__always)
  func bigEndian(at offset: Int, width: Int) -> UInt64 {
    guard UInt(bitPattern: offset) < wordCount else {
      return bytes.bigEndian(at: offset, width: width)
    }
    return bytes.eightBigEndian(at: offset, width: width)
  }

  @inline(__always)
  func hasEqualBytes(at first: Int, _ second: Int, length: Int) -> Bool {
    bytes.hasEqualBytes(at: first, second, length: length)
  }
}

extension BinaryPropertyListBytes {
  /// The bytes of a value that follow its marker; nil when they are not all there.
  @inline(__always)
  private func content(at start: Int, width: Int) -> UInt64? {
    guard width < offsetTable &- start else { return nil }
    return bigEndian(at: start &+ 1, width: width)
  }

  /// A UID of at most 8 bytes.
  @inline(__always)
  func uid(at start: Int) -> UInt64? {
    let marker = byte(at: start)
    guard marker & 0xF8 == BinaryPropertyListMarker.uid else { return nil }
    return content(at: start, width: Int(marker & 0x07) &+ 1)
  }

  /// A boolean.
  @inline(__always)
  func boolean(at start: Int) -> Bool? {
    switch byte(at: start) {
    case BinaryPropertyListMarker.false: false
    case BinaryPropertyListMarker.true: true
    default: nil
    }
  }

  /// An integer of at most 8 bytes.
  @inline(__always)
  func integer(at start: Int) -> Int? {
    let marker = byte(at: start)
    guard marker & 0xFC == BinaryPropertyListMarker.integer,
      let bits = content(at: start, width: 1 << Int(marker & 0x03))
    else { return nil }
    // Up to 4 bytes are unsigned, 8 have a sign.
    return Int(truncatingIfNeeded: bits)
  }

  /// A real of 8 bytes.
  @inline(__always)
  func real(at start: Int) -> Double? {
    guard byte(at: start) == BinaryPropertyListMarker.real64,
      let bits = content(at: start, width: 8)
    else { return nil }
    return Double(bitPattern: bits)
  }

  /// A string of one byte a character, of fewer than 15 characters or with a count in one byte.
  @inline(__always)
  func asciiString(at start: Int) -> Range<Int>? {
    guard byte(at: start) & 0xF0 == BinaryPropertyListMarker.asciiString,
      let (first, count) = shortCount(at: start), count <= offsetTable &- first
    else { return nil }
    return first..<first &+ count
  }

  /// A string of two bytes a code unit, with a count as in ``asciiString(at:)``.
  @inline(__always)
  func utf16String(at start: Int) -> Range<Int>? {
    guard byte(at: start) & 0xF0 == BinaryPropertyListMarker.utf16String,
      let (first, count) = shortCount(at: start), 2 &* count <= offsetTable &- first
    else { return nil }
    return first..<first &+ 2 &* count
  }

  /// A dictionary of at most 255 keys.
  @inline(__always)
  func dictionary(
    at start: Int
  ) -> (keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences)? {
    guard byte(at: start) & 0xF0 == BinaryPropertyListMarker.dictionary,
      let (first, count) = shortCount(at: start)
    else { return nil }
    let size = count &* referenceWidth
    guard 2 &* size <= offsetTable &- first else { return nil }
    return (
      BinaryPropertyListReferences(offset: first, count: count),
      BinaryPropertyListReferences(offset: first &+ size, count: count)
    )
  }

  /// The end of a scalar that is not a UID.
  @inline(__always)
  func scalarEnd(at start: Int) -> Int? {
    let marker = byte(at: start)
    let end: Int
    switch marker & 0xF0 {
    case BinaryPropertyListMarker.asciiString:
      guard let (first, count) = shortCount(at: start) else { return nil }
      end = first &+ count
    case BinaryPropertyListMarker.utf16String:
      guard let (first, count) = shortCount(at: start) else { return nil }
      end = first &+ 2 &* count
    case BinaryPropertyListMarker.integer where marker & 0x0F <= 4:
      end = start &+ 1 &+ 1 << Int(marker & 0x0F)
    default:
      switch marker {
      case BinaryPropertyListMarker.real64, BinaryPropertyListMarker.date: end = start &+ 9
      case BinaryPropertyListMarker.false, BinaryPropertyListMarker.true: end = start &+ 1
      default: return nil
      }
    }
    return end <= offsetTable ? end : nil
  }

  /// Whether there is an object of this number.
  @inline(__always)
  func hasObject(_ number: Int) -> Bool {
    // A negative number is a large one without a sign.
    UInt(bitPattern: number) < UInt(bitPattern: objectCount)
  }

  /// Whether objects stand at this offset.
  @inline(__always)
  func hasObject(at offset: Int) -> Bool {
    UInt(bitPattern: offset &- BinaryPropertyListMarker.headerSize)
      < UInt(bitPattern: offsetTable &- BinaryPropertyListMarker.headerSize)
  }

  /// The offset of an object; nil when there is no such object, or no object stands there.
  @inline(__always)
  func soundOffset(ofObject number: Int) -> Int? {
    guard hasObject(number) else { return nil }
    // The offset table is wholly in the file, so the entry is there.
    let offset = uncheckedOffset(ofObject: number)
    return hasObject(at: offset) ? offset : nil
  }

  /// A reference of a run, by an index below the run's count; nil when it names no object.
  @inline(__always)
  func soundReference(_ index: Int, in references: BinaryPropertyListReferences) -> Int? {
    precondition(index >= 0 && index < references.count, "an index is below the run's count")
    let number = uncheckedReference(index, in: references)
    return hasObject(number) ? number : nil
  }

  /// Whether two runs have the same references.
  @inline(__always)
  func hasEqualReferences(
    _ one: BinaryPropertyListReferences, _ other: BinaryPropertyListReferences
  ) -> Bool {
    one.count == other.count
      && hasEqualBytes(at: one.offset, other.offset, length: one.count &* referenceWidth)
  }

  /// The UID to which a reference of a run leads, by an index below the run's count; nil when that
  /// is no sound UID of at most 8 bytes.
  @inline(__always)
  func uid(_ index: Int, of references: BinaryPropertyListReferences) -> UInt64? {
    guard let number = soundReference(index, in: references),
      let offset = soundOffset(ofObject: number)
    else { return nil }
    return uid(at: offset)
  }

  /// The offset of an object that was looked at before.
  @inline(__always)
  func uncheckedOffset(ofObject number: Int) -> Int {
    Int(
      truncatingIfNeeded: bigEndian(
        at: offsetTable &+ number &* offsetWidth, width: offsetWidth))
  }

  /// A reference of a run, even when it names no object.
  @inline(__always)
  func uncheckedReference(_ index: Int, in references: BinaryPropertyListReferences) -> Int {
    Int(
      truncatingIfNeeded: bigEndian(
        at: references.offset &+ index &* referenceWidth, width: referenceWidth))
  }

  /// The end of a run of references.
  @inline(__always)
  func end(of references: BinaryPropertyListReferences) -> Int {
    references.offset &+ references.count &* referenceWidth
  }

  /// A count in the marker or in one byte after it, and the offset of the content.
  @inline(__always)
  private func shortCount(at start: Int) -> (first: Int, count: Int)? {
    let low = Int(byte(at: start) & 0x0F)
    if low < BinaryPropertyListMarker.extendedCount { return (start &+ 1, low) }
    guard offsetTable &- start > 2, byte(at: start &+ 1) == BinaryPropertyListMarker.integer else {
      return nil
    }
    return (start &+ 3, Int(byte(at: start &+ 2)))
  }
}
