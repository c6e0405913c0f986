import ChecklistCore

extension JSONListReader {
  /// Reads an item.
  ///
  /// - Returns: The item; nil, with a warning, where it cannot be one.
  mutating func readItem() throws(InterchangeError) -> ImportedItem? {
    scanner.skipSpace()
    let line = scanner.line
    guard try scanner.begin(.object) else {
      file.warnings.leaveOut(
        "item was left out, since it is not an object",
        "items were left out, since they are not objects",
        line: line)
      return nil
    }
    var item = ImportedItem("", line: line, now: options.now)
    var dueDay: CalendarDate?
    var rule: String?
    var skipped: Date?
    var wrongMember: String?
    while let key = try scanner.nextName() {
      let isSound: Bool
      switch key {
      case "number", "state", "checklist", "next", "nextDay", "records":
        try scanner.skip()
        isSound = true
      case "id":
        let value = try scanner.stringField().map { Int(identityText: $0) }
        if let id = value.value { item.identify(as: id) }
        isSound = !value.isMismatch
      case "rule":
        let words = try scanner.stringField()
        rule = words.value ?? rule
        isSound = !words.isMismatch
      case "dueDay":
        let day = try scanner.bytesField().map { ISO8601.day($0) }
        dueDay = day.value ?? dueDay
        isSound = !day.isMismatch
      case "skipped":
        let time = try scanner.bytesField().map { ISO8601.date($0) }
        skipped = time.value
        isSound = !time.isMismatch
      default:
        guard let field = ItemField.names[key] else {
          try skipUnknown()
          continue
        }
        let value = try value(of: field)
        if field == .repetition, value.isMismatch {
          file.warnings.add(
            "repetition was left out, since it was not understood",
            "repetitions were left out, since they were not understood", line: line)
          continue
        }
        // That there is none is said too.
        if !value.isMismatch { item.set(field, value.value) }
        let isRequired = field == .text || field == .checked
        isSound = isRequired ? value.value != nil : !value.isMismatch
      }
      if !isSound, wrongMember == nil { wrongMember = key.text }
    }
    if let wrongMember {
      file.warnings.leaveOut(
        "item was left out, since its \"\(wrongMember)\" is not what it must be",
        "items were left out, since their \"\(wrongMember)\" is not what it must be", line: line)
      return nil
    }
    // It says exactly what "due" does in a moment.
    if let dueDay { item.setDue(days.due(on: dueDay)) }
    // A calendar has the words in a property that is kept.
    if let rule, item.item.unreadRule?.hasSameCodeUnits(as: rule) != true {
      item.item.note(unreadRule: rule)
    }
    if item.item.state == .skipped {
      item.item[.completed] = item.item.repetition == nil ? nil : skipped.map { .moment($0) }
    }
    item.item.forgetTimeIfOpen()
    return item
  }

  /// Reads the value of a field.
  private mutating func value(
    of field: ItemField
  ) throws(InterchangeError) -> JSONField<FieldValue> {
    switch field.kind {
    case .number: return try scanner.countField().map { .number($0) }
    case .flag: return try scanner.truthField().map { .flag($0) }
    case .attachments:
      return try elements { (reader) throws(InterchangeError) in
        let words = try reader.words(["key", "name", "size"])
        guard let key = words["key"], let name = words["name"],
          let size = words["size"].flatMap({ Int($0) }), size >= 0
        else { return nil }
        return Attachment(storedKey: key, name: name, size: size)
      }.map { .attachments($0) }
    case .conflicts:
      return try elements { (reader) throws(InterchangeError) in
        let words = try reader.words(["field", "value"])
        return reader.conflict(words["field"], words["value"])
      }.map { .conflicts($0) }
    case .origin: return try origin().map { .origin($0) }
    case .text: return try scanner.stringField().map { .text($0) }
    case .due:
      // Others may write a day here.
      return try scanner.bytesField().map { text in
        ISO8601.day(text).map { .due(days.due(on: $0)) }
          ?? ISO8601.date(text).map { .due(.moment($0)) }
      }
    case .moment:
      return try scanner.bytesField().map { ISO8601.date($0).map { .moment($0) } }
    case .repetition:
      return try scanner.stringField().map { Repetition(storedText: $0).map { .repetition($0) } }
    }
  }

  /// Reads what other programs know of an item.
  private mutating func origin() throws(InterchangeError) -> JSONField<ItemOrigin> {
    if try scanner.kind() == .null {
      try scanner.null()
      return .null
    }
    guard try scanner.begin(.object) else { return .mismatch }
    var origin: ItemOrigin?
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
    return isSound ? origin.map { .value($0) } ?? .null : .mismatch
  }

  /// Reads an array of objects.
  ///
  /// - Parameter read: Reads the members of an object; nil where it is not what it must be.
  private mutating func elements<Element>(
    _ read: (inout Self) throws(InterchangeError) -> Element?
  ) throws(InterchangeError) -> JSONField<[Element]> {
    if try scanner.kind() == .null {
      try scanner.null()
      return .null
    }
    guard try scanner.begin(.array) else { return .mismatch }
    var elements: [Element] = []
    var isSound = true
    while try scanner.nextElement() {
      if try scanner.begin(.object), let element = try read(&self) {
        elements.append(element)
      } else {
        isSound = false
      }
    }
    return isSound ? .value(elements) : .mismatch
  }

  /// Reads the members of an object that are strings or numbers.
  private mutating func words(
    _ names: Set<String>
  ) throws(InterchangeError) -> [String: String] {
    var words: [String: String] = [:]
    while let key = try scanner.nextKey() {
      guard names.contains(key) else {
        try skipUnknown()
        continue
      }
      if case .value(let word) = try scanner.wordField() { words[key] = word }
    }
    return words
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
}

extension ItemField {
  /// The fields by the names of their members.
  fileprivate static let names = JSONNames<ItemField>()
}
