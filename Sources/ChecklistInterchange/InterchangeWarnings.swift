import ChecklistCore

/// The values that an import or an export left out or changed, counted by their kind.
package struct InterchangeWarnings: Sendable {
  private struct Warning: Sendable {
    let one: String
    let many: String
    var count: Int
    /// The line of the first, from 1.
    let line: Int?
    /// Whether it is a sentence about a format, and `many` what is counted behind it.
    let isSentence: Bool

    var text: String {
      if isSentence { return "\(one) (\(count.counting(many)))" }
      var text = "\(count) \(count == 1 ? one : many)"
      if let line { text += count == 1 ? " (line \(line))" : " (the first on line \(line))" }
      return text
    }
  }

  private var warnings: [Warning] = []
  private var indices: [String: Int] = [:]

  /// How many items were left out.
  package private(set) var skippedItems = 0

  package init() {}

  /// Counts an item that is left out.
  ///
  /// - Parameters:
  ///   - one: The words after "1": "item without a text was left out".
  ///   - line: The line of the file, from 1; the first one is shown.
  package mutating func leaveOut(_ one: String, _ many: String, line: Int? = nil) {
    skippedItems += 1
    add(one, many, line: line)
  }

  /// Counts something.
  ///
  /// - Parameters:
  ///   - one: The words after "1": "date was left out".
  ///   - many: The words after another number: "dates were left out".
  ///   - line: The line of the file, from 1; the first one is shown.
  package mutating func add(_ one: String, _ many: String, line: Int? = nil, count: Int = 1) {
    add(Warning(one: one, many: many, count: count, line: line, isSentence: false))
  }

  /// Counts values that a format cannot hold: "Markdown has no creation dates (18 items)".
  ///
  /// - Parameters:
  ///   - format: The format, as a person knows it: "todo.txt".
  ///   - values: The values: "notes".
  ///   - unit: The singular of what has them.
  package mutating func add(
    _ format: String, hasNo values: String, count: Int = 1, of unit: String = "item"
  ) {
    let sentence = "\(format) has no \(values)"
    add(Warning(one: sentence, many: unit, count: count, line: nil, isSentence: true))
  }

  /// Counts the fields of an item that a kind of file cannot hold, and a rule that is not
  /// understood in a file with repetitions.
  ///
  /// - Parameters:
  ///   - kind: The kind of file, as a warning names it: "CSV", "a todo.txt file".
  ///   - fields: The fields for which it has no place.
  ///   - keeps: Whether it holds such a field of this item all the same.
  mutating func add(
    _ kind: String, without fields: [ItemField], of item: ChecklistItem,
    unless keeps: (ItemField, ChecklistItem) -> Bool
  ) {
    for field in fields where item.has(field) && !keeps(field, item) {
      add(kind, hasNo: field.values)
    }
    if !fields.contains(.repetition), item.hasRuleBesideText, !keeps(.repetition, item) {
      add(kind, hasNo: "repetitions that are not understood")
    }
  }

  private mutating func add(_ warning: Warning) {
    guard warning.count > 0 else { return }
    if let index = indices[warning.one] {
      warnings[index].count += warning.count
    } else {
      indices[warning.one] = warnings.count
      warnings.append(warning)
    }
  }

  /// Adds all warnings of a file.
  ///
  /// - Parameter tellsLines: Whether lines are shown, as for a single file.
  package mutating func add(_ others: InterchangeWarnings, tellsLines: Bool = true) {
    skippedItems += others.skippedItems
    for warning in others.warnings {
      add(
        Warning(
          one: warning.one, many: warning.many, count: warning.count,
          line: tellsLines ? warning.line : nil, isSentence: warning.isSentence))
    }
  }

  /// A sentence each, without a full stop, in the order in which they came up.
  package var texts: [String] { warnings.map(\.text) }
}
