/// A small terminal: it understands what a program writes to one, and shows it in cells.
///
/// It knows what the full-screen view writes and what a shell needs beside it. Whatever else comes
/// is in ``unknown``, also a question, to which it never answers.
package struct TerminalEmulator: Sendable {
  /// One place of the screen.
  package struct Cell: Hashable, Sendable {
    /// What is drawn; the second place of a wide character has nothing.
    package var text = " "
    /// The parameters of SGR that hold, as bits; those of 256 colours as numbers from bit 8 and 48.
    package var look: UInt64 = 0

    /// A place that was erased.
    package static let blank = Cell()
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  /// The rows of cells.
  package private(set) var cells: [[Cell]]
  /// Where the cursor is, counted from 0.
  package private(set) var (column, row) = (0, 0)
  /// Whether the cursor is shown.
  package private(set) var isCursorVisible = true
  /// Whether the alternate screen is shown.
  package private(set) var isAlternate = false
  /// Whether a synchronized update has begun.
  package private(set) var isSynchronized = false
  /// Whether text goes on in the next line.
  package private(set) var wraps = true
  /// Whether what is pasted is marked.
  package private(set) var marksPastes = false
  /// How many synchronized updates have ended.
  package private(set) var frameCount = 0
  /// How often something came.
  package private(set) var feedCount = 0
  /// The sequences that are not known.
  package private(set) var unknown: [String] = []

  private let widths: TerminalWidths
  private var look: UInt64 = 0
  /// Whether the last column was just written.
  private var isAtEnd = false
  /// The bytes of what is not whole.
  private var pending: [UInt8] = []
  /// The primary screen with its cursor, while the alternate one is shown.
  private var primary: (cells: [[Cell]], column: Int, row: Int)?

  package init(columns: Int, rows: Int, widths: TerminalWidths) {
    (self.columns, self.rows, self.widths) = (columns, rows, widths)
    cells = Self.empty(columns, rows)
  }

  /// The text of each row, without the blanks at its end.
  package var lines: [String] {
    cells.map { row in
      String(row.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
    }
  }

  /// All rows, one a line.
  package var text: String { lines.joined(separator: "\n") }

  /// Changes the size; what is shown stays at the upper left.
  package mutating func resize(columns: Int, rows: Int) {
    func resized(_ old: [[Cell]]) -> [[Cell]] {
      var new = Self.empty(columns, rows)
      for (row, line) in old.prefix(rows).enumerated() {
        for (column, cell) in line.prefix(columns).enumerated() { new[row][column] = cell }
      }
      return new
    }
    cells = resized(cells)
    if let primary { self.primary = (resized(primary.cells), primary.column, primary.row) }
    (self.columns, self.rows) = (columns, rows)
    go(column, row)
  }

  /// Takes what a program has written, in whatever pieces.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    feedCount += 1
    pending += bytes
    var index = 0
    while let end = takeNext(from: index) { index = end }
    pending.removeFirst(index)
  }

  private static func empty(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: .blank, count: columns), count: rows)
  }

  /// Takes the next control, sequence or run of text.
  ///
  /// - Returns: Where it ends; nil when it is not whole.
  private mutating func takeNext(from start: Int) -> Int? {
    guard start < pending.count else { return nil }
    switch pending[start] {
    case 0x1B: return takeEscape(from: start)
    case 0..<0x20, 0x7F:
      takeControl(pending[start])
      return start + 1
    default:
      var end = pending[start...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? pending.count
      // A scalar may be cut by the end of what came.
      if end == pending.count {
        let lead = pending[start...].lastIndex { $0 & 0xC0 != 0x80 } ?? start
        let length = max(1, (~pending[lead]).leadingZeroBitCount)
        if lead + length > end { end = lead }
        if end == start { return nil }
      }
      for (piece, width) in widths.pieces(String(decoding: pending[start..<end], as: UTF8.self)) {
        put(piece, width)
      }
      return end
    }
  }

  private mutating func takeControl(_ byte: UInt8) {
    switch byte {
    case 0x08: go(column - 1, row)
    case 0x09: go((column / 8 + 1) * 8, row)
    case 0x0A...0x0C:
      let wasAtEnd = isAtEnd
      lineFeed()
      isAtEnd = wasAtEnd
    case 0x0D: go(0, row)
    default: break
    }
  }

  private mutating func takeEscape(from start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "["):
      guard let end = pending[(start + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
      else { return nil }
      takeSequence(pending[(start + 2)..<end], final: pending[end])
      return end + 1
    case UInt8(ascii: "]"):
      guard let end = pending[(start + 2)...].firstIndex(where: { $0 == 0x07 || $0 == 0x1B })
      else { return nil }
      guard pending[end] == 0x1B else { return end + 1 }
      return end + 1 < pending.count ? end + 2 : nil
    case UInt8(ascii: "="), UInt8(ascii: ">"):
      return start + 2
    case UInt8(ascii: "("):
      return start + 2 < pending.count ? start + 3 : nil
    default:
      unknown.append("ESC \(Character(Unicode.Scalar(pending[start + 1])))")
      return start + 2
    }
  }

  private mutating func takeSequence(_ parameters: ArraySlice<UInt8>, final: UInt8) {
    let text = String(decoding: parameters, as: UTF8.self)
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(numbers.first ?? 1, 1)
    switch Character(Unicode.Scalar(final)) {
    case "H", "f": go((numbers.count > 1 ? max(numbers[1], 1) : 1) - 1, first - 1)
    case "G": go(first - 1, row)
    case "A": go(column, row - first)
    case "B": go(column, row + first)
    case "C": go(column + first, row)
    case "D": go(column - first, row)
    case "J" where numbers[0] == 2: for row in 0..<rows { erase(row, 0..<columns) }
    case "J" where numbers[0] == 0:
      erase(row, column..<columns)
      for row in (row + 1)..<max(rows, row + 1) { erase(row, 0..<columns) }
    case "K" where numbers[0] == 0: erase(row, column..<columns)
    case "P":
      let end = min(column + first, columns)
      cells[row].removeSubrange(column..<end)
      cells[row] += Array(repeating: .blank, count: end - column)
    case "m": change(numbers[...])
    case "h", "l":
      let isOn = final == UInt8(ascii: "h")
      guard text.hasPrefix("?") else { return unknown.append("\(text)\(isOn ? "h" : "l")") }
      for mode in text.dropFirst().split(separator: ";") { setMode(String(mode), isOn) }
    default: unknown.append("CSI \(text)\(Character(Unicode.Scalar(final)))")
    }
  }

  private mutating func setMode(_ mode: String, _ isOn: Bool) {
    switch mode {
    case "1": break  // how the arrows are sent
    case "7": wraps = isOn
    case "25": isCursorVisible = isOn
    case "1049":
      if isOn, primary == nil {
        primary = (cells, column, row)
        cells = Self.empty(columns, rows)
      } else if !isOn, let saved = primary {
        cells = saved.cells
        go(saved.column, saved.row)
        primary = nil
      }
      isAlternate = isOn
    case "2004": marksPastes = isOn
    case "2026":
      if isSynchronized, !isOn { frameCount += 1 }
      isSynchronized = isOn
    default: unknown.append("mode \(mode)")
    }
  }

  /// The bits of the colours of the text, and of those behind it.
  private static let foreground: UInt64 = 0xFF << 30 | 0xFF << 8
  private static let background: UInt64 = 0xFF << 40 | 0xFF << 48

  private mutating func change(_ parameters: ArraySlice<Int>) {
    var rest = parameters
    while let parameter = rest.popFirst() {
      switch parameter {
      case 0: look = 0
      case 39: look &= ~Self.foreground
      case 49: look &= ~Self.background
      case 30...37: look = look & ~Self.foreground | 1 << UInt64(parameter)
      case 40...47: look = look & ~Self.background | 1 << UInt64(parameter)
      case 38, 48:
        guard rest.popFirst() == 5, let color = rest.popFirst(), (16...255).contains(color) else {
          return unknown.append("SGR \(parameters)")
        }
        look =
          parameter == 38
          ? look & ~Self.foreground | UInt64(color) << 8
          : look & ~Self.background | UInt64(color) << 48
      case 1, 2, 4, 7: look |= 1 << UInt64(parameter)
      default: unknown.append("SGR \(parameter)")
      }
    }
  }

  private mutating func go(_ column: Int, _ row: Int) {
    self.column = max(0, min(column, columns - 1))
    self.row = max(0, min(row, rows - 1))
    isAtEnd = false
  }

  private mutating func lineFeed() {
    if row + 1 < rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: .blank, count: columns))
    }
  }

  private mutating func put(_ text: String, _ width: Int) {
    if width == 0 {
      // It belongs to what is left of the cursor.
      var place = isAtEnd ? column : column - 1
      if place > 0, cells[row][place].text.isEmpty { place -= 1 }
      if place >= 0 { cells[row][place].text += text }
      return
    }
    if isAtEnd || column + width > columns {
      if wraps, columns >= width {
        lineFeed()
        column = 0
      } else if column + width > columns {
        return  // There is no room for a wide one.
      }
    }
    for place in column..<(column + width) { separate(place) }
    cells[row][column] = Cell(text: text, look: look)
    for place in (column + 1)..<max(column + width, column + 1) {
      cells[row][place] = Cell(text: "", look: look)
    }
    column += width
    isAtEnd = column == columns
    if isAtEnd { column = columns - 1 }
  }

  /// Makes blanks of a wide character of which one place is written over.
  private mutating func separate(_ place: Int) {
    var start = place
    while start > 0, cells[row][start].text.isEmpty { start -= 1 }
    var end = start + 1
    while end < columns, cells[row][end].text.isEmpty { end += 1 }
    guard end > start + 1 else { return }
    for index in start..<end { cells[row][index].text = " " }
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    guard let first = range.first else { return }
    let here = self.row
    self.row = row
    separate(first)
    self.row = here
    // As most terminals do, in the colour that is behind the text.
    for place in range { cells[row][place] = Cell(look: look & Self.background) }
    isAtEnd = false
  }
}
