internal import SystemLibrary

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
    var attachment = Attachment(name: FileSystem.name(of: file).shownPath, size: size)
    if isDryRun {
      if size == 0 {
        let count = try storeErrors { try fileSystem.count(descriptor, file) }
        attachment = Attachment(name: attachment.name, size: count)
      }
      return (attachment, nil)
    }
    let copy = try stage(attachment, (descriptor, file), isNew: true)
    return (copy.attachment, copy)
  }

  /// Copies the files of attachments that are missing here from the folder of another document.
  ///
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
    _ attachment: Attachment, _ source: (descriptor: Int32, path: String), isNew: Bool = false
  ) throws(StoreError) -> StagedAttachment {
    var writer = try writer(of: attachment)
    do {
      try writer.copy(source.descriptor, source.path, isNew: isNew)
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
  package func writer(of attachment: Attachment) throws(StoreError) -> AttachmentWriter {
    try storeErrors {
      if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      return try AttachmentWriter(
        attachment, in: AttachmentFolder(of: try fileSystem.resolve(path), fileSystem))
    }
  }

  /// Gives files their places, before a document is saved that names them, or when the document
  /// names them already.
  ///
  /// - Parameter placed: Gets the attachments whose files have got a place, also of those before an
  ///   error.
  func place(
    _ files: [StagedAttachment], of document: ChecklistDocument, beside resolved: String,
    placed: inout [Attachment]
  ) throws(StoreError) {
    if files.isEmpty { return }
    let named = Set(document.attachments.map(\.key))
    let wanted = files.filter { named.contains($0.attachment.key) }
    let folder = AttachmentFolder(of: resolved, fileSystem)
    try storeErrors {
      for file in wanted where try file.place(in: folder) { placed.append(file.attachment) }
      // Some file systems keep nothing of a file without a name, not even when they are asked to.
      for file in wanted { try file.fsync() }
      try fileSystem.fsync(directory: folder.path, step: "save the names of the attachments in")
    }
  }

  /// How long a file is left that no change has taken away, in seconds: a service that
  /// synchronises folders may bring a file before the document that names it.
  static let foreignFileLifetime = 86_400.0

  /// Removes the files that nothing names any more: neither the document, nor a state of its
  /// history, nor a conflict copy beside it.
  ///
  /// Where that cannot be found out, all files stay. One that cannot be removed is told, and tried
  /// again the next time. States in other containers, and of other users, are not known.
  ///
  /// - Parameter time: Other files go only if they have been there since before that.
  func sweepAttachments(
    of attachments: [Attachment], orBefore time: Date, at resolved: String,
    holding lock: borrowing DirectoryLock
  ) {
    let folder = AttachmentFolder(of: resolved, fileSystem)
    // What a link leads to belongs to something else.
    guard !folder.isLink else { return }
    StagedFile.removeAbandoned(in: folder.path, fileSystem)
    guard var files = try? folder.files() else { return }
    let keys = attachments.soundKeys
    files = files.filter { key, name in
      if keys.contains(key) { return true }
      let status = try? fileSystem.lstat(FileSystem.join(folder.path, name))
      return status.map { Double($0.changed) / 1e9 < time.timeIntervalSince1970 } ?? false
    }
    guard !files.isEmpty, (try? removeNamed(from: &files, resolved)) != nil else { return }
    for name in files.values.sorted() {
      do {
        try fileSystem.unlink(FileSystem.join(folder.path, name))
      } catch {
        warn(.attachmentLeft(error))
      }
    }
  }

  /// Takes away what is named, by its key in upper case.
  ///
  /// - Throws: An error when it cannot be found out what is named.
  private func removeNamed(from files: inout [String: String], _ resolved: String) throws {
    func remove(_ bytes: [UInt8]) throws {
      for key in try ChecklistDocument(bytes).namedFiles() { files[key] = nil }
    }
    let file = try AtomicFile(resolved, fileSystem).read()
    guard let file else { throw StoreError(.noDocument, path: path) }
    try remove(file.bytes)
    if files.isEmpty { return }
    let folder = FileSystem.parent(of: resolved)
    for name in try fileSystem.names(in: folder) where ConflictCopies(of: resolved).isName(name) {
      let copy = try AtomicFile(FileSystem.join(folder, name), fileSystem).read()
      if let copy, PropertyList.recognizes(copy.bytes) { try remove(copy.bytes) }
    }
    var histories: Set<String> = []
    for container in [container, formerContainer, Container(holding: resolved, fileSystem)] {
      guard let container, histories.insert(container.history).inserted else { continue }
      let history = try history(of: resolved, container)
      for state in try history.undoStack(file).entries.reversed()
      where state.fingerprint != .empty && !files.isEmpty {
        guard let content = try history.content(of: state) else {
          throw StoreError(.damagedRevision(state.number), path: path)
        }
        try remove(content)
      }
    }
  }
}

extension ChecklistDocument {
  /// The keys of all attachments that are UUIDs, in upper case.
  ///
  /// - Throws: ``ArchiveError`` where a field with attachments is not understood, so that it
  ///   may name others.
  fileprivate func namedFiles() throws(ArchiveError) -> Set<String> {
    if misunderstoodFields.contains(where: \.isAttachments) {
      throw ArchiveError(.invalidValue, "the attachments have the wrong form")
    }
    return attachments.soundKeys
  }
}
