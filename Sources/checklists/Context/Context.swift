import ChecklistCore
import ChecklistInterchange
import ChecklistRuns
import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a command may know and use: the options that every command takes, the time, the
/// environment, the console and the document.
struct Context {
  var globals: GlobalOptions
  let environment: Environment
  /// The moment at which the command began.
  let now: Date
  /// Gives the present moment, for what goes on while a person thinks.
  let clock: @Sendable () -> Date
  /// The zone of the dates that are typed and shown.
  let zone: TimeZoneRules
  /// Gives the names of all commands, for hints.
  let commandNames: @Sendable () -> [String]
  /// The arguments of the program, each as a path, for the history.
  var arguments: [String]
  var console: Console
  /// The status to exit with when nothing fails: an answer like "none" has one of its own.
  var status = ExitStatus.done
  /// The status of another program, with which this one exits instead; also after a failure.
  var otherStatus: Int32?
  /// The batch that the command is a line of, if it is.
  var batch: Batch?
  /// Whether the command has saved a change, so that nothing that fails later can undo it.
  var hasSaved = false
  /// Whether the command is a gate: its exit status answers a question (`--exit-code`).
  var isGate = false
  /// What reading documents showed a gate that is no item of them.
  let findings = DocumentFindings()
  /// Whether a file of text with an unresolved conflict is refused, and not only warned of.
  var refusesConflicts = false

  /// Whether documents stay in memory until the process ends; see ``keep(_:)``.
  var keepsDocuments = true

  /// How long a change waits for another one, in seconds.
  static let defaultLockTimeout = 10.0

  /// Finds the items that selectors mean now and here.
  var items: ItemResolver { ItemResolver(now: now, zone: zone) }

  /// Dates as they are shown now and here.
  var dates: DateWords { DateWords(now: now, zone: zone) }

  // MARK: The document

  /// The document that was named, by `--file` or `$CHECKLISTS_FILE`.
  var namedDocument: String? {
    globals.file ?? (globals.personal ? nil : environment["CHECKLISTS_FILE"])
  }

  /// The document that was chosen for the working directory, if it is the one that is meant.
  private(set) var folderChoice: FolderChoice?

  /// Why it is not known whether a document was chosen for the working directory.
  private(set) var folderFault: StoreError?

  /// Finds the document that was chosen for the working directory; one that is named comes first.
  mutating func findFolderChoice() {
    guard namedDocument == nil, !globals.personal else { return }
    do {
      folderChoice = try FolderDocuments(container).choice(in: Self.workingDirectory)
    } catch {
      folderFault = error
    }
  }

  /// The file that keeps a choice of a document.
  func file(keeping choice: FolderChoice) -> String? {
    switch choice.place {
    case .preferences: container?.preferences
    case .repository(let tree): tree.configuration
    }
  }

