import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A date within the text of a task, as Obsidian's Tasks writes it, `📅 2026-12-24`, or as its
/// Dataview does, `[due:: 2026-12-24T18:00]`.
struct MarkdownDate {
  /// What happens at the date.
  enum Field {
    case due
    case created
    case completed
  }

  /// A mark before a day. A sign that asks for a picture may follow.
  private static let marks: [(mark: StaticString, field: Field)] = [
    ("📅", .due), ("📆", .due), ("🗓", .due), ("➕", .created), ("✅", .completed),
  ]
  private static let names: [(mark: StaticString, field: Field)] = [
    ("due::", .due), ("created::", .created), ("completion::", .completed),
  ]

  /// What happens at the date.
  let field: Field
  /// The index after it.
  private(set) var end: Int
  private var date = CalendarDate(year: 0, month: 1, day: 1)
  private var hasTime = false
  /// The minutes by which its clock is ahead of UTC; nil for the clocks where one is.
  private var minutesAhead: Int?

  /// The date that begins at an index; nil where none begins.
  init?(_ bytes: ArraySlice<UInt8>, at index: Int) {
    let first = bytes[index]
    let isField = first == UInt8(ascii: "[") || first == UInt8(ascii: "(")
    guard isField || first == 0xF0 || first == 0xE2 else { return nil }
    let rest = bytes[(isField ? index + 1 : index)...]
    let marks = isField ? Self.names : Self.marks
    guard let (mark, field) = marks.first(where: { rest.starts(with: $0.mark) }) else { return nil }
    self.field = field
    end = rest.startIndex + mark.utf8CodeUnitCount
    if !isField, bytes[end...].starts(with: "\u{FE0F}" as StaticString) { end += 3 }
    skipSpaces(bytes)
    guard readDay(bytes) else { return nil }
    guard isField else {
      guard end == bytes.endIndex || !bytes[end].isDigit && !bytes[end].isLetter else { return nil }
      return
    }
    if skip(UInt8(ascii: "T"), bytes), !readTime(bytes) { return nil }
    skipSpaces(bytes)
    let close = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
    guard skip(close, bytes) else { return nil }
  }

  private mutating func skip(_ byte: UInt8, _ bytes: ArraySlice<UInt8>) -> Bool {
    guard end < bytes.endIndex, bytes[end] == byte else { return false }
    end += 1
    return true
  }

  private mutating func skipSpaces(_ bytes: ArraySlice<UInt8>) {
    while end < bytes.endIndex, bytes[end].isSpace { end += 1 }
  }

