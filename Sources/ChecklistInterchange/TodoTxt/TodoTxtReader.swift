import ChecklistCore

/// Reads lines of todo.txt.
struct TodoTxtReader {
  private let options: ImportOptions
  private var days: LocalDays
  private var file = ImportedFile()
  private var indices: [CodeUnits?: Int] = [:]

  /// Sleek's line break, of which the first separates the text from its note.
  static let lineBreak: UInt8 = 0x10

  /// Begins a file.
  init(_ options: ImportOptions) {
    self.options = options
    days = LocalDays(in: options.zone)
  }

  /// Ends the file.
  consuming func finish() -> ImportedFile { file }

  /// Reads a line.
  ///
  /// - Throws: ``InterchangeError`` for a marker of a conflict.
  mutating func read(_ line: InputText.Line) throws(InterchangeError) {
    if line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
    let marks = TodoTxtMarks(line.bytes)
    if ConflictMarker.begins(marks.rest) { throw .conflict(line: line.number) }
    var text = marks.priority.map { $0 + marks.rest } ?? marks.rest
    let due = takeDue(&text, line: line.number)
    let repetition = due == nil ? nil : takeWord(&text, TodoTxtRepetition.read)
    let skip = marks.isChecked ? TodoTxtSkip.last(in: text) : nil
    if let skip { Self.remove(skip.word, from: &text) }
    let noteStart = text.firstIndex(of: Self.lineBreak)
    let note = noteStart.map { text[($0 + 1)...] }
    text = text[..<(noteStart ?? text.endIndex)]
    let list = options.listsByProject ? Self.takeProject(&text) : nil
    var item = ImportedItem(
      String(decoding: text, as: UTF8.self), line: line.number, now: options.now)
    let completed = marks.completed.map { days.start(of: $0) }
    item.set(
      marks.isChecked ? skip?.reason == nil ? .done : .skipped : .open, at: completed,
      for: skip?.reason ?? "")
    if let created = marks.created { item.setCreated(days.start(of: created)) }
    if let due { item.setDue(days.due(at: due)) }
    if let repetition {
      let repetition = TodoTxtDue.repetition(repetition, of: due, in: days.zone)
      item.set(.repetition, .repetition(repetition))
    }
    if let note {
      let lines = note.map { $0 == Self.lineBreak ? UInt8(ascii: "\n") : $0 }
      item.setNote(String(decoding: lines, as: UTF8.self))
    }
    add(item, to: list)
  }

  private mutating func add(_ item: ImportedItem, to list: String?) {
    let key = list.map(CodeUnits.init)
    if let index = indices[key] {
      file.lists[index].items.add(item)
    } else {
      indices[key] = file.lists.count
      var list = ImportedList(name: list, items: [item])
      list.hasMarks = true
      file.lists.append(list)
    }
  }

  /// Takes the last valid due date off a text, with the space before it.
  private mutating func takeDue(_ text: inout ArraySlice<UInt8>, line: Int) -> ISO8601.LocalTime? {
    let (due, word) = Self.due(in: text)
    if let due, let word {
      Self.remove(word, from: &text)
      return due
    }
    if word != nil {
      file.warnings.add(
        "due date stays in the text, since it is not a date",
        "due dates stay in the texts, since they are not dates", line: line)
    }
    return nil
  }

  /// Takes the last word off a text that is a field, with the space before it.
  private func takeWord<Meaning>(
    _ text: inout ArraySlice<UInt8>, _ read: (ArraySlice<UInt8>) -> Meaning?
  ) -> Meaning? {
    guard let (meaning, word) = Self.lastWord(of: text, read) else { return nil }
    Self.remove(word, from: &text)
    return meaning
  }

  /// A text without the words that are due dates, with single spaces between the others; a text
  /// that is nothing else stays as it is.
  static func withoutDues(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard hasDue(bytes) else { return text }
    let words = bytes.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
      .filter { TodoTxtDue.read($0) == nil }
    let rest = Array(words.joined(separator: [UInt8(ascii: " ")]))
    return rest.allSatisfy(isSeparator) ? text : String(decoding: rest, as: UTF8.self)
  }

  /// Whether a text has a word that is a due date.
  static func hasDue(_ text: [UInt8]) -> Bool { due(in: text[...]).due != nil }

  /// The last due date of a text that is one, and its word; without a valid one, the first word
  /// that should be one.
  private static func due(
    in text: ArraySlice<UInt8>
  ) -> (due: ISO8601.LocalTime?, word: Range<Int>?) {
    var word: Range<Int>?
    while let start = lastDue(in: text[..<(word?.lowerBound ?? text.endIndex)]) {
      let end = text[start...].firstIndex(where: isSeparator) ?? text.endIndex
      word = start..<end
      if let due = TodoTxtDue.read(text[start..<end]) { return (due, word) }
    }
    return (nil, word)
  }

  /// Where the last word begins that begins with `due:`.
  private static func lastDue(in text: ArraySlice<UInt8>) -> Int? {
    var end = text.endIndex
    while let colon = text[..<end].lastIndex(of: UInt8(ascii: ":")) {
      let start = colon - 3
      if start >= text.startIndex, text[start..<colon].elementsEqual("due".utf8),
        start == text.startIndex || isSeparator(text[start - 1])
      {
        return start
      }
      end = colon
    }
    return nil
  }

  /// Takes the name of a list off a text: the last project.
  private static func takeProject(_ text: inout ArraySlice<UInt8>) -> String? {
    let project = lastWord(of: text) { word in
      let name = String(
        decoding: word.dropFirst().map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 },
        as: UTF8.self)
      return word.first == UInt8(ascii: "+") && !ContentRules.isBlank(name)
        && !name.utf8.contains(0) ? name : nil
    }
    guard let (name, word) = project else { return nil }
    if word.upperBound == text.endIndex { remove(word, from: &text) }
    return name
  }

  /// The last word of a text that means something, and its place.
  private static func lastWord<Meaning>(
    of text: ArraySlice<UInt8>, _ read: (ArraySlice<UInt8>) -> Meaning?
  ) -> (Meaning, Range<Int>)? {
    var end = text.endIndex
    while end > text.startIndex {
      let start = text[..<end].lastIndex(where: isSeparator).map { $0 + 1 } ?? text.startIndex
      if let meaning = read(text[start..<end]) { return (meaning, start..<end) }
      end = start - 1
    }
    return nil
  }

  /// Removes a word with the space before it, or else after it, unless nothing is left then.
  private static func remove(_ word: Range<Int>, from text: inout ArraySlice<UInt8>) {
    var range = word
    if word.lowerBound > text.startIndex, text[word.lowerBound - 1] == UInt8(ascii: " ") {
      range = (word.lowerBound - 1)..<word.upperBound
    } else if word.upperBound < text.endIndex, text[word.upperBound] == UInt8(ascii: " ") {
      range = word.lowerBound..<(word.upperBound + 1)
    }
    let rest = text[..<range.lowerBound] + text[range.upperBound...]
    if !rest.allSatisfy({ isSeparator($0) }) { text = rest }
  }

  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == lineBreak
  }
}
