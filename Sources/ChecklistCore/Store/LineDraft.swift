internal import SystemLibrary

/// A line that a person is typing, kept at each key until it has become a change.
///
/// It is a file, which stays when the process ends, in whatever way. Nothing waits for the disk, so
/// that a key costs one system call; a power cut may take the draft. ``LineRecord`` has the format.
///
/// A lock on the file (`flock`) shows that the line is being typed. The system frees it when the
/// process ends. ``Drafts`` finds what is left then.
package struct LineDraft: ~Copyable {
  /// The path of the file.
  package let path: String
  /// The content of the file when it was taken up; empty when it is new.
  package private(set) var content: [UInt8] = []
  private let descriptor: Int32
  private let fileSystem: FileSystem
  /// The number of the last record that was written, or that might have been.
  private var number = 0
  /// Where the newest record is in the file; nil when there is none.
  private var newest: Range<Int>?

  private static let step = "keep the text in"

  private init(_ path: String, _ descriptor: Int32, _ fileSystem: FileSystem) {
    (self.path, self.descriptor, self.fileSystem) = (path, descriptor, fileSystem)
  }

  deinit {
    // A process that was forked in the meantime has the descriptor too. Without this call it would
    // hold the lock until it runs another program.
    _ = try? fileSystem.call(.flock, path, "unlock") { flock(descriptor, LOCK_UN) }
    fileSystem.close(descriptor, path)
  }

  /// Makes a new file.
  ///
  /// - Throws: ``FileError``; then no file is left. The code is `EWOULDBLOCK` when another process
  ///   has taken the empty file for one that was left.
  static func make(
    _ path: String, _ fileSystem: FileSystem
  ) throws(FileError) -> LineDraft {
    let descriptor = try fileSystem.open(
      path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, to: step)
    let draft = LineDraft(path, descriptor, fileSystem)
    do throws(FileError) {
      try draft.lock()
      guard try fileSystem.fstat(descriptor, path).linkCount > 0 else {
        throw FileError(call: .flock, path: path, code: EWOULDBLOCK, step: "lock")
      }
    } catch {
      try? fileSystem.unlink(path)
      throw error
    }
    fileSystem.adopt(descriptor, path)
    // A umask can take away the owner's own permissions. If this call fails, the file cannot be
    // opened again, and that is reported then.
    _ = try? fileSystem.call(.fchmod, path, step) { fchmod(descriptor, 0o600) }
    return draft
  }

  /// Takes up a file that was left.
  ///
  /// One that has no content, or no record that is whole, is removed.
  ///
  /// - Returns: The draft; nil when a living process has it, when it is gone or removed, or when it
  ///   is no draft.
  /// - Throws: ``FileError``; then the file stays.
  static func take(
    _ path: String, _ fileSystem: FileSystem
  ) throws(FileError) -> LineDraft? {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    // Gone; or a link or a directory, which is no draft.
    let opened = try fileSystem.allowing(
      [ENOENT, ELOOP, EISDIR], try fileSystem.open(path, flags, to: "open"))
    guard let descriptor = opened else { return nil }
    var draft = LineDraft(path, descriptor, fileSystem)
    guard try fileSystem.allowing([EWOULDBLOCK], try draft.lock()) != nil else { return nil }
    let status = try fileSystem.fstat(descriptor, path)
    // Who had the lock before may have removed the file.
    guard status.isRegularFile, status.linkCount > 0 else { return nil }
    try fileSystem.requireMemory(forFileOfSize: status.version.size, path)
    let bytes = try fileSystem.read(descriptor, path, size: status.version.size)
    guard let record = LineRecord.newest(in: bytes), !record.content.isEmpty else {
      try? fileSystem.unlink(path)
      return nil
    }
    (draft.content, draft.number, draft.newest) = (record.content, record.number, record.range)
    return draft
  }

  private func lock() throws(FileError) {
    try fileSystem.call(.flock, path, "lock") { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Keeps what the line is now.
  ///
  /// A process that is killed meanwhile leaves the content before or this one, as a whole. So does
  /// a failure.
  ///
  /// - Throws: ``StoreError``; then the content before is kept, or this one.
  package mutating func keep(_ content: [UInt8]) throws(StoreError) {
    number += 1
    let record = LineRecord.encoded(content, number: number)
    let offset = LineRecord.offset(ofSize: record.count, after: newest)
    try fileSystem.storeErrors(at: path) {
      try record.write { (bytes) throws(FileError) in
        try fileSystem.write(bytes, to: descriptor, at: offset, path, step: Self.step)
      }
    }
    newest = offset..<offset + record.count
  }

  /// Removes the draft.
  ///
  /// A file that cannot be removed is left without content. That is no reason to report a failure
  /// after a change was saved.
  package consuming func remove() {
    if (try? fileSystem.unlink(path)) == nil { try? keep([]) }
  }
}
