import ChecklistCore

/// That a document and a commit of its remote were the same.
struct Agreement {
  /// The file of it in the side repository.
  static let name = "checklists-agreement"

  /// The commit.
  let commit: String
  /// Whether the document has conflicts.
  let hasConflicts: Bool
  private let fingerprint: Fingerprint

  init(on commit: String, _ document: [UInt8], hasConflicts: Bool) {
    (self.commit, self.hasConflicts) = (commit, hasConflicts)
    fingerprint = Fingerprint(document)
  }

  /// The agreement in a file; nil when there is none that can be read.
  init?(_ path: String) {
    guard let bytes = try? PlainFile(path: path).read() else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 4, String(words[0]).isObjectName, let size = Int(words[1]),
      let checksum = UInt64(words[2])
    else { return nil }
    (commit, hasConflicts) = (String(words[0]), words[3] != "0")
    fingerprint = Fingerprint(size: size, checksum: checksum)
  }

  /// What the file has.
  var text: [UInt8] {
    Array(
      "\(commit) \(fingerprint.size) \(fingerprint.checksum) \(hasConflicts ? 1 : 0)\n".utf8)
  }

  /// Whether a document is still what it was.
  ///
  /// - Parameter path: Its file.
  /// - Returns: Whether it is; false when the file cannot be read.
  func isOn(_ path: String) -> Bool {
    guard let bytes = try? PlainFile(path: path).read() else { return false }
    return bytes.count == fingerprint.size && Fingerprint(bytes) == fingerprint
  }
}