  private mutating func number(_ digits: Int, _ bytes: ArraySlice<UInt8>) -> Int? {
    let number = bytes[end...].prefix(digits)
    guard number.count == digits, number.allSatisfy(\.isDigit) else { return nil }
    end += digits
    return number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private mutating func readDay(_ bytes: ArraySlice<UInt8>) -> Bool {
    let dash = UInt8(ascii: "-")
    guard let year = number(4, bytes), skip(dash, bytes), let month = number(2, bytes),
      skip(dash, bytes), let day = number(2, bytes)
    else { return false }
    date = CalendarDate(year: year, month: month, day: day)
    return (1...12).contains(month) && (1...31).contains(day) && date.isInCalendar
  }

  private mutating func readTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let colon = UInt8(ascii: ":")
    guard let hour = number(2, bytes), hour < 24, skip(colon, bytes),
      let minute = number(2, bytes), minute < 60
    else { return false }
    (hasTime, date.hour, date.minute) = (true, hour, minute)
    if skip(colon, bytes) {
      guard let second = number(2, bytes), second < 60 else { return false }
      date.second = second
      if skip(UInt8(ascii: "."), bytes) {
        while end < bytes.endIndex, bytes[end].isDigit { end += 1 }
      }
    }
    if skip(UInt8(ascii: "Z"), bytes) { minutesAhead = 0 }
    guard end < bytes.endIndex, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[end]) else {
      return true
    }
    let sign = bytes[end] == UInt8(ascii: "-") ? -1 : 1
    end += 1
    guard let hours = number(2, bytes), hours < 24, skip(colon, bytes),
      let minutes = number(2, bytes), minutes < 60
    else { return false }
    minutesAhead = sign * (hours * 60 + minutes)
    return true
  }

  // MARK: Meaning

  /// The day or the moment that is meant, by the clocks where one is.
  func due(_ days: inout MarkdownDays) -> DueDate {
    hasTime ? .moment(moment(days.zone)) : .day(days.day(date))
  }

  /// The moment that is meant; of a day, its beginning.
  func moment(_ zone: TimeZoneRules) -> Date {
    if let minutesAhead {
      let second = date.secondsSince2001 - minutesAhead * 60
      return Date(timeIntervalSinceReferenceDate: Double(second))
    }
    return zone.moments(of: date)[0]
  }

  // MARK: Writing

  /// Appends a date after the text of a task.
  ///
  /// A day has a mark, as Obsidian's Tasks has it, and a moment a name.
  ///
  /// - Parameters:
  ///   - due: The day or the moment.
  ///   - zone: Where one is.
  ///   - output: What it is appended to.
  /// - Returns: Whether it could be; years have four digits.
  static func append(due: DueDate, in zone: TimeZoneRules, to output: inout [UInt8]) -> Bool {
    switch due {
    case .day(let day): return append("📅", day.date, to: &output)
    case .moment(let moment):
      let clock = zone.clock(at: moment)
      guard (0...9999).contains(clock.year), moment.timeIntervalSinceReferenceDate.magnitude < 1e13
      else { return false }
      output += " [due:: ".utf8
      let whole = moment.timeIntervalSinceReferenceDate.rounded(.down)
      if zone.moments(of: clock)[0].timeIntervalSinceReferenceDate == whole {
        output += "\(clock.isoDay)T\(clock.isoTime)".utf8
        if clock.second > 0 { output += ":\(String(clock.second, paddedTo: 2))".utf8 }
      } else {
        // The clocks show the time twice, and this is the second.
        output += TimeZoneRules.utc.clock(at: moment).description.utf8
      }
      output.append(UInt8(ascii: "]"))
      return true
    }
  }

  /// Appends a mark and a day after the text of a task.
  ///
  /// - Returns: Whether it could be; years have four digits.
  static func append(
    _ mark: StaticString, _ day: CalendarDate, to output: inout [UInt8]
  ) -> Bool {
    guard (0...9999).contains(day.year) else { return false }
    output.append(UInt8(ascii: " "))
    mark.withUTF8Buffer { output += $0 }
    output.append(UInt8(ascii: " "))
    output += day.isoDay.utf8
    return true
  }
}

/// The days of a calendar, each looked up once: many items are due on the same days.
struct MarkdownDays {
  /// Where one is.
  let zone: TimeZoneRules
  private var days: [Int: DueDate.Day] = [:]

  /// Days in a zone.
  init(in zone: TimeZoneRules) { self.zone = zone }

  /// The day of a date.
  fileprivate mutating func day(_ date: CalendarDate) -> DueDate.Day {
    let key = (date.year * 12 + date.month) * 32 + date.day
    if let day = days[key] { return day }
    let day = DueDate.Day(date, in: zone)
    days[key] = day
    return day
  }
}

/// The dates of a task.
struct MarkdownDates {
  private(set) var due: MarkdownDate?
  private(set) var created: MarkdownDate?
  private(set) var completed: MarkdownDate?

  /// Takes the dates out of the source of a task's text; of several of a kind, the last counts.
  init(takingFrom source: inout [UInt8]) {
    // Most texts have none.
    guard
      source.contains(where: { $0 == 0xF0 || $0 == 0xE2 || $0 == UInt8(ascii: ":") })
    else { return }
    var rest: [UInt8] = []
    var (index, copied) = (0, 0)
    while index < source.count {
      if source[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      guard let date = MarkdownDate(source[...], at: index) else {
        index += 1
        continue
      }
      switch date.field {
      case .due: due = date
      case .created: created = date
      case .completed: completed = date
      }
      rest += source[copied..<index]
      while let last = rest.last, last.isSpace { rest.removeLast() }
      index = date.end
      while rest.isEmpty, index < source.count, source[index].isSpace { index += 1 }
      copied = index
    }
    guard copied > 0 else { return }
    rest += source[copied...]
    source = rest
  }
}

extension ArraySlice<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { starts(with: $0) }
  }
}
