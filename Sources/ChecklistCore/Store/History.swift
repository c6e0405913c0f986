#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The states that a document has been in, each as a file of its own, with an index of how each came about.
///
/// When a save replaces the document, the old file gets a hard link here first, so a revision costs one
/// system call; where linking fails, it is copied. The document itself is never linked, only what it was: a program that
/// writes it in place cannot reach into History.
///
/// Which state the document is in is told by its `stat`: the entry with the same device, inode, size and time. The
/// entries before it can be undone to, those behind it redone, and when there is none, another program has
/// changed the document. The index is written before the document is replaced, and is true before and after that: a
/// change that was not made has an entry without a revision, and what it was to cut off is still there.
struct History: Sendable {
  /// One state of the document.
  struct Entry: Sendable {
    var number: Int
    /// When the state was saved, in seconds since 2001-01-01 00:00 UTC.
    var time: Double
    /// What made it.
    var command: LazyText
    /// What that changed.
    var summary: LazyText
    /// The document's file when it was in this state.
    var version: FileVersion
    /// The number of the state that the document was to get when this one was cut off: it is gone once the document
    /// is in that state.
    var cutBy: Int?
  }

  /// How many revisions are kept, and how many bytes of them unless they are few.
  static let maximumCount = 100
  static let maximumSize = 64 << 20
  static let minimumCount = 5

  /// Where the revisions of this document are.
  let directory: String
  let fileSystem: FileSystem

  /// The history of a document.
  ///
  /// - Parameters:
  ///   - root: The directory that has a directory for each document.
  ///   - document: The resolved path of the document.
  ///   - fileSystem: Makes the system calls.
  init(root: String, document: String, fileSystem: FileSystem) {
    directory = FileSystem.join(root, String(StableHash(document).value, radix: 16))
    self.fileSystem = fileSystem
  }

  /// The entries, oldest first.
  ///
  /// Where the index is missing or damaged, they are what the revisions themselves tell: none of these is lost.
  ///
  /// - Throws: ``FileError`` when the index is there and cannot be read: an empty history would be taken
  ///   for the true one then, and written in its place.
  func entries() throws(FileError) -> [Entry] {
    guard let bytes = try AtomicFile(index, fileSystem).read()?.bytes,
      let index = try? Index(bytes)
    else { return try entriesOfRevisions() }
    return index.entries
  }

  private func entriesOfRevisions() throws(FileError) -> [Entry] {
    var entries: [Entry] = []
    for name in try fileSystem.names(in: directory) where name.hasSuffix(".plist") {
      guard let number = Int(name.dropLast(".plist".count)), Entry.numbers.contains(number),
        name == "\(number).plist",
        let version = try fileSystem.stat(path(of: number))?.version
      else { continue }
      entries.append(Entry(number: number, version: version))
    }
    return entries.sorted { $0.number < $1.number }
  }

  /// Whether there is a revision of a number.
  func isKept(_ number: Int) throws(FileError) -> Bool {
    try fileSystem.stat(path(of: number)) != nil
  }

  /// The content of a state that the document is no longer in.
  ///
  /// - Returns: Nil when it is not kept.
  func revision(_ number: Int) throws(FileError) -> [UInt8]? {
    try AtomicFile(path(of: number), fileSystem).read()?.bytes
  }

  /// Keeps the file that is about to be replaced, and notes what is about to replace it.
  ///
  /// - Parameters:
  ///   - present: The state that the document is in.
  ///   - document: The resolved path of the document; nil when there is none.
  ///   - content: What is in it.
  ///   - coming: The state that the document is to be in.
  ///   - entries: The entries that there are to be then.
  /// - Returns: The numbers of the revisions that are not needed any more once the document is replaced.
  /// - Throws: ``FileError``.
  func keep(
    _ present: Entry, of document: String?, _ content: [UInt8], coming: Entry,
    index entries: [Entry]
  ) throws(FileError) -> [Int] {
    try keep(document, content, as: path(of: present.number))
    let entries = Self.limited(entries, coming)
    try write(Index(entries: entries).encoded(), to: index)
    return entries.filter { $0.cutBy != nil }.map { $0.number }
  }

  /// Removes revisions.
  func remove(_ numbers: [Int]) throws(FileError) {
    for number in numbers { try fileSystem.unlink(path(of: number)) }
  }

  private func keep(
    _ document: String?, _ content: [UInt8], as path: String
  ) throws(FileError) {
    if let document, try link(document, as: path) { return }
    try write(content, to: path)
  }

  /// Gives a file a second name here.
  ///
  /// - Returns: Whether that was possible; it is not across file systems.
  private func link(_ document: String, as path: String) throws(FileError) -> Bool {
    for _ in 1...2 {
      do throws(FileError) {
        try fileSystem.link(document, to: path)
        return true
      } catch {
        switch error.code {
        case ENOENT: try fileSystem.makeDirectories(directory)
        // Of a save that was killed before it was noted, or a state that was undone to.
        case EEXIST: try fileSystem.unlink(path)
        default: return false
        }
      }
    }
    return false
  }

  /// Forgets everything, the index first: so it never speaks of revisions that are gone.
  func clear() throws(FileError) {
    try fileSystem.unlink(index)
    for name in try fileSystem.names(in: directory) where name.hasSuffix(".plist") {
      try fileSystem.unlink(FileSystem.join(directory, name))
    }
  }

  /// The entries with those cut off that the limits do not allow, which are the oldest.
  private static func limited(_ entries: [Entry], _ coming: Entry) -> [Entry] {
    var entries = entries
    var count = 0
    var size = 0
    for index in entries.indices.reversed() where entries[index].cutBy == nil {
      count += 1
      size += entries[index].version.size
      if count > maximumCount || count > minimumCount && size > maximumSize {
        entries[index].cutBy = coming.number
      }
    }
    return entries
  }

  private var index: String { FileSystem.join(directory, "Index.plist") }

  private func path(of number: Int) -> String {
    FileSystem.join(directory, "\(number).plist")
  }

  /// Writes a file here as a whole, and leaves it to the system when the disk holds it: what a power cut takes
  /// is a way back, not the document.
  private func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let step = "keep the history in"
    let temporary = FileSystem.join(directory, AtomicFile.temporaryName)
    do throws(FileError) {
      try fileSystem.create(temporary, with: bytes, step: step)
    } catch {
      switch error.code {
      case ENOENT: try fileSystem.makeDirectories(directory)
      case EEXIST: try fileSystem.unlink(temporary)
      default: throw error
      }
      try fileSystem.create(temporary, with: bytes, step: step)
    }
    do throws(FileError) {
      try fileSystem.rename(temporary, to: path, step: step)
    } catch {
      try? fileSystem.unlink(temporary)
      throw error
    }
  }
}

extension History.Entry {
  /// The numbers that states can have, of which there is always a next one.
  static let numbers = 1..<1 << 62

  /// The entry of a revision of which nothing else is known.
  fileprivate init(number: Int, version: FileVersion) {
    self.number = number
    time = Double(version.modified) / 1e9 - Date.timeIntervalBetween1970AndReferenceDate
    command = LazyText("")
    summary = LazyText("found without its index")
    self.version = version
  }
}
