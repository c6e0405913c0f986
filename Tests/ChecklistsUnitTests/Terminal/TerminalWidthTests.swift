import Testing

@testable import Terminal

@Suite struct TerminalWidthTests {
  @Test(arguments: [
    ("", 0), ("Milk", 4), ("é", 1), ("e\u{301}", 1), ("a\u{300}\u{301}\u{302}", 1), ("牛奶", 4),
    ("ｶﾅ", 2), ("カナ", 4), ("ＡＢ", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("שלום", 4),
    ("ก็", 1), ("กำ", 2), ("क्षि", 2), ("か\u{3099}", 2), ("“…”", 3), ("§±", 2), ("\u{3000}", 2),
    ("\u{2FFC}", 2), ("\u{4DC0}", 2), ("\u{18D10}", 2), ("\u{1F1E6}", 1), ("\u{E000}", 1),
    ("\u{600}", 1), ("\u{200D}", 0), ("\u{FE0F}", 0), ("\u{1B}", 0), ("\n", 0),
  ])
  func `text has the width that terminals give it`(text: String, expected: Int) {
    #expect(TerminalText.width(text) == expected)
  }

  @Test(arguments: [
    "😀", "👍🏽", "☝🏽", "👩‍👩‍👧", "🏳️‍🌈", "❤️‍🔥", "🇨🇭", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "☺️", "✅", "⌚", "🫩",
  ])
  func `an emoji is two columns wide however it is composed`(text: String) {
    #expect(TerminalText.width(text) == 2)
  }

  @Test(arguments: ["☺", "✓", "☐", "☑", "→", "█", "1", "©"])
  func `a sign that is no emoji by itself is narrow`(text: String) {
    #expect(TerminalText.width(text) == 1)
  }

  @Test func `a variation selector widens only what can be an emoji`() {
    #expect(TerminalText.width("a\u{FE0F}") == 1)
    #expect(TerminalText.width("©\u{FE0F}") == 2)
    #expect(TerminalText.width("😀\u{FE0F}") == 2)
  }
}
