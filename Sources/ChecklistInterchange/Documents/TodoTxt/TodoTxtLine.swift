import ChecklistCore

/// A line of a todo.txt file: its marks, its text, and the words in it that are fields.
///
/// All parts are slices of the bytes in which the line stands, with the indices that they have
/// there.
struct TodoTxtLine {
  /// Whether it begins with the mark of what is done, or skipped.
  let isChecked: Bool
  /// The priority with its brackets and the space after it; empty without one.
  let priority: ArraySlice<UInt8>
  /// When it was made, and when it was done.
  let created: CalendarDate?
  let completed: CalendarDate?
  /// The text after the marks and Sleek's note, with the words that are fields.
  let body: TodoTxtBody

  /// Sleek's line break, of which the first separates the text from its note.
  static let lineBreak: UInt8 = 0x10

  /// Whether a byte stands between words.
  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == lineBreak
  }

  /// Reads a line.
  ///
  /// - Parameter isDue: Whether it is due, or is to be, so that a repetition counts.
  init(_ line: ArraySlice<UInt8>, isDue: Bool = false) {
    let marks = TodoTxtMarks(line)
    isChecked = marks.isChecked
    priority = marks.priority ?? []
    (created, completed) = (marks.created, marks.completed)
    body = TodoTxtBody(marks.rest, isDone: marks.isChecked, isDue: isDue)
  }

  /// Whether it is open, done or skipped.
  var state: ChecklistItem.State {
    isChecked ? body.skipReason == nil ? .done : .skipped : .open
  }

  /// The text of the item: the priority, and the text without the words that are fields.
  var text: [UInt8] { Array(priority + body.text) }

  /// The place of the text in the bytes of the line; nil where it does not stand there as a whole.
  var textRange: Range<Int>? {
    guard let text = body.textInPlace else { return nil }
    if priority.isEmpty { return text.startIndex..<text.endIndex }
    return priority.endIndex == text.startIndex ? priority.startIndex..<text.endIndex : nil
  }
}

/// A field in the text of a line.
enum TodoTxtField: CaseIterable {
  case due, repetition, skip
}

/// The text of a line after its marks, its note, and the words in them that are fields.
struct TodoTxtBody {
  /// The bytes.
  private(set) var bytes: ArraySlice<UInt8>
  /// When it is due.
  private(set) var due: ISO8601.LocalTime?
  /// The place of the last word that names a due date and cannot be read; nil without any.
  private(set) var unreadDue: Range<Int>?
  /// How often it is due again; nil where it is not due, as the word is text then.
  private(set) var repetition: Repetition?
  /// Why it is skipped, "" for no reason; nil where it is not.
  private(set) var skipReason: String?
  /// The identity that a word gives it.
  private(set) var ownIdentity: ArraySlice<UInt8>?
  /// The words that are fields, in the order of the text; the last one of a field counts.
  ///
  /// Words that would say once more that it is skipped are text.
  private var fields: [(field: TodoTxtField, range: Range<Int>)] = []
  private let isDone: Bool
  private let isDue: Bool

