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

/// The states that a document has been in, each as a file of its own, with an index of how each
/// came about.
///
/// When a save replaces the document, the old file first gets a hard link here. So a revision costs
/// one system call. Where linking fails, the file is copied. The document itself never has a link
/// here, only the files that it was before. So a program that writes the document in place cannot
/// change the history.
///
/// The `stat` of the document tells which state it is in: that of the entry with the same device,
/// inode, size and time. The entries before that one can be undone to, and those after it redone.
/// When no entry fits, another program has changed the document.
///
/// The index is written before the document is replaced, and is true before and after that. When
/// the document was not replaced after all, the entry of the new state has no revision, and the
/// states that it was to cut off are still there.
struct History: Sendable {
  /// One state of the document.
  struct Entry: Sendable {
    var number: Int
    /// When the state was saved, in seconds since 2001-01-01 00:00 UTC.
    var time: Double
    /// What made it.
    var command: LazyText
    /// What the command changed.
    var summary: LazyText
    /// The version of the document's file in this state.
    var version: FileVersion
    /// The number of the new state that cuts this one off.
    ///
    /// This state is gone once the document is in that one.
    var cutBy: Int?
  }

  /// How many revisions are kept, and how many bytes of them in all.
  ///
  /// As many as ``minimumCount`` are kept whatever their size.
  static let maximumCount = 100
  static let maximumSize = 64 << 20
  static let minimumCount = 5

  /// The directory of this document's revisions.
  let directory: String
  let fileSystem: FileSystem

  /// The history of a document.
  ///
  /// - Parameters:
  ///   - root: The directory that holds one directory for each document.
  ///   - document: The resolved path of the document.
  ///   - fileSystem: Makes the system calls.
  init(root: String, document: String, fileSystem: FileSystem) {
    directory = FileSystem.join(root, String(StableHash(document).value, radix: 16))
    self.fileSystem = fileSystem
  }

  /// The entries, oldest first.
  ///
  /// When the index is missing or damaged, they are made from the revisions themselves, so none of
  /// these is lost.
  ///
  /// - Throws: ``FileError`` when the index is there and cannot be read. Otherwise an empty history
  ///   would take its place.
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

  /// Whether there is a revision with a number.
  func isKept(_ number: Int) throws(FileError) -> Bool {
    try fileSystem.stat(path(of: number)) != nil
  }

  /// The content of a state that the document is no longer in.
  ///
  /// - Returns: The content; nil when it is not kept.
  func revision(_ number: Int) throws(FileError) -> [UInt8]? {
    try AtomicFile(path(of: number), fileSystem).read()?.bytes
  }

  /// Keeps the file that is about to be replaced, and records the state that is about to replace
  /// it.
  ///
  /// - Parameters:
  ///   - present: The state that the document is in.
  ///   - document: The resolved path of the document; nil when there is none.
  ///   - content: The content of that file.
  ///   - coming: The new state of the document.
  ///   - entries: The entries of the history with the new state.
  /// - Returns: The numbers of the revisions that are no longer needed once the document is
  ///   replaced.
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

  /// Gives the document's file a second name in the history.
  ///
  /// - Returns: Whether that was possible; across file systems it is not.
  private func link(_ document: String, as path: String) throws(FileError) -> Bool {
    for _ in 1...2 {
      do throws(FileError) {
        try fileSystem.link(document, to: path)
        return true
      } catch {
        switch error.code {
        case ENOENT: try fileSystem.makeDirectories(directory)
        // It was left by a save that was killed before the index was written, or belongs to a state
        // that was undone to.
        case EEXIST: try fileSystem.unlink(path)
        default: return false
        }
      }
    }
    return false
  }

  /// Forgets everything.
  ///
  /// The index goes first, so it never lists revisions that are gone.
  func clear() throws(FileError) {
    try fileSystem.unlink(index)
    for name in try fileSystem.names(in: directory) where name.hasSuffix(".plist") {
      try fileSystem.unlink(FileSystem.join(directory, name))
    }
  }

  /// The entries, of which the oldest are cut off as far as the limits demand.
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

  /// Writes a file of the history as a whole, and does not wait for the disk.
  ///
  /// A power cut can take a revision then, but not the document.
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
  /// The numbers that states can have.
  ///
  /// After each of them there is a next one.
  static let numbers = 1..<1 << 62

  /// The entry of a revision about which nothing else is known.
  fileprivate init(number: Int, version: FileVersion) {
    self.number = number
    time = Double(version.modified) / 1e9 - Date.timeIntervalBetween1970AndReferenceDate
    command = LazyText("")
    summary = LazyText("found without its index")
    self.version = version
  }
}
