import ChecklistCore

/// One entry of a tree in git.
struct TreeEntry: Equatable, Sendable {
  /// Its mode, as git prints it: `100644` for a file.
  let mode: String
  /// The type: `blob`, `tree` or `commit`.
  let type: String
  /// The name of the object.
  let object: String
  /// The size of a blob in bytes.
  var size: Int?
  /// The name of the entry, as a path.
  let name: String

  /// Whether it is a regular file.
  var isFile: Bool { type == "blob" && (mode == "100644" || mode == "100755") }

  /// Reads what `git cat-file --batch` prints of a tree.
  ///
  /// - Returns: The entries, without sizes; nil when it is something else, or not the whole.
  static func entries(in output: [UInt8]) -> [TreeEntry]? {
    // 5f1d… tree 1234<LF>, then 100644 name<NUL> and the bytes of the object's name
    guard let end = output.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let header = String(decoding: output[..<end], as: UTF8.self).split(separator: " ")
    guard header.count == 3, header[0].isObjectName, header[1] == "tree",
      let size = Int(header[2]), size == output.count - end - 2,
      output.last == UInt8(ascii: "\n")
    else { return nil }
    let width = header[0].utf8.count / 2
    var rest = output[(end + 1)...].dropLast()
    var entries: [TreeEntry] = []
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let zero = rest[space...].firstIndex(of: 0), rest.endIndex - zero > width
      else { return nil }
      let mode = String(decoding: rest[..<space], as: UTF8.self)
      let object = rest[(zero + 1)...(zero + width)]
      entries.append(
        TreeEntry(
          mode: String(repeating: "0", count: max(0, 6 - mode.utf8.count)) + mode,
          type: mode == "40000" ? "tree" : mode == "160000" ? "commit" : "blob",
          object: object.map { String(Int($0), paddedTo: 2, radix: 16) }.joined(), size: nil,
          name: String(cPath: rest[(space + 1)...zero].map { CChar(bitPattern: $0) })))
      rest = rest[(zero + width + 1)...]
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
