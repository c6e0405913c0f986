import ChecklistCore

/// The paragraph of a task after its box: its text, its fields, and what stands at its end, each
/// with its place.
struct MarkdownHead {
  /// A piece of a line of the file.
  private struct Piece {
    /// Where it stands in the source.
    let start: Int
    /// Where it stands in the file, without white space around it.
    let range: Range<Int>
  }

  /// The lines without white space around them.
  let source: [UInt8]
  private let pieces: [Piece]
  /// The fields in the order of the source; without a due date, a repetition is text.
  let fields: [MarkdownField]
  /// The due dates that cannot be read, but for those in the comments at the end.
  let unreadDues: [Range<Int>]
  /// Where the comments and the block id at the end begin, with the white space before them.
  let tail: Int
  /// The pieces of the text between the fields, without white space around them.
  let texts: [Range<Int>]

  /// The head of a task.
  ///
  /// Where a line break follows the box, the head begins on the next line.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph that begins with its box.
  ///   - start: Where the box ends.
  ///   - isDue: Whether it is due, or is to be, so that a repetition counts.
  init(_ tree: MarkdownTree, paragraph: Int, from start: Int, isDue: Bool = false) {
    let lines = tree.lines
    var source: [UInt8] = []
    var pieces: [Piece] = []
    for line in tree.textLines(of: paragraph) {
      let isBoxLine = line == tree[paragraph].first
      let begin = isBoxLine ? start : tree.textStart(line)
      let text = lines.bytes[begin..<lines.stop(line)].trimmingSpaces()
      if isBoxLine, text.isEmpty { continue }
      if !pieces.isEmpty { source.append(UInt8(ascii: "\n")) }
      let range =
        text.isEmpty ? lines.stop(line)..<lines.stop(line) : text.startIndex..<text.endIndex
      pieces.append(Piece(start: source.count, range: range))
      source += text
    }
    self.init(source: source, pieces: pieces, isDue: isDue)
  }

  /// The head that a text alone would be.
  init(_ source: [UInt8], isDue: Bool) {
    self.init(source: source, pieces: [Piece(start: 0, range: 0..<source.count)], isDue: isDue)
  }

  private init(source: [UInt8], pieces: [Piece], isDue: Bool) {
    (self.source, self.pieces) = (source, pieces)
    var scan = MarkdownFieldScan(source)
    scan.run()
    // Within a comment at the end, a reason is a part of the comment.
    let end = Self.tail(of: source[...])
    let isDue = isDue || scan.fields.contains { $0.kind == .due }
    let fields = scan.fields.filter { field in
      switch field.kind {
      case .skipReason: field.range.lowerBound < end
      case .repetition: isDue
      default: true
      }
    }
    // A comment that has a field, and all that is before it, is text.
    let tail =
      end == source.count
      ? end
      : Self.tail(of: source[...]) { mark in
        mark > 0 && !scan.codeSpans.contains { $0.contains(mark) }
          && fields.last.map { $0.range.upperBound > mark } != true
      }
    (self.fields, self.tail) = (fields, tail)
    unreadDues = scan.unreadDues.filter { $0.lowerBound < end }
    var texts: [Range<Int>] = []
    var start = 0
    func add(textBefore mark: Int) {
      let text = source[start..<max(mark, start)].trimming { $0.isSpace || $0 == 10 }
      if !text.isEmpty { texts.append(text.startIndex..<text.endIndex) }
    }
    for index in fields.indices where fields[index].range.lowerBound < tail {
      add(textBefore: fields[index].range.lowerBound)
      start = fields[index].range.upperBound
    }
    add(textBefore: tail)
    self.texts = texts
  }

  /// The field of a kind that counts.
  ///
  /// Obsidian's Tasks takes fields from the end of a line, so the first counts of those between
  /// which only fields and tags stand. Else the last one counts.
  func field(_ kind: MarkdownField.Kind) -> MarkdownField? {
    guard let last = fields.last(kind) else { return nil }
    if kind == .skipReason || fields.count(where: { $0.kind == kind }) == 1 { return last }
    var (found, end) = (last, tail)
    for field in fields.reversed() where field.range.upperBound <= tail {
      guard hasOnlyFields(in: field.range.upperBound..<end) else { break }
      end = field.range.lowerBound
      if field.kind == kind { found = field }
    }
    return found
  }

  /// Whether nothing stands in a range but tags and fields of other programs.
  private func hasOnlyFields(in range: Range<Int>) -> Bool {
    let text = source[range]
    var index = range.lowerBound
    while index < range.upperBound {
      if text[index].isSpace {
        index += 1
      } else if text[index] == UInt8(ascii: "#") {
        index = text[index...].firstIndex(where: \.isSpace) ?? range.upperBound
      } else if let other = OtherField(text, at: index) {
        index = other.range.upperBound
      } else {
        return false
      }
    }
    return true
  }

  /// The place in the file of the text, where that stands there as a whole; nil where fields divide
  /// it, in several lines, or where its source has escapes.
  var textInPlace: Range<Int>? {
    guard pieces.count == 1, texts.count == 1,
      !source[texts[0]].contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") })
    else { return nil }
    let start = pieces[0].range.lowerBound
    return start + texts[0].lowerBound..<start + texts[0].upperBound
  }

