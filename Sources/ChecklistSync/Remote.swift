package import ChecklistCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
  /// - Parameters:
  ///   - address: Its address.
  ///   - branch: The branch.
  ///   - document: The path of the document.
  ///   - container: The container that keeps the side repository.
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
    guard letters, !branch.isEmpty, !branch.hasPrefix("-"), !branch.contains(".."),
      !branch.contains("//"), branch.first != "/", branch.last != "/", branch.first != ".",
      branch.last != ".", !branch.contains("/."), !branch.hasSuffix(".lock")
    else { throw SyncError(.usage, "'\(branch)' is no name of a branch") }
    (self.address, self.branch) = (address, branch)
    let name = try Self.name(of: document, in: container)
    let folder = FileSystem.join(container.path, "Library/Sync")
    repository = FileSystem.join(
      folder, "\(address.key(document: name, branch: branch)).git")
    record = Self.record(of: name, in: folder)
  }

  /// The remote that a document was last synchronised with; nil when it never was.
  ///
  /// - Throws: `StoreError` when that cannot be read.
  package static func last(
    of document: String, in container: Container
  ) throws(StoreError) -> Remote? {
    guard let name = try? name(of: document, in: container) else { return nil }
    let folder = FileSystem.join(container.path, "Library/Sync")
    let bytes: [UInt8]
    do {
      bytes = try PlainFile(path: record(of: name, in: folder)).read()
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
      let fileSystem = FileSystem()
      let new = "\(record).new"
      try fileSystem.makeDirectories(FileSystem.parent(of: record))
      try fileSystem.create(
        new, with: Array("\(address.text)\n\(branch)\n".utf8), isSynchronized: true, step: "write")
      try fileSystem.rename(new, to: record, step: "replace")
    } catch {
      throw SyncError(error)
    }
  }

  private static func record(of name: String, in folder: String) -> String {
    FileSystem.join(folder, "\(String(StableHash(name).value, paddedTo: 16, radix: 16)).remote")
  }

  private static func name(
    of document: String, in container: Container
  ) throws(SyncError) -> String {
    do throws(FileError) {
      let fileSystem = FileSystem()
      // Before the first save, the directory of the document may not be there.
      let resolved = try? fileSystem.resolve(document)
      return try container.name(of: resolved ?? document, fileSystem)
    } catch {
      throw SyncError(error)
    }
  }
}
