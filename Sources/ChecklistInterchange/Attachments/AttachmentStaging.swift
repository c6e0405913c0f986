package import ChecklistCore

/// Finds the files of the attachments of an import, and copies those that a document lacks.
///
/// An attachment with a key has its file under the key, in the folder beside the imported file;
/// see `AttachmentFolder`. One of ``ImportedItem/files`` gets a new key.
package struct AttachmentStaging {
  private let store: DocumentStore
  private let own: AttachmentFolder
  /// The files that are to get a key, by that key.
  private var files: [String: ContainedFile] = [:]
  /// Whether an item has an attachment whose file is there.
  package private(set) var hasFound = false

  /// Brings files to the document of a store.
  package init(_ store: DocumentStore) {
    self.store = store
    own = store.attachments
  }

  /// Gives the items of a file those attachments whose files are there, and takes away the others,
  /// with a warning that counts them.
  package mutating func resolve(_ file: inout ImportedFile) {
    let folder = file.attachments
    let directory = file.path.map { FileSystem.parent(of: AttachmentFolder(beside: $0).path) }
    for list in file.lists.indices {
      for item in file.lists[list].items.indices
      where file.lists[list].items[item].hasAttachments {
        let imported = file.lists[list].items[item]
        var attachments = imported.item.attachments.filter { attachment in
          isThere(attachment, in: folder, &file.warnings)
        }
        var paths: Set<String> = []
        for named in imported.files where paths.insert(named.path).inserted {
          guard let found = directory.flatMap({ ContainedFile(named.path, in: $0) }) else {
            if !named.isOptional { file.warnings.addMissingAttachment() }
            continue
          }
          let attachment = Attachment(name: named.name, size: found.size)
          files[attachment.key] = found
          attachments.append(attachment)
        }
        hasFound = hasFound || !attachments.isEmpty
        file.lists[list].items[item].setAttachments(attachments)
      }
    }
  }

  private func isThere(
    _ attachment: Attachment, in folder: AttachmentFolder?,
    _ warnings: inout InterchangeWarnings
  ) -> Bool {
    guard attachment.hasSoundKey else {
      warnings.add(
        "attachment was left out, since its key is not the name of a file",
        "attachments were left out, since their keys are not names of files")
      return false
    }
    switch own.state(of: attachment) {
    case .sound: return true
    case .missing where folder?.state(of: attachment) == .sound: return true
    case .missing, .altered, .unsoundKey:
      warnings.addMissingAttachment()
      return false
    }
  }

  /// Copies the files that a plan gives to items, each under a temporary name.
  ///
  /// Afterwards the items have no attachment without a file.
  ///
  /// - Throws: `StoreError` when a file cannot be copied.
  package func stage(
    _ imported: inout [ImportedFile], for plan: ImportPlan
  ) throws(StoreError) -> [StagedAttachment] {
    let attached = plan.attached
    var copies: [StagedAttachment] = []
    for file in imported {
      guard let folder = file.attachments else { continue }
      let staged = Set(copies.map(\.attachment.key))
      let missing = file.lists.flatMap(\.items).lazy.filter(\.item.hasAttachments)
        .flatMap(\.item.attachments)
        .filter { files[$0.key] == nil && !staged.contains($0.key) }
      // Also what the document names already, and has lost.
      copies += try store.stage(Array(missing), from: folder)
    }
    for attachment in attached {
      if let file = files[attachment.key] { copies.append(try store.stage(file, as: attachment)) }
    }
    let staged = Set(copies.map(\.attachment.key))
    for file in imported.indices {
      imported[file].keepAttachments { attachment in
        staged.contains(attachment.key)
          || files[attachment.key] == nil && own.state(of: attachment) == .sound
      }
    }
    return copies
  }
}

extension ImportedFile {
  /// The folder in which the files of its attachments lie under their keys; nil for no folder that
  /// it can have.
  fileprivate var attachments: AttachmentFolder? {
    let folder = path.map { AttachmentFolder(beside: $0) }
    return folder?.isLink == false ? folder : nil
  }

  /// Whether an item of it names a file.
  package var hasAttachments: Bool {
    lists.contains { list in
      // By index, because an item that is handed out is copied.
      list.items.indices.contains { list.items[$0].hasAttachments }
    }
  }

  fileprivate mutating func keepAttachments(where isKept: (Attachment) -> Bool) {
    for list in lists.indices {
      for item in lists[list].items.indices where lists[list].items[item].item.hasAttachments {
        let attachments = lists[list].items[item].item.attachments
        lists[list].items[item].setAttachments(attachments.filter(isKept))
      }
    }
  }
}

extension ImportedItem {
  /// Whether it names a file.
  fileprivate var hasAttachments: Bool { item.hasAttachments || !files.isEmpty }

  fileprivate mutating func setAttachments(_ attachments: [Attachment]) {
    if !files.isEmpty { named[.attachments] = true }
    if item.attachments != attachments { item.attachments = attachments.normalized() }
  }
}

extension InterchangeWarnings {
  /// Counts an attachment without a file.
  fileprivate mutating func addMissingAttachment() {
    add(
      "attachment was left out, since its file is missing or altered",
      "attachments were left out, since their files are missing or altered")
  }
}

extension ImportPlan {
  /// The attachments that items get.
  package var attached: [Attachment] {
    changes.flatMap { change -> [Attachment] in
      switch change {
      case .editItems(_, _, let edit): return edit.attached
      case .addItems(let items, _, _):
        // By index, because an item that is handed out is copied.
        return items.indices.filter { items[$0].hasAttachments }.flatMap { items[$0].attachments }
      default: return []
      }
    }
  }
}
