import Foundation
import TestSupport
import Testing

/// The readers of lines: `MarkdownBlockReader` takes those of Markdown apart, and `TodoTxtLine`
/// those of todo.txt.
///
/// Only the files that are named here may use their parts, or look for the marks that they look
/// for: what reads a line beside them reads it differently.
struct LineReaderTests {
  /// The types of which a reader is made, with the files that may read something by them.
  private static let parts: [(types: Set<String>, files: Set<String>)] = [
    (["MarkdownBlockReader"], ["MarkdownTree"]),
    // The reader, and what keeps a written line from being read as a block.
    (
      ["MarkdownMarker", "MarkdownHeading", "MarkdownHTML"],
      ["MarkdownBlockReader", "MarkdownLineStart"]
    ),
    // The name of a language stands in the line that begins the code.
    (["MarkdownFence"], ["MarkdownBlockReader", "MarkdownCode"]),
    // The box of a task, in the text of a block that was read.
    (
      ["MarkdownBox"],
      [
        "MarkdownBlockReader", "MarkdownContents", "MarkdownFormat", "MarkdownLineStart",
        "MarkdownTaskList",
      ]
    ),
    // The reader; what writes a line, or a record of it, and reads it again; the words of a text
    // that was typed; the look at a file whose format is not known.
    (
      ["TodoTxtMarks", "TodoTxtBody"],
      [
        "TodoTxtLine", "TodoTxtLineDraft", "TodoTxtWriter", "TodoTxtDocument", "TodoTxtFormat",
        "TodoTxtRoutine",
      ]
    ),
  ]

  /// Marks as they stand in the sources, with the files that look for one, or write it.
  private static let marks: [(mark: String, files: Set<String>)] = [
    (
      #"ascii: "[""#,
      [
        // Boxes.
        "MarkdownBlockReader", "MarkdownMarker", "MarkdownContents", "MarkdownNearBox",
        "MarkdownWindow", "MarkdownLineStart", "MarkdownItemWriter",
        // Fields in brackets, and links.
        "MarkdownDate", "MarkdownDate+Unread", "MarkdownDecoder", "MarkdownFieldScan",
        "MarkdownOtherField", "MarkdownSource", "MarkdownTextWriter", "MarkdownLink",
        // No Markdown.
        "JSONScanner", "JSONWriter", "GitConfiguration", "XMLScanner", "KeyDecoder",
      ]
    ),
    (
      ##"ascii: "#""##,
      [
        "MarkdownBlockReader", "MarkdownHeading", "MarkdownLineStart", "MarkdownTree",
        "MarkdownWindow", "MarkdownEncoder+Names", "MarkdownEncoder+Regions", "MarkdownText",
        "GitConfiguration",
        // Tags between fields.
        "MarkdownHead",
      ]
    ),
    (
      #"ascii: "*""#,
      [
        "MarkdownBlockReader", "MarkdownMarker", "MarkdownLineStart", "MarkdownNearBox",
        "MarkdownEncoder+Regions",
      ]
    ),
    (#""- ["#, ["MarkdownNote", "HelpTopic+Surroundings"]),
    (#""[ ]"#, ["MarkdownTaskList", "State+Written", "ItemWords"]),
    (#""[x]"#, ["State+Written", "ItemWords"]),
    (
      #"ascii: "x""#, ["TodoTxtMarks", "MarkdownMarker", "MarkdownAnchors", "MarkdownText"]
    ),
    (#""x ""#, ["TodoTxtLineDraft"]),
    (
      #"ascii: "(""#,
      [
        // Priorities.
        "TodoTxtMarks",
        // Fields in brackets, and links.
        "MarkdownDate", "MarkdownDate+Unread", "MarkdownDecoder", "MarkdownFieldScan",
        "MarkdownOtherField", "MarkdownSource", "MarkdownLink", "ItemMatchKey",
      ]
    ),
  ]

  /// The name of the file at a path.
  private static func name(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(".swift".count))
  }

  /// The types of readers that a file makes, and the marks that are in its code.
  private static func uses(in path: String, _ text: String) -> [String] {
    let tokens = SwiftSource(text).tokens
    let made = Set(zip(tokens, tokens.dropFirst()).filter { $0.1 == "(" }.map(\.0))
    let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    return parts.flatMap { made.intersection($0.types).sorted() }
      + marks.map(\.mark).filter { mark in lines.contains { $0.contains(mark) } }
  }

  /// What a file may use.
  private static func allowed(in path: String) -> Set<String> {
    let name = name(path)
    let own = parts.filter { $0.files.contains(name) }.flatMap(\.types)
    return Set(own + [name] + marks.filter { $0.files.contains(name) }.map(\.mark))
  }

  private static func strays(in path: String, _ text: String) -> [String] {
    let allowed = allowed(in: path)
    return uses(in: path, text).filter { !allowed.contains($0) }.map { "\(name(path)): \($0)" }
  }

  @Test func `lines of files of text are taken apart by one type for each format`() throws {
    let sources = Fixture.package.appending(path: "Sources")
    var (strays, used): ([String], [String: Set<String>]) = ([], [:])
    for file in try SourceFile.all() {
      let text = try String(contentsOf: sources.appending(path: file.path), encoding: .utf8)
      strays += Self.strays(in: file.path, text)
      used[Self.name(file.path), default: []].formUnion(Self.uses(in: file.path, text))
    }
    #expect(strays == [])
    // A file that needs a mark no longer is not named any more.
    let idle = Self.marks.flatMap { mark, files in
      files.sorted().filter { used[$0]?.contains(mark) != true }.map { "\($0): \(mark)" }
    }
    let idleParts = Self.parts.flatMap { types, files in
      files.sorted().filter { used[$0]?.isDisjoint(with: types) != false }
    }
    #expect(idle + idleParts == [])
  }

  @Test(arguments: [
    (
      "let box = MarkdownBox(line), marker = MarkdownMarker(line)",
      ["MarkdownMarker", "MarkdownBox"]
    ),
    ("if line.first == UInt8(ascii: \"#\") { level += 1 }", [##"ascii: "#""##]),
    ("if line.starts(with: \"- [ ] \".utf8) {}", [#""- ["#]),
    ("case UInt8(ascii: \"*\"), UInt8(ascii: \"[\"): return", [#"ascii: "[""#, #"ascii: "*""#]),
    ("let isDone = line.hasPrefix(\"x \")", [#""x ""#]),
    ("let priority = TodoTxtMarks(line).priority", ["TodoTxtMarks"]),
    ("// UInt8(ascii: \"#\")\nlet tree = MarkdownTree(lines)", []),
  ])
  func `a second reader is found out`(_ code: String, _ found: [String]) {
    let path = "ChecklistInterchange/Notes/NoteReader.swift"
    #expect(Self.strays(in: path, code) == found.map { "NoteReader: \($0)" })
  }
}
