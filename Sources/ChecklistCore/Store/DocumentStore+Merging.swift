/// Copies of the document that others have changed.
extension DocumentStore {
  /// A copy of the document.
  package struct Copy: Sendable {
    /// Its path.
    package let path: String
    fileprivate let bytes: [UInt8]
    fileprivate let document: ChecklistDocument

    /// A copy.
    ///
    /// - Throws: ``ArchiveError`` when it is damaged, or something other than checklists.
    package init(path: String, bytes: [UInt8]) throws(ArchiveError) {
      (self.path, self.bytes) = (path, bytes)
      document = try ChecklistDocument(bytes)
    }

    /// Removes the file, if it still is what was read.
    ///
    /// It is looked at under a name of its own, which another program does not replace meanwhile,
    /// and which is that of a copy too: where this is stopped, the next merge finds it.
    package func remove() throws(StoreError) -> Bool {
      let fileSystem = FileSystem()
      let aside = ConflictCopies.otherName(for: path)
      do {
        try fileSystem.rename(path, to: aside, step: "remove")
        if try AtomicFile(aside, fileSystem).read()?.bytes == bytes {
          try fileSystem.unlink(aside)
          return true
        }
        try fileSystem.renameToNew(aside, to: path, step: "leave")
        return false
      } catch {
        // A newer one has come: both are there.
        if error.isTaken { return false }
        throw StoreError(error, path: path, lockTimeout: 0, fileSystem)
      }
    }
  }

  /// The result of merging copies.
  package struct Merged: Sendable {
    /// The change of each item and list.
    package var applied: [AppliedChange] = []
    /// The decisions that a person should know.
    package var reports: [MergeReport] = []
    /// The document after it.
    package var document = ChecklistDocument()
    /// Whether it was saved, with the copies in the history.
    package var isSaved = false
    /// The copies that can be removed: the saved document or the history has all that they have.
    package var covered: [Copy] = []
    /// The attachments whose files were taken from beside a copy.
    package var brought: [Attachment] = []
    /// The attachments of the copies whose files are neither here nor beside a copy.
    package var missing: [Attachment] = []
  }

  /// Saves when another program has checked what repeats, before the document goes elsewhere, where
  /// its file's time is not known.
  ///
  /// - Parameter command: What has it done, as people read it in the history.
  package func saveTicks(by command: String, at now: Date) throws(StoreError) {
    guard textFormat(FileSystem.name(of: path)) == nil else { return }
    try storeErrors {
      _ = try perform(asStored: true, by: command, at: now) { transaction in
        if transaction.hasNotedTicks { transaction.saveInAnyCase() }
      }
    }
  }

  /// Merges copies into the document, by what the history knows of both.
  ///
  /// The history keeps each copy as a state of its own, and what the document was after them. So a
  /// copy that says something which neither the document nor the history has is saved with it also
  /// where the document stays as it is.
  /// The files of attachments that are missing here are taken from the folders beside the copies.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - command: What merges them, as people read it in the history.
  /// - Returns: What was done. If that is nothing, nothing is written.
  package func merge(
    _ copies: [Copy], isDryRun: Bool = false, by command: String, at now: Date
  ) throws(StoreError) -> Merged {
    if !isDryRun { try saveTicks(by: command, at: now) }
    let states = try keptStates()
    let (wanted, files) = try stageFiles(of: copies, isDryRun: isDryRun)
    var (merged, ending) = try storeErrors {
      try perform(
        isDryRun: isDryRun, asStored: true, keeping: copies.map { ($0.path, $0.bytes) },
        by: command, at: now
      ) { transaction in
        var merged = Merged(document: transaction.document ?? ChecklistDocument())
        var known = states
        if known.last?.document.isSame(as: merged.document) != true {
          known.append(MergeBase.State(document: merged.document, origin: .other))
        }
        for copy in copies {
          let base = MergeBase(of: copy.document, in: known).document
          let merge = DocumentMerge(
            base: base, ours: merged.document, theirs: copy.document, in: zone)
          merged.document = merge.document
          known.append(MergeBase.State(document: copy.document, origin: .copy))
          known.append(MergeBase.State(document: merge.document, origin: .merge))
          merged.reports += merge.reports
        }
        merged.covered = copies.filter { copy in
          merged.document.holds(copy.document)
            || states.contains { $0.document.holds(copy.document) }
        }
        merged.applied = try transaction.merge(merged.document)
        if merged.covered.count < copies.count { transaction.saveInAnyCase() }
        transaction.bring(files)
        return merged
      }
    }
    merged.isSaved = ending.saved != nil
    if let saved = ending.saved {
      merged.covered = copies.filter { copy in
        merged.covered.contains { $0.path == copy.path }
          || saved.keptFiles.contains(Fingerprint(copy.bytes))
      }
    }
    let named = merged.document.attachments.soundKeys
    for (attachment, isFound) in wanted where named.contains(attachment.key.uppercased()) {
      if isFound { merged.brought.append(attachment) } else { merged.missing.append(attachment) }
    }
    return merged
  }

  /// Copies the files that are missing here from the folders beside copies of the document.
  ///
  /// - Returns: The attachments of the copies whose files are missing here, each with whether one
  ///   of the folders has it; and the files, none for a dry run.
  private func stageFiles(
    of copies: [Copy], isDryRun: Bool
  ) throws(StoreError) -> (wanted: [(Attachment, isFound: Bool)], files: [StagedAttachment]) {
    let own = attachments
    var wanted: [(Attachment, isFound: Bool)] = []
    var positions: [String: Int] = [:]
    var files: [StagedAttachment] = []
    for copy in copies {
      let folder = AttachmentFolder(
        of: (try? fileSystem.resolve(copy.path)) ?? copy.path, fileSystem)
      for attachment in copy.document.attachments.normalized()
      where attachment.hasSoundKey && own.state(of: attachment) == .missing {
        let position = positions[attachment.key.uppercased()] ?? wanted.endIndex
        if position == wanted.endIndex {
          positions[attachment.key.uppercased()] = position
          wanted.append((attachment, false))
        }
        guard !wanted[position].isFound, folder.path != own.path,
          folder.state(of: attachment) == .sound
        else { continue }
        if !isDryRun { files += try stage([attachment], from: folder) }
        wanted[position] = (attachment, true)
      }
    }
    return (wanted, files)
  }
}
