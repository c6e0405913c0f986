import ChecklistCore

/// Puts a changed Markdown file together: one pass over its lines, and one over the lines of each
/// block that moves.
struct MarkdownRenderer {
  private let encoder: MarkdownEncoder
  private let tree: MarkdownTree
  private let lines: DocumentLines
  private let edits: [MarkdownEncoder.Edit]
  /// The lines that leave, by their first.
  private let cuts: [MarkdownEncoder.Cut]
  /// What is put into each block that moves, and into the file, before which line.
  private var insertions: [Int: [MarkdownInsertion]] = [:]

  /// A renderer of the changes that an encoder has found.
  init(_ encoder: MarkdownEncoder) {
    (self.encoder, tree, lines) = (encoder, encoder.tree, encoder.lines)
    edits = encoder.edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    cuts = encoder.cuts.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    let sorted = encoder.insertions.sorted { one, other in
      (one.line, -depth(one.parent), one.order) < (other.line, -depth(other.parent), other.order)
    }
    for insertion in sorted {
      insertions[mover(of: insertion.parent), default: []].append(insertion)
    }
  }

  private func depth(_ node: Int) -> Int { node == MarkdownTree.root ? -1 : tree[node].depth }

  /// The innermost block that leaves its place and in which another stands, or which it is.
  private func mover(of node: Int) -> Int {
    var next: Int? = node
    while let node = next {
      if encoder.cutNodes.contains(node) { return node }
      next = tree[node].parent
    }
    return MarkdownTree.root
  }

  /// Appends the lines of a block that moves, or of the file, as they are to be.
  func render(_ scope: Int?, into output: inout WrittenLines) throws(DocumentFormatError) {
    let range = scope.map { tree[$0].first..<tree[$0].last + 1 } ?? 0..<lines.count
    let isCut = cutLines(of: scope, in: range)
    let insertions = insertions[scope ?? MarkdownTree.root] ?? []
    var next = insertions.startIndex
    let start = range.isEmpty ? 0 : lines.start(range.lowerBound)
    var edit = edits.partitioningIndex { $0.range.lowerBound >= start }
    var line = range.lowerBound
    while true {
      while next < insertions.endIndex, insertions[next].line <= line {
        try put(insertions[next], into: &output)
        next += 1
      }
      guard line < range.upperBound else { return }
      if isCut[line - range.lowerBound] {
        line += 1
        continue
      }
      while edit < edits.endIndex, edits[edit].range.lowerBound < lines.start(line) { edit += 1 }
      if edit < edits.endIndex, edits[edit].range.lowerBound <= lines.stop(line) {
        line = append(line, &edit, to: &output) + 1
        continue
      }
      // Lines that stay as they are are copied together.
      let first = line
      let limit = next < insertions.endIndex ? insertions[next].line : range.upperBound
      repeat {
        line += 1
      } while line < min(limit, range.upperBound) && !isCut[line - range.lowerBound]
        && (edit >= edits.endIndex || edits[edit].range.lowerBound > lines.stop(line))
      output.append(
        lines.bytes[lines.start(first)..<lines.end(line - 1)], stop: lines.stop(line - 1))
    }
  }

  /// Which lines leave the file, or a block that moves.
  private func cutLines(of scope: Int?, in range: Range<Int>) -> [Bool] {
    var isCut = Array(repeating: false, count: range.count)
    var index =
      scope == nil ? 0 : cuts.partitioningIndex { $0.lines.lowerBound >= range.lowerBound }
    while index < cuts.endIndex, cuts[index].lines.lowerBound < range.upperBound {
      let cut = cuts[index]
      index += 1
      if let scope, cut.owner == scope || !isInside(cut.owner, scope) { continue }
      for line in cut.lines.clamped(to: range.lowerBound...range.upperBound - 1) {
        isCut[line - range.lowerBound] = true
      }
    }
    return isCut
  }

  private func isInside(_ node: Int, _ outer: Int) -> Bool {
    var next: Int? = node
    while let node = next {
      if node == outer { return true }
      next = tree[node].parent
    }
    return false
  }

  /// Appends a line with its edits, of which the last may end on a later line.
  ///
  /// - Returns: The last line.
  private func append(_ first: Int, _ edit: inout Int, to output: inout WrittenLines) -> Int {
    var line = first
    var content: [UInt8] = []
    var index = lines.start(line)
    while edit < edits.endIndex, edits[edit].range.lowerBound <= lines.stop(line) {
      let range = edits[edit].range
      content += lines.bytes[index..<max(index, range.lowerBound)]
      content += edits[edit].bytes
      index = max(index, range.upperBound)
      while line + 1 < lines.count, lines.stop(line) < index { line += 1 }
      edit += 1
    }
    content += lines.bytes[index..<max(index, lines.stop(line))]
    output.append(content, ending: lines.ending(line))
    return line
  }

  private func put(
    _ insertion: MarkdownInsertion, into output: inout WrittenLines
  ) throws(DocumentFormatError) {
    // Nothing is before the first line of a file.
    for _ in 0..<(output.isEmpty ? 0 : insertion.gapBefore) {
      output.append(insertion.emptyLine, ending: insertion.ending)
    }
    switch insertion.content {
    case .lines(let lines):
      for line in lines { output.append(line, ending: insertion.ending) }
    case .moved(let node, let style): try move(node, style, into: &output)
    }
    for _ in 0..<insertion.gapAfter {
      output.append(insertion.emptyLine, ending: insertion.ending)
    }
  }

  // MARK: Blocks that move

  /// Appends the lines of a block with the mark and the indent of its new place.
  private func move(
    _ node: Int, _ style: MarkdownStyle, into output: inout WrittenLines
  ) throws(DocumentFormatError) {
    var block = WrittenLines(usualEnding: encoder.ending)
    try render(node, into: &block)
    let item = tree[node]
    let (prefix, marker) = (encoder.prefix(of: node), style.marker)
    let hasPlace = prefix == style.prefix && marker.count == item.range.count
    let outer = tree.containers(of: item.parent).map { tree[$0] }
    let continuation = style.prefix.followed(bySpaces: marker.count + item.paddingColumns)
    let blockLines = try DocumentLines(block.bytes)
    for index in 0..<blockLines.count {
      let (content, ending) = (blockLines.content(index), blockLines.ending(index))
      if index > 0, hasPlace {
        output.append(content, ending: ending)
        continue
      }
      var cursor = MarkdownCursor(content)
      var isWhole = true
      for container in outer where isWhole { isWhole = cursor.pass(container, beginsHere: false) }
      if index == 0 {
        let rest = content[(cursor.contentStart + item.range.count)...]
        output.append(style.prefix + marker + rest, ending: ending)
        continue
      }
      isWhole = isWhole && cursor.pass(item, beginsHere: false)
      if cursor.isBlank {
        output.append(style.emptyLine, ending: ending)
        continue
      }
      var rest = cursor.wholeSource
      if !isWhole {
        // A line that goes on with a paragraph is text: what looks like a mark stays so by its
        // indent.
        rest = Array(rest.drop(while: \.isSpace))
        if rest[...].blockMark != nil { rest = [UInt8]().followed(bySpaces: 4) + rest }
      }
      output.append(continuation + rest, ending: ending)
    }
  }
}