  /// The working directory, without symbolic links.
  static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cPath: path)
  }

  /// The path of the document.
  func documentPath() throws(Failure) -> String {
    if let namedDocument {
      guard !namedDocument.isEmpty else { throw Failure(.usage, "--file requires a path") }
      return namedDocument
    }
    if let folderFault { throw Failure(folderFault, recoveryCommand: nil, program: "checklists") }
    if let folderChoice { return folderChoice.document }
    return try requireContainer().document
  }

  /// Whether the document is that of the home.
  private var isPersonal: Bool { namedDocument == nil && folderChoice == nil }

  /// Where the document and the preferences are by default; nil without a home directory.
  var container: Container? { Container(environment: environment) }

  /// The container, which is there unless there is no home directory.
  func requireContainer() throws(Failure) -> Container {
    guard let container else {
      throw Failure(
        .usage, "there is no home directory: neither CHECKLISTS_HOME nor HOME is set",
        hint: "Set one of them, or name the document with --file PATH.")
    }
    return container
  }

  var lockTimeout: Double { globals.lockTimeout ?? Self.defaultLockTimeout }

  /// The command as the history names it.
  var command: String { ShellWords.commandLine(arguments) }

  /// The store of the document.
  ///
  /// - Parameters:
  ///   - lockTimeout: How many seconds a change waits; nil for what the options say.
  ///   - tell: Is called with what a person should know; by default it is written to standard
  ///     error.
  /// - Throws: `Failure` when the document has no path, or is no longer in the folder for which it
  ///   was chosen.
  func store(
    lockTimeout: Double? = nil, tell: (@Sendable (String) -> Void)? = nil
  ) throws(Failure) -> DocumentStore {
    do {
      try folderChoice?.check()
    } catch {
      throw failure(error)
    }
    return store(
      at: try documentPath(), makesDirectories: isPersonal, lockTimeout: lockTimeout,
      tell: tell)
  }

  /// The store of a file.
  func store(
    at path: String, makesDirectories: Bool = false, lockTimeout: Double? = nil,
    tell: (@Sendable (String) -> Void)? = nil
  ) -> DocumentStore {
    let keepsHistory = environment["CHECKLISTS_HISTORY"] != "off"
    let (console, isQuiet, program) = (console, globals.quiet, program(on: path))
    let findings = findings
    let tell = tell ?? { console.note($0) }
    @Sendable func warn(_ flaw: String) {
      let warning = "warning: \(path.shownPath), \(flaw)"
      if !isQuiet, findings.isNew(warning) { tell(warning) }
    }
    var store = DocumentStore(
      path: path, makesDirectories: makesDirectories, historyIn: keepsHistory ? container : nil,
      lockTimeout: lockTimeout ?? self.lockTimeout
    ) { warning in
      switch warning {
      case .noHistory(let error): tell("done, but it cannot be undone: \(error)")
      case .unresolvedConflict(let line):
        warn("line \(line): an unresolved merge conflict; the items of both versions are read")
      case .emptyBox(let line, let isOpen):
        if isOpen { findings.hasUnreadBox = true }
        warn("line \(line): a box without a text; it is no item")
      case .nearBox(_, _, let isOpen):
        if isOpen { findings.hasUnreadBox = true }
        warn("\(warning)")
      case .unreadDue(_, _, let list, _):
        findings.listsWithUnreadDue.insert(list)
        warn("\(warning)")
      case .attachmentLeft(let error):
        tell("Error removing the file from disk: \(error.reason): \(error.path.shownPath)")
      case .documentGone(let revision):
        // A hint: this command loses nothing.
        if isQuiet { return }
        tell(
          "\(path.shownPath) is missing, but its last state is kept. "
            + "Restore it with: \(program) history restore \(revision.number)")
      }
    }
    store.formerContainer = container
    store.refusesConflicts = refusesConflicts
    let logTimeout = lockTimeout ?? self.lockTimeout
    store.identitiesReplaced = identityFollower(of: path, lockTimeout: logTimeout)
    (store.clock, store.zone) = (clock, zone)
    store.textFormat = { [zone, now] in
      TextDocuments.format(ofFileNamed: $0, in: zone, now: now)
    }
    return store
  }

  /// What makes the log of runs and the accepted commands of a document follow its items, whose
  /// identities are replaced.
  func identityFollower(
    of path: String, lockTimeout: Double
  ) -> @Sendable (ReplacedIdentities) throws -> Void {
    { [container, now] identities in
      guard let container else { return }
      let log = try RunLog(of: path, in: container, lockTimeout: lockTimeout)
      try log.follow(identities, of: path, at: now)
      var accepted = try AcceptedCommands(of: path, in: container)
      try accepted.follow(identities)
    }
  }

  /// The command that brings back the last good state of a document that is damaged, or that
  /// another program has changed.
  func recoveryCommand(from error: StoreError) -> String? {
    switch error.kind {
    case .damaged, .changedElsewhere:
      let revision = try? store().newestSoundRevision()
      return revision.flatMap { $0 }.map { _ in "\(program(on: error.path)) history restore" }
    default: return nil
    }
  }

  /// The program as hints name it: with the document, if it is not the one that is meant anyway.
  var program: String { (try? documentPath()).map(program) ?? "checklists" }

  private func program(on path: String) -> String {
    namedDocument == nil && path == (folderChoice?.document ?? container?.document)
      ? "checklists" : "checklists --file \(path.shellQuotedPath)"
  }

  /// Reads the document.
  ///
  /// A document that was not named and does not exist is empty.
  func document() throws -> ChecklistDocument {
    if let batch {
      if let document = try batch.document() { return document }
    } else if let document = try store().load() {
      keep(document)
      return document
    }
    guard isPersonal else { throw StoreError(.noDocument, path: try documentPath()) }
    return ChecklistDocument()
  }

  /// Changes the document, and reports what was done.
  ///
  /// - Parameters:
  ///   - createsDocument: Whether a document that was named and does not exist starts empty. One
  ///     that was not named always does.
  ///   - files: Files for attachments that the changes give to items.
  ///   - isAsStored: Whether the changes are about the document as the file has it, in which what
  ///     repeats is not open again.
  ///   - namesIdentities: Whether the report names the identity of each item.
  ///   - namesNext: Whether the report says when an item that stays done comes again.
  ///   - mayWait: Whether the changes and the report without JSON need neither identities nor
  ///     sections, so that a batch may write them into a file of text with those of later lines.
  ///   - resolve: Gives the changes for the document as it is under the lock. The report is about
  ///     the list of the last change.
  ///   - completions: Gives what is done once the changes are saved, in a batch with all others.
  /// - Throws: What `DocumentTransaction.change` throws, and `resolve`.
  @discardableResult
  mutating func change(
    createsDocument: Bool = false, bringing files: [StagedAttachment] = [],
    asStored isAsStored: Bool = false, namingIdentities namesIdentities: Bool = false,
    namingNext namesNext: Bool = false,
    mayWait: Bool = false,
    _ resolve: (ChecklistDocument) throws -> [DocumentChange],
    whenSaved completions: () -> [@Sendable () throws -> Void] = { [] }
  ) throws -> ChecklistDocument {
    var list: ListSummary?
    let isForProgram = globals.json
    let (applied, document) = try apply(
      createsDocument: createsDocument, bringing: files, asStored: isAsStored, mayWait: mayWait,
      resolve, whenSaved: completions
    ) {
      context, transaction, applied in
      try context.checkSize(of: applied)
      if isForProgram { list = ListSummary(of: transaction, after: applied) }
    }
    let shown = globals.dryRun ? applied.map(\.withoutDrawnIdentity) : applied
    try show(
      shown, among: document.checklists, in: list, namingIdentities: namesIdentities,
      namingNext: namesNext)
    return document
  }

  /// Changes the document.
  ///
  /// - Parameters:
  ///   - createsDocument: Whether a document that was named and does not exist starts empty. One
  ///     that was not named always does.
  ///   - files: Files for attachments that the changes give to items.
  ///   - isAsStored: Whether what repeats is not open again, as for `change`.
  ///   - telling: How new items are told where the changes do nothing to others.
  ///   - mayWait: Whether a batch may write the changes later, as for `change`.
  ///   - resolve: Gives the changes for the document as it is under the lock.
  ///   - completions: Gives what is done once the changes are saved, in a batch with all others.
  ///   - check: Called with what was done before that is saved; nothing is saved when it throws.
  /// - Returns: What was done, and the document after it.
  /// - Throws: What `DocumentTransaction.change` throws, `resolve`, and `check`.
  mutating func apply(
    createsDocument: Bool = false, bringing files: [StagedAttachment] = [],
    asStored isAsStored: Bool = false, telling: ChecklistDocument.AdditionTelling = .each,
    mayWait: Bool = false,
    _ resolve: (ChecklistDocument) throws -> [DocumentChange],
    whenSaved completions: () -> [@Sendable () throws -> Void] = { [] },
    check: (Context, DocumentTransaction, [AppliedChange]) throws -> Void = { _, _, _ in }
  ) throws -> (applied: [AppliedChange], document: ChecklistDocument) {
    // A document that was chosen for a folder is not made anew where it is gone.
    let createsDocument = isPersonal || createsDocument && folderChoice == nil
    // The answers of a batch in JSON have identities, and a list may be named by its own.
    let mayWait =
      mayWait && batch != nil && !globals.json && files.isEmpty
      && listName?.hasPrefix("id:") != true
    var applied: [AppliedChange] = []
    var document = ChecklistDocument()
    func change(_ transaction: inout DocumentTransaction) throws {
      transaction.bring(files)
      if createsDocument, transaction.document == nil { try checkNameOfNewDocument() }
      applied = try transaction.change(
        createsDocument: createsDocument, telling: telling, mayWait: mayWait, resolve)
      try check(self, transaction, applied)
      for completion in completions() { transaction.whenSaved(completion) }
      document = transaction.document ?? document
    }
    if let batch {
      try change(&batch.transaction)
    } else {
      _ = try store().perform(
        isDryRun: globals.dryRun, asStored: isAsStored, by: command, at: now
      ) { transaction in
        defer { keep(transaction.document) }
        try change(&transaction)
      }
      hasSaved = !globals.dryRun && applied.hasChanges
    }
    return (applied, document)
  }

  /// Refuses a new document whose name says that it is something else than a property list.
  private func checkNameOfNewDocument() throws(Failure) {
    guard let path = namedDocument else { return }
    let name = FileSystem.name(of: path)
    guard !["", ".plist"].contains(name.nameParts.ending.lowercased()),
      TextDocuments.format(ofFileNamed: name, in: zone, now: now) == nil
    else { return }
    throw Failure(
      .data, "\(path.shownPath) would be a property list, whose name ends in .plist",
      hint: TextDocuments.names)
  }

  /// Keeps a document until the process ends, which gives its memory back at once.
  ///
  /// Freeing it text by text takes a twentieth of the time of a command on many items.
  func keep(_ document: ChecklistDocument?) {
    if keepsDocuments { _ = Unmanaged.passRetained(KeptDocument(document)) }
  }

  /// Which list a command means: the one named by `--list` or `$CHECKLISTS_LIST`, else the one
  /// chosen with `use`, else the first.
  var lists: ListResolver {
    if let batch { return ListResolver(named: listName) { batch.selectedList } }
    return ListResolver(named: listName, in: container, document: try? documentPath())
  }

  /// The name of the list that an option or the environment gives; nil for none.
  var listName: String? { globals.list ?? environment.text("CHECKLISTS_LIST") }

  /// The positions of the lists that an overview is about: the one that `--list` names, else all
  /// that are not hidden.
  func lists(of document: ChecklistDocument, withHidden: Bool) throws(SelectorError) -> [Int] {
    if globals.list != nil { return try lists.position(in: document).map { [$0] } ?? [] }
    return document.checklists.indices.filter { withHidden || !document.checklists[$0].isHidden }
  }

  /// Which list commands mean that name none.
  var chosenList: ListResolver {
    ListResolver(named: nil, in: container, document: try? documentPath())
  }

  /// Whether the overview of all lists is what is shown first: `use --none` chose that, and nothing
  /// names a list.
  var showsOverview: Bool {
    guard batch == nil, listName == nil, let container, let path = try? documentPath()
    else { return false }
    return Preferences(container).choice(in: path) == .overview
  }
}

/// A document that is kept in memory.
private final class KeptDocument {
  let document: ChecklistDocument?

  init(_ document: ChecklistDocument?) { self.document = document }
}
