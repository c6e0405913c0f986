internal import SystemLibrary

/// Bytes that a writer appends to, in many small runs.
///
/// It is an array with spare room after its content. So a number is stored in one step and not byte
/// by byte, and so is a run of references. Appending to an array took four fifths of the time of an
/// encode.
struct ByteBuffer: Sendable {
  /// The content, and after it bytes that mean nothing.
  private var storage: [UInt8]
  /// How many bytes of content there are.
  private(set) var count = 0

  /// How many bytes may be stored beyond the size that was asked for.
  ///
  /// A number is always stored as 8 bytes, and those after its own are overwritten by what comes
  /// next.
  private static let slack = 8

  init(capacity: Int = 0) {
    let size = Swift.max(capacity, 64) + Self.slack
    storage = Array(unsafeUninitializedCapacity: size) { bytes, initializedCount in
      UnsafeMutableRawBufferPointer(bytes).preferLargePages()
      // Byte by byte it takes a quarter of the time of all tests, which are not optimized.
      if let start = bytes.baseAddress { memset(start, 0, size) }
      initializedCount = size
    }
  }

  /// Takes the content as an array, and leaves the buffer empty.
  mutating func take() -> [UInt8] {
    var content: [UInt8] = []
    swap(&content, &storage)
    content.removeLast(content.count - count)
    count = 0
    return content
  }

  /// Hands on the content.
  ///
  /// The buffer is empty then, unless that fails.
  mutating func empty<Failure: Error>(
    into sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try storage.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try sink(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
    }
    count = 0
  }

  /// Forgets the content from an offset on.
  mutating func truncate(to offset: Int) {
    precondition(offset >= 0 && offset <= count, "the offset is in the content")
    count = offset
  }

  // MARK: Reading

  /// An unsigned big-endian integer.
  @inline(__always)
  func bigEndian(at offset: Int, width: Int) -> UInt64 {
    storage.bigEndian(at: offset, width: width)
  }

  /// Gives a range of bytes as numbers of eight bytes each.
  ///
  /// The last number overlaps the one before it. Fewer than eight bytes are one number.
  ///
  /// - Parameter range: The range, with at least eight other bytes before it.
  @inline(__always)
  func forEachWord(in range: Range<Int>, _ body: (UInt64) -> Void) {
    precondition(range.lowerBound >= 8 && range.upperBound <= count, "a header comes before")
    storage.withUnsafeBytes { bytes in
      var end = range.lowerBound
      while end < range.upperBound {
        end = Swift.min(end &+ 8, range.upperBound)
        let word = bytes.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
        let before = Swift.max(range.lowerBound &+ 8 &- end, 0)
        body(UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: 8 &* before))
      }
    }
  }

  /// Whether the same bytes stand at two places.
  @inline(__always)
  func hasEqualBytes(at first: Int, _ second: Int, length: Int) -> Bool {
    storage.hasEqualBytes(at: first, second, length: length)
  }

  // MARK: Appending

  /// Makes room at the end, and fills it.
  ///
  /// - Parameters:
  ///   - size: How many bytes are appended.
  ///   - fill: Stores the bytes at the address that it gets, where there is room for a few more.
  @inline(__always)
  private mutating func append(size: Int, _ fill: (UnsafeMutableRawPointer) -> Void) {
    if storage.count &- count < size &+ Self.slack { grow(by: size) }
    storage.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { fill(start + count) }
    }
    count &+= size
  }

  @inline(never)
  private mutating func grow(by size: Int) {
    var larger = ByteBuffer(capacity: Swift.max(count + size, 2 * storage.count))
    storage.withUnsafeBytes {
      larger.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
    self = larger
  }

  /// Appends a byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    append(size: 1) { $0.storeBytes(of: byte, as: UInt8.self) }
  }

  /// Appends the low bytes of a number, the highest first.
  ///
  /// - Parameter width: 1 to 8 bytes.
  @inline(__always)
  mutating func append(bigEndian value: UInt64, width: Int) {
    append(size: width) { $0.store(bigEndian: value, width: width) }
  }

  /// Appends a marker and the low bytes of a number.
  @inline(__always)
  mutating func append(_ marker: UInt8, bigEndian value: UInt64, width: Int) {
    append(size: 1 + width) {
      $0.storeBytes(of: marker, as: UInt8.self)
      ($0 + 1).store(bigEndian: value, width: width)
    }
  }

  /// Appends bytes.
  @inline(__always)
  mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    append(size: bytes.count) { $0.copyMemory(from: source, byteCount: bytes.count) }
  }

  /// Appends bytes.
  mutating func append(contentsOf bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { append(contentsOf: $0) }
  }

  /// Appends numbers of the same width, the highest byte of each first.
  ///
  /// - Parameter width: 1, 2, 4 or 8 bytes.
  @inline(__always)
  mutating func append(bigEndian count: Int, width: Int, _ number: (Int) -> Int) {
    append(size: count * width) { start in
      func store<Stored: FixedWidthInteger>(_ type: Stored.Type) {
        var next = start
        for index in 0..<count {
          next.storeBytes(of: Stored(truncatingIfNeeded: number(index)).bigEndian, as: type)
          next += width
        }
      }
      switch width {
      case 1: store(UInt8.self)
      case 2: store(UInt16.self)
      case 4: store(UInt32.self)
      default: store(UInt64.self)
      }
    }
  }

  /// Appends the numbers of elements.
  @inline(__always)
  mutating func append<Element>(
    bigEndian elements: ArraySlice<Element>, width: Int, _ number: (Element) -> Int
  ) {
    elements.withUnsafeBufferPointer { elements in
      append(bigEndian: elements.count, width: width) { number(elements[$0]) }
    }
  }
}

