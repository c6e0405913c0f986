import ChecklistCore

/// A table: its columns, and its rows one after the other.
struct CSVTable {
  /// Which column says what.
  let columns: CSVColumns
  /// The reader, before the first row.
  private(set) var rows: CSVScanner

  /// Finds the line with the names of the columns, and what separates them.
  ///
  /// - Parameter bytes: A table in UTF-8, or in UTF-16 with its byte order mark.
  /// - Throws: ``InterchangeError`` when there is no column with texts.
  init(_ bytes: [UInt8]) throws(InterchangeError) {
    let text = try InputText(unicode: bytes).bytes
    let (tables, error) = Self.tables(text)
    let best = tables.max { $0.quality < $1.quality }
    if let error, best?.columns[.text] == nil { throw error }
    guard let table = best else {
      throw InterchangeError("the file has no line with the names of columns")
    }
    guard table.columns[.text] != nil else {
      let names = (["text"] + CSVField.text.names.prefix(7).dropFirst()).joined(separator: ", ")
      throw InterchangeError(
        line: table.rows.line,
        "no column holds the texts; the columns are \(table.columns.description)",
        hint: "Give the column with the texts one of these names: \(names).")
    }
    guard !table.rows.hasMoreCells else {
      throw InterchangeError(
        line: table.rows.line, "the table has more than \(CSVColumns.most) columns")
    }
    self = table
    // A cell beyond the last column belongs to none.
    rows.mostCells = columns.names.count
  }

  private init(columns: CSVColumns, rows: CSVScanner) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Whether the first lines are those of a table with texts.
  ///
  /// - Returns: Whether several columns are understood, of which one has texts.
  static func isLikely(_ bytes: ArraySlice<UInt8>) -> Bool {
    var bytes = Array(bytes)
    if !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) {
      // The last character may be cut.
      while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
    }
    guard let text = try? InputText(unicode: bytes).bytes else { return false }
    return tables(text).tables.contains {
      $0.columns[.text] != nil && $0.columns.understoodCount > 1
    }
  }

  /// How much is understood; in doubt, how much there is.
  private var quality: (Int, Int, Int) {
    (columns[.text] == nil ? 0 : 1, columns.understoodCount, columns.names.count)
  }

  /// The tables that the bytes may be, one for each separator, and the fault of the last that has
  /// one: what is a quote depends on the separator.
  private static func tables(_ bytes: [UInt8]) -> (tables: [CSVTable], error: InterchangeError?) {
    var tables: [CSVTable] = []
    var fault: InterchangeError?
    let (bytes, told) = separator(toldBy: bytes)
    // The last of equal ones is chosen.
    for separator in told.map({ [$0] }) ?? Array("|\t;,".utf8) {
      var scanner = CSVScanner(bytes, separator: separator, mostCells: CSVColumns.most)
      do throws(InterchangeError) {
        guard let columns = try header(&scanner) else { continue }
        tables.append(CSVTable(columns: columns, rows: scanner))
      } catch {
        fault = error
      }
    }
    return (tables, fault)
  }

  /// The separator that the first line tells, as Excel writes it: `sep=;`.
  ///
  /// - Returns: The table, in which that line is empty, so that the others keep their numbers; and
  ///   the separator, or nil.
  private static func separator(toldBy bytes: [UInt8]) -> (table: [UInt8], separator: UInt8?) {
    let line = bytes.prefix(8).prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let mark =
      line.first == UInt8(ascii: "\"") && line.last == line.first && line.count == 7
      ? line.dropFirst().dropLast() : line
    guard mark.count == 5, mark.map({ $0 | 0x20 }).starts(with: "sep=".utf8.map { $0 | 0x20 }),
      mark[mark.startIndex + 3] == UInt8(ascii: "="), let separator = mark.last, separator < 0x80
    else { return (bytes, nil) }
    return (Array(bytes.dropFirst(line.count)), separator)
  }

  /// Reads up to the line with the names of the columns.
  ///
  /// TickTick writes lines of one cell before it.
  private static func header(_ scanner: inout CSVScanner) throws(InterchangeError) -> CSVColumns? {
    var first: (columns: CSVColumns, scanner: CSVScanner)?
    var lineCount = 0
    while lineCount < 20, try scanner.next() {
      if scanner.record.isEmpty || scanner.cells.indices.allSatisfy(scanner.isEmpty) { continue }
      lineCount += 1
      let columns = CSVColumns(scanner)
      if columns[.text] != nil, first == nil || columns.understoodCount > 1 { return columns }
      first = first ?? (columns, scanner)
      if scanner.cells.count > 1 { break }
    }
    guard let first else { return nil }
    scanner = first.scanner
    return first.columns
  }
}
