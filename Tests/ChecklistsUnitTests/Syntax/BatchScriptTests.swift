import Foundation
import Terminal
import TestSupport
import Testing

@testable import checklists

@Suite(.blocking) struct BatchScriptTests {
  private func commands(_ script: String) throws(UsageError) -> [BatchScript.Line] {
    // As standard input is read.
    let lines = (try? InputLines.split(Array(script.utf8))) ?? []
    var batch = BatchScript(lines)
    var commands: [BatchScript.Line] = []
    while try batch.readNext() { commands.append(batch.line) }
    return commands
  }

  @Test(arguments: [
    ("add Milk Bread", ["add", "Milk", "Bread"]),
    ("  add\t Milk  ", ["add", "Milk"]),
    (#"add 'two words' "two words" two\ words"#, ["add", "two words", "two words", "two words"]),
    (#"add '' "" a''b"#, ["add", "", "", "ab"]),
    (##"add 'a\b"c#d' "a'b#c" \"\'\#\\"##, ["add", #"a\b"c#d"#, "a'b#c", ##""'#\"##]),
    (#""\a\$\`\"\\" '\'"#, [#"\a$`"\"#, "\\"]),
    ("add Milk # and more", ["add", "Milk"]),
    ("add a#b '#' \\#c", ["add", "a#b", "#", "#c"]),
    // Nothing is expanded, and nothing an operator.
    (
      "add $HOME * ~ `ls` $(ls) {a,b} !! a;b | & < > ( )",
      [
        "add", "$HOME", "*", "~", "`ls`", "$(ls)", "{a,b}", "!!", "a;b", "|", "&", "<", ">", "(",
        ")",
      ]
    ),
    (#"add "$HOME" '$HOME'"#, ["add", "$HOME", "$HOME"]),
    ("add é e\u{301} 🥛\u{A0}x", ["add", "é", "e\u{301}", "🥛\u{A0}x"]),
    ("add \"e\"\u{301} \\\u{E9}", ["add", "e\u{301}", "\u{E9}"]),
    ("add Milk\\", ["add", "Milk\\"]),
  ])
  func `a line is split as a POSIX shell does it`(_ line: String, _ words: [String]) throws {
    let commands = try commands(line)
    #expect(commands.map { $0.words.map { Array($0.utf8) } } == [words.map { Array($0.utf8) }])
    #expect(commands.first?.text == line)
  }

  @Test func `blank lines and comments are no commands, and count as lines`() throws {
    let found = try commands("# first\n\nadd a\r\n   \n  # x 'y\nadd b")
    #expect(found.map(\.number) == [3, 6])
    #expect(found.map(\.words) == [["add", "a"], ["add", "b"]])
    #expect(try commands("") == [])
    #expect(try commands("\u{FEFF}add x").map(\.words) == [["add", "x"]])
  }

  @Test func `a command goes on over a line break that is quoted`() throws {
    let found = try commands(
      "add 'two\nlines' x\nadd \"a\n\n  b\"\nadd a\\\nb c\\\n  d\nadd \"x\\\ny\"")
    #expect(
      found.map(\.words) == [
        ["add", "two\nlines", "x"], ["add", "a\n\n  b"], ["add", "ab", "c", "d"], ["add", "xy"],
      ])
    #expect(found.map(\.number) == [1, 3, 6, 9])
    #expect(found[0].text == "add 'two\nlines' x")
  }

  @Test(arguments: [("add 'a\nadd b", "'"), ("add \"", "\""), ("add \"a\\\"\n'", "\"")])
  func `a quote that is not closed is an error where it begins`(_ script: String, _ quote: String) {
    var batch = BatchScript(script.split(separator: "\n").map(String.init))
    #expect(throws: UsageError("the quote \(quote) is not closed", command: "batch")) {
      try batch.readNext()
    }
    #expect(batch.line.number == 1)
  }

  @Test func `a shell splits the same lines into the same words`() throws {
    let parts = [
      "a", "b c", " ", "  ", "\t", "'", "\"", "\\", "#", "'x y'", "\"x y\"", "é", "=", "-",
    ]
    var random = SystemRandomNumberGenerator()
    var script = ""
    var expected: [[String]] = []
    while expected.count < 500 {
      let line = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      // A backslash at the end would go on with the next line.
      guard !line.hasSuffix("\\"), let words = try? commands(line) else { continue }
      expected.append(words.first?.words ?? [])
      script += "set -- \(line)\nprintf '%s\\001' \"$@\"; printf '\\002'\n"
    }
    // printf without arguments prints its format once.
    let output = try Sandbox().launch(
      URL(filePath: "/bin/sh"), ["-c", script]
    ).output
    let found = output.split(separator: "\u{2}", omittingEmptySubsequences: false).dropLast().map {
      $0.split(separator: "\u{1}", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    #expect(found.count == expected.count)
    for (shell, ours) in zip(found, expected) {
      #expect(shell == (ours.isEmpty ? [""] : ours))
    }
  }
}
