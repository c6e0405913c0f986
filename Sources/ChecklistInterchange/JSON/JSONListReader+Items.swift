import ChecklistCore

extension JSONListReader {
  /// The members of an item.
  private enum Member: String {
    case number, id, text, checked, due, dueDay, created, completed, note, section
    case repetition = "repeat"
    case attachments, origin, conflicts, checklist
  }

  /// What was read of an item.
  private struct Fields {
    var named: ImportedItem.Fields = []
    var id: Int?
    var text: String?
    var isChecked: Bool?
    var moment: Date?
    var day: CalendarDate?
    var created: Date?
    var completed: Date?
    var note: String?
    var section: String?
    var repetition: Repetition?
    var origin: ItemOrigin?
    var attachments: [Attachment] = []
    var conflicts: [Conflict] = []
    /// The first member whose value is not what it must be.
    var wrongMember: Member?
  }

  /// Reads an item.
  ///
  /// - Returns: The item; nil, with a warning, where it cannot be one.
  mutating func readItem() throws(InterchangeError) -> ImportedItem? {
    scanner.skipSpace()
    let line = scanner.line
    guard try scanner.begin(.object) else {
      file.warnings.leaveOut(
        "item was left out, since it is no object",
        "items were left out, since they are no objects",
        line: line)
      return nil
    }
    var fields = Fields()
    while let key = try scanner.nextKey() {
      // All of them are letters of ASCII that no other text is canonically equivalent to.
      guard let member = Member(rawValue: key) else {
        try skipUnknown()
        continue
      }
      if try !read(member, &fields), fields.wrongMember == nil { fields.wrongMember = member }
    }
    return item(fields, line: line)
  }

  /// Reads a member.
  ///
  /// - Returns: Whether its value is what it must be.
  private mutating func read(
    _ member: Member, _ fields: inout Fields
  ) throws(InterchangeError) -> Bool {
    switch member {
    case .number, .checklist:
      try scanner.skip()
      return true
    case .checked:
      fields.named.insert(.checked)
      guard case .value(let isChecked) = try scanner.truthField() else { return false }
      fields.isChecked = isChecked
      return true
    case .attachments:
      fields.named.insert(.attachments)
      return try readAttachments(&fields.attachments)
    case .origin:
      fields.named.insert(.origin)
      return try readOrigin(&fields.origin)
    case .conflicts:
      fields.named.insert(.conflicts)
      return try readConflicts(&fields.conflicts)
    default: break
    }
    switch try scanner.stringField() {
    case .value(let text): return set(member, text, &fields)
    case .null:
      // That there is none is said too.
      if let field = Self.field(of: member) { fields.named.insert(field) }
      return member != .text
    case .mismatch: return false
    }
  }

  private static func field(of member: Member) -> ImportedItem.Fields? {
    switch member {
    case .due, .dueDay: .due
    case .created: .created
    case .note: .note
    case .section: .section
    case .repetition: .repetition
    default: nil
    }
  }

  /// Sets a member that is a string.
  ///
  /// - Returns: Whether the string is what it must be.
  private func set(_ member: Member, _ text: String, _ fields: inout Fields) -> Bool {
    if let field = Self.field(of: member) { fields.named.insert(field) }
    switch member {
    case .id:
      fields.id = Int(identityText: text)
      return fields.id != nil
    case .text:
      fields.text = text
      return true
    case .note:
      fields.note = text
      return true
    case .section:
      fields.section = text
      return true
    case .due:
      // "dueDay" says it exactly, and others may write a day here.
      let day = ISO8601.day(text)
      fields.day = fields.day ?? day
      fields.moment = ISO8601.date(text)
      return day != nil || fields.moment != nil
    case .dueDay:
      fields.day = ISO8601.day(text)
      return fields.day != nil
    case .created:
      fields.created = ISO8601.date(text)
      return fields.created != nil
    case .completed:
      fields.completed = ISO8601.date(text)
      return fields.completed != nil
    case .repetition:
      fields.repetition = Repetition(storedText: text)
      return fields.repetition != nil
    case .number, .checked, .attachments, .origin, .conflicts, .checklist: return true
    }
  }

