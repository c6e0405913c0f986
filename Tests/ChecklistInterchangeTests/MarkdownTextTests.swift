import ChecklistCore
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Texts as the source of Markdown.
struct MarkdownTextTests {
  /// The source of a text.
  static func source(_ text: String, _ place: MarkdownText.Place, indent: Int = 0) -> String {
    var source: [UInt8] = []
    MarkdownText.append(Array(text.utf8)[...], in: place, indent: indent, to: &source)
    return String(decoding: source, as: UTF8.self)
  }

  /// The text that source means.
  static func text(_ source: String) -> String { MarkdownText.text(of: Array(source.utf8)[...]) }

  /// A text and its source, as an item, and as the note of an item that is edited alone.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var item: String
    var page: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ item: String, page: String? = nil) {
      (self.text, self.item, self.page) = (text, item, page ?? item)
    }
  }

  static let cases = [
    Case("Milk", "Milk"),
    Case("two\nlines", "two\nlines"),
    Case("", ""),
    Case(" ", "&#32;"),
    Case("\n", "&#10;"),
    Case("\n\n\n", "&#10;&#10;&#10;"),
    Case("a\n", "a&#10;"),
    Case("\n\na", "&#10;&#10;a"),
    Case("a\n\nb", "a&#10;\nb", page: "a\n\nb"),
    Case("a\n\n\nb\n", "a&#10;&#10;\nb&#10;", page: "a\n\n\nb&#10;"),
    Case("  a  ", "&#32; a &#32;", page: "  a &#32;"),
    Case("a\n  b", "a\n&#32; b", page: "a\n  b"),
    Case("a\n  \nb", "a\n&#32;&#32;\nb", page: "a\n &#32;\nb"),
    Case("\ttab\there\t", "&#9;tab\there&#9;", page: "\ttab\there&#9;"),
    Case("\u{A0}a\u{3000}", "&#160;a&#12288;", page: "\u{A0}a&#12288;"),
    Case("a\r\nb\r", "a&#13;\nb&#13;"),
    Case("\u{1B}[2J\0\u{7F}\u{9B}", "&#27;[2J&#0;&#127;&#155;"),
    Case("a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f", "a&#8232;b&#8233;c&#133;d&#11;e&#12;f"),
    Case("\u{FEFF}a", "&#65279;a"),
    Case("e\u{301} \u{E9} 👩‍👩‍👧 \u{200F}עברית\u{202E}", "e\u{301} \u{E9} 👩‍👩‍👧 \u{200F}עברית\u{202E}"),
    Case("\u{301}a", "\u{301}a"),
    // Backslashes, where they would escape something.
    Case("\\", "\\\\"),
    Case("C:\\users\\u", "C:\\users\\u"),
    Case("a\\ b\\é\\1", "a\\ b\\é\\1"),
    Case("\\*a\\\\b", "\\\\*a\\\\\\b"),
    Case("a\\\nb", "a\\\\\nb"),
    Case("a\\ ", "a\\\\&#32;", page: "a\\\\&#32;"),
    // Numbers of characters, where they would mean one.
    Case("&#65; &#x41; &#; &#x110000; &amp; R&#D", "\\&#65; \\&#x41; &#; &#x110000; &amp; R&#D"),
    // Markup within a line stays.
    Case("**now** `x` [a](b) <b> ~~c~~ [[d]]", "**now** `x` [a](b) <b> ~~c~~ [[d]]"),
    // Nothing can be escaped in code, and nothing need be.
    Case(
      "`a\\*\\` ``&#65;`[due:: 2026-12-24]`` \\* `", "`a\\*\\` ``&#65;`[due:: 2026-12-24]`` \\\\* `"
    ),
    Case("`a\n\\(b`", "`a\n\\(b`"),
    Case("`a\n# b` \\` ``", "\\`a\n\\# b\\` \\\\\\` \\`\\`", page: "`a\n# b` \\\\` ``"),
    Case("`\u{1B}`", "\\`&#27;\\`"),
    // A line after the first that would begin a block.
    Case("a\n# b", "a\n\\# b", page: "a\n# b"),
    Case("a\n#tag", "a\n#tag"),
    Case("a\n> b", "a\n\\> b", page: "a\n> b"),
    Case("a\n- b\n-b\n+ c\n* d", "a\n\\- b\n-b\n\\+ c\n\\* d", page: "a\n- b\n-b\n+ c\n* d"),
    Case("a\n12. b\n3) c\n4.5", "a\n12\\. b\n3\\) c\n4.5", page: "a\n12. b\n3) c\n4.5"),
    Case("a\n```\n~~~\n``b``", "a\n\\`\\`\\`\n\\~~~\n\\`\\`b\\`\\`", page: "a\n```\n~~~\n``b``"),
    Case(
      "a\n<div>\n<!-- b\n</p>\n<3", "a\n\\<div>\n\\<!-- b\n\\</p>\n<3",
      page: "a\n<div>\n\\<!-- b\n</p>\n<3"),
    Case(
      "a\n---\nb\n===\n***\n_ _ _", "a\n\\---\nb\n\\===\n\\***\n\\_ _ _",
      page: "a\n---\nb\n===\n***\n_ _ _"),
    Case("a|b\n|-|-|\n:-:|-\n|c|", "a|b\n\\|-|-|\n\\:-:|-\n|c|", page: "a|b\n|-|-|\n:-:|-\n|c|"),
    Case(
      "a\n[b]: c\n[x] d\n[e](f)", "a\n\\[b]: c\n\\[x] d\n[e](f)", page: "a\n[b]: c\n[x] d\n[e](f)"),
    Case("<!-- no comment -->", "<!-- no comment -->", page: "\\<!-- no comment -->"),
    Case("a\n-->", "a\n\\-->"),
    Case(
      "1. [ ] Milk\n- [x] Bread", "1\\. [ ] Milk\n\\- [x] Bread", page: "1. [ ] Milk\n- [x] Bread"),
    // Some parsers take the box away before they look for blocks.
    Case("- [ ] y", "\\- [ ] y", page: "- [ ] y"),
    Case("# b", "\\# b", page: "# b"),
    Case("> b", "\\> b", page: "> b"),
    Case("---", "\\---", page: "---"),
    Case("~~~", "\\~~~", page: "~~~"),
    Case("```b", "\\`\\`\\`b", page: "```b"),
    Case("```b``` c", "```b``` c"),
    Case("[ ] b", "[ ] b"),
    Case("<b> c", "<b> c"),
    Case("-b", "-b"),
    // What would be a date of the item.
    Case(
      "a 📅 2026-12-24 ➕2026-12-24", "a &#128197; 2026-12-24 &#10133;2026-12-24",
      page: "a 📅 2026-12-24 ➕2026-12-24"),
    Case("✅ 2 eggs 📅 2026-02-30", "✅ 2 eggs 📅 2026-02-30"),
    Case(
      "[due:: 2026-12-24] (due:: 2026-12-24T18:00) [due:: x]",
      "\\[due:: 2026-12-24] \\(due:: 2026-12-24T18:00) [due:: x]",
      page: "[due:: 2026-12-24] (due:: 2026-12-24T18:00) [due:: x]"),
  ]

  @Test(arguments: cases)
  func `a text becomes source that no editor spoils, and that the text`(_ sample: Case) {
    for (place, expected) in [(MarkdownText.Place.item, sample.item), (.page, sample.page)] {
      let source = Self.source(sample.text, place)
      #expect(Array(source.utf8) == Array(expected.utf8), "\(source)")
      #expect(Array(Self.text(source).utf8) == Array(sample.text.utf8))
    }
  }

  @Test(arguments: [
    ("&#72;&#105;", "Hi"), ("&#x1F95B;&#X41;", "🥛A"), ("&#0065;", "A"), ("a&#10;b", "a\nb"),
    ("\\*a\\*", "*a*"), ("\\a\\", "\\a\\"), ("a\\\nb", "a\nb"), ("\\&#65;", "&#65;"),
    ("&#0;", "\0"),
    // What is no number of a character is text.
    ("&#xD800;", "&#xD800;"), ("&#x110000;", "&#x110000;"), ("&#12345678;", "&#12345678;"),
    ("&#4G;", "&#4G;"), ("&#+1;", "&#+1;"), ("&#41", "&#41"), ("&#;", "&#;"), ("&#x;", "&#x;"),
    ("&amp;", "&amp;"),
    ("&", "&"), ("&#４１;", "&#４１;"),
  ])
  func `what is typed means a character by its number, or itself`(_ source: String, _ text: String)
  {
    #expect(Array(Self.text(source).utf8) == Array(text.utf8))
  }

  @Test func `any text comes back, when white space at the ends of its lines is lost`() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<3_000 {
      let text = RandomText.make(using: &random)
      for place in [MarkdownText.Place.item, .editedItem, .heading, .pageHead] {
        let lines = Self.source(text, place, indent: 2).utf8
          .split(separator: 10, omittingEmptySubsequences: false)
          .map { Array($0)[...].trimmingSpaces() }
        #expect(text.isEmpty || lines.allSatisfy { !$0.isEmpty })
        let source = Array(lines.joined(separator: [10]))
        #expect(
          Array(MarkdownText.text(of: source[...]).utf8) == Array(text.utf8),
          "\(text.debugDescription)")
      }
      for place in [MarkdownText.Place.note, .page] {
        let lines = Self.source(text, place).utf8
          .split(separator: 10, omittingEmptySubsequences: false)
          .map { Array($0)[...].droppingLastSpaces() }
        let source = Array(lines.joined(separator: [10]))
        #expect(
          Array(MarkdownText.text(of: source[...]).utf8) == Array(text.utf8),
          "\(text.debugDescription)")
      }
    }
  }

  // MARK: Comments

  @Test func `a comment says what it is given, and nothing in that ends it`() throws {
    #expect(EditorComments.comment(["Hello"]) == "<!-- Hello -->\n")
    #expect(EditorComments.comment(["one", "two"]) == "<!--\none\ntwo\n-->\n")
    #expect(EditorComments.comment(["a --> b"]) == "<!-- a --&#62; b -->\n")
    for text in ["-->", "a\n-->\nb", "--->", "<!--", "-->-->", "--\n>", "-->\u{301}", ">"] {
      #expect(
        try EditorPage(EditorComments.comment([text]) + "x").lines.map(\.text) == ["x"])
      let comment = EditorComments.comment(["a", text, "b"])
      #expect(try EditorPage(comment + "x").lines.map(\.text) == ["x"], "\(comment)")
    }
  }

  @Test func `lines are those outside of comments, with their numbers`() throws {
    let text = "a\r\n<!-- one -->\n  <!-- text -->\n<!--\nb\n--> \nc\n"
    let lines = try EditorPage(text).lines
    #expect(lines.map(\.number) == [1, 3, 7, 8])
    #expect(lines.map(\.text) == ["a", "  <!-- text -->", "c", ""])
    // As in a file, this is a comment as a whole.
    #expect(try EditorPage("<!-->\na").lines.map(\.text) == ["a"])
  }

  @Test(arguments: [
    ("a\n<!-- b\nc\n", 2, "the comment that begins here does not end"),
    ("a\n-->\n", 2, "'-->' ends a comment, and none has begun"),
    ("<!-- a --> b\n", 1, "a comment ends its line, but text follows this '-->'"),
    ("<!--\n--> b\n", 2, "a comment ends its line, but text follows this '-->'"),
  ])
  func `a comment that is not whole is an error`(_ text: String, _ line: Int, _ message: String) {
    #expect(throws: MarkdownError(line: line, message)) { try EditorPage(text) }
  }
}

extension EditorPage.Line {
  /// The line as a string.
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