  /// The place in the file of a place in the source.
  func offset(of place: Int) -> Int {
    let piece = pieces[max(0, pieces.partitioningIndex { $0.start > place } - 1)]
    return piece.range.lowerBound + min(max(place - piece.start, 0), piece.range.count)
  }

  /// The text that the source means, without the fields and the white space before them.
  var text: [UInt8] {
    var joined: [UInt8] = []
    var last: Range<Int>?
    for text in texts {
      if let last { joined += gap(from: last.upperBound, to: text.lowerBound) }
      joined += source[text]
      last = text
    }
    var meaning: [UInt8] = []
    meaning.reserveCapacity(joined.count)
    MarkdownText.append(meaningOf: joined[...], to: &meaning)
    return meaning
  }

  /// What stands between two pieces of the text: a line break, or the white space after the last
  /// field.
  private func gap(from start: Int, to end: Int) -> [UInt8] {
    let between = source[start..<end]
    if between.contains(UInt8(ascii: "\n")) { return [UInt8(ascii: "\n")] }
    return Array(between[between.droppingLastSpaces().endIndex...])
  }

  /// The identity that the line itself has: one of Obsidian's Tasks, or a block id.
  var ownIdentity: OwnIdentity? { Self.taskIdentity(in: source[...]) ?? blockIdentity }

  /// The identity of Obsidian's Tasks in a source.
  static func taskIdentity(in source: ArraySlice<UInt8>) -> OwnIdentity? {
    var rest = source
    while let start = rest.firstIndex(of: 0xF0) {
      rest = rest[start...]
      if rest.starts(with: "\u{1F194}" as StaticString) {
        var id = rest.dropFirst(4)
        if id.starts(with: "\u{FE0F}" as StaticString) { id = id.dropFirst(3) }
        id = id.drop { $0 == UInt8(ascii: " ") }
        id = id.prefix { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
        if !id.isEmpty { return OwnIdentity(.task, String(decoding: id, as: UTF8.self)) }
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  private var blockIdentity: OwnIdentity? {
    var end = source[tail...]
    while let mark = end.firstIndex(of: UInt8(ascii: "^")) {
      let id = end[(mark + 1)...].prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
      if mark > tail, source[mark - 1] == UInt8(ascii: " "), !id.isEmpty,
        id.endIndex == source.count || source[id.endIndex].isMarkdownSpace
      {
        return OwnIdentity(.block, String(decoding: id, as: UTF8.self))
      }
      end = end[(mark + 1)...]
    }
    return nil
  }

  /// Where the comment or the block id begins that a source ends with; nil where it ends with
  /// neither.
  static func lastMark(of source: ArraySlice<UInt8>) -> Int? {
    source.droppingLastSpaces().lastMark
  }

  /// Where the comments and the block id at the end of a source begin, with the white space before
  /// them; the end where there are none.
  ///
  /// - Parameter isMark: Whether what begins at a place, with white space, can be one of them.
  static func tail(
    of source: ArraySlice<UInt8>, where isMark: (Int) -> Bool = { _ in true }
  ) -> Int {
    var tail = source.endIndex
    var end = source.droppingLastSpaces()
    while let mark = end.lastMark {
      let before = end[..<mark]
      let text = before.droppingLastSpaces()
      guard text.endIndex < before.endIndex, isMark(text.endIndex) else { break }
      (tail, end) = (text.endIndex, text)
    }
    return tail
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without some at both ends.
  func trimming(_ isOuter: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let bytes = drop(while: isOuter)
    var end = bytes.endIndex
    while end > bytes.startIndex, isOuter(bytes[end - 1]) { end -= 1 }
    return bytes[..<end]
  }

  /// Where the block id or the comment begins that the bytes end with; nil where they end with
  /// neither.
  fileprivate var lastMark: Int? {
    if hasSuffix("-->"), count >= 7 {
      // Within one line, and after the end of the comment before.
      var start: Int?
      var index = endIndex - 7
      while index >= startIndex, self[index] != UInt8(ascii: "\n") {
        if self[index...].starts(with: "<!--" as StaticString), index > startIndex,
          self[index - 1].isSpace
        {
          start = index
        }
        if self[index...].starts(with: "-->" as StaticString) { break }
        index -= 1
      }
      return start
    }
    var start = endIndex
    while start > startIndex,
      self[start - 1].isLetter || self[start - 1].isDigit
        || self[start - 1] == UInt8(ascii: "-")
    {
      start -= 1
    }
    guard start < endIndex, start > startIndex, self[start - 1] == UInt8(ascii: "^") else {
      return nil
    }
    return start - 1
  }

  private func hasSuffix(_ text: StaticString) -> Bool {
    suffix(text.utf8CodeUnitCount).starts(with: text)
      && count >= text.utf8CodeUnitCount
  }
}

extension MarkdownContents {
  /// The head of a task; nil where no field can begin in its text, as in most.
  ///
  /// - Parameter isDue: Whether the task is due, whatever its text says: then a repetition counts.
  func head(of task: MarkdownTask, isDue: Bool = false) -> MarkdownHead? {
    let end = lines.stop(tree[task.paragraph].last)
    guard lines.bytes[task.box + 3..<end].contains(where: MarkdownFieldScan.mayBegin) else {
      return nil
    }
    return MarkdownHead(tree, paragraph: task.paragraph, from: task.box + 3, isDue: isDue)
  }
}
