import ChecklistCore
import ChecklistInterchange

extension JSONScanner {
  /// The next member of an object; nil at its end.
  ///
  /// - Throws: `InterchangeError` also for a member that this version does not know.
  mutating func nextMember() throws(InterchangeError) -> TextMember? {
    guard let key = try nextKey() else { return nil }
    guard let member = TextMember(rawValue: key) else { throw newer(member: key) }
    return member
  }

  /// The error for a member that this version does not write there.
  ///
  /// It would be lost in the next state of the remote, so it is not passed over.
  func newer(member key: String) -> InterchangeError {
    let name = String(key.unicodeScalars.prefix(40))
    var error = error("a later version of checklists wrote it, with \"\(name)\"")
    error.kind = .usage
    return error
  }

  /// Reads an item.
  mutating func item() throws(InterchangeError) -> ChecklistItem {
    var id: Int?
    var values: [(field: ItemField, value: FieldValue)] = []
    try beginObject()
    while let key = try nextKey() {
      switch TextMember(rawValue: key) {
      case .id: id = try identity()
      case .unknown: try skip()
      case let member:
        guard let field = member == .dueDay ? .due : ItemField(rawValue: key) else {
          throw newer(member: key)
        }
        guard let value = try value(of: field) else {
          throw error("\"\(key)\" is not what it must be")
        }
        values.append((field, value))
      }
    }
    let fields = Set(values.map(\.field))
    guard let id, fields.isSuperset(of: [.text, .checked]) else {
      throw error("an item has an identity, a text and a check mark")
    }
    var item = ChecklistItem("", id: id, now: Date(timeIntervalSinceReferenceDate: 0))
    item[.created] = nil
    for (field, value) in values { item[field] = value }
    item.forgetTimeIfOpen()
    return item
  }

  /// Reads the value of a field; nil for one that the field cannot have.
  private mutating func value(of field: ItemField) throws(InterchangeError) -> FieldValue? {
    switch (field.kind, try kind()) {
    case (.number, .number): return Int(try number()).flatMap { $0 > 0 ? .number($0) : nil }
    case (.text, .string):
      let text = try string()
      return field != .section || ContentRules.isSection(text) ? .text(text) : nil
    case (.flag, .truth): return .flag(try truth())
    case (.moment, .number), (.moment, .object):
      return .moment(Date(timeIntervalSinceReferenceDate: try seconds()))
    case (.due, .number), (.due, .object):
      return .due(.moment(Date(timeIntervalSinceReferenceDate: try seconds())))
    case (.due, .string): return DueDate.Day(storedText: try string()).map { .due(.day($0)) }
    case (.repetition, .string):
      return Repetition(storedText: try string()).map { .repetition($0) }
    case (.attachments, _): return [Attachment](try stored()).map { .attachments($0) }
    case (.origin, _): return ItemOrigin(try stored()).map { .origin($0) }
    case (.conflicts, _):
      return [Conflict](try stored(), ofItems: true).map { .conflicts($0) }
    case (.number, _), (.text, _), (.flag, _), (.moment, _), (.due, _), (.repetition, _):
      try skip()
      return nil
    }
  }

  /// Reads what `JSONWriter.value(_: PropertyList)` writes.
  ///
  /// - Throws: `InterchangeError` with the place.
  mutating func stored(depth: Int = 0) throws(InterchangeError) -> PropertyList {
    guard depth < PropertyListLimits.depth else {
      throw error(PropertyListLimits.tooDeepMessage("values"))
    }
    switch try kind() {
    case .string: return .string(try string())
    case .number:
      guard let integer = Int128(try number()) else { throw error("expected a whole number") }
      return .integer(integer)
    case .array:
      var elements: [PropertyList] = []
      try beginArray()
      while try nextElement() { elements.append(try stored(depth: depth + 1)) }
      return .array(elements)
    case .object:
      var entries: [PropertyListDictionary.Entry] = []
      try beginObject()
      while let key = try nextKey() {
        if key == TextForm.dateMark, try kind() == .number {
          let seconds = try seconds()
          guard entries.isEmpty, try nextKey() == nil else {
            throw error("a date is the only member of its object")
          }
          return .date(seconds)
        }
        entries.append(.init(key: key, value: try stored(depth: depth + 1)))
      }
      return .dictionary(PropertyListDictionary(entries))
    case .truth, .null:
      try skip()
      return .null
    }
  }

  /// Reads a number, or an object with the bits of one.
  private mutating func seconds() throws(InterchangeError) -> Double {
    guard try kind() == .object else {
      guard let number = Double(try number()), number.isFinite else {
        throw error("a number is too large")
      }
      return number
    }
    try beginObject()
    guard try nextKey() == TextForm.bitsMark, let bits = UInt64(try string(), radix: 16),
      try nextKey() == nil
    else { throw error("a number that is not finite is 16 hexadecimal digits") }
    return Double(bitPattern: bits)
  }
}
