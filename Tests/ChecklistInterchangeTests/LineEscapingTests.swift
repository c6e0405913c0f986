import ChecklistCore
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Texts that go through an editor.
struct LineEscapingTests {
  /// A text and its lines, of an item and of a note.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var lines: [String]
    var page: [String]
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ lines: [String], page: [String]? = nil) {
      (self.text, self.lines, self.page) = (text, lines, page ?? lines)
    }
  }

  static let cases = [
    Case("Milk", ["Milk"]),
    Case("two\nlines", ["two", "lines"]),
    Case("", ["\\u{}"]),
    Case(" ", ["\\u{20}"]),
    Case("\n", ["\\u{A}"]),
    Case("\n\n\n", ["\\u{A}\\u{A}\\u{A}"]),
    Case("a\n", ["a\\u{A}"]),
    Case("\n\na", ["\\u{A}\\u{A}a"]),
    Case("a\n\nb", ["a\\u{A}", "b"], page: ["a", "", "b"]),
    Case("a\n\n\nb\n", ["a\\u{A}\\u{A}", "b\\u{A}"], page: ["a", "", "", "b\\u{A}"]),
    Case("  a  ", ["\\u{20} a \\u{20}"], page: ["  a \\u{20}"]),
    Case("a\n  b", ["a", "\\u{20} b"], page: ["a", "  b"]),
    Case("a\n  \nb", ["a", "\\u{20}\\u{20}", "b"], page: ["a", " \\u{20}", "b"]),
    Case("\ttab\there\t", ["\\u{9}tab\there\\u{9}"], page: ["\ttab\there\\u{9}"]),
    Case("\u{A0}a\u{3000}", ["\\u{A0}a\\u{3000}"], page: ["\u{A0}a\\u{3000}"]),
    Case("a\r\nb\r", ["a\\u{D}", "b\\u{D}"]),
    Case("\u{1B}[2J\0\u{7F}\u{9B}", ["\\u{1B}[2J\\u{0}\\u{7F}\\u{9B}"]),
    Case("a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f", ["a\\u{2028}b\\u{2029}c\\u{85}d\\u{B}e\\u{C}f"]),
    Case("\u{FEFF}a", ["\\u{FEFF}a"]),
    Case("\\", ["\\"]),
    Case("C:\\users\\u", ["C:\\users\\u"]),
    Case("\\u{41}", ["\\u{5C}u{41}"]),
    Case("\\\\u{}", ["\\\\u{5C}u{}"]),
    Case("<!-- no comment -->", ["\\u{3C}!-- no comment -->"]),
    Case("a\n-->", ["a", "\\u{2D}->"]),
    Case("e\u{301} \u{E9} 👩‍👩‍👧 \u{200F}עברית\u{202E}", ["e\u{301} \u{E9} 👩‍👩‍👧 \u{200F}עברית\u{202E}"]),
    Case("\u{301}a", ["\u{301}a"]),
    Case("1. [ ] Milk\n- [x] Bread", ["1. [ ] Milk", "- [x] Bread"]),
  ]

  @Test(arguments: cases)
  func `a text becomes lines that no editor spoils, and those the text`(_ sample: Case) {
    for (isPage, expected) in [(false, sample.lines), (true, sample.page)] {
      let lines = LineEscaping.lines(of: sample.text, isPage: isPage)
      #expect(lines.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
      let text = LineEscaping.text(of: lines.map { $0[...] })
      #expect(Array(text.utf8) == Array(sample.text.utf8))
    }
  }

  @Test(arguments: [
    ("\\u{48}\\u{69}", "Hi"), ("\\u{1F95B}", "🥛"), ("\\u{0041}", "A"), ("\\u{}", ""),
    ("a\\u{A}b", "a\nb"),
    // What is no number of a character is text.
    ("\\u{D800}", "\\u{D800}"), ("\\u{110000}", "\\u{110000}"), ("\\u{1234567}", "\\u{1234567}"),
    ("\\u{4G}", "\\u{4G}"), ("\\u{+1}", "\\u{+1}"), ("\\u{41", "\\u{41"), ("\\u41", "\\u41"),
    ("\\U{41}", "\\U{41}"), ("\\\\u{41}", "\\A"), ("\\u{４１}", "\\u{４１}"),
  ])
  func `what is typed means a character by its number, or itself`(_ line: String, _ text: String) {
    #expect(Array(LineEscaping.text(of: [line[...]]).utf8) == Array(text.utf8))
  }

  @Test func `any text comes back, when white space at the ends of its lines is lost`() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<1_500 {
      let text = RandomText.make(using: &random)
      let lines = LineEscaping.lines(of: text).map { $0[...].trimmingSpaces() }
      #expect(lines.allSatisfy { !$0.isEmpty && !ContentRules.isBlank($0) })
      #expect(
        Array(LineEscaping.text(of: lines).utf8) == Array(text.utf8), "\(text.debugDescription)")
      let page = LineEscaping.lines(of: text, isPage: true).map { $0[...].droppingLastSpaces() }
      #expect(
        Array(LineEscaping.text(of: page).utf8) == Array(text.utf8), "\(text.debugDescription)")
    }
  }

  // MARK: Comments

  @Test func `a comment says what it is given, and nothing in that ends it`() throws {
    #expect(EditorComments.comment(["Hello"]) == "<!-- Hello -->\n")
    #expect(EditorComments.comment(["one", "two"]) == "<!--\none\ntwo\n-->\n")
    #expect(EditorComments.comment(["a --> b"]) == "<!-- a --\\u{3E} b -->\n")
    for text in ["-->", "a\n-->\nb", "--->", "<!--", "-->-->", "--\n>", "-->\u{301}", ">"] {
      #expect(
        try EditorComments.lines(of: EditorComments.comment([text]) + "x").map(\.text) == ["x"])
      let comment = EditorComments.comment(["a", text, "b"])
      #expect(try EditorComments.lines(of: comment + "x").map(\.text) == ["x"], "\(comment)")
    }
  }

  @Test func `lines are those outside of comments, with their numbers`() throws {
    let text = "a\r\n<!-- one -->\n  <!-- text -->\n<!--\nb\n--> \nc\n"
    let lines = try EditorComments.lines(of: text)
    #expect(lines.map(\.number) == [1, 3, 7, 8])
    #expect(lines.map(\.text) == ["a", "  <!-- text -->", "c", ""])
  }

  @Test(arguments: [
    ("a\n<!-- b\nc\n", 2, "the comment that begins here does not end"),
    ("<!-->\na", 1, "the comment that begins here does not end"),
    ("a\n-->\n", 2, "'-->' ends a comment, and none has begun"),
    ("<!-- a --> b\n", 1, "a comment ends its line, but text follows this '-->'"),
    ("<!--\n--> b\n", 2, "a comment ends its line, but text follows this '-->'"),
  ])
  func `a comment that is not whole is an error`(_ text: String, _ line: Int, _ message: String) {
    #expect(throws: MarkdownError(line: line, message)) { try EditorComments.lines(of: text) }
  }
}

/// Texts made of what could be taken for something else.
enum RandomText {
  private static let parts = [
    " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "a", "Milk", "1. [ ] x", "2.", "- [x] ", "[ ]",
    "[",
    "]", "[v] ", "* ", "+ [ ] ", "<!--", "-->", "<!-- x -->", "\\", "\\u{41}", "\\u{", "}", "\\u{}",
    "#", "e\u{301}", "\u{301}", "\u{E9}", "🥛", "👩‍👩‍👧", "\u{200D}", "\u{202E}", "\u{FEFF}", "\0",
    "\u{1B}",
    "\u{7F}", "\u{85}", "\u{2028}", "\u{A0}", "\u{3000}", "。", "10. ", "0", "---", "> ", "    ",
  ]

  static func make(using random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...7, using: &random)).map { _ in
      parts[Int.random(in: 0..<parts.count, using: &random)]
    }.joined()
  }
}
