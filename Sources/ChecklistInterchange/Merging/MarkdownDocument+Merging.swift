import ChecklistCore

extension MarkdownDocument: MergeableFormat {
  var isOrdered: Bool { true }

  func mergeFile(
    _ bytes: [UInt8], paths: inout Numbering
  ) throws(DocumentFormatError) -> MergeFile {
    var reader = MarkdownMergeReader(try read(bytes, name: ""), &paths)
    reader.run()
    return reader.file
  }

  func state(_ token: MergeToken) -> ChecklistItem.State {
    ChecklistItem.State(boxMark: token.mark) ?? .open
  }

  func words(of rest: [UInt8]) -> [UInt8] {
    MergePart.words(of: rest, without: MergePart.parts(ofMarkdown: rest))
  }

  func write(prefix: ArraySlice<UInt8>, mark: UInt8, rest: [UInt8]) -> [UInt8] {
    prefix + [mark] + rest
  }

  func prefix(_ ours: MergeToken, _ theirs: MergeToken) -> ArraySlice<UInt8>? { ours.prefix }

  func placeOfNewPart(in rest: [UInt8]) -> Int {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return line[..<MarkdownHead.tail(of: line)].droppingLastSpaces().endIndex
  }
}

/// Divides a Markdown file into what a merge keeps together.
private struct MarkdownMergeReader {
  private let reading: MarkdownReading
  private var tree: MarkdownTree { reading.contents.tree }
  private(set) var file: MergeFile
  /// The task, and the heading of the file, that begins on each line.
  private var taskAt: [Int: Int] = [:]
  private var headingAt: [Int: Int] = [:]
  private var tokenOfTask: [Int]
  /// The kinds of blocks of each line.
  private var paths: [Int]

  init(_ reading: MarkdownReading, _ numbering: inout Numbering) {
    self.reading = reading
    let contents = reading.contents
    file = MergeFile(lines: contents.lines, tokens: [])
    tokenOfTask = Array(repeating: 0, count: contents.tasks.count)
    paths = Array(repeating: numbering.number(of: []), count: contents.lines.count)
    for (number, task) in contents.tasks.enumerated() {
      taskAt[contents.tree[task.node].first] = number
    }
    for node in contents.tree.children(of: MarkdownTree.root)
    where contents.tree[node].kind == .heading {
      headingAt[contents.tree[node].first] = node
    }
    setPaths(below: MarkdownTree.root, [], &numbering)
  }

  private mutating func setPaths(
    below node: Int, _ path: [UInt8], _ numbering: inout Numbering
  ) {
    var next = tree[node].firstChild
    while let child = next {
      next = tree[child].next
      let path = path + [tree[child].kind.number]
      let number = numbering.number(of: path)
      let last = min(tree[child].last, paths.count - 1)
      if tree[child].first <= last {
        for line in tree[child].first...last { paths[line] = number }
      }
      if tree[child].firstChild != nil { setPaths(below: child, path, &numbering) }
    }
  }

  mutating func run() {
    let lines = file.lines
    var line = 0
    var heading: Int?
    if tree.frontLines > 0 {
      let last = tree.frontLines - 1
      line = append(.frontMatter, 0...last, words: Array(lines.bytes[range(0...last)]))
    }
    while line < lines.count {
      let number = file.tokens.count
      if let task = taskAt[line] {
        line = append(task: task)
      } else if let node = headingAt[line] {
        let last = tree[node].last
        line = append(
          .heading, line...last, words: lines.bytes[range(line...last)].foldedSpace)
      } else {
        let content = lines.content(line)
        if let name = content.definedLabel { file.names.append(name) }
        line = append(.line, line...line, words: Array(content.trimmingSpaces()))
      }
      if let own = file.tokens[number].ownIdentity { file.names.append(own) }
      file.tokens[number].heading = heading
      if file.tokens[number].kind == .heading { heading = number }
    }
    setSeries()
  }

  private func range(_ lines: ClosedRange<Int>) -> Range<Int> {
    file.lines.start(lines.lowerBound)..<file.lines.stop(lines.upperBound)
  }

  /// Appends some lines and the blank ones after them.
  ///
  /// - Returns: The next line.
  private mutating func append(
    _ kind: MergeToken.Kind, _ own: ClosedRange<Int>, words: [UInt8],
    task: (prefix: ArraySlice<UInt8>, mark: UInt8, rest: [UInt8], note: ArraySlice<UInt8>)? = nil
  ) -> Int {
    let lines = file.lines
    var next = own.upperBound + 1
    while next < lines.count, lines.isBlank(next), taskAt[next] == nil { next += 1 }
    let after = own.upperBound + 1
    let gap = after < next ? lines.bytes[lines.start(after)..<lines.end(next - 1)] : []
    var token = MergeToken(
      kind: kind, range: range(own), prefix: task?.prefix ?? [], mark: task?.mark ?? 0,
      rest: task?.rest ?? [], note: task?.note ?? [], ending: lines.ending(own.upperBound),
      gap: gap, words: words)
    token.path = paths[own.lowerBound]
    file.tokens.append(token)
    return next
  }

