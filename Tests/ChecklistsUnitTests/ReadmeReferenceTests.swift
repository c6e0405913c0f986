import ChecklistCore
import ChecklistInterchange
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
    /// The file that has it.
    var file = "README.md"
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
      name: "commands", heading: ["", "command", ""],
      rows: commands.map { command, isFirst in
        let names = command.names.map { "`\($0)`" }.joined(separator: ", ")
        return [isFirst ? command.group.rawValue : "", names, markdown(command.summary)]
      }),
    Reference(
      name: "answers", file: json, heading: ["command", "what its answer has"],
      rows: terms(inList: 0)),
    Reference(
      name: "parts of answers", file: json, heading: ["part", "its members"], rows: terms(inList: 1)
    ),
    Reference(
      name: "exit statuses", file: json, heading: ["exit status", "meaning"],
      rows: ExitStatus.allCases.map { ["\($0.rawValue)", markdown($0.meaning)] }),
    Reference(
      name: "formats", file: "Sources/ChecklistCore/ChecklistCore.docc/Formats.md",
      heading: ["format", "names of files", "export, import", "not supported"],
      rows: InterchangeFormat.allCases.map(row)),
  ]

  /// What a format is for, and what its files do not hold.
  private static func row(of format: InterchangeFormat) -> [String] {
    let endings = format.endings.map { $0.hasPrefix(".") ? "`*\($0)`" : "`\($0)`" }
    let directions =
      switch (format.writer, format.reader) {
      case (nil, _): "import"
      case (_, nil): "export"
      default: "both"
      }
    return [
      "`\(format.rawValue)`", endings.joined(separator: ", "), directions,
      format.writer.map(losses) ?? "",
    ]
  }

  /// The values that the files of a format do not hold.
  private static func losses(of format: any ExportFormat.Type) -> String {
    let lost = format.supports.union([.origin, .conflicts]).others.each.map(\.values)
    if lost.count > 5 {
      return "everything but " + format.supports.each.map(\.values).joined(separator: ", ")
    }
    let ofLists = ListField.allCases.filter { !format.listFields.contains($0) }.map(\.values)
    let empty = format.hasEmptyLists ? [] : ["empty lists"]
    return (lost + ofLists + empty + format.limits).joined(separator: ", ")
  }

  /// The commands, each with whether it is the first of its group.
  private static var commands: [(CommandSyntax, isFirst: Bool)] {
    let commands = Command.syntaxes.shown
    return commands.enumerated().map { index, command in
      (command, index == 0 || commands[index - 1].group != command.group)
    }
  }

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

  private static let json = "Sources/ChecklistCore/ChecklistCore.docc/JSON.md"

  @Test(arguments: references)
  func `a table says what the program does`(reference: Reference) throws {
    let url = Fixture.package.appending(path: reference.file)
    let readme = try String(contentsOf: url, encoding: .utf8)
    let start = try #require(readme.firstRange(of: "<!-- \(reference.name) -->\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "<!--")).lowerBound
    if Updates.areWanted {
      try Data((readme[..<start] + reference.text + readme[end...]).utf8).write(to: url)
    } else {
      #expect(String(readme[start..<end]) == reference.text, "UPDATE=1 mends it")
    }
  }
}
