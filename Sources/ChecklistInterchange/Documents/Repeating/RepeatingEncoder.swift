import ChecklistCore

/// Makes the items of all lines of a file out of a changed document, in which records are no items.
///
/// What was done becomes a record, and the line goes on at the next date; what is opened again
/// takes its newest record away, and gets back the dates of it.
struct RepeatingEncoder<Source: RepeatingSource> {
  /// The items of all lines as they were read, and the document that people saw.
  let (all, shown): (ChecklistDocument, ChecklistDocument)
  let records: LineRecords
  let source: Source
  /// The identities of items that were moved.
  private(set) var moved: Set<Int>
  let now: Date
  let zone: TimeZoneRules
  /// What is written besides the items.
  private(set) var edits = RepeatingEdits()

  /// Whether records of an item that repeats no more become items.
  private(set) var releasesRecords = false

  /// The records of each item that stay, by its identity, with their lines.
  private var kept: [Int: [(line: RepeatingLine, item: ChecklistItem)]] = [:]
  /// The new record of each item.
  private var new: [Int: ChecklistItem] = [:]

  init(
    _ all: ChecklistDocument, shownAs shown: ChecklistDocument, _ records: LineRecords,
    _ source: Source, moved: Set<Int>, at now: Date, in zone: TimeZoneRules
  ) {
    (self.all, self.shown, self.records, self.source) = (all, shown, records, source)
    (self.moved, self.now, self.zone) = (moved, now, zone)
  }

  /// The document with an item for each line.
  mutating func lines(
    meaning document: ChecklistDocument
  ) throws(DocumentFormatError) -> ChecklistDocument {
    if records.lines.isEmpty { return document }
    var document = document
    var series: [Int: LineRecords.Series] = [:]
    for one in records.series { series[item(records.lines[one.line]).id] = one }
    for list in document.checklists.indices {
      for position in document.checklists[list].items.indices {
        let item = document.checklists[list].items[position]
        guard let series = series[item.id] else { continue }
        document.checklists[list].items[position] = try line(item, series)
      }
    }
    if records.hidden.isEmpty, new.isEmpty { return document }
    let places = RecordPlaces(all, records, document, moved, movesAlong: source.writesRecordsBelow)
    for list in document.checklists.indices {
      document.checklists[list].items = arranged(document.checklists[list].items, places)
    }
    return document
  }

  /// The item of a line as it was read.
  private func item(_ line: RepeatingLine) -> ChecklistItem {
    all.checklists[line.key.list].items[line.position]
  }

  /// The item as people saw it.
  private func shownItem(_ line: RepeatingLine) -> ChecklistItem {
    let position =
      line.position - records.recordCount(before: line.position, ofList: line.key.list)
    return shown.checklists[line.key.list].items[position]
  }

  // MARK: Lines

  /// The line that an item becomes.
  private mutating func line(
    _ item: ChecklistItem, _ series: LineRecords.Series
  ) throws(DocumentFormatError) -> ChecklistItem {
    let line = records.lines[series.line]
    let (read, before) = (self.item(line), shownItem(line))
    let items = series.records.map { (line: records.lines[$0], item: self.item(records.lines[$0])) }
    kept[item.id] = items
    if item == before, item.ownIdentity == before.ownIdentity {
      if !items.isEmpty, moved.contains(item.id), source.writesRecordsBelow {
        moved.formUnion(items.map(\.item.id))
      }
      keep(of: item, as: item, before)
      return read
    }
    var written = item
    if item.due.isSame(as: before.due) { written.due = read.due }
    written.repetition = rule(of: item, before, read)
    if let change = change(of: item, before, read) {
      try write(change, of: line, item, before, to: &written)
    } else if read.state == .open {
      written.open()
    }
    keep(of: item, as: written, before)
    return written
  }

  /// What becomes of the line and its newest record.
  private enum Change {
    /// It is done, or skipped.
    case done
    /// It is open again.
    case opened
    /// The newest record says something else.
    case replaced
    /// It is done as before, and has another rule.
    case ruled
  }

  private func change(
    of item: ChecklistItem, _ before: ChecklistItem, _ read: ChecklistItem
  ) -> Change? {
    // What is done for good is so in its line.
    if read.state != .open { return nil }
    let isSameDate = item.due.isSame(as: before.due)
    switch (before.state == .open, item.state == .open) {
    case (true, true): return nil
    case (true, false): return .done
    case (false, true): return isSameDate ? .opened : nil
    case (false, false):
      if isRuled(item, before) { return .ruled }
      if !isSameDate, !coversDate(of: before, item) { return .done }
      let isSame =
        item.state == before.state && item.hasSame(.skipReason, as: before)
        && item.finished == before.finished
      return isSame ? nil : .replaced
    }
  }

