/// Divides a Markdown text into blocks, line by line, by CommonMark 0.31 and GitHub's task lists.
///
/// The state before a line is the containers that are open, and the last block in
/// them. No line is looked at twice.
struct MarkdownBlockReader {
  /// The block that a line may go on with.
  private enum Block {
    case none
    case paragraph
    case indentedCode
    case html(MarkdownHTML)
    case fencedCode(MarkdownFence)
  }

  /// A quote or an item of a list, within which blocks stand.
  private struct Container {
    /// The columns before the blocks of an item; nil for a quote.
    let indent: Int?
    /// Whether a block has begun directly in it.
    var hasBlocks = false
  }

  /// The most containers in each other.
  ///
  /// Marks beyond it are text, so that no text takes long.
  static let mostContainers = 32

  /// The first line, from 1, with a mark beyond the most containers; nil without any.
  private(set) var tooDeepLine: Int?

  /// The blocks.
  var tree: MarkdownTree
  private var containers: [Container] = []
  private var block = Block.none
  /// Whether each line begins a block, whatever stands above: no leaf goes on with another line but
  /// a comment that begins its line, and code that is indented is text.
  private let isPage: Bool

  /// A reader at the beginning of a text.
  ///
  /// - Parameter isPage: Whether each line begins a block, as on the page of an editor.
  init(_ tree: MarkdownTree, isPage: Bool) { (self.tree, self.isPage) = (tree, isPage) }

  /// Reads the next line.
  mutating func read(_ source: ArraySlice<UInt8>, number: Int) {
    tree.beginLine(number)
    if isPage, !isInComment { block = .none }
    if readTask(source) { return }
    var cursor = MarkdownCursor(source)
    let matched = matchContainers(&cursor)
    if matched == containers.count, goOn(with: cursor) { return }
    var depth = matched
    // Whether the line may continue a paragraph, also without the marks of its containers.
    var mayContinue = if case .paragraph = block { true } else { false }
    while !cursor.isBlank {
      let isInParagraph = mayContinue && depth == containers.count
      if cursor.indent >= 4, !isPage {
        if mayContinue { break }
        begin(.indentedCode, .indentedCode, at: depth)
        tree.extendLeaf()
        return
      }
      let text = cursor.text
      let isQuote = text.first == UInt8(ascii: ">")
      let marker = isQuote ? nil : marker(beginning: text, inParagraph: isInParagraph)
      let isTooDeep = depth >= Self.mostContainers && (isQuote || marker != nil)
      if isTooDeep, tooDeepLine == nil { tooDeepLine = number }
      if isQuote, !isTooDeep {
        close(to: depth)
        cursor.skipQuoteMark()
        tree.openQuote()
        open(Container(indent: nil))
      } else if let marker, !isTooDeep {
        close(to: depth)
        openItem(marker, text, &cursor)
      } else if readLeaf(text, depth: depth, mayContinue, isInParagraph) {
        return
      } else {
        break
      }
      depth = containers.count
      mayContinue = false
    }
    if cursor.isBlank {
      close(to: depth)
    } else if mayContinue {
      tree.addParagraphLine(textAt: cursor.contentStart)
    } else {
      let start = cursor.contentStart
      // On a page, indented text goes on with the item above, however deep that stands.
      let goesOn = isPage && start > tree.lineStart && MarkdownBox(cursor.trimmedText) == nil
      begin(.paragraph, .paragraph, at: goesOn ? containers.count : depth)
      tree.addParagraphLine(textAt: start)
    }
  }

