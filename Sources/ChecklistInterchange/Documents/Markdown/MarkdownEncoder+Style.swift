import ChecklistCore

/// The looks of items in their places.
extension MarkdownEncoder {
  /// What ends the lines of an item.
  func ending(of node: Int) -> [UInt8] {
    let own = lines.ending(tree[node].first)
    return own.isEmpty ? ending : Array(own)
  }

  /// What stands before the mark of an item beside another.
  func prefix(of node: Int) -> [UInt8] {
    let (first, start) = (tree[node].first, lines.start(tree[node].first))
    var prefix = Array(lines.bytes[start..<tree[node].range.lowerBound])
    // Marks of lists that begin on the same line are white space on the next.
    var next = tree[node].parent
    while let outer = next, outer != MarkdownTree.root {
      if tree[outer].kind == .item, tree[outer].first == first {
        for index in tree[outer].range { prefix[index - start] = UInt8(ascii: " ") }
      }
      next = tree[outer].parent
    }
    return prefix
  }

  /// What stands before the lines of an item after the first.
  func continuation(of node: Int) -> [UInt8] {
    prefix(of: node).followed(bySpaces: tree[node].contentIndent - tree[node].indent)
  }

  /// The items before and after one in the same list.
  func siblings(of node: Int) -> (previous: Int?, next: Int?) {
    func same(_ other: Int?) -> Int? {
      other.flatMap { tree[$0].isInList(of: tree[node]) ? $0 : nil }
    }
    return (same(tree[node].previous), same(tree[node].next))
  }

  /// The style of an item beside another.
  func style(of node: Int) -> MarkdownStyle {
    let item = tree[node]
    var style = MarkdownStyle(
      prefix: prefix(of: node), delimiter: item.delimiter, number: item.number,
      ending: ending(of: node))
    if let padding = item.padding { style.padding = Array(lines.bytes[padding]) }
    if let number = item.number {
      let (previous, next) = siblings(of: node)
      if let other = previous ?? next, tree[other].number == number { style.step = 0 }
    }
    return style
  }

  /// The empty lines between two blocks.
  func gap(_ first: Int, _ second: Int) -> Int { tree[second].first - tree[first].last - 1 }

  /// The empty lines that are usual between the items of a list.
  mutating func usualGap(of node: Int) -> Int {
    if gaps.ofItems.isEmpty {
      gaps.ofItems = Array(repeating: MarkdownNode.Link(nil), count: tree.nodes.count)
    }
    if let gap = gaps.ofItems[node].value { return gap }
    var first = node
    while let previous = siblings(of: first).previous { first = previous }
    var counts: [Int: Int] = [:]
    var last = first
    while let next = siblings(of: last).next {
      counts[gap(last, next), default: 0] += 1
      last = next
    }
    let gap =
      counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? (hasEmptyLines(node) ? 1 : 0)
    var item: Int? = first
    while let known = item {
      gaps.ofItems[known] = MarkdownNode.Link(gap)
      item = known == last ? nil : tree[known].next
    }
    return gap
  }

  private func hasEmptyLines(_ node: Int) -> Bool {
    let containers = tree.containers(of: tree[node].parent)
    return (tree[node].first..<tree[node].last).contains { line in
      tree.rest(of: line, within: containers).allSatisfy { $0.isSpace || $0 == UInt8(ascii: ">") }
    }
  }

  /// The empty lines between an item and a new neighbor: the usual ones, at most those there are.
  mutating func gap(at node: Int, after: Bool) -> Int {
    let (previous, next) = siblings(of: node)
    // There, an empty line would be one of the code.
    if after, hasOpenEnd(node) { return next.map { gap(node, $0) } ?? 0 }
    let usual = usualGap(of: node)
    if after { return next.map { min(usual, gap(node, $0)) } ?? usual }
    return previous.map { min(usual, gap($0, node)) } ?? usual
  }

  /// Whether an item ends within code or HTML that nothing closes but its end.
  private func hasOpenEnd(_ node: Int) -> Bool {
    var last = node
    while let child = tree[last].lastChild { last = child }
    return !tree[last].isClosed
  }

  /// Refuses to change an item that stands on a line with the mark of another.
  func checkAlone(_ node: Int) throws(DocumentFormatError) {
    var next = tree[node].parent
    while let outer = next, outer != MarkdownTree.root {
      if tree[outer].kind == .item, tree[outer].first == tree[node].first {
        throw DocumentFormatError(.sharedLine(tree[node].first + 1))
      }
      next = tree[outer].parent
    }
  }
}

/// The empty lines that are usual, once they were looked for.
struct MarkdownGaps {
  /// Those between an item and others of its list, by blocks; empty before one was looked for.
  var ofItems: [MarkdownNode.Link] = []
  /// Those before a heading.
  var beforeHeadings: Int?
  /// Those after a heading.
  var afterHeadings: Int?

  /// The most usual of some gaps, at most 2: of several, the one that is nearest to 1.
  static func usual(_ gaps: [Int]) -> Int {
    var counts: [Int: Int] = [:]
    for gap in gaps { counts[gap, default: 0] += 1 }
    let usual = counts.max {
      ($0.value, -abs($0.key - 1), -$0.key) < ($1.value, -abs($1.key - 1), -$1.key)
    }
    return min(usual?.key ?? 1, 2)
  }
}

extension MarkdownEncoder {
  /// The empty lines that are usual after headings, if possible those above lists.
  mutating func gapAfterHeadings() -> Int {
    if let gap = gaps.afterHeadings { return gap }
    var (lists, all): ([Int], [Int]) = ([], [])
    for node in tree.children(of: MarkdownTree.root) {
      guard tree[node].kind == .heading, let next = tree[node].next, tree[next].kind != .heading
      else { continue }
      all.append(gap(node, next))
      if tree[next].kind == .item { lists.append(gap(node, next)) }
    }
    let usual = MarkdownGaps.usual(lists.isEmpty ? all : lists)
    gaps.afterHeadings = usual
    return usual
  }

  /// The empty lines that are usual before headings.
  mutating func gapBeforeHeadings() -> Int {
    if let gap = gaps.beforeHeadings { return gap }
    var all: [Int] = []
    for node in tree.children(of: MarkdownTree.root) where tree[node].kind == .heading {
      if let previous = tree[node].previous { all.append(gap(previous, node)) }
    }
    let usual = MarkdownGaps.usual(all)
    gaps.beforeHeadings = usual
    return usual
  }
}
