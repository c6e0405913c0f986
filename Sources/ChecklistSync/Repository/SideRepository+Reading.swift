import ChecklistCore

extension SideRepository {
  /// The last commit before a ref and another commit, from which both have come.
  ///
  /// - Parameter other: The other commit; nil for none.
  /// - Returns: The commit; nil when there is none. It is that of the ref when there is no other.
  func commonAncestor(_ reference: Reference, _ other: String?) throws(SyncError) -> String? {
    guard let commit = try commit(reference), let other, other != commit else {
      return try commit(reference)
    }
    let result = try gitErrors { () throws(GitFailure) in
      try git.result(of: ["merge-base", commit, other], in: path)
    }
    if result.status == 1 { return nil }
    guard result.status == 0, let name = Self.lines(of: result.output).first, name.isObjectName
    else { throw SyncError(GitFailure(reading: result.errors, isLocal: true)) }
    return name
  }

  /// Whether a commit is there, and another one or what it was made from.
  func isAncestor(_ commit: String, of other: String) throws(SyncError) -> Bool {
    try gitErrors { () throws(GitFailure) in
      try git.result(of: ["merge-base", "--is-ancestor", commit, other], in: path)
    }.status == 0
  }

  /// The entries of a tree, one level deep.
  ///
  /// - Parameter commit: The name of the tree, or of a commit that has it.
  /// - Throws: ``SyncError`` of kind ``SyncError/Kind/damaged`` when there are far too many.
  func entries(of commit: String) throws(SyncError) -> [TreeEntry] {
    // The object itself, whose size comes first: output that is cut is not a smaller tree.
    let tree = try run(
      ["cat-file", "--batch"], input: Array("\(commit)^{tree}\n".utf8), mostOutput: TreeLimits.names
    )
    guard let entries = TreeEntry.entries(in: tree) else { throw Self.unreadableTree }
    if entries.isEmpty { return [] }
    let output = try run(
      ["cat-file", "--batch-check"],
      input: Array(entries.map { "\($0.object)\n" }.joined().utf8))
    let lines = Self.lines(of: output)
    guard lines.count == entries.count else { throw Self.unreadableTree }
    return try zip(entries, lines).map { (entry, line) throws(SyncError) in
      // 5f1d… blob 1234; a module is in another repository.
      let words = line.split(separator: " ").map(String.init)
      if entry.type == "commit" { return entry }
      guard words.count == 3, words[0] == entry.object, words[1] == entry.type,
        let size = Int(words[2])
      else { throw Self.unreadableTree }
      var entry = entry
      if entry.type == "blob" { entry.size = size }
      return entry
    }
  }

  private static var unreadableTree: SyncError {
    SyncError(GitFailure(.brokenRepository, "a tree cannot be read"))
  }

  /// The files of the text form among entries of trees.
  ///
  /// - Returns: The contents, by the names of their objects.
  /// - Throws: ``SyncError`` of kind ``SyncError/Kind/damaged`` for one that is no regular file, or
  ///   too large.
  func contents(of entries: [TreeEntry]) throws(SyncError) -> [String: [UInt8]] {
    var sizes: [String: Int] = [:]
    var total = 0
    for entry in entries where TextForm.mayHave(entry.name) {
      guard entry.isFile, let size = entry.size else {
        throw SyncError(.damaged, "\(entry.name) in the remote is not a regular file")
      }
      guard sizes.updateValue(size, forKey: entry.object) == nil else { continue }
      total += size
      try TreeLimits().check(file: size, total: total, of: "\(entry.name) in the remote")
    }
    guard !sizes.isEmpty else { return [:] }
    let objects = sizes.keys.sorted()
    let output = try run(
      ["cat-file", "--batch"], input: Array(objects.map { "\($0)\n" }.joined().utf8),
      // Before each there is a line, and after it one byte.
      mostOutput: total + 128 * objects.count)
    var contents: [String: [UInt8]] = [:]
    var rest = output[...]
    for object in objects {
      // 5f1d… blob 1234
      let size = sizes[object] ?? 0
      let header = Array("\(object) blob \(size)\n".utf8)
      guard rest.starts(with: header), rest.count > header.count + size else {
        throw SyncError(GitFailure(.brokenRepository, "an object cannot be read"))
      }
      rest = rest.dropFirst(header.count)
      contents[object] = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }
}
