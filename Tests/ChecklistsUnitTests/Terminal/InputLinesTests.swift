import Testing

@testable import Terminal

@Suite struct InputLinesTests {
  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
    ("\n", [""]), ("a\n\nb\n", ["a", "", "b"]), ("a\rb\r", ["a\rb\r"]), ("\u{FEFF}a\n", ["a"]),
    ("牛奶\n👍🏽", ["牛奶", "👍🏽"]), ("a\u{2028}b", ["a\u{2028}b"]),
  ])
  func `lines end with a newline, which the last one need not have`(
    text: String, expected: [String]
  ) throws {
    #expect(try InputLines.split(Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      ([0xFF], 1), ([0x61, 0x0A, 0x0A, 0xC3, 0x0A, 0x62], 3), ([0x61, 0x0A, 0xED, 0xA0, 0x80], 2),
      ([0x61, 0x0A, 0xE7, 0x89], 2),
    ] as [([UInt8], Int)])
  func `the first line that is not UTF-8 is named`(bytes: [UInt8], line: Int) {
    #expect(throws: ConsoleError(.invalidUTF8(line: line))) { try InputLines.split(bytes) }
  }

  @Test func `the first line with U+0000 is named`() {
    #expect(throws: ConsoleError(.nulCharacter(line: 2))) {
      try InputLines.split(Array("a\nb\u{0}\n\u{0}".utf8))
    }
  }
}
