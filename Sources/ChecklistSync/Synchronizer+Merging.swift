import ChecklistCore

/// The content of a remote.
struct RemoteTree {
  /// The commit; nil when there is none yet.
  var commit: String?
  /// The entries of its tree.
  var entries: [TreeEntry] = []
  /// The files of the text form, by the names of their objects.
  var contents: [String: [UInt8]] = [:]
  /// The document; an empty one where there is none.
  var document = ChecklistDocument()
  /// The names of the files of the text form that have it; none where there is no document.
  var names: Set<String> = []
  /// The document of the base, and the fingerprint of the file that had it here, if that is known;
  /// nil before the first synchronisation.
  var base: (document: ChecklistDocument, fingerprint: Fingerprint?)?
  /// The folder with the files of attachments.
  var attachments = AttachmentTree()
}

/// A document that was merged.
struct MergedDocument {
  var document: ChecklistDocument
  /// The files of the document as the remote is to have it.
  var files: [String: [UInt8]]
  /// The document as it was under the lock.
  var former: ChecklistDocument?
  var received: [AppliedChange] = []
  var sent: [AppliedChange] = []
  var reports: [MergeReport] = []
  /// The identities that the document here got from the remote.
  var identities = ReplacedIdentities()
  /// The files of attachments that were received.
  var attachments = AttachmentExchange()
  /// Whether the document was saved.
  var isSaved = false
  /// The fingerprint of the document's file after the merge; nil where there is no file, and for a
  /// dry run.
  var fingerprint: Fingerprint?
}

/// Reading what a remote has, and merging it.
extension Synchronizer {
  /// From how many items on it matters that more than half of them would go.
  private static let guardedCount = 20

  /// Reads the content of the remote.
  ///
  /// - Parameters:
  ///   - tip: The commit; nil when there is none.
  ///   - bases: The bases that are known, with the files that had them here.
  /// - Returns: The content. Of attachments nothing is read but their names and sizes.
  func read(
    _ tip: String?, of repository: borrowing SideRepository, knowing bases: [SyncBase]
  ) throws(SyncError) -> RemoteTree {
    var tree = RemoteTree(commit: tip)
    if let tip { tree.entries = try repository.entries(of: tip) }
    // A remote that was set back, to a backup say, has deleted nothing since.
    let base = try repository.commonAncestor(.base, tip)
    let former = try base.map { (base) throws(SyncError) in
      base == tip ? tree.entries : try repository.entries(of: base)
    }
    tree.contents = try repository.contents(of: tree.entries + (former ?? []))
    (tree.document, tree.names) = try document(tree.entries, tree.contents)
    if let former {
      let known = base == tip ? tree.document : try document(former, tree.contents).document
      tree.base = (known, bases.first { $0.commit == base }?.fingerprint)
    }
    tree.attachments = try repository.attachments(among: tree.entries)
    return tree
  }

  /// Merges what the remote has into the document, with the files of its attachments.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether nothing is changed, and no file is received.
  ///   - command: What does it, as people read it in the history.
  /// - Throws: ``SyncError``, or `StoreError`.
  func merge(
    _ tree: RemoteTree, in repository: borrowing SideRepository, isDryRun: Bool,
    by command: String, at now: Date
  ) throws -> MergedDocument {
    if !isDryRun { try store.saveTicks(by: command, at: now) }
    let hasFilesMissing = tree.attachments.hasFilesMissing(in: store.attachments)
    var files: [StagedAttachment] = []
    if hasFilesMissing, !isDryRun {
      // They come before the document is locked. What it will name, one of the sides names already.
      let named = try (tree.document.attachments + (store.load()?.attachments ?? [])).byKey
      files = try repository.receive(missing(of: named, in: tree.attachments).wanted, for: store)
    }
    var merged = try merge(tree, bringing: files, isDryRun: isDryRun, by: command, at: now)
    let named = merged.document.attachments.byKey
    if hasFilesMissing {
      let (wanted, refused) = missing(of: named, in: tree.attachments)
      let received = files.map(\.attachment).filter { file in named.contains { $0.key == file.key }
      }
      merged.attachments.received = isDryRun ? wanted.map(\.attachment) : received
      merged.attachments.refused = refused
    }
    merged.attachments.kept = tooLarge(of: merged.document)
    return merged
  }

