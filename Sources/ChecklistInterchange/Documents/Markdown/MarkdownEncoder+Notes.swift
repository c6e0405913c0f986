import ChecklistCore

/// Notes: the blocks below the text of an item.
extension MarkdownEncoder {
  /// Refuses a note that is blank, or that has items.
  func check(_ note: String) throws(DocumentFormatError) {
    if ContentRules.isBlank(note) { throw DocumentFormatError(.blankNote) }
    if !MarkdownContents(try DocumentLines(Array(note.utf8)), name: "").tasks.isEmpty {
      throw DocumentFormatError(.noteWithBox)
    }
  }

  /// The blocks of a note.
  private func blocks(of note: String) throws(DocumentFormatError) -> MarkdownTree {
    MarkdownTree(try DocumentLines(MarkdownNote.source(note)), of: .part)
  }

  /// Whether a block directly below a paragraph begins there.
  private func interruptsParagraph(_ block: MarkdownNode) -> Bool {
    switch block.kind {
    case .fencedCode, .quote: true
    case .heading: !block.isUnderlined
    case .item: !block.isBlankItem && (block.number == nil || block.number == 1)
    default: false
    }
  }

  /// Whether a line goes on with a paragraph unless an empty line is before it.
  func mayGoOn(_ line: Int) -> Bool {
    begins(line, .paragraph) && !begins(line, .container)
  }

  /// The blocks that may begin on a line.
  enum BlockStart {
    case paragraph, container
  }

  /// Whether a paragraph, or a container, begins on a line.
  func begins(_ line: Int, _ start: BlockStart) -> Bool {
    // Blocks are in the order of their first lines.
    let index = tree.nodes.partitioningIndex { $0.first >= line }
    for block in tree.nodes[index...].prefix(while: { $0.first == line }) {
      switch (block.kind, start) {
      case (.item, .container), (.quote, .container), (.paragraph, .paragraph): return true
      case (.heading, .paragraph) where block.isUnderlined: return true
      default: break
      }
    }
    return false
  }

  /// The block directly in an item that begins on a line.
  private func child(of node: Int, beginningOn line: Int) -> Int? {
    tree.children(of: node).first { tree[$0].first >= line }.flatMap {
      tree[$0].first == line ? $0 : nil
    }
  }

  /// Finds the lines that change with the note of an item.
  mutating func editNote(_ row: Int, _ task: MarkdownTask) throws(DocumentFormatError) {
    let note = item(row).note
    let continuation = continuation(of: task.node)
    if let note { try check(note) }
    let new = note.map { MarkdownNote.lines($0, after: continuation) }
    if let old = task.note { cutNote(old, of: task, isReplaced: new != nil) }
    guard let note, let new else { return }
    let blocks = try blocks(of: note)
    let containers = tree.containers(of: task.node)
    let paragraphEnd = tree[task.paragraph].last
    var (line, next, gapBefore, gapAfter) = (paragraphEnd + 1, paragraphEnd + 1, 1, 0)
    if let old = task.note {
      (line, next, gapBefore) = (old.lowerBound, old.upperBound + 1, 0)
      if line == paragraphEnd + 1, let first = blocks[MarkdownTree.root].firstChild,
        !interruptsParagraph(blocks[first])
      {
        gapBefore = 1
      }
    }
    if next <= tree[task.node].last, !tree.isBlank(next, within: containers) {
      let endsWithHTML =
        blocks[MarkdownTree.root].lastChild.map { blocks[$0].kind == .html } ?? false
      let child = child(of: task.node, beginningOn: next).map { tree[$0] }
      if child?.kind != .item || child?.number != nil || endsWithHTML { gapAfter = 1 }
    }
    insertions.append(
      MarkdownInsertion(
        line: line, parent: task.node, order: 4 * rows[row].order, content: .lines(new),
        gapBefore: gapBefore, gapAfter: gapAfter, ending: ending(of: task.node),
        emptyLine: continuation.emptyLine))
  }

  /// Removes a note; without a new one, also the empty lines before it.
  private mutating func cutNote(
    _ note: ClosedRange<Int>, of task: MarkdownTask, isReplaced: Bool
  ) {
    var start = note.lowerBound
    if !isReplaced {
      let containers = tree.containers(of: task.node)
      let paragraphEnd = tree[task.paragraph].last
      while start - 1 > paragraphEnd, tree.isBlank(start - 1, within: containers) { start -= 1 }
      let after = child(of: task.node, beginningOn: note.upperBound + 1).map { tree[$0] }
      let isBeforeText = note.upperBound == tree[task.node].last && mayGoOn(note.upperBound + 1)
      let begins = after.map { $0.kind == .item && interruptsParagraph($0) } ?? true
      if isBeforeText || !begins {
        // What cannot interrupt a paragraph needs an empty line before it.
        if start < note.lowerBound {
          start += 1
        } else {
          insertEmptyLine(before: note.lowerBound, in: task.node)
        }
      }
    }
    cuts.append(Cut(lines: start...note.upperBound, owner: task.paragraph))
  }

  /// Puts an empty line between two blocks that would become one.
  mutating func insertEmptyLine(before line: Int, in parent: Int) {
    let isQuoted = tree.containers(of: parent).contains { tree[$0].kind == .quote }
    let empty: [UInt8] = isQuoted ? [UInt8(ascii: ">")] : []
    insertions.append(
      MarkdownInsertion(
        line: line, parent: parent, order: -4, content: .lines([empty]), ending: ending,
        emptyLine: empty))
  }
}
