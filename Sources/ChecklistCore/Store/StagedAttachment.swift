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
  private let temporary: String
  private let descriptor: Int32
  private let fileSystem: FileSystem

  /// Copies an open file.
  ///
  /// Bytes that the file gets meanwhile are not copied.
  ///
  /// - Parameters:
  ///   - attachment: What the document is to store.
  ///   - source: The file, open, and its path.
  ///   - folder: The folder, which is made when it is not there.
  /// - Throws: ``FileError``; its code is `ESTALE` when the file became shorter.
  init(
    _ attachment: Attachment, copying source: (descriptor: Int32, path: String),
    to folder: AttachmentFolder
  ) throws(FileError) {
    let fileSystem = folder.fileSystem
    try fileSystem.makeDirectories(folder.path)
    // Two processes may bring the file of one key.
    temporary =
      FileSystem.join(folder.path, UUID().uuidString) + AttachmentFolder.temporarySuffix
    self.attachment = attachment
    self.fileSystem = fileSystem
    descriptor = try Self.makeLocked(temporary, fileSystem)
    let count = try fileSystem.copyBytes(
      of: source.descriptor, source.path, size: attachment.size, to: descriptor, temporary,
      step: Self.step)
    guard count == attachment.size else {
      throw FileError(call: .read, path: source.path, code: ESTALE, step: "read")
    }
    try fileSystem.fsync(descriptor, temporary, step: Self.step)
  }

  deinit {
    // It has no such name any more if it has its place.
    try? fileSystem.unlink(temporary)
    fileSystem.close(descriptor, temporary)
  }

  private static let step = "write the attachment"

  /// Makes a new file, and locks it before somebody can take it for an abandoned one.
  private static func makeLocked(
    _ path: String, _ fileSystem: FileSystem
  ) throws(FileError) -> Int32 {
    while true {
      let descriptor = try fileSystem.openNew(path, O_RDWR, step: step)
      fileSystem.adopt(descriptor, path)
      // A umask can take away the owner's own permissions.
      _ = try? fileSystem.call(.fchmod, path, step) { fchmod(descriptor, 0o600) }
      // Where files cannot be locked, nobody takes it for abandoned either.
      _ = try? fileSystem.call(.flock, path, step) { flock(descriptor, LOCK_EX | LOCK_NB) }
      if let status = try? fileSystem.fstat(descriptor, path), status.linkCount > 0 {
        return descriptor
      }
      fileSystem.close(descriptor, path)
    }
  }

  /// Gives the file its place, under its key.
  func place(in folder: AttachmentFolder) throws(FileError) {
    try fileSystem.rename(
      temporary, to: FileSystem.join(folder.path, attachment.key), step: Self.step)
  }
}
