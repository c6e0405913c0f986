package import ChecklistCore

/// The merge of two text files that were made from a third, by what they mean.
///
/// It gives a file only if that, read again, says what was meant; else it says why not.
package enum TextDocumentMerge {
  /// Merges two versions of a file of text.
  ///
  /// - Parameters:
  ///   - base: The file from which both were made.
  ///   - format: The format of all three; one that cannot be merged so leaves all to a merge by
  ///     lines.
  /// - Returns: The merged file.
  /// - Throws: ``TextMergeConflict`` where the sides have changed something differently.
  package static func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], as format: any DocumentFormat
  ) throws(TextMergeConflict) -> [UInt8] {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    guard let format = format as? any MergeableFormat else { throw .laws }
    return try merge(base, ours, theirs, format)
  }

  private static func merge(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ format: some MergeableFormat
  ) throws(TextMergeConflict) -> [UInt8] {
    let versions = [base, ours, theirs]
    let ends = versions.map(LineEnd.all)
    if ends.allSatisfy({ $0.count == 1 }), Set(ends.joined()).count > 1 {
      // The document has one line end, which is merged as a field.
      let end = ThreeWay(base: ends[0], first: ends[1], second: ends[2])
        .value(\.self, isSame: ==) { one, _ in one }
      let merged = try merge(
        LineEnd.lineFeeds(base), LineEnd.lineFeeds(ours), LineEnd.lineFeeds(theirs), format)
      return LineEnd.replace(in: merged, with: end.first ?? [])
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard Set(versions.map { $0.starts(with: mark) }).count == 1 else { throw .byteOrderMark }
    guard versions.allSatisfy(\.isUTF8) else { throw .laws }
    var paths = Numbering()
    var files: [MergeFile] = []
    for version in versions {
      do {
        files.append(try format.mergeFile(version, paths: &paths))
      } catch {
        throw .laws
      }
    }
    guard files.allSatisfy({ $0.lines.conflictLine == nil }) else { throw .conflictMarkers }
    let keys = try MergeKeys(&files)
    let merge = try MergedFile(
      base: files[0], ours: MergeSide(files[1], of: files[0]),
      theirs: MergeSide(files[2], of: files[0]), format, keys)
    return try merge.run(paths: &paths)
  }
}

/// What ends the lines of a file.
private enum LineEnd {
  /// All that end a line.
  static func all(_ bytes: [UInt8]) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\n") where index == 0 || bytes[index - 1] != UInt8(ascii: "\r"):
        found.insert([bytes[index]])
      case UInt8(ascii: "\r"):
        let isPair = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
        found.insert(isPair ? Array("\r\n".utf8) : [bytes[index]])
      default: break
      }
    }
    return found
  }

  /// A file whose lines end with line feeds.
  static func lineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\r") {
        result.append(UInt8(ascii: "\n"))
      } else if bytes[index] != UInt8(ascii: "\n") || index == 0
        || bytes[index - 1] != UInt8(ascii: "\r")
      {
        result.append(bytes[index])
      }
    }
    return result
  }

  /// A file with other bytes for its line feeds.
  static func replace(in bytes: [UInt8], with end: [UInt8]) -> [UInt8] {
    if end == [UInt8(ascii: "\n")] { return bytes }
    return Array(
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .joined(separator: end))
  }
}

/// One side of a merge.
struct MergeSide {
  let file: MergeFile
  let alignment: MergeAlignment
  /// The first task in the same list before each task.
  private(set) var previous: [Int?] = []
  /// The newest record that is new, by its task.
  private(set) var newestRecords: [Int: Int] = [:]

  var tokens: [MergeToken] { file.tokens }

  init(_ file: MergeFile, of base: MergeFile) throws(TextMergeConflict) {
    self.file = file
    alignment = try MergeAlignment(base.tokens, file.tokens)
    previous = Array(repeating: nil, count: file.tokens.count)
    var last: [MergePlace: Int] = [:]
    for (index, token) in file.tokens.enumerated() {
      if let task = token.series, self.base(of: index) == nil {
        let newest = newestRecords[task].map { file.tokens[$0].done }
        if newest?.lexicographicallyPrecedes(token.done) != false { newestRecords[task] = index }
      }
      if token.isTask {
        previous[index] = last.updateValue(index, forKey: token.place { $0 })
      } else if !token.isIndented(in: file.lines) {
        last = [:]
      }
    }
  }

