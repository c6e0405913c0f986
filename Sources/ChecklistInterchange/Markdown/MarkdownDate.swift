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

  /// Marks before a day, each perhaps with a sign that asks for a picture.
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
}

extension ArraySlice<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { starts(with: $0) }
  }
}
