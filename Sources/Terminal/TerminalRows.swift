/// Rows of columns on a terminal, none wider than it is.
///
/// A row starts with a column for numbers and names, as wide in every row; then comes a text, which
/// is broken into lines, and beside it a last column. If there is no room beside a column, the
/// text goes below its start, and what would be in the last column goes below the text.
package struct TerminalRows {
  /// One row.
  package struct Row {
    /// The part before the text.
    package var start: InlineText
    /// The text.
    package var text: DisplayText
    /// The look of the text.
    package var style: Style?
    /// The part after the text.
    package var mark: InlineText
    /// The mark in the last column.
    package var end: InlineText

    package init(
      start: InlineText, text: DisplayText, style: Style? = nil, mark: InlineText = InlineText(),
      end: InlineText = InlineText()
    ) {
      self.start = start
      self.text = text
      self.style = style
      self.mark = mark
      self.end = end
    }

    /// The columns of the text and its mark on one line.
    fileprivate var textWidth: Int {
      text.width + (mark.width > 0 ? 1 + mark.width : 0)
    }
  }

  /// The least columns for the lines of a text that has something beside it.
  package static let leastRoom = 20

  /// The most columns for the lines of a text that has something beside it.
  ///
  /// On a wide terminal a long text would move the last column far away from the short ones.
  private static let mostRoomBesideEnd = 60

  private let rows: [Row]
  private let display: Display
  private let mostLines: Int?
  /// Whether texts stand below their starts.
  private let isStacked: Bool
  /// The columns before a text.
  private let indent: Int
  /// The columns for a text.
  private let room: Int
  /// The columns for a text that has the last column beside it.
  private let roomBesideEnd: Int
  /// The columns before the last one, counted from the texts.
  private let endColumn: Int

  /// Lays rows out.
  ///
  /// - Parameter mostLines: The lines after which a text is cut; nil for none.
  package init(_ rows: [Row], on display: Display, mostLines: Int? = 3) {
    self.rows = rows
    self.display = display
    self.mostLines = mostLines
    let startWidth = rows.map(\.start.width).max() ?? 0
    isStacked = startWidth > display.width / 2
    indent = isStacked ? 4 : startWidth + 1
    room = max(display.width - indent, 8)
    let rowsWithEnd = rows.filter { $0.end.width > 0 }
    let besideEnd = min(
      room - (rowsWithEnd.map(\.end.width).max() ?? 0) - 2, Self.mostRoomBesideEnd)
    roomBesideEnd = besideEnd
    let widths = rowsWithEnd.map(\.textWidth)
    endColumn =
      besideEnd < Self.leastRoom
      ? (widths.filter { $0 <= besideEnd }.max() ?? 0) + 2
      : min(widths.max() ?? 0, besideEnd) + 2
  }

  /// The lines.
  package var text: DisplayText {
    rows.indices.map(text(ofRow:)).joined()
  }

  /// The lines of one row, where something stands between the rows.
  package func text(ofRow index: Int) -> DisplayText {
    lines(of: rows[index]).lines
  }

  private func lines(of row: Row) -> [DisplayText] {
    let hasEnd = row.end.width > 0
    let isBeside = roomBesideEnd >= Self.leastRoom || row.textWidth <= roomBesideEnd
    var texts = textLines(of: row, width: hasEnd && isBeside ? roomBesideEnd : room)
    if hasEnd, isBeside {
      texts[0].pad(to: endColumn)
      texts[0].append(row.end)
    } else if hasEnd {
      texts.append(row.end)
    }
    let spaces = DisplayText.spaces(indent)
    let lines = texts.map { spaces + $0.text }
    if isStacked { return [row.start.text] + lines }
    var first = row.start
    first.pad(to: indent)
    first.append(texts[0])
    return [first.text] + lines.dropFirst()
  }

  /// The text in lines, its mark in the last of them.
  private func textLines(of row: Row, width: Int) -> [InlineText] {
    let markWidth = row.mark.width > 0 ? 1 + row.mark.width : 0
    // What is certainly too long need not be broken to its end.
    let text = mostLines.map { row.text.prefix(($0 + 1) * width) } ?? row.text
    var lines = text.wrapped(to: width)
    if let mostLines, lines.count > mostLines {
      let room = width - markWidth - display.ellipsis.width
      let last = lines[mostLines - 1].truncated(to: room, ellipsis: "")
      lines.replaceSubrange((mostLines - 1)..., with: [last + display.ellipsis])
    }
    var texts = lines.map { InlineText($0.bounded, on: display, as: row.style) }
    guard markWidth > 0 else { return texts }
    if texts[texts.count - 1].width + markWidth > width {
      texts.append(row.mark)
    } else {
      texts[texts.count - 1].append(InlineText(" ", on: display) + row.mark)
    }
    return texts
  }
}
