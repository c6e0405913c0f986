/// Reads the records of a table one after the other (RFC 4180).
///
/// It is as lenient as Python's `csv`: a quote inside of a cell that does not begin with one is a
/// character like others, and so is what follows a closing quote.
struct CSVScanner {
  /// A cell of a record.
  struct Cell {
    /// How a cell stands in the file.
    fileprivate enum Style {
      /// As it is.
      case plain
      /// Between the quotes that the range leaves out.
      case quoted
      /// With quotes, among which some stand for themselves.
      case escaped
    }

    fileprivate let range: Range<Int>
    fileprivate let style: Style
  }

  /// The table in UTF-8.
  let bytes: [UInt8]
  /// The separator between cells.
  let separator: UInt8
  /// The cells of the last record, of which those past ``mostCells`` are left out.
  private(set) var cells: [Cell] = []
  /// Whether the last record has cells past ``mostCells`` that are not empty.
  private(set) var hasMoreCells = false
  /// The line on which the last record begins, from 1.
  private(set) var line = 0
  /// The bytes of the last record, with the end of its last line.
  private(set) var record: Range<Int> = 0..<0
  /// The most cells of a record that are kept.
  var mostCells: Int

  private var offset = 0
  private var nextLine = 1

  /// A reader of the records of a table.
  ///
  /// - Parameters:
  ///   - bytes: The table in UTF-8, without a byte order mark.
  ///   - mostCells: The most cells of a record that are kept.
  init(_ bytes: [UInt8], separator: UInt8, mostCells: Int) {
    (self.bytes, self.separator, self.mostCells) = (bytes, separator, mostCells)
  }

  /// Goes on to the next record.
  ///
  /// - Throws: ``InterchangeError`` with the line of a quote that is not closed.
  mutating func next() throws(InterchangeError) -> Bool {
    guard offset < bytes.count else { return false }
    cells.removeAll(keepingCapacity: true)
    hasMoreCells = false
    line = nextLine
    let start = offset
    while true {
      let cell = try nextCell()
      if cells.count < mostCells {
        cells.append(cell)
      } else if !cell.range.isEmpty {
        hasMoreCells = true
      }
      guard offset < bytes.count else { break }
      let end = bytes[offset]
      offset += 1
      if end == separator { continue }
      if end == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") {
        offset += 1
      }
      nextLine += 1
      break
    }
    record = start..<offset
    return true
  }

  /// Reads up to the separator, the end of the line, or the end of the file.
  private mutating func nextCell() throws(InterchangeError) -> Cell {
    let start = offset
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      skipToEndOfCell()
      return Cell(range: start..<offset, style: .plain)
    }
    let firstLine = nextLine
    var style = Cell.Style.quoted
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
          style = .escaped
          offset += 1
          continue
        }
        let end = offset
        skipToEndOfCell()
        if offset > end || style == .escaped {
          return Cell(range: start..<offset, style: .escaped)
        }
        return Cell(range: start + 1..<end - 1, style: .quoted)
      case UInt8(ascii: "\n"): nextLine += 1
      case UInt8(ascii: "\r"):
        if offset == bytes.count || bytes[offset] != UInt8(ascii: "\n") { nextLine += 1 }
      default: break
      }
    }
    throw InterchangeError(line: firstLine, "the quote that begins here is not closed")
  }

  private mutating func skipToEndOfCell() {
    var end = offset
    while end < bytes.count {
      let byte = bytes[end]
      if byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      end += 1
    }
    offset = end
  }

  /// The cell at a position in the last record; an empty one where the record is too short.
  ///
  /// - Parameter position: From 0.
  /// - Returns: The bytes of the cell without the quotes that enclose it.
  func cell(_ position: Int) -> ArraySlice<UInt8> {
    guard position < cells.count else { return [] }
    let cell = cells[position]
    return cell.style == .escaped ? unescaped(bytes[cell.range]) : bytes[cell.range]
  }

  /// Whether the record has no cell there, or an empty one.
  func isEmpty(_ position: Int) -> Bool {
    position >= cells.count || cells[position].range.isEmpty
  }

  /// Undoes the quotes of a cell that begins with one.
  private func unescaped(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text: [UInt8] = []
    text.reserveCapacity(cell.count)
    var (position, isQuoted) = (cell.startIndex + 1, true)
    while position < cell.endIndex {
      let byte = cell[position]
      position += 1
      if isQuoted, byte == UInt8(ascii: "\"") {
        isQuoted = position < cell.endIndex && cell[position] == byte
        if !isQuoted { continue }
        position += 1
      }
      text.append(byte)
    }
    return text[...]
  }
}
