import Foundation
import TestSupport

/// A fenced block of a Markdown file: something to type, to put into a file, or to compare with.
struct MarkdownBlock {
  /// The language that its fence says: `sh`, `console`, `crontab`, `swift`, `text`.
  let language: String
  let text: String

  /// The blocks of a file of the package, in their order.
  static func all(in path: String) throws -> [MarkdownBlock] {
    let file = try String(contentsOf: Fixture.package.appending(path: path), encoding: .utf8)
    let parts = file.components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return MarkdownBlock(language: String(lines[0]), text: String(lines.last ?? ""))
    }
  }

  /// The commands of a session, each with what the file says that it prints, without empty lines.
  var steps: [(command: String, output: String)] {
    var steps: [(command: String, output: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), ""))
      } else if !line.isEmpty, !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }
}
