import ChecklistCore

/// Makes items of the rows of a table.
struct CSVReader {
  private let options: ImportOptions
  private let columns: CSVColumns
  private var rows: CSVScanner
  private var dates: CSVDates
  private var lists = ListsByName()
  private var warnings = InterchangeWarnings()
  /// The columns without a place that have been empty so far.
  private var emptyExtraColumns: [Int]
  private var unplacedColumns = UnplacedNames()
  /// The kind of Todoist's rows that name a section or a project.
  private var heading = Heading()
  /// Todoist's last task with its list: the notes of the rows below are added to it.
  private var task: (item: ImportedItem, list: String?)?

  private struct Heading {
    var list: String?
    var section: SectionName?
  }

  init(_ table: CSVTable, _ options: ImportOptions) {
    (self.options, columns, rows) = (options, table.columns, table.rows)
    dates = CSVDates(table, options)
    emptyExtraColumns = table.columns.extra
  }

  /// Reads all rows.
  ///
  /// - Throws: ``InterchangeError`` for a quote that is not closed, and of kind
  ///   ``InterchangeError/Kind/usage`` for a date that may be one of two.
  mutating func read() throws(InterchangeError) -> ImportedFile {
    while try rows.next() {
      if rows.cells.indices.allSatisfy(rows.isEmpty) { continue }
      try readRow()
    }
    addTask()
    unplacedColumns.warn(&warnings, "column", "columns")
    var file = ImportedFile(lists: lists.lists)
    file.warnings = warnings
    return file
  }

  private mutating func readRow() throws(InterchangeError) {
    if rows.hasMoreCells {
      warnings.add(
        "item has a cell beyond the last column, which was left out",
        "items have cells beyond the last column, which were left out", line: rows.line)
    }
    let text = text(.text) ?? ""
    if columns[.type] != nil, readHeading(text) { return }
    noteExtraColumns()
    let item = try item(text)
    addTask()
    task = (item, columns[.list] == nil ? heading.list : self.text(.list))
  }

  /// Adds the last item, to which nothing more belongs.
  private mutating func addTask() {
    guard let task else { return }
    lists.add(task.item, to: task.list)
    self.task = nil
  }

  /// The text of a cell; nil when the table has no such column.
  private func text(_ field: CSVField) -> String? {
    columns[field].map { String(decoding: CSVGuard.text(rows.cell($0)), as: UTF8.self) }
  }

  private mutating func noteExtraColumns() {
    for column in emptyExtraColumns where !rows.isEmpty(column) {
      unplacedColumns.add(columns.names[column].isEmpty ? "(\(column + 1))" : columns.names[column])
    }
    if !emptyExtraColumns.isEmpty { emptyExtraColumns.removeAll { !rows.isEmpty($0) } }
  }
}

// MARK: Rows of Todoist

extension CSVReader {
  /// Reads a row that is no item.
  private mutating func readHeading(_ text: String) -> Bool {
    switch columns[.type].map({ rows.cell($0).trimmedText.lowercased() }) {
    case "task", "": return false
    case "section": heading.section = SectionName(text)
    case "project": heading = Heading(list: text)
    case "note": readNote(text)
    // How Todoist shows the project.
    case "meta": break
    default:
      warnings.leaveOut(
        "item of an unknown type was left out", "items of an unknown type were left out",
        line: rows.line)
    }
    return true
  }

  /// Adds a note to the task above.
  private mutating func readNote(_ note: String) {
    guard !ContentRules.isBlank(note) else { return }
    guard task != nil else {
      warnings.add(
        "note without an item above was left out", "notes without an item above were left out",
        line: rows.line)
      return
    }
    let notes = [task?.item.item.note, note].compactMap(\.self)
    task?.item.setNote(notes.joined(separator: "\n\n"))
  }
}

// MARK: Items

extension CSVReader {
  /// The item that a row is about.
  private mutating func item(_ text: String) throws(InterchangeError) -> ImportedItem {
    let id = columns[.id].flatMap {
      rows.isEmpty($0) ? nil : CSVGuard.text(rows.cell($0)).trimmedText
    }
    // A row number is an identity in its table only, and other tables have it too.
    let own = id.flatMap(ItemIdentity.own)
    let identity =
      own ?? id.flatMap { ItemIdentity.isUUID($0) ? ItemIdentity.identity(.csv, $0) : nil }
    var item = ImportedItem(text, id: identity, line: rows.line, now: options.now)
    if let id, own == nil { item.setOrigin(.csv, id: id, fields: []) }
    try readCheckMark(&item)
    try readDates(&item)
    if let note = self.text(.note) { item.setNote(note) }
    if let section = self.text(.section).map(SectionName.init) ?? heading.section {
      item.setSection(section)
    }
    if let indent = columns[.indent], let depth = Int(rows.cell(indent).trimmedText), depth > 1 {
      item.set(.level, .number(depth - 1))
    }
    return item
  }

  /// Reads whether and when it was done, or skipped.
  private mutating func readCheckMark(_ item: inout ImportedItem) throws(InterchangeError) {
    let completed = try moment(.completed, "date of completion", "dates of completion")
    guard let column = columns[.checked] else {
      if columns[.completed] != nil { item.setChecked(completed != nil, at: completed) }
      return
    }
    let state = columns[.state].flatMap { ChecklistItem.State(written: rows.cell($0)) }
    let cell = rows.cell(column)
    switch ChecklistItem.State(written: cell) {
    case .open where state == .skipped, .skipped:
      item.set(.skipped, for: self.text(.reason) ?? "")
    // The column says that none is skipped.
    case .open where state == .open: item.set(.open)
    case .done where state == .done: item.set(.done, at: completed)
    case .open: item.setChecked(false)
    case .done: item.setChecked(true, at: completed)
    case nil:
      // A column "completed" may hold dates.
      if let date = try dates.moment(cell, line: rows.line) {
        item.setChecked(true, at: date)
      } else {
        warnings.add(
          "check mark was not understood: \(columns.names[column])",
          "check marks were not understood: \(columns.names[column])", line: rows.line)
      }
    }
  }

  private mutating func readDates(_ item: inout ImportedItem) throws(InterchangeError) {
    if let created = try moment(.created, "date of creation", "dates of creation") {
      item.setCreated(created)
    }
    guard let column = columns[.due] else { return }
    let isAllDay = columns[.isAllDay].map { ChecklistItem.State(written: rows.cell($0)) } == .done
    let zone = isAllDay ? columns[.zone].map { rows.cell($0).trimmedText } : nil
    if rows.isEmpty(column) || rows.cell(column).isNoDate {
      item.setDue(nil)
    } else if let due = try dates.dueDate(
      rows.cell(column), isAllDay: isAllDay, inZoneNamed: zone, line: rows.line)
    {
      item.setDue(due)
    } else {
      warnings.add(
        "due date was not understood", "due dates were not understood", line: rows.line)
    }
  }

  private mutating func moment(
    _ field: CSVField, _ one: String, _ many: String
  ) throws(InterchangeError) -> Date? {
    guard let column = columns[field], !rows.isEmpty(column) else { return nil }
    if let moment = try dates.moment(rows.cell(column), line: rows.line) { return moment }
    warnings.add("\(one) was not understood", "\(many) were not understood", line: rows.line)
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is what Toodledo writes for no date: `0000-00-00`.
  fileprivate var isNoDate: Bool { elementsEqual("0000-00-00".utf8) }
}
