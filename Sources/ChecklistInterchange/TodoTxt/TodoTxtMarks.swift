import ChecklistCore

/// The marks at the beginning of a line: whether it is done, its priority, and its dates.
///
/// After `x ` they come in any order, as they do in the wild. A mark with nothing after it is text.
struct TodoTxtMarks {
  /// Whether it is done.
  private(set) var isChecked = false
  /// The priority with its brackets and the space after it: `(A) `.
  private(set) var priority: ArraySlice<UInt8>?
  /// The first date: when it was done, or when it was made if it is not done.
  private(set) var firstDate: CalendarDate?
  /// The second date, of what is done: when it was made.
  private(set) var secondDate: CalendarDate?
  /// The bytes after it.
  private(set) var rest: ArraySlice<UInt8>

  /// Reads the beginning of a line.
  init(_ line: ArraySlice<UInt8>) {
    rest = line
    isChecked = take(2, from: UInt8(ascii: "x")) { $0.last == UInt8(ascii: " ") } != nil
    let afterMark = rest
    // Some write several spaces there; where no mark follows them, they are of the text.
    if isChecked { rest = rest.drop { $0 == UInt8(ascii: " ") } }
    let start = rest.startIndex
    takePriority()
    firstDate = takeDate()
    if rest.startIndex == start { rest = afterMark }
    guard isChecked, firstDate != nil else { return }
    takePriority()
    secondDate = takeDate()
    takePriority()
  }

  /// When it was done.
  var completed: CalendarDate? { isChecked ? firstDate : nil }

  /// When it was made.
  var created: CalendarDate? { isChecked ? secondDate : firstDate }

  private mutating func takePriority() {
    if priority != nil { return }
    priority = Self.priority(at: rest)
    if let priority { rest = rest[priority.endIndex...] }
  }

  /// The priority at the beginning of a text, with its brackets and the space after it; before
  /// nothing but a note, it is text.
  static func priority(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.dropFirst(4).first(where: { !$0.isSpace }) != TodoTxtLine.lineBreak else {
      return nil
    }
    var marks = TodoTxtMarks(text: text)
    return marks.take(4, from: UInt8(ascii: "(")) { mark in
      let start = mark.startIndex
      return mark[start + 2] == UInt8(ascii: ")") && mark[start + 3] == UInt8(ascii: " ")
        && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(mark[start + 1])
    }
  }

  private init(text: ArraySlice<UInt8>) { rest = text }

  private mutating func takeDate() -> CalendarDate? {
    guard let digit = rest.first, digit.isDigit, rest.count > 11 else { return nil }
    var date: CalendarDate?
    let mark = take(11, from: digit) { mark in
      guard mark.last == UInt8(ascii: " ") else { return false }
      var scanner = FieldScanner(mark.dropLast())
      date = ISO8601.day(&scanner)
      return date != nil
    }
    return mark == nil ? nil : date
  }

  /// Takes so many bytes, if they are a mark that begins with a byte, and there is a text after
  /// them.
  private mutating func take(
    _ count: Int, from first: UInt8, if isMark: (ArraySlice<UInt8>) -> Bool
  ) -> ArraySlice<UInt8>? {
    // Most lines have no marks.
    guard rest.first == first else { return nil }
    let mark = rest.prefix(count)
    let after = rest.dropFirst(count)
    guard mark.count == count, isMark(mark),
      !after.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    else { return nil }
    rest = after
    return mark
  }
}

extension UInt8 {
  /// Whether a mark, or the space that may stand before one, may begin with the byte.
  var beginsTodoMark: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "x"), UInt8(ascii: "("),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
