extension ThreeWay<ChecklistItem> {
  /// The item as both sides have made it, field by field, but for identity and preserved fields.
  ///
  /// - Parameters:
  ///   - section: The section, if the sides have changed it differently.
  ///   - zone: The time zone in which one is.
  /// - Returns: The item; the values that lost are among its conflicts.
  func merged(section: @autoclosure () -> String?, in zone: TimeZoneRules) -> ChecklistItem {
    var item = first
    var lost: [Conflict] = []
    let isFirst = firstWinsConflicts
    if let text = text(\.text, firstWins: isFirst, loser: { lost.append(.text($0)) }) {
      item.text = text
    }
    item.note = text(\.note, firstWins: isFirst) { lost.append(.note($0)) }
    if let (winner, loser) = occurrence(in: zone) {
      let rule = rule
      item.takeOccurrence(
        of: winner, by: winner.repetition?.withoutAnchor == rule ? winner.repetition : rule)
      if let due = lostDue(of: loser, to: winner, in: zone) { lost.append(.due(due)) }
    } else {
      let kept = sideThatKeepsDue
      let due =
        kept.map(\.due)
        ?? value(\.due, isSame: ==) { one, other in
          guard let one, let other else { return one ?? other }
          if one.isSameDay(as: other) { return one.comesBefore(other) ? one : other }
          lost.append(.due(isFirst ? other : one))
          return isFirst ? one : other
        }
      if item.due != due { item.due = due }
      item.repetition = kept.map(\.repetition) ?? rule
      item.isChecked = value(\.isChecked) { one, _ in one }
      let skipReason = text(\.skipReason)
      item.skipReason = item.isChecked ? nil : skipReason
      item.fields.completed = .init(
        item.state == .open ? nil : value(\.finished) { $0.isEarlierOrNotNil(than: $1) })
    }
    item.created = value(\.created) { $0.isEarlierOrNotNil(than: $1) }
    item.section = value(
      \.section, isSame: { $0.hasSameCodeUnits(as: $1) }, pick: { _, _ in section() })
    item.attachments = attachments
    item.origin = origin
    let present = [item.note.map(Conflict.note), item.due.map(Conflict.due)].compactMap { $0 }
    item.conflicts = conflicts(\.conflicts, adding: lost, to: present + [.text(item.text)])
    return item
  }

  /// The side whose due date and repetition stay, because the other has removed the due date and
  /// this one has changed one of them; nil where that is not so.
  var sideThatKeepsDue: ChecklistItem? {
    guard let before = base?.due, (first.due == nil) != (second.due == nil) else { return nil }
    let side = first.due == nil ? second : first
    let isRepeatedAnew = side.repetition != nil && side.repetition != base?.repetition
    return side.due != before || isRepeatedAnew ? side : nil
  }

  /// Whether the first side wins the fields in conflict.
  ///
  /// It wins all of them, so that no item is made of two halves that nobody wrote.
  /// The first field in conflict decides: the longer text or note, or the earlier due date.
  private var firstWinsConflicts: Bool {
    var decision: Bool?
    func decide(_ one: String?, _ other: String?) -> String? {
      if decision == nil, let one, let other { decision = one.isLongerOrGreater(than: other) }
      return one
    }
    _ = value({ $0.text as String? }, isSame: { $0.hasSameCodeUnits(as: $1) }, pick: decide)
    _ = value(\.note, isSame: { $0.hasSameCodeUnits(as: $1) }, pick: decide)
    if decision == nil, let one = first.due, let other = second.due {
      return one.comesBefore(other)
    }
    return decision ?? true
  }

  /// The merged attachments, without those that one side has detached.
  private var attachments: [Attachment] {
    value(\.attachments, isSame: ==) { one, other in
      let before = base?.attachments ?? []
      func isKept(_ attachment: Attachment) -> Bool {
        !before.contains(attachment) || one.contains(attachment) && other.contains(attachment)
      }
      // In one order, so that of two with one key the same one stays, whichever side it is from.
      let all = (one + other.filter { !one.contains($0) }).filter(isKept)
      return all.sorted { $0.comesBefore($1) }.normalized()
    }
  }

  /// The merged knowledge of other programs, format by format.
  private var origin: ItemOrigin? {
    value(\.origin, isSame: ==) { one, other in
      let before = base?.origin
      let formats = Set((one?.formats ?? []) + (other?.formats ?? []))
      return formats.sorted().reduce(nil) { origin, format in
        let sides = ThreeWay<ItemOrigin?>(base: before, first: one, second: other)
        let known = sides.value({ $0?[format] }) { $0.isGreater(than: $1) }
        return .replacing(
          format, in: origin, by: ItemOrigin(format, id: known?.id, fields: known?.fields ?? []))
      }
    }
  }
}

extension ItemOrigin.Entry? {
  fileprivate func isGreater(than other: ItemOrigin.Entry?) -> Bool {
    guard let self, let other else { return self != nil }
    let (one, two) = ([self.id ?? ""] + self.fields, [other.id ?? ""] + other.fields)
    return two.lexicographicallyPrecedes(one) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension DueDate {
  /// Whether it is the earlier, in an order of all due dates.
  package func comesBefore(_ other: DueDate) -> Bool {
    let (moment, others) = (storedMoment, other.storedMoment)
    if moment != others { return moment < others }
    return (day?.daysSince2001 ?? .max) < (other.day?.daysSince2001 ?? .max)
  }
}

extension Date? {
  /// Whether it is the earlier, or the only one.
  func isEarlierOrNotNil(than other: Date?) -> Bool {
    guard let self, let other else { return self != nil }
    return self < other
  }
}

extension ThreeWay<Checklist> {
  /// The list as both sides have made it, field by field, but for identity, items and preserved
  /// fields.
  func merged() -> Checklist {
    if first.hasSameFields(as: second) { return first }
    if let base {
      if first.hasSameFields(as: base) { return second }
      if second.hasSameFields(as: base) { return first }
    }
    var lost: [Conflict] = []
    var list = Checklist("", id: first.id)
    list.name = text(\.name) { lost.append(.name($0)) } ?? ""
    list.icon = text(\.icon) { lost.append(.icon($0)) } ?? Checklist.noIcon
    list.isHidden = value(\.isHidden) { one, _ in one }
    list.conflicts = conflicts(
      \.conflicts, adding: lost, to: [.name(list.name), .icon(list.icon)])
    return list
  }
}
