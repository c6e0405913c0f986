package import ChecklistCore
import SystemLibrary

/// The remote that a document is synchronised with.
package struct Remote: Equatable, Sendable {
  /// Its address.
  package let address: RemoteAddress
  /// The branch.
  package let branch: String
  /// The directory of the side repository.
  let repository: String
  /// The file that tells which remote the document has.
  private let record: String

  /// A remote of a document.
  ///
  /// - Throws: ``SyncError``; of kind ``SyncError/Kind/usage`` for a branch that git would not
  ///   take.
  package init(
    _ address: RemoteAddress, branch: String, of document: String, in container: Container
  ) throws(SyncError) {
    let letters = branch.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        || "0123456789-_./".utf8.contains(byte)
    }
    guard letters, !branch.isEmpty, !branch.hasPrefix("-"), !branch.holds(".."),
      !branch.holds("//"), branch.first != "/", branch.last != "/", branch.first != ".",
      branch.last != ".", !branch.holds("/."), !branch.hasSuffix(".lock")
    else { throw SyncError(.usage, "'\(branch)' is not the name of a branch") }
    (self.address, self.branch) = (address, branch)
    do throws(FileError) {
      record = try Self.record(of: document, in: container)
    } catch {
      throw SyncError(error)
    }
    let key = address.key(document: FileSystem.name(of: record), branch: branch)
    repository = FileSystem.join(FileSystem.parent(of: record), "\(key).git")
  }

  /// The remote that a document was last synchronised with; nil when it never was.
  ///
  /// - Throws: `StoreError` when that cannot be read.
  package static func last(
    of document: String, in container: Container
  ) throws(StoreError) -> Remote? {
    guard let record = try? record(of: document, in: container) else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try PlainFile(path: record).read()
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 2, let address = try? RemoteAddress(lines[0], in: "/", home: nil) else {
      return nil
    }
    return try? Remote(address, branch: lines[1], of: document, in: container)
  }

  /// Remembers the remote as the one that the document was last synchronised with.
  package func remember() throws(SyncError) {
    do throws(FileError) {
      let content = Array("\(address.text)\n\(branch)\n".utf8)
      if (try? PlainFile(path: record).read()) == content { return }
      let fileSystem = FileSystem()
      try fileSystem.makeDirectories(FileSystem.parent(of: record))
      try fileSystem.replace(record, with: content, step: "write")
    } catch {
      throw SyncError(error)
    }
  }

  /// Reads the base; nil before the first synchronisation.
  func base() -> SyncBase? { SyncBase(FileSystem.join(repository, SyncBase.name)) }

  /// Reads the base that was to follow when the last synchronisation ended; nil for none.
  func nextBase() -> SyncBase? { SyncBase(nextBasePath) }

  /// The file of the next base.
  var nextBasePath: String { FileSystem.join(repository, SyncBase.nextName) }

  /// Whether the document was ever synchronised with the remote.
  package var isKnown: Bool { base() != nil }

  /// Whether the file of the document is as the last synchronisation left it.
  package func hasBase(_ document: String) -> Bool { base()?.isOn(document) ?? false }

  private static func record(
    of document: String, in container: Container
  ) throws(FileError) -> String {
    try container.file(in: "Sync", of: document, "remote", FileSystem())
  }
}
