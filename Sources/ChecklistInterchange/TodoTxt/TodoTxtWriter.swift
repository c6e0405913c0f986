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
    var line = TodoTxtLineDraft(text)
    appendFields(of: item, Array(item.text.utf8), to: &line)
    line.isChecked = item.state != .open
    line.completed = line.isChecked ? day(item.completed) : nil
    // A date after the mark is when it was done, so a task has both or the first only.
    line.created = line.isChecked && line.completed == nil ? nil : day(item.created)
    // At the beginning of a file, a byte order mark is none of the text.
    if !line.saysText || file.bytes.isEmpty && line.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      // Nobody knows when it was made, or done.
      let now = day(options.now)
      line.addDays(created: day(item.created) ?? now, completed: now)
    }
    if line.isReadAs(other: item) {
      file.warnings.add(
        "item is read from todo.txt with another state",
        "items are read from todo.txt with other states")
    }
    line.append(to: &file.bytes)
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

  private func day(_ moment: Date?) -> CalendarDate? {
    TodoTxtLineDraft.day(of: moment, in: options.zone)
  }

  /// Appends the words for the fields of an item, of which the last one of a kind counts.
  ///
  /// - Parameter text: The text of the item.
  private mutating func appendFields(
    of item: ChecklistItem, _ text: [UInt8], to line: inout TodoTxtLineDraft
  ) {
    if line.body.due != nil {
      file.warnings.add(
        "text contains a due date, which todo.txt does not read as text",
        "texts contain a due date, which todo.txt does not read as text")
    }
    if item.due != nil {
      if let due = TodoTxtField.due.word(of: item, text, in: options.zone) {
        appendRepetition(of: item, text, to: &line)
        line.append(due)
      } else {
        file.warnings.add(
          "due date is too far away for todo.txt", "due dates are too far away for todo.txt")
      }
    }
    if let word = TodoTxtField.skip.word(of: item, text, in: options.zone) { line.append(word) }
  }

  private mutating func appendRepetition(
    of item: ChecklistItem, _ text: [UInt8], to line: inout TodoTxtLineDraft
  ) {
    if TodoTxtBody(line.body.bytes, isDone: false, isDue: true).repetition != nil {
      file.warnings.add(
        "text contains a repetition, which todo.txt does not read as text",
        "texts contain a repetition, which todo.txt does not read as text")
    }
    if let word = TodoTxtField.repetition.word(of: item, text, in: options.zone) {
      line.append(word)
    } else if item.repetition != nil {
      file.warnings.add("todo.txt", hasNo: "repetitions of that kind")
    }
  }
}
