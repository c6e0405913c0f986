/// The steps of a change.
extension DocumentStore {
  /// The file itself, symbolic links followed.
  func resolve() throws(StoreError) -> String {
    let resolved = try storeErrors {
      do throws(FileError) {
        return try fileSystem.resolve(path)
      } catch {
        guard makesDirectories else { throw error }
        try fileSystem.makeDirectories(FileSystem.parent(of: path))
        return try fileSystem.resolve(path)
      }
    }
    try checkName(of: resolved)
    return resolved
  }

  /// Refuses the names of files that saves make and remove.
  private func checkName(of path: String) throws(StoreError) {
    let reserved = [AtomicFile.temporaryName, DirectoryLock.sidecarName]
    if reserved.contains(FileSystem.name(of: path)) { throw StoreError(.reservedName, path: path) }
  }

  /// Locks the file, so that nobody else changes it until the lock is given up.
  func lock(_ resolved: String) throws(StoreError) -> DirectoryLock {
    try storeErrors {
      try DirectoryLock(FileSystem.parent(of: resolved), fileSystem, timeout: lockTimeout)
    }
  }

  /// The document's file under its lock.
  struct LockedFile: ~Copyable {
    /// The path, symbolic links followed.
    let path: String
    /// The content; nil when there is no file.
    let content: AtomicFile.Content?
    let lock: DirectoryLock
  }

  /// Locks and reads the file: every change of it begins so.
  ///
  /// - Parameter body: Makes the change, and replaces the file.
  /// - Throws: ``StoreError``, or what `body` throws.
  func withLock<Value>(_ body: (borrowing LockedFile) throws -> Value) throws -> Value {
    let path = try resolve()
    let lock = try lock(path)
    return try body(LockedFile(path: path, content: read(path), lock: lock))
  }

  func read(_ path: String) throws(StoreError) -> AtomicFile.Content? {
    try checkName(of: path)
    return try storeErrors { try AtomicFile(path, fileSystem).read() }
  }

  /// The content of a file, if that is a document.
  ///
  /// - Returns: The bytes, none for an empty file of text; nil when there is no file, or an empty
  ///   one in the place of a property list, as mktemp(1) makes it.
  func documentContent(_ file: AtomicFile.Content?) -> [UInt8]? {
    guard let bytes = file?.bytes else { return nil }
    return bytes.isEmpty && textFormat(fileName) == nil ? nil : bytes
  }

  /// A document that was read.
  struct OpenDocument {
    /// The document; nil when there is none.
    var document: ChecklistDocument?
    /// Its file, where that is a text or is to be one.
    var text: TextFile?
    /// Whether it has times of what another program has checked, which the file does not have.
    var hasNotedTicks = false
  }

  /// The document in a file.
  ///
  /// - Returns: The document; nil when there is no file, or an empty one, as mktemp(1) makes it.
  func decode(_ file: AtomicFile.Content?) throws(StoreError) -> ChecklistDocument? {
    let opened = try open(file, reopeningAt: clock?())
    try noteFlaws(of: opened.text)
    return opened.document
  }

  /// Warns of the flaws in a file of text, or refuses the file.
  private func noteFlaws(of text: TextFile?) throws(StoreError) {
    guard let text else { return }
    for flaw in text.flaws {
      switch flaw {
      case .conflictMarker(let line):
        if refusesConflicts { throw StoreError(.unresolvedConflict(line: line), path: path) }
        warn(.unresolvedConflict(line: line))
      case .emptyBox(let line, let isOpen): warn(.emptyBox(line: line, isOpen: isOpen))
      case .nearBox(let text, let line, let isOpen):
        warn(.nearBox(text, line: line, isOpen: isOpen))
      case .unreadDue(let text, let line, let list, let form):
        warn(.unreadDue(text, line: line, list: list, form: form))
      }
    }
  }

