import ChecklistCore

/// The source of a task that repeats: its rule, its dates, and what its records do not have.
struct MarkdownRoutine {
  /// A day of another field: when it begins, is scheduled, or was cancelled.
  struct Day {
    let name: String
    /// Where the field stands, and the digits of its day.
    let range: Range<Int>
    let digits: Range<Int>
    let day: CalendarDate
  }

  /// The source up to the comments and the block id at its end.
  private let source: [UInt8]
  /// The fields, a repetition also without a due date.
  private let fields: [MarkdownField]
  /// The fields of other programs.
  private let others: [OtherField]
  /// The days of the others.
  private let days: [Day]
  /// The rule; nil for one that is not understood.
  let rule: Repetition?

  /// The names of days that move with the date on which something is due.
  private static let movingDays = ["scheduled", "start"]

  /// Finds the parts of a source; nil for one that does not repeat.
  init?(_ source: ArraySlice<UInt8>) {
    guard source.mayRepeat else { return nil }
    self.init(parts: Array(source))
    if rule == nil, !others.contains(where: { $0.name == "repeat" }) { return nil }
  }

  /// The part of a head that its records have: the first line, as Obsidian's Tasks reads no other,
  /// unless a later one has a field.
  static func ofRecord(_ head: MarkdownHead, _ whole: MarkdownRoutine) -> MarkdownRoutine {
    let line = head.source[..<head.tail].prefix { $0 != UInt8(ascii: "\n") }
    guard line.endIndex < head.tail,
      let first = MarkdownRoutine(line[..<MarkdownHead.tail(of: line)]),
      first.fields.count == whole.fields.count, first.days.count == whole.days.count
    else { return whole }
    return first
  }

  /// What stands in a head after the part that its records have; nil for nothing.
  func rest(of head: MarkdownHead) -> String? {
    let rest = head.source[..<head.tail].dropFirst(source.count).drop { $0 == UInt8(ascii: "\n") }
    return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
  }

  /// Finds the parts of a text, whether its task repeats or not.
  init(parts source: [UInt8]) {
    self.source = source
    var scan = MarkdownFieldScan(source, findsOthers: true)
    scan.run()
    (fields, others) = (scan.fields, scan.others)
    rule = fields.last(.repetition)?.repetition
    days = others.compactMap { Day($0, in: source) }
  }

  /// The words of a rule that is not understood, without its mark.
  var unreadRule: String? {
    guard let field = others.last(where: { $0.name == "repeat" }) else { return nil }
    var words = source[field.range].drop { $0 >= 0x80 || "[( ".utf8.contains($0) }
    if source[field.range.lowerBound] < 0x80 {
      words = words.drop { $0 != UInt8(ascii: ":") }.drop { ": ".utf8.contains($0) }.dropLast()
    }
    return String(decoding: words.trimmingSpaces(), as: UTF8.self)
  }

  /// The date that moves when it is done.
  func date(_ days: inout LocalDays) -> DueDate? {
    if let time = fields.last(.due)?.time { return days.due(at: time) }
    for name in Self.movingDays {
      if let day = self.days.last(where: { $0.name == name }) { return days.due(on: day.day) }
    }
    return nil
  }

  /// When the day began on which it was done, or skipped.
  func done(_ state: ChecklistItem.State, _ days: inout LocalDays) -> Date? {
    // Closures here make the optimizer of Swift 6.3.1 fail.
    switch state {
    case .open: break
    case .done:
      if let time = fields.last(.completed)?.time { return days.start(of: time.date) }
    case .skipped:
      if let day = self.days.last(where: { $0.name == "cancelled" }) {
        return days.start(of: day.day)
      }
    }
    return nil
  }

  /// The words that all lines of a series have: all but dates, identities and a rule that is
  /// understood.
  var words: [UInt8] {
    let taken = fields.map(\.range) + days.map(\.range) + others.filter(\.isIdentity).map(\.range)
    let rest = source.removing(taken)
    let words = rest.split { $0.isSpace || $0 == UInt8(ascii: "\n") }
    return Array(words.joined(separator: [UInt8(ascii: " ")]))
  }

  /// The text by which the task is known, without the dates that move; nil where it has none.
  var textWithoutDays: [UInt8]? {
    if days.isEmpty { return nil }
    return MarkdownHead(
      source.removing(days.map(\.range)), isDue: fields.contains { $0.kind == .due }
    ).text
  }

