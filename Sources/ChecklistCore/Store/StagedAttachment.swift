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
/// It has no name, or a temporary one, until a document is saved that names it. It is removed when
/// nothing refers to it any more.
package struct StagedAttachment: Sendable {
  /// What the document is to store.
  package let attachment: Attachment
  fileprivate let file: NewFile

  /// Gives the file its place, under its key, and replaces no other.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: Whether it has the place; else it is there already.
  /// - Throws: ``FileError``; its code is `EEXIST` when another file has the key.
  func place(in folder: AttachmentFolder) throws(FileError) -> Bool {
    let place = FileSystem.join(folder.path, attachment.key)
    do throws(FileError) {
      try file.name(place)
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
    }
    switch folder.state(of: attachment) {
    // Somebody else has brought it meanwhile.
    case .sound: return false
    // A symbolic link is nobody's file.
    case .missing: try folder.fileSystem.unlink(place)
    case .altered, .unsoundKey: break
    }
    try file.name(place)
    return true
  }

  /// Waits until the disk holds the file with its name.
  func fsync() throws(FileError) {
    try file.fileSystem.fsync(file.descriptor, file.path, step: NewFile.step)
  }
}

/// A file that has no name yet, or a temporary one.
///
/// A class, since it is closed once nothing refers to it any more, and then has no temporary name
/// left. Its lock says that a temporary name is not abandoned.
private final class NewFile: Sendable {
  /// The temporary name, by which errors tell a file that has none.
  let path: String
  let descriptor: Int32
  let fileSystem: FileSystem
  private let isNamed: Bool

  static let step = "write the attachment"

  /// Makes an empty file.
  ///
  /// - Parameter folder: The folder, which is made when it is not there.
  /// - Throws: ``FileError``.
  init(in folder: AttachmentFolder) throws(FileError) {
    let fileSystem = folder.fileSystem
    try fileSystem.makeDirectories(folder.path)
    // Two processes may bring the file of one key.
    path = FileSystem.join(folder.path, UUID.random().uuidString) + AttachmentFolder.temporarySuffix
    self.fileSystem = fileSystem
    (descriptor, isNamed) = try Self.make(path, fileSystem)
  }

  deinit {
    // It has no such name any more if it has its place.
    if isNamed { try? fileSystem.unlink(path) }
    fileSystem.close(descriptor, path)
  }

  /// Makes a new file; one with a name is locked before somebody can take it for an abandoned one.
  private static func make(
    _ path: String, _ fileSystem: FileSystem
  ) throws(FileError) -> (descriptor: Int32, isNamed: Bool) {
    for _ in 0..<10 {
      var isNamed = false
      let descriptor = try fileSystem.openingMany { () throws(FileError) in
        if let file = try fileSystem.openUnnamed(path, step: step) { return file }
        isNamed = true
        return try fileSystem.openNew(path, O_RDWR, step: step)
      }
      fileSystem.adopt(descriptor, path)
      // A umask can take away the owner's own permissions.
      _ = try? fileSystem.call(.fchmod, path, step) { fchmod(descriptor, 0o600) }
      if !isNamed { return (descriptor, false) }
      // Who sweeps holds it for a moment, and then it has no name any more. Where files cannot be
      // locked, nobody takes it for abandoned either.
      _ = try? fileSystem.call(.flock, path, step) { flock(descriptor, LOCK_EX) }
      if let status = try? fileSystem.fstat(descriptor, path), status.linkCount > 0 {
        return (descriptor, true)
      }
      fileSystem.close(descriptor, path)
    }
    throw FileError(call: .open, path: path, code: EAGAIN, step: step)
  }

  /// Gives it a name that nothing has.
  func name(_ new: String) throws(FileError) {
    if isNamed {
      try fileSystem.renameToNew(path, to: new, step: Self.step)
    } else {
      try fileSystem.link(descriptor, to: new, step: Self.step)
    }
  }
}

/// A file of an attachment that is being written.
///
/// It is removed when it is not finished.
package struct AttachmentWriter {
  private let file: NewFile
  /// What the document is to store.
  private var attachment: Attachment
  /// How many bytes were written.
  private var count = 0

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - attachment: What the document is to store.
  ///   - folder: The folder, which is made when it is not there.
  /// - Throws: ``FileError``.
  init(_ attachment: Attachment, in folder: AttachmentFolder) throws(FileError) {
    self.attachment = attachment
    file = try NewFile(in: folder)
  }

  /// Adds bytes.
  ///
  /// - Throws: ``FileError``; its code is `EFBIG` when there are more than the attachment has.
  package mutating func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    guard bytes.count <= attachment.size - count else {
      throw FileError(call: .write, path: file.path, code: EFBIG, step: NewFile.step)
    }
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
      try file.fileSystem.write(
        UnsafeRawBufferPointer(buffer), to: file.descriptor, file.path, step: NewFile.step)
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
  ///   - isNew: Whether the attachment is new, so that it may get another size. A file that tells
  ///     the size 0 is read to its end, and one may have fewer bytes than it always tells: files
  ///     of the kernel tell 0, or a page.
  /// - Throws: ``FileError``.
  mutating func copy(_ source: Int32, _ path: String, isNew: Bool) throws(FileError) {
    let told = attachment.size
    count = try file.fileSystem.copyBytes(
      of: source, path, size: isNew && told == 0 ? nil : told, to: file.descriptor, file.path,
      step: NewFile.step)
    guard isNew, count != told else { return }
    // One that was cut while it was copied tells another size now.
    if told > 0, try file.fileSystem.fstat(source, path).version.size != told { return }
    attachment = Attachment(storedKey: attachment.key, name: attachment.name, size: count)
  }

  /// Ends the file, and returns once the disk holds it.
  ///
  /// - Returns: The file.
  /// - Throws: ``FileError``; its code is `ESTALE` when there are fewer bytes than the attachment
  ///   has.
  package func finish() throws(FileError) -> StagedAttachment {
    guard count == attachment.size else {
      throw FileError(call: .read, path: file.path, code: ESTALE, step: "read")
    }
    try file.fileSystem.fsync(file.descriptor, file.path, step: NewFile.step)
    return StagedAttachment(attachment: attachment, file: file)
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