extension ByteBuffer {
  /// Appends an object of a list, with new numbers in its references.
  ///
  /// - Parameters:
  ///   - encoding: The range of its bytes in the list.
  ///   - width: The width of a reference in this buffer, in bytes.
  ///   - number: Gives the new number for a number in the list.
  mutating func append(
    _ object: BinaryPropertyListObject, at encoding: Range<Int>, of list: BinaryPropertyListReader,
    width: Int, _ number: (Int) -> Int
  ) {
    let references: BinaryPropertyListReferences
    switch object {
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      appendMarker(list.bytes[encoding.lowerBound] & 0xF0, count: elements.count)
      references = elements
    case .dictionary(let keys, _):
      appendMarker(BinaryPropertyListMarker.dictionary, count: keys.count)
      // The values stand right after the keys.
      references = BinaryPropertyListReferences(offset: keys.offset, count: 2 * keys.count)
    default: return append(contentsOf: list.bytes[encoding])
    }
    append(bigEndian: references.count, width: width) {
      number(list.uncheckedReference($0, in: references))
    }
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the low bytes of a number, the highest first, and zeros up to 8 bytes.
  @inline(__always)
  fileprivate func store(bigEndian value: UInt64, width: Int) {
    storeBytes(
      of: (value &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).bigEndian, as: UInt64.self)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte is above 0x7F.
  @inline(__always)
  var isASCII: Bool {
    var offset = 0
    while offset &+ 8 <= count {
      let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      offset &+= 8
    }
    while offset < count {
      if self[offset] >= 0x80 { return false }
      offset &+= 1
    }
    return true
  }
}

/// The parts of a binary property list.
extension ByteBuffer {
  /// Appends the header of a file.
  mutating func appendHeader() {
    append(contentsOf: Array("bplist00".utf8)[...])
  }

  /// Appends a number after its marker.
  @inline(__always)
  mutating func append(_ number: NumberEncoding) {
    append(number.marker, bigEndian: number.bits, width: number.width)
  }

  /// Appends a marker with its count, in the low four bits or as an integer object after the
  /// marker.
  @inline(__always)
  mutating func appendMarker(_ marker: UInt8, count: Int) {
    if count < BinaryPropertyListMarker.extendedCount {
      append(marker | UInt8(count))
    } else {
      append(marker | UInt8(BinaryPropertyListMarker.extendedCount))
      append(NumberEncoding(count))
    }
  }

  /// Appends the offset table and the trailer, which complete a file.
  ///
  /// - Parameter referenceWidth: The width of a reference, in bytes.
  mutating func appendTrailer(offsets: [Int], referenceWidth: Int, root: Int) {
    let offsetTable = count
    let width = BinaryPropertyListWriter.width(for: UInt64(offsetTable))
    append(bigEndian: offsets[...], width: width) { $0 }
    appendTrailer(
      offsetTable: offsetTable, objectCount: offsets.count, referenceWidth: referenceWidth,
      root: root)
  }

  /// Appends the trailer after the offset table.
  ///
  /// Offsets are as narrow as the offset of the table allows.
  ///
  /// - Parameters:
  ///   - offsetTable: The offset of the offset table in the file.
  ///   - referenceWidth: The width of a reference, in bytes.
  mutating func appendTrailer(
    offsetTable: Int, objectCount: Int, referenceWidth: Int, root: Int
  ) {
    let offsetWidth = BinaryPropertyListWriter.width(for: UInt64(offsetTable))
    append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)])
    for number in [objectCount, root, offsetTable] {
      append(bigEndian: UInt64(number), width: 8)
    }
  }
}
