internal import SystemLibrary

/// The states that a document has been in, each as a file of its own, with a journal of how each
/// came about.
///
/// The file of a state is a hard link to the document, made before the document gets its name. It
/// costs one system call, and the disk holds it as soon as the document. Where linking fails, it is
/// a copy.
///
/// A program that writes the document in place reaches into the file of the present state, if that
/// is a link. So there is a copy of the present state too, where there is room for one. No state is
/// brought back whose fingerprint is not the one in the journal.
struct History: Sendable {
  /// The directory of this document's states.
  private(set) var directory: String
  /// The directory in which they belong: another one while they are where an earlier version has
  /// put them.
  private let place: String
  /// The document.
  private let key: DocumentKey
  /// The journal as it was read.
  private let journalFile: AtomicFile.Content?
  /// The path that the new file has while the document is saved.
  private let newFile: String
  private let fileSystem: FileSystem

  /// The history of a document.
  ///
  /// - Parameter root: The directory that holds one directory for each document.
  /// - Throws: ``FileError`` when the journal is there and cannot be read, or is of another
  ///   document. Otherwise an empty history would take its place.
  init(
    root: String, of key: DocumentKey, in folder: String, fileSystem: FileSystem
  ) throws(FileError) {
    self.key = key
    self.fileSystem = fileSystem
    newFile = FileSystem.join(folder, AtomicFile.temporaryName)
    place = FileSystem.join(root, key.text)
    directory = place
    var file = try AtomicFile(Self.journal(in: place), fileSystem).read()
    if file == nil, let name = key.formerOfHistory, try fileSystem.lstat(place) == nil {
      let former = FileSystem.join(root, name)
      file = try AtomicFile(Self.journal(in: former), fileSystem).read()
      if file != nil { directory = former }
    }
    journalFile = file
    if let name = file.flatMap({ Journal.document(in: $0.bytes) }),
      !name.hasSameCodeUnits(as: key.name)
    {
      throw FileError(path: journal, ofOther: name)
    }
  }

  /// Takes over what an earlier version kept under another name.
  ///
  /// The lock of the document is held.
  mutating func takeOver() throws(FileError) {
    if directory == place { return }
    try fileSystem.takeOver(directory, as: place, step: Self.step)
    directory = place
  }

  /// The states, and in which of them the document is.
  ///
  /// Where the journal does not know the document, the states that it has lost are looked for.
  ///
  /// - Parameter document: The document; nil when there is none.
  /// - Returns: The states; none when there is no history.
  /// - Throws: ``FileError`` when it cannot be looked at.
  func undoStack(_ document: AtomicFile.Content?) throws(FileError) -> UndoStack {
    let fingerprint = Fingerprint(document?.bytes ?? [])
    let journal = Journal(journalFile, of: key.name)
    func isDocument(_ state: Journal.Record) throws(FileError) -> Bool {
      guard let document else { return false }
      return try document.status.version == fileSystem.stat(path(of: state))?.version
    }
    var stack = try UndoStack(journal, fingerprint) { (last, before) throws(FileError) in
      // The new file still has its own name, or the document is what it was before.
      if try isSameFile(newFile, path(of: last)) { return true }
      guard let before, before.fingerprint == fingerprint else { return false }
      return try isDocument(before) || has(newFile, last.fingerprint)
    }
    if stack.isKnown { return stack }
    // The file of a state that was undone to, or redone to, is the document itself. For the state
    // before there was one, that is an empty one.
    for state in stack.entries.reversed()
    where state.fingerprint == fingerprint || state.fingerprint == .empty {
      let isWritten =
        state.fingerprint == fingerprint || document?.bytes == DocumentStore.emptyDocument
      guard isWritten else { continue }
      if try isDocument(state) {
        stack.move(to: state.number, fingerprint, time: 0)
        return stack
      }
    }
    try find(fingerprint, &stack)
    return stack
  }

