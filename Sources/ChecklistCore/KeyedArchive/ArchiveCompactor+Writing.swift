/// The second half of the work: what is marked, in the new file.
extension ArchiveCompactor {
  @inline(__always)
  private func newNumber(_ mark: Int) -> Int { Int(marks[mark] & ~Mark.replaced) &- 1 }

  /// The new number of an object that what is new refers to.
  private func newNumber(at address: ArchiveAddress) -> Int {
    newNumber(parts[address.part].firstMark &+ address.number)
  }

  @inline(__always)
  private func newUID(of number: Int, at start: Int, _ part: Part) -> UInt64 {
    let known = (try? part.reader.uid(number, at: start)) ?? 0
    let uid = ArchiveAddress(Int(truncatingIfNeeded: known))
    if uid.code == 0 { return 0 }
    let first = part.isNew ? parts[uid.part].firstUID : part.firstUID
    return UInt64(uidMarks[first &+ uid.number] & ~Mark.replaced) &- 1
  }

  /// How many bytes there are to write at most, unless references or UIDs become wider.
  var size: Int { parts.reduce(0) { $0 + $1.reader.bytes.count } }

  /// Writes what is marked.
  ///
  /// All of it was looked at before, so there is nothing that could be wrong with it.
  ///
  /// - Parameter sink: gets the file from its beginning on, a piece at a time.
  /// - Throws: what `sink` throws.
  func write<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var file = ArchiveFile(expectedSize: size, objectCount: objectCount)
    for index in 1..<parts.count {
      try write(parts[index], to: &file, sink)
    }
    try write(parts[0], to: &file, sink)
    try file.finish(root: newNumber(at: root), to: sink)
  }

  @inline(__always)
  private func write<Failure: Error>(
    _ part: Part, to file: inout ArchiveFile,
    _ sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let reader = part.reader
    let firstMark = part.firstMark
    for number in 0..<reader.propertyList.objectCount {
      let mark = marks[firstMark + number]
      if mark == Mark.unseen || mark & Mark.replaced != 0 { continue }
      if file.bytes.count >= ArchiveFile.chunkSize { try file.flush(to: sink) }
      write(number, of: part, reader, to: &file)
    }
  }

  @inline(__always)
  private func write(
    _ number: Int, of part: Part, _ reader: ArchiveReader, to file: inout ArchiveFile
  ) {
    file.beginObject()
    let start = reader.propertyList.uncheckedOffset(ofObject: number)
    let marker = reader.bytes[start]
    switch marker & 0xF0 {
    case BinaryPropertyListMarker.dictionary:
      guard let (keys, _) = try? reader.dictionary(number, at: start) else { return }
      file.bytes.appendMarker(BinaryPropertyListMarker.dictionary, count: keys.count)
      // The values stand right behind the keys.
      append(
        BinaryPropertyListReferences(offset: keys.offset, count: 2 * keys.count), of: part,
        to: &file)
    case BinaryPropertyListMarker.array where part.isNew && number == objectsArray:
      writeObjects(to: &file)
    case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
      BinaryPropertyListMarker.orderedSet:
      guard let elements = try? reader.elements(number, at: start) else { return }
      file.bytes.appendMarker(marker & 0xF0, count: elements.count)
      append(elements, of: part, to: &file)
    case BinaryPropertyListMarker.uid where isKeyed:
      file.bytes.appendUID(newUID(of: number, at: start, part))
    default:
      guard let end = try? reader.scalarEnd(number, at: start) else { return }
      file.bytes.append(contentsOf: reader.bytes[start..<end])
    }
  }

  /// Writes references, with the numbers that they have now.
  @inline(__always)
  private func append(
    _ references: BinaryPropertyListReferences, of part: Part, to file: inout ArchiveFile
  ) {
    if part.isNew {
      file.bytes.append(bigEndian: references.count, width: file.referenceWidth) { index in
        newNumber(at: newReference(index, in: references))
      }
    } else {
      file.bytes.append(references, of: part.reader.propertyList, width: file.referenceWidth) {
        newNumber(part.firstMark &+ $0)
      }
    }
  }

  /// Writes the content of `$objects`.
  private func writeObjects(to file: inout ArchiveFile) {
    file.bytes.appendMarker(BinaryPropertyListMarker.array, count: uidCount)
    func append(_ object: ArchiveAddress) {
      file.bytes.append(bigEndian: UInt64(newNumber(at: object)), width: file.referenceWidth)
    }
    func appendObjects(of part: Part, from first: Int) {
      for uid in first..<part.objects.count where isWritten(uid, of: part) {
        append(object(uid: uid, of: part))
      }
    }
    // Null is first.
    append(object(uid: 0, of: parts[0]))
    for index in 1..<parts.count { appendObjects(of: parts[index], from: 0) }
    appendObjects(of: parts[0], from: 1)
  }

  /// Whether something leads to a UID, for which no other stands.
  @inline(__always)
  private func isWritten(_ uid: Int, of part: Part) -> Bool {
    let mark = uidMarks[part.firstUID &+ uid]
    return mark > 0 && mark & Mark.replaced == 0
  }
}

/// A binary property list whose objects are written in the order of their numbers.
private struct ArchiveFile {
  /// What has not been handed on yet.
  var bytes: ByteBuffer
  private var handedOn = 0
  let referenceWidth: Int
  /// Where the objects stand, in as many bytes an offset as it may take.
  private var offsets: ByteBuffer
  private let offsetWidth: Int
  private var objectCount = 0

  /// About how many bytes are put together before they are handed on: what fits in the cache of a processor beside what
  /// is read.
  static let chunkSize = 1 << 18

  init(expectedSize: Int, objectCount: Int) {
    bytes = ByteBuffer(capacity: min(expectedSize, Self.chunkSize))
    bytes.appendHeader()
    referenceWidth = BinaryPropertyListWriter.width(for: UInt64(objectCount))
    // Wider references and UIDs may make a file larger, but never so much.
    offsetWidth = expectedSize < 1 << 28 ? 4 : 8
    offsets = ByteBuffer(capacity: objectCount * offsetWidth)
  }

  @inline(__always)
  mutating func beginObject() {
    offsets.append(bigEndian: UInt64(handedOn &+ bytes.count), width: offsetWidth)
    objectCount &+= 1
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
