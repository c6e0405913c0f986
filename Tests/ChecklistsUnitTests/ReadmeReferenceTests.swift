import Foundation
import TestSupport
import Testing

@testable import checklists

/// The README's tables are made from the program.
///
/// With `UPDATE=1` in the environment they are made anew, one after the other.
@Suite(.serialized)
struct ReadmeReferenceTests {
  /// A table and the comment that stands above it; the next comment ends it.
  struct Reference: CustomTestStringConvertible, Sendable {
    var name: String
    var heading: [String]
    var rows: [[String]]

    var testDescription: String { name }

    /// The table in Markdown.
    var text: String {
      ([heading, heading.map { _ in "---" }] + rows)
        .map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n" }
        .joined()
    }
  }

  static let references = [
    Reference(
      name: "commands", heading: ["command", "what it does"],
      rows: Command.syntaxes.shown.paths.map { path in
        let aliases = path.last?.aliases.map { "`\($0)`" }.joined(separator: ", ") ?? ""
        let usage = "`\(path.usage)`" + (aliases.isEmpty ? "" : " (\(aliases))")
        return [usage, markdown(path.last?.summary ?? "")]
      }),
    Reference(
      name: "options", heading: ["option of every command", "what it does"],
      rows: GlobalOptions.syntax.map { option in
        [
          "`\(option.usage.trimmingPrefix(while: \.isWhitespace))`",
          markdown(option.summary + (option.value?.choices ?? "")),
        ]
      }),
    Reference(
      name: "answers", heading: ["command", "what its answer has"], rows: terms(inList: 0)),
    Reference(name: "parts of answers", heading: ["part", "its members"], rows: terms(inList: 1)),
    Reference(
      name: "exit statuses", heading: ["exit status", "meaning"],
      rows: ExitStatus.allCases.map { ["\($0.rawValue)", markdown($0.meaning)] }),
  ]

  /// A list of terms of what help says of JSON.
  private static func terms(inList index: Int) -> [[String]] {
    let lists = HelpTopic.json.blocks.compactMap { block -> [HelpTopic.Term]? in
      if case .terms(let terms) = block { terms } else { nil }
    }
    return lists[index].map { term in
      let names = term.spelling.split(separator: ", ").map { "`\($0)`" }
      return [
        names.joined(separator: ", "), term.meaning.replacing(/"(\w+)"/) { "`\($0.output.1)`" },
      ]
    }
  }

  /// The text with what help quotes set as code.
  private static func markdown(_ text: String) -> String {
    text.replacing(/(^|[\s(])'([^']+)'/) { "\($0.output.1)`\($0.output.2)`" }
  }

  private static let url = Fixture.package.appending(path: "README.md")

  @Test(arguments: references)
  func `a table says what the program does`(reference: Reference) throws {
    let readme = try String(contentsOf: Self.url, encoding: .utf8)
    let start = try #require(readme.firstRange(of: "<!-- \(reference.name) -->\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "<!--")).lowerBound
    if Updates.areWanted {
      try Data((readme[..<start] + reference.text + readme[end...]).utf8).write(to: Self.url)
    } else {
      #expect(String(readme[start..<end]) == reference.text, "UPDATE=1 mends it")
    }
  }
}

extension [CommandSyntax] {
  /// How a command is called, with its own options.
  fileprivate var usage: String {
    guard let command = last else { return "" }
    let options = command.options.map { option in
      "[--\(option.name)\(option.value.map { " \($0.name)" } ?? "")]"
    }
    return ([name] + command.positionals.map(\.usage) + options).joined(separator: " ")
  }
}
