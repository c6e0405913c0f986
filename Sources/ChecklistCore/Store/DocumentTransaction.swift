/// Changes of a document that are saved together, or not at all.
///
/// ``DocumentStore/transact(isDryRun:by:at:_:)`` begins one under the lock, and saves the result.
public struct DocumentTransaction: Sendable {
  /// The document after the changes so far; nil when there is none.
  public private(set) var document: ChecklistDocument?
  private let path: String
  private let now: Date
  private let zone: TimeZoneRules
  /// The identity of the list that the last change of the last step was about.
  package private(set) var changedList: Int?
  /// Files for attachments that the document may have got.
  package private(set) var files: [StagedAttachment] = []
  /// The attachments that items have lost, or that are gone with them.
  private(set) var lostAttachments: [Attachment] = []
  /// Why a step failed, after which nothing may be saved.
  private(set) var failure: (any Error)?
  /// The fingerprint of the file that was read; nil where there is none, and in a dry run.
  package var fingerprint: Fingerprint? { content.map { Fingerprint($0) } }
  private let content: [UInt8]?
  /// The file of text that the document was read from, or that the last step would leave.
  private var text: TextFile?
  /// That file as bytes; nil where the document has changed since.
  private var written: [UInt8]?
  /// The steps since the file was read that are not written into it yet.
  private var waiting: [WaitingStep] = []
  /// Whether the present step may wait.
  private var mayWait = false
  /// The number of the present step, as whoever makes the steps counts them.
  package var stepNumber = 0
  /// The number of an earlier step whose result the file cannot hold, found when it was written.
  package private(set) var failedStep: Int?

  /// A step that is written into a file of text together with later ones.
  private struct WaitingStep {
    let number: Int
    let changes: [DocumentChange]
  }
  /// Is called before the file is replaced, with the fingerprint that it will have.
  package var beforeReplacing: (@Sendable (Fingerprint) throws(FileError) -> Void)?
  /// The actions to run once the changes are saved.
  private(set) var completions: [@Sendable () throws -> Void] = []
  /// Whether the change came from others, who have it too.
  private(set) var isReceived = false
  /// Whether it has times of what another program has checked, which the file does not have.
  let hasNotedTicks: Bool
  /// Whether a step changed the document.
  private var isChanged = false
  /// The identities that lists and items got in place of those that they had before: in a file of
  /// text they are those of texts, and of what is around these.
  package private(set) var identities = ReplacedIdentities()
  /// The summary of the first visible step, and the number of visible steps.
  private var firstSummary: String?
  private var toldStepCount = 0

  init(
    _ opened: consuming DocumentStore.OpenDocument, in content: [UInt8]?, at path: String,
    now: Date,
    in zone: TimeZoneRules
  ) {
    document = opened.document
    hasNotedTicks = opened.hasNotedTicks
    text = opened.text
    self.content = content
    self.path = path
    self.now = now
    self.zone = zone
  }

  /// Brings files for attachments that later steps give to items, or whose files are missing.
  ///
  /// When the transaction ends, the files get their places whose attachments the document has, even
  /// if nothing else changes.
  package mutating func bring(_ files: [StagedAttachment]) {
    self.files += files
  }

  /// Has something done once the changes are saved, while the document is still locked.
  ///
  /// It is also done when nothing changes, but not after a failure or in a dry run.
  ///
  /// - Parameter completion: The action. The transaction throws its error, but what is saved stays.
  package mutating func whenSaved(_ completion: @escaping @Sendable () throws -> Void) {
    completions.append(completion)
  }

  /// Applies changes, as one step.
  ///
  /// A document that does not exist starts empty.
  ///
  /// - Parameter changes: The changes, in their order.
  /// - Returns: What was done, each item once.
  /// - Throws: ``ChangeError`` when the document does not take a change, and
  ///   ``DocumentFormatError`` when its file cannot hold it. Nothing is saved then: the store
  ///   throws the same when the transaction ends.
  @discardableResult
  public mutating func apply(_ changes: [DocumentChange]) throws -> [AppliedChange] {
    try apply(changes, telling: .each)
  }

  private mutating func apply(
    _ changes: [DocumentChange], telling: ChecklistDocument.AdditionTelling
  ) throws -> [AppliedChange] {
    let (now, zone) = (now, zone)
    // Other changes of items are joined with the additions, item by item.
    let isOfNewItems = changes.allSatisfy { !$0.isAboutItems || $0.isAddition }
    let telling = isOfNewItems ? telling : .each
    var changes = changes
    if let text { changes = try changes.flatMap { try $0.changes(in: text, document) } }
    return try step(changes, telling) { (document) throws(ChangeError) in
      try document.apply(changes, at: now, in: zone, telling: telling)
    }
  }

