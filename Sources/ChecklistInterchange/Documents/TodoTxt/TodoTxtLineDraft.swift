import ChecklistCore

/// A line of todo.txt that is written, in a document or in an export.
struct TodoTxtLineDraft {
  var isChecked = false
  var created: CalendarDate?
  var completed: CalendarDate?
  private let priority: ArraySlice<UInt8>
  var body: TodoTxtBody
  /// The words after the body.
  private var words: [UInt8] = []

  /// A line with a text.
  ///
  /// - Parameters:
  ///   - present: The line as it is, whose words for dates stay; nil for a new one.
  ///   - isReworded: Whether the text is another one than there.
  init(_ text: [UInt8], _ present: TodoTxtLine? = nil, isReworded: Bool = true) {
    if let present, !isReworded {
      (priority, body) = (present.priority, present.body)
      return
    }
    let marks = TodoTxtMarks(text[...])
    // A priority stands before the day on which it was made.
    priority = marks.isChecked ? [] : marks.priority ?? []
    let rest = text[priority.count...]
    body = present?.body.reworded(Array(rest)) ?? TodoTxtBody(rest, isDone: false)
  }

  /// Appends a word for a field; the last one of a field counts.
  mutating func append(_ word: [UInt8]) { words += [UInt8(ascii: " ")] + word }

  /// The day of a moment; nil for one that no calendar of four digits has.
  static func day(of moment: Date?, in zone: TimeZoneRules) -> CalendarDate? {
    moment.map { zone.clock(at: $0) }.flatMap { (0...9999).contains($0.year) ? $0 : nil }
  }

  /// Adds the days that are missing, behind which a text is not read as a mark.
  mutating func addDays(created: CalendarDate?, completed: CalendarDate?) {
    self.created = self.created ?? created
    if isChecked { self.completed = self.completed ?? completed }
  }

  /// The bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Appends the bytes.
  func append(to output: inout [UInt8]) {
    if isChecked { output += "x ".utf8 } else { output += priority }
    for day in [completed, created] {
      if let day { output += "\(day.isoDay) ".utf8 }
    }
    if isChecked { output += priority }
    output += body.bytes
    output += words
  }

  /// Whether an item is read from it.
  func says(_ item: ChecklistItem) -> Bool {
    let line = TodoTxtLine(bytes[...])
    let repeats = line.body.due != nil && line.body.repetition != nil
    return line.state == item.state
      && line.body.skipReason.hasSameCodeUnits(as: item.skipReason)
      && String(decoding: line.text, as: UTF8.self).hasSameCodeUnits(as: item.text)
      && (line.body.due == nil) == (item.due == nil) && repeats == (item.repetition != nil)
  }

  /// Whether its text, with all its words, is read from it.
  var saysText: Bool {
    // No mark begins otherwise: a bracket, a digit, the x of what is done, and a space after it.
    if let first = priority.first ?? body.bytes.first, first & 0xF0 != 0x30,
      !"(x ".utf8.contains(first)
    {
      return true
    }
    let marks = TodoTxtMarks(bytes[...])
    return ((marks.priority ?? []) + marks.rest).elementsEqual(priority + body.bytes + words)
  }
}

extension TodoTxtField {
  /// The word for the field of an item; nil for a field that it does not have, or that no word can
  /// say.
  func word(of item: ChecklistItem, in zone: TimeZoneRules) -> [UInt8]? {
    switch self {
    case .due:
      return item.due.flatMap { TodoTxtDue.word($0, repeatedBy: item.repetition, in: zone) }
        .map { Array($0.utf8) }
    case .repetition:
      return item.repetition.flatMap(TodoTxtRepetition.value).map { Array("rec:+".utf8) + $0 }
    case .skip:
      if let reason = item.skipReason { return TodoTxtSkip.word(reason) }
      let isAmbiguous =
        item.isChecked && TodoTxtSkip.last(in: Array(item.text.utf8)[...]) != nil
      return isAmbiguous ? TodoTxtSkip.doneWord : nil
    }
  }
}
