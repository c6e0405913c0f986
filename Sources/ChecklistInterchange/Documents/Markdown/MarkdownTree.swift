import ChecklistCore

/// The blocks of a Markdown file, each in the one in which it stands.
struct MarkdownTree: Sendable {
  /// The block that is the file.
  static let root = 0

  /// The lines of the file.
  let lines: DocumentLines
  /// How many lines are front matter.
  let frontLines: Int
  /// All blocks, the file first, each before those in it.
  private(set) var nodes: [MarkdownNode]
  /// The first line, from 1, with a mark that is text because it stands too deep; nil without any.
  private(set) var tooDeepLine: Int?
  /// Whether code or HTML of the file itself would go on with another line.
  private(set) var isOpenAtEnd = false
  /// Where the text begins in each line of a paragraph.
  private var textStarts: [Int32]
  /// The containers that are open, the file first.
  private var open = [Self.root]
  /// The leaf that lines belong to.
  private var leaf = Self.root
  private var line = 0

  /// The kind of text, which decides how its lines are divided into blocks.
  enum Source {
    /// A file, which may begin with front matter.
    case file
    /// A note, or a part of a file.
    case part
    /// The page of an editor, on which each line begins a block.
    case page
  }

  /// Divides a text into blocks.
  init(_ lines: DocumentLines, of source: Source = .file) {
    let front = source == .file ? lines.frontMatter : 0
    var reader = MarkdownBlockReader(
      MarkdownTree(lines, frontLines: front), isPage: source == .page)
    for line in front..<lines.count { reader.read(lines.content(line), number: line + 1) }
    let isOpenAtEnd = reader.isInOpenLeaf
    reader.finish()
    reader.tree.closeContainer()
    self = reader.tree
    (tooDeepLine, self.isOpenAtEnd) = (reader.tooDeepLine, isOpenAtEnd)
  }

  private init(_ lines: DocumentLines, frontLines: Int) {
    (self.lines, self.frontLines) = (lines, frontLines)
    nodes = Array(largeCapacity: 2 * lines.count + 1)
    nodes.append(MarkdownNode(.root, in: nil, depth: 0, line: 0))
    nodes[Self.root].last = -1
    textStarts = Array(repeating: 0, count: lines.count)
  }

  /// A block.
  subscript(_ node: Int) -> MarkdownNode {
    _read { yield nodes[node] }
  }

  /// Makes an item a task.
  mutating func setTask(_ task: Int, of node: Int) { nodes[node].task = task }

  /// The blocks directly in another.
  func children(of node: Int) -> Siblings { Siblings(tree: self, first: nodes[node].firstChild) }

  /// The blocks of the file from one on.
  func blocks(from node: Int?) -> Siblings {
    Siblings(tree: self, first: node ?? nodes[Self.root].firstChild)
  }

  /// Where the text begins in a line of a paragraph.
  func textStart(_ line: Int) -> Int { Int(textStarts[line]) }

  /// A line of a paragraph, from where its text begins.
  func text(ofLine line: Int) -> ArraySlice<UInt8> {
    lines.bytes[textStart(line)..<max(textStart(line), lines.stop(line))]
  }

  /// The lines of the text of a paragraph or an underlined heading.
  func textLines(of node: Int) -> ClosedRange<Int> {
    let block = nodes[node]
    return block.first...(block.isUnderlined ? block.last - 1 : block.last)
  }

  /// Blocks one after the other.
  struct Siblings: Sequence, IteratorProtocol {
    fileprivate let tree: MarkdownTree
    fileprivate var first: Int?

    mutating func next() -> Int? {
      let node = first
      if let node { first = tree.nodes[node].next }
      return node
    }
  }
}

/// What the reader tells of the blocks, from the first line to the last.
extension MarkdownTree {
  /// A line begins, with its number from 1.
  mutating func beginLine(_ number: Int) { line = number - 1 }

  /// Where the line begins.
  var lineStart: Int { lines.start(line) }

  /// A quote begins in the innermost container.
  mutating func openQuote() { open.append(append(.quote)) }

