/// The steps of a change.
extension DocumentStore {
  /// The file itself, symbolic links followed.
  func resolve() throws(StoreError) -> String {
    let resolved = try fileErrors { () throws(FileError) in
      if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      return try fileSystem.resolve(path)
    }
    try checkName(of: resolved)
    return resolved
  }

  /// Checks that a file is none of those that saves make and sweep.
  private func checkName(of path: String) throws(StoreError) {
    let reserved = [AtomicFile.temporaryName, DirectoryLock.sidecarName]
    if reserved.contains(FileSystem.name(of: path)) { throw StoreError(.reservedName, path: path) }
  }

  func lock(_ resolved: String) throws(StoreError) -> DirectoryLock {
    try fileErrors { () throws(FileError) in
      try DirectoryLock(FileSystem.parent(of: resolved), fileSystem, timeout: lockTimeout)
    }
  }

  func read(_ path: String) throws(StoreError) -> AtomicFile.Content? {
    try checkName(of: path)
    return try fileErrors { () throws(FileError) in try AtomicFile(path, fileSystem).read() }
  }

  /// The document in a file.
  ///
  /// - Returns: The document; nil when there is no file, or an empty one, as mktemp(1) makes it.
  func decode(_ file: AtomicFile.Content?) throws(StoreError) -> ChecklistDocument? {
    guard let file, !file.bytes.isEmpty else {
      if let revision = newestSoundRevision() { warn(.documentGone(revision)) }
      return nil
    }
    do {
      return try ChecklistDocument(file.bytes)
    } catch {
      throw StoreError(.damaged(error), path: path)
    }
  }

  func encode(_ document: ChecklistDocument) throws(StoreError) -> EncodedArchive {
    do {
      return try document.archived()
    } catch {
      throw StoreError(.unrepresentable(error), path: path)
    }
  }

  /// Replaces the document, and keeps the new state in the history.
  ///
  /// - Parameters:
  ///   - before: What the file holds; nil when there is none.
  ///   - undoStack: The states that the history has, if they have been read.
  ///   - keepsHistory: Whether the history keeps what the file was.
  ///   - files: Other files that the history keeps too, each as a state before the change.
  ///   - record: Brings the undo stack from the state before the change to the state after it. It
  ///     is given the fingerprint of the new content.
  @discardableResult
  func replace(
    _ resolved: String, _ before: AtomicFile.Content?, with content: some FileContent,
    from undoStack: UndoStack? = nil, keepingHistory keepsHistory: Bool = true,
    keeping files: [(path: String, bytes: [UInt8])] = [],
    at now: Date, holding lock: borrowing DirectoryLock,
    _ record: (inout UndoStack, Fingerprint) -> Void
  ) throws(StoreError) -> Saved {
    try fileErrors { () throws(FileError) in
      var keeping: (history: History, undoStack: UndoStack)?
      var (fingerprint, isRecorded) = (Fingerprint.empty, false)
      var refusal: FileError?
      /// Does something with the history. Where the user may not write one, there is a warning.
      func keep(_ body: () throws(FileError) -> Void) throws(FileError) {
        do throws(FileError) {
          try body()
        } catch {
          guard error.forbidsWriting else { throw error }
          keeping = nil
          refusal = error
        }
      }
      // Before the file is removed that a save has left which was stopped.
      try keep { () throws(FileError) in
        guard keepsHistory, let container else { return }
        let history = try history(of: resolved, container)
        let states: UndoStack
        if let undoStack { states = undoStack } else { states = try history.undoStack(before) }
        keeping = (history, states)
      }
      do throws(FileError) {
        try AtomicFile(resolved, fileSystem).replace(
          with: content, previous: before?.status, holding: lock
        ) { (new) throws(FileError) in
          try keep { () throws(FileError) in
            guard let history = keeping?.history, var undoStack = keeping?.undoStack
            else { return }
            if !undoStack.isKnown {
              try history.keepForeign(
                resolved, before?.bytes ?? [], in: &undoStack,
                time: now.timeIntervalSinceReferenceDate)
            }
            // The document comes after them, so that undoing goes back to it.
            let time = now.timeIntervalSinceReferenceDate
            for file in files {
              try history.keepForeign(
                file.path, file.bytes, as: FileSystem.name(of: file.path), in: &undoStack,
                time: time)
            }
            if !files.isEmpty, let before {
              try history.keepForeign(
                resolved, before.bytes, as: "as before the merge", in: &undoStack, time: time)
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
        // Before the document was replaced; afterwards, only its name may be lost.
        if isRecorded, let keeping, error.path == resolved {
          keeping.history.withdraw(keeping.undoStack)
        }
        throw error
      }
      if let refusal { warn(.noHistory(refusal)) }
      let states = keeping?.undoStack.entries ?? []
      return Saved(
        fingerprint: fingerprint,
        keptFiles: files.map { Fingerprint($0.bytes) }.filter { file in
          states.contains { $0.fingerprint == file }
        })
    }
  }

  /// Whether the history has states of a file.
  func hasHistory(_ resolved: String) -> Bool {
    guard let container, let history = try? history(of: resolved, container) else { return false }
    return (try? history.undoStack(nil).entries.isEmpty) == false
  }

  func history(of resolved: String, _ container: Container) throws(FileError) -> History {
    History(
      root: container.history, document: try container.name(of: resolved, fileSystem),
      in: FileSystem.parent(of: resolved), fileSystem: fileSystem)
  }

  func fileErrors<Result: ~Copyable>(
    _ body: () throws(FileError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(error, path: path, lockTimeout: lockTimeout, fileSystem)
    }
  }
}

extension EncodedArchive: FileContent {}
