/// The archive that a save continues, with the new objects among the old ones.
///
/// After a small change, the remaining objects refer to the same numbers as before. Their bytes
/// are copied unchanged, in about as many runs as there are changes. When numbers move, or need
/// more or fewer bytes than before, the objects are written one by one.
struct SplicedArchive: Sendable {
  private let saved: SavedObjects
  private let numbers: ArchiveNumbering
  private let uids: ArchiveNumbering
  /// The numbers of old objects at which a run is split.
  private let breaks: [Int]
  /// Whether the bytes of old objects are copied unchanged.
  var copiesOld: Bool

  /// Finds what is written, and the numbers that it gets.
  ///
  /// - Parameter archive: The archive that is continued.
  init(_ saved: SavedObjects, continuing archive: ContinuedArchive) {
    let dropped = saved.drop()
    self.saved = saved
    breaks = archive.breaks
    numbers = ArchiveNumbering(old: saved.oldCount, all: saved.count, dropped: dropped.objects)
    uids = ArchiveNumbering(
      old: archive.uidCount, all: saved.objects.count, dropped: dropped.uids)
    let width = BinaryPropertyListWriter.width(for: UInt64(numbers.count))
    copiesOld = !numbers.movesOld && !uids.movesOld && width == saved.old.referenceWidth
    let widest = max(saved.old.referenceWidth, saved.new.referenceWidth)
    let new = saved.new.offsetTable - BinaryPropertyListMarker.headerSize
    let size = dropped.objects.reduce(archive.leastSize + new) { $0 - saved.size(of: $1) }
    // A new UID may have been 3 bytes longer before it was renumbered.
    leastSize =
      (size - 3 * uids.insertions.count) * min(width, widest) / widest + uids.count * width
  }

  /// A lower bound on the bytes to write.
  let leastSize: Int
  /// About how many bytes there are to write, if little is dropped.
  var expectedSize: Int { saved.old.bytes.count + saved.new.bytes.count }

  /// Writes the file.
  ///
  /// - Parameter sink: Gets the file from its beginning, a piece at a time.
  /// - Throws: What `sink` throws.
  func write<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try saved.old.bytes.withUnsafeBufferPointer { (oldBytes) throws(Failure) in
      let old = BinaryPropertyListView(saved.old, oldBytes)
      var file = ArchiveFile(expectedSize: expectedSize, objectCount: numbers.count)
      for index in 0...numbers.insertions.count {
        let run = numbers.run(before: index)
        if copiesOld {
          try copy(run, of: old, to: &file, sink)
        } else {
          for number in run {
            try file.flushChunk(to: sink)
            write(number, of: saved.old, to: &file)
          }
        }
        if index == numbers.insertions.count { break }
        try file.flushChunk(to: sink)
        let number = numbers.insertions[index]
        if number == saved.objectsArray {
          writeObjects(to: &file)
        } else if number < saved.oldCount {
          write(number, of: saved.old, to: &file)
        } else {
          write(number - saved.oldCount, of: saved.new, to: &file)
        }
      }
      try file.finish(root: numbers[saved.root], to: sink)
    }
  }

  /// Writes a run of old objects as it is.
  private func copy<Failure: Error>(
    _ run: Range<Int>, of list: BinaryPropertyListView, to file: inout ArchiveFile,
    _ sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = run
    while let first = rest.first {
      let end = breaks.first { $0 > first && $0 < rest.upperBound } ?? rest.upperBound
      guard let last = try? saved.old.encoding(ofObject: end - 1) else {
        preconditionFailure("every object has been checked")
      }
      let place = list.uncheckedOffset(ofObject: first)..<last.upperBound
      try file.append(first..<end, at: place, of: list, to: sink)
      rest = end..<rest.upperBound
    }
  }

  /// Writes an object with the new numbers of what it refers to.
  @inline(__always)
  private func write(
    _ number: Int, of list: BinaryPropertyListReader, to file: inout ArchiveFile
  ) {
    file.beginObject()
    let start = list.uncheckedOffset(ofObject: number)
    let marker = list.byte(at: start)
    if marker >= BinaryPropertyListMarker.array {
      let references = list.references(at: start)
      let isDictionary = marker & 0xF0 == BinaryPropertyListMarker.dictionary
      file.bytes.appendMarker(
        marker & 0xF0, count: isDictionary ? references.count / 2 : references.count)
      file.bytes.append(bigEndian: references.count, width: file.referenceWidth) {
        numbers[list.uncheckedReference($0, in: references)]
      }
    } else if let uid = list.uid(at: start) {
      file.bytes.append(NumberEncoding(uid: UInt64(uids[Int(truncatingIfNeeded: uid)])))
    } else {
      guard let end = try? list.scalarEnd(number, at: start) else {
        preconditionFailure("every object has been checked")
      }
      file.bytes.append(contentsOf: list.bytes[start..<end])
    }
  }

  /// Writes `$objects`.
  private func writeObjects(to file: inout ArchiveFile) {
    file.beginObject()
    file.bytes.appendMarker(BinaryPropertyListMarker.array, count: uids.count)
    func append(_ uid: Int) {
      file.bytes.append(
        bigEndian: UInt64(numbers[saved.objects[uid]]), width: file.referenceWidth)
    }
    for index in 0...uids.insertions.count {
      for uid in uids.run(before: index) { append(uid) }
      if index < uids.insertions.count { append(uids.insertions[index]) }
    }
  }
}