  /// Adds the states that have a file and no record, which a power cut can have taken.
  private func find(_ document: Fingerprint, _ stack: inout UndoStack) throws(FileError) {
    let newest = stack.newestNumber
    var present: Int?
    for (number, previous) in try files() where number > newest {
      let path = path(of: number, after: previous)
      guard let content = (try? AtomicFile(path, fileSystem).read()).flatMap({ $0 }) else {
        continue
      }
      let fingerprint = Fingerprint(content.bytes)
      stack.appendFound(
        number, after: previous, fingerprint,
        time: content.status.version.secondsSince2001)
      if fingerprint == document { present = number }
    }
    if let present { stack.move(to: present, document, time: 0) }
  }

  /// The numbers of the states that have a file, each with that of the state before it, the lowest
  /// first.
  private func files() throws(FileError) -> [(number: Int, previous: Int)] {
    var files: [(number: Int, previous: Int)] = []
    for name in try fileSystem.names(in: directory) {
      let parts = name.split(separator: "-", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]), Journal.numbers.contains(number),
        let previous = Int(parts[1].prefix { $0 != "." }), previous >= 0,
        name == FileSystem.name(of: path(of: number, after: previous))
      else { continue }
      files.append((number, previous))
    }
    return files.sorted { $0.number < $1.number }
  }

  /// The content of a state.
  ///
  /// - Returns: The content; nil when it is not kept, or is not what it was.
  func content(of state: Journal.Record) throws(FileError) -> [UInt8]? {
    var failure: FileError?
    for path in [path(of: state), copyOfPresent] {
      do {
        if let content = try file(path, state.fingerprint) { return content }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Whether there is a file of a state.
  func has(_ state: Journal.Record) throws(FileError) -> Bool {
    try fileSystem.stat(path(of: state)) != nil
  }

  /// The content of a file, if that is the right one.
  private func file(
    _ path: String, _ fingerprint: Fingerprint
  ) throws(FileError) -> [UInt8]? {
    let content = try AtomicFile(path, fileSystem).read()?.bytes
    return content.map { Fingerprint($0) } == fingerprint ? content : nil
  }

  /// Whether a file can be read and has the right content.
  private func has(_ path: String, _ fingerprint: Fingerprint) -> Bool {
    (try? file(path, fingerprint)).flatMap { $0 } != nil
  }

  /// Keeps the document that another program made, as a state of its own.
  ///
  /// - Parameters:
  ///   - content: Its content; nil when there is no document.
  ///   - name: What the history calls it; nil for the document as others have left it.
  ///   - stack: The states, to which this one is added.
  func keepForeign(
    _ document: String, _ content: [UInt8]?, as name: String? = nil, in stack: inout UndoStack,
    time: Double
  ) throws(FileError) {
    if stack.entries.isEmpty { try fileSystem.makeDirectories(directory) }
    // What another program writes into the document, or into where it has moved it, it writes into
    // the file of the state too.
    if let state = stack.presentEntry, has(copyOfPresent, state.fingerprint),
      isShared(path(of: state)) || !has(path(of: state), state.fingerprint)
    {
      try fileSystem.rename(copyOfPresent, to: path(of: state), step: Self.step)
    }
    stack.appendForeign(content.map { Fingerprint($0) }, as: name, time: time)
    guard let state = stack.presentEntry, let content, !content.isEmpty else { return }
    if name == nil {
      try keep(document, content, as: state)
    } else {
      // Not as a link: the file is somebody else's, who may write into it.
      try fileSystem.replace(path(of: state), with: content, step: Self.step)
    }
  }

  /// Keeps a new state, before the document is in it.
  ///
  /// - Parameters:
  ///   - file: The file that is about to be the document.
  ///   - stack: The states; the new one is the present.
  /// - Throws: ``FileError``; then the history is as it was.
  func keep(
    _ file: AtomicFile.NewFile, _ content: some FileContent, _ stack: UndoStack
  ) throws(FileError) {
    guard let state = stack.presentEntry else { return }
    do {
      try stack.journal.save(to: journal, fileSystem)
      try keep(file.path, content, as: state)
    } catch {
      withdraw(stack)
      throw error
    }
  }

  /// Takes back what ``keep(_:_:_:)`` did, when the document was not replaced after all.
  func withdraw(_ stack: UndoStack) {
    try? stack.journal.withdrawLast(from: journal, fileSystem)
    if let state = stack.presentEntry, stack.isNew(state) {
      try? fileSystem.unlink(path(of: state))
    }
  }

  /// Copies the file of the present state, if it is the document itself, and there is room.
  func copyPresent(_ file: AtomicFile.NewFile, _ stack: UndoStack) {
    guard let state = stack.presentEntry, isShared(path(of: state)) else { return }
    try? fileSystem.copy(
      file.path, file.descriptor, size: file.fingerprint.size, to: copyOfPresent)
  }

  /// Whether two names are of one file.
  private func isSameFile(_ path: String, _ other: String) throws(FileError) -> Bool {
    guard let version = try fileSystem.stat(path)?.version else { return false }
    return try fileSystem.stat(other)?.version == version
  }

  /// Whether a file has another name too.
  private func isShared(_ path: String) -> Bool {
    (try? fileSystem.stat(path)).flatMap { $0 }.map { $0.linkCount > 1 } ?? false
  }

  /// Removes the files of states that are not needed any more.
  ///
  /// One that cannot be removed is tried again when the journal is made smaller.
  func removeUnneeded(_ stack: inout UndoStack) throws(FileError) {
    for state in stack.unneeded { try? fileSystem.unlink(path(of: state)) }
    stack.forgetUnneeded()
    guard stack.journal.records.count > 4 * UndoStack.maximumCount else { return }
    stack.compact()
    for name in try fileSystem.names(in: directory) where name.hasSuffix(".new") {
      try? fileSystem.unlink(FileSystem.join(directory, name))
    }
    for (number, previous) in try files()
    where !stack.entries.contains(where: { $0.number == number && $0.previous == previous }) {
      try? fileSystem.unlink(path(of: number, after: previous))
    }
  }

  /// Gives a file a second name as the file of a state, or copies it.
  ///
  /// Across file systems it is always copied.
  private func keep(
    _ file: String, _ content: some FileContent, as record: Journal.Record
  ) throws(FileError) {
    let state = path(of: record)
    var error = link(file, to: state)
    if error?.code == EEXIST {
      // It was left by a save that was killed, or is the state that is undone to.
      let new = state + ".new"
      try fileSystem.unlink(new)
      error = link(file, to: new)
      if error == nil { try fileSystem.replace(state, by: new, step: Self.step) }
    }
    if error != nil { try fileSystem.replace(state, with: content, step: Self.step) }
  }

  private func link(_ file: String, to name: String) -> FileError? {
    do {
      try fileSystem.link(file, to: name)
      return nil
    } catch {
      return error
    }
  }

  /// Forgets everything.
  ///
  /// The journal goes first, so it never lists states that are gone.
  func clear() throws(FileError) {
    try fileSystem.unlink(journal)
    for name in try fileSystem.names(in: directory)
    where name.hasSuffix(".plist") || name.hasSuffix(".new") {
      try fileSystem.unlink(FileSystem.join(directory, name))
    }
  }

  private static let step = "keep the history in"

  private var journal: String { Self.journal(in: directory) }

  private static func journal(in directory: String) -> String {
    FileSystem.join(directory, "Journal")
  }

  private var copyOfPresent: String { FileSystem.join(directory, "Present.plist") }

  /// The file of a state.
  func path(of state: Journal.Record) -> String {
    path(of: state.number, after: state.previous)
  }

  /// The file of a state.
  ///
  /// The name says which state was before it. So when the journal has lost both, it is still known
  /// which of the files were cut off.
  private func path(of number: Int, after previous: Int) -> String {
    FileSystem.join(directory, "\(number)-\(previous).plist")
  }
}
