import Foundation

/// A story of the command line: commands with what they print, and prose between them.
///
/// Prose stands at the beginning of a line, its first line names the story. What is typed and
/// printed is indented by two spaces:
///
///     A newcomer makes a list.
///
///     :needs git
///
///       $ checklists add Milk
///       Added 1 [ ] Milk
///       $ checklists batch <<END
///       > check 9
///       > END
///       2> checklists: line 1: there is no item 9, 'Checklist' has 1 item
///       -> status 1
///
/// `2> ` begins a line of standard error, and the status is there where it is not 0. A line with a
/// colon in front is a directive, which the session of the story knows.
package struct Transcript: Equatable {
  /// A command, and the lines that follow it.
  package struct Step: Equatable {
    /// The number of its line, from 1.
    package var line: Int
    package var command: String
    package var output: [String]
  }

  package enum Part: Equatable {
    case prose(String)
    case directive([String])
    case step(Step)
  }

  /// The beginnings of lines that mean something.
  private static let marks = ["$ ", "> ", "2> ", "-> ", "\\"]

  package private(set) var parts: [Part] = []

  /// Reads a story.
  ///
  /// - Parameters:
  ///   - text: The content of its file.
  ///   - first: The number of its first line.
  package init(_ text: String, fromLine first: Int = 1) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      guard line.hasPrefix("  ") else {
        let isBlank = line.isEmpty
        if isBlank, case .step(var step)? = parts.last {
          step.output.append("")
          parts[parts.count - 1] = .step(step)
        } else if line.hasPrefix(":") {
          parts.append(.directive(line.dropFirst().split(separator: " ").map(String.init)))
        } else {
          parts.append(.prose(line))
        }
        continue
      }
      let content = String(line.dropFirst(2))
      if content.hasPrefix("$ ") {
        parts.append(
          .step(Step(line: first + index, command: String(content.dropFirst(2)), output: [])))
      } else if case .step(var step)? = parts.last {
        if content.hasPrefix("> "), step.output.isEmpty {
          step.command += "\n" + content.dropFirst(2)
        } else if content == ">", step.output.isEmpty {
          step.command += "\n"
        } else {
          step.output.append(content)
        }
        parts[parts.count - 1] = .step(step)
      } else {
        parts.append(.prose(line))
      }
    }
    // Blank lines behind what a command prints belong to the file.
    var separated: [Part] = []
    for part in parts {
      guard case .step(var step) = part else {
        separated.append(part)
        continue
      }
      let blanks = step.output.reversed().prefix { $0.isEmpty }.count
      step.output.removeLast(blanks)
      separated.append(.step(step))
      separated += Array(repeating: .prose(""), count: blanks)
    }
    parts = separated
  }

  /// A story of these parts.
  package init(_ parts: [Part]) { self.parts = parts }

  /// The content of the file.
  package var text: String {
    parts.map { part in
      switch part {
      case .prose(let line): return line
      case .directive(let words): return ":" + words.joined(separator: " ")
      case .step(let step):
        let command = step.command.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated().map {
            ($0.offset == 0 ? "$ " : $0.element.isEmpty ? ">" : "> ") + $0.element
          }
        return (command + step.output).map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
      }
    }.joined(separator: "\n") + "\n"
  }

  /// The name of the story: its first line.
  package var title: String {
    if case .prose(let line)? = parts.first { return line }
    return ""
  }

  // MARK: What is printed

  /// The lines of a command that has ended.
  ///
  /// What cannot be seen is: a control character as its picture, a space at the end of a line as
  /// `␠`, an empty line at the end as `␤`, and the end of a text without a newline as `␃`.
  ///
  /// - Parameters:
  ///   - output: What it wrote to standard output.
  ///   - errors: And to standard error.
  ///   - status: Its exit status.
  /// - Returns: The lines.
  package static func lines(output: String, errors: String, status: Int32) -> [String] {
    var lines = Self.lines(output).map { line in
      marks.contains { line.hasPrefix($0) } ? "\\" + line : line
    }
    if lines.last == "" { lines[lines.count - 1] = "␤" }
    lines += Self.lines(errors).map { $0.isEmpty ? "2>" : "2> " + $0 }
    return status == 0 ? lines : lines + ["-> status \(status)"]
  }

  private static func lines(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(visible)
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "␃" }
    return lines
  }

  private static func visible(_ line: Substring.UnicodeScalarView) -> String {
    var line = String(
      String.UnicodeScalarView(
        line.map { scalar in
          switch scalar.value {
          case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? scalar
          case 0x7F: "\u{2421}"
          default: scalar
          }
        }))
    if line.hasSuffix(" ") { line.replaceSubrange(line.index(before: line.endIndex)..., with: "␠") }
    return line
  }

  // MARK: Patterns

  /// Whether a line of a story is that of a command: word for word, but for `[..]`, which stands
  /// for any text.
  package static func matches(_ pattern: String, _ line: String) -> Bool {
    let parts = pattern.components(separatedBy: "[..]")
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return pattern.unicodeScalars.elementsEqual(line.unicodeScalars)
    }
    guard line.hasPrefix(first), line.hasSuffix(last), line.count >= first.count + last.count else {
      return false
    }
    var rest = line.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// Whether a line would match everything, or nearly so: no word is left beside its patterns.
  package static func isVoid(_ pattern: String) -> Bool {
    let text = pattern.hasPrefix("2> ") ? pattern.dropFirst(3) : pattern[...]
    return text.contains("[..]")
      && !text.replacing("[..]", with: " ").contains { $0.isLetter || $0.isNumber }
  }

  /// What a command printed, with the patterns of the story where they match.
  ///
  /// - Parameters:
  ///   - lines: What it printed.
  ///   - patterns: What the story says.
  /// - Returns: The story's lines; those that do not match are as printed.
  package static func keepingPatterns(_ lines: [String], _ patterns: [String]) -> [String] {
    lines.enumerated().map { index, line in
      let aligned = patterns.indices.contains(index) ? [patterns[index]] : []
      return (aligned + patterns).first { $0.contains("[..]") && !isVoid($0) && matches($0, line) }
        ?? line
    }
  }
}
