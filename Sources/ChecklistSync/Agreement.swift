import ChecklistCore

/// That a document and a commit of its remote were the same.
struct Agreement {
  /// The file of it in the side repository.
  static let name = "checklists-agreement"

  /// The commit.
  let commit: String
  /// The document's size in bytes, and what its content hashes to.
  private let size: Int
  private let hash: UInt64

  init(on commit: String, _ document: [UInt8]) {
    (self.commit, size) = (commit, document.count)
    hash = StableHash(document).value
  }

  /// The agreement in a file; nil when there is none that can be read.
  init?(_ path: String) {
    guard let bytes = try? PlainFile(path: path).read() else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 3, String(words[0]).isObjectName, let size = Int(words[1]),
      let hash = UInt64(words[2])
    else { return nil }
    (commit, self.size, self.hash) = (String(words[0]), size, hash)
  }

  /// What the file has.
  var text: [UInt8] { Array("\(commit) \(size) \(hash)\n".utf8) }

  /// Whether a document is still what it was.
  ///
  /// - Parameter path: Its file.
  /// - Returns: Whether it is; false when the file cannot be read.
  func isOn(_ path: String) -> Bool {
    guard let bytes = try? PlainFile(path: path).read() else { return false }
    return bytes.count == size && StableHash(bytes).value == hash
  }
}