  /// Reads what other programs know of an item.
  private mutating func readOrigin(
    _ origin: inout ItemOrigin?
  ) throws(InterchangeError) -> Bool {
    if try scanner.kind() == .null {
      try scanner.null()
      return true
    }
    guard try scanner.begin(.object) else { return false }
    var isSound = true
    while let format = try scanner.nextKey() {
      guard try scanner.begin(.object) else {
        isSound = false
        continue
      }
      var entry = ItemOrigin.Entry()
      while let key = try scanner.nextKey() {
        switch key {
        case "id":
          switch try scanner.stringField() {
          case .value(let id): entry.id = id
          case .null: break
          case .mismatch: isSound = false
          }
        case "fields":
          guard try scanner.begin(.array) else {
            isSound = false
            continue
          }
          while try scanner.nextElement() {
            guard case .value(let field) = try scanner.stringField() else {
              isSound = false
              continue
            }
            entry.fields.append(field)
          }
        default: try skipUnknown()
        }
      }
      guard let known = ItemOrigin(format, id: entry.id, fields: entry.fields) else { continue }
      origin = origin?.merging(known) ?? known
    }
    return isSound
  }

  /// Reads the files that belong to an item.
  private mutating func readAttachments(
    _ attachments: inout [Attachment]
  ) throws(InterchangeError) -> Bool {
    if try scanner.kind() == .null {
      try scanner.null()
      return true
    }
    guard try scanner.begin(.array) else { return false }
    var isSound = true
    while try scanner.nextElement() {
      guard try scanner.begin(.object) else {
        isSound = false
        continue
      }
      var (key, name, size) = (String?.none, String?.none, Int?.none)
      while let member = try scanner.nextKey() {
        switch member {
        case "key": if case .value(let text) = try scanner.stringField() { key = text }
        case "name": if case .value(let text) = try scanner.stringField() { name = text }
        case "size": if case .value(let number) = try scanner.wordField() { size = Int(number) }
        default: try skipUnknown()
        }
      }
      if let key, let name, let size, size >= 0 {
        attachments.append(Attachment(storedKey: key, name: name, size: size))
      } else {
        isSound = false
      }
    }
    return isSound
  }

  /// Reads the values that lost in a merge.
  private mutating func readConflicts(
    _ conflicts: inout [Conflict]
  ) throws(InterchangeError) -> Bool {
    if try scanner.kind() == .null {
      try scanner.null()
      return true
    }
    guard try scanner.begin(.array) else { return false }
    var isSound = true
    while try scanner.nextElement() {
      var members: [String: String] = [:]
      guard try scanner.begin(.object) else {
        isSound = false
        continue
      }
      while let key = try scanner.nextKey() {
        guard ["field", "value"].contains(key) else {
          try skipUnknown()
          continue
        }
        if case .value(let text) = try scanner.stringField() { members[key] = text }
      }
      if let conflict = conflict(members["field"], members["value"]) {
        conflicts.append(conflict)
      } else {
        isSound = false
      }
    }
    return isSound
  }

  private mutating func conflict(_ field: String?, _ value: String?) -> Conflict? {
    guard let value else { return nil }
    switch field.flatMap(Conflict.Field.init(rawValue:)) {
    case .text: return .text(value)
    case .note: return .note(value)
    case .due:
      if let day = ISO8601.day(value) { return .due(days.due(on: day)) }
      return ISO8601.date(value).map { .due(.moment($0)) }
    case .name, .icon, nil: return nil
    }
  }

  /// The item with the fields that were read; nil, with a warning, where it cannot be one.
  private mutating func item(_ fields: Fields, line: Int) -> ImportedItem? {
    if let member = fields.wrongMember {
      let name = member.rawValue
      file.warnings.leaveOut(
        "item was left out, since its \"\(name)\" is not what it must be",
        "items were left out, since their \"\(name)\" is not what it must be", line: line)
      return nil
    }
    var item = ImportedItem(fields.text ?? "", id: fields.id, line: line, now: options.now)
    item.named = fields.named
    if let isChecked = fields.isChecked { item.setChecked(isChecked, at: fields.completed) }
    if fields.named.contains(.due) {
      item.setDue(fields.day.map { days.due(on: $0) } ?? fields.moment.map { .moment($0) })
    }
    if fields.named.contains(.created) { item.item.created = fields.created }
    if fields.named.contains(.note) { item.setNote(fields.note) }
    if fields.named.contains(.section) { item.setSection(fields.section) }
    if fields.named.contains(.repetition) { item.setRepetition(fields.repetition) }
    item.item.origin = fields.origin
    item.item.attachments = fields.attachments
    item.item.conflicts = fields.conflicts
    return item
  }
}
