import ChecklistCore

/// The ends of lists and sections in which no item stays.
extension MarkdownEncoder {
  /// The place of an item that has no neighbor in its section.
  mutating func region(for row: Int) throws(DocumentFormatError) -> MarkdownInsertionPlace {
    let section = item(row).section
    let key = SectionKey(rows[row].list, section)
    guard let anchor = listAnchors[rows[row].list] else { return try newRegion(for: row) }
    let list = contents.lists[anchor]
    if let node = firstTask(of: anchor, in: section) {
      try checkAlone(node)
      replaced.insert(node)
      return MarkdownInsertionPlace(
        line: tree[node].first, parent: tree[node].parent ?? MarkdownTree.root, style(of: node),
        gap: usualGap(of: node), firstGap: 0)
    }
    if newSections.contains(key) { return try newRegion(for: row) }
    let places = list.places.filter { place in
      let kind = contents.places[place].kind
      guard let section else { return kind == .top }
      return kind == .heading
        && (renamed[place] ?? contents.places[place].section).hasSameCodeUnits(as: section)
    }
    // In a list without items, the end of the list is meant: its last heading.
    if places.count > 1, !list.tasks.isEmpty, let section {
      throw DocumentFormatError(.severalSections(section))
    }
    guard let place = places.last else { return try newRegion(for: row) }
    return try end(of: contents.places[place])
  }

  /// The first task of a section, none of which stays.
  private mutating func firstTask(of list: Int, in section: String?) -> Int? {
    if firstTasks == nil {
      var first: [SectionKey: Int] = [:]
      for task in contents.tasks.reversed() where task.level == 0 {
        first[SectionKey(task.list, self.section(of: task))] = task.node
      }
      firstTasks = first
    }
    return firstTasks?[SectionKey(list, section)]
  }

  /// The place after the last line of a part of a list that is not blank.
  private mutating func end(
    of place: MarkdownPlace
  ) throws(DocumentFormatError) -> MarkdownInsertionPlace {
    let front = tree.frontLines
    let heading = place.node.map { tree[$0] }
    let low = heading?.first ?? front
    let end = place.lines.upperBound
    var line = end - 1
    while line >= low, lines.isBlank(line) { line -= 1 }
    let last = lastBlock(in: place)
    if let last, !tree[last].isClosed, end >= lines.count { throw openBlock(last) }
    let isAfterList = last.map { tree[$0].delimiter == UInt8(ascii: "-") } ?? false
    var style = MarkdownStyle(prefix: [], delimiter: UInt8(ascii: "-"), ending: ending)
    if isAfterList { style.delimiter = UInt8(ascii: "*") }
    var (boundary, gap) = (line + 1, 1)
    if line < low {
      // Nothing is above, so it goes before what is there.
      boundary = front
      gap = front > 0 ? 1 : 0
      if front == 0, end == lines.count, (0..<end).allSatisfy(lines.isBlank) { boundary = end }
    } else if let heading, line <= heading.last {
      gap = gapAfterHeadings()
    }
    var gapAfter = 0
    if boundary < lines.count, !lines.isBlank(boundary),
      line < low || begins(boundary, .paragraph)
    {
      gapAfter = 1
    }
    return MarkdownInsertionPlace(
      line: boundary, parent: MarkdownTree.root, style, gap: 0, firstGap: gap,
      side: .region(gapAfter: gapAfter))
  }

  /// The last block of a part of a list; nil where that is a heading, or there is none.
  private func lastBlock(in place: MarkdownPlace) -> Int? {
    let end = max(place.lines.upperBound, place.lines.lowerBound)
    var last: Int?
    for node in tree.blocks(from: place.node) {
      if tree[node].last >= end { break }
      if tree[node].first >= place.lines.lowerBound { last = node }
    }
    return last.flatMap { tree[$0].kind == .heading ? nil : $0 }
  }

