internal import SystemLibrary

/// A file of lines that is only appended to: what it says is never changed.
///
/// A power cut can leave a part of the last line. What is appended next begins on a line of its
/// own.
package struct AppendedLines: Sendable {
  /// The content of the file.
  package struct Content: Sendable {
    /// The lines that are whole, without their ends.
    package let lines: [ArraySlice<UInt8>]
    /// A part of a line that comes after them, without an end.
    package let torn: ArraySlice<UInt8>
    /// Whether a line names the document that the file belongs to; it is empty here.
    package private(set) var isNamed = false

    package init(lines: [ArraySlice<UInt8>] = [], torn: ArraySlice<UInt8> = []) {
      (self.lines, self.torn) = (lines, torn)
    }

    /// The content of a file.
    ///
    /// - Parameter name: The line that names the document; nil for a file that may have any.
    /// - Returns: The content; nil when the file belongs to another document.
    fileprivate init?(_ bytes: [UInt8], naming name: [UInt8]?) {
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      torn = lines.popLast() ?? []
      for index in lines.indices where lines[index].starts(with: AppendedLines.naming) {
        if let name, !lines[index].elementsEqual(name) { return nil }
        (lines[index], isNamed) = ([], true)
      }
      self.lines = lines
    }
  }

  /// How the lines of each file begin that this program only appends to: logs of runs.
  package static let beginning = Array(#"{"run":"#.utf8)

  /// How the line begins that names the document to which a file of the home belongs.
  ///
  /// In a log, a run has a number from 1.
  private static let naming = Array(#"{"run":0,"document":"#.utf8)

  /// The path of the file.
  package let path: String
  /// The place in the container; nil for a file elsewhere.
  ///
  /// In the container, its directory is made when it is not there, and only the owner may read it.
  private let place: DocumentPlace?
  private let fileSystem: FileSystem

  /// A file at a path, which belongs to no document.
  package init(path: String, fileSystem: FileSystem = FileSystem()) {
    (self.path, place, self.fileSystem) = (path, nil, fileSystem)
  }

  /// A file of the container, which names its document.
  package init(_ place: DocumentPlace, fileSystem: FileSystem = FileSystem()) {
    (path, self.place, self.fileSystem) = (place.path, place, fileSystem)
  }

  /// The line that names the document; nil for a file that belongs to none.
  private var name: [UInt8]? {
    place.map { place in
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("run", 0)
      writer.member("document", place.key.name)
      writer.endObject()
      return writer.finish()
    }
  }

  /// Reads the file.
  ///
  /// - Returns: Its lines; nil when there is no file.
  /// - Throws: ``StoreError``, also for the file of another document.
  package func read() throws(StoreError) -> Content? {
    try fileSystem.storeErrors(at: path) {
      var (path, file) = (path, try AtomicFile(path, fileSystem).read())
      if file == nil, let former = place?.former {
        (path, file) = (former, try AtomicFile(former, fileSystem).read())
      }
      guard let bytes = file?.bytes else { return nil }
      guard let content = Content(bytes, naming: name?.dropLast()) else {
        throw FileError(path: path, ofOther: nil)
      }
      return content
    }
  }

  /// Reads the file under the lock of its directory, so that what is appended in `body` follows
  /// what was read.
  ///
  /// - Parameters:
  ///   - document: A document whose lock is held.
  ///   - timeout: How many seconds to wait for another holder of the lock.
  /// - Throws: ``StoreError``, or what `body` throws.
  package func withLock<Value>(
    besides document: String, timeout: Double, _ body: (Content) throws -> Value
  ) throws -> Value {
    let lock = try fileSystem.storeErrors(at: path, lockTimeout: timeout) {
      try self.lock(besides: document, timeout)
    }
    return try holding(lock) { try body(read() ?? Content()) }
  }

  /// Gives the lock up only after `body`.
  private func holding<Value>(
    _ lock: consuming DirectoryLock?, _ body: () throws -> Value
  ) throws -> Value {
    try body()
  }

  /// Takes the lock of the directory; nil where that is the directory of the document, whose lock
  /// is held.
  private func lock(
    besides document: String, _ timeout: Double
  ) throws(FileError) -> DirectoryLock? {
    if place != nil { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
    let directory = FileSystem.parent(of: try fileSystem.resolve(path))
    let held = FileSystem.parent(of: try fileSystem.resolve(document))
    if let own = try fileSystem.stat(directory)?.version,
      let other = try fileSystem.stat(held)?.version, own.device == other.device,
      own.inode == other.inode
    {
      return nil
    }
    return try DirectoryLock(directory, fileSystem, timeout: timeout)
  }

  /// Appends lines, and returns once the disk holds them.
  package func append(_ lines: [UInt8], to content: Content) throws(StoreError) {
    if lines.isEmpty { return }
    try fileSystem.storeErrors(at: path) {
      if place != nil { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      if let former = place?.former, try fileSystem.stat(path) == nil,
        try fileSystem.stat(former) != nil
      {
        try fileSystem.takeOver(former, as: path, step: "append to")
      }
      let (descriptor, isNew) = try open()
      defer { fileSystem.close(descriptor, path) }
      let start = content.torn.isEmpty ? [] : [UInt8(ascii: "\n")]
      try (start + (content.isNamed ? [] : name ?? []) + lines).write {
        (bytes) throws(FileError) in
        try fileSystem.write(bytes, to: descriptor, path, step: "append to")
      }
      try fileSystem.fsync(descriptor, path, step: "append to")
      if isNew {
        try fileSystem.fsync(directory: FileSystem.parent(of: path), step: "make a file in")
      }
    }
  }

  /// Opens the file, and makes it if it is not there.
  private func open() throws(FileError) -> (descriptor: Int32, isNew: Bool) {
    let (place, access) = (try fileSystem.resolve(path), O_WRONLY | O_APPEND)
    do {
      let descriptor = try fileSystem.open(
        place, access | O_CREAT | O_EXCL, mode: self.place == nil ? 0o666 : 0o600, to: "open")
      // It gets the owner of the directory that a link leads to, and only if it was made here.
      fileSystem.adopt(descriptor, place)
      return (descriptor, true)
    } catch {
      guard error.code == EEXIST else { throw error }
      return (try fileSystem.open(place, access, to: "open"), false)
    }
  }
}
