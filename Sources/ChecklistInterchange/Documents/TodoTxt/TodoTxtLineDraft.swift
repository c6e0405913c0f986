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
    bytes.reserveCapacity(body.bytes.count + priority.count + words.count + 24)
    append(to: &bytes)
    return bytes
  }

  /// Appends the bytes.
  func append(to output: inout [UInt8]) {
    if isChecked { output.append("x ") } else { output += priority }
    if let completed { output.append(completed) }
    if let created { output.append(created) }
    if isChecked { output += priority }
    output += body.bytes
    output += words
  }

  /// Whether an item is read from it.
  ///
  /// - Parameter text: The text of the item.
  func says(_ item: ChecklistItem, _ text: [UInt8]) -> Bool {
    guard priority.isEmpty, words.isEmpty, let first = body.bytes.first, !first.isSpace,
      !first.beginsTodoMark
    else {
      let line = TodoTxtLine(bytes[...])
      return line.state == item.state && says(item, line.body, line.text[...], text)
    }
    // The marks end where the text begins, so the text alone is read, if it was not read so.
    let body = body.read(isDone: isChecked)
    let state: ChecklistItem.State =
      isChecked ? body.skipReason == nil ? .done : .skipped : .open
    return state == item.state && says(item, body, body.text, text)
  }

  /// Whether another state than that of an item is read from it.
  func isReadAs(other item: ChecklistItem) -> Bool { TodoTxtLine(bytes[...]).state != item.state }

  private func says(
    _ item: ChecklistItem, _ body: TodoTxtBody, _ read: ArraySlice<UInt8>, _ text: [UInt8]
  ) -> Bool {
    let repeats = body.due != nil && body.repetition != nil
    return body.skipReason.hasSameCodeUnits(as: item.skipReason)
      // Bytes that are no UTF-8 stand for other ones in the text of the item.
      && (read.elementsEqual(text)
        || String(decoding: read, as: UTF8.self).hasSameCodeUnits(as: item.text))
      && (body.due == nil) == (item.due == nil) && repeats == (item.repetition != nil)
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
  ///
  /// - Parameter text: The text of the item.
  func word(
    of item: ChecklistItem, _ text: [UInt8], in zone: TimeZoneRules
  ) -> [UInt8]? {
    switch self {
    case .due:
      return item.due.flatMap { TodoTxtDue.word($0, repeatedBy: item.repetition, in: zone) }
        .map { Array($0.utf8) }
    case .repetition:
      return item.repetition.flatMap(TodoTxtRepetition.word)
    case .skip:
      if let reason = item.skipReason { return TodoTxtSkip.word(reason) }
      let isAmbiguous = item.isChecked && TodoTxtSkip.last(in: text[...]) != nil
      return isAmbiguous ? TodoTxtSkip.doneWord : nil
    }
  }
}

extension [UInt8] {
  /// Appends a day of a year of four digits, and a space.
  fileprivate mutating func append(_ day: CalendarDate) {
    func append(_ number: Int, digits: Int) {
      var divisor = digits == 4 ? 1000 : 10
      while divisor > 0 {
        self.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
    }
    append(day.year, digits: 4)
    self.append(UInt8(ascii: "-"))
    append(day.month, digits: 2)
    self.append(UInt8(ascii: "-"))
    append(day.day, digits: 2)
    self.append(UInt8(ascii: " "))
  }
}