  private func openBlock(_ node: Int) -> DocumentFormatError {
    let name =
      switch tree[node].kind {
      case .fencedCode: "a code block"
      case .html: "an HTML block"
      default: "a block"
      }
    return DocumentFormatError(.openBlock(name, line: tree[node].first + 1))
  }

  /// Refuses to write after a block that is not closed.
  private func checkClosed(before end: Int) throws(DocumentFormatError) {
    guard end >= lines.count, let last = tree[MarkdownTree.root].lastChild else { return }
    if !tree[last].isClosed { throw openBlock(last) }
  }

  /// The line after the last one that is not blank.
  private func line(afterTextBefore end: Int, from low: Int) -> Int {
    var line = end
    while line > low, lines.isBlank(line - 1) { line -= 1 }
    return max(line, tree.frontLines)
  }

  /// The end of a list, below a heading that is made.
  private mutating func newRegion(for row: Int) throws(DocumentFormatError)
    -> MarkdownInsertionPlace
  {
    let section = item(row).section
    guard newSections.insert(SectionKey(rows[row].list, section)).inserted else {
      throw DocumentFormatError(.scatteredSection(section ?? ""))
    }
    let style = MarkdownStyle(prefix: [], delimiter: UInt8(ascii: "-"), ending: ending)
    var boundary = line(afterTextBefore: lines.count, from: tree.frontLines)
    var level = 2
    if let anchor = listAnchors[rows[row].list] {
      let list = contents.lists[anchor]
      let low = list.heading.map { tree[$0].first } ?? tree.frontLines
      boundary = line(afterTextBefore: list.lines.upperBound, from: low)
      try checkClosed(before: list.lines.upperBound)
      level = levelOfHeadings(in: list)
    }
    let gap = gapAfterHeadings()
    guard let section else {
      return MarkdownInsertionPlace(
        line: boundary, parent: MarkdownTree.root, style, gap: 0, firstGap: gap)
    }
    let name = try MarkdownSource.line(ofName: section, of: "a section", hasMark: true)
    let marks: [UInt8] = Array(repeating: UInt8(ascii: "#"), count: level)
    let isFirst = boundary <= tree.frontLines && insertions.allSatisfy { $0.line > boundary }
    let gapBefore = isFirst ? min(tree.frontLines, 1) : gapBeforeHeadings()
    insertions.append(
      MarkdownInsertion(
        line: boundary, parent: MarkdownTree.root, order: 4 * rows[row].order - 1,
        content: .lines([marks + [UInt8(ascii: " ")] + name]), gapBefore: gapBefore,
        ending: ending, emptyLine: []))
    return MarkdownInsertionPlace(
      line: boundary, parent: MarkdownTree.root, style, gap: 0, firstGap: gap)
  }

  /// The level of the headings of a list: of the last one with items, else of the highest.
  private func levelOfHeadings(in list: MarkdownList) -> Int {
    var (last, highest): (Int?, Int?) = (nil, nil)
    for index in list.places where contents.places[index].kind == .heading {
      guard let node = contents.places[index].node else { continue }
      let level = Int(tree[node].level)
      highest = min(highest ?? level, level)
      if contents.places[index].taskCount > 0 { last = level }
    }
    return last ?? highest ?? 2
  }

  /// Puts the heading of a new list at the end of the file.
  mutating func insertHeading(ofList list: Int) throws(DocumentFormatError) {
    try checkClosed(before: lines.count)
    let name = try MarkdownSource.line(
      ofName: document.checklists[list].name, of: "a list", hasMark: true)
    let boundary = line(afterTextBefore: lines.count, from: tree.frontLines)
    insertions.append(
      MarkdownInsertion(
        line: boundary, parent: MarkdownTree.root, order: 4 * listOrders[list] - 3,
        content: .lines([Array("# ".utf8) + name]),
        gapBefore: max(gapBeforeHeadings(), 1), ending: ending, emptyLine: []))
  }
}
