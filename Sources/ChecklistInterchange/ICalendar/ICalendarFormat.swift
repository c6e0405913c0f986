package import ChecklistCore

/// The tasks of calendars: VTODO (RFC 5545).
package enum ICalendarFormat: ImportFormat, ExportFormat {
  /// Whether it begins as a calendar does.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let text = bytes.dropFirst(mark.count).drop { byte in
      byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
    }
    return ContentLine.Name(Array(text.prefix(15))[...]).isSame(as: "BEGIN:VCALENDAR")
  }

  /// Reads the tasks of one calendar or several, one after the other.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    var reader = ICalendarReader(options)
    try reader.read(bytes)
    guard reader.taskCount > 0 else {
      throw InterchangeError("the calendar has no task (VTODO)", kind: .empty)
    }
    return reader.finish()
  }

  package static var kind: String { "iCalendar" }

  package static var hasEmptyLists: Bool { true }

  package static var supports: ItemFields {
    [
      .text, .section, .checked, .skipReason, .due, .repetition, .created, .completed, .note,
      .origin,
    ]
  }

  package static func keeps(_ field: ItemField, of item: ChecklistItem) -> Bool {
    field == .repetition && (item.unreadRepetition == nil || item.unreadCalendarRule != nil)
  }

  package static var series: SeriesForm { .open }

  package static var limits: [String] {
    ["reasons of skips", "repetitions `when done`, or on days and weekdays of a month"]
  }

  /// Writes a calendar for each list.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = ICalendarWriter(options)
    var warnings = InterchangeWarnings()
    for var list in lists {
      list.openUnreadSeries(&warnings)
      writer.write(list)
    }
    var file = writer.file
    file.warnings.add(warnings)
    return file
  }
}

extension ChecklistItem {
  /// A rule that is not understood, of the document, as a calendar has it: `FREQ=HOURLY`; nil for
  /// other words, and without a due date.
  var unreadCalendarRule: String? {
    guard due != nil, let words = unreadRepetition, RecurrenceRule(words) != nil,
      words.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return words
  }
}

extension ExportedList {
  /// Leaves what repeats by a rule of a calendar that is not understood open, as the calendar had
  /// it: beside that rule, a completion would end it there.
  fileprivate mutating func openUnreadSeries(_ warnings: inout InterchangeWarnings) {
    for position in positions {
      let item = checklist.items[position]
      guard item.state != .open, item.unreadRule != nil else { continue }
      checklist.items[position].isChecked = false
      checklist.items[position][.skipReason] = nil
      warnings.add(
        "done item stays open in the calendar, since its rule is not understood",
        "done items stay open in the calendar, since their rules are not understood")
    }
  }
}
