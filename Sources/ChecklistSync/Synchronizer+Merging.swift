import ChecklistCore

/// What a remote has.
struct RemoteTree {
  /// The commit; nil when there is none yet.
  var commit: String?
  /// The entries of its tree.
  var entries: [TreeEntry] = []
  /// The commit that was last agreed on, and its entries; nil before that.
  var baseCommit: String?
  var base: [TreeEntry]?
  /// The files of the text form in both, by the names of their objects.
  var contents: [String: [UInt8]] = [:]
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
  /// What was received of the files of attachments.
  var attachments = AttachmentExchange()
  /// The names of the files of the text form that the remote has.
  var names: Set<String> = []
  /// Whether the document was saved.
  var isSaved = false
  /// The fingerprint of the document's file under the lock; nil where there is no file, and for a
  /// dry run.
  var fingerprint: Fingerprint?
}

/// Reading what a remote has, and merging it.
extension Synchronizer {
  /// From how many items on it matters that more than half of them would go.
  private static let guardedCount = 20

  /// Reads what the remote has.
  ///
  /// - Parameter tip: The commit; nil when there is none.
  /// - Returns: What the commit has. Of attachments nothing is read but their names and sizes.
  func read(
    _ tip: String?, of repository: borrowing SideRepository
  ) throws(SyncError) -> RemoteTree {
    var tree = RemoteTree(commit: tip)
    if let tip { tree.entries = try repository.entries(of: tip) }
    // A remote that was set back, to a backup say, has deleted nothing since.
    if let base = try repository.commonAncestor(.base, tip) {
      tree.baseCommit = base
      tree.base = base == tip ? tree.entries : try repository.entries(of: base)
    }
    tree.contents = try repository.contents(of: tree.entries + (tree.base ?? []))
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
    var files: [StagedAttachment] = []
    var exchange = AttachmentExchange()
    var merged: MergedDocument?
    if tree.attachments.hasFilesMissing(in: store.attachments) {
      // Files come before the document is locked, so what it will name is found out before.
      let trial = try merge(
        tree, in: repository, bringing: [], isDryRun: true, by: command, at: now)
      let (wanted, refused) = missing(of: trial.document, in: tree.attachments)
      (exchange.received, exchange.refused) = (wanted.map(\.attachment), refused)
      if isDryRun {
        merged = trial
      } else {
        files = try repository.receive(wanted, for: store)
      }
    }
    var result =
      try merged
      ?? merge(
        tree, in: repository, bringing: files, isDryRun: isDryRun, by: command, at: now)
    let named = Set(result.document.attachmentsByKey.map(\.key))
    exchange.received.removeAll { !named.contains($0.key) }
    exchange.kept = tooLarge(of: result.document)
    result.attachments = exchange
    return result
  }

  private func merge(
    _ tree: RemoteTree, in repository: borrowing SideRepository,
    bringing files: [StagedAttachment], isDryRun: Bool, by command: String, at now: Date
  ) throws -> MergedDocument {
    var isSame = false
    var (merged, ending) = try store.perform(
      isDryRun: isDryRun, by: command, at: now
    ) { transaction in
      transaction.bring(files)
      let present = transaction.document
      let ours = present ?? ChecklistDocument()
      let theirs = try document(tree.entries, tree.contents, like: ours)
      let former = try tree.base.map { try document($0, tree.contents, like: ours).document }
      let base = try former.flatMap { try self.base($0, tree, of: ours, theirs) }
      // At the first synchronisation the remote's identities win: other machines use them.
      let isAgreed = base?.isOlder == false
      let known = isAgreed ? ours : ours.identified(like: theirs.document)
      let merge = DocumentMerge(
        base: isAgreed ? base?.document : base?.document.identified(like: theirs.document),
        ours: known, theirs: theirs.document)
      try check(from: known, to: merge.document, "here", isForced)
      try check(from: theirs.document, to: merge.document, "in the remote", isForced)
      let outgoing = merge.document.named(like: theirs.document)
      var merged = MergedDocument(
        document: merge.document, files: try TextForm(outgoing).files, reports: merge.reports)
      merged.former = present
      merged.identities = ReplacedIdentities(of: ours, in: known)
      merged.sent = try theirs.document.changes(to: outgoing)
      merged.names = theirs.names
      isSame = try TextForm(ours.named(like: theirs.document)).files == merged.files
      if !isDryRun, !merged.identities.isEmpty { try follow(merged.identities) }
      if !isSame {
        if !isDryRun {
          merged.fingerprint = Fingerprint(try merge.document.archived().bytes)
          if let tip = tree.commit { try note(merged, on: tip, in: repository) }
        }
        merged.received = try transaction.merge(merge.document, isReceived: true)
      } else if present != nil {
        merged.fingerprint = try Fingerprint(PlainFile(path: store.path).read())
      }
      return merged
    }
    guard let saved = ending.saved else {
      // What is not the merge may not count as agreed on.
      guard isDryRun || isSame else { throw Self.unsaved }
      return merged
    }
    guard saved.fingerprint == merged.fingerprint else { throw Self.unsaved }
    merged.isSaved = true
    return merged
  }

  private static let unsaved = SyncError(
    .damaged, "the document that was saved is not what was merged; nothing was sent")

  /// What both sides have in common; nil when one of them was lost, which has deleted nothing.
  ///
  /// The remote goes on from its own commit, unless it has no document any more.
  private func base(
    _ agreed: ChecklistDocument, _ tree: RemoteTree, of ours: ChecklistDocument,
    _ theirs: (document: ChecklistDocument, names: Set<String>)
  ) throws(StoreError) -> (document: ChecklistDocument, isOlder: Bool)? {
    if theirs.names.isEmpty, !agreed.checklists.isEmpty { return nil }
    let agreement = [remote.agreement, remote.nextAgreement].lazy.compactMap(\.self)
      .first { $0.commit == tree.baseCommit }
    return try store.base(agreed, agreement?.fingerprint, of: ours)
  }

  /// Reads the document of a tree; an empty one where there is none.
  func document(
    _ entries: [TreeEntry], _ contents: [String: [UInt8]], like working: ChecklistDocument
  ) throws(SyncError) -> (document: ChecklistDocument, names: Set<String>) {
    guard entries.contains(where: { $0.name == TextForm.index }) else {
      return (ChecklistDocument(), [])
    }
    var files: [String: [UInt8]] = [:]
    for entry in entries { files[entry.name] = contents[entry.object] }
    return try TextFormReader.read(files, like: working)
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
