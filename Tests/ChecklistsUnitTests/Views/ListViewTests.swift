import ChecklistCore
import Terminal
import TestSupport
import Testing

@testable import checklists

@Suite struct ListViewTests {
  /// A list as a view of all its items.
  private func view(_ items: ChecklistItem..., name: String = "Groceries", on display: Display)
    -> String
  {
    let list = Checklist(name, items: items)
    return ListView(list: list, positions: Array(items.indices), dates: .noon).text(on: display)
  }

  private func groceries() throws -> [ChecklistItem] {
    [
      try .item("Oat milk", due: "18:00", note: "or soy"),
      try .item("Bread", due: "2026-11-19"),
      try .item("Eggs", due: "2026-11-19", isChecked: true),
      try .item("买牛奶和面包 👩‍👩‍👧", due: "fri"),
      try .item(
        "Whatever the neighbours need for their breakfast on Sunday, but ask them before you go",
        due: "2027-02-01", note: "n"),
      try .item("Salt"),
    ]
  }

  private func groceries(on display: Display) throws -> String {
    let list = Checklist("Groceries", items: try groceries())
    return ListView(list: list, positions: Array(0...5), dates: .noon).text(on: display)
  }

  @Test func `a pipe gets a line for each item, whole and without symbols`() throws {
    let text = try groceries(on: .plain)
    #expect(
      text == """
        Groceries (1/6)
          1 [ ] Oat milk  due today 18:00  (note)
          2 [ ] Bread  overdue 2d
          3 [x] Eggs  due 19 Nov
          4 [ ] 买牛奶和面包 👩‍👩‍👧  due Fri
          5 [ ] Whatever the neighbours need for their breakfast on Sunday, but ask them before you go  due 1 Feb 2027  (note)
          6 [ ] Salt

        """)
  }

  @Test(arguments: [80, 100, 200])
  func `a terminal of 80 columns gets a bar and columns, and a wider one does not draw them apart`(
    width: Int
  ) throws {
    let text = try groceries(on: .terminal(width))
    #expect(
      text == """
        Groceries  ━━━───────────────── 1/6
          1 ☐ Oat milk ✎                                                    today 18:00
          2 ☐ Bread                                                         overdue 2d
          3 ☑ Eggs                                                          19 Nov
          4 ☐ 买牛奶和面包 👩‍👩‍👧                                               Fri
          5 ☐ Whatever the neighbours need for their breakfast on Sunday,   1 Feb 2027
              but ask them before you go ✎
          6 ☐ Salt

        """)
  }

  @Test func `on 40 columns texts are broken into more lines`() throws {
    let text = try groceries(on: .terminal(40))
    #expect(
      text == """
        Groceries  ━━──────── 1/6
          1 ☐ Oat milk ✎             today 18:00
          2 ☐ Bread                  overdue 2d
          3 ☑ Eggs                   19 Nov
          4 ☐ 买牛奶和面包 👩‍👩‍👧        Fri
          5 ☐ Whatever the           1 Feb 2027
              neighbours need for
              their breakfast on… ✎
          6 ☐ Salt

        """)
  }

  @Test func `where there is no room beside a long text its date goes below`() throws {
    let text = try groceries(on: .terminal(30))
    #expect(
      text == """
        Groceries  ━━──────── 1/6
          1 ☐ Oat milk ✎  today 18:00
          2 ☐ Bread       overdue 2d
          3 ☑ Eggs        19 Nov
          4 ☐ 买牛奶和面包 👩‍👩‍👧
              Fri
          5 ☐ Whatever the neighbours
              need for their breakfast
              on Sunday, but ask th… ✎
              1 Feb 2027
          6 ☐ Salt

        """)
  }

  @Test func `a terminal that shows no symbols gets the same in ASCII`() throws {
    let text = try groceries(on: .dumb)
    #expect(
      text == """
        Groceries (1/6)
          1 [ ] Oat milk (note)                          today 18:00
          2 [ ] Bread                                    overdue 2d
          3 [x] Eggs                                     19 Nov
          4 [ ] 买牛奶和面包 👩‍👩‍👧                          Fri
          5 [ ] Whatever the neighbours need for their   1 Feb 2027
                breakfast on Sunday, but ask them
                before you go (note)
          6 [ ] Salt

        """)
  }

  @Test func `colour that is asked for reaches a pipe, in which numbers are aligned`() throws {
    let display = Display(
      isTerminal: false, terminalWidth: nil, environment: { _ in nil }, color: .always)
    let list = Checklist("Long", items: try (1...10).map { try .item("\($0)", isChecked: $0 > 9) })
    let text = ListView(list: list, positions: [8, 9], dates: .noon).text(on: display)
    #expect(
      text.replacing("\u{1B}[", with: "<") == """
        <1mLong<0m (1/10)
           9 [ ] 9
          10 [x] 10

        """)
  }

  @Test func `colour says what is done, due and overdue`() throws {
    let escape = "\u{1B}["
    let text = view(
      try .item("A", due: "18:00"), try .item("B", due: "2026-11-19"),
      try .item("C", due: "18:00", note: "n", isChecked: true), try .item("D", due: "fri"),
      on: .colored)
    #expect(
      text.replacing(escape, with: "<") == """
        <1mGroceries<0m  <38;5;29m━━━━━<0m<38;5;243m───────────────<0m 1/4
          <38;5;63m1<0m ☐ A    <38;5;163mtoday 18:00<0m
          <38;5;63m2<0m ☐ B    <1;38;5;231;48;5;160moverdue 2d<0m
          <38;5;63m3<0m <38;5;29m☑<0m <38;5;243mC<0m <38;5;243m✎<0m  <38;5;243mtoday 18:00<0m
          <38;5;63m4<0m ☐ D    Fri

        """)
    #expect(
      view(try .item("C", isChecked: true), on: .colored).replacing(escape, with: "<") == """
        <1mGroceries<0m  <38;5;29m━━━━━━━━━━━━━━━━━━━━<0m <38;5;29m1/1<0m
          <38;5;63m1<0m <38;5;29m☑<0m <38;5;243mC<0m

        """)
  }

  @Test(arguments: [1, 10, 17, 20, 25, 33, 40, 41, 60, 79, 80, 200])
  func `no line is wider than the terminal, down to 20 columns`(width: Int) throws {
    for display in [
      Display.terminal(width),
      Display(
        isTerminal: true, terminalWidth: width, environment: { _ in nil }),
    ] {
      for line in try groceries(on: display).split(separator: "\n") {
        #expect(TerminalText.width(String(line)) <= max(width, 20), "\(line)")
      }
    }
  }

  @Test(arguments: [Display.plain, .terminal(80)])
  func `no zone is asked where no date is shown`(display: Display) throws {
    let zone = TimeZoneRules { _ in
      Issue.record("the zone was asked")
      return 0
    }
    let list = Checklist("L", items: [try .item("A", note: "n"), try .item("B", isChecked: true)])
    let view = ListView(
      list: list, positions: [0, 1], dates: DateWords(now: DateWords.noon.now, zone: zone))
    #expect(view.text(on: display).contains("1/2"))
  }

  @Test func `colour that is asked for goes to a pipe too, in lines that are whole`() throws {
    let display = Display(
      isTerminal: false, terminalWidth: nil, environment: { _ in nil }, color: .always)
    #expect(
      view(try .item("A", due: "18:00", note: "n", isChecked: true), on: display)
        .replacing("\u{1B}[", with: "<") == """
          <1mGroceries<0m (1/1)
            1 [x] A  due today 18:00  (note)

          """)
  }

  @Test func `numbers are aligned, and those of the list in any order`() throws {
    let items = try (1...12).map { try ChecklistItem.item("Item \($0)") }
    let list = Checklist("L", items: items)
    let view = ListView(list: list, positions: [11, 0, 8], dates: .noon)
    #expect(
      view.text(on: .plain) == "L (0/12)\n  12 [ ] Item 12\n   1 [ ] Item 1\n   9 [ ] Item 9\n")
    let none = ListView(list: list, positions: [], dates: .noon)
    #expect(none.text(on: .plain) == "L (0/12)\n")
    #expect(none.text(on: .terminal(40)) == "L  ────────── 0/12\n")
  }

  @Test func `a text that is very long is cut after three lines, its note stays to be seen`() throws
  {
    let text = String(repeating: "word ", count: 100_000)
    #expect(
      view(try .item(text, note: "n"), try .item(text), on: .terminal(30)) == """
        Groceries  ────────── 0/2
          1 ☐ word word word word word
              word word word word word
              word word word word w… ✎
          2 ☐ word word word word word
              word word word word word
              word word word word wor…

        """)
    #expect(view(try .item(text), on: .plain) == "Groceries (0/1)\n  1 [ ] \(text)\n")
  }

  @Test func `controls are made visible on a terminal; elsewhere they stay, on one line`() throws {
    let text = "a\tb\u{1B}[31mc\u{202E}d\r\ne"
    #expect(
      view(try .item(text, due: "today"), name: "N\u{7}", on: .terminal(60)) == #"""
        N\u{7}  ──────────────────── 0/1
          1 ☐ a\tb\u{1B}[31mc\u{202E}d\r⏎e  today

        """#)
    #expect(
      view(try .item(text, due: "today"), name: "N\u{7}", on: .plain)
        == "N\u{7} (0/1)\n  1 [ ] a\tb\u{1B}[31mc\u{202E}d e  due today\n")
  }

  @Test func `a right-to-left text does not draw in what follows it`() throws {
    #expect(
      view(
        try .item("חלב", due: "18:00"), try .item("Milk", due: "fri"), name: "קניות",
        on: .terminal(60))
          == """
          קניות\u{200E}  ──────────────────── 0/2
            1 ☐ חלב\u{200E}   today 18:00
            2 ☐ Milk  Fri

          """)
    #expect(view(try .item("חלב"), name: "קניות", on: .plain) == "קניות (0/1)\n  1 [ ] חלב\n")
  }

  @Test func `a name that is too long is cut on a terminal only`() throws {
    let name = "A name that is longer than a line of the terminal"
    #expect(view(name: name, on: .terminal(40)) == "A name that is longer t…  ────────── 0/0\n")
    #expect(view(name: name, on: .dumb) == "\(name) (0/0)\n")
    #expect(view(name: name, on: .plain) == "\(name) (0/0)\n")
    #expect(view(name: "", on: .plain) == "Checklist (0/0)\n")
  }
}
