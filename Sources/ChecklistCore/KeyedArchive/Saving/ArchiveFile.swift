/// A binary property list in the making, whose objects are written in the order of their numbers.
struct ArchiveFile {
  /// The bytes that have not been handed on yet.
  var bytes: ByteBuffer
  private var handedOn = 0
  let referenceWidth: Int
  /// The offsets of the objects, each in `offsetWidth` bytes.
  private var offsets: ByteBuffer
  private let offsetWidth: Int
  private var objectCount = 0

  /// About how many bytes are collected before they are handed on.
  ///
  /// They fit in the processor's cache beside the bytes that are read.
  static let chunkSize = 1 << 18

  init(expectedSize: Int, objectCount: Int) {
    bytes = ByteBuffer(capacity: min(expectedSize, Self.chunkSize))
    bytes.appendHeader()
    referenceWidth = BinaryPropertyListWriter.width(for: UInt64(objectCount))
    // Wider references and UIDs can make the file larger than expected, but never by this much.
    offsetWidth = expectedSize < 1 << 28 ? 4 : 8
    offsets = ByteBuffer(capacity: objectCount * offsetWidth)
  }

  @inline(__always)
  mutating func beginObject() {
    offsets.append(bigEndian: UInt64(handedOn &+ bytes.count), width: offsetWidth)
    objectCount &+= 1
  }

  /// Hands on the bytes, once there are enough of them.
  @inline(__always)
  mutating func flushChunk<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if bytes.count >= Self.chunkSize { try flush(to: sink) }
  }

  /// Appends a run of objects, unchanged, from a list whose references have the same width.
  mutating func append<Failure: Error>(
    _ run: Range<Int>, at place: Range<Int>, of list: BinaryPropertyListView,
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let distance = handedOn + bytes.count - place.lowerBound
    offsets.append(bigEndian: run.count, width: offsetWidth) {
      list.uncheckedOffset(ofObject: run.lowerBound &+ $0) &+ distance
    }
    objectCount += run.count
    if place.count < Self.chunkSize {
      bytes.append(contentsOf: list.bytes(place))
      try flushChunk(to: sink)
    } else {
      try flush(to: sink)
      try sink(list.bytes(place))
      handedOn += place.count
    }
  }

  @inline(never)
  mutating func flush<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    handedOn += bytes.count
    try bytes.empty(into: sink)
  }

  mutating func finish<Failure: Error>(
    root: Int, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let offsetTable = handedOn + bytes.count
    let width = BinaryPropertyListWriter.width(for: UInt64(offsetTable))
    if width == offsetWidth {
      try flush(to: sink)
      try offsets.empty(into: sink)
    } else {
      bytes.append(bigEndian: objectCount, width: width) {
        Int(offsets.bigEndian(at: $0 &* offsetWidth, width: offsetWidth))
      }
    }
    bytes.appendTrailer(
      offsetTable: offsetTable, objectCount: objectCount, referenceWidth: referenceWidth,
      root: root)
    try flush(to: sink)
  }
}
