internal import SystemLibrary

/// A file with any content, which is read as a whole and replaced as a whole.
package struct PlainFile: Sendable {
  /// The path of the file, as it was given.
  package let path: String
  private let lockTimeout: Double
  private let fileSystem: FileSystem

  /// A file at a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a symbolic link is followed, and stays.
  ///   - lockTimeout: How many seconds a change waits for another writer.
  package init(path: String, lockTimeout: Double = 10, fileSystem: FileSystem = FileSystem()) {
    self.path = path
    self.lockTimeout = lockTimeout
    self.fileSystem = fileSystem
  }

  /// Whether there is something of this name.
  package var exists: Bool { (try? fileSystem.stat(path)) != .some(nil) }

  /// Whether the name leads to nothing that has a content: to a pipe, a folder or a device, in a
  /// circle, or nowhere.
  package var isNoFile: Bool {
    do {
      return try fileSystem.stat(path)?.isRegularFile != true
    } catch {
      return error.code == ELOOP
    }
  }

  /// Removes the file, when it is there.
  package func remove() throws(StoreError) {
    try fileSystem.storeErrors(at: path) { try fileSystem.unlink(path) }
  }

  /// Whether the process itself has the file open, as a shell's `<(command)` has it.
  ///
  /// Such a file may be a pipe. No other pipe is waited for.
  private var isOwnDescriptor: Bool { path.hasPrefix("/dev/fd/") || path == "/dev/stdin" }

  /// Reads the file; a device without content is an empty one.
  ///
  /// - Returns: Its bytes.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/notFound`` when there is none.
  package func read() throws(StoreError) -> [UInt8] {
    try fileSystem.storeErrors(at: path) {
      let content = try AtomicFile(path, fileSystem).read(
        isPipeAllowed: isOwnDescriptor, isDeviceAllowed: true)
      guard let content else { throw StoreError(.notFound, path: path) }
      return content.bytes
    }
  }

  /// Replaces the file as a whole, or makes it; a device is written to.
  ///
  /// A new one is readable for those whom the umask lets read it.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only found out if that could be done.
  ///   - isReplaceable: Whether a property list may be replaced all the same.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/isPropertyList`` when the file is a
  ///   property list, as a document is, or ``StoreError/Kind/isLog`` when it is a log of runs. It
  ///   is left as it is then.
  package func write(
    _ bytes: [UInt8], isDryRun: Bool = false,
    replacing isReplaceable: ([UInt8]) -> Bool = { _ in false }
  ) throws(StoreError) {
    try replace(with: bytes, isDryRun: isDryRun) {
      !PropertyList.recognizes($0) || isReplaceable($0)
    }
  }

  /// Replaces the file as a whole with a document, or makes it; no history is kept.
  ///
  /// - Parameter isDryRun: Whether it is only found out if that could be done.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/isLog`` when the file is a log of runs,
  ///   and is left as it is.
  package func replaceDocument(_ bytes: [UInt8], isDryRun: Bool = false) throws(StoreError) {
    try replace(with: bytes, isDryRun: isDryRun) { _ in true }
  }

  private func replace(
    with bytes: [UInt8], isDryRun: Bool, where isReplaceable: ([UInt8]) -> Bool
  ) throws(StoreError) {
    try fileSystem.storeErrors(at: path, lockTimeout: lockTimeout) {
      let resolved = try fileSystem.resolve(path)
      if try fileSystem.stat(resolved)?.isCharacterDevice == true {
        if !isDryRun { try write(bytes, toDevice: resolved) }
        return
      }
      let lock = try DirectoryLock(
        FileSystem.parent(of: resolved), fileSystem, timeout: lockTimeout)
      let file = AtomicFile(resolved, fileSystem, isPrivate: false)
      let present = try file.read()
      if let bytes = present?.bytes {
        if bytes.starts(with: AppendedLines.beginning) { throw StoreError(.isLog, path: path) }
        if !isReplaceable(bytes) { throw StoreError(.isPropertyList, path: path) }
      }
      if !isDryRun { try file.replace(with: bytes, previous: present?.status, holding: lock) }
    }
  }

  /// Writes to a device, as `/dev/null` is, which stays as it is.
  private func write(_ bytes: [UInt8], toDevice device: String) throws(FileError) {
    let descriptor = try fileSystem.open(device, O_WRONLY | O_NOCTTY, to: "open")
    defer { fileSystem.close(descriptor, device) }
    try bytes.write { (bytes) throws(FileError) in
      try fileSystem.write(bytes, to: descriptor, device, step: "write to")
    }
  }

  /// Whether another path leads to the same file.
  ///
  /// Paths are compared first: a save that replaces the file between two looks at it gives it
  /// another inode.
  ///
  /// - Returns: Whether both are there and are one file.
  package func isSameFile(as other: String) -> Bool {
    guard let own = (try? fileSystem.stat(path))?.version else { return false }
    if let place = try? fileSystem.resolve(path), place == (try? fileSystem.resolve(other)) {
      return true
    }
    guard let version = (try? fileSystem.stat(other))?.version else { return false }
    return own.device == version.device && own.inode == version.inode
  }
}