  /// Takes a merged document over, as one step.
  ///
  /// - Parameter isReceived: Whether others have it too, so that taking it back takes it back
  /// there.
  /// - Throws: ``ChangeError`` as ``apply(_:)`` does.
  @discardableResult
  package mutating func merge(
    _ merged: ChecklistDocument, isReceived: Bool = false
  ) throws -> [AppliedChange] {
    let now = now
    self.isReceived = isReceived
    // Compared as values: changes that nobody is told of count too.
    isChanged = isChanged || !(document ?? ChecklistDocument()).isSame(as: merged)
    let changes = (document ?? ChecklistDocument()).difference(to: merged)
    let applied = try step(changes) { (document) throws(ChangeError) in
      try document.apply(checked: changes, at: now)
    }
    // The same content, but encoded afresh, so that it has the same bytes on all machines.
    document = merged
    return applied
  }

  /// Replaces a file of text, unless another program has changed it.
  ///
  /// - Parameters:
  ///   - former: What the file was when it was read.
  ///   - new: What it becomes.
  /// - Returns: What became of the items; nil where the file is no longer what it was.
  /// - Throws: ``DocumentFormatError`` when the new one cannot be read.
  package mutating func replaceText(
    _ former: [UInt8], with new: [UInt8]
  ) throws -> [AppliedChange]? {
    // A dry run has no content, and nothing to overwrite.
    guard let text, content == nil || content == former else { return nil }
    let reading = try text.reread(new)
    if let line = reading.flaws.conflictLine {
      throw DocumentFormatError(.conflictMarker(line: line))
    }
    isChanged = new != former
    var before = text.document
    before.takeListIdentities(from: reading.document)
    let changes = before.difference(to: reading.document)
    let now = now
    let earlierFailure = failure
    (self.text, document) = (nil, before)
    let applied = try? step(changes) { (document) throws(ChangeError) in
      try document.apply(checked: changes, at: now)
    }
    // Also where its items cannot become the others one by one: the file is the document.
    failure = earlierFailure
    (self.text, document, written) = (reading, reading.document, new)
    return applied ?? []
  }

  /// Saves the document even if it is the same, so that the history keeps the other files with it.
  mutating func saveInAnyCase() { isChanged = true }

  private mutating func step(
    _ changes: [DocumentChange], _ telling: ChecklistDocument.AdditionTelling = .each,
    _ apply: (inout ChecklistDocument) throws(ChangeError) -> [AppliedChange]
  ) throws -> [AppliedChange] {
    // Taken out meanwhile: while two variables hold it, the first change copies all items.
    var document = document.take() ?? newDocument
    defer { self.document = document }
    changedList = changes.last?.list
    // Several changes of items may tell of the same item twice, and are then joined by comparing
    // with the original; new items are told once. Otherwise no original is kept: while two
    // variables hold the document, each change copies all items.
    let isJoined = telling == .each && changes.dropLast().contains(where: \.isAboutItems)
    let original = isJoined ? document : nil
    var applied: [AppliedChange] = []
    do {
      applied = try apply(&document)
      if let original { applied = document.coalesced(applied, since: original) }
      if telling == .together {
        var additions = applied.filter { !$0.isAboutList }
        document.sort(&additions)
        applied = applied.filter(\.isAboutList) + additions
      }
      if text != nil, applied.hasChanges { try write(&document, after: changes, &applied) }
    } catch {
      failure = error
      throw error
    }
    for change in applied { lostAttachments += change.lostAttachments }
    isChanged = isChanged || applied.hasChanges
    if let summary = applied.summary {
      firstSummary = firstSummary ?? summary
      toldStepCount += 1
    }
    return applied
  }

  /// Applies the changes that are resolved for the present document, as one step.
  ///
  /// - Parameters:
  ///   - createsDocument: Whether to start with an empty document when there is none.
  ///   - telling: How new items are told where the changes add items and do nothing to others.
  ///   - mayWait: Whether the changes and the report of them are the same for a file of text that
  ///     has not been read again since earlier steps: they need neither identities nor sections.
  ///     New items and check marks are then written with those of later steps.
  ///   - resolve: Gives the changes for the document as it is now.
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/noDocument``, ``ChangeError``, or what
  ///   `resolve` throws. The store throws the same when the transaction ends, and saves nothing.
  @discardableResult
  package mutating func change(
    createsDocument: Bool = false, telling: ChecklistDocument.AdditionTelling = .each,
    mayWait: Bool = false, _ resolve: (ChecklistDocument) throws -> [DocumentChange]
  ) throws -> [AppliedChange] {
    if !mayWait { try writeWaitingSteps() }
    self.mayWait = mayWait
    defer { self.mayWait = false }
    do {
      return try apply(changes(createsDocument: createsDocument, resolve), telling: telling)
    } catch {
      failure = error
      throw error
    }
  }

