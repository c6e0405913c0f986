package import ChecklistCore

/// The shapes that all JSON is built of.
extension JSONWriter {
  /// Begins the object that a command answers with: its schema, its document if there is one, and
  /// whether nothing was saved because it was a dry run.
  package mutating func beginAnswer(document: String?, isDryRun: Bool) {
    beginObject()
    member("schema", 1)
    member("document", document?.shownPath)
    if isDryRun { member("dryRun", true) }
  }

  /// An item.
  ///
  /// - Parameters:
  ///   - number: Its number in its list; nil for a deleted one.
  ///   - list: Its list, if the answer is about several.
  ///   - isChanged: Whether the command has changed it, if it is one that changes items.
  ///   - ends: The ends of days where one is.
  package mutating func item(
    _ item: ChecklistItem, number: Int?, in list: ListSummary? = nil, isChanged: Bool? = nil,
    _ ends: inout DayEnds
  ) {
    beginObject()
    member("number", number)
    member("id", item.id.identityText)
    for field in ItemField.allCases {
      switch field {
      case .level: member(field.rawValue, item.level)
      case .due:
        due(item.due, "due", &ends)
        due(item.next(in: ends.zone)?.due, "next", &ends)
      case .completed:
        member(field.rawValue, item.completed)
        member("skipped", item.state == .skipped ? item.finished : nil)
      default:
        member(field.rawValue, item[field])
        if field == .checked { member("state", item.state.rawValue) }
        if field == .repetition { member("rule", item.unreadRule) }
      }
    }
    records(item.records, &ends)
    if let list { member("checklist", list) }
    if let isChanged { member("changed", isChanged) }
    endObject()
  }

  private mutating func due(_ due: DueDate?, _ name: String, _ ends: inout DayEnds) {
    member(name, due.map { ends.end(of: $0) })
    member(name + "Day", due.flatMap { ends.day(of: $0) })
  }

  /// What was done of an item before, as lines of a file of text say it.
  private mutating func records(_ records: [ItemRecord], _ ends: inout DayEnds) {
    if records.isEmpty { return member("records", String?.none) }
    key("records")
    beginArray()
    for record in records {
      beginObject()
      member("state", record.state.rawValue)
      due(record.due, "due", &ends)
      member("completed", record.completed)
      member("skipReason", record.skipReason)
      endObject()
    }
    endArray()
  }

  private mutating func member(_ name: String, _ value: FieldValue?) {
    switch value {
    case .number(let number): member(name, number)
    case .text(let text): member(name, text)
    case .flag(let flag): member(name, flag)
    case .moment(let moment), .due(.moment(let moment)): member(name, moment)
    case .due(.day(let day)): member(name, day.storedText)
    case .repetition(let repetition): member(name, repetition.storedText)
    case .attachments(let attachments):
      member(name, each: attachments) { writer, attachment in
        writer.beginObject()
        writer.members(of: attachment)
        writer.endObject()
      }
    case .origin(let origin):
      key(name)
      self.origin(origin)
    case .conflicts(let conflicts): self.conflicts(conflicts)
    case nil: member(name, String?.none)
    }
  }

  /// The member with lists and those of their items that are shown: of several lists an array, else
  /// the list, or null where there is none.
  ///
  /// - Parameter ends: The ends of days where one is.
  package mutating func lists(
    _ lists: some Sequence<(list: Checklist, positions: [Int])>, isAll: Bool, _ ends: inout DayEnds
  ) {
    key(isAll ? "checklists" : "checklist")
    if isAll { beginArray() }
    var isEmpty = true
    for (list, positions) in lists {
      self.list(list, showing: positions, &ends)
      isEmpty = false
    }
    if isAll { endArray() } else if isEmpty { value(String?.none) }
  }

  /// A list with those of its items that are shown.
  package mutating func list(_ list: Checklist, showing positions: [Int], _ ends: inout DayEnds) {
    beginObject()
    members(of: ListSummary(list))
    items(of: list, at: positions, &ends)
    endObject()
  }

  /// The member with items of a list.
  package mutating func items(of list: Checklist, at positions: [Int], _ ends: inout DayEnds) {
    member("items", each: positions) { $0.item(list.items[$1], number: $1 + 1, &ends) }
  }

  /// A member whose value is a list without its items, or null.
  package mutating func member(_ name: String, _ list: ListSummary?) {
    key(name)
    guard let list else { return value(String?.none) }
    beginObject()
    members(of: list)
    endObject()
  }

  /// The members of a list but for its items.
  package mutating func members(of list: ListSummary) {
    member("id", list.id.identityText)
    member("name", list.name)
    member("icon", list.icon)
    member("hidden", list.isHidden)
    conflicts(list.conflicts)
    member("total", list.total)
    member("done", list.done)
    member("skipped", list.skipped)
  }

  /// The member with the values that lost in a merge.
  private mutating func conflicts(_ conflicts: [Conflict]) {
    if conflicts.isEmpty { return member("conflicts", String?.none) }
    member("conflicts", each: conflicts) { writer, conflict in
      writer.beginObject()
      writer.member("field", conflict.field.rawValue)
      if case .due(.moment(let moment)) = conflict {
        writer.member("value", moment)
      } else {
        writer.member("value", conflict.text)
      }
      writer.endObject()
    }
  }

  /// The members of a file that belongs to an item.
  package mutating func members(of attachment: Attachment) {
    member("key", attachment.key)
    member("name", attachment.name)
    member("size", attachment.size)
  }

  /// The knowledge of other programs about an item.
  private mutating func origin(_ origin: ItemOrigin) {
    beginObject()
    for format in origin.formats {
      key(format)
      beginObject()
      member("id", origin[format]?.id)
      member("fields", each: origin[format]?.fields ?? []) { $0.value($1) }
      endObject()
    }
    endObject()
  }
}
