import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Items of what tasks say.
extension ICalendarReader {
  /// The entry of a task; nil when it is left out, of which is warned.
  mutating func entry(_ draft: TodoDraft) -> Entry? {
    guard let text = checkedText(draft) else { return nil }
    if draft.status == .cancelled {
      warn("cancelled task is left out", "cancelled tasks are left out", line: draft.line)
      return nil
    }
    if draft.isOccurrence {
      warn(
        "changed occurrence of a repeated task is left out",
        "changed occurrences of repeated tasks are left out", line: draft.line)
      return nil
    }
    var item = ImportedItem(
      text, id: draft.uid.map { ItemIdentity.identity(.icalendar, $0) }, line: told(draft.line),
      now: options.now)
    var isOpen = true
    if draft.status != nil || draft.completed != nil || draft.percent != nil {
      isOpen = draft.status.map { $0 == .open } ?? (draft.completed == nil && draft.percent != 100)
      item.setChecked(!isOpen, at: draft.completed.map { due($0, draft).storedMoment })
    }
    if let created = draft.created { item.setCreated(due(created, draft).storedMoment) }
    setNote(draft, &item)
    if let section = draft.section, !item.setSection(section) {
      warn(
        "category is shortened to the name of a section",
        "categories are shortened to the names of sections", line: draft.line)
    }
    var fields = draft.fields + (isOpen ? draft.openFields : [])
    setDue(draft, &item, &fields)
    item.setOrigin(.icalendar, id: draft.uid, fields: fields + draft.blocks)
    return Entry(
      item: item, order: draft.order,
      parent: draft.parent.map { ItemIdentity.identity(.icalendar, $0) })
  }

  /// The text of the item; nil when there is none, of which is warned.
  private mutating func checkedText(_ draft: TodoDraft) -> String? {
    guard let text = draft.text, !ContentRules.isBlank(text) else {
      warn(
        "task without a SUMMARY is left out", "tasks without a SUMMARY are left out",
        line: draft.line)
      return nil
    }
    guard (try? ContentRules.itemText(text)) != nil else {
      warn(
        "task with a NUL character is left out", "tasks with NUL characters are left out",
        line: draft.line)
      return nil
    }
    return text
  }

  private mutating func setNote(_ draft: TodoDraft, _ item: inout ImportedItem) {
    guard let note = draft.note else { return }
    guard !note.utf8.contains(0) else {
      warn(
        "note with a NUL character is left out", "notes with NUL characters are left out",
        line: draft.line)
      return
    }
    item.setNote(note)
  }

  private mutating func setDue(
    _ draft: TodoDraft, _ item: inout ImportedItem, _ fields: inout [String]
  ) {
    // The zones of a calendar are not kept, so the start is kept as the due date is.
    if let start = draft.start, let value = due(start, draft).calendarValue {
      fields.append("DTSTART\(value)")
    }
    if let time = draft.due {
      item.setDue(due(time, draft))
    } else if let start = draft.start, let duration = draft.duration {
      if let (time, seconds) = start.adding(duration) {
        switch due(time, draft) {
        case .moment(let moment): item.setDue(.moment(moment + Double(seconds)))
        case .day(let day): item.setDue(.day(day))
        }
      } else {
        warn(
          "date beyond the year 9999 is ignored", "dates beyond the year 9999 are ignored",
          line: draft.line)
      }
    }
    if draft.rules.count == 1, !draft.hasExceptions,
      let day = item.item.due?.clock(in: options.zone),
      let repetition = RecurrenceRule(draft.rules[0].rawText)?.repetition(due: day)
    {
      item.setRepetition(repetition)
    } else {
      fields += draft.rules.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }

  /// The day, or the moment, that a time means.
  private mutating func due(_ time: CalendarTime, _ draft: TodoDraft) -> DueDate {
    var zone = options.zone
    switch time.zone {
    case .day: return .day(DueDate.Day(time.date, in: zone))
    case .utc: zone = .utc
    case .named(nil): break
    case .named(let name?):
      if let rules = zones.rules(name) {
        zone = rules
      } else {
        warn(
          "time of an unknown time zone is taken as local",
          "times of unknown time zones are taken as local", line: draft.line)
      }
    }
    return .moment(zone.moments(of: time.date)[0])
  }
}
