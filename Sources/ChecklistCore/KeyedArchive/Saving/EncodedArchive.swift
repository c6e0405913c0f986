/// A file that is ready to be written: writing it cannot fail any more.
package struct EncodedArchive: Sendable {
  let content: Content

  enum Content: Sendable {
    case whole([UInt8])
    case spliced(SplicedArchive)
  }

  /// A file whose bytes are there.
  init(_ bytes: [UInt8]) { content = .whole(bytes) }

  /// A file whose bytes are put together when it is written.
  init(_ archive: SplicedArchive) { content = .spliced(archive) }

  /// How many bytes there are at least.
  var leastSize: Int {
    switch content {
    case .whole(let bytes): bytes.count
    case .spliced(let archive): archive.leastSize
    }
  }

  /// The whole file.
  package var bytes: [UInt8] {
    switch content {
    case .whole(let bytes): return bytes
    case .spliced(let archive):
      var bytes = [UInt8](largeCapacity: archive.expectedSize)
      archive.write { bytes.append(contentsOf: $0) }
      return bytes
    }
  }

  /// Writes the file piece by piece.
  ///
  /// A file that continues an archive is never in memory as a whole. Getting 20 megabytes from the
  /// system takes longer than filling them.
  ///
  /// - Parameter sink: Gets the file from its beginning, a piece at a time.
  /// - Throws: What `sink` throws.
  package func write<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    switch content {
    case .whole(let bytes):
      try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
        try sink(UnsafeRawBufferPointer(bytes))
      }
    case .spliced(let archive): try archive.write(to: sink)
    }
  }
}
