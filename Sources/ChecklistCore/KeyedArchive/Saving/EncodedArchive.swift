/// A file that is ready to be written: what could be wrong with it has been found out.
public struct EncodedArchive: Sendable {
  let content: Content

  enum Content: Sendable {
    case whole([UInt8])
    case objects(ArchiveCompactor)
  }

  /// A file that is there as a whole.
  init(_ bytes: [UInt8]) { content = .whole(bytes) }

  /// A file that is put together when it is written.
  init(_ objects: ArchiveCompactor) { content = .objects(objects) }

  /// The whole file.
  public var bytes: [UInt8] {
    switch content {
    case .whole(let bytes): return bytes
    case .objects(let compactor):
      var bytes = [UInt8](largeCapacity: compactor.size)
      compactor.write { bytes.append(contentsOf: $0) }
      return bytes
    }
  }

  /// Writes the file piece by piece.
  ///
  /// The memory for another 20 megabytes costs more than what the processor does to fill it.
  ///
  /// - Parameter sink: Gets the file from its beginning on, a piece at a time.
  /// - Throws: What `sink` throws.
  public func write<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    switch content {
    case .whole(let bytes):
      try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
        try sink(UnsafeRawBufferPointer(bytes))
      }
    case .objects(let compactor): try compactor.write(to: sink)
    }
  }
}
