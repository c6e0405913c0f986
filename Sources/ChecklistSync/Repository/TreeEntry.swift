import ChecklistCore

/// One entry of a tree in git.
struct TreeEntry: Equatable, Sendable {
  /// Its mode, as git prints it: `100644` for a file.
  let mode: String
  /// What it is: `blob`, `tree` or `commit`.
  let type: String
  /// The name of the object.
  let object: String
  /// The size of a blob in bytes.
  let size: Int?
  /// The name of the entry, as a path.
  let name: String

  /// Whether it is a regular file.
  var isFile: Bool { type == "blob" && (mode == "100644" || mode == "100755") }

  /// Reads what `git ls-tree -l -z` prints.
  ///
  /// - Parameter listing: Its output.
  /// - Returns: The entries; nil when it is something else.
  static func entries(in listing: [UInt8]) -> [TreeEntry]? {
    var entries: [TreeEntry] = []
    for record in listing.split(separator: 0) {
      // 100644 blob 5f1d…      1234<TAB>name
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let fields = record[..<tab].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4, fields[2].isObjectName else { return nil }
      let name = record[record.index(after: tab)...].map { CChar(bitPattern: $0) } + [0]
      entries.append(
        TreeEntry(
          mode: fields[0], type: fields[1], object: fields[2], size: Int(fields[3]),
          name: String(cPath: name)))
    }
    return entries
  }

  /// The line that `git mktree -z` reads.
  var line: [UInt8] {
    Array("\(mode) \(type) \(object)\t".utf8) + name.cPath.map { UInt8(bitPattern: $0) }
  }
}

extension StringProtocol {
  /// Whether it is the name of an object: 40 hexadecimal digits, or 64.
  var isObjectName: Bool {
    (utf8.count == 40 || utf8.count == 64)
      && utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