  /// Finds the words.
  ///
  /// - Parameters:
  ///   - isDone: Whether the line is done, or skipped: then a word says why.
  ///   - isDue: Whether the line is due, whatever its words: then a repetition counts.
  init(_ bytes: ArraySlice<UInt8>, isDone: Bool, isDue: Bool = false) {
    (self.bytes, self.isDone, self.isDue) = (bytes, isDone, isDue)
    guard bytes.contains(UInt8(ascii: ":")) else { return }
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(where: TodoTxtLine.isSeparator) ?? bytes.endIndex
      if end > start { take(start..<end) }
      start = end + 1
    }
    if !isDue, due == nil, repetition != nil {
      fields.removeAll { $0.field == .repetition }
      repetition = nil
    }
    if isDone, let (reason, word) = TodoTxtSkip.last(in: bytes) {
      let index = fields.firstIndex { $0.range.lowerBound > word.lowerBound } ?? fields.count
      fields.insert((.skip, word), at: index)
      skipReason = reason
    }
    // A line that is nothing but such words keeps them as its text, in which nothing is due.
    if !fields.isEmpty, hasNoText {
      unreadDue = fields.last { $0.field == .due }?.range ?? unreadDue
      (fields, due, repetition, skipReason) = ([], nil, nil, nil)
    }
  }

  private mutating func take(_ word: Range<Int>) {
    let bytes = bytes[word]
    // The names of all these fields are short.
    guard let colon = bytes.prefix(6).firstIndex(of: UInt8(ascii: ":")) else {
      if let unread = TodoTxtDue.unread(in: self.bytes, at: word) { unreadDue = unread }
      return
    }
    if let time = TodoTxtDue.read(bytes) {
      fields.append((.due, word))
      due = time
    } else if TodoTxtDue.isUnread(bytes) {
      unreadDue = word
    } else if let step = TodoTxtRepetition.read(bytes) {
      fields.append((.repetition, word))
      repetition = step
    } else if colon + 1 < word.upperBound,
      ["id", "uid", "uuid"].contains(where: { bytes[..<colon].elementsEqual($0.utf8) })
    {
      ownIdentity = bytes[(colon + 1)...]
    } else if let unread = TodoTxtDue.unread(in: self.bytes, at: word) {
      unreadDue = unread
    }
  }

  /// The text without the words that are fields.
  var text: ArraySlice<UInt8> { rest.prefix { $0 != TodoTxtLine.lineBreak } }

  /// The text where it stands in the bytes as a whole, with their indices; nil where words that are
  /// fields divide it.
  var textInPlace: ArraySlice<UInt8>? {
    guard let place = restInPlace else { return nil }
    return bytes[place].prefix { $0 != TodoTxtLine.lineBreak }
  }

  /// Sleek's note without the words that are fields, with its line breaks as the file has them; nil
  /// without one.
  var note: ArraySlice<UInt8>? {
    // Most lines have none.
    guard bytes.contains(TodoTxtLine.lineBreak) else { return nil }
    let rest = rest
    return rest.firstIndex(of: TodoTxtLine.lineBreak).map { rest[($0 + 1)...] }
  }

  /// Whether the text without the words that are fields is nothing but white space.
  private var hasNoText: Bool {
    var index = bytes.startIndex
    for (_, word) in fields {
      if let end = endOfWhiteSpace(in: index..<word.lowerBound) {
        return bytes[end] == TodoTxtLine.lineBreak
      }
      index = word.upperBound
    }
    return endOfWhiteSpace(in: index..<bytes.endIndex)
      .map { bytes[$0] == TodoTxtLine.lineBreak } ?? true
  }

  /// The first byte of some that is neither a space nor a tab; nil without any.
  private func endOfWhiteSpace(in range: Range<Int>) -> Int? {
    range.first { !bytes[$0].isSpace }
  }

  /// The bytes without the words that are fields, each with the space before it, or else after it.
  private var rest: ArraySlice<UInt8> {
    if let place = restInPlace { return bytes[place] }
    var text: ArraySlice<UInt8> = []
    text.reserveCapacity(bytes.count)
    var start = bytes.startIndex
    for (_, word) in fields {
      let range = removal(of: word, after: start)
      text += bytes[start..<max(start, range.lowerBound)]
      start = range.upperBound
    }
    return text + bytes[start...]
  }

  /// The place of what ``rest`` has, where that stands in the bytes as a whole: where all fields
  /// are at the end, say.
  private var restInPlace: Range<Int>? {
    var place = bytes.startIndex..<bytes.startIndex
    var start = bytes.startIndex
    for (_, word) in fields {
      let range = removal(of: word, after: start)
      if range.lowerBound > start {
        guard place.isEmpty else { return nil }
        place = start..<range.lowerBound
      }
      start = range.upperBound
    }
    if start == bytes.endIndex { return place }
    return place.isEmpty ? start..<bytes.endIndex : nil
  }

  /// A word with the space before it that no other word has taken, or at the beginning with the
  /// one after it.
  private func removal(of word: Range<Int>, after start: Int) -> Range<Int> {
    let space = UInt8(ascii: " ")
    if word.lowerBound > start, bytes[word.lowerBound - 1] == space {
      return word.lowerBound - 1..<word.upperBound
    }
    if word.lowerBound == bytes.startIndex, word.upperBound < bytes.endIndex,
      bytes[word.upperBound] == space
    {
      return word.lowerBound..<word.upperBound + 1
    }
    return word
  }

  /// The words `KEY:VALUE` of other programs in a text.
  ///
  /// - Parameter withRules: Whether a repetition is one too, as in a text without a due date.
  static func others(in text: [UInt8], withRules: Bool = false) -> [OtherField] {
    var others: [OtherField] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(where: \.isSpace) ?? text.count
      let key = text[start..<end].prefix { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
      let value = text[key.endIndex..<end].dropFirst()
      // A URL is text.
      if let first = key.first, first.isLetter, key.endIndex < end,
        text[key.endIndex] == UInt8(ascii: ":"), !value.isEmpty,
        !value.starts(with: "//" as StaticString),
        withRules && key.elementsEqual("rec".utf8)
          || !ownKeys.contains(where: { key.elementsEqual($0.utf8) })
      {
        others.append(
          OtherField(name: String(decoding: key, as: UTF8.self), range: start..<end))
      }
      start = end + 1
    }
    return others
  }

  /// The keys of the words that are fields of ours.
  private static let ownKeys = ["due", "rec", "skipped"]

  /// The body as it is read in a line whose marks say whether it is done, and that is due only if
  /// its words say so.
  func read(isDone: Bool) -> TodoTxtBody {
    isDone == self.isDone && (!isDue || due != nil || repetition == nil)
      ? self : TodoTxtBody(bytes, isDone: isDone)
  }

  /// Other bytes, read in the same way.
  func read(bytes: ArraySlice<UInt8>) -> TodoTxtBody {
    TodoTxtBody(bytes, isDone: isDone, isDue: isDue)
  }

  /// The body with another note; nil for none.
  func noted(_ note: [UInt8]?) -> TodoTxtBody {
    let text = bytes.prefix { $0 != TodoTxtLine.lineBreak }
    return TodoTxtBody(
      text + (note.map { [TodoTxtLine.lineBreak] + $0 } ?? []), isDone: isDone, isDue: isDue)
  }

  /// The body with a new text, in which the words that are fields stay where they are, and so do
  /// those of other programs that the new text has too.
  func reworded(_ text: [UInt8]) -> TodoTxtBody {
    if let note = bytes.firstIndex(of: TodoTxtLine.lineBreak) {
      let head = TodoTxtBody(bytes[..<note], isDone: isDone, isDue: isDue)
      return TodoTxtBody(
        head.reworded(text).bytes + bytes[note...], isDone: isDone, isDue: isDue)
    }
    // The places of words in the whole file are none in the line itself.
    if bytes.startIndex > 0 {
      return TodoTxtBody(Array(bytes)[...], isDone: isDone, isDue: isDue).reworded(text)
    }
    let bytes = Array(bytes)
    let space = UInt8(ascii: " ")
    let own = fields.map(\.range).filter { !bytes[$0].elementsEqual(TodoTxtSkip.doneWord) }
    // The text may need the word that says it is done, or need it no longer.
    let end = isDone && TodoTxtSkip.last(in: text[...]) != nil ? [space] + TodoTxtSkip.doneWord : []
    let rewording = Rewording(
      bytes, with: text, keeping: own, others: (Self.others(in: bytes), Self.others(in: text)))
    let body = TodoTxtBody((rewording.result + end)[...], isDone: isDone, isDue: isDue)
    if body.text.elementsEqual(text) { return body }
    // Other white space stands between the words.
    return TodoTxtBody(
      (text + own.flatMap { [space] + bytes[$0] } + end)[...], isDone: isDone, isDue: isDue)
  }

  /// The word that counts for a field; nil for none.
  func word(_ field: TodoTxtField) -> [UInt8]? {
    fields.last { $0.field == field }.map { Array(bytes[$0.range]) }
  }

  /// Gives it other words for its fields.
  ///
  /// - Parameter word: The word for a field; nil for none.
  mutating func set(_ word: (TodoTxtField) -> [UInt8]?) {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    var added: [UInt8] = []
    for field in TodoTxtField.allCases {
      let present = fields.filter { $0.field == field }.map(\.range)
      switch (word(field), present.last) {
      case (let word?, let last?):
        if !bytes[last].elementsEqual(word) { edits.append((last, word)) }
      case (let word?, nil): added += [UInt8(ascii: " ")] + word
      case (nil, _): edits += present.map { (removal(of: $0, after: bytes.startIndex), []) }
      }
    }
    if edits.isEmpty, added.isEmpty { return }
    let end = bytes.droppingLastSpaces().endIndex
    if !added.isEmpty { edits.append((end..<end, added)) }
    var edited: ArraySlice<UInt8> = []
    var start = bytes.startIndex
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      edited += bytes[start..<max(start, edit.range.lowerBound)] + edit.bytes
      start = max(start, edit.range.upperBound)
    }
    self = TodoTxtBody(edited + bytes[start...], isDone: isDone, isDue: isDue)
  }
}

