import Testing

@testable import Terminal

@Suite struct TerminalLayoutTests {
  @Test func `padding counts columns, on either side`() {
    #expect(TerminalText.padded("Tea", to: 5) == "Tea  ")
    #expect(TerminalText.padded("牛奶", to: 5) == "牛奶 ")
    #expect(TerminalText.padded("7", to: 3, alignment: .right) == "  7")
    #expect(TerminalText.padded("Chocolate", to: 3) == "Chocolate")
  }

  @Test(arguments: [
    ("Milk", 4, "Milk"), ("Milk", 3, "Mi…"), ("Milk", 1, "…"), ("Milk", 0, ""), ("牛奶", 4, "牛奶"),
    ("牛奶", 3, "牛…"), ("牛奶", 2, "…"), ("cafe\u{301}s", 5, "cafe\u{301}s"),
    ("cafe\u{301}s!", 5, "cafe\u{301}…"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("", 0, ""),
  ])
  func `a text is cut between clusters and ends with the ellipsis`(
    text: String, width: Int, expected: String
  ) {
    #expect(TerminalText.truncated(text, to: width, ellipsis: "…") == expected)
  }

  @Test func `an ellipsis that is wider than the column is left out`() {
    #expect(TerminalText.truncated("Milk", to: 2, ellipsis: "...") == "Mi")
    #expect(TerminalText.truncated("Milk", to: 3, ellipsis: "...") == "...")
  }

  @Test func `lines are broken at spaces`() {
    #expect(TerminalText.wrapped("", to: 10) == [""])
    #expect(TerminalText.wrapped("one two three", to: 13) == ["one two three"])
    #expect(TerminalText.wrapped("one two three", to: 12) == ["one two", "three"])
    #expect(TerminalText.wrapped("one two three", to: 5) == ["one", "two", "three"])
  }

  @Test func `following lines hang`() {
    #expect(
      TerminalText.wrapped("one two three four", to: 11, indent: 2, hangingIndent: 4)
        == ["  one two", "    three", "    four"])
    #expect(TerminalText.wrapped("one two", to: 6, indent: 2) == ["  one", "  two"])
  }

  @Test func `spaces are kept except where a line is broken`() {
    #expect(TerminalText.wrapped("  a  b", to: 10) == ["  a  b"])
    #expect(TerminalText.wrapped("aaa   bbb", to: 5) == ["aaa", "bbb"])
  }

  @Test func `a word that fits on no line is broken between clusters`() {
    #expect(TerminalText.wrapped("go abcdefgh", to: 5) == ["go ab", "cdefg", "h"])
    #expect(TerminalText.wrapped("abcde fghijkl", to: 5) == ["abcde", "fghij", "kl"])
    #expect(TerminalText.wrapped("买牛奶和面包", to: 5) == ["买牛", "奶和", "面包"])
    #expect(
      TerminalText.wrapped("👩‍👩‍👧👩‍👩‍👧e\u{301}", to: 2) == ["👩‍👩‍👧", "👩‍👩‍👧", "e\u{301}"])
  }

  @Test func `a look takes no columns, and none stands before the other lines`() {
    let display = Display(
      isTerminal: true, terminalWidth: 7, environment: { ["TERM": "vt100"][$0] })
    let line: DisplayText = "a \(display.styled("one two", as: .heading)) three"
    #expect(
      display.wrapped(line, hangingIndent: 2)
        == "a \u{1B}[1mone\u{1B}[0m\n  \u{1B}[1mtwo\u{1B}[0m\n  three")
    #expect(
      TerminalText.wrapped("\u{1B}[1mabcdefgh\u{1B}[0m i", to: 5)
        == ["\u{1B}[1mabcde\u{1B}[0m", "\u{1B}[1mfgh\u{1B}[0m i"])
    #expect(Display.plain.wrapped(line, hangingIndent: 2) == line)
  }

  @Test func `a width of nothing still puts one cluster on each line`() {
    #expect(TerminalText.wrapped("牛奶 a", to: 0) == ["牛", "奶", "a"])
    #expect(TerminalText.wrapped("ab", to: 1, indent: 3) == ["   a", "   b"])
  }

  @Test(arguments: [40, 80, 120, 200])
  func `the last column is after the widest text, and no further away than one can see`(width: Int)
  {
    let display = Display(isTerminal: true, terminalWidth: width, environment: { _ in nil })
    func lines(_ texts: String...) -> [String] {
      let rows = texts.map {
        TerminalRows.Row(
          start: InlineText("1", on: display), text: display.text($0),
          end: InlineText("today", on: display))
      }
      return TerminalRows(rows, on: display).text.string.split(separator: "\n").map(String.init)
    }
    #expect(lines("Tea", "Coffee") == ["1 Tea     today", "1 Coffee  today"])
    let room = min(width - 9, 60)
    let long = String(repeating: "x", count: 70)
    let spaces = String(repeating: " ", count: room - 1)
    #expect(
      lines("Tea", long) == [
        "1 Tea\(spaces)today",
        "1 \(long.prefix(room))  today", "  \(long.dropFirst(room).prefix(room))",
      ] + (room < 35 ? ["  \(long.dropFirst(2 * room))"] : []))
  }
}
