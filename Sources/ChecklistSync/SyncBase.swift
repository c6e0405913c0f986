import ChecklistCore

/// The last state that a document and its remote had in common: a commit of the remote, and the
/// file of the document that had the same content.
///
/// While both are as they were, and each attachment has its file here, or not, as it was, the next
/// synchronisation has nothing to do, and reads neither a document nor a tree.
struct SyncBase {
  /// The name of its file in the side repository.
  static let name = "checklists-agreement"

  /// The file with the next base, which is written before the document is saved or sent.
  ///
  /// It becomes the base once the history has the document and the remote has the commit.
  static let nextName = "checklists-next-agreement"

  /// The place of the file of an attachment.
  enum Place: String {
    /// The remote has it.
    case remote
    /// The remote does not have it, and neither was it here.
    case nowhere
    /// It is too large for the remote.
    case tooLarge
  }

  /// The commit.
  let commit: String
  /// Whether the document has conflicts.
  let hasConflicts: Bool
  /// The attachments of the document, by their keys and sizes alone.
  private let attachments: [(attachment: Attachment, place: Place)]
  /// The fingerprint of the document's file.
  let fingerprint: Fingerprint

  init(
    on commit: String, _ document: Fingerprint, hasConflicts: Bool,
    _ attachments: [(attachment: Attachment, place: Place)] = []
  ) {
    (self.commit, self.hasConflicts, self.attachments) = (commit, hasConflicts, attachments)
    fingerprint = document
  }

  /// Reads a file; nil when there is none that can be read.
  init?(_ path: String) {
    guard let bytes = try? PlainFile(path: path).read() else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let words = lines.first, words.count == 4, words[0].isObjectName,
      let size = Int(words[1]), let checksum = UInt64(words[2])
    else { return nil }
    (commit, hasConflicts) = (words[0], words[3] != "0")
    fingerprint = Fingerprint(size: size, checksum: checksum)
    var attachments: [(attachment: Attachment, place: Place)] = []
    for words in lines.dropFirst() {
      guard words.count == 3, Attachment.isKey(words[0]), let size = Int(words[1]), size >= 0,
        let place = Place(rawValue: words[2])
      else { return nil }
      attachments.append((Attachment(storedKey: words[0], name: words[0], size: size), place))
    }
    self.attachments = attachments
  }

  /// The content of its file: a line of its own, then a line an attachment.
  var text: [UInt8] {
    let lines = attachments.map { attachment, place in
      "\(attachment.key) \(attachment.size) \(place.rawValue)\n"
    }
    return Array(
      ("\(commit) \(fingerprint.size) \(fingerprint.checksum) \(hasConflicts ? 1 : 0)\n"
        + lines.joined()).utf8)
  }

  /// Whether an attachment is too large for the remote, which is told each time.
  var hasTooLarge: Bool { attachments.contains { $0.place == .tooLarge } }

  /// Whether the document's file is as it was; false when it cannot be read.
  func isOn(_ path: String) -> Bool {
    guard let bytes = try? PlainFile(path: path).read() else { return false }
    return bytes.count == fingerprint.size && Fingerprint(bytes) == fingerprint
  }

  /// Whether no file is missing that the remote has, and none is here that the remote lacks.
  func isOn(_ folder: AttachmentFolder) -> Bool {
    attachments.allSatisfy { attachment, place in
      switch place {
      case .remote: folder.state(of: attachment) != .missing
      case .nowhere: !folder.canRead(attachment)
      case .tooLarge: true
      }
    }
  }
}
