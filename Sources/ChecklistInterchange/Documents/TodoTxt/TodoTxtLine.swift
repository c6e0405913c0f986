import ChecklistCore

/// A line of a todo.txt file: its marks, its text, and the words in it that are fields.
struct TodoTxtLine {
  /// Whether it is done.
  let isChecked: Bool
  /// The priority with its brackets and the space after it; empty without one.
  let priority: [UInt8]
  /// When it was made, and when it was done.
  let created: CalendarDate?
  let completed: CalendarDate?
  /// The text after the marks, with the words that are fields.
  let body: TodoTxtBody
  /// Sleek's note, with its line breaks as the file has them; nil without one.
  let note: [UInt8]?

  /// Reads a line.
  init(_ line: ArraySlice<UInt8>) {
    let marks = TodoTxtMarks(line)
    isChecked = marks.isChecked
    priority = marks.priority.map { Array($0) } ?? []
    (created, completed) = (marks.created, marks.completed)
    let noteStart = marks.rest.firstIndex(of: TodoTxtReader.lineBreak)
    body = TodoTxtBody(Array(marks.rest[..<(noteStart ?? marks.rest.endIndex)]))
    note = noteStart.map { Array(marks.rest[($0 + 1)...]) }
  }

  /// The text of the item: the priority, and the text without the words that are fields.
  var text: [UInt8] { priority + body.text }
}

/// The text of a line after its marks, and the words in it that are fields.
struct TodoTxtBody {
  /// The bytes.
  private(set) var bytes: [UInt8]
  /// The words that say when it is due, of which the last one counts.
  private(set) var dues: [Range<Int>] = []
  /// The words that say how often it is due again, of which the last one counts.
  private(set) var repetitions: [Range<Int>] = []
  /// When it is due.
  private(set) var due: ISO8601.LocalTime?
  /// How often it is due again.
  private(set) var repetition: Repetition?
  /// The identity that a word gives it.
  private(set) var ownIdentity: ArraySlice<UInt8>?

  /// Finds the words.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.contains(UInt8(ascii: ":")) else { return }
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(where: \.isSpace) ?? bytes.count
      if end > start { take(start..<end) }
      start = end + 1
    }
    // A line that is nothing but such words keeps them as its text.
    if text.allSatisfy(\.isSpace) {
      (dues, repetitions, due, repetition) = ([], [], nil, nil)
    }
  }

  private mutating func take(_ word: Range<Int>) {
    let bytes = bytes[word]
    if let time = TodoTxtDue.read(bytes) {
      dues.append(word)
      due = time
    } else if let step = TodoTxtRepetition.read(bytes) {
      repetitions.append(word)
      repetition = step
    } else if let colon = bytes.prefix(6).firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < word.upperBound,
      ["id", "uid", "uuid"].contains(where: { bytes[..<colon].elementsEqual($0.utf8) })
    {
      ownIdentity = bytes[(colon + 1)...]
    }
  }

  /// The text without the words, each with the space before it, or else after it.
  var text: [UInt8] {
    if dues.isEmpty, repetitions.isEmpty { return bytes }
    var text: [UInt8] = []
    var start = 0
    for word in (dues + repetitions).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let range = removal(of: word, after: start)
      text += bytes[start..<max(start, range.lowerBound)]
      start = range.upperBound
    }
    return text + bytes[start...]
  }

  private func removal(of word: Range<Int>, after start: Int = 0) -> Range<Int> {
    let space = UInt8(ascii: " ")
    if word.lowerBound > start, bytes[word.lowerBound - 1] == space {
      return word.lowerBound - 1..<word.upperBound
    }
    if word.lowerBound == 0, word.upperBound < bytes.count, bytes[word.upperBound] == space {
      return word.lowerBound..<word.upperBound + 1
    }
    return word
  }

  /// The value of the word for how often it is due again, without a plus sign.
  var repetitionValue: [UInt8]? {
    repetitions.last.map { word in
      Array(bytes[word].dropFirst(4).drop { $0 == UInt8(ascii: "+") })
    }
  }

  /// The words that are fields, in the order of the text.
  var words: [[UInt8]] {
    (dues + repetitions).sorted { $0.lowerBound < $1.lowerBound }.map { Array(bytes[$0]) }
  }

  /// Gives it other words for when it is due and how often.
  ///
  /// - Parameters:
  ///   - due: The word; nil for none.
  ///   - repetition: The value of the word; nil for none.
  mutating func set(due: [UInt8]?, repetition: [UInt8]?) {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    var added: [UInt8] = []
    if let due {
      if let last = dues.last {
        edits.append((last, due))
      } else {
        added += [UInt8(ascii: " ")] + due
      }
    } else {
      edits += dues.map { (removal(of: $0), []) }
    }
    if let repetition {
      if let last = repetitions.last {
        let hasPlus = bytes[last].dropFirst(4).first == UInt8(ascii: "+")
        edits.append((last, Array((hasPlus ? "rec:+" : "rec:").utf8) + repetition))
      } else {
        added += Array(" rec:+".utf8) + repetition
      }
    } else {
      edits += repetitions.map { (removal(of: $0), []) }
    }
    let end = bytes[...].droppingLastSpaces().endIndex
    if !added.isEmpty { edits.append((end..<end, added)) }
    var edited: [UInt8] = []
    var start = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      edited += bytes[start..<max(start, edit.range.lowerBound)] + edit.bytes
      start = max(start, edit.range.upperBound)
    }
    self = TodoTxtBody(edited + bytes[start...])
  }
}

/// The word for how often a task is due again, as SimpleTask has it: `rec:+2w`.
enum TodoTxtRepetition {
  /// Reads a word; nil for any other.
  static func read(_ word: ArraySlice<UInt8>) -> Repetition? {
    guard word.starts(with: "rec:" as StaticString) else { return nil }
    var scanner = FieldScanner(word.dropFirst(4).prefix(8))
    _ = scanner.skip("+")
    guard let count = scanner.number(digits: 1...4), count > 0, let unit = word.last,
      word.count == 4 + scanner.position + 1
    else { return nil }
    switch unit {
    case UInt8(ascii: "d"): return .days(count)
    case UInt8(ascii: "w"): return .weeks(count)
    case UInt8(ascii: "m"): return .months(count)
    case UInt8(ascii: "y"): return .years(count)
    case UInt8(ascii: "b") where count == 1: return .weekdays
    default: return nil
    }
  }

  /// The value of the word; nil for a repetition that has none.
  static func value(_ repetition: Repetition) -> [UInt8]? {
    if repetition.anchor != nil { return nil }
    let text =
      switch repetition.step {
      case .days(let count): "\(count)d"
      case .weeks(let count): "\(count)w"
      case .weekdays: "1b"
      case .months(let count): "\(count)m"
      case .years(let count): "\(count)y"
      }
    return Array(text.utf8)
  }
}
