package import ChecklistCore

/// The treatment of attachments in a format.
package enum AttachmentForm: Sendable {
  /// The file names them by their keys, and their files lie beside it under these.
  case keyed
  /// The file links to them, and their files lie beside it under their names.
  case named
  /// Their content is in the file.
  case embedded
}

/// The attachments of an export: which of them the output has, and under which names.
///
/// Their files lie in the folder beside the output, as those of a document do; see
/// `AttachmentFolder`. No file there is touched but those that are missing. Of the same export, the
/// names are the same the next time.
package struct ExportedAttachments: Sendable {
  /// The folder of the document.
  let source: AttachmentFolder
  /// The folder beside the output; nil where the output is no file.
  private let target: AttachmentFolder?
  private let form: AttachmentForm?
  /// The names of files in the folder beside the output, by the keys.
  private var names: [String: String] = [:]
  /// The files that are to be copied there.
  private var copies: [(attachment: Attachment, name: String)] = []
  /// The attachments that are left out.
  package private(set) var warnings = InterchangeWarnings()

  /// Decides what becomes of the attachments of lists.
  ///
  /// - Parameters:
  ///   - lists: The lists with the items that are exported.
  ///   - output: The path of the output; nil for standard output.
  package init(
    of lists: [ExportedList], as format: any ExportFormat.Type, from source: AttachmentFolder,
    to output: String?
  ) {
    (self.source, form) = (source, format.attachments)
    target = output.map { AttachmentFolder(beside: $0) }
    let attachments = lists.flatMap(\.attachments)
    switch form {
    case nil:
      warnings.add(format.kind, hasNo: "attachments", count: attachments.count, of: "file")
    case .keyed, .named:
      guard let target else {
        warnings.add(
          "attachment was left out: name a file with --output",
          "attachments were left out: name a file with --output", count: attachments.count)
        return
      }
      var fileNames = DistinctNames.ofFiles
      for attachment in attachments where names[attachment.key] == nil {
        guard source.state(of: attachment) == .sound else {
          warnings.addFileless()
          continue
        }
        if case .named = form {
          name(attachment, in: target, &fileNames)
        } else {
          names[attachment.key] = attachment.key
          if target.state(of: attachment) != .sound { copies.append((attachment, attachment.key)) }
        }
      }
    case .embedded: break
    }
  }

  /// Gives an attachment the first name that no other has, in the output or in the folder.
  private mutating func name(
    _ attachment: Attachment, in target: AttachmentFolder,
    _ fileNames: inout DistinctNames<String>
  ) {
    while true {
      let name = fileNames.next(attachment.fileName)
      switch target.presence(of: name, as: attachment, in: source) {
      case .nothing: copies.append((attachment, name))
      case .same: break
      case .other: continue
      }
      names[attachment.key] = name
      return
    }
  }

  /// How many files are, or will be, beside the output.
  package var fileCount: Int { names.count }

  /// Whether a file is still to be copied.
  package var hasCopies: Bool { !copies.isEmpty }

  /// Copies the files that are not beside the output.
  ///
  /// - Throws: `StoreError`; the files that were copied stay.
  package func write() throws(StoreError) {
    guard let target else { return }
    target.removeTemporaries()
    let isKeyed = if case .keyed = form { true } else { false }
    for (attachment, name) in copies {
      try target.take(attachment, from: source, as: name, replaces: isKeyed)
    }
    if hasCopies { try target.synchronize() }
  }

  /// The path of the file of an attachment, from the folder in which the output is; nil for one
  /// that is not in the output.
  func path(of attachment: Attachment) -> String? {
    guard let target else { return nil }
    return names[attachment.key].map { FileSystem.join(FileSystem.name(of: target.path), $0) }
  }
}

extension [ExportedList] {
  /// Whether an item of them has attachments.
  package var haveAttachments: Bool {
    contains { list in
      // By index, because an item that is handed out is copied.
      list.positions.contains { list.checklist.items[$0].hasAttachments }
    }
  }
}

extension ExportedList {
  fileprivate var attachments: [Attachment] {
    positions.filter { checklist.items[$0].hasAttachments }
      .flatMap { checklist.items[$0].attachments }
  }
}

extension InterchangeWarnings {
  /// Counts an attachment whose file cannot be had.
  mutating func addFileless() {
    add(
      "attachment was left out, since its file is missing or altered",
      "attachments were left out, since their files are missing or altered")
  }
}