  /// The rule that is written: the one that was read, unless somebody has given it another.
  ///
  /// The day and the time to come back to are told by the records.
  private func rule(
    of item: ChecklistItem, _ before: ChecklistItem, _ read: ChecklistItem
  ) -> Repetition? {
    guard let rule = item.repetition else { return nil }
    if rule == before.repetition { return read.repetition }
    return item.state != before.state
      && rule.with(anchor: nil) == read.repetition?.with(anchor: nil)
      ? read.repetition : rule
  }

  /// Whether an item has another rule than it had.
  private func isRuled(_ item: ChecklistItem, _ before: ChecklistItem) -> Bool {
    item.repetition?.with(anchor: nil) != before.repetition?.with(anchor: nil)
  }

  private mutating func write(
    _ change: Change, of line: RepeatingLine, _ item: ChecklistItem, _ before: ChecklistItem,
    to written: inout ChecklistItem
  ) throws(DocumentFormatError) {
    let newest = kept[item.id]?.last
    switch change {
    case .done:
      let base = base(of: line, item, before)
      let rule = item.repetition ?? before.repetition ?? line.rule
      let done = done(item)
      let covered = base.flatMap { base in rule?.covered(base, at: done, in: zone) }
      let next = covered.flatMap { $0.repetition.next(after: $0.due, done: done, in: zone) }
      if line.rule != nil, let covered, next == nil {
        // It has ended, so the line is done.
        if line.isDue(item) { written.due = covered.due }
        return
      }
      let record = ItemRecord(
        item.state, due: base, completed: done, skipReason: item.skipReason)
      try add(record, of: line, to: item.id, due: line.isDue(item) ? base : nil)
      written.open()
      if let base, let next { try move(line, item, before, from: base, to: next.due, &written) }
    case .opened:
      written.open()
      try removeNewest(of: line, item, before, &written)
    case .replaced:
      written.open()
      guard let newest else { return }
      let done = done(item)
      let record = ItemRecord(
        item.state, due: newest.line.date, completed: done, skipReason: item.skipReason)
      try rewrite(newest, of: item.id, as: record)
      guard let rule = before.repetition ?? line.rule, let date = newest.line.date,
        let present = line.date
      else { return }
      let covered = rule.covered(date, at: done, in: zone)
      if let next = covered.repetition.next(after: covered.due, done: done, in: zone) {
        try move(line, item, before, from: present, to: next.due, &written)
      }
    case .ruled:
      guard let rule = item.repetition, let due = item.due, let present = line.date else {
        // It goes on no more, so the line says what its newest record said.
        return try removeNewest(of: line, item, before, &written)
      }
      written.open()
      // Nothing is due again on the day on which its rule was changed.
      let covered = rule.covered(due, at: now, in: zone)
      let done = done(item)
      if let next = covered.repetition.next(after: covered.due, done: done, in: zone) {
        try move(line, item, before, from: present, to: next.due, &written)
      }
    }
  }

  /// When an item was done or skipped: what is later than now is a mistake of a clock.
  private func done(_ item: ChecklistItem) -> Date { min(item.finished ?? now, now) }

  /// The date that is done: that of the line, unless somebody has given the item another.
  private func base(
    of line: RepeatingLine, _ item: ChecklistItem, _ before: ChecklistItem
  ) -> DueDate? {
    guard let due = item.due, !item.due.isSame(as: before.due), !coversDate(of: before, item) else {
      return line.date
    }
    return due
  }

  /// Whether the due date of an item is the one that is done when it is done late.
  private func coversDate(of before: ChecklistItem, _ item: ChecklistItem) -> Bool {
    guard let rule = before.repetition, let due = before.due else { return false }
    return Optional(rule.covered(due, at: done(item), in: zone).due).isSame(as: item.due)
  }

