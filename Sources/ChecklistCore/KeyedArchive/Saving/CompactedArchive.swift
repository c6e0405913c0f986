/// The last step of a save: the marked objects, written in the order of their numbers.
///
/// After a small change, the remaining objects of the first part refer to the same numbers as
/// before. Their bytes are copied unchanged, in about as many runs as there are changes. This is
/// not possible when there are fewer numbers than before, or when another program wrote the file
/// in another order. Then the objects of the first part are written like all others: one by one,
/// with the numbers that they refer to now.
struct CompactedArchive: Sendable {
  private let parts: ArchiveParts
  private let root: ArchiveAddress
  /// The number of the array `$objects`, whose content is known only now.
  private let objectsArray: Int?
  var numbering: ArchiveNumbering

  /// Marks and numbers the objects of an archive.
  ///
  /// - Parameter objectsArray: The number of the array `$objects`; nil for a plain property list.
  /// - Throws: ``ArchiveError`` when something that is preserved is damaged.
  init(_ parts: ArchiveParts, root: ArchiveAddress, objectsArray: Int?) throws(ArchiveError) {
    self.parts = parts
    self.root = root
    self.objectsArray = objectsArray
    numbering = ArchiveNumbering(try ArchiveMarking(parts, root: root))
  }

  /// About how many bytes there are to write.
  var size: Int { parts.size }

  /// Writes the marked objects.
  ///
  /// All of them were checked before, so nothing can be wrong with them.
  ///
  /// - Parameter sink: Gets the file from its beginning, a piece at a time.
  /// - Throws: What `sink` throws.
  func write<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try parts.withViews { (views) throws(Failure) in
      let order = numbering.order
      var file = ArchiveFile(expectedSize: size, objectCount: order.all.count)
      let copies = numbering.copiesFirstPart && file.referenceWidth == views[1].list.referenceWidth
      for index in 0...order.insertions.count {
        try write(order.run(before: index), copies: copies, in: views, to: &file, sink)
        if index == order.insertions.count { break }
        let insertion = order.insertions[index]
        try file.flushChunk(to: sink)
        write(insertion.number, of: insertion.part, in: views, to: &file)
      }
      try file.finish(root: newNumber(at: root, in: views), to: sink)
    }
  }

  /// The range of a run of objects in the bytes of the first part, where they stand one after the
  /// other.
  private func bytes(of run: Range<Int>) -> Range<Int> {
    let list = parts.first.reader
    guard let last = run.last, let end = try? list.encoding(ofObject: last).upperBound else {
      return 0..<0
    }
    return list.uncheckedOffset(ofObject: run.lowerBound)..<end
  }

  /// Writes a run of objects of the first part, which keep their numbers.
  private func write<Failure: Error>(
    _ run: Range<Int>, copies: Bool, in views: [ArchiveParts.View], to file: inout ArchiveFile,
    _ sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if copies { return try file.append(run, at: bytes(of: run), of: views[1].list, to: sink) }
    for number in run {
      try file.flushChunk(to: sink)
      write(number, of: 1, in: views, to: &file)
    }
  }

  @inline(__always)
  private func write(
    _ number: Int, of part: Int, in views: [ArchiveParts.View], to file: inout ArchiveFile
  ) {
    file.beginObject()
    let start = views[part].list.uncheckedOffset(ofObject: number)
    let marker = views[part].list.byte(at: start)
    switch marker & 0xF0 {
    case BinaryPropertyListMarker.uid where parts.isKeyed:
      var uid = views[part].list.uid(at: start)
      if uid == nil { uid = try? parts[part].reader.uid(number, at: start) }
      file.bytes.append(NumberEncoding(uid: newUID(uid ?? 0, of: part, in: views)))
    case BinaryPropertyListMarker.dictionary:
      var dictionary = views[part].list.dictionary(at: start)
      if dictionary == nil { dictionary = try? parts[part].reader.dictionary(number, at: start) }
      guard let (keys, _) = dictionary else { return }
      file.bytes.appendMarker(BinaryPropertyListMarker.dictionary, count: keys.count)
      // The values stand right after the keys.
      append(
        BinaryPropertyListReferences(offset: keys.offset, count: 2 * keys.count), of: part,
        in: views, to: &file)
    case BinaryPropertyListMarker.array where part == 0 && number == objectsArray:
      writeObjects(in: views, to: &file)
    case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
      BinaryPropertyListMarker.orderedSet:
      guard let elements = try? parts[part].reader.elements(number, at: start) else { return }
      file.bytes.appendMarker(marker & 0xF0, count: elements.count)
      append(elements, of: part, in: views, to: &file)
    default:
      var end = views[part].list.scalarEnd(at: start)
      if end == nil { end = try? parts[part].reader.scalarEnd(number, at: start) }
      file.bytes.append(contentsOf: views[part].list.bytes(start..<(end ?? start)))
    }
  }

  // MARK: New numbers

  /// The new number of an object that a new object refers to.
  @inline(__always)
  private func newNumber(at address: ArchiveAddress, in views: [ArchiveParts.View]) -> Int {
    numbering.numbers[views[address.part].firstObject + address.number]
  }

  @inline(__always)
  private func newUID(_ code: UInt64, of part: Int, in views: [ArchiveParts.View]) -> UInt64 {
    if code == 0 { return 0 }
    let uid = ArchiveAddress(Int(truncatingIfNeeded: code))
    let first = views[part == 0 ? uid.part : part].firstUID
    return UInt64(truncatingIfNeeded: numbering.uids[first + uid.number])
  }

  /// Writes references with the new numbers of their objects.
  @inline(__always)
  private func append(
    _ references: BinaryPropertyListReferences, of part: Int, in views: [ArchiveParts.View],
    to file: inout ArchiveFile
  ) {
    let first = views[part].firstObject
    file.bytes.append(bigEndian: references.count, width: file.referenceWidth) { index in
      let number = views[part].list.uncheckedReference(index, in: references)
      return part == 0
        ? newNumber(at: ArchiveAddress(number), in: views) : numbering.numbers[first + number]
    }
  }

  /// Writes the content of `$objects`.
  private func writeObjects(in views: [ArchiveParts.View], to file: inout ArchiveFile) {
    let order = numbering.uidOrder
    file.bytes.appendMarker(BinaryPropertyListMarker.array, count: order.all.upperBound)
    func append(_ uid: Int, of part: Int) {
      let object = newNumber(at: parts.object(uid: uid, of: part, in: views), in: views)
      file.bytes.append(bigEndian: UInt64(object), width: file.referenceWidth)
    }
    append(0, of: 0)
    for index in 0...order.insertions.count {
      for uid in order.run(before: index) { append(uid, of: 1) }
      if index == order.insertions.count { break }
      let insertion = order.insertions[index]
      append(insertion.number, of: insertion.part)
    }
  }
}

/// A binary property list in the making, whose objects are written in the order of their numbers.
private struct ArchiveFile {
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

  /// Appends a run of objects byte by byte from a list whose references have the same width.
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
