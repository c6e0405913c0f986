import ChecklistCore

extension ChecklistItem {
  /// The values that an item gets from a file that names them; its section and its state are
  /// changes of their own.
  func edit(for imported: ImportedItem, in zone: TimeZoneRules) -> ItemEdit {
    let (new, named) = (imported.item, imported.named)
    var edit = ItemEdit()
    edit.keepsState = named[.checked] && new.state != .open
    let isAhead = isAhead(of: imported, in: zone)
    for field in ItemField.allCases
    where (field == .text || named[field]) && !hasSame(field, as: new) {
      switch field {
      case .checked, .skipReason, .completed, .section, .repetition: break
      case .due where isAhead || isDue(new.due, in: zone): break
      // When an item was made does not change; formats with days only must not make it less exact.
      case .created where created != nil || new.created == nil: break
      case .origin where imported.originFormat != nil:
        let format = imported.originFormat?.rawValue ?? ""
        let merged = ItemOrigin.replacing(format, in: origin, by: new.origin)
        if merged != origin { edit[.origin] = .making(merged.map { .origin($0) }) }
      case .attachments:
        // What was attached here stays: nothing that is imported takes anything away.
        let keys = Set(attachments.map { $0.key.uppercased() })
        edit.attached = new.attachments.filter { attachment in
          !keys.contains(attachment.key.uppercased())
            // Files without keys got new ones.
            && (imported.files.isEmpty || !attachments.contains { $0.isLike(attachment) })
        }
      default: edit[field] = .making(new[field])
      }
    }
    if new.unreadRepetition != nil, new.hasRuleBesideText, let words = new.unreadRule,
      unreadRule?.hasSameCodeUnits(as: words) != true
    {
      edit.unreadRule = words
    }
    if named[.repetition] {
      // Another date leaves the rule without the day and the time that it comes back to.
      var known = self
      if !edit.due.isKeep { (known.due, known.repetition) = (new.due, repetition?.withoutAnchor) }
      var other = new
      if !named[.due] { other.due = due }
      if !known.repeats(as: other, in: zone) { edit[.repetition] = .making(new[.repetition]) }
    }
    return edit
  }

  /// Whether a file is not further in the series of the item than what is known here: an older file
  /// never takes a series back, nor one that has what is done open at its next date, as other
  /// programs do.
  ///
  /// A file that has no due date may be of any time. What it has done or skipped counts only if it
  /// has also when that was, and the date of the item had come by then.
  func isAhead(of imported: ImportedItem, in zone: TimeZoneRules) -> Bool {
    let new = imported.item
    guard imported.named[.checked], let due, let rule = repetition,
      state != .open || new.state != .open, !isOccurrence
    else { return false }
    if !imported.named[.due] {
      guard new.state != .open, let finished = new.finished else { return true }
      if let day = due.day(in: zone) {
        return zone.clock(at: finished).daysSince2001 < day.daysSince2001
      }
      return finished < due.storedMoment
    }
    guard let newDue = new.due else { return false }
    let newRule = new.repetition ?? rule
    let (own, other) = (
      state == .open ? due : rule.next(after: due, done: finished, in: zone)?.due,
      new.state == .open ? newDue : newRule.next(after: newDue, done: new.finished, in: zone)?.due
    )
    guard let own else { return true }
    guard let other else { return false }
    return other.end(in: zone) <= own.end(in: zone)
  }

  /// The block id at the end of its line of Markdown: `abc` of `^abc`.
  var blockID: String? {
    ownIdentity.flatMap { $0.way == .block ? $0.text : nil }
  }

  /// Takes the block id off what Markdown knows of an item.
  mutating func removeBlockID(_ id: String) {
    ownIdentity = nil
    let format = InterchangeFormat.markdown.rawValue
    let marks = (origin?[format]?.fields ?? []).map { mark in
      let bytes = Array(mark.utf8)
      guard mark.hasSuffix("^\(id)") else { return mark }
      return String(decoding: bytes.dropLast(id.utf8.count + 1).trimmingSpaces(), as: UTF8.self)
    }
    origin = ItemOrigin.replacing(
      format, in: origin, by: ItemOrigin(format, fields: marks.filter { !$0.isEmpty }))
  }

  /// Whether it repeats as another item already: both rules have the same dates and the same time;
  /// without a due date, nothing repeats.
  ///
  /// Each rule comes back to a day and a time from the due date of its item. An item that is done
  /// is due earlier than the same item of another program, which is open at its next date.
  private func repeats(as other: ChecklistItem, in zone: TimeZoneRules) -> Bool {
    guard let newDue = other.due else { return true }
    guard let due, let rule = repetition, let new = other.repetition else {
      return repetition == nil && other.repetition == nil
    }
    let (clock, newClock) = (rule.clock(of: due, in: zone), new.clock(of: newDue, in: zone))
    guard rule.time == new.time || clock.timeOfDay == newClock.timeOfDay else { return false }
    return rule.isSame(as: new, due: newClock)
      || rule.anchored(to: clock) == new.anchored(to: newClock)
  }

  /// Whether it is due at a date already: on the same day, or in the same second, because formats
  /// have no fractions of one.
  private func isDue(_ date: DueDate?, in zone: TimeZoneRules) -> Bool {
    guard let date, let due else { return date == nil && due == nil }
    let (one, other) = (due.day(in: zone), date.day(in: zone))
    if one != nil || other != nil { return one?.daysSince2001 == other?.daysSince2001 }
    return due.storedMoment.timeIntervalSinceReferenceDate.rounded(.down)
      == date.storedMoment.timeIntervalSinceReferenceDate.rounded(.down)
  }
}

extension Attachment {
  /// Whether another one has the same name and size.
  fileprivate func isLike(_ other: Attachment) -> Bool {
    size == other.size && name.hasSameCodeUnits(as: other.name)
  }
}
