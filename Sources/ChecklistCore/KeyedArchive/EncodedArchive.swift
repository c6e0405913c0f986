/// A file that is ready to be written: what could be wrong with it has been found out.
public struct EncodedArchive: Sendable {
  private let content: Content

  private enum Content: Sendable {
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
    case .whole(let bytes): bytes
    case .objects(let compactor): compactor.write(chunkSize: .max) { _ in }
    }
  }

  /// Writes the file piece by piece.
  ///
  /// The memory for another 20 megabytes costs more than what the processor does to fill it.
  ///
  /// - Parameter sink: gets the file from its beginning on, a piece at a time.
  /// - Throws: what `sink` throws.
  public func write<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let rest =
      switch content {
      case .whole(let bytes): bytes
      case .objects(let compactor): try compactor.write(chunkSize: Self.chunkSize, to: sink)
      }
    try rest.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try sink(UnsafeRawBufferPointer(bytes))
    }
  }

  /// What fits in the cache of a processor beside what is read.
  private static let chunkSize = 1 << 18
}
