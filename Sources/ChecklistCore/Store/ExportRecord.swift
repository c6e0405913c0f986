internal import SystemLibrary

/// The files that exports of a document left in folders, and the content that each had then.
///
/// It tells a file that nobody has changed since its export from one that another program made or
/// changed. Only the former is removed when its item is deleted. The record is a property list in
/// the container: its dictionary `Folders` holds, by the path of the folder and the name of the
/// file, the size of the content and its checksum. `Document` names the document, so that no other
/// one borrows the record. A record that is missing or damaged knows of no file.
package struct ExportRecord: Sendable {
  /// The content of each file, by its name.
  package typealias Files = [CodeUnits: Fingerprint]

  private let place: DocumentPlace
  private let fileSystem: FileSystem
  /// The files by the resolved path of their folder.
  private var folders: [CodeUnits: Files]
  /// The folders whose files have been set.
  private var changed: Set<CodeUnits> = []

  /// Reads the record of a document.
  ///
  /// - Throws: ``StoreError`` when the container cannot be looked at.
  package init(
    of document: String, in container: Container, fileSystem: FileSystem = FileSystem()
  ) throws(StoreError) {
    self.fileSystem = fileSystem
    place = try fileSystem.storeErrors(at: document) {
      try container.place(in: .exports, of: document, "plist", fileSystem)
    }
    let file = try? AtomicFile(place.path, fileSystem).read()
    folders = Self.folders(of: place.key.name, file?.bytes)
  }

  /// The files that exports left in a folder.
  package func files(in folder: String) -> Files { folders[key(of: folder)] ?? [:] }

  /// Sets the files that an export has left in a folder.
  package mutating func set(_ files: Files, in folder: String) {
    let key = key(of: folder)
    guard files != folders[key] ?? [:] else { return }
    folders[key] = files.isEmpty ? nil : files
    changed.insert(key)
  }

  /// Writes what has been set; what other exports have written to other folders is kept.
  ///
  /// - Parameter lockTimeout: How many seconds to wait for another writer.
  /// - Throws: ``StoreError`` when the file cannot be written.
  package func save(lockTimeout: Double) throws(StoreError) {
    if changed.isEmpty { return }
    try fileSystem.storeErrors(at: place.path, lockTimeout: lockTimeout) {
      let directory = FileSystem.parent(of: place.path)
      try fileSystem.makeDirectories(directory)
      let lock = try DirectoryLock(directory, fileSystem, timeout: lockTimeout)
      let file = AtomicFile(place.path, fileSystem)
      let before = try file.read()
      var merged = Self.folders(of: place.key.name, before?.bytes)
      for folder in changed { merged[folder] = folders[folder] }
      try file.replace(with: bytes(of: merged), previous: before?.status, holding: lock)
    }
  }

  private func key(of folder: String) -> CodeUnits {
    CodeUnits((try? fileSystem.resolve(folder)) ?? folder)
  }

  // MARK: The file

  /// Reads a record; an empty one for other bytes, or the record of another document.
  private static func folders(of document: String, _ bytes: [UInt8]?) -> [CodeUnits: Files] {
    guard let bytes, case .dictionary(let values)? = try? PropertyList(bytes),
      case .string(let name)? = values["Document"], name.hasSameCodeUnits(as: document),
      case .dictionary(let stored)? = values["Folders"]
    else { return [:] }
    var folders: [CodeUnits: Files] = [:]
    for folder in stored.entries {
      guard case .dictionary(let files) = folder.value else { continue }
      for file in files.entries {
        guard case .array(let numbers) = file.value, numbers.count == 2,
          case .integer(let size) = numbers[0], let size = Int(exactly: size),
          case .integer(let checksum) = numbers[1], let checksum = UInt64(exactly: checksum)
        else { continue }
        folders[CodeUnits(folder.key), default: [:]][CodeUnits(file.key)] =
          Fingerprint(size: size, checksum: checksum)
      }
    }
    return folders
  }

  private func bytes(of folders: [CodeUnits: Files]) -> [UInt8] {
    let stored = folders.map { folder, files in
      PropertyListDictionary.Entry(
        key: folder.string,
        value: .dictionary(
          PropertyListDictionary(
            files.map { file, content in
              .init(
                key: file.string,
                value: .array([
                  .integer(Int128(content.size)), .integer(Int128(content.checksum)),
                ]))
            })))
    }
    return PropertyList.dictionary([
      "Document": .string(place.key.name), "Folders": .dictionary(PropertyListDictionary(stored)),
    ]).binary()
  }
}