  /// Moves the dates of a line.
  private mutating func move(
    _ line: RepeatingLine, _ item: ChecklistItem, _ before: ChecklistItem, from date: DueDate,
    to next: DueDate, _ written: inout ChecklistItem
  ) throws(DocumentFormatError) {
    if line.isDue(item) { written.due = next }
    let days = next.dayHere(in: zone).daysSince2001 - date.dayHere(in: zone).daysSince2001
    if days == 0 { return }
    guard item.hasSame(.text, as: before) else {
      written.text = try source.moved(item.text, by: days)
      return
    }
    let text = try source.text(of: line, movedBy: days)
    if text.hasSameCodeUnits(as: item.text) { return }
    written.text = text
    edits.days[item.id] = days
  }

  // MARK: Records

  private mutating func add(
    _ record: ItemRecord, of line: RepeatingLine, to id: Int, due: DueDate?
  ) throws(DocumentFormatError) {
    let isOther = due != nil && !due.isSame(as: item(line).due)
    let (added, bytes) = try source.record(
      of: line, record, due: isOther ? due : nil, isChanged: false)
    new[id] = added
    edits.sources[added.id] = bytes
  }

  /// Makes the newest record say something else; it keeps its place and what stands below it.
  private mutating func rewrite(
    _ newest: (line: RepeatingLine, item: ChecklistItem), of id: Int, as record: ItemRecord
  ) throws(DocumentFormatError) {
    let (read, bytes) = try source.record(
      of: newest.line, record, due: nil, isChanged: true)
    var changed = read
    changed.identity = newest.item.id
    changed.ownIdentity = newest.item.ownIdentity
    if newest.item.hasNote { changed.note = newest.item.note }
    edits.sources[changed.id] = bytes
    kept[id]?.removeLast()
    kept[id]?.append((newest.line, changed))
  }

  /// Takes the newest record away.
  ///
  /// The line gets back its dates, and what stands below it.
  private mutating func removeNewest(
    of line: RepeatingLine, _ item: ChecklistItem, _ before: ChecklistItem,
    _ written: inout ChecklistItem
  ) throws(DocumentFormatError) {
    guard let newest = kept[item.id]?.popLast() else { return }
    let rest = try source.rest(ofRecord: newest.line)
    let notes = [written.note, rest, newest.item.note].compactMap { $0 }
    if notes.count > (written.note == nil ? 0 : 1) {
      written.note = notes.joined(separator: "\n\n")
    }
    if let present = line.date, let date = newest.line.date {
      try move(line, item, before, from: present, to: date, &written)
    }
  }

  /// Gives the records of an item its place, and a text or a rule that it got.
  private mutating func keep(
    of item: ChecklistItem, as written: ChecklistItem, _ before: ChecklistItem
  ) {
    let goesOn = source.mayRepeat(item)
    if !goesOn, kept[item.id]?.isEmpty == false { releasesRecords = true }
    let isReworded = goesOn && !item.hasSame(.text, as: before)
    let isRuled = goesOn && isRuled(item, before)
    func placed(_ record: ChecklistItem, isNew: Bool) -> ChecklistItem {
      var record = record
      record.section = written.section
      record.level = written.level
      if isReworded, !isNew {
        record.text = source.reworded(record: record.text, as: item.text)
      }
      if isRuled, !isNew, record.due != nil { record.repetition = written.repetition }
      return record
    }
    kept[item.id] = kept[item.id]?.map { ($0.line, placed($0.item, isNew: false)) }
    new[item.id] = new[item.id].map { placed($0, isNew: true) }
    if moved.contains(item.id), source.writesRecordsBelow {
      moved.formUnion((kept[item.id] ?? []).map(\.item.id))
    }
  }

  /// The items of a list with the records among them.
  private func arranged(_ items: [ChecklistItem], _ places: RecordPlaces) -> [ChecklistItem] {
    var known: [Int: ChecklistItem] = [:]
    for records in kept.values { for record in records { known[record.item.id] = record.item } }
    var arranged: [ChecklistItem] = []
    var atEnd: [ChecklistItem] = []
    // The items within which the next one may stand, from the outside.
    var open: [(level: Int, id: Int)] = []
    func close(above level: Int) {
      while let last = open.last, last.level >= level {
        open.removeLast()
        if let record = new[last.id] {
          if source.writesRecordsBelow { arranged.append(record) } else { atEnd.append(record) }
        }
        arranged += places.after(last.id).compactMap { known[$0] }
      }
    }
    for item in items {
      close(above: item.level)
      arranged += places.before(item.id).compactMap { known[$0] }
      arranged.append(item)
      open.append((item.level, item.id))
    }
    close(above: 0)
    return arranged + atEnd
  }
}
