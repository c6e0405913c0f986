package import ChecklistCore
import SystemLibrary

/// The remote that a document is synchronised with.
package struct Remote: Equatable, Sendable {
  /// Its address.
  package let address: RemoteAddress
  /// The branch.
  package let branch: String
  /// The directory in which the side repository belongs, and where earlier versions kept it.
  private let place: String
  private let formerPlace: String?
  /// The file that tells which remote the document has.
  private let record: DocumentPlace

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
    let keys = address.key(document: record.key, branch: branch)
    let folder = FileSystem.parent(of: record.path)
    place = FileSystem.join(folder, "\(keys.present).git")
    formerPlace = keys.former.map { FileSystem.join(folder, "\($0).git") }
  }

  /// The directory of the side repository.
  var repository: String {
    guard let formerPlace, !PlainFolder(path: place).exists,
      PlainFolder(path: formerPlace).exists
    else { return place }
    return formerPlace
  }

  /// Takes over the side repository that an earlier version has made.
  func takeOver() throws(SyncError) {
    let present = repository
    if present == place { return }
    do throws(FileError) {
      try FileSystem().takeOver(present, as: place, step: "rename")
    } catch {
      // Another process has just done so.
      if PlainFolder(path: place).exists { return }
      throw SyncError(error)
    }
  }

  /// The remote that a document was last synchronised with; nil when it never was.
  ///
  /// - Throws: `StoreError` when that cannot be read.
  package static func last(
    of document: String, in container: Container
  ) throws(StoreError) -> Remote? {
    guard let record = try? record(of: document, in: container) else { return nil }
    for path in [record.path, record.former].compactMap(\.self) {
      let bytes: [UInt8]
      do {
        bytes = try PlainFile(path: path).read()
      } catch {
        guard error.kind == .notFound else { throw error }
        continue
      }
      let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        .map { String(decoding: $0, as: UTF8.self) }
      // That of another document is none.
      guard lines.count == (path == record.path ? 3 : 2),
        lines.count == 2 || lines[2].hasSameCodeUnits(as: "\(record.key.name)\n"),
        let address = try? RemoteAddress(lines[0], in: "/", home: nil)
      else { return nil }
      let branch = path == record.path ? lines[1] : String(lines[1].prefix { $0 != "\n" })
      return try? Remote(address, branch: branch, of: document, in: container)
    }
    return nil
  }

  /// Remembers the remote as the one that the document was last synchronised with.
  package func remember() throws(SyncError) {
    do throws(FileError) {
      let content = Array("\(address.text)\n\(branch)\n\(record.key.name)\n".utf8)
      if (try? PlainFile(path: record.path).read()) == content { return }
      let fileSystem = FileSystem()
      try fileSystem.makeDirectories(FileSystem.parent(of: record.path))
      try fileSystem.replace(record.path, with: content, step: "write")
      if let former = record.former { try? fileSystem.unlink(former) }
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
  ) throws(FileError) -> DocumentPlace {
    try container.place(in: .sync, of: document, "remote", FileSystem())
  }
}
