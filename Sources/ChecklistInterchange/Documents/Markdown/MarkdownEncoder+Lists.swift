import ChecklistCore

/// Lists that are added, deleted or moved: bodies change places, and the empty lines between them
/// stay.
extension MarkdownEncoder {
  /// Arranges the lists of a file in which all other changes are made.
  func arrangingLists(_ bytes: [UInt8]) throws(DocumentFormatError) -> [UInt8] {
    let gone = Set(goneLists)
    let newCount = listAnchors.count { $0 == nil }
    let present = contents.lists.indices.filter { !gone.contains($0) }
    let order = present.map { Optional($0) } + Array(repeating: nil, count: newCount)
    if gone.isEmpty, listAnchors == order { return bytes }
    let changed = MarkdownContents(try DocumentLines(bytes), name: anchors.name)
    let heads = changed.lists.filter { $0.heading != nil }
    let (kept, new) = try heads.matching(self)
    for list in gone.sorted() {
      guard let head = kept[list] else {
        if !contents.lists[list].tasks.isEmpty { throw DocumentFormatError(.fileListDeleted) }
        continue
      }
      try changed.checkHasOnlyItems(heads[head])
    }
    var target: [Int] = []
    var unused = new[...]
    for (position, anchor) in listAnchors.enumerated() {
      if let head = anchor.map({ kept[$0] }) ?? unused.popFirst() {
        target.append(head)
      } else if position > 0 {
        throw DocumentFormatError(.fileListMoved)
      }
    }
    return changed.arranged(heads, target)
  }
}

extension [MarkdownList] {
  /// Which of the lists with headings each list of a document is now, of those of the file and of
  /// the new ones.
  fileprivate func matching(
    _ encoder: MarkdownEncoder
  ) throws(DocumentFormatError) -> (kept: [Int: Int], new: [Int]) {
    var kept: [Int: Int] = [:]
    var next = 0
    for (index, anchor) in encoder.listAnchors.enumerated() {
      guard let anchor, encoder.contents.lists[anchor].heading == nil,
        !encoder.document.checklists[index].name.hasSameCodeUnits(
          as: encoder.contents.lists[anchor].name)
      else { continue }
      // It got a heading on top.
      kept[anchor] = next
      next += 1
    }
    for (index, list) in encoder.contents.lists.enumerated() where list.heading != nil {
      kept[index] = next
      next += 1
    }
    let newCount = encoder.listAnchors.count { $0 == nil }
    guard next + newCount == count else {
      throw DocumentFormatError(.difference("it would have \(count) lists with headings"))
    }
    return (kept, [Int](next..<count))
  }
}

extension MarkdownContents {
  /// Refuses a list that has more than headings and items.
  fileprivate func checkHasOnlyItems(_ list: MarkdownList) throws(DocumentFormatError) {
    for node in tree.blocks(from: list.heading) {
      guard list.lines.contains(tree[node].first) else { return }
      if tree[node].kind != .heading, tree[node].task == nil {
        throw DocumentFormatError(.otherText(list: list.name, line: tree[node].first + 1))
      }
    }
  }

  /// The lines of a range without the blank ones at its end, and those.
  private func split(_ range: Range<Int>) -> (text: Range<Int>, blank: Range<Int>) {
    var end = range.upperBound
    while end > range.lowerBound, lines.isBlank(end - 1) { end -= 1 }
    return (range.lowerBound..<end, end..<range.upperBound)
  }

  /// The file with some of its lists, in another order.
  ///
  /// - Parameters:
  ///   - heads: The lists with headings.
  ///   - target: The positions of those that stay.
  fileprivate func arranged(_ heads: [MarkdownList], _ target: [Int]) -> [UInt8] {
    guard let first = heads.first else { return lines.bytes }
    let ending = lines.usualEnding
    var output = WrittenLines(after: lines.mark, usualEnding: ending)
    func append(_ range: Range<Int>) {
      for line in range { output.append(lines.content(line), ending: lines.ending(line)) }
    }
    let above = split(0..<first.lines.lowerBound)
    let bodies = heads.map { split($0.lines) }
    append(above.text)
    let kept = Set(target)
    var gaps = heads.indices.filter(kept.contains).map { bodies[$0].blank }
    let lastGap = bodies.last?.blank ?? 0..<0
    if !gaps.isEmpty, !kept.contains(heads.count - 1) { gaps[gaps.count - 1] = lastGap }
    if target.isEmpty {
      if !output.isEmpty { append(lastGap) }
    } else {
      append(above.blank)
    }
    for (position, head) in target.enumerated() {
      append(bodies[head].text)
      let next = position + 1 < target.count ? heads[target[position + 1]].heading : nil
      if let next, gaps[position].isEmpty, tree[next].isUnderlined {
        output.append([], ending: ending)
      } else {
        append(gaps[position])
      }
    }
    return output.finished(endsWithLineEnd: lines.endsWithLineEnd)
  }
}