  func base(of token: Int) -> Int? { alignment.toBase[token] }
  func token(of base: Int) -> Int? { alignment.fromBase[base] }

  /// Where a part stands in the base; what is new there has a number that no other version has.
  func place(of token: Int) -> MergePlace {
    tokens[token].place { base(of: $0) ?? -1 - $0 }
  }

  /// Whether the side has a task that the base does not have.
  var hasNewTask: Bool { tokens.indices.contains { tokens[$0].isTask && base(of: $0) == nil } }
}

extension MergeToken {
  /// Whether a line stands in a quote or an item.
  fileprivate func isIndented(in lines: DocumentLines) -> Bool {
    guard let first = lines.bytes[range].first else { return false }
    return first.isSpace || first == UInt8(ascii: ">")
  }
}

/// The keys by which the parts of three files are the same.
struct MergeKeys {
  /// The texts that more than one task of a file has.
  let repeatedTexts: Set<Int>
  /// The keys of tasks that nothing tells apart.
  let groups: Set<Int>

  /// Gives each part of some files its keys.
  ///
  /// - Throws: `ambiguousIdentity` where two tasks of a file have one identity.
  init(_ files: inout [MergeFile]) throws(TextMergeConflict) {
    var keys = Numbering()
    var holders: [[UInt8]: Int] = [:]
    for index in files.indices {
      var own: Set<[UInt8]> = []
      for token in files[index].tokens.indices {
        let norm = Self.norm(of: files[index].tokens[token])
        files[index].tokens[token].norm = keys.number(of: norm)
        guard let identity = files[index].tokens[token].ownIdentity else { continue }
        guard own.insert(identity).inserted else { throw .ambiguousIdentity }
        holders[identity, default: 0] += 1
      }
    }
    let repeated = Self.repeated(files, \.norm)
    for index in files.indices {
      for token in files[index].tokens.indices {
        files[index].tokens[token].key = Self.key(
          of: token, in: files[index].tokens, repeated, holders, &keys)
      }
    }
    (repeatedTexts, groups) = (repeated, Self.repeated(files, \.key))
  }

  private static func norm(of token: MergeToken) -> [UInt8] {
    switch token.kind {
    case .task where token.isRecord:
      // Dates tell records apart.
      Array("r".utf8) + token.done + [0] + token.words
        + token.parts.flatMap { [0] + $0.name.utf8 + [0] + $0.value }
    case .task: Array("t".utf8) + token.words
    case .frontMatter: Array("f".utf8)
    case .heading, .line: Array("l".utf8) + token.words
    }
  }

  private static func key(
    of index: Int, in tokens: [MergeToken], _ repeated: Set<Int>, _ holders: [[UInt8]: Int],
    _ keys: inout Numbering
  ) -> Int {
    let token = tokens[index]
    guard token.isTask else { return token.norm }
    if let own = token.ownIdentity, holders[own, default: 0] > 1 {
      return keys.number(of: Array("i".utf8) + own)
    }
    guard repeated.contains(token.norm) else { return token.norm }
    var key = Array("p\(token.norm) ".utf8)
    if let heading = token.heading { key += "\(tokens[heading].norm)".utf8 }
    var next = token.parent
    while let parent = next {
      key += " \(tokens[parent].norm)".utf8
      next = tokens[parent].parent
    }
    return keys.number(of: key)
  }

  /// The keys that more than one task of a file has.
  private static func repeated(
    _ files: [MergeFile], _ key: (MergeToken) -> Int
  ) -> Set<Int> {
    var repeated: Set<Int> = []
    for file in files {
      var found: Set<Int> = []
      for token in file.tokens where token.isTask {
        if !found.insert(key(token)).inserted { repeated.insert(key(token)) }
      }
    }
    return repeated
  }
}