  /// The text without what its records have of their own: days, and what they do not have.
  var wordsOfRecord: [UInt8] {
    source.removing(days.map(\.range) + others.filter(\.isIdentity).map(\.range))
  }

  /// The places of the days that move, and what they are some days later.
  func edits(
    movingDaysBy count: Int
  ) throws(DocumentFormatError) -> [(range: Range<Int>, bytes: [UInt8])] {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    for day in days where Self.movingDays.contains(day.name) {
      let later = day.day.adding(days: count)
      guard (0...9999).contains(later.year) else { throw MarkdownFieldText.tooFar }
      edits.append((day.digits, Array(later.isoDay.utf8)))
    }
    return edits
  }

  /// The source of a record.
  ///
  /// - Parameters:
  ///   - due: The due date, where it is another one.
  ///   - added: What says that it was done or skipped.
  ///   - isChanged: Whether this is the source of the record, which keeps its identity.
  func record(due: MarkdownFieldText?, _ added: [UInt8], isChanged: Bool) -> [UInt8] {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    let gone =
      fields.filter { $0.kind == .completed || $0.kind == .skipReason }.map(\.range)
      + days.filter { $0.name == "cancelled" }.map(\.range)
      + (isChanged ? [] : others.filter(\.isIdentity).map(\.range))
    edits += gone.map { (source.removal(of: $0), []) }
    if let due, let field = fields.last(.due) {
      edits.append(
        due.replacement(of: field, inBrackets: field.isInBrackets).map { (field.range, $0) }
          ?? (field.valueRange, Array(due.text.utf8)))
    }
    edits.append((placeOfNewFields..<placeOfNewFields, added))
    return source.applying(edits)
  }

  /// After the last field, else at the end of the first line.
  private var placeOfNewFields: Int {
    let ends =
      fields.map(\.range.upperBound) + days.map(\.range.upperBound)
      + others.filter { $0.name == "repeat" }.map(\.range.upperBound)
    if let last = ends.max() { return last }
    let line = source.prefix { $0 != UInt8(ascii: "\n") }
    let end = line.last == UInt8(ascii: "\\") ? line.dropLast() : line
    return end.droppingLastSpaces().endIndex
  }
}

extension MarkdownRoutine.Day {
  /// The day of a field; nil for any other field.
  fileprivate init?(_ field: OtherField, in source: [UInt8]) {
    guard ["scheduled", "start", "cancelled"].contains(field.name) else { return nil }
    let bytes = source[field.range]
    guard let start = bytes.firstIndex(where: \.isDigit) else { return nil }
    var scanner = FieldScanner(source[start..<min(start + 10, field.range.upperBound)])
    guard let day = ISO8601.day(&scanner) else { return nil }
    (name, range, self.day) = (field.name, field.range, day)
    digits = start..<start + scanner.position
  }
}

extension OtherField {
  /// Whether it says which task a task is, or on which ones it depends.
  fileprivate var isIdentity: Bool { name == "id" || name == "dependson" }
}

extension Collection<UInt8> {
  /// Whether a repetition may be in a source: its mark, or the name of its field.
  var mayRepeat: Bool {
    var last: UInt32 = 0
    var colons = 0
    for byte in self {
      last = last << 8 | UInt32(byte)
      if last == 0xF09F_9481 { return true }
      colons = byte == UInt8(ascii: ":") ? colons + 1 : 0
      if colons == 2 { return true }
    }
    return false
  }
}

extension [UInt8] {
  /// A range with the white space before it, or at the beginning with that after it.
  fileprivate func removal(of range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, self[start - 1].isSpace { start -= 1 }
    if start == 0 { while end < count, self[end].isSpace { end += 1 } }
    return start..<end
  }

  /// The bytes without some ranges and the white space before them.
  func removing(_ ranges: [Range<Int>]) -> [UInt8] {
    applying(ranges.map { (removal(of: $0), []) })
  }

  /// The bytes with others in the places of some.
  func applying(_ edits: [(range: Range<Int>, bytes: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += self[start..<Swift.max(start, edit.range.lowerBound)] + edit.bytes
      start = Swift.max(start, edit.range.upperBound)
    }
    return result + self[start...]
  }
}
