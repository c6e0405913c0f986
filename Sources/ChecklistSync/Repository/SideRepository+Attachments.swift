import ChecklistCore

/// The files of attachments.
extension SideRepository {
  /// The folder with the files of attachments.
  ///
  /// - Parameter entries: The entries of the tree that has it.
  func attachments(among entries: [TreeEntry]) throws(SyncError) -> AttachmentTree {
    guard let entry = entries.first(where: { $0.name == AttachmentTree.name }) else {
      return AttachmentTree()
    }
    guard entry.type == "tree" else { return AttachmentTree(isBlocked: true) }
    return AttachmentTree(object: entry.object, try self.entries(of: entry.object))
  }

  /// Writes objects to the folder beside the document, for a change that brings them.
  ///
  /// - Parameter wanted: The attachments with their objects, whose sizes are theirs.
  /// - Returns: The files, in the same order.
  /// - Throws: ``SyncError``, or `StoreError`. Nothing is left of any file then.
  func receive(
    _ wanted: [(attachment: Attachment, object: String)], for store: DocumentStore
  ) throws -> [StagedAttachment] {
    if wanted.isEmpty { return [] }
    let input = Array(wanted.map { "\($0.object)\n" }.joined().utf8)
    var receipt = BlobReceipt(wanted, for: store)
    do throws(SyncError) {
      try run(["cat-file", "--batch"], input: input) { receipt.take($0) }
    } catch {
      throw receipt.failure ?? error
    }
    guard receipt.isComplete else { throw BlobReceipt.unreadable }
    return receipt.files
  }

  /// Writes the files of attachments as objects.
  ///
  /// - Returns: The objects by the keys, without what was lost or altered meanwhile.
  func writeObjects(
    of attachments: [Attachment], in folder: AttachmentFolder
  ) throws(SyncError) -> [String: String] {
    var found = attachments.filter(folder.canRead)
    while true {
      do throws(SyncError) {
        let objects = try writeObjects(at: found.compactMap(folder.path))
        return Dictionary(
          uniqueKeysWithValues: zip(found, objects).filter { folder.canRead($0.0) }
            .map { ($0.key, $1) })
      } catch {
        // One that went meanwhile is no damage of the repository.
        let left = found.filter(folder.canRead)
        guard left.count < found.count else { throw error }
        found = left
      }
    }
  }
}