  /// The document in a file that is to be changed, so that it may not have an unresolved conflict.
  ///
  /// - Parameter now: The present, as of ``open(_:reopeningAt:)``.
  func openForChange(
    _ file: AtomicFile.Content?, reopeningAt now: Date?
  ) throws(StoreError) -> OpenDocument {
    let opened = try open(file, reopeningAt: now)
    if let line = opened.text?.flaws.conflictLine {
      throw StoreError(.unresolvedConflict(line: line), path: path)
    }
    return opened
  }

  /// The document in a file; in one of text, with where it stands there.
  ///
  /// - Parameter now: The present, at which what repeats is open again in a property list; nil for
  ///   the document as it is stored.
  func open(
    _ file: AtomicFile.Content?, reopeningAt now: Date?
  ) throws(StoreError) -> OpenDocument {
    let text = try text(in: file?.bytes ?? [])
    if let text, file != nil { return OpenDocument(document: text.document, text: text) }
    guard let file, !file.bytes.isEmpty else {
      if let revision = newestSoundRevision() { warn(.documentGone(revision)) }
      return OpenDocument(text: text)
    }
    var opened = try open(file.bytes)
    guard opened.text == nil else { return opened }
    if opened.document?.hasTicksWithoutTime == true, let change = foreignChange(of: file) {
      opened.hasNotedTicks =
        opened.document?.noteTicks(since: change.former, at: change.time, in: zone) ?? false
    }
    if let now { opened.document?.reopen(at: now, in: zone) }
    return opened
  }

  /// The document in a file that has a content.
  package func decode(_ bytes: [UInt8]) throws(StoreError) -> ChecklistDocument {
    let opened = try open(bytes)
    try noteFlaws(of: opened.text)
    return opened.document ?? ChecklistDocument()
  }

  /// The document in a content, which may be a former one of the file.
  func open(_ bytes: [UInt8]) throws(StoreError) -> OpenDocument {
    if let text = try text(in: bytes) { return OpenDocument(document: text.document, text: text) }
    do {
      return OpenDocument(document: try ChecklistDocument(bytes))
    } catch {
      throw StoreError(.damaged(error), path: path)
    }
  }

  /// The format of the file of text that the document is, or is to be; nil for a property list.
  ///
  /// - Throws: ``StoreError`` when the file cannot be read.
  package func formatOfText() throws(StoreError) -> (any DocumentFormat)? {
    guard let format = textFormat(fileName)?.format else { return nil }
    return try PropertyList.recognizes(read(path)?.bytes ?? []) ? nil : format
  }

  /// The document with which one begins where there is none.
  package var newDocument: ChecklistDocument {
    (try? text(in: []))?.document ?? ChecklistDocument()
  }

  /// The file of text with a content; nil for a property list, which its content tells, or for
  /// another name.
  func text(in bytes: [UInt8]) throws(StoreError) -> TextFile? {
    if PropertyList.recognizes(bytes) { return nil }
    guard let (format, list) = textFormat(fileName) else { return nil }
    do {
      return try TextFile(format, bytes, name: list)
    } catch {
      throw StoreError(.format(error), path: path)
    }
  }

  private var fileName: String { FileSystem.name(of: path).shownPath }

  func encode(_ transaction: DocumentTransaction) throws(StoreError) -> EncodedArchive {
    if let text = try storeErrors({ try transaction.textContent() }) { return EncodedArchive(text) }
    do {
      return try (transaction.document ?? ChecklistDocument()).archived()
    } catch {
      throw StoreError(.unrepresentable(error), path: path)
    }
  }

