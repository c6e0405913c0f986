/// A text that a person writes in an editor, kept until it has become a change.
///
/// It is a file in a directory of its own, with the files that the editor makes beside it. Only the
/// owner may use them. What the text was made from is kept there too, so that the text can be read
/// in another run of the program: after a conflict, or when the program was killed.
///
/// A lock on the directory shows that the text is being edited. The system frees it when the
/// process ends, in whatever way. What is left then is unfinished, and ``Drafts`` finds it.
package struct Draft: ~Copyable {
  /// The path of the text, by whose name editors tell its language.
  package let path: String
  /// The list that it was made from.
  package private(set) var origin: DraftOrigin
  /// The name by which the document is known.
  private let document: String
  /// The lock of the draft's directory.
  private let lock: DirectoryLock
  /// The folder of the draft's directory, if it was made for a trial and goes with it.
  private let trialFolder: String?
  private let fileSystem: FileSystem

  /// The name of the file that has the origin.
  static let originName = "Draft.plist"

  private static let lockTimeout = 1.0

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - parent: The directory in which to make the draft's own directory.
  ///   - isTrial: Whether nothing is to be left of it, not even the parent where that is new.
  /// - Throws: ``StoreError``; then nothing is left of the draft.
  init(
    _ origin: DraftOrigin, of document: String, in parent: String, isTrial: Bool,
    _ fileSystem: FileSystem
  ) throws(StoreError) {
    let record: [UInt8]
    do {
      record = try origin.encoded(for: document)
    } catch {
      throw StoreError(.unrepresentable(error), path: document)
    }
    let step = "keep the text in"
    var made: String?
    do {
      let isParentNew = isTrial && (try? fileSystem.lstat(parent)) == nil
      try fileSystem.makeDirectories(parent)
      let directory = try fileSystem.mkdtemp(FileSystem.join(parent, "edit-"))
      made = directory
      fileSystem.adopt(nil, directory)
      let lock = try DirectoryLock(directory, fileSystem, timeout: Self.lockTimeout)
      let path = FileSystem.join(directory, origin.textName)
      try fileSystem.create(path, with: origin.text, isSynchronized: true, step: step)
      // The last one: a directory that has it is a whole draft.
      try fileSystem.create(
        FileSystem.join(directory, Self.originName), with: record, isSynchronized: true, step: step)
      try lock.fsync(step: step)
      try fileSystem.fsync(directory: parent, step: step)
      self.init(
        path, origin, of: document, lock, trialFolder: isParentNew ? parent : nil,
        fileSystem)
    } catch {
      if let made { fileSystem.removeDirectory(made) }
      throw StoreError(error, path: parent, lockTimeout: Self.lockTimeout, fileSystem)
    }
  }

  /// A draft that is there and locked.
  init(
    _ path: String, _ origin: DraftOrigin, of document: String, _ lock: consuming DirectoryLock,
    trialFolder: String? = nil, _ fileSystem: FileSystem
  ) {
    self.trialFolder = trialFolder
    self.path = path
    self.origin = origin
    self.document = document
    self.lock = lock
    self.fileSystem = fileSystem
  }

  /// Reads the text as the editor left it.
  ///
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/notFound`` when the file is gone.
  package func read() throws(StoreError) -> [UInt8] {
    try PlainFile(path: path, fileSystem: fileSystem).read()
  }

  /// Replaces the text as a whole.
  ///
  /// When that fails, the text is as it was.
  package func replace(with content: [UInt8]) throws(StoreError) {
    try replace(path, with: content)
  }

  /// Takes the content that an item has now as the one that the text was made from.
  ///
  /// - Parameter present: The item as it is now, which the person has been told.
  package mutating func acknowledge(_ present: ChecklistItem) throws(StoreError) {
    var acknowledged = origin
    acknowledged.acknowledge(present)
    try keep(acknowledged)
  }

  /// Replaces the text of a file with one in which it is merged with what others have written.
  ///
  /// - Parameter present: The file as they have written it.
  package mutating func merge(_ merged: [UInt8], with present: [UInt8]) throws(StoreError) {
    var acknowledged = origin
    acknowledged.acknowledge(present)
    try replace(with: merged)
    try keep(acknowledged)
  }

  private mutating func keep(_ acknowledged: DraftOrigin) throws(StoreError) {
    let record: [UInt8]
    do {
      record = try acknowledged.encoded(for: document)
    } catch {
      throw StoreError(.unrepresentable(error), path: path)
    }
    try replace(FileSystem.join(lock.path, Self.originName), with: record)
    origin = acknowledged
  }

  private func replace(_ path: String, with content: [UInt8]) throws(StoreError) {
    try fileSystem.storeErrors(at: path) {
      try fileSystem.replace(path, with: content, step: "keep the text in")
    }
  }

  /// Whether it has something that a person wrote: a text that is neither the first one nor blank,
  /// or a file of the editor, which may have what was not saved.
  package var hasWork: Bool {
    if hasEditorFiles { return true }
    do {
      let text = try read()
      return text != origin.text && !Self.isBlank(text)
    } catch {
      return error.kind != .notFound
    }
  }

  /// Whether a text has nothing but white space: who leaves it so gives up.
  package static func isBlank(_ text: [UInt8]) -> Bool {
    text.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  /// Whether the text is the first one, and the editor has files beside it: it may be open yet.
  package var mayBeOpen: Bool { hasEditorFiles && (try? read()) == origin.text }

  private var hasEditorFiles: Bool {
    let own = [".", "..", Self.originName, DirectoryLock.sidecarName, FileSystem.name(of: path)]
    return ((try? fileSystem.names(in: lock.path)) ?? []).contains { !own.contains($0) }
  }

  /// Removes the draft, with the files that the editor has left there.
  ///
  /// Files that cannot be removed stay: no reason to report a failure after a change was saved.
  package func remove() {
    fileSystem.removeDirectory(lock.path)
    if let trialFolder { try? fileSystem.rmdir(trialFolder) }
  }
}

extension FileSystem {
  /// Removes the directory of a draft, as far as that is possible.
  fileprivate func removeDirectory(_ path: String) {
    // Without this file it is no draft any more, whatever else is left of it.
    try? unlink(Self.join(path, Draft.originName))
    for name in (try? names(in: path)) ?? [] where name != "." && name != ".." {
      try? unlink(Self.join(path, name))
    }
    try? rmdir(path)
  }
}
