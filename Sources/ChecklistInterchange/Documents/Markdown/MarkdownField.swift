import ChecklistCore

/// A date, a repetition or the reason of a skip in the source of a task, and where it stands.
struct MarkdownField {
  /// The meaning of the field.
  enum Kind: CaseIterable {
    case repetition, created, due, completed, skipReason
  }

  /// What it says.
  enum Value {
    case time(ISO8601.LocalTime)
    case repetition(Repetition)
    case text(String)
  }

  /// The mark of a repetition: 🔁.
  static let repetitionMark = "\u{1F501}"

  /// The meaning of the field.
  let kind: Kind
  /// What it says.
  let value: Value
  /// Where it stands.
  let range: Range<Int>
  /// Where its value stands.
  let valueRange: Range<Int>
  /// Whether it is in brackets; else it has a mark.
  let isInBrackets: Bool

  /// The field that begins at an index; nil where none begins.
  init?(_ source: ArraySlice<UInt8>, at index: Int) {
    if let date = MarkdownDate(source, at: index) {
      kind =
        switch date.field {
        case .due: .due
        case .created: .created
        case .completed: .completed
        }
      (value, range) = (.time(date.time), index..<date.end)
      (valueRange, isInBrackets) = (date.value, date.isInBrackets)
      return
    }
    var rest = source[index...]
    if rest.starts(with: "[skipped::" as StaticString) {
      rest = rest.dropFirst(10).drop(while: \.isSpace)
      let end = rest.firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "\n") }
      let reason = rest[..<(end ?? rest.startIndex)].trimmingSpaces()
      // What could mean something else is written by its number.
      let isPlain = !reason.contains { "[\\`".utf8.contains($0) }
      guard let end, source[end] == UInt8(ascii: "]"), !reason.isEmpty, isPlain else { return nil }
      (kind, value) = (.skipReason, .text(MarkdownText.text(of: reason)))
      (range, valueRange, isInBrackets) = (index..<end + 1, rest.startIndex..<end, true)
      return
    }
    kind = .repetition
    if rest.starts(with: "\u{1F501}" as StaticString) {
      rest = rest.dropFirst(4)
      if rest.starts(with: "\u{FE0F}" as StaticString) { rest = rest.dropFirst(3) }
      rest = rest.drop(while: \.isSpace)
      let words = rest.prefix { $0 < 0x80 && !"\n\\[(<^#".utf8.contains($0) }.droppingLastSpaces()
      // The plug-in reads only what begins in this way.
      guard words.first.map({ $0 | 0x20 }) == UInt8(ascii: "e"),
        let repetition = Self.repetition(words), Self.endsPhrase(source[words.endIndex...])
      else { return nil }
      (value, range) = (.repetition(repetition), index..<words.endIndex)
      (valueRange, isInBrackets) = (words.startIndex..<words.endIndex, false)
    } else if rest.starts(with: "[repeat::" as StaticString) {
      rest = rest.dropFirst(9).drop(while: \.isSpace)
      let end = rest.firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "\n") }
      guard let end, source[end] == UInt8(ascii: "]"),
        let repetition = Self.repetition(rest[..<end])
      else { return nil }
      let words = rest[..<end].droppingLastSpaces()
      (value, range) = (.repetition(repetition), index..<end + 1)
      (valueRange, isInBrackets) = (words.startIndex..<words.endIndex, true)
    } else {
      return nil
    }
  }

  /// The text; nil for a date or a repetition.
  var text: String? { if case .text(let text) = value { text } else { nil } }

  /// The time; nil for a repetition or a text.
  var time: ISO8601.LocalTime? { if case .time(let time) = value { time } else { nil } }

  /// The repetition; nil for a date or a text.
  var repetition: Repetition? {
    if case .repetition(let repetition) = value { repetition } else { nil }
  }

  /// The most bytes of a rule.
  private static let mostRuleBytes = 500

  /// Reads `every 2 weeks` or `1month@31`.
  private static func repetition(_ text: ArraySlice<UInt8>) -> Repetition? {
    text.count > mostRuleBytes
      ? nil : try? Repetition(phrase: String(decoding: text, as: UTF8.self))
  }

  /// Whether the words of a repetition can end here: with the line, before another field, a link or
  /// a tag.
  private static func endsPhrase(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text.drop(while: \.isSpace)
    guard let first = rest.first else { return true }
    if first == UInt8(ascii: "\\") {
      rest = rest.dropFirst()
      return rest.isEmpty || rest.first == UInt8(ascii: "\n")
    }
    return first == UInt8(ascii: "\n") || first == 0xE2 || first == 0xF0
      || "[(<^#".utf8.contains(first)
  }
}

extension [MarkdownField] {
  /// The last field of a kind, which counts.
  func last(_ kind: MarkdownField.Kind) -> MarkdownField? {
    // By index, because a field that is handed out is copied.
    indices.last { self[$0].kind == kind }.map { self[$0] }
  }
}