/// The word for why a task is skipped, as an `x` alone would say that it is done:
/// `skipped:nothing%20changed`, `skipped:-` for no reason.
///
/// A text may have such a word too. Where it is done, `state:done` follows.
enum TodoTxtSkip {
  /// The word that says of a task whose text has a word for a skip that it is done.
  static let doneWord = Array("state:done".utf8)

  /// The word of a done line that says whether it is skipped: the last one that says why, or
  /// `state:done` after it.
  ///
  /// - Returns: Why it is skipped, nil where it is done, and the place of the word; nil where no
  ///   word says it.
  static func last(in line: ArraySlice<UInt8>) -> (reason: String?, word: Range<Int>)? {
    var last: (reason: String?, word: Range<Int>)?
    var start = line.startIndex
    while start < line.endIndex {
      let end = line[start...].firstIndex(where: TodoTxtLine.isSeparator) ?? line.endIndex
      let word = line[start..<end]
      if let reason = read(word) {
        last = (reason, start..<end)
      } else if last != nil, word.elementsEqual(doneWord) {
        last = (nil, start..<end)
      }
      start = end + 1
    }
    return last
  }

  private static let hyphen = UInt8(ascii: "-")
  private static let percent = UInt8(ascii: "%")

  /// Reads a word; nil for any other.
  private static func read(_ word: ArraySlice<UInt8>) -> String? {
    guard word.starts(with: "skipped:" as StaticString) else { return nil }
    var rest = word.dropFirst(8)
    if rest.isEmpty { return nil }
    if rest.elementsEqual([hyphen]) { return "" }
    var reason: [UInt8] = []
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == percent, digits.count == 2,
        let escaped = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), escaped != 0,
        digits.allSatisfy({ $0.isDigit || $0.isLetter })
      {
        reason.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        reason.append(byte)
      }
    }
    return String(decoding: reason, as: UTF8.self).inOneLine
  }

  /// The word for a reason, in which the bytes that end a word are escaped as in a URL.
  static func word(_ reason: String) -> [UInt8] {
    var word = Array("skipped:".utf8)
    if reason.isEmpty { return word + [hyphen] }
    for byte in reason.utf8 {
      if byte <= 0x20 || byte == 0x7F || byte == percent || reason.utf8.elementsEqual([hyphen]) {
        word += "%\(String(byte, paddedTo: 2, radix: 16))".utf8
      } else {
        word.append(byte)
      }
    }
    return word
  }
}

