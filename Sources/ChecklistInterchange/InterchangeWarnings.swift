/// What was left out or changed on the way, counted by what it is.
package struct InterchangeWarnings: Sendable {
  /// Something that was left out or changed, once or more often.
  private struct Warning: Sendable {
    let one: String
    let many: String
    var count: Int
    /// The line of the first, from 1.
    let line: Int?

    var text: String {
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
  ///   - one: What follows "1": "item without a text was left out".
  ///   - line: The line of the file, from 1; the first one is told.
  package mutating func leaveOut(_ one: String, _ many: String, line: Int? = nil) {
    skippedItems += 1
    add(one, many, line: line)
  }

  /// Counts something.
  ///
  /// - Parameters:
  ///   - one: What follows "1": "note is not in todo.txt".
  ///   - many: What follows another number: "notes are not in todo.txt".
  ///   - line: The line of the file, from 1; the first one is told.
  package mutating func add(_ one: String, _ many: String, line: Int? = nil, count: Int = 1) {
    guard count > 0 else { return }
    if let index = indices[one] {
      warnings[index].count += count
    } else {
      indices[one] = warnings.count
      warnings.append(Warning(one: one, many: many, count: count, line: line))
    }
  }

  /// Adds all warnings of a file.
  ///
  /// - Parameter tellsLines: Whether lines tell something, as they do where there is one file.
  package mutating func add(_ others: InterchangeWarnings, tellsLines: Bool = true) {
    skippedItems += others.skippedItems
    for warning in others.warnings {
      add(warning.one, warning.many, line: tellsLines ? warning.line : nil, count: warning.count)
    }
  }

  /// A sentence each, without a full stop, in the order in which they came up.
  package var texts: [String] { warnings.map(\.text) }
}
