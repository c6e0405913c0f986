/// The copies that file-syncing services leave beside a document which two machines have changed.
///
/// Their names are made of the document's: `Checklists.sync-conflict-20261122-101112-ABCDEFG.plist`
/// (Syncthing), `Checklists (Ann's conflicted copy 2026-11-22).plist` (Dropbox, Nextcloud),
/// `Checklists 2.plist` (iCloud), `Checklists (1).plist` (Google Drive).
package struct ConflictCopies: Sendable {
  private let document: String
  private let folder: PlainFolder

  /// The copies of a document.
  package init(of document: String) {
    self.document = document
    folder = PlainFolder(path: FileSystem.parent(of: document))
  }

  /// A file beside the document that has the name of a copy.
  package struct Candidate: Sendable {
    package let path: String
    package let content: Content
  }

  package enum Content: Sendable {
    /// A document with at least half of the items in common.
    case copy
    case anotherDocument
    case unreadable
  }

  /// The files beside the document that have the name of a copy.
  ///
  /// - Parameter load: Reads the document, if there is a file of such a name.
  /// - Returns: The files, sorted by name; none where the folder cannot be read.
  /// - Throws: What `load` throws.
  package func candidates(_ load: () throws -> ChecklistDocument) throws -> [Candidate] {
    // A link to the document is no copy of it.
    let names = ((try? folder.names()) ?? []).filter {
      isName($0) && !folder.file($0).isSameFile(as: document)
    }
    guard !names.isEmpty else { return [] }
    let known = Set(try load().checklists.flatMap { $0.items.map(\.id) })
    return names.map { name in
      let file = folder.file(name)
      return Candidate(path: file.path, content: content(of: file, sharing: known))
    }
  }

  private func content(of file: PlainFile, sharing known: Set<Int>) -> Content {
    guard let copy = try? ChecklistDocument(file.read()) else { return .unreadable }
    let items = copy.checklists.flatMap { $0.items.map(\.id) }
    let common = items.count { known.contains($0) }
    return common > 0 && 2 * common >= max(items.count, known.count) ? .copy : .anotherDocument
  }

  /// Whether a file lies beside the document and has the name of a copy.
  package func hasName(_ path: String) -> Bool {
    isName(FileSystem.name(of: path))
      && folder.file(FileSystem.name(of: path)).isSameFile(as: path)
  }

  /// Whether a name is that of a copy.
  func isName(_ name: String) -> Bool {
    let (stem, ending) = FileSystem.name(of: document).nameParts
    let (other, otherEnding) = name.nameParts
    guard ending.utf8.elementsEqual(otherEnding.utf8), other.utf8.starts(with: stem.utf8) else {
      return false
    }
    let addition = String(decoding: other.utf8.dropFirst(stem.utf8.count), as: UTF8.self)
    if addition.lowercased().holds("conflict") { return true }
    guard addition.first == " " else { return false }
    var number = addition.dropFirst()
    if number.first == "(", number.last == ")" { number = number.dropFirst().dropLast() }
    return !number.isEmpty && number.utf8.count < 4
      && number.allSatisfy { "0123456789".contains($0) }
  }

  /// A path beside a copy that is the name of a copy of the same document, and that nothing has.
  static func otherName(for copy: String) -> String {
    let (stem, ending) = FileSystem.name(of: copy).nameParts
    return FileSystem.join(
      FileSystem.parent(of: copy), "\(stem)-conflict-\(Int.randomIdentity().identityText)\(ending)")
  }
}
