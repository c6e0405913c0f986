import ChecklistCore

/// Reads the dates of a table, of which some show how the others are meant.
struct CSVDates {
  private let table: CSVTable
  private var days: LocalDays
  private var order: ImportOptions.DateOrder?
  private var zones: CalendarZones

  init(_ table: CSVTable, _ options: ImportOptions) {
    (self.table, order) = (table, options.dateOrder)
    days = LocalDays(in: options.zone)
    zones = CalendarZones(directory: options.zoneDirectory)
  }

  /// When something is due.
  ///
  /// - Parameters:
  ///   - isAllDay: Whether the day is meant, whatever the time.
  ///   - zone: The name of the zone in which it is that day; nil for none.
  /// - Returns: The day or the moment; nil when it is no date.
  /// - Throws: ``InterchangeError`` of kind ``InterchangeError/Kind/usage`` for a date that may be
  ///   one of two.
  mutating func dueDate(
    _ cell: ArraySlice<UInt8>, isAllDay: Bool, inZoneNamed zone: String?, line: Int
  ) throws(InterchangeError) -> DueDate? {
    guard let date = try date(cell, line: line) else { return nil }
    if isAllDay, date.secondsAheadOfUTC != nil, let rules = zone.flatMap({ zones.rules($0) }),
      let moment = date.moment(order, in: rules)
    {
      // A day begins at 0:00 there; another time tells no zone.
      let clock = rules.clock(at: moment)
      if clock == clock.startOfDay { return days.due(on: clock) }
    }
    return date.dueDate(order, in: &days, isAllDay: isAllDay)
  }

  /// A moment; for a day, its beginning.
  ///
  /// - Returns: The moment; nil when it is no date.
  /// - Throws: ``InterchangeError`` of kind ``InterchangeError/Kind/usage`` for a date that may be
  ///   one of two.
  mutating func moment(
    _ cell: ArraySlice<UInt8>, line: Int
  ) throws(InterchangeError) -> Date? {
    try date(cell, line: line)?.moment(order, in: days.zone)
  }

  private mutating func date(
    _ cell: ArraySlice<UInt8>, line: Int
  ) throws(InterchangeError) -> WrittenDate? {
    guard let date = WrittenDate(cell) else { return nil }
    if order == nil, date.needsOrder { order = try orderOfTable(line: line) }
    return date
  }

  /// The order in which all dates of the table make sense.
  private func orderOfTable(line: Int) throws(InterchangeError) -> ImportOptions.DateOrder {
    let fields: [CSVField] = [.due, .completed, .created, .checked]
    let columns = fields.compactMap { table.columns[$0] }
    var orders: Set<ImportOptions.DateOrder> = []
    var rows = table.rows
    while try rows.next() {
      for column in columns {
        if let order = WrittenDate(rows.cell(column))?.order { orders.insert(order) }
      }
    }
    if let order = orders.first, orders.count == 1 { return order }
    throw InterchangeError(
      line: line, "the date is ambiguous: the day or the month may come first",
      hint: "Say which with --date-order dmy or --date-order mdy.", kind: .usage)
  }
}
