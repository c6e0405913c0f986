import ChecklistCore

/// The lines of blocks that leave their places, with the empty lines around them.
extension MarkdownEncoder {
  /// Finds the lines that leave.
  mutating func cutBlocks() throws(DocumentFormatError) {
    let nodes = cutNodes.union(quotesThatGo())
    for node in nodes where tree[node].kind == .item { try checkAlone(node) }
    let parents = Set(nodes.compactMap { tree[$0].parent })
    for parent in parents.sorted() {
      var run: (first: Int, last: Int)?
      for child in tree.children(of: parent) {
        guard nodes.contains(child) else {
          if let run { cut(from: run.first, to: run.last, in: parent, nodes) }
          run = nil
          continue
        }
        if let open = run, tree[open.last].isInList(of: tree[child]) {
          run = (open.first, child)
        } else {
          if let run { cut(from: run.first, to: run.last, in: parent, nodes) }
          run = (child, child)
        }
      }
      if let run { cut(from: run.first, to: run.last, in: parent, nodes) }
    }
  }

  /// The quotes that go with their last items.
  private func quotesThatGo() -> Set<Int> {
    let occupied = Set(insertions.map(\.parent))
    var quotes: Set<Int> = []
    var left: [Int: Int] = [:]
    var queue = cutNodes.sorted()
    while let node = queue.popLast() {
      guard let parent = tree[node].parent, tree[parent].kind == .quote,
        !occupied.contains(parent)
      else { continue }
      let count = left[parent] ?? tree.children(of: parent).reduce(0) { count, _ in count + 1 }
      left[parent] = count - 1
      if count == 1, quotes.insert(parent).inserted { queue.append(parent) }
    }
    return quotes
  }

  /// Cuts blocks one after the other; between others of their list, the largest gap stays, because
  /// empty lines make groups.
  private mutating func cut(from start: Int, to end: Int, in parent: Int, _ nodes: Set<Int>) {
    let (first, last) = (tree[start].first, tree[end].last)
    let (previous, next) = (tree[start].previous, tree[end].next)
    func cutLines(_ low: Int, _ high: Int) {
      if low <= high { cuts.append(Cut(lines: low...high, owner: start)) }
    }
    if replaced.contains(start) { return cutLines(first, last) }
    let joins = next.map { gap(end, $0) == 0 && mayGoOn(tree[$0].first) } ?? false
    let isAfterItem = previous.map { tree[$0].isInList(of: tree[start]) && !nodes.contains($0) }
    let isBeforeItem = next.map { tree[$0].isInList(of: tree[end]) && !nodes.contains($0) }
    switch (previous, isAfterItem ?? false, next, isBeforeItem ?? false) {
    case (let previous?, true, let next?, true):
      cutBetween(previous, next, owner: start)
    case (let previous?, true, _, _):
      cutLines(self.start(after: previous, keepingGapIf: joins, before: first, in: parent), last)
    case (_, _, let next?, true):
      cutLines(first, tree[next].first - 1)
      if let previous, let number = tree[next].number, number != 1,
        tree[previous].kind == .paragraph, gap(previous, start) == 0
      {
        insertEmptyLine(before: first, in: parent)
      }
    case (let previous?, _, let next, _):
      let isText = tree[previous].kind != .heading
      let touches = next.map { gap(end, $0) == 0 && mayJoin(previous, $0) } ?? false
      let keeps = isText && (touches || joins)
      cutLines(self.start(after: previous, keepingGapIf: keeps, before: first, in: parent), last)
    case (nil, _, let next?, _): cutLines(first, tree[next].first - 1)
    case (nil, _, nil, _): cutLines(first, last)
    }
  }

  /// Whether a block may be one with another, or a part of it, if no empty line is between them.
  private func mayJoin(_ one: Int, _ other: Int) -> Bool {
    switch (tree[one].kind, tree[other].kind) {
    // HTML ends with an empty line.
    case (.html, _): true
    case (_, .heading): tree[other].isUnderlined
    case (.item, .item): tree[one].isInList(of: tree[other])
    default: true
    }
  }

  /// The first line to cut after a block, so that an empty line stays or is put there if one must.
  private mutating func start(
    after previous: Int, keepingGapIf keeps: Bool, before first: Int, in parent: Int
  ) -> Int {
    let start = tree[previous].last + 1
    guard keeps else { return start }
    if start < first { return start + 1 }
    insertEmptyLine(before: first, in: parent)
    return start
  }

  private mutating func cutBetween(_ previous: Int, _ next: Int, owner: Int) {
    var largest: (before: Int, gap: Int) = (previous, -1)
    var node = previous
    while node != next, let after = tree[node].next {
      let gap = gap(node, after)
      if gap >= largest.gap { largest = (node, gap) }
      node = after
    }
    let before = tree[largest.before]
    if before.last > tree[previous].last {
      cuts.append(Cut(lines: tree[previous].last + 1...before.last, owner: owner))
    }
    if let after = before.next, tree[after].first < tree[next].first {
      cuts.append(Cut(lines: tree[after].first...tree[next].first - 1, owner: owner))
    }
  }
}
