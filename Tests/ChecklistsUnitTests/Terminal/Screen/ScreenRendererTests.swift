import TestSupport
import Testing

@testable import Terminal

/// A terminal, by the widths that it gives to text.
private struct Width: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let widths: TerminalWidths

  static let own = Width(
    testDescription: "as we think",
    widths: TerminalWidths { text in
      text.map { (String($0), TerminalText.width($0)) }
    })
  static let all = [
    own,
    Width(testDescription: "each scalar by itself", widths: .byScalar(widensAmbiguous: false)),
    Width(testDescription: "boxes and the like wide", widths: .byScalar(widensAmbiguous: true)),
    Width(
      testDescription: "all beyond ASCII without width",
      widths: TerminalWidths { text in text.map { (String($0), $0.isASCII ? 1 : 0) } }),
  ]
}

@Suite struct ScreenRendererTests {
  private static let renderer = ScreenRenderer(.palette)

  private func expectSame(_ one: TerminalEmulator, _ other: TerminalEmulator) -> Bool {
    one.cells == other.cells && one.isCursorVisible == other.isCursorVisible
      && (!one.isCursorVisible || (one.column, one.row) == (other.column, other.row))
      && one.unknown.isEmpty && !one.isSynchronized && !one.wraps
  }

  @Test(arguments: Width.all)
  private func `the difference of two screens shows what a full redraw shows`(width: Width) {
    var random = SplitMix64(seed: 11)
    for _ in 0..<LongTests.count(short: 60, long: 250) {
      let (columns, rows) = (
        Int.random(in: 1...30, using: &random), Int.random(in: 1...4, using: &random)
      )
      var screen = Screen(columns: columns, rows: rows)
      screen.change(times: 6, &random)
      var shown = TerminalEmulator(columns: columns, rows: rows, widths: width.widths)
      shown.feed(Self.renderer.difference(from: nil, to: screen))
      for _ in 0..<8 {
        var next = Bool.random(using: &random) ? screen : Screen(columns: columns, rows: rows)
        next.change(times: Int.random(in: 0...4, using: &random), &random)
        shown.feed(Self.renderer.difference(from: screen, to: next))
        var redrawn = TerminalEmulator(columns: columns, rows: rows, widths: width.widths)
        redrawn.feed(Self.renderer.difference(from: nil, to: next))
        guard expectSame(shown, redrawn) else {
          Issue.record("\(shown.lines) is not \(redrawn.lines)")
          return
        }
        screen = next
      }
    }
  }

