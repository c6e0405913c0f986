import ChecklistCore

/// The values of a task's properties, before it is an item (VTODO, RFC 5545, section 3.6.2).
struct TodoDraft {
  /// The line on which it begins.
  let line: Int
  var uid: String?
  var text: String?
  /// Empty when it is named and has none.
  var note: String?
  var status: ChecklistItem.State?
  var percent: Int?
  var completed: CalendarTime?
  var created: CalendarTime?
  var due: CalendarTime?
  /// The property that says when it is due.
  var dueLine: ContentLine?
  var start: CalendarTime?
  /// The property that says when it begins.
  var startLine: ContentLine?
  var duration: CalendarDuration?
  /// The rules as they are written.
  var rules: [ContentLine] = []
  /// Whether some dates are added to those of the rule, or a rule takes some away.
  private var hasOtherDates = false
  /// The properties that take dates away.
  private var exceptions: [ContentLine] = []
  /// The categories after the section, as they are written.
  private var categories: [String] = []
  /// Whether it is a single occurrence of a repeated task, which differs from the others.
  var isOccurrence = false
  var section: String?
  var order: Int?
  /// The UID of the task of which it is a part.
  var parent: String?
  /// The other properties, as they are written.
  var fields: [String] = []
  /// Other properties that only count while it is not done.
  var openFields: [String] = []
  /// The components in it, each as a whole.
  var blocks: [String] = []

  /// A task that begins on a line.
  init(line: Int) { self.line = line }

  /// Reads a property.
  ///
  /// - Returns: Whether it is understood.
  mutating func read(_ property: ContentLine) -> Bool {
    if property.value.isEmpty, Self.needsValue(property.name) { return true }
    // iCalendar has no such encoding: what vCalendar encodes in this way would be a wrong text.
    if property.hasParameter("ENCODING", "QUOTED-PRINTABLE") { return false }
    switch property.name {
    case "UID":
      guard !property.value.contains(where: \.isControlCharacter) else { return false }
      uid = property.value.isEmpty ? nil : property.rawText
    case "SUMMARY": text = property.text
    case "DESCRIPTION": note = property.text
    case "STATUS": return read(status: property)
    case "PERCENT-COMPLETE":
      guard let number = property.integer, (0...100).contains(number) else { return false }
      percent = number
      if (1..<100).contains(number) { openFields.append("PERCENT-COMPLETE:\(number)") }
    case "COMPLETED": return Self.set(&completed, CalendarTime(property))
    case "CREATED": return Self.set(&created, CalendarTime(property))
    case "DUE":
      guard Self.set(&due, CalendarTime(property)) else { return false }
      dueLine = property
    case "DTSTART":
      guard Self.set(&start, CalendarTime(property)) else { return false }
      startLine = property
    case "DURATION": return Self.set(&duration, CalendarDuration(property.valueName.bytes))
    // What cannot be kept does not count: it is not there when the task is read again.
    case "RRULE", "EXDATE", "RDATE", "EXRULE", "RELATED-TO":
      guard !property.hasControlCharacters else { return false }
      readKept(property)
    case "CATEGORIES": readCategories(property)
    case "X-APPLE-SORT-ORDER": return Self.set(&order, property.integer)
    case "RECURRENCE-ID": isOccurrence = true
    // These say when the file was written, and ours says it anew.
    case "DTSTAMP", "LAST-MODIFIED": break
    default: keep(property)
    }
    return true
  }

  /// Whether a property says nothing without a value: some programs write all of them.
  private static func needsValue(_ name: ContentLine.Name) -> Bool {
    switch name {
    case "STATUS", "PERCENT-COMPLETE", "COMPLETED", "CREATED", "DUE", "DTSTART", "DURATION",
      "RRULE", "EXDATE", "RDATE", "EXRULE", "PRIORITY", "X-APPLE-SORT-ORDER":
      true
    default: false
    }
  }

  private static func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    guard let value else { return false }
    field = value
    return true
  }

  /// Reads a property that means something here and is kept for calendars besides.
  private mutating func readKept(_ property: ContentLine) {
    switch property.name {
    case "RRULE": return rules.append(property)
    case "RELATED-TO":
      let type = property.parameter("RELTYPE").map(ContentLine.Name.init)
      if type?.isSame(as: "PARENT") ?? true { parent = property.rawText }
    case "EXDATE": exceptions.append(property)
    default: hasOtherDates = true
    }
    keep(property)
  }

  /// Whether some dates are added to those of the rule, or taken away.
  ///
  /// - Parameters:
  ///   - due: The day on which it is due: dates that are taken away before it are over.
  ///   - zone: The zone of the due date.
  func hasExceptions(from due: CalendarDate, in zone: TimeZoneRules) -> Bool {
    hasOtherDates
      || exceptions.contains { line in
        !line.value.split(separator: UInt8(ascii: ",")).allSatisfy { value in
          guard let time = CalendarTime(value) else { return false }
          var date = time.date
          if case .utc = time.zone { date = zone.clock(at: TimeZoneRules.utc.moments(of: date)[0]) }
          return date.daysSince2001 < due.daysSince2001
        }
      }
  }

  /// Keeps a property as it is written.
  private mutating func keep(_ property: ContentLine) {
    fields.append(String(decoding: property.bytes, as: UTF8.self))
  }

  private mutating func read(status property: ContentLine) -> Bool {
    switch property.valueName {
    case "NEEDS-ACTION": status = .open
    case "IN-PROCESS":
      status = .open
      openFields.append("STATUS:IN-PROCESS")
    case "COMPLETED": status = .done
    case "CANCELLED": status = .skipped
    default: return false
    }
    return true
  }

  /// The categories after the section, as one property.
  var otherCategories: [String] {
    categories.isEmpty ? [] : ["CATEGORIES:\(categories.joined(separator: ","))"]
  }

  /// The first category that is not blank is the section, and those after it are kept.
  private mutating func readCategories(_ property: ContentLine) {
    var rest = property.value
    while section.map(ContentRules.isBlank) ?? true {
      if rest.isEmpty {
        section = section ?? ""
        return
      }
      (section, rest) = ContentLine.firstText(of: rest)
    }
    if !rest.isEmpty { categories.append(String(decoding: rest, as: UTF8.self)) }
  }
}
