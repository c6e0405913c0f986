internal import SystemLibrary

/// A file that the disk holds in an ``AttachmentFolder``, and that no document names yet.
///
/// It has no name, or a temporary one, until a document is saved that names it. It is removed when
/// nothing refers to it any more.
package struct StagedAttachment: Sendable {
  /// The value that the document is to store.
  package let attachment: Attachment
  fileprivate let file: StagedFile

  /// Gives the file its place, under its key, and replaces no other.
  ///
  /// - Returns: Whether it has the place; else it is there already.
  /// - Throws: ``FileError``; its code is `EEXIST` when another file has the key.
  func place(in folder: AttachmentFolder) throws(FileError) -> Bool {
    let place = FileSystem.join(folder.path, attachment.key)
    do {
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
    try file.fileSystem.fsync(file.descriptor, file.path, step: StagedFile.step)
  }
}

/// A file of an attachment that is being written.
///
/// It is removed when it is not finished.
package struct AttachmentWriter {
  private let file: StagedFile
  /// The value that the document is to store.
  private var attachment: Attachment
  /// How many bytes were written.
  private var count = 0

  /// Begins a file.
  ///
  /// - Parameter folder: The folder, which is made when it is not there.
  init(_ attachment: Attachment, in folder: AttachmentFolder) throws(FileError) {
    self.attachment = attachment
    try folder.fileSystem.makeDirectories(folder.path)
    file = try StagedFile(in: folder.path, folder.fileSystem)
  }

  /// Adds bytes.
  ///
  /// - Throws: ``FileError``; its code is `EFBIG` when there are more than the attachment has.
  package mutating func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    guard bytes.count <= attachment.size - count else {
      throw FileError(call: .write, path: file.path, code: EFBIG, step: StagedFile.step)
    }
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
      try file.fileSystem.write(
        UnsafeRawBufferPointer(buffer), to: file.descriptor, file.path, step: StagedFile.step)
    }
    count += bytes.count
  }

  /// Copies an open file.
  ///
  /// Bytes that the file gets meanwhile are not copied.
  ///
  /// - Parameter isNew: Whether the attachment is new, so that it may get another size. A file that
  ///   tells the size 0 is read to its end, and one may have fewer bytes than it always tells:
  ///   files of the kernel tell 0, or a page.
  mutating func copy(_ source: Int32, _ path: String, isNew: Bool) throws(FileError) {
    let told = attachment.size
    count = try file.fileSystem.copyBytes(
      of: source, path, size: isNew && told == 0 ? nil : told, to: file.descriptor, file.path,
      step: StagedFile.step)
    guard isNew, count != told else { return }
    // One that was cut while it was copied tells another size now.
    if told > 0, try file.fileSystem.fstat(source, path).version.size != told { return }
    attachment = Attachment(storedKey: attachment.key, name: attachment.name, size: count)
  }

  /// Ends the file, and returns once the disk holds it.
  ///
  /// - Throws: ``FileError``; its code is `ESTALE` when there are fewer bytes than the attachment
  ///   has.
  package func finish() throws(FileError) -> StagedAttachment {
    guard count == attachment.size else {
      throw FileError(call: .read, path: file.path, code: ESTALE, step: "read")
    }
    try file.fileSystem.fsync(file.descriptor, file.path, step: StagedFile.step)
    return StagedAttachment(attachment: attachment, file: file)
  }
}