  private func merge(
    _ tree: RemoteTree, bringing files: [StagedAttachment], isDryRun: Bool, by command: String,
    at now: Date
  ) throws -> MergedDocument {
    var isSame = false
    var (merged, ending) = try store.perform(
      isDryRun: isDryRun, asStored: true, by: command, at: now
    ) { transaction in
      transaction.bring(files)
      let present = transaction.document
      let ours = present ?? ChecklistDocument()
      let theirs = tree.document.withUnreadFields(of: ours)
      let base = try base(of: ours, tree)
      // At the first synchronisation the remote's identities win: other machines use them.
      let isShared = base?.isOlder == false
      let known = isShared ? ours : ours.identified(like: theirs)
      let merge = DocumentMerge(
        base: isShared ? base?.document : base?.document.identified(like: theirs),
        ours: known, theirs: theirs, in: store.zone)
      try check(from: known, to: merge.document, "here", isForced)
      try check(from: theirs, to: merge.document, "in the remote", isForced)
      let outgoing = merge.document.named(like: theirs)
      var merged = MergedDocument(
        document: merge.document, files: try TextForm(outgoing).files, reports: merge.reports)
      merged.former = present
      merged.identities = ReplacedIdentities(of: ours, in: known)
      merged.sent = try theirs.changes(to: outgoing)
      // Compared as values, with what the dialect here cannot hold as the remote has it.
      isSame = ours.named(like: theirs).isSame(as: outgoing)
      if !isDryRun, !merged.identities.isEmpty { try follow(merged.identities) }
      if isSame {
        merged.fingerprint = transaction.fingerprint
      } else {
        if let tip = tree.commit { transaction.beforeReplacing = announcement(of: merged, on: tip) }
        merged.received = try transaction.merge(merge.document, isReceived: true)
      }
      return merged
    }
    if isSame || isDryRun { return merged }
    // A file that is not the merge does not count as the base.
    guard let saved = ending.saved, saved.document.isSame(as: merged.document) else {
      throw SyncError(
        .damaged, "the saved document is not the merged one; nothing was sent")
    }
    merged.fingerprint = saved.fingerprint
    merged.isSaved = true
    return merged
  }

  /// Writes the next base before the file of the document is replaced.
  private func announcement(
    of merged: MergedDocument, on tip: String
  ) -> @Sendable (Fingerprint) throws(FileError) -> Void {
    let (path, hasConflicts) = (remote.nextBasePath, merged.document.hasConflicts)
    return { fingerprint throws(FileError) in
      let next = SyncBase(on: tip, fingerprint, hasConflicts: hasConflicts)
      try FileSystem().create(path, with: next.text, step: "write")
    }
  }

  /// The base of a merge; nil when one of the sides was lost, which has deleted nothing.
  ///
  /// The remote goes on from its own commit, unless it has no document any more.
  private func base(
    of ours: ChecklistDocument, _ tree: RemoteTree
  ) throws(StoreError) -> (document: ChecklistDocument, isOlder: Bool)? {
    guard let (document, fingerprint) = tree.base else { return nil }
    if tree.names.isEmpty, !document.checklists.isEmpty { return nil }
    return try store.base(document.withUnreadFields(of: ours), fingerprint, of: ours)
  }

  /// Reads the document of a tree; an empty one where there is none.
  func document(
    _ entries: [TreeEntry], _ contents: [String: [UInt8]]
  ) throws(SyncError) -> (document: ChecklistDocument, names: Set<String>) {
    guard entries.contains(where: { $0.name == TextForm.index }) else {
      return (ChecklistDocument(), [])
    }
    var files: [String: [UInt8]] = [:]
    for entry in entries { files[entry.name] = contents[entry.object] }
    return try TextFormReader.read(files)
  }

  /// Refuses to let most items go, which more likely is an accident.
  private func check(
    from before: ChecklistDocument, to after: ChecklistDocument, _ place: String, _ isForced: Bool
  ) throws(SyncError) {
    if isForced { return }
    let items = before.checklists.flatMap(\.items)
    guard items.count >= Self.guardedCount else { return }
    let kept = Set(after.checklists.flatMap { $0.items.map(\.id) })
    let gone = items.count { !kept.contains($0.id) }
    guard 2 * gone > items.count else { return }
    throw SyncError(
      .needsForce, "\(gone) of the \(items.count) items \(place) would be deleted")
  }
}

extension ChecklistDocument {
  /// The document with what a dialect without lists cannot hold of the only list, as another
  /// document has it.
  fileprivate func named(like other: ChecklistDocument) -> ChecklistDocument {
    guard !dialect.hasLists, checklists.count == 1 else { return self }
    var document = self
    let list = other.checklists.count == 1 ? other.checklists[0] : Checklist("")
    document.checklists[0].name = list.title
    document.checklists[0].icon = list.icon
    document.checklists[0].isHidden = list.isHidden
    document.checklists[0].conflicts = list.conflicts
    return document
  }
}