  @Test func `a terminal that counts as we do shows each cell in its place`() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<300 {
      var screen = Screen(columns: 24, rows: 3)
      screen.change(times: 8, &random)
      var shown = TerminalEmulator(columns: 24, rows: 3, widths: Width.own.widths)
      shown.feed(Self.renderer.difference(from: nil, to: screen))
      for row in 0..<3 {
        #expect(
          shown.cells[row].map(\.text) == (0..<24).map { screen.text(atColumn: $0, row: row) })
      }
      #expect(shown.isCursorVisible == (screen.cursor != nil))
    }
  }

  /// What stands in a frame between its beginning and its end.
  private func body(_ frame: [UInt8]) -> String? {
    let text = String(decoding: frame, as: UTF8.self)
    let (begin, end) = ("\u{1B}[?2026h\u{1B}[?7l", "\u{1B}[?2026l")
    guard text.hasPrefix(begin), text.hasSuffix(end) else { return nil }
    return String(text.dropFirst(begin.count).dropLast(end.count))
      .replacing("\u{1B}[", with: "^")
  }

  @Test func `nothing is written where nothing has changed`() {
    var screen = Screen(columns: 10, rows: 2)
    screen.draw("牛奶 👩‍👩‍👧‍👦", atColumn: 0, row: 0)
    screen.cursor = ScreenPosition(column: 1, row: 1)
    var same = Screen(columns: 10, rows: 2)
    same.draw("牛奶 👩‍👩‍👧‍👦", atColumn: 0, row: 0)
    same.cursor = screen.cursor
    #expect(Self.renderer.difference(from: screen, to: same) == [])
  }

  @Test func `long clusters are told apart by what they are`() {
    var screen = Screen(columns: 4, rows: 1)
    screen.draw("👩‍👩‍👧‍👦", atColumn: 0, row: 0)
    var same = Screen(columns: 4, rows: 1)
    same.draw("👩‍👩‍👦‍👦", atColumn: 0, row: 0)
    same.draw("👩‍👩‍👧‍👦", atColumn: 0, row: 0)
    #expect(Self.renderer.difference(from: screen, to: same) == [])
    var other = Screen(columns: 4, rows: 1)
    other.draw("👩‍👩‍👦‍👦", atColumn: 0, row: 0)
    #expect(body(Self.renderer.difference(from: screen, to: other)) == "^0m^1;1H^K👩‍👩‍👦‍👦^0m")
  }

  @Test func `a cursor that goes elsewhere is all that is written`() {
    var screen = Screen(columns: 10, rows: 2)
    screen.cursor = ScreenPosition(column: 0, row: 0)
    var next = screen
    next.cursor = ScreenPosition(column: 4, row: 1)
    #expect(body(Self.renderer.difference(from: screen, to: next)) == "^2;5H^?25h")
    next.cursor = nil
    #expect(body(Self.renderer.difference(from: screen, to: next)) == "^?25l")
    next.cursor = ScreenPosition(column: 99, row: -5)
    #expect(body(Self.renderer.difference(from: screen, to: next)) == "^1;10H^?25h")
  }

  @Test func `of a row of ASCII what has changed is written`() {
    var screen = Screen(columns: 30, rows: 2)
    screen.draw("Oat milk, the one", atColumn: 0, row: 1)
    var next = screen
    next.draw("M", atColumn: 4, row: 1)
    #expect(body(Self.renderer.difference(from: screen, to: next)) == "^2;5H^0mM^0m")
    next.draw("T", Look(.due), atColumn: 10, row: 1)
    #expect(
      body(Self.renderer.difference(from: screen, to: next)) == "^2;5H^0mMilk, ^0;38;5;163mT^0m")
    next = screen
    next.fill(ScreenRectangle(column: 8, row: 1, columns: 22, rows: 1))
    #expect(body(Self.renderer.difference(from: screen, to: next)) == "^0m^2;9H^K^0m")
  }

  @Test func `a row with text beyond ASCII is drawn anew, with its columns addressed`() {
    var screen = Screen(columns: 30, rows: 1)
    screen.draw("☐ Milk", atColumn: 0, row: 0)
    var next = Screen(columns: 30, rows: 1)
    next.draw("☑ Milk", atColumn: 0, row: 0)
    #expect(
      body(Self.renderer.difference(from: screen, to: next)) == "^0m^1;1H^K☑^2G Milk^0m")
  }

  @Test func `a screen of another size is cleared and drawn whole`() {
    let screen = Screen(columns: 30, rows: 1)
    var next = Screen(columns: 31, rows: 1)
    next.draw("Milk", atColumn: 1, row: 0)
    #expect(body(Self.renderer.difference(from: screen, to: next)) == "^?25l^0m^2J^1;1H Milk^0m")
  }

  @Test func `without colour what is bold, reversed or underlined stays so`() {
    var screen = Screen(columns: 10, rows: 1)
    screen.draw("a", Look(.error, .reversed), atColumn: 0, row: 0)
    screen.draw("b", Look(.due, .underlined), atColumn: 1, row: 0)
    screen.draw("c", Look(.done, .bold), atColumn: 2, row: 0)
    screen.draw("d", Look(.dim), atColumn: 3, row: 0)
    let frame = ScreenRenderer(.none).difference(from: nil, to: screen)
    #expect(body(frame) == "^?25l^0m^2J^1;1H^0;1;7ma^0;1;4mb^0;1mc^0;2md^0m")
    let colored = Self.renderer.difference(from: nil, to: screen)
    #expect(
      body(colored)
        == "^?25l^0m^2J^1;1H^0;1;38;5;231;48;5;160;7ma^0;38;5;163;4mb^0;38;5;29;1mc^0;38;5;243md^0m"
    )
  }
}
