import ChecklistCore

/// The note of an item as Markdown: a text, in which fenced code stays code.
enum MarkdownNote {
  /// Appends a note.
  ///
  /// - Parameter indent: How many spaces stand before each line but the first.
  static func append(_ note: String, indent: Int, to output: inout [UInt8]) {
    let text = Array(note.utf8)
    if let code = withCode(text, indent: indent), reads(code, as: note, indent: indent) {
      output += code
    } else {
      MarkdownText.append(text[...], in: .note, indent: indent, to: &output)
    }
  }

  /// A text in which whole fenced blocks stand as they are; nil where there are none.
  private static func withCode(_ text: [UInt8], indent: Int) -> [UInt8]? {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var (output, hasCode) = ([UInt8](), false)
    var next = lines.startIndex
    while next < lines.endIndex {
      let end = fencedEnd(of: lines, from: next)
      let stop =
        end ?? lines[next...].indices.dropFirst().first {
          fencedEnd(of: lines, from: $0) != nil
        } ?? lines.endIndex
      for (index, line) in zip(next..., source(of: lines[next..<stop], isCode: end != nil)) {
        if index > 0 { output.append(UInt8(ascii: "\n")) }
        if index > 0, !line.isEmpty {
          output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        }
        output += line
      }
      hasCode = hasCode || end != nil
      next = stop
    }
    return hasCode ? output : nil
  }

  /// The lines of code, or those of a text as Markdown.
  private static func source(
    of lines: ArraySlice<ArraySlice<UInt8>>, isCode: Bool
  ) -> [[UInt8]] {
    lines.map { line in
      if isCode { return Array(line) }
      var source: [UInt8] = []
      MarkdownText.append(line, in: .note, to: &source)
      return source
    }
  }

  /// Where the fenced block ends that begins on a line; nil where none does.
  private static func fencedEnd(of lines: [ArraySlice<UInt8>], from first: Int) -> Int? {
    guard let fence = MarkdownFence(lines[first]) else { return nil }
    return lines[(first + 1)...].firstIndex { fence.isClosed(by: $0) }.map { $0 + 1 }
  }

  /// Whether a note is read from its source: what is not read is not written so.
  private static func reads(_ source: [UInt8], as note: String, indent: Int) -> Bool {
    let start = Array("- [ ] x\n\n  ".utf8)
    // The indent of the item itself.
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map {
        Array($0.dropFirst($0.prefix { $0 == UInt8(ascii: " ") }.count >= indent ? indent : 0))
      }
    let file = start + Array(lines.joined(separator: Array("\n  ".utf8))) + [UInt8(ascii: "\n")]
    let options = ImportOptions(now: Date(timeIntervalSinceReferenceDate: 0), zone: .utc)
    let items = (try? MarkdownFormat.read(file, options))?.lists.flatMap(\.items) ?? []
    return items.count == 1 && items[0].item.note.hasSameCodeUnits(as: note)
  }
}
