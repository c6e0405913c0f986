#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Files that belong to items.
extension DocumentStore {
  /// The folder in which they lie: beside the document, and beside its target where that is a
  /// symbolic link.
  public var attachments: AttachmentFolder {
    AttachmentFolder(of: (try? fileSystem.resolve(path)) ?? path, fileSystem)
  }

  /// Copies a file to the folder, for a change that attaches it.
  ///
  /// This takes no lock, however long it takes. The copy is on the disk when it returns.
  ///
  /// - Parameters:
  ///   - file: The path of a regular file; a symbolic link is followed.
  ///   - isDryRun: Whether it is only found out if the file can be read.
  /// - Returns: What the document is to store, and the copy; nil for a dry run.
  /// - Throws: ``StoreError``, of kind ``StoreError/Kind/notFound``,
  ///   ``StoreError/Kind/notAFile(_:)`` or ``StoreError/Kind/becameShorter`` for instance.
  package func stage(
    _ file: String, isDryRun: Bool = false
  ) throws(StoreError) -> (attachment: Attachment, copy: StagedAttachment?) {
    let (descriptor, size) = try AttachmentFolder.openFile(file, fileSystem: fileSystem)
    defer { fileSystem.close(descriptor, file) }
    let attachment = Attachment(name: FileSystem.name(of: file).shownPath, size: size)
    return (attachment, isDryRun ? nil : try stage(attachment, (descriptor, file)))
  }

  /// Copies the files of attachments that are missing here from the folder of another document.
  ///
  /// - Parameters:
  ///   - attachments: The attachments.
  ///   - folder: The other folder.
  /// - Returns: The copies. Of what is missing there too, or has another size there, there is none.
  /// - Throws: ``StoreError`` when a file cannot be copied.
  package func stage(
    _ attachments: [Attachment], from folder: AttachmentFolder
  ) throws(StoreError) -> [StagedAttachment] {
    let own = self.attachments
    if own.path == folder.path { return [] }
    var copies: [StagedAttachment] = []
    for attachment in attachments.normalized()
    where own.state(of: attachment) == .missing && folder.state(of: attachment) == .sound {
      let (descriptor, _) = try folder.open(attachment)
      defer { fileSystem.close(descriptor, folder.path) }
      copies.append(try stage(attachment, (descriptor, folder.path)))
    }
    return copies
  }

  /// Copies a file to the folder, for an attachment that is to have it.
  ///
  /// - Parameters:
  ///   - file: The file; a symbolic link that has taken its place is not followed.
  ///   - attachment: The attachment, which has the size of the file.
  /// - Returns: The copy.
  /// - Throws: ``StoreError`` when it cannot be copied.
  package func stage(
    _ file: ContainedFile, as attachment: Attachment
  ) throws(StoreError) -> StagedAttachment {
    let (descriptor, _) = try AttachmentFolder.openFile(
      file.path, O_NOFOLLOW, fileSystem: fileSystem)
    defer { fileSystem.close(descriptor, file.path) }
    return try stage(attachment, (descriptor, file.path))
  }

  private func stage(
    _ attachment: Attachment, _ source: (descriptor: Int32, path: String)
  ) throws(StoreError) -> StagedAttachment {
    var writer = try writer(of: attachment)
    do throws(FileError) {
      try writer.copy(source.descriptor, source.path)
      return try writer.finish()
    } catch {
      if error.code == ESTALE { throw StoreError(.becameShorter, path: source.path) }
      throw StoreError(error, path: path, lockTimeout: lockTimeout, fileSystem)
    }
  }

  /// Begins to write the file of an attachment, for a change that brings it.
  ///
  /// This takes no lock, however long it takes.
  ///
  /// - Parameter attachment: What the document stores, or is to store.
  /// - Returns: What writes the file.
  /// - Throws: ``StoreError``.
  package func writer(of attachment: Attachment) throws(StoreError) -> AttachmentWriter {
    try fileErrors { () throws(FileError) in
      if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      return try AttachmentWriter(
        attachment, in: AttachmentFolder(of: try fileSystem.resolve(path), fileSystem))
    }
  }

  /// Gives files their places, before a document is saved that names them, or when the document
  /// names them already.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - document: The document.
  ///   - resolved: The path of the document's file.
  /// - Throws: ``StoreError``.
  func place(
    _ files: [StagedAttachment], of document: ChecklistDocument, beside resolved: String
  ) throws(StoreError) {
    if files.isEmpty { return }
    let named = Set(document.attachments.map(\.key))
    let folder = AttachmentFolder(of: resolved, fileSystem)
    try fileErrors { () throws(FileError) in
      for file in files where named.contains(file.attachment.key) { try file.place(in: folder) }
      try fileSystem.fsync(directory: folder.path, step: "save the names of the attachments in")
    }
  }

  /// Removes the files that neither the document nor a state of its history names.
  ///
  /// Where that cannot be found out, all files stay. One that cannot be removed is told, and tried
  /// again the next time.
  ///
  /// - Parameters:
  ///   - resolved: The path of the document's file.
  ///   - lock: The lock of its directory.
  func sweepAttachments(at resolved: String, holding lock: borrowing DirectoryLock) {
    let folder = AttachmentFolder(of: resolved, fileSystem)
    folder.removeTemporaries()
    guard var unnamed = try? folder.files(), !unnamed.isEmpty,
      let file = try? AtomicFile(resolved, fileSystem).read(),
      let document = try? ChecklistDocument(file.bytes), let keys = document.namedFiles
    else { return }
    for key in keys { unnamed[key] = nil }
    if unnamed.isEmpty { return }
    // Of states that are kept although no new ones are, too.
    if let container = container ?? Container(holding: resolved, fileSystem) {
      guard let history = try? history(of: resolved, container),
        let states = try? history.undoStack(file).entries
      else { return }
      for state in states.reversed() where state.fingerprint != .empty {
        guard let content = try? history.content(of: state),
          let keys = try? ChecklistDocument(content).namedFiles
        else { return }
        for key in keys { unnamed[key] = nil }
        if unnamed.isEmpty { return }
      }
    }
    for name in unnamed.values.sorted() {
      do throws(FileError) {
        try fileSystem.unlink(FileSystem.join(folder.path, name))
      } catch {
        warn(.attachmentLeft(error))
      }
    }
  }
}

extension ChecklistDocument {
  /// The keys of all attachments that are UUIDs, in upper case; nil where a field with attachments
  /// is not understood, so that it may name others.
  fileprivate var namedFiles: Set<String>? {
    let isUnknown = misunderstoodFields.contains { $0.lowercased().hasPrefix("attachments of ") }
    return isUnknown ? nil : attachments.soundKeys
  }
}
