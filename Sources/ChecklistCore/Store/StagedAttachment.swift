#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that the disk holds in an ``AttachmentFolder``, and that no document names yet.
///
/// It has a temporary name until a document is saved that names it. It is removed when nothing
/// refers to it any more.
///
/// A class for its descriptor, whose lock says that the file is not abandoned.
package final class StagedAttachment: Sendable {
  /// What the document is to store.
  package let attachment: Attachment
  fileprivate let temporary: String
  fileprivate let descriptor: Int32
  fileprivate let fileSystem: FileSystem

  /// Makes an empty file, which an ``AttachmentWriter`` fills.
  ///
  /// - Parameters:
  ///   - attachment: What the document is to store.
  ///   - folder: The folder, which is made when it is not there.
  /// - Throws: ``FileError``.
  fileprivate init(_ attachment: Attachment, in folder: AttachmentFolder) throws(FileError) {
    let fileSystem = folder.fileSystem
    try fileSystem.makeDirectories(folder.path)
    // Two processes may bring the file of one key.
    temporary =
      FileSystem.join(folder.path, UUID().uuidString) + AttachmentFolder.temporarySuffix
    self.attachment = attachment
    self.fileSystem = fileSystem
    descriptor = try Self.makeLocked(temporary, fileSystem)
  }

  deinit {
    // It has no such name any more if it has its place.
    try? fileSystem.unlink(temporary)
    fileSystem.close(descriptor, temporary)
  }

  fileprivate static let step = "write the attachment"

  /// Makes a new file, and locks it before somebody can take it for an abandoned one.
  private static func makeLocked(
    _ path: String, _ fileSystem: FileSystem
  ) throws(FileError) -> Int32 {
    for _ in 0..<10 {
      let descriptor = try fileSystem.openingMany { () throws(FileError) in
        try fileSystem.openNew(path, O_RDWR, step: step)
      }
      fileSystem.adopt(descriptor, path)
      // A umask can take away the owner's own permissions.
      _ = try? fileSystem.call(.fchmod, path, step) { fchmod(descriptor, 0o600) }
      // Who sweeps holds it for a moment, and then it has no name any more. Where files cannot be
      // locked, nobody takes it for abandoned either.
      _ = try? fileSystem.call(.flock, path, step) { flock(descriptor, LOCK_EX) }
      if let status = try? fileSystem.fstat(descriptor, path), status.linkCount > 0 {
        return descriptor
      }
      fileSystem.close(descriptor, path)
    }
    throw FileError(call: .open, path: path, code: EAGAIN, step: step)
  }

  /// Gives the file its place, under its key.
  func place(in folder: AttachmentFolder) throws(FileError) {
    try fileSystem.rename(
      temporary, to: FileSystem.join(folder.path, attachment.key), step: Self.step)
  }
}

/// A file of an attachment that is being written.
///
/// It is removed when it is not finished.
package struct AttachmentWriter {
  private let file: StagedAttachment
  /// How many bytes were written.
  private var count = 0

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - attachment: What the document is to store.
  ///   - folder: The folder, which is made when it is not there.
  /// - Throws: ``FileError``.
  init(_ attachment: Attachment, in folder: AttachmentFolder) throws(FileError) {
    file = try StagedAttachment(attachment, in: folder)
  }

  /// Adds bytes.
  ///
  /// - Throws: ``FileError``; its code is `EFBIG` when there are more than the attachment has.
  package mutating func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    guard bytes.count <= file.attachment.size - count else {
      throw FileError(call: .write, path: file.temporary, code: EFBIG, step: StagedAttachment.step)
    }
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
      try file.fileSystem.write(
        UnsafeRawBufferPointer(buffer), to: file.descriptor, file.temporary,
        step: StagedAttachment.step)
    }
    count += bytes.count
  }

  /// Copies an open file.
  ///
  /// Bytes that the file gets meanwhile are not copied.
  ///
  /// - Parameters:
  ///   - source: The file, open.
  ///   - path: Its path.
  /// - Throws: ``FileError``.
  mutating func copy(_ source: Int32, _ path: String) throws(FileError) {
    count += try file.fileSystem.copyBytes(
      of: source, path, size: file.attachment.size - count, to: file.descriptor, file.temporary,
      step: StagedAttachment.step)
  }

  /// Ends the file, and returns once the disk holds it.
  ///
  /// - Returns: The file.
  /// - Throws: ``FileError``; its code is `ESTALE` when there are fewer bytes than the attachment
  ///   has.
  package func finish() throws(FileError) -> StagedAttachment {
    guard count == file.attachment.size else {
      throw FileError(call: .read, path: file.temporary, code: ESTALE, step: "read")
    }
    try file.fileSystem.fsync(file.descriptor, file.temporary, step: StagedAttachment.step)
    return file
  }
}

extension FileSystem {
  /// Opens a file that stays open beside many others.
  ///
  /// Where the process may have no more files open, it raises its limit as far as it may, once.
  fileprivate func openingMany(_ open: () throws(FileError) -> Int32) throws(FileError) -> Int32 {
    do throws(FileError) {
      return try open()
    } catch {
      guard error.code == EMFILE, systemRaiseFileLimit() else { throw error }
    }
    return try open()
  }
}
