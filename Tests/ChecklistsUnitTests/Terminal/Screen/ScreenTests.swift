import Testing

@testable import Terminal

@Suite struct ScreenTests {
  private func lines(_ screen: Screen) -> [String] {
    (0..<screen.rows).map { screen.text(ofRow: $0) }
  }

  @Test func `text is drawn at its place`() {
    var screen = Screen(columns: 12, rows: 2)
    #expect(screen.draw("Milk", atColumn: 2, row: 0) == 6)
    #expect(screen.draw([TextRun("☐ ", as: .number), TextRun("Éclair")], atColumn: 0, row: 1) == 8)
    #expect(lines(screen) == ["  Milk", "☐ Éclair"])
    #expect(screen[0, 1]?.look == Look(.number))
    #expect(screen[2, 1]?.look == .plain)
  }

  /// A text, and what is seen of it in the columns 2 to 5 of eight.
  @Test(arguments: [
    ("abcdefgh", 0, "..cdef.."), ("ab", 4, "....ab.."), ("abcd", 4, "....ab.."),
    ("abc", 0, "..c....."), ("abc", -1, "........"), ("牛奶", 2, "..牛奶.."), ("牛奶", 1, ".. 奶..."),
    ("牛奶", 3, "...牛 .."), ("牛奶", -9, "........"), ("é牛e", 1, "..牛e..."),
  ])
  func `text is cut at the edges of a rectangle`(text: String, column: Int, expected: String) {
    var screen = Screen(columns: 8, rows: 1)
    screen.draw("........", atColumn: 0, row: 0)
    let end = screen.draw(
      text, atColumn: column, row: 0,
      in: ScreenRectangle(column: 2, row: 0, columns: 4, rows: 1))
    #expect(end == column + TerminalText.width(text))
    #expect(lines(screen) == [expected])
  }

  @Test(arguments: [
    ("x", 0, "x"), ("x", 1, " x牛b"), ("奶", 0, "奶"), ("奶", 1, " 奶 b"), ("奶", 2, "牛奶b"),
    ("奶", 3, "牛 奶"), ("x", 2, "牛x b"), ("x", 3, "牛 xb"),
  ])
  func `what is left of a wide character that is drawn over is a blank`(
    text: String, column: Int, expected: String
  ) {
    var screen = Screen(columns: 5, rows: 1)
    screen.draw(column > 0 ? "牛牛b" : "牛", atColumn: 0, row: 0)
    screen.draw(text, atColumn: column, row: 0)
    #expect(lines(screen) == [expected])
  }

  @Test func `what would act on a terminal is made visible`() {
    var screen = Screen(columns: 40, rows: 2)
    screen.draw("a\u{1B}[2Jb\nc\u{202E}d", atColumn: 0, row: 0)
    #expect(lines(screen)[0] == "a\\u{1B}[2Jb⏎c\\u{202E}d")
    var plain = Screen(columns: 40, rows: 1, showsSymbols: false)
    plain.draw("b\nc", atColumn: 0, row: 0)
    #expect(lines(plain) == ["b\\nc"])
  }

  @Test func `a mark by itself belongs to what is before it`() {
    var screen = Screen(columns: 4, rows: 1)
    screen.draw("e\u{301}x", atColumn: 0, row: 0)
    #expect(screen.text(atColumn: 0, row: 0) == "e\u{301}")
    #expect(screen.text(atColumn: 1, row: 0) == "x")
    screen.draw("\u{301}", atColumn: 2, row: 0)
    #expect(screen.text(atColumn: 2, row: 0) == " ")
  }

  @Test func `right-to-left text is closed by a mark, also where it is cut`() {
    var screen = Screen(columns: 3, rows: 1)
    screen.draw("שלום", atColumn: 0, row: 0)
    #expect(Array(screen.text(ofRow: 0).unicodeScalars) == ["ש", "ל", "ו", "\u{200E}"])
  }

  @Test func `a cluster of any length takes its place, cut between scalars`() {
    var screen = Screen(columns: 6, rows: 1)
    screen.draw("👩‍👩‍👧‍👦x", atColumn: 0, row: 0)
    #expect(screen.text(atColumn: 0, row: 0) == "👩‍👩‍👧‍👦")
    #expect(screen.text(atColumn: 1, row: 0) == "")
    #expect(screen.text(atColumn: 2, row: 0) == "x")
    screen.draw("a" + String(repeating: "\u{301}", count: 1_000), atColumn: 3, row: 0)
    #expect(screen.text(atColumn: 3, row: 0) == "a" + String(repeating: "\u{301}", count: 31))
  }

  @Test func `attributes are put upon what is drawn, and upon both places of a wide character`() {
    var screen = Screen(columns: 4, rows: 2)
    screen.draw("a牛b", Look(.due), atColumn: 0, row: 0)
    screen.set(.reversed, in: ScreenRectangle(column: 2, row: 0, columns: 1, rows: 9))
    let looks = (0..<4).map { screen[$0, 0]?.look.attributes }
    #expect(looks == [[], .reversed, .reversed, []])
    #expect(screen[1, 0]?.look.style == nil)
    #expect(screen[2, 1]?.look == .reversed)
  }

  @Test func `a part is filled with blanks`() {
    var screen = Screen(columns: 4, rows: 2)
    for row in 0..<2 { screen.draw("a牛b", atColumn: 0, row: row) }
    screen.fill(ScreenRectangle(column: 2, row: 1, columns: 9, rows: 1), .reversed)
    #expect(lines(screen) == ["a牛b", "a"])
    #expect((0..<4).map { screen[$0, 1]?.look } == [.plain, .plain, .reversed, .reversed])
  }

  @Test(arguments: [(0, 0), (1, 1), (0, 5), (5, 0), (-3, -3), (Int.max, Int.max)])
  func `no size and no place is an error`(columns: Int, rows: Int) {
    var screen = Screen(columns: columns, rows: rows)
    #expect(screen.columns * screen.rows <= 1 << 20)
    for place in [Int.min, -1, 0, 1, Int.max] {
      for text in ["Milk", "牛奶", "e\u{301}", ""] {
        screen.draw(text, atColumn: place, row: 0)
        screen.draw(text, atColumn: 0, row: place)
        screen.draw(
          text, atColumn: 0, row: 0,
          in: ScreenRectangle(column: place, row: place, columns: Int.max, rows: Int.max))
      }
      let part = ScreenRectangle(column: place, row: place, columns: place, rows: place)
      screen.fill(part)
      screen.set(Look(nil, .bold), in: part)
      screen.cursor = ScreenPosition(column: place, row: place)
      #expect(screen[place, place] == nil || screen.bounds.columnRange.contains(place))
      #expect(screen.text(ofRow: place).isEmpty || screen.bounds.rowRange.contains(place))
      let frame = ScreenRenderer(.palette).difference(from: nil, to: screen)
      #expect(frame.suffix(8) == Array("\u{1B}[?2026l".utf8))
    }
  }
}
