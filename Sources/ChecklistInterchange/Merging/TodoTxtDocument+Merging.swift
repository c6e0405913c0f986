import ChecklistCore

extension TodoTxtDocument: MergeableFormat {
  var isOrdered: Bool { false }

  func mergeFile(
    _ bytes: [UInt8], paths: inout Numbering
  ) throws(DocumentFormatError) -> MergeFile {
    let lines = try DocumentLines(bytes)
    let (document, anchors, _) = decode(lines, name: "")
    var file = MergeFile(lines: lines, tokens: [])
    var tokens: [Int] = []
    var line = 0
    while line < lines.count {
      let own = line
      line += 1
      while line < lines.count, lines.isBlank(line) { line += 1 }
      let gap = own + 1 < line ? lines.bytes[lines.start(own + 1)..<lines.end(line - 1)] : []
      let token = token(lines, own, gap: gap)
      if token.isTask { tokens.append(file.tokens.count) }
      if let name = token.ownIdentity { file.names.append(name) }
      file.tokens.append(token)
    }
    for series in anchors.records.series {
      let line = anchors.records.lines[series.line]
      file.tokens[tokens[line.position]].item = document.checklists[0].items[line.position]
      for record in series.records {
        let record = anchors.records.lines[record].position
        file.tokens[tokens[record]].series = tokens[line.position]
      }
    }
    return file
  }

  private func token(
    _ lines: DocumentLines, _ line: Int, gap: ArraySlice<UInt8>
  ) -> MergeToken {
    let content = lines.content(line)
    let range = content.startIndex..<content.endIndex
    if lines.isBlank(line) {
      return MergeToken(
        kind: .line, range: range, prefix: [], mark: 0, rest: [], note: [],
        ending: lines.ending(line), gap: gap, words: [])
    }
    let read = TodoTxtLine(content)
    let rest = Array(read.body.bytes)
    let parts = MergePart.parts(ofTodoTxt: rest)
    var token = MergeToken(
      kind: .task, range: range, prefix: content[..<read.body.bytes.startIndex],
      mark: read.state.boxMark, rest: rest, note: [], ending: lines.ending(line), gap: gap,
      words: words(of: rest))
    token.parts = parts
    token.ownIdentity = read.body.ownIdentity.map { Array($0) }
    return token
  }

  func state(_ token: MergeToken) -> ChecklistItem.State {
    ChecklistItem.State(boxMark: token.mark) ?? .open
  }

  func words(of rest: [UInt8]) -> [UInt8] {
    let words = rest.applying(MergePart.parts(ofTodoTxt: rest).map { ($0.range, []) }).foldedSpace
    // A line of nothing else is known by it.
    return words.isEmpty ? rest.foldedSpace : words
  }

  func write(prefix: ArraySlice<UInt8>, mark: UInt8, rest: [UInt8]) -> [UInt8] { prefix + rest }

  func prefix(_ ours: MergeToken, _ theirs: MergeToken) -> ArraySlice<UInt8>? {
    guard state(ours) != .open else { return nil }
    // The earlier day on which it was done.
    return theirs.prefix.lexicographicallyPrecedes(ours.prefix) ? theirs.prefix : ours.prefix
  }

  func placeOfNewPart(in rest: [UInt8]) -> Int {
    rest[...].prefix { $0 != TodoTxtLine.lineBreak }.droppingLastSpaces().endIndex
  }
}

extension MergePart {
  /// The words of a line of todo.txt that are fields, contexts and projects.
  fileprivate static func parts(ofTodoTxt rest: [UInt8]) -> [MergePart] {
    var parts: [MergePart] = []
    let head = rest.prefix { $0 != TodoTxtLine.lineBreak }
    for word in head.split(whereSeparator: TodoTxtLine.isSeparator) {
      let range = word.startIndex..<word.endIndex
      if word.count > 1, let first = word.first, "@+".utf8.contains(first) {
        let name = String(decoding: word, as: UTF8.self)
        if parts.contains(where: { $0.name == name }) { continue }
        parts.append(MergePart(rest, name: name, range, value: []))
        continue
      }
      guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon + 1 < word.endIndex,
        let name = names[String(decoding: word[..<colon], as: UTF8.self)]
      else { continue }
      parts.append(MergePart(rest, name: name, range, value: Array(word[(colon + 1)...])))
    }
    return parts
  }

  /// The names of the fields that have a key.
  private static let names = [
    "due": "due", "rec": "repeat", "t": "start", "h": "hidden", "pri": "priority",
    "skipped": "skipped", "state": "state",
  ]
}
