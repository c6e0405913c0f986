import ChecklistCore

/// The folder in a remote's tree in which the files of attachments lie, each under its key.
///
/// It may hold anything. What has no UUID as its name is carried and never read.
struct AttachmentTree {
  /// The name of the folder.
  static let name = "attachments"
  /// The most bytes of a file that is sent or received: 50 MB.
  static let mostBytes = 50_000_000

  /// The object of the folder; nil when there is none.
  let object: String?
  /// The entries of the folder.
  let entries: [TreeEntry]
  /// Whether something that is no folder has its name.
  let isBlocked: Bool
  /// The regular files with a UUID as their name, by that name.
  private let files: [String: TreeEntry]

  /// A folder.
  ///
  /// - Parameters:
  ///   - object: Its object; nil when there is none.
  ///   - isBlocked: Whether something that is no folder has its name.
  init(object: String? = nil, _ entries: [TreeEntry] = [], isBlocked: Bool = false) {
    (self.object, self.entries, self.isBlocked) = (object, entries, isBlocked)
    files = Dictionary(
      entries.lazy.filter { $0.isFile && Attachment.isKey($0.name) }.map { ($0.name, $0) },
      uniquingKeysWith: { one, _ in one })
  }

  /// The object with the file of an attachment.
  ///
  /// - Returns: The object; nil when there is none, when it has not the size that the item tells,
  ///   or when it is larger than what is received.
  func object(of attachment: Attachment) -> String? {
    guard attachment.size <= Self.mostBytes, let file = files[attachment.key],
      file.size == attachment.size
    else { return nil }
    return file.object
  }

  /// The names of its entries that are UUIDs, whatever the entries are.
  var keys: Set<String> { Set(entries.lazy.map(\.name).filter(Attachment.isKey)) }

  /// Whether something of it is not here.
  ///
  /// - Returns: Whether a file may be received.
  func hasFilesMissing(in folder: AttachmentFolder) -> Bool {
    keys.contains { folder.state(of: Attachment(storedKey: $0, name: $0, size: 0)) == .missing }
  }

  /// The entries that stay when a document is sent.
  ///
  /// - Returns: The entries: what is not of this program, and files that the document names.
  func entries(namedBy keys: Set<String>, replacing replaced: Set<String>) -> [TreeEntry] {
    entries.filter { entry in
      !Attachment.isKey(entry.name)
        || (files[entry.name] != nil && keys.contains(entry.name) && !replaced.contains(entry.name))
    }
  }
}

extension [Attachment] {
  /// The attachments whose keys are UUIDs, each key once.
  var byKey: [Attachment] {
    var keys: Set<String> = []
    return filter { $0.hasSoundKey && keys.insert($0.key).inserted }
  }
}