  /// Reads a line that begins with a bullet and a bracket, as most lines of long task lists do; all
  /// containers end there, and no other block can begin after the bullet.
  ///
  /// - Returns: Whether it is one, and code and HTML cannot go on with it.
  private mutating func readTask(_ source: ArraySlice<UInt8>) -> Bool {
    let start = source.startIndex
    guard source.count > 3, source[start + 2] == UInt8(ascii: "["),
      source[start + 1] == UInt8(ascii: " ")
    else { return false }
    switch source[start] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): break
    default: return false
    }
    if containers.isEmpty {
      switch block {
      case .none, .paragraph: break
      case .indentedCode, .html, .fencedCode: return false
      }
    }
    if case .paragraph = block, containers.count == 1, containers[0].indent == 2 {
      // The line above is such an item too, and its container stands for this one.
      tree.closeContainer()
    } else {
      close(to: 0)
      containers.append(Container(indent: 2, hasBlocks: true))
      block = .paragraph
    }
    tree.openItem(
      MarkdownItemStart(
        marker: MarkdownMarker(bulletAt: start), start: start, indent: 0, contentIndent: 2,
        padding: start + 1..<start + 2, isBlank: false))
    tree.begin(.paragraph, isOpen: false)
    tree.addParagraphLine(textAt: start + 2)
    return true
  }

  /// Whether code or HTML that stands in no container goes on with the next line, whatever that is
  /// but an empty one.
  var isInOpenLeaf: Bool {
    guard containers.isEmpty else { return false }
    return switch block {
    case .none, .paragraph, .indentedCode: false
    case .html, .fencedCode: true
    }
  }

  /// Whether a comment goes on with the next line.
  private var isInComment: Bool { if case .html(.comment) = block { true } else { false } }

  /// Ends the text.
  mutating func finish() { close(to: 0) }

  // MARK: Containers

  /// Passes over the marks of the containers that go on.
  private func matchContainers(_ cursor: inout MarkdownCursor) -> Int {
    // By index, because a container that is handed out is copied.
    for index in containers.indices {
      if let indent = containers[index].indent {
        if cursor.isBlank {
          // An item that begins with a blank line has no second one.
          if !containers[index].hasBlocks { return index }
        } else {
          guard cursor.indent >= indent else { return index }
          cursor.skip(columns: indent)
        }
      } else {
        guard cursor.indent < 4, cursor.text.first == UInt8(ascii: ">") else { return index }
        cursor.skipQuoteMark()
      }
    }
    return containers.count
  }

  /// The mark with which a text begins an item; nil where it begins none.
  ///
  /// Within a paragraph, an empty item and a number other than 1 are text.
  private func marker(
    beginning text: ArraySlice<UInt8>, inParagraph: Bool
  ) -> MarkdownMarker? {
    guard !Self.isRule(text), let marker = MarkdownMarker(text) else { return nil }
    let hasContent = marker.end < text.endIndex
    let begins =
      if let number = marker.number {
        inParagraph ? number.elementsEqual("1".utf8) && hasContent : number.count <= 9 || isPage
      } else {
        !inParagraph || hasContent
      }
    return begins ? marker : nil
  }

  private mutating func open(_ container: Container) {
    noteBlock()
    containers.append(container)
  }

  /// Counts a block that begins in the innermost container.
  private mutating func noteBlock() {
    if let last = containers.indices.last { containers[last].hasBlocks = true }
  }

  private mutating func openItem(
    _ marker: MarkdownMarker, _ text: ArraySlice<UInt8>, _ cursor: inout MarkdownCursor
  ) {
    let width = marker.end - text.startIndex
    let indent = cursor.indent
    cursor.skip(columns: indent)
    cursor.skip(bytes: width)
    // White space of five columns is one column and the indent of code.
    let isBlank = cursor.isBlank
    let columns = isBlank || cursor.indent > 4 ? 1 : cursor.indent
    cursor.skip(columns: columns)
    tree.openItem(
      MarkdownItemStart(
        marker: marker, start: text.startIndex, indent: indent,
        contentIndent: indent + width + columns,
        padding: isBlank || cursor.isInTab ? nil : marker.end..<cursor.position, isBlank: isBlank))
    open(Container(indent: indent + width + columns))
  }

  /// Ends the block and the containers that a line does not go on with.
  private mutating func close(to count: Int) {
    block = .none
    while containers.count > count {
      containers.removeLast()
      tree.closeContainer()
    }
  }

  // MARK: Blocks

  private mutating func begin(
    _ kind: MarkdownNode.Kind, _ block: Block, at count: Int, isOpen: Bool = false
  ) {
    close(to: count)
    self.block = block
    noteBlock()
    tree.begin(kind, isOpen: isOpen)
  }

  /// Goes on with code or HTML, whose lines are looked at for their end alone.
  private mutating func goOn(with cursor: MarkdownCursor) -> Bool {
    switch block {
    case .none, .paragraph: return false
    case .indentedCode:
      guard cursor.isBlank || cursor.indent >= 4 else {
        block = .none
        return false
      }
    case .html(let html):
      if html.endsAtBlankLine, cursor.isBlank {
        block = .none
        return false
      }
      if html.ends(with: cursor.trimmedText) {
        block = .none
        tree.closeLeaf()
      }
    case .fencedCode(let fence):
      if cursor.indent < 4, fence.isClosed(by: cursor.text) {
        block = .none
        tree.closeLeaf()
      }
    }
    if !cursor.isBlank { tree.extendLeaf() }
    return true
  }

  /// Reads a heading, a fence, a rule, or the first line of HTML.
  private mutating func readLeaf(
    _ text: ArraySlice<UInt8>, depth: Int, _ mayContinue: Bool, _ isInParagraph: Bool
  ) -> Bool {
    switch text.first {
    case UInt8(ascii: "#"):
      guard let heading = MarkdownHeading(text) else { return false }
      begin(.heading, .none, at: depth)
      tree.add(heading)
      return true
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard let fence = MarkdownFence(text) else { return false }
      begin(.fencedCode, .fencedCode(fence), at: depth, isOpen: true)
    case UInt8(ascii: "<"):
      guard let html = MarkdownHTML(text), !isPage || text.startIndex == tree.lineStart else {
        return false
      }
      if case .tag = html, mayContinue { return false }
      let ends = html.ends(with: text)
      begin(
        .html, ends ? .none : .html(html), at: depth, isOpen: !ends && !html.endsAtBlankLine)
    default:
      if isInParagraph, let level = Self.underlineLevel(text) {
        tree.endHeading(level: level)
        block = .none
        return true
      }
      guard Self.isRule(text) else { return false }
      begin(.rule, .none, at: depth)
    }
    tree.extendLeaf()
    return true
  }

  /// The level of the heading that a line makes of the paragraph above; nil when it is no
  /// underline.
  private static func underlineLevel(_ text: ArraySlice<UInt8>) -> Int? {
    guard let mark = text.first, text.allSatisfy({ $0 == mark }) else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : mark == UInt8(ascii: "-") ? 2 : nil
  }

  /// Whether a line is a rule: three marks or more, of `*`, `-` or `_`.
  private static func isRule(_ text: ArraySlice<UInt8>) -> Bool {
    guard let mark = text.first, "*-_".utf8.contains(mark), text.last == mark else { return false }
    var count = 0
    for byte in text where !byte.isSpace {
      guard byte == mark else { return false }
      count += 1
    }
    return count >= 3
  }
}
