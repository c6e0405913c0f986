import ChecklistCore

/// Writes items as tasks of Markdown: those that are new in a document, and all of an export.
struct MarkdownItemWriter {
  /// The zone in which one is, of dates with a time.
  let zone: TimeZoneRules
  /// The fields that are written, in their order.
  var fields: [MarkdownField.Kind]
  /// Whether dates are in brackets.
  var hasBrackets = false

  /// Appends the lines of an item, without a line end after the last one.
  ///
  /// Fields stand on the first line, as Obsidian's Tasks reads no other.
  ///
  /// - Parameter state: The state that is written.
  /// - Returns: The fields that are left out, because their years have more than four digits.
  func append(
    _ item: ChecklistItem, as state: ChecklistItem.State, _ style: MarkdownStyle,
    to output: inout [UInt8]
  ) -> [MarkdownField.Kind] {
    var leftOut: [MarkdownField.Kind] = []
    output += style.prefix
    output += style.marker
    output += style.padding
    output += [UInt8(ascii: "["), state.boxMark, UInt8(ascii: "]")]
    var text: [UInt8] = []
    item.appendText(to: &text)
    if !text.isEmpty { output.append(UInt8(ascii: " ")) }
    let lines = MarkdownSource.lines(ofText: text, isDue: item.due != nil)
    output += lines[0]
    for field in fields {
      do throws(DocumentFormatError) {
        guard let value = try value(of: field, item, state) else { continue }
        output.append(UInt8(ascii: " "))
        output += value.field(field, inBrackets: hasBrackets)
      } catch {
        leftOut.append(field)
      }
    }
    for line in lines.dropFirst() { appendLine(style.continuation + line, to: &output) }
    for mark in item.origin?[InterchangeFormat.markdown.rawValue]?.fields ?? [] {
      output += " \(mark)".utf8
    }
    if item.hasNote, let note = item.note, !note.isEmpty {
      appendLine(style.emptyLine, to: &output)
      for line in MarkdownNote.lines(note, after: style.continuation) {
        appendLine(line, to: &output)
      }
    }
    return leftOut
  }

  /// The lines of a record, whose source is known.
  static func lines(
    ofRecord source: [UInt8], as state: ChecklistItem.State, _ style: MarkdownStyle
  ) -> [[UInt8]] {
    let texts = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let box = [UInt8(ascii: "["), state.boxMark, UInt8(ascii: "]"), UInt8(ascii: " ")]
    return texts.enumerated().map { index, text in
      (index == 0 ? style.prefix + style.marker + style.padding + box : style.continuation) + text
    }
  }

  private func appendLine(_ line: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    output += line
  }

  /// The value of a field; nil for one that an item does not have.
  private func value(
    of field: MarkdownField.Kind, _ item: ChecklistItem, _ state: ChecklistItem.State
  ) throws(DocumentFormatError) -> MarkdownFieldText? {
    switch field {
    case .repetition: return item.repetition.map { MarkdownFieldText($0) }
    case .created:
      guard let created = item.created else { return nil }
      return try MarkdownFieldText(dayOf: created, in: zone)
    case .due:
      guard let due = item.due else { return nil }
      return try MarkdownFieldText(due, in: zone)
    case .completed:
      guard state == .done, let completed = item.completed else { return nil }
      return try MarkdownFieldText(dayOf: completed, in: zone)
    case .skipReason:
      guard state == .skipped, let reason = item.skipReason, !reason.isEmpty else { return nil }
      return MarkdownFieldText(reason: reason)
    }
  }
}

/// The value of a field as it is written.
struct MarkdownFieldText {
  /// The kinds of values, which look different.
  private enum Kind {
    case day, moment
    /// A repetition that has words.
    case words
    /// A repetition that has none, or a text.
    case bracketed
  }

  /// The value.
  let text: String
  private let kind: Kind

  /// A repetition.
  init(_ repetition: Repetition) {
    let hasWords = repetition.anchor == nil && repetition.time == nil
    kind = hasWords ? .words : .bracketed
    text = hasWords ? repetition.words : repetition.storedText
  }

  /// When something is due.
  init(_ due: DueDate, in zone: TimeZoneRules) throws(DocumentFormatError) {
    switch due {
    case .day(let day): (text, kind) = (try Self.text(day.date), .day)
    case .moment(let moment):
      guard let text = ISO8601.localText(moment, in: zone) else { throw Self.tooFar }
      (self.text, kind) = (text, .moment)
    }
  }

  /// The day of a moment.
  init(dayOf moment: Date, in zone: TimeZoneRules) throws(DocumentFormatError) {
    (text, kind) = (try Self.text(zone.clock(at: moment)), .day)
  }

  /// Why an item is skipped: on one line, without what would end it or be read as something else.
  init(reason: String) {
    let scalars = Array(reason.unicodeScalars)
    text = zip(scalars.indices, scalars).map { index, scalar in
      let isEdge = index == 0 || index == scalars.count - 1
      switch scalar {
      case "[", "]", "\\", "`", "&": return "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || isEdge && scalar == " ":
        return "&#\(scalar.value);"
      default: return String(scalar)
      }
    }.joined()
    kind = .bracketed
  }

  static let tooFar = DocumentFormatError(.difference("a year has four digits"))

  private static func text(_ day: CalendarDate) throws(DocumentFormatError) -> String {
    guard (0...9999).contains(day.year) else { throw tooFar }
    return day.isoDay
  }

  /// A new field.
  func field(_ field: MarkdownField.Kind, inBrackets: Bool) -> [UInt8] {
    let (mark, name) =
      switch field {
      case .repetition: (MarkdownField.repetitionMark, "repeat")
      case .due: ("📅", "due")
      case .created: ("➕", "created")
      case .completed: ("✅", "completion")
      case .skipReason: ("", "skipped")
      }
    switch kind {
    case .day where !inBrackets, .words where !inBrackets: return Array("\(mark) \(text)".utf8)
    default: return Array("[\(name):: \(text)]".utf8)
    }
  }

  /// What stands in the place of a field; nil where only its value is another.
  func replacement(of old: MarkdownField, inBrackets: Bool) -> [UInt8]? {
    switch kind {
    case .day, .words: nil
    case .moment, .bracketed: old.isInBrackets ? nil : field(old.kind, inBrackets: true)
    }
  }
}