  /// An item of a list begins in the innermost container.
  mutating func openItem(_ item: MarkdownItemStart) {
    let delimiter = lines.bytes[item.marker.end - 1]
    open.append(
      append(.item) { node in
        node.range = item.start..<item.marker.end
        node.delimiter = delimiter
        node.number = item.marker.number.map { digits in
          // On a page, a number may have any length.
          digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), Int(Int32.max)) }
        }
        node.indent = item.indent
        node.contentIndent = item.contentIndent
        node.padding = item.padding
        node.isBlankItem = item.isBlank
      })
  }

  /// The innermost container ends.
  mutating func closeContainer() {
    guard let node = open.popLast() else { return }
    if let last = nodes[node].lastChild { nodes[node].last = nodes[last].last }
  }

  /// A leaf begins in the innermost container: a block in which no other stands.
  ///
  /// - Parameter isOpen: Whether it must be closed by a later line, or ends with the text.
  mutating func begin(_ kind: MarkdownNode.Kind, isOpen: Bool) {
    leaf = append(kind) { $0.isClosed = !isOpen }
  }

  /// Adds a block to the innermost container.
  ///
  /// - Parameter setUp: Sets what the block has besides.
  @inline(__always)
  private mutating func append(
    _ kind: MarkdownNode.Kind, _ setUp: (inout MarkdownNode) -> Void = { _ in }
  ) -> Int {
    let parent = open[open.count - 1]
    let number = nodes.count
    var node = MarkdownNode(kind, in: parent, depth: open.count - 1, line: line)
    setUp(&node)
    if let last = nodes[parent].lastChild {
      nodes[last].next = number
      node.previous = last
    } else {
      nodes[parent].firstChild = number
    }
    nodes[parent].lastChild = number
    nodes.append(node)
    return number
  }

  /// The line closes code or HTML.
  mutating func closeLeaf() { nodes[leaf].isClosed = true }

  /// The line is one of code or HTML that is not blank, or a rule.
  mutating func extendLeaf() { nodes[leaf].last = line }

  /// The leaf that has begun is a heading.
  mutating func add(_ heading: MarkdownHeading) {
    nodes[leaf].level = UInt8(clamping: heading.level)
    nodes[leaf].range = heading.source.startIndex..<heading.source.endIndex
  }

  /// The line is one of the paragraph.
  ///
  /// - Parameter start: The index of the first byte that is no white space.
  mutating func addParagraphLine(textAt start: Int) {
    nodes[leaf].last = line
    textStarts[line] = Int32(truncatingIfNeeded: start)
  }

  /// The paragraph ends as a heading, which the line underlines.
  mutating func endHeading(level: Int) {
    nodes[leaf].kind = .heading
    nodes[leaf].level = UInt8(clamping: level)
    nodes[leaf].isUnderlined = true
    nodes[leaf].last = line
  }
}

extension DocumentLines {
  /// How many lines are front matter: YAML between lines of three dashes, or TOML between lines of
  /// three plus signs.
  ///
  /// It begins with a key, else it is a rule and text.
  fileprivate var frontMatter: Int {
    guard count > 0 else { return 0 }
    let mark = content(0).droppingLastSpaces()
    let isYAML = mark.elementsEqual("---".utf8)
    guard isYAML || mark.elementsEqual("+++".utf8) else { return 0 }
    guard let first = (1..<count).first(where: { !isBlank($0) }), content(first).isKey else {
      return 0
    }
    for line in first..<count {
      let text = content(line).droppingLastSpaces()
      if text.elementsEqual(mark) || isYAML && text.elementsEqual("...".utf8) { return line + 1 }
    }
    return 0
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line of front matter is a key with a value, or a comment.
  fileprivate var isKey: Bool {
    guard let first else { return false }
    if first == UInt8(ascii: "#") { return true }
    guard first.isLetter || first.isDigit || first >= 0x80 || "_\"'-".utf8.contains(first),
      let mark = dropFirst().firstIndex(where: { ":=#".utf8.contains($0) })
    else { return false }
    return self[mark] != UInt8(ascii: "#") && isEnd(mark + 1)
  }
}