  /// The changes, with no other holder of the document left when they are applied.
  private func changes(
    createsDocument: Bool, _ resolve: (ChecklistDocument) throws -> [DocumentChange]
  ) throws -> [DocumentChange] {
    guard let document = document ?? (createsDocument ? newDocument : nil) else {
      throw StoreError(.noDocument, path: path)
    }
    return try resolve(document)
  }

  /// The document where there is none yet.
  private var newDocument: ChecklistDocument { text?.document ?? ChecklistDocument() }

  /// Writes the document into its file of text, unless the step may wait.
  private mutating func write(
    _ document: inout ChecklistDocument, after changes: [DocumentChange],
    _ applied: inout [AppliedChange]
  ) throws(DocumentFormatError) {
    written = nil
    // Check marks alone are written at the end, unless they tell items apart, or are lines of their
    // own.
    let derived = document.derivedIdentities.items
    let hasOtherIdentities =
      !derived.isEmpty && applied.contains { $0.item.map { derived.contains($0.id) } ?? false }
    let isRepeating = applied.contains {
      ($0.isMark || $0.kind == .added) && $0.item.map { text?.mayRepeat($0) == true } ?? false
    }
    let hasMore = applied.contains {
      $0.kind != .unchanged && (!$0.isMark || hasOtherIdentities || isRepeating)
    }
    if mayWait, !isRepeating, applied.allSatisfy(\.isOfItemThatStays) {
      if hasMore || !waiting.isEmpty {
        waiting.append(WaitingStep(number: stepNumber, changes: changes))
      }
      return
    }
    if !hasMore { return }
    let moved = applied.lazy.filter(\.kind.isMove).compactMap { $0.item?.id }
    applied = applied.reread(try rewrite(&document, moved: Set(moved), hasOtherIdentities))
  }

  /// Writes the steps that wait into the file of text, before somebody looks at what it says.
  ///
  /// - Throws: ``DocumentFormatError`` when the file cannot hold the result of one of them.
  package mutating func writeWaitingSteps() throws {
    if waiting.isEmpty { return }
    guard var document = document.take() else { return }
    defer { self.document = document }
    do {
      _ = try rewrite(&document, moved: [], true)
    } catch {
      failure = error
      throw error
    }
  }

  /// Writes the document into its file of text, and takes it as that will be read, with the
  /// identities that its items have there.
  ///
  /// - Returns: Each list, and what it is in the file; nothing where it is as it was.
  /// - Throws: ``DocumentFormatError`` when the file cannot hold the document. ``failedStep`` has
  ///   the step that is the reason, where that is one that waited.
  private mutating func rewrite(
    _ document: inout ChecklistDocument, moved: Set<Int>, _ hasOtherIdentities: Bool
  ) throws(DocumentFormatError) -> [(meant: Checklist, read: Checklist)] {
    guard let text else { return [] }
    let bytes: [UInt8]
    var reading: TextFile?
    do {
      (bytes, reading) = try text.write(document, moved)
      if reading == nil, hasOtherIdentities { reading = try text.reread(bytes) }
    } catch {
      failedStep = firstStepThatCannotBeWritten(into: text)
      throw error
    }
    guard let reading else { return [] }
    waiting = []
    let lists = document.listPairs(with: reading.document)
    changedList = lists.first { $0.meant.id == changedList }?.read.id ?? changedList
    identities.add(ReplacedIdentities(lists.map { ($0.meant, $0.read) }))
    document = reading.document
    if !identities.isEmpty {
      for index in document.checklists.indices {
        document.checklists[index].replacedIdentities = identities
      }
    }
    self.text = reading
    written = bytes
    return lists
  }

  /// The number of the first step of those that wait whose result the file cannot hold.
  private func firstStepThatCannotBeWritten(into text: TextFile) -> Int? {
    let first = waiting.indices.partitioningIndex { last in
      var document = text.document
      do {
        try document.apply(waiting[...last].flatMap(\.changes), at: now, in: zone)
        _ = try text.write(document, [])
        return false
      } catch {
        return true
      }
    }
    return first < waiting.count ? waiting[first].number : nil
  }

  /// The file of text that the document belongs into; nil for one in a property list.
  func textContent() throws(DocumentFormatError) -> [UInt8]? {
    guard let text, let document else { return nil }
    if let written { return written }
    return try text.write(document, []).bytes
  }

  /// Whether the document is to be saved.
  package var hasChanges: Bool { isChanged && failure == nil }

  /// The summary of the changes, in a few words for the history.
  package var summary: String {
    guard let firstSummary else {
      return text == nil ? "Merged without a visible change" : "Edited other text"
    }
    let others = toldStepCount - 1
    return others == 0
      ? firstSummary : "\(firstSummary), and \(others) more \(others == 1 ? "change" : "changes")"
  }
}

extension AppliedChange {
  /// Whether an item is new, or has another state and nothing else.
  fileprivate var isOfItemThatStays: Bool {
    !isAboutList && (kind == .added || kind == .unchanged || isMark)
  }
}
