package import ChecklistCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Brings a document and a remote together: takes what others have changed, and sends what was
/// changed here.
///
/// A stop after any step is repaired by the next synchronisation, because merging what is there
/// already changes nothing.
package struct Synchronizer {
  /// What a synchronisation did.
  package struct Outcome: Sendable {
    /// What was done to the document here.
    package fileprivate(set) var received: [AppliedChange] = []
    /// What was done to the remote.
    package fileprivate(set) var sent: [AppliedChange] = []
    /// What a person should know of the merge.
    package fileprivate(set) var reports: [MergeReport] = []
    /// The document before it.
    package fileprivate(set) var former: ChecklistDocument?
    /// The document after it.
    package fileprivate(set) var document: ChecklistDocument
  }

  private let store: DocumentStore
  private let git: Git
  private let remote: Remote
  private let lockTimeout: Double
  private let isForced: Bool
  private let isDryRun: Bool
  private let isNew: Bool
  private let hear: ([UInt8]) -> Void

  /// How often others may be faster without the remote having changed.
  private static let mostAttempts = 5
  /// From how many items on it matters that more than half of them would go.
  private static let guardedCount = 20

  /// A synchronisation.
  ///
  /// - Parameters:
  ///   - store: The store of the document.
  ///   - remote: The remote, and where the side repository is.
  ///   - git: Runs git.
  ///   - lockTimeout: How many seconds to wait for another process.
  ///   - isNew: Whether the document was last synchronised with another remote, or with none.
  ///   - isForced: Whether most items may go.
  ///   - isDryRun: Whether it is only found out what would be done.
  ///   - hear: Is called with the progress of git as it comes.
  package init(
    _ store: DocumentStore, with remote: Remote, git: Git, lockTimeout: Double,
    isNew: Bool = false, isForced: Bool = false, isDryRun: Bool = false,
    hear: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    (self.store, self.remote, self.git) = (store, remote, git)
    (self.lockTimeout, self.isForced, self.isDryRun) = (lockTimeout, isForced, isDryRun)
    (self.isNew, self.hear) = (isNew, hear)
  }

  /// Synchronises.
  ///
  /// - Parameters:
  ///   - command: What does it, as people read it in the history.
  ///   - now: The time of it.
  /// - Returns: What was done.
  /// - Throws: ``SyncError``, or `StoreError`.
  package func synchronize(by command: String, at now: Date) throws -> Outcome {
    let repository = try SideRepository.open(
      remote.repository, git, lockTimeout: lockTimeout)
    do {
      // What was agreed on long ago with a former remote says little of what was deleted since.
      if isNew { try repository.make() }
      return try synchronize(repository, command, now)
    } catch let error as SyncError where error.isOfRepository {
      // Without a base, both sides keep what they have.
      try repository.make()
      return try synchronize(repository, command, now)
    }
  }

  /// The document as it was last agreed on with the remote.
  ///
  /// - Returns: The document; nil before the first synchronisation.
  /// - Throws: ``SyncError``, or `StoreError`.
  package func lastAgreed() throws -> ChecklistDocument? {
    let repository = try SideRepository.open(
      remote.repository, git, lockTimeout: lockTimeout)
    guard let base = try repository.commit(.base) else { return nil }
    let entries = try repository.entries(of: base)
    let working = try store.load() ?? ChecklistDocument()
    return try document(entries, repository.contents(of: entries), like: working).document
  }

  private func synchronize(
    _ repository: borrowing SideRepository, _ command: String, _ now: Date
  ) throws -> Outcome {
    var outcome = Outcome(document: ChecklistDocument())
    var (attempts, formerTip, rejection) = (0, String?.none, "")
    while true {
      let tip = try repository.fetch(remote.branch, from: remote.address, hear: hear)
      attempts = tip == formerTip ? attempts + 1 : 1
      formerTip = tip
      guard attempts <= Self.mostAttempts else {
        throw SyncError(.overtaken, rejection)
      }
      if let tip, let agreement = remote.agreement, agreement.commit == tip,
        agreement.isOn(store.path)
      {
        // Nothing is told of it but its conflicts.
        if agreement.hasConflicts { outcome.document = try store.load() ?? outcome.document }
        return outcome
      }
      let merged = try merge(repository, tip, command, now)
      outcome.received += merged.received
      outcome.reports += merged.reports.filter { !outcome.reports.contains($0) }
      outcome.former = outcome.former ?? merged.former
      outcome.document = merged.document
      if isDryRun {
        outcome.sent = merged.sent
        return outcome
      }
      if let tip { try repository.set([(.base, tip)]) }
      guard let commit = try commit(merged, to: repository, after: tip) else {
        if let tip { try agree(on: tip, merged, in: repository) }
        return outcome
      }
      guard let message = try push(commit, from: repository) else {
        outcome.sent = merged.sent
        try repository.set([(.base, commit), (.remote, commit)])
        try agree(on: commit, merged, in: repository)
        return outcome
      }
      rejection = message
      // So that those who met do not meet again.
      usleep(UInt32.random(in: 20_000...200_000) * UInt32(attempts))
    }
  }

  /// Sends a commit.
  ///
  /// - Returns: Nil when the remote took it; why not, when somebody else was faster.
  private func push(
    _ commit: String, from repository: borrowing SideRepository
  ) throws(SyncError) -> String? {
    do throws(SyncError) {
      try repository.push(commit, to: remote.branch, at: remote.address, hear: hear)
      return nil
    } catch {
      guard error.kind == .git(.overtaken) else { throw error }
      return error.message
    }
  }

  /// A document that was merged, and what of the remote it was merged with.
  private struct MergedDocument {
    var document: ChecklistDocument
    /// The files of the document as the remote is to have it.
    var files: [String: [UInt8]]
    /// The document as it was under the lock.
    var former: ChecklistDocument?
    var received: [AppliedChange] = []
    var sent: [AppliedChange] = []
    var reports: [MergeReport] = []
    /// The tree of the remote, the files of its text form, and their contents.
    var entries: [TreeEntry] = []
    var names: Set<String> = []
    var contents: [String: [UInt8]] = [:]
    /// The file of the document as it was under the lock; nil if it was changed.
    var bytes: [UInt8]?
  }

  private func merge(
    _ repository: borrowing SideRepository, _ tip: String?, _ command: String, _ now: Date
  ) throws -> MergedDocument {
    let entries = try tip.map { (tip) throws(SyncError) in try repository.entries(of: tip) } ?? []
    // A remote that was set back, to a backup say, has deleted nothing since.
    let base = try repository.commonAncestor(.base, tip)
    let baseEntries: [TreeEntry]? =
      if let base { base == tip ? entries : try repository.entries(of: base) } else { nil }
    let contents = try repository.contents(of: entries + (baseEntries ?? []))
    return try store.transact(isDryRun: isDryRun, by: command, at: now) { transaction in
      let present = transaction.document
      let ours = present ?? ChecklistDocument()
      let theirs = try document(entries, contents, like: ours)
      let former = try baseEntries.map { try document($0, contents, like: ours).document }
      // A document that is not there, or has nothing of what it was, was lost here or in the
      // remote: that is no deletion.
      let isKept =
        former.map { $0.isContinued(by: ours) && $0.isContinued(by: theirs.document) } ?? false
      let merge = DocumentMerge(
        base: isKept ? former : nil, ours: ours, theirs: theirs.document)
      try check(from: ours, to: merge.document, "here", isForced)
      try check(from: theirs.document, to: merge.document, "in the remote", isForced)
      let outgoing = merge.document.named(like: theirs.document)
      var merged = MergedDocument(
        document: merge.document, files: try TextForm(outgoing).files, reports: merge.reports)
      merged.former = present
      merged.sent = try theirs.document.changes(to: outgoing)
      // By value: what is preserved of an archive and of text is never the same object.
      if try TextForm(ours.named(like: theirs.document)).files != merged.files {
        merged.received = try transaction.merge(merge.document)
      }
      (merged.entries, merged.names, merged.contents) = (entries, theirs.names, contents)
      if merged.received.summary == nil, present != nil {
        merged.bytes = try? PlainFile(path: store.path).read()
      }
      return merged
    }
  }

  /// Reads the document of a tree; an empty one where there is none.
  private func document(
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

  /// Writes the merged document as a commit.
  ///
  /// - Returns: The commit; nil when the remote has the document already.
  private func commit(
    _ merged: MergedDocument, to repository: borrowing SideRepository, after tip: String?
  ) throws(SyncError) -> String? {
    let files = merged.files
    var objects: [String: String] = [:]
    for entry in merged.entries where merged.names.contains(entry.name) {
      if merged.contents[entry.object] == files[entry.name] { objects[entry.name] = entry.object }
    }
    if tip != nil, objects.count == files.count, merged.names.count == files.count { return nil }
    let changed = files.keys.filter { objects[$0] == nil }.sorted()
    let written = try repository.writeObjects(changed.map { files[$0] ?? [] })
    for (name, object) in zip(changed, written) { objects[name] = object }
    // What is not of this program stays.
    let foreign = merged.entries.filter { !merged.names.contains($0.name) && files[$0.name] == nil }
    let own = objects.map { name, object in
      TreeEntry(mode: "100644", type: "blob", object: object, size: nil, name: name)
    }
    return try repository.writeCommit(
      foreign + own, parent: tip, message: merged.sent.summary ?? "Synchronised")
  }

  /// Notes that the document and a commit are the same, so that there is nothing to read the next
  /// time.
  private func agree(
    on commit: String, _ merged: MergedDocument, in repository: borrowing SideRepository
  ) throws {
    // What was saved has these bytes, because a merged document is encoded afresh.
    let bytes = try merged.bytes ?? merged.document.archived().bytes
    let agreement = Agreement(on: commit, bytes, hasConflicts: merged.document.hasConflicts)
    try repository.write(agreement.text, to: Agreement.name)
    try repository.keepHouse()
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
