import ChecklistCore

/// The files of attachments.
extension Synchronizer {
  /// The attachments of a document whose files are here, but too large for the remote.
  func tooLarge(of document: ChecklistDocument) -> [Attachment] {
    let folder = store.attachments
    return document.attachments.byKey.filter {
      $0.size > AttachmentTree.mostBytes && folder.state(of: $0) == .sound
    }
  }

  /// The attachments whose files are missing here.
  ///
  /// - Returns: Those that the remote has, with their objects, and those of which it has something
  ///   else.
  func missing(
    of attachments: [Attachment], in tree: AttachmentTree
  ) -> (wanted: [(attachment: Attachment, object: String)], refused: [Attachment]) {
    let (folder, keys) = (store.attachments, tree.keys)
    var wanted: [(attachment: Attachment, object: String)] = []
    var refused: [Attachment] = []
    for attachment in attachments
    where keys.contains(attachment.key) && folder.state(of: attachment) == .missing {
      if let object = tree.object(of: attachment) {
        wanted.append((attachment, object))
      } else {
        refused.append(attachment)
      }
    }
    return (wanted, refused)
  }

  /// The attachments of a document that the remote lacks, and whose files are here.
  ///
  /// No file is looked at that the remote has.
  ///
  /// - Returns: Those that can be sent, and those whose files cannot be read.
  func unsent(
    of document: ChecklistDocument, in tree: AttachmentTree
  ) -> (unsent: [Attachment], unread: [Attachment]) {
    let folder = store.attachments
    var unsent: [Attachment] = []
    var unread: [Attachment] = []
    for attachment in document.attachments.byKey
    where attachment.size <= AttachmentTree.mostBytes && tree.object(of: attachment) == nil
      && folder.state(of: attachment) == .sound
    {
      if folder.canRead(attachment) { unsent.append(attachment) } else { unread.append(attachment) }
    }
    return (unsent, unread)
  }

  /// Writes the folder of attachments as the remote is to have it.
  ///
  /// - Parameter sent: The objects with the files that the remote lacks, by key.
  /// - Returns: The object of the folder; nil when nothing is in it.
  /// - Throws: ``SyncError``; of kind ``SyncError/Kind/damaged`` when something else has its name.
  func folder(
    of merged: MergedDocument, _ sent: [String: String], over tree: AttachmentTree,
    to repository: borrowing SideRepository
  ) throws(SyncError) -> String? {
    let keys = Set(merged.document.attachments.byKey.map(\.key))
    let kept = tree.entries(namedBy: keys, replacing: Set(sent.keys))
    if sent.isEmpty, kept.count == tree.entries.count { return tree.object }
    guard !tree.isBlocked else {
      throw SyncError(.damaged, "\(AttachmentTree.name) in the remote is not a folder")
    }
    let own = sent.map { key, object in
      TreeEntry(mode: "100644", type: "blob", object: object, size: nil, name: key)
    }
    return kept.isEmpty && own.isEmpty ? nil : try repository.writeTree(kept + own)
  }

  /// Where the files of a document's attachments are, when the remote has what was sent.
  func places(
    of document: ChecklistDocument, in tree: AttachmentTree, sending files: [String: String]
  ) -> [(attachment: Attachment, place: SyncBase.Place)] {
    document.attachments.byKey.map { attachment in
      if attachment.size > AttachmentTree.mostBytes { return (attachment, .tooLarge) }
      let isThere = files[attachment.key] != nil || tree.object(of: attachment) != nil
      return (attachment, isThere ? .remote : .nowhere)
    }
  }
}
