import ChecklistCore

/// The places of items that are new or that move.
extension MarkdownEncoder {
  /// Finds a place for each item that does not stay.
  mutating func placeItems() throws(DocumentFormatError) {
    for group in groups {
      if group.allSatisfy({ stays[$0] }) { continue }
      let following = stayingNeighbors(in: group)
      for (position, row) in group.enumerated() where !stays[row] {
        let previous = position > 0 ? group[position - 1] : nil
        var place = try place(of: row, after: previous, before: following[position])
        try insert(row, &place)
        places[row] = place
      }
    }
  }

  /// For each place in a group from the first item on that does not stay, the next item that stays
  /// and is in the same section.
  private func stayingNeighbors(in group: [Int]) -> [Int?] {
    var next: [Int?] = Array(repeating: nil, count: group.count)
    var staying: [SectionKey: Int] = [:]
    // The section of the items that were looked at last, and the one of them that stays.
    var (last, current): (Int?, Int?) = (nil, nil)
    let first = group.firstIndex { !stays[$0] } ?? group.endIndex
    for position in group[first...].indices.reversed() {
      let row = group[position]
      if let last, rows[row].parent == nil, !haveSameSection(row, last) {
        staying[SectionKey(0, item(last).section)] = current
        current = staying[SectionKey(0, item(row).section)]
      }
      last = row
      next[position] = current
      if stays[row] { current = row }
    }
    return next
  }

  private func haveSameSection(_ row: Int, _ other: Int) -> Bool {
    let (row, other) = (rows[row], rows[other])
    return document.checklists[row.list].items[row.item].hasSameSection(
      as: document.checklists[other.list].items[other.item])
  }

  private mutating func place(
    of row: Int, after previous: Int?, before following: Int?
  ) throws(DocumentFormatError) -> MarkdownInsertionPlace {
    if let previous,
      rows[row].parent != nil || item(row).hasSame(.section, as: item(previous))
    {
      if stays[previous], let task = rows[previous].task {
        let node = contents.tasks[task].node
        return MarkdownInsertionPlace(
          line: tree[node].last + 1, parent: tree[node].parent ?? MarkdownTree.root,
          style(of: node).next, gap: gap(at: node, after: true))
      }
      if let place = places[previous] {
        return MarkdownInsertionPlace(
          line: place.line, parent: place.parent, place.style.next, gap: place.gap,
          side: place.side)
      }
    }
    if let following, let task = rows[following].task {
      let node = contents.tasks[task].node
      try checkAlone(node)
      return MarkdownInsertionPlace(
        line: tree[node].first, parent: tree[node].parent ?? MarkdownTree.root, style(of: node),
        gap: gap(at: node, after: false), side: .before)
    }
    guard let parent = rows[row].parent else { return try region(for: row) }
    return firstPlace(below: parent)
  }

  /// The place of the only item directly below another, or of the first of several.
  private mutating func firstPlace(below parent: Int) -> MarkdownInsertionPlace {
    guard let task = rows[parent].task.map({ contents.tasks[$0] }) else {
      let place = places[parent]
      let style = place?.style ?? MarkdownStyle(prefix: [], delimiter: 0x2D, ending: ending)
      return MarkdownInsertionPlace(
        line: place?.line ?? lines.count, parent: place?.parent ?? MarkdownTree.root,
        style.nested, gap: 0)
    }
    if let child = task.firstChild.map({ contents.tasks[$0].node }) {
      // All that stood there go.
      replaced.insert(child)
      return MarkdownInsertionPlace(
        line: tree[child].first, parent: tree[child].parent ?? MarkdownTree.root,
        style(of: child), gap: usualGap(of: child), firstGap: 0)
    }
    let item = tree[task.node]
    return MarkdownInsertionPlace(
      line: item.last + 1, parent: task.node,
      MarkdownStyle(
        prefix: continuation(of: task.node),
        delimiter: item.number == nil ? item.delimiter : UInt8(ascii: "-"),
        ending: ending(of: task.node)), gap: 0)
  }

  private mutating func insert(
    _ row: Int, _ place: inout MarkdownInsertionPlace
  ) throws(DocumentFormatError) {
    let style = place.style
    var (gapBefore, gapAfter) = (place.firstGap, 0)
    switch place.side {
    case .before: (gapBefore, gapAfter) = (0, place.gap)
    case .after: if place.line < lines.count, mayGoOn(place.line) { gapAfter = 1 }
    case .region(let gap):
      gapAfter = gap
      (place.side, place.gap) = (.after, 0)
    }
    let content: MarkdownInsertion.Content
    if let task = rows[row].task {
      let node = contents.tasks[task].node
      try checkAlone(node)
      content = .moved(node: node, style)
    } else {
      content = .lines(try newItem(item(row), style))
    }
    insertions.append(
      MarkdownInsertion(
        line: place.line, parent: place.parent, order: 4 * rows[row].order, content: content,
        gapBefore: gapBefore, gapAfter: gapAfter, ending: style.ending,
        emptyLine: style.emptyLine))
    // Between those that follow in the same place is the gap of the list.
    place.firstGap = place.gap
  }

  /// The lines of a new item.
  private func newItem(
    _ item: ChecklistItem, _ style: MarkdownStyle
  ) throws(DocumentFormatError) -> [[UInt8]] {
    if let source = repeating.sources[item.id] {
      return MarkdownItemWriter.lines(ofRecord: source, as: item.state, style)
    }
    if let note = item.note { try check(note) }
    let habits = anchors.habits
    let writer = MarkdownItemWriter(
      zone: zone,
      fields: MarkdownField.Kind.allCases.filter {
        switch $0 {
        case .created: habits.hasCreationDays
        case .completed: habits.hasCompletionDays
        case .repetition, .due, .skipReason: true
        }
      }, hasBrackets: hasBrackets)
    var lines: [UInt8] = []
    guard writer.append(item, as: item.state, style, to: &lines).isEmpty else {
      throw MarkdownFieldText.tooFar
    }
    return lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0) }
  }
}
