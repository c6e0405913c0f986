package import ChecklistCore
import SystemLibrary

/// Brings a document and a remote together: takes what others have changed, and sends what was
/// changed here.
///
/// A stop after any step is repaired by the next synchronisation, because merging what is there
/// already changes nothing.
package struct Synchronizer {
  /// The result of a synchronisation.
  package struct Outcome: Sendable {
    /// The changes to the document here.
    package fileprivate(set) var received: [AppliedChange] = []
    /// The changes to the remote.
    package fileprivate(set) var sent: [AppliedChange] = []
    /// The decisions of the merge that a person should know.
    package fileprivate(set) var reports: [MergeReport] = []
    /// The identities that lists and items of the document here got from the remote.
    package fileprivate(set) var identities = ReplacedIdentities()
    /// The files of attachments.
    package fileprivate(set) var attachments = AttachmentExchange()
    /// Whether the side repository was damaged, and was made anew.
    package fileprivate(set) var isRepositoryNew = false
    /// The document before it.
    package fileprivate(set) var former: ChecklistDocument?
    /// The document after it.
    package fileprivate(set) var document: ChecklistDocument
    /// Whether the document here was saved.
    package fileprivate(set) var isSaved = false
  }

  let store: DocumentStore
  private let git: Git
  let remote: Remote
  private let lockTimeout: Double
  let isForced: Bool
  private let isDryRun: Bool
  private let isNew: Bool
  let follow: (ReplacedIdentities) throws -> Void
  private let hear: ([UInt8]) -> Void

  /// How often others may be faster without the remote having changed.
  private static let mostAttempts = 5

  /// A synchronisation.
  ///
  /// - Parameters:
  ///   - remote: The remote, and where the side repository is.
  ///   - lockTimeout: How many seconds to wait for another process.
  ///   - isNew: Whether the document was last synchronised with another remote, or with none.
  ///   - isForced: Whether most items may go.
  ///   - isDryRun: Whether it is only found out what would be done.
  ///   - follow: Is called with the identities that lists and items get, before they are saved and
  ///     under the lock of the document.
  ///   - hear: Is called with the progress of git as it comes.
  package init(
    _ store: DocumentStore, with remote: Remote, git: Git, lockTimeout: Double,
    isNew: Bool = false, isForced: Bool = false, isDryRun: Bool = false,
    follow: @escaping (ReplacedIdentities) throws -> Void = { _ in },
    hear: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    (self.store, self.remote, self.git) = (store, remote, git)
    (self.lockTimeout, self.isForced, self.isDryRun) = (lockTimeout, isForced, isDryRun)
    (self.isNew, self.follow, self.hear) = (isNew, follow, hear)
  }

  /// Synchronises.
  ///
  /// - Parameter command: What does it, as people read it in the history.
  /// - Throws: ``SyncError``, or `StoreError`.
  package func synchronize(by command: String, at now: Date) throws -> Outcome {
    try remote.takeOver()
    let repository = try SideRepository.open(
      remote.repository, git, lockTimeout: lockTimeout, repairs: true)
    do {
      // An old base says little of what was deleted since at another remote.
      if isNew { try repository.make() }
      var outcome = try synchronize(repository, command, now)
      outcome.isRepositoryNew = repository.wasDamaged
      return outcome
    } catch let error as SyncError where error.isOfRepository {
      // Without a base, both sides keep what they have.
      try repository.make()
      var outcome = try synchronize(repository, command, now)
      outcome.isRepositoryNew = true
      return outcome
    }
  }

  /// The document of the base.
  ///
  /// - Returns: The document; nil before the first synchronisation.
  /// - Throws: ``SyncError``, or `StoreError`.
  package func baseDocument() throws -> ChecklistDocument? {
    let repository = try SideRepository.open(
      remote.repository, git, lockTimeout: lockTimeout)
    guard let base = try repository.commit(.base) else { return nil }
    let entries = try repository.entries(of: base)
    return try document(entries, repository.contents(of: entries)).document
      .withUnreadFields(of: store.load() ?? ChecklistDocument())
  }

  private func synchronize(
    _ repository: borrowing SideRepository, _ command: String, _ now: Date
  ) throws -> Outcome {
    var outcome = Outcome(document: ChecklistDocument())
    var (attempts, formerTip) = (0, String?.none)
    var rejection = SyncError(GitFailure(.overtaken))
    // The objects of attachments that were written for an attempt that was overtaken.
    var objects: [String: String] = [:]
    while true {
      let tip = try repository.fetch(remote.branch, from: remote.address, hear: hear)
      attempts = tip == formerTip ? attempts + 1 : 1
      formerTip = tip
      guard attempts <= Self.mostAttempts else { throw rejection }
      let (base, next) = (remote.base(), remote.nextBase())
      if let tip, let base, base.commit == tip, base.isOn(store.path),
        base.isOn(store.attachments)
      {
        // Nothing is told of it but its conflicts, and what is too large.
        if base.hasConflicts || base.hasTooLarge {
          outcome.document = try store.load() ?? outcome.document
        }
        outcome.attachments.kept = tooLarge(of: outcome.document)
        return outcome
      }
      try advanceBase(to: next, tip, in: repository)
      let tree = try read(tip, of: repository, knowing: [base, next].compactMap(\.self))
      let merged = try merge(tree, in: repository, isDryRun: isDryRun, by: command, at: now)
      outcome.add(merged)
      let (unsent, unread) = unsent(of: merged.document, in: tree.attachments)
      outcome.attachments.unread = unread
      if isDryRun {
        outcome.sent = merged.sent
        outcome.attachments.sent = unsent
        return outcome
      }
      if let tip { try repository.set([(.base, tip)]) }
      let new = unsent.filter { objects[$0.key] == nil }
      objects.merge(try repository.writeObjects(of: new, in: store.attachments)) { $1 }
      let files: [String: String] = unsent.reduce(into: [:]) { $0[$1.key] = objects[$1.key] }
      guard let commit = try commit(merged, files, over: tree, to: repository) else {
        if let tip { try setBase(to: tip, merged, tree, in: repository) }
        return outcome
      }
      if let fingerprint = merged.fingerprint {
        let next = SyncBase(on: commit, fingerprint, hasConflicts: merged.document.hasConflicts)
        try repository.write(next.text, to: SyncBase.nextName)
      }
      guard let failure = try push(commit, from: repository) else {
        outcome.sent = merged.sent
        outcome.attachments.sent = unsent.filter { files[$0.key] != nil }
        try repository.set([(.base, commit), (.remote, commit)])
        try setBase(to: commit, merged, tree, sending: files, in: repository)
        return outcome
      }
      rejection = failure
      // So that those who met do not meet again.
      usleep(UInt32.random(in: 20_000...200_000) * UInt32(attempts))
    }
  }

  /// Sends a commit.
  ///
  /// - Returns: Nil when the remote took it; why not, when somebody else was faster.
  private func push(
    _ commit: String, from repository: borrowing SideRepository
  ) throws(SyncError) -> SyncError? {
    do throws(SyncError) {
      try repository.push(commit, to: remote.branch, at: remote.address, hear: hear)
      return nil
    } catch {
      guard [.git(.overtaken), .git(.lockedBranch)].contains(error.kind) else { throw error }
      return error
    }
  }

  /// Writes the merged document as a commit.
  ///
  /// - Parameter sent: The objects with the files of attachments that the remote lacks, by key.
  /// - Returns: The commit; nil when the remote has all of it already.
  private func commit(
    _ merged: MergedDocument, _ sent: [String: String], over tree: RemoteTree,
    to repository: borrowing SideRepository
  ) throws(SyncError) -> String? {
    let files = merged.files
    var objects: [String: String] = [:]
    for entry in tree.entries where tree.names.contains(entry.name) {
      if tree.contents[entry.object] == files[entry.name] { objects[entry.name] = entry.object }
    }
    let attachments = try folder(of: merged, sent, over: tree.attachments, to: repository)
    if tree.commit != nil, objects.count == files.count, tree.names.count == files.count,
      attachments == tree.attachments.object
    {
      return nil
    }
    let changed = files.keys.filter { objects[$0] == nil }.sorted()
    let written = try repository.writeObjects(changed.map { files[$0] ?? [] })
    for (name, object) in zip(changed, written) { objects[name] = object }
    // What is not of this program stays.
    let foreign = tree.entries.filter { entry in
      !tree.names.contains(entry.name) && files[entry.name] == nil
        && (entry.name != AttachmentTree.name || tree.attachments.isBlocked)
    }
    var own = objects.map { name, object in
      TreeEntry(mode: "100644", type: "blob", object: object, size: nil, name: name)
    }
    if let attachments {
      own.append(
        TreeEntry(
          mode: "040000", type: "tree", object: attachments, size: nil, name: AttachmentTree.name))
    }
    let message =
      merged.sent.summary
      ?? (sent.isEmpty ? "Synchronised" : "Sent \(sent.count.counting("attachment"))")
    return try repository.writeCommit(foreign + own, parent: tree.commit, message: message)
  }

  /// Takes the next base as the base, if the last synchronisation was cut off after the history got
  /// the document and the remote got the commit.
  private func advanceBase(
    to next: SyncBase?, _ tip: String?, in repository: borrowing SideRepository
  ) throws {
    guard let tip, let next, try next.commit != repository.commit(.base),
      try store.hasHad(next.fingerprint), try repository.isAncestor(next.commit, of: tip)
    else { return }
    try repository.set([(.base, next.commit)])
  }

  /// Writes the file of the base, after the document and a commit have become the same.
  private func setBase(
    to commit: String, _ merged: MergedDocument, _ tree: RemoteTree,
    sending files: [String: String] = [:], in repository: borrowing SideRepository
  ) throws {
    guard let fingerprint = merged.fingerprint else { return }
    let base = SyncBase(
      on: commit, fingerprint, hasConflicts: merged.document.hasConflicts,
      places(of: merged.document, in: tree.attachments, sending: files))
    try repository.write(base.text, to: SyncBase.name)
    try repository.keepHouse()
  }
}

extension Synchronizer.Outcome {
  /// Adds what another attempt has merged.
  fileprivate mutating func add(_ merged: MergedDocument) {
    received += merged.received
    for report in merged.reports where !reports.contains(report) { reports.append(report) }
    identities.add(merged.identities)
    attachments.received += merged.attachments.received
    (attachments.kept, attachments.refused) = (merged.attachments.kept, merged.attachments.refused)
    former = former ?? merged.former
    document = merged.document
    isSaved = isSaved || merged.isSaved
  }
}
