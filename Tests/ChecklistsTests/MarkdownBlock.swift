import Foundation
import TestSupport

/// A fenced block of a Markdown file: something to type, to put into a file, or to compare with.
struct MarkdownBlock {
  /// The language that its fence says: `sh`, `console`, `crontab`, `swift`, `text`.
  let language: String
  let text: String
  /// The number of the first line of the text, from 1.
  let line: Int

  /// The blocks of a file of the package, in their order.
  static func all(in path: String) throws -> [MarkdownBlock] {
    let file = try String(contentsOf: Fixture.package.appending(path: path), encoding: .utf8)
    let parts = file.components(separatedBy: "\n```")
    var line = 0
    return parts.enumerated().compactMap { index, part in
      defer { line += part.count { $0 == "\n" } + 1 }
      if index.isMultiple(of: 2) { return nil }
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return MarkdownBlock(
        language: String(lines[0]), text: String(lines.last ?? ""), line: line + 2)
    }
  }

  /// Has the commands of a session print what the file says; times count for nothing.
  ///
  /// With `UPDATE=1` the file is written as the program is now.
  ///
  /// - Parameter path: The path of the file in the package.
  func check(in path: String, in sandbox: Sandbox) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let session = Transcript(
      lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n"), fromLine: line)
    let now = try session.checked(in: path) { step in
      let run = try sandbox.launch(URL(filePath: "/bin/sh"), ["-c", "exec 2>&1; \(step.command)"])
      let lines = Transcript.lines(output: run.output, errors: "", status: run.status)
      return lines.enumerated().map { index, line in
        let written = index < step.output.count ? step.output[index] : ""
        return line.timeless == written.timeless ? written : line
      }
    }
    guard Updates.areWanted, now != session else { return }
    let url = Fixture.package.appending(path: path)
    let file = try String(contentsOf: url, encoding: .utf8)
    let shown = now.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { $0.dropFirst(2) }.joined(separator: "\n")
    try Data(file.replacing(text, with: shown).utf8).write(to: url)
  }
}
