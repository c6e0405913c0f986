import ChecklistCore

/// New names of lists and sections.
extension MarkdownEncoder {
  /// Finds the headings that change.
  mutating func renameAll() throws(DocumentFormatError) {
    for (index, list) in document.checklists.enumerated() {
      guard let anchor = listAnchors[index], case let old = contents.lists[anchor],
        !list.name.hasSameCodeUnits(as: old.name)
      else { continue }
      if let heading = old.heading {
        try rename(heading, list.name, of: "a list")
      } else {
        try insertHeading(ofFileNamed: list.name)
      }
    }
    for (place, name) in renamed {
      guard let node = contents.places[place].node else { continue }
      if contents.places[place].kind == .entry, let paragraph = tree[node].firstChild {
        try replaceText(of: paragraph, name, of: "a section")
      } else {
        try rename(node, name, of: "a section")
      }
    }
  }

  private mutating func rename(
    _ heading: Int, _ name: String, of owner: String
  ) throws(DocumentFormatError) {
    if tree[heading].isUnderlined { return try replaceText(of: heading, name, of: owner) }
    var text = try MarkdownSource.line(ofName: name, of: owner, hasMark: true)
    let range = tree[heading].range
    // A heading without a text has nothing after its marks.
    if lines.bytes[range.lowerBound - 1] == UInt8(ascii: "#") { text.insert(0x20, at: 0) }
    edits.append(Edit(range: range, bytes: text))
  }

  private mutating func replaceText(
    of paragraph: Int, _ name: String, of owner: String
  ) throws(DocumentFormatError) {
    let text = try MarkdownSource.line(ofName: name, of: owner, hasMark: false)
    let textLines = tree.textLines(of: paragraph)
    let start = tree.textStart(textLines.lowerBound)
    let end = lines.content(textLines.upperBound).droppingLastSpaces().endIndex
    edits.append(Edit(range: start..<max(start, end), bytes: text))
  }

  /// Gives the list that is the file itself a heading above all others.
  private mutating func insertHeading(ofFileNamed name: String) throws(DocumentFormatError) {
    let text = try MarkdownSource.line(ofName: name, of: "a list", hasMark: true)
    let front = tree.frontLines
    let first = (front..<lines.count).first { !lines.isBlank($0) } ?? lines.count
    let isBlankAfter = first >= lines.count || first > front
    insertions.append(
      MarkdownInsertion(
        line: front, parent: MarkdownTree.root, order: -8,
        content: .lines([Array("# ".utf8) + text]), gapBefore: front > 0 ? 1 : 0,
        gapAfter: isBlankAfter ? 0 : 1, ending: ending, emptyLine: []))
  }
}
