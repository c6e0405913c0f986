internal import SystemLibrary

/// The folders beside files that are imported and exported, and how files get there.
extension AttachmentFolder {
  /// The kind of file that a folder has under a name.
  package enum Presence: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// A file with the content that was asked for.
    case same
    /// Anything else.
    case other
  }

  /// The folder beside a file, or beside its target where the file is a symbolic link.
  package init(beside file: String, _ fileSystem: FileSystem = FileSystem()) {
    self.init(of: (try? fileSystem.resolve(file)) ?? file, fileSystem)
  }

  /// Whether the folder is a symbolic link, so that its files belong to something else.
  package var isLink: Bool { (try? fileSystem.readlink(path)) != .some(nil) }

  /// The first bytes of the file of an attachment.
  ///
  /// - Parameter count: How many bytes at most.
  /// - Returns: The bytes; nil when the file cannot be read.
  package func bytes(of attachment: Attachment, first count: Int) -> [UInt8]? {
    guard let file = try? open(attachment) else { return nil }
    defer { fileSystem.close(file.descriptor, path) }
    return try? bytes(of: file.descriptor, path, count: min(count, file.size))
  }

  /// The file under a name, compared with the file of an attachment in another folder.
  ///
  /// - Parameter name: The name, which is that of a file.
  package func presence(
    of name: String, as attachment: Attachment, in source: AttachmentFolder
  ) -> Presence {
    let path = FileSystem.join(path, name)
    let own: (descriptor: Int32, size: Int)
    do {
      own = try Self.openFile(path, O_NOFOLLOW, fileSystem: fileSystem)
    } catch {
      return error.kind == .notFound ? .nothing : .other
    }
    defer { fileSystem.close(own.descriptor, path) }
    guard own.size == attachment.size, let other = try? source.open(attachment) else {
      return .other
    }
    defer { fileSystem.close(other.descriptor, source.path) }
    let isSame = try? hasSameBytes((own.descriptor, path), (other.descriptor, source.path))
    return isSame == true ? .same : .other
  }

  /// Copies the file of an attachment from another folder to this one, which is made when it is
  /// not there.
  ///
  /// It has no name, or a temporary one, until it is whole. ``synchronize()`` has the disk hold its
  /// name.
  ///
  /// - Parameter replaces: Whether a file of this name is replaced.
  /// - Throws: ``StoreError``; then nothing is changed.
  package func take(
    _ attachment: Attachment, from source: AttachmentFolder, as name: String, replaces: Bool
  ) throws(StoreError) {
    let place = FileSystem.join(path, name)
    let (descriptor, size) = try source.open(attachment)
    defer { source.fileSystem.close(descriptor, source.path) }
    try fileSystem.storeErrors(at: place) {
      try fileSystem.makeDirectories(path)
      let file = try source.newFile(of: (descriptor, size), in: path, fileSystem, isPrivate: false)
      if replaces { try file.replace(place) } else { try file.name(place) }
    }
  }

  /// Removes what is left of files whose copying was killed.
  package func removeTemporaries() {
    StagedFile.removeAbandoned(in: path, fileSystem)
  }

  /// Returns once the disk holds the names of the files that the folder has taken.
  package func synchronize() throws(StoreError) {
    try fileSystem.storeErrors(at: path) {
      try fileSystem.fsync(directory: path, step: "save the names of the attachments in")
    }
  }

  private func hasSameBytes(
    _ one: (descriptor: Int32, path: String), _ other: (descriptor: Int32, path: String)
  ) throws(FileError) -> Bool {
    let piece = 1 << 18
    while true {
      let bytes = try bytes(of: one.descriptor, one.path, count: piece)
      guard try bytes == self.bytes(of: other.descriptor, other.path, count: piece) else {
        return false
      }
      if bytes.count < piece { return true }
    }
  }

  /// The next bytes of an open file, fewer only at its end.
  private func bytes(
    of descriptor: Int32, _ path: String, count: Int
  ) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = try fileSystem.call(.read, path, "read") {
        bytes.withUnsafeMutableBytes { buffer in
          systemRead(descriptor, buffer.baseAddress.map { $0 + done }, count - done)
        }
      }
      if read == 0 { break }
      done += read
    }
    bytes.removeLast(count - done)
    return bytes
  }
}
