import ChecklistCore

/// Writes lines of todo.txt.
struct TodoTxtWriter {
  private let options: ExportOptions
  /// The bytes that were written.
  private(set) var file = ExportedFile()

  /// Begins a file.
  init(_ options: ExportOptions) {
    self.options = options
  }

  /// Writes the items of a list.
  mutating func write(_ list: ExportedList) {
    let project = options.isAll ? project(of: list.checklist.name) : nil
    for item in list.items { write(item, project) }
  }

  /// The word for a list; nil for one without a name.
  private mutating func project(of list: String) -> [UInt8]? {
    if ContentRules.isBlank(list) { return nil }
    var word = "+"
    for scalar in list.unicodeScalars {
      let isSpace = scalar.properties.isWhitespace || scalar.value == TodoTxtLine.lineBreak
      word.unicodeScalars.append(isSpace ? "_" : scalar)
    }
    if list.utf8.contains(UInt8(ascii: "_"))
      || list.unicodeScalars.contains(where: {
        $0 != " " && ($0.properties.isWhitespace || $0.value == TodoTxtLine.lineBreak)
      })
    {
      file.warnings.add(
        "list has another name when it is read from todo.txt",
        "lists have other names when they are read from todo.txt")
    }
    return Array(word.utf8)
  }

  private mutating func write(_ item: ChecklistItem, _ project: [UInt8]?) {
    var text: [UInt8] = []
    item.appendText(to: &text)
    if ContentRules.isBlank(item.text) {
      file.warnings.add("todo.txt", hasNo: "items without a text")
      return
    }
    if replaceLineBreaks(in: &text) {
      file.warnings.add(
        "text of several lines is one line in todo.txt",
        "texts of several lines are one line each in todo.txt")
    }
    if let project { text += [UInt8(ascii: " ")] + project }
    appendDue(of: item, to: &text)
    if let reason = item.skipReason {
      text += [UInt8(ascii: " ")] + TodoTxtSkip.word(reason)
    } else if item.isChecked, TodoTxtSkip.last(in: text[...]) != nil {
      text += [UInt8(ascii: " ")] + TodoTxtSkip.doneWord
    }
    writeMarks(of: item, text)
    file.bytes.append(UInt8(ascii: "\n"))
  }

  /// Puts a space where a line would end, or the text of a note begin.
  private func replaceLineBreaks(in text: inout [UInt8]) -> Bool {
    let breaks: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r"), TodoTxtLine.lineBreak, 0]
    guard text.contains(where: { $0 <= TodoTxtLine.lineBreak && breaks.contains($0) }) else {
      return false
    }
    for index in text.indices where breaks.contains(text[index]) {
      text[index] = UInt8(ascii: " ")
    }
    return true
  }

  /// Writes the marks, and what follows them: the text, its list and its due date.
  private mutating func writeMarks(of item: ChecklistItem, _ text: [UInt8]) {
    let start = file.bytes.count
    let isChecked = item.state != .open
    let completed = isChecked ? item.completed : nil
    // A date after the mark is when it was done, so a task has both or the first only.
    let created = isChecked && completed == nil ? nil : item.created
    write(text, isChecked: isChecked, day(completed), day(created))
    if !isText(text, readFrom: start) {
      // Dates guard a text that begins like a mark. Nobody knows when it was made, or done.
      file.bytes.removeSubrange(start...)
      let now = day(options.now)
      write(
        text, isChecked: isChecked, isChecked ? day(completed) ?? now : nil,
        day(item.created) ?? now)
    }
  }

  private mutating func write(
    _ text: [UInt8], isChecked: Bool, _ completed: String?, _ created: String?
  ) {
    var rest = text[...]
    let marks = TodoTxtMarks(text[...])
    if isChecked {
      file.bytes.append("x ")
    } else if created != nil, !marks.isChecked, let priority = marks.priority {
      file.bytes += priority
      rest = rest.dropFirst(priority.count)
    }
    for date in [completed, created] {
      if let date { file.bytes.append("\(date) ") }
    }
    file.bytes += rest
  }

  /// Whether the text is read again from what was written from an offset on.
  private func isText(_ text: [UInt8], readFrom start: Int) -> Bool {
    // Only these begin a mark: a byte order mark, a bracket, a digit, the x of what is done, and a
    // space after it.
    let marks: [UInt8] = [0xEF, UInt8(ascii: "("), UInt8(ascii: "x"), UInt8(ascii: " ")]
    guard let first = text.first, first & 0xF0 == 0x30 || marks.contains(first) else { return true }
    if file.bytes.prefix(3) == [0xEF, 0xBB, 0xBF] { return false }
    let line = file.bytes[start...]
    let marksRead = TodoTxtMarks(line)
    return ((marksRead.priority ?? []) + marksRead.rest).elementsEqual(text)
  }

  /// The day of a moment; nil for one that no calendar of four digits has.
  private func day(_ moment: Date?) -> String? {
    guard let moment else { return nil }
    let clock = options.zone.clock(at: moment)
    return (0...9999).contains(clock.year) ? clock.isoDay : nil
  }

  private mutating func appendRepetition(of item: ChecklistItem, to text: inout [UInt8]) {
    if TodoTxtBody(text[...], isDone: false, isDue: true).repetition != nil {
      file.warnings.add(
        "text contains a repetition, which todo.txt does not read as text",
        "texts contain a repetition, which todo.txt does not read as text")
    }
    if let repetition = item.repetition {
      guard let value = TodoTxtRepetition.value(repetition) else {
        file.warnings.add("todo.txt", hasNo: "repetitions of that kind")
        return
      }
      text += Array(" rec:+".utf8) + value
    }
  }

  /// Appends when it is due, as the last word: of several, the last one counts.
  private mutating func appendDue(of item: ChecklistItem, to text: inout [UInt8]) {
    if TodoTxtBody(text[...], isDone: false).due != nil {
      file.warnings.add(
        "text contains a due date, which todo.txt does not read as text",
        "texts contain a due date, which todo.txt does not read as text")
    }
    guard let due = item.due else { return }
    guard let word = TodoTxtDue.word(due, repeatedBy: item.repetition, in: options.zone) else {
      file.warnings.add(
        "due date is too far away for todo.txt", "due dates are too far away for todo.txt")
      return
    }
    appendRepetition(of: item, to: &text)
    text += " \(word)".utf8
  }
}
