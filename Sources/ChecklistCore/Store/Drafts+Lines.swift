internal import SystemLibrary

/// The lines that people type to change the document.
///
/// They are files beside the directories of other drafts. The name of a file begins with the key of
/// the document, and tells whose line it is.
extension Drafts {
  /// The end of the name of a file; files that end in ".line" are of an earlier version, and stay.
  private static let suffix = ".typed"

  /// How often it is tried to make a file that another process takes for one that was left.
  private static let attempts = 8

  /// How the names of the files of the document begin.
  private var linePrefix: String { key.text + "-" }

  /// How they began in earlier versions.
  private var formerLinePrefix: String? { key.former.map { $0 + "-" } }

  /// Makes a draft, which has no content yet.
  ///
  /// - Throws: ``StoreError``; then nothing is left of the draft.
  package func beginLine() throws(StoreError) -> LineDraft {
    try fileSystem.storeErrors(at: directory) {
      try fileSystem.makeDirectories(directory)
      var attempt = 1
      while true {
        let random = String(UInt64.random(in: 0 ... .max), paddedTo: 16, radix: 16)
        let path = FileSystem.join(directory, linePrefix + random + Self.suffix)
        do throws(FileError) {
          return try LineDraft.make(path, fileSystem)
        } catch {
          guard [EEXIST, EWOULDBLOCK].contains(error.code), attempt < Self.attempts else {
            throw error
          }
        }
        attempt += 1
      }
    }
  }

  /// Takes up the newest draft that has content, and that no living process has.
  ///
  /// Newer drafts without content, and damaged ones, are removed.
  ///
  /// - Returns: The draft, with its content; nil when there is none.
  /// - Throws: ``StoreError`` when there is none, but one that cannot be opened or read.
  package func resumeLine() throws(StoreError) -> LineDraft? {
    try fileSystem.storeErrors(at: directory) {
      var failure: FileError?
      for path in try linePaths() {
        do throws(FileError) {
          if let draft = try LineDraft.take(path, fileSystem) { return draft }
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
      return nil
    }
  }

  /// The files of the document, the newest first.
  private func linePaths() throws(FileError) -> [String] {
    var files: [(modified: Int64, path: String)] = []
    let prefixes = [linePrefix, formerLinePrefix].compactMap(\.self)
    for name in try fileSystem.names(in: directory)
    where name.hasSuffix(Self.suffix)
      && prefixes.contains(where: { name.utf8.starts(with: $0.utf8) })
    {
      let path = FileSystem.join(directory, name)
      // What is gone is left out, and so is a link that leads nowhere.
      guard let version = try fileSystem.stat(path)?.version else { continue }
      files.append((version.modified, path))
    }
    return files.sorted { ($1.modified, $0.path) < ($0.modified, $1.path) }.map(\.path)
  }
}
