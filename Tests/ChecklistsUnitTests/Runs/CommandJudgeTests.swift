import Foundation
import TestSupport
import Testing

@testable import ChecklistRuns

/// The commands of random notes are what another parser of Markdown renders as code.
///
/// The other parser is markdown-it-py, for Python; `pip install markdown-it-py` installs it.
@Suite(.blocking)
struct CommandJudgeTests {
  /// Pieces of lines, of which blocks of all kinds come about.
  private static let pieces = [
    "```sh", "```bash", "```", "````", "~~~ sh", "~~~", "<!--", "-->", "<div>", "</div>", "<pre>",
    "</pre>", "<?", "?>", "<!X", ">", "<![CDATA[", "]]>", "<script>", "</script>", "<x y='z'>",
    "> ", "> ```sh", "- ", "1. ", "10) ", "* ```sh", "text", "a", "  b", "    c", "\tt", "", "", "",
    "---", "===", "# h", "[l]: /u", "[l]: /u \"", "<b>x</b>", "`", "`` ` ``", "\\```sh",
    "&#96;``sh",
  ]

  /// A note of a few lines.
  private static func note(_ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 1...9, using: &random)).map { _ in
      let indent = [0, 0, 0, 1, 2, 3, 4, 5, 6].randomElement(using: &random) ?? 0
      let count = [1, 1, 1, 2].randomElement(using: &random) ?? 1
      return String(repeating: " ", count: indent)
        + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }.joined(separator: "\n")
  }

  /// The program of the judge: for each note, the blocks outside of quotes, each with its language,
  /// its code, and whether a fence ends it.
  private static let judge = """
    import json, sys
    from markdown_it import MarkdownIt
    parser = MarkdownIt("commonmark")
    for note in json.load(sys.stdin):
        quotes, blocks = 0, []
        for token in parser.parse(note + "\\n"):
            if token.type == "blockquote_open": quotes += 1
            if token.type == "blockquote_close": quotes -= 1
            if token.type != "fence" or quotes: continue
            closed = token.content.count("\\n") == token.map[1] - token.map[0] - 2
            blocks.append([(token.info.split() or [""])[0], token.content, closed])
        print(json.dumps(blocks))
    """

  /// The command that the blocks of the judge come to; nil for none.
  private static func command(_ blocks: [[Any]]) -> [String]? {
    guard blocks.allSatisfy({ $0[2] as? Bool == true }) else { return nil }
    let shells = blocks.filter { ["sh", "bash", "zsh"].contains($0[0] as? String) }
    let script = shells.compactMap { $0[1] as? String }.joined()
    guard let shell = shells.first?[0] as? String, shells.allSatisfy({ $0[0] as? String == shell }),
      !script.allSatisfy(\.isWhitespace)
    else { return nil }
    return [shell, script]
  }

  /// A text whose lines of white space are empty: parsers differ in what they leave of them in an
  /// item of a list.
  private static func emptyingBlankLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }.joined(separator: "\n")
  }

  /// Runs a program in Python, where the user has its modules.
  private static func python(_ program: String, input: Data = Data()) throws -> Sandbox.Run {
    let sandbox = try Sandbox()
    for name in ["PATH", "PYTHONPATH", "HOME"] {
      sandbox.environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return try sandbox.launch(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", program], input: input)
  }

  private static let isJudgeHere = (try? python("import markdown_it"))?.status == 0

  @Test(.needs(isJudgeHere, "markdown-it-py is not here"))
  func `random notes have the commands that another parser finds`() throws {
    var random = SplitMix64(seed: .random(in: 0..<1 << 32))
    let notes = (0..<20_000).map { _ in Self.note(&random) }
    let run = try Self.python(
      Self.judge, input: JSONSerialization.data(withJSONObject: notes))
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == notes.count)
    for (note, line) in zip(notes, lines) {
      let blocks = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[Any]]
      let other = Self.command(try #require(blocks))?.map(Self.emptyingBlankLines)
      let command = ItemCommand(note: note).map { [$0.shell.rawValue, $0.script] }?
        .map(Self.emptyingBlankLines)
      #expect(command == other, "\(note.debugDescription)")
      if command != other { return }
    }
  }
}