  /// Replaces the document, and keeps the new state in the history.
  ///
  /// - Parameters:
  ///   - undoStack: The states that the history has, if they have been read.
  ///   - keepsHistory: Whether the history keeps what the file was.
  ///   - requiresHistory: Whether the file stays as it is where the user may not write a history:
  ///     nothing else keeps what it was.
  ///   - files: Other files that the history keeps too, each as a state before the change.
  ///   - announce: Is called before the file is replaced, with the fingerprint of the new content.
  ///   - record: Brings the undo stack from the state before the change to the state after it. It
  ///     is given the fingerprint of the new content.
  @discardableResult
  func replace(
    _ file: borrowing LockedFile, with content: some FileContent, from undoStack: UndoStack? = nil,
    keepingHistory keepsHistory: Bool = true, requiringHistory requiresHistory: Bool = false,
    keeping files: [(path: String, bytes: [UInt8])] = [], at now: Date,
    before announce: ((Fingerprint) throws(FileError) -> Void)? = nil,
    _ record: (inout UndoStack, Fingerprint) -> Void
  ) throws(StoreError) -> (fingerprint: Fingerprint, keptFiles: [Fingerprint]) {
    let (path, before) = (file.path, file.content)
    let time = now.timeIntervalSinceReferenceDate
    var keeping: (history: History, undoStack: UndoStack)?
    var (fingerprint, isRecorded) = (Fingerprint.empty, false)
    var refusal: FileError?
    /// Does something with the history. Where the user may not write one, there is a warning.
    func keep(_ body: () throws(FileError) -> Void) throws(FileError) {
      do {
        try body()
      } catch {
        guard error.forbidsWriting, !requiresHistory else { throw error }
        keeping = nil
        refusal = error
      }
    }
    do {
      // The history must be read first: `replace` removes the file that a stopped save left.
      try keep { () throws(FileError) in
        guard keepsHistory, let container else { return }
        var history = try history(of: path, container)
        try history.takeOver()
        let states = if let undoStack { undoStack } else { try history.undoStack(before) }
        keeping = (history, states)
      }
      // Others are to read a new file of text, in a repository for instance.
      let isPrivate = before != nil || textFormat(fileName) == nil
      try AtomicFile(path, fileSystem, isPrivate: isPrivate).replace(
        with: content, previous: before?.status, holding: file.lock
      ) { (new) throws(FileError) in
        try announce?(new.fingerprint)
        try keep { () throws(FileError) in
          guard let history = keeping?.history, var undoStack = keeping?.undoStack else { return }
          if !undoStack.isKnown {
            try history.keepForeign(path, documentContent(before), in: &undoStack, time: time)
          }
          // The document comes after them, so that undoing goes back to it.
          for file in files {
            try history.keepForeign(
              file.path, file.bytes, as: FileSystem.name(of: file.path), in: &undoStack, time: time)
          }
          if !files.isEmpty, let before {
            try history.keepForeign(
              path, before.bytes, as: "before the merge", in: &undoStack, time: time)
          }
          try history.removeUnneeded(&undoStack)
          record(&undoStack, new.fingerprint)
          try history.keep(new, content, undoStack)
          isRecorded = true
          keeping?.undoStack = undoStack
        }
      } finish: { new in
        fingerprint = new.fingerprint
        if let keeping { keeping.history.copyPresent(new, keeping.undoStack) }
      }
    } catch {
      // The document was not replaced. After that, only its new name could be lost.
      if isRecorded, let keeping, error.path == path {
        keeping.history.withdraw(keeping.undoStack)
      }
      throw StoreError(error, path: self.path, lockTimeout: lockTimeout, fileSystem)
    }
    if let refusal { warn(.noHistory(refusal)) }
    let states = keeping?.undoStack.entries ?? []
    let keptFiles = files.map { Fingerprint($0.bytes) }
      .filter { file in states.contains { $0.fingerprint == file } }
    return (fingerprint, keptFiles)
  }

  /// Whether the history has states of a file.
  func hasHistory(_ resolved: String) -> Bool {
    guard let container, let history = try? history(of: resolved, container) else { return false }
    return (try? history.undoStack(nil).entries.isEmpty) == false
  }

  func history(of resolved: String, _ container: Container) throws(FileError) -> History {
    try History(
      root: container.history, of: DocumentKey(container.name(of: resolved, fileSystem)),
      in: FileSystem.parent(of: resolved), fileSystem: fileSystem)
  }

  func storeErrors<Result: ~Copyable>(_ body: () throws -> Result) throws(StoreError) -> Result {
    try fileSystem.storeErrors(at: path, lockTimeout: lockTimeout, body)
  }
}

extension EncodedArchive: FileContent {}