  private mutating func append(task number: Int) -> Int {
    let (lines, contents) = (file.lines, reading.contents)
    let task = contents.tasks[number]
    let node = contents.tree[task.node]
    let last = contents.tree.textLines(of: task.paragraph).upperBound
    let rest = Array(lines.bytes[task.box + 2..<lines.stop(last)])
    var end = last
    // An underlined text has its line too.
    if contents.tree[task.paragraph].isUnderlined { end = contents.tree[task.paragraph].last }
    while end + 1 <= node.last, taskAt[end + 1] == nil { end += 1 }
    while end > last, lines.isBlank(end) { end -= 1 }
    let note = lines.bytes[lines.stop(last)..<lines.stop(end)]
    let parts = MergePart.parts(ofMarkdown: rest)
    let words = MergePart.words(of: rest, without: parts)
    let token = file.tokens.count
    tokenOfTask[number] = token
    let next = append(
      .task, node.first...end, words: words,
      task: (
        lines.bytes[lines.start(node.first)..<task.box + 1], lines.bytes[task.box + 1], rest, note
      ))
    file.tokens[token].parts = parts
    file.tokens[token].parent = task.parent.map { tokenOfTask[$0] }
    if rest.contains(where: { $0 == 0xF0 || $0 == UInt8(ascii: "^") }) {
      let own = MarkdownHead(contents.tree, paragraph: task.paragraph, from: task.box + 3)
        .ownIdentity
      file.tokens[token].ownIdentity = own.map { Array($0.text.utf8) }
    }
    return next
  }

  /// Notes the tasks that repeat, and their records.
  private mutating func setSeries() {
    let contents = reading.contents
    func token(_ line: RepeatingLine) -> Int {
      tokenOfTask[contents.lists[line.key.list].tasks.lowerBound + line.position]
    }
    for series in reading.records.series {
      let line = reading.records.lines[series.line]
      let number = token(line)
      file.tokens[number].item =
        reading.document.checklists[line.key.list].items[line.position]
      for record in series.records {
        file.tokens[token(reading.records.lines[record])].series = number
      }
    }
  }
}

extension MarkdownNode.Kind {
  /// A number for each kind.
  fileprivate var number: UInt8 {
    switch self {
    case .root: 0
    case .quote: 1
    case .item: 2
    case .paragraph: 3
    case .heading: 4
    case .rule: 5
    case .indentedCode: 6
    case .fencedCode: 7
    case .html: 8
    }
  }
}

extension MergePart {
  /// The names of fields of other programs that are dates or rules.
  private static let otherNames = ["scheduled", "start", "cancelled", "repeat"]

  /// The fields in the paragraph of a task of Markdown.
  fileprivate static func parts(ofMarkdown rest: [UInt8]) -> [MergePart] {
    var scan = MarkdownFieldScan(rest, findsOthers: true)
    scan.run()
    var parts = scan.fields.map { field in
      MergePart(
        rest, name: field.kind.mergeName, field.range, value: Array(rest[field.valueRange]))
    }
    for other in scan.others where otherNames.contains(other.name) {
      let digits = rest[other.range].drop { $0 >= 0x80 || "[( ".utf8.contains($0) || $0.isLetter }
      parts.append(MergePart(rest, name: other.name, other.range, value: Array(digits)))
    }
    return parts.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The words of a paragraph after the closing bracket of its box.
  fileprivate static func words(of rest: [UInt8], without parts: [MergePart]) -> [UInt8] {
    let words = parts.isEmpty ? rest : rest.applying(parts.map { ($0.range, []) })
    return words.dropFirst().foldedSpace
  }

  /// A field with the white space before it.
  init(_ rest: [UInt8], name: String, _ range: Range<Int>, value: [UInt8]) {
    let start = rest[..<range.lowerBound].droppingLastSpaces().endIndex
    let whole = start..<range.upperBound
    self.init(name: name, range: whole, value: value, source: Array(rest[whole]))
  }
}

extension MarkdownField.Kind {
  fileprivate var mergeName: String {
    switch self {
    case .repetition: "repeat"
    case .created: "created"
    case .due: "due"
    case .completed: "completed"
    case .skipReason: "skipped"
    }
  }
}
