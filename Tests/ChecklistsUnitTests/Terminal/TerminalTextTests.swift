import Testing

@testable import Terminal

@Suite struct TerminalTextTests {
  @Test(arguments: [
    "", "Milk", "naïve café", "e\u{301}", "买牛奶", "שלום", "سلام", "👩‍👩‍👧", "👍🏽", "🇨🇭", "1️⃣",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "می‌خواهم", "ශ්‍රී", "☺\u{FE0E}", "\u{FE0F}a", "\u{E000}", "\u{600}12", "\\n",
  ])
  func `ordinary text of any script is shown as it is`(text: String) {
    #expect(TerminalText.escaped(text, symbols: true) == text)
    #expect(TerminalText.escaped(text, symbols: false) == text)
  }

  @Test(arguments: [
    ("", false), ("Milk", false), ("\u{57F}", false), ("牛奶", false), ("👩‍👩‍👧", false),
    ("\u{FEFF}", false),
    ("שלום", true), ("Milk חלב", true), ("سلام", true), ("ܫܠܡܐ", true), ("ߒߞߏ", true),
    ("\u{FB1D}", true),
    ("\u{FEFC}", true), ("\u{10800}", true), ("\u{1E900}", true),
  ])
  func `only a text with right-to-left letters is bounded by a mark`(
    text: String, isBounded: Bool
  ) {
    #expect(TerminalText.bounded(text) == (isBounded ? "\(text)\u{200E}" : text))
    #expect(TerminalText.width(TerminalText.bounded(text)) == TerminalText.width(text))
  }

  @Test(arguments: [
    ("\u{0}", #"\u{0}"#), ("\u{7}", #"\u{7}"#), ("\u{1B}[31mred", #"\u{1B}[31mred"#),
    ("a\u{8}b", #"a\u{8}b"#), ("\t", #"\t"#), ("\r\n", #"\r\n"#), ("\u{7F}", #"\u{7F}"#),
    ("\u{85}", #"\u{85}"#), ("\u{9B}31m", #"\u{9B}31m"#), ("a\u{2028}b", #"a\u{2028}b"#),
    ("\u{2029}", #"\u{2029}"#), ("e\u{301}\u{1B}", "e\u{301}" + #"\u{1B}"#),
  ])
  func `controls and separators are shown by their number`(text: String, expected: String) {
    #expect(TerminalText.escaped(text, symbols: false) == expected)
  }

  @Test(arguments: [
    0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x61C,
    0x200B, 0x2060, 0xFEFF, 0xAD, 0xFFF9, 0xFFFA, 0xFFFB, 0xE0001, 0xE0041, 0x206A, 0x1D173,
  ])
  func `scalars that hide or reorder text are shown by their number`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let number = String(value, radix: 16, uppercase: true)
    #expect(TerminalText.escaped("a\(scalar)b", symbols: true) == "a\\u{\(number)}b")
  }

  @Test func `a joiner is kept only where there is something to join`() {
    #expect(TerminalText.escaped("\u{200D}", symbols: true) == #"\u{200D}"#)
    #expect(TerminalText.escaped("pass\u{200D}word", symbols: true) == #"pass\u{200D}word"#)
    #expect(TerminalText.escaped("pass\u{200C}word", symbols: true) == #"pass\u{200C}word"#)
  }

  @Test func `a newline is an arrow where symbols can be shown`() {
    #expect(TerminalText.escaped("a\nb\r\nc", symbols: true) == #"a⏎b\r⏎c"#)
    #expect(TerminalText.escaped("a\nb\r\nc", symbols: false) == #"a\nb\r\nc"#)
  }
}