/// The word for how often a task is due again, as SimpleTask has it: `rec:+2w` from its due date,
/// `rec:2w` from the day on which it is done.
enum TodoTxtRepetition {
  /// Reads a word; nil for any other.
  static func read(_ word: ArraySlice<UInt8>) -> Repetition? {
    guard word.starts(with: "rec:" as StaticString) else { return nil }
    var scanner = FieldScanner(word.dropFirst(4).prefix(8))
    let isFromDue = scanner.skip("+")
    guard let count = scanner.number(digits: 1...4), count > 0, let unit = word.last,
      word.count == 4 + scanner.position + 1
    else { return nil }
    var repetition: Repetition
    switch unit {
    case UInt8(ascii: "d"): repetition = .days(count)
    case UInt8(ascii: "w"): repetition = .weeks(count)
    case UInt8(ascii: "m"): repetition = .months(count)
    case UInt8(ascii: "y"): repetition = .years(count)
    case UInt8(ascii: "b") where count == 1: repetition = .weekdays
    default: return nil
    }
    repetition.isWhenDone = !isFromDue
    return repetition
  }

  /// The word; nil for a repetition that has none.
  static func word(_ repetition: Repetition) -> [UInt8]? {
    guard repetition.anchor == nil, repetition.months.isEmpty, repetition.places.isEmpty,
      repetition.until == nil, repetition.weekdays.isEmpty || repetition.isWeekdays
    else { return nil }
    let unit =
      switch repetition.unit {
      case .day: "d"
      case .week: repetition.isWeekdays ? "b" : "w"
      case .month: "m"
      case .year: "y"
      }
    let mark = repetition.isWhenDone ? "" : "+"
    return Array("rec:\(mark)\(repetition.count)\(unit)".utf8)
  }
}
