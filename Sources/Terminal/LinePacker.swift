/// Gathers short values until a line is full.
package struct LinePacker {
  private let indent: Int
  private let limit: Int
  private var line = InlineText()
  private var hasValues = false

  /// Starts a line.
  ///
  /// - Parameter limit: The most columns that it may have, unless one value alone has more.
  package init(indent: Int, limit: Int) {
    self.indent = indent
    self.limit = limit
  }

  /// Whether there is nothing to print.
  package var isEmpty: Bool { line.width == 0 }

  /// Begins the line with a label, which a value follows.
  package mutating func begin(with label: InlineText) {
    line = label
  }

  /// Whether a value would make the line too long.
  package func isFull(for value: InlineText) -> Bool {
    hasValues && indent + line.width + 2 + value.width > limit
  }

  /// Adds a value, two spaces from the one before.
  package mutating func add(_ value: InlineText) {
    if hasValues { line.append("  ", on: .plain) }
    line.append(value)
    hasValues = true
  }

  /// Returns the line, and begins a new one.
  package mutating func take() -> DisplayText {
    defer { (line, hasValues) = (InlineText(), false) }
    return .spaces(indent) + line.text
  }
}

extension InlineText {
  package static func + (left: InlineText, right: InlineText) -> InlineText {
    var result = left
    result.append(right)
    return result
  }
}
