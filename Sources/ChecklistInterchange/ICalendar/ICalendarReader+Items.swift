import ChecklistCore

extension ContentLine {
  /// The whole of it, as it is kept.
  fileprivate var field: String { String(decoding: bytes, as: UTF8.self) }
}

/// Items of what tasks say.
extension ICalendarReader {
  /// The item of a task with its place; nil when it is left out, of which is warned.
  mutating func task(_ draft: TodoDraft) -> (item: ImportedItem, place: Place)? {
    if draft.isOccurrence {
      leaveOut(
        "changed occurrence of a repeated item was left out",
        "changed occurrences of repeated items were left out", line: draft.line)
      return nil
    }
    var item = ImportedItem(
      draft.text ?? "", id: draft.uid.map { ItemIdentity.identity(.icalendar, $0) },
      line: told(draft.line),
      now: options.now)
    var isOpen = true
    if draft.status != nil || draft.completed != nil || draft.percent != nil {
      let state =
        draft.status ?? (draft.completed == nil && draft.percent != 100 ? .open : .done)
      isOpen = state == .open
      item.set(state, at: draft.completed.flatMap { due($0, draft)?.storedMoment })
    }
    if let created = draft.created, let date = due(created, draft) {
      item.setCreated(date.storedMoment)
    }
    if let note = draft.note { item.setNote(note) }
    if let section = draft.section { item.setSection(section) }
    var fields = draft.fields + (isOpen ? draft.openFields : [])
    let zoneText = setDue(draft, &item, &fields)
    fields += draft.otherCategories + draft.blocks
    let kept = fields.filter { field in
      !field.utf8.contains { $0.isControlCharacter && $0 != UInt8(ascii: "\n") }
    }
    warn(
      "property with control characters was left out",
      "properties with control characters were left out", line: draft.line,
      count: fields.count - kept.count)
    item.setOrigin(.icalendar, id: draft.uid, fields: kept + (zoneText.map { [$0] } ?? []))
    let parent = draft.parent.map { ItemIdentity.identity(.icalendar, $0) }
    return (item, Place(order: draft.order, parent: parent))
  }

  /// Sets when the item is due, and how often.
  ///
  /// - Returns: What describes the zone of its dates, to be kept; nil for nothing.
  private mutating func setDue(
    _ draft: TodoDraft, _ item: inout ImportedItem, _ fields: inout [String]
  ) -> String? {
    if let time = draft.due {
      if let date = due(time, draft) { item.setDue(date) }
    } else if let start = draft.start, let duration = draft.duration,
      let date = due(start, draft, after: duration)
    {
      item.setDue(date)
    }
    let dates = dates(of: draft, due: item.item.due)
    fields += dates.fields
    let clocks = dates.zone?.rules ?? options.zone
    if draft.rules.count == 1, let day = item.item.due?.clock(in: clocks),
      !draft.hasExceptions(from: day, in: clocks),
      let repetition = RecurrenceRule(draft.rules[0].rawText)?.repetition(
        due: day, start: draft.start.flatMap { self.due($0, draft)?.clock(in: clocks) }, in: clocks)
    {
      item.setRepetition(self.repetition(repetition, of: draft, item.item.due))
    } else {
      if !draft.rules.isEmpty {
        warn(
          "item repeats in a way that is not supported here; its rule is kept for calendars",
          "items repeat in a way that is not supported here; their rules are kept for calendars",
          line: draft.line)
      }
      fields += draft.rules.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    return dates.zone.flatMap { $0.isOwnText ? nil : $0.text }
  }

  /// A repetition that comes back to the time that a task is due at, where the clocks skip it.
  private func repetition(
    _ repetition: Repetition, of draft: TodoDraft, _ due: DueDate?
  ) -> Repetition {
    guard let time = draft.due, case .moment(let moment)? = due,
      options.zone.moments(of: time.date) == [moment]
    else { return repetition }
    return repetition.comingBack(to: time.date, from: .moment(moment), in: options.zone)
  }

  /// The properties that say in which zone calendars have the dates of a task, and
  /// its start.
  private mutating func dates(
    of draft: TodoDraft, due: DueDate?
  ) -> (fields: [String], zone: CalendarZones.Zone?) {
    var zone = zone(of: draft, due: due)
    var fields: [String] = []
    if let zone, let value = due?.calendarValue(in: zone) {
      // A due date that a duration gives has no property of its own.
      fields.append(draft.dueLine?.field ?? "DUE\(value)")
    }
    if let time = draft.start, let start = self.due(time, draft) {
      if !start.canBegin(due), zone == nil, let value = due?.calendarValue {
        // The start is given back while the due date is this one.
        fields.append("DUE\(value)")
      }
      let isWritten = if case .named(let name?) = time.zone { name == zone?.name } else { false }
      if isWritten, let line = draft.startLine, !line.hasControlCharacters {
        fields.append(line.field)
      } else if let value = start.calendarValue(in: zone) {
        // It has the form that the due date has.
        fields.append("DTSTART\(value)")
      }
    } else if due == nil {
      zone = nil
    }
    // By it, the other dates of what repeats move along.
    if !draft.rules.isEmpty, draft.start != nil || !draft.blocks.isEmpty,
      !fields.contains(where: { $0.hasPrefix("DUE") }), let value = due?.calendarValue
    {
      fields.append("DUE\(value)")
    }
    return (fields, zone)
  }

  /// The zone that is kept of a task: the one that its dates name, unless they are written in it
  /// anyway.
  private mutating func zone(of draft: TodoDraft, due: DueDate?) -> CalendarZones.Zone? {
    let time = draft.dueLine == nil ? draft.start : draft.due
    guard due != nil || draft.dueLine == nil, case .named(let name?) = time?.zone,
      let line = draft.dueLine ?? draft.startLine, !line.hasControlCharacters,
      let zone = zones.zone(name)
    else { return nil }
    if let own = options.systemZone, own.name == name, !draft.rules.isEmpty,
      zone.text == zones.zone(own).text
    {
      return nil
    }
    return zone
  }

  /// The day, or the moment, that a time means, or a while after it; nil beyond the years of a
  /// calendar, of which is warned.
  private mutating func due(
    _ time: CalendarTime, _ draft: TodoDraft, after duration: CalendarDuration = .zero
  ) -> DueDate? {
    // Days keep the time that the clocks show, and hours do not. A day is followed by whole days
    // only.
    let date = CalendarDate(
      secondsSince2001: time.date.secondsSince2001 + duration.days * 86_400)
    if case .day = time.zone {
      guard date.hasCalendarYear else { return warnOfYear(draft) }
      return days.due(on: date)
    }
    let moment = zone(of: time, draft).moments(of: date)[0] + Double(duration.seconds)
    guard TimeZoneRules.utc.clock(at: moment).hasCalendarYear else { return warnOfYear(draft) }
    return .moment(moment)
  }

  private mutating func warnOfYear(_ draft: TodoDraft) -> DueDate? {
    warn(
      "date beyond the year 9999 was left out", "dates beyond the year 9999 were left out",
      line: draft.line)
    return nil
  }

  private mutating func zone(of time: CalendarTime, _ draft: TodoDraft) -> TimeZoneRules {
    switch time.zone {
    case .utc: return .utc
    case .day, .named(nil): return options.zone
    case .named(let name?):
      if let rules = zones.rules(name) { return rules }
      warn(
        "time of an unknown time zone is taken as local",
        "times of unknown time zones are taken as local", line: draft.line)
      return options.zone
    }
  }
}
