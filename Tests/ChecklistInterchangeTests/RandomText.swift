import TestSupport

/// Texts made of what could be taken for something else.
enum RandomText {
  private static let parts = [
    " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "a", "Milk", "1. [ ] x", "2.", "- [x] ", "[ ]",
    "[",
    "]", "[v] ", "* ", "+ [ ] ", "<!--", "-->", "<!-- x -->", "\\", "\\u{41}", "\\u{", "}", "\\u{}",
    "#", "e\u{301}", "\u{301}", "\u{E9}", "🥛", "👩‍👩‍👧", "\u{200D}", "\u{202E}", "\u{FEFF}", "\0",
    "\u{1B}",
    "\u{7F}", "\u{85}", "\u{2028}", "\u{A0}", "\u{3000}", "。", "10. ", "0", "---", "> ", "    ",
    "# ", "##", " #", "###### x", "> > ", "```", "~~~", "``", "`a`", "|-|-|", "a|b", ":-:", "===",
    "***", "_ _ _",
    "<div>", "</p>", "<b>", "<?php", "<!DOCTYPE x", "[a]: b", "[a]", "](c)", "[^1]: d", "&#65;",
    "&#x41;", "&#0;", "&amp;", "&#",
    ";", "\\*", "\\\n", "\\ ", "1) ", "+ ", "-", "**", "📅 2026-12-24", " 📅 ", "2026-12-24",
    "🗓️ 2025-01-02", "➕ 2026-01-01",
    " ✅ 2026-01-02", "[due:: 2026-12-24]", "(due:: 2026-12-24T18:00)", "[completion:: 2026-12-24]",
    "[due:: ",
    "[-] ", "\u{1C}", "\u{1F}", "\u{C}", "\u{2003}", "\u{180E}", "\u{202F}", "%%", "$$", "==", "^",
    "{#id}", "<!-- y", "a@b.c",
    "http://x.y", "~~", "---\ntitle: x\n---\n", "Term\n: ", "\u{10FFFF}", "\u{FFFE}", "\u{FFFD}",
  ]

  static func make(using random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...7, using: &random)).map { _ in
      parts[Int.random(in: 0..<parts.count, using: &random)]
    }.joined()
  }
}

extension String {
  /// The text as an editor may save it: without white space at the ends of lines, and with other
  /// line ends.
  func savedByEditor(lineEnd: String) -> String {
    utf8.split(separator: 10, omittingEmptySubsequences: false).map { line in
      var line = Substring(line).utf8
      while line.last == 32 || line.last == 9 { line.removeLast() }
      return String(Substring(line))
    }.joined(separator: lineEnd)
  }
}
