import Foundation
import Testing

@testable import Terminal

@Suite struct DisplayTests {
  private func display(
    _ environment: [String: String], terminal: Bool = true, columns: Int? = 100,
    color: ColorMode = .auto
  ) -> Display {
    Display(
      isTerminal: terminal, terminalWidth: terminal ? columns : nil,
      environment: { environment[$0].flatMap { $0.isEmpty ? nil : $0 } }, color: color)
  }

  private let xterm = ["TERM": "xterm-256color", "LANG": "de_CH.UTF-8"]

  @Test func `a terminal that can show them gets colour and symbols`() {
    let display = display(xterm)
    #expect(display.isTerminal)
    #expect(display.showsColor)
    #expect(display.showsSymbols)
    #expect(display.width == 100)
  }

  @Test func `a pipe gets neither, and the default width`() {
    let display = display(xterm, terminal: false)
    #expect(!display.isTerminal)
    #expect(!display.showsColor)
    #expect(!display.showsSymbols)
    #expect(display.width == 80)
    #expect(Display.plain == display)
  }

  @Test(arguments: [
    (["TERM": "xterm"], true), (["TERM": "dumb"], false), ([:], false), (["TERM": ""], false),
    (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "NO_COLOR": ""], true),
  ])
  func `colour heeds TERM and NO_COLOR`(environment: [String: String], expected: Bool) {
    #expect(display(environment).showsColor == expected)
  }

  @Test func `the color option overrides the environment`() {
    #expect(display(["NO_COLOR": "1"], terminal: false, color: .always).showsColor)
    #expect(!display(xterm, color: .never).showsColor)
    #expect(!display(xterm, terminal: false, color: .always).showsSymbols)
  }

  @Test(arguments: [
    (["LANG": "C"], false), (["LANG": "C.UTF-8"], true), (["LANG": "en_US.utf8"], true),
    (["LANG": "ca_ES.UTF-8@valencia"], true), ([:], false),
    (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false), (["LC_CTYPE": "UTF-8"], true),
    (["LANG": "en_US.UTF-8", "LC_CTYPE": "C"], false),
    (["LANG": "en_US.UTF-8", "LC_ALL": ""], true),
    (["LANG": "C", "LC_ALL": "en_US.UTF-8"], true),
  ])
  func `symbols heed the first locale variable that is set`(
    environment: [String: String], expected: Bool
  ) {
    #expect(
      display(environment.merging(["TERM": "xterm"]) { $1 }).showsSymbols == expected)
    #expect(!display(environment.merging(["TERM": "dumb"]) { $1 }).showsSymbols)
  }

  @Test(arguments: [("40", 40), ("0", 100), ("", 100), ("wide", 100), ("-5", 100), ("99999", 100)])
  func `COLUMNS overrides the width where it is a number`(columns: String, expected: Int) {
    #expect(display(["COLUMNS": columns]).width == expected)
  }

  @Test func `a terminal that does not know its width has the default`() {
    #expect(display([:], columns: 0).width == 80)
    #expect(display([:], columns: nil).width == 80)
    #expect(display(["COLUMNS": "50"], terminal: false).width == 50)
  }

  @Test func `each meaning has its look, and none without colour`() {
    let colored = display(xterm)
    let looks = Style.allCases.map { colored.styled("x", as: $0) }
    #expect(
      looks == [
        "\u{1B}[1mx\u{1B}[0m", "x", "x", "\u{1B}[1mx\u{1B}[0m", "\u{1B}[1;37;41mx\u{1B}[0m",
        "\u{1B}[1;37;41mx\u{1B}[0m", "\u{1B}[2mx\u{1B}[0m",
      ])
    #expect(colored.styled("", as: .error) == "")
    #expect(Display.plain.styled("x", as: .error) == "x")
  }

  /// The eight basic colours of xterm, and the bright ones, which it uses for bold text.
  private static let palettes: [[(Double, Double, Double)]] = [
    [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
      (229, 229, 229),
    ],
    [
      (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
      (0, 255, 255), (255, 255, 255),
    ],
  ]

  /// How light a colour is, as WCAG 2 counts.
  private static func luminance(_ color: (Double, Double, Double)) -> Double {
    func linear(_ part: Double) -> Double {
      let part = part / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
  }

  @Test(arguments: Style.allCases.filter { $0 != .dim })
  func `what must be read has a contrast of 4.5 on black and on white`(style: Style) {
    let parameters = style.parameters.split(separator: ";").compactMap { Int($0) }
    for isWhite in [false, true] {
      for palette in Self.palettes {
        let own: (Double, Double, Double) = isWhite ? (255, 255, 255) : (0, 0, 0)
        let other: (Double, Double, Double) = isWhite ? (0, 0, 0) : (255, 255, 255)
        let text = parameters.last { (30...37).contains($0) }.map { palette[$0 - 30] } ?? other
        let ground =
          parameters.last { (40...47).contains($0) }.map { Self.palettes[0][$0 - 40] } ?? own
        let (one, two) = (Self.luminance(text), Self.luminance(ground))
        let contrast = (max(one, two) + 0.05) / (min(one, two) + 0.05)
        #expect(contrast >= 4.5, "\(style) on \(isWhite ? "white" : "black")")
      }
    }
  }

  @Test func `text is escaped for a terminal, and elsewhere verbatim on one line`() {
    #expect(display(xterm).text("a\u{1B}[31m\n") == "a\\u{1B}[31m⏎")
    #expect(display([:]).text("a\n") == "a\\n")
    #expect(Display.plain.text("a\u{1B}[31m\n") == "a\u{1B}[31m ")
  }

  @Test(arguments: [
    ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\rb", "a b"), ("\u{B}a\u{C}", " a "),
    ("a\u{85}b", "a b"), ("a\u{2028}b\u{2029}", "a b "), ("a\n\nb\n\r", "a  b  "),
    ("plain \t\u{1B} é – \u{A0}\u{2027}", "plain \t\u{1B} é – \u{A0}\u{2027}"), ("", ""),
  ])
  func `each line break of a text is a space`(text: String, line: String) {
    #expect(TerminalText.onOneLine(text) == line)
    var bytes = Array("before\n\(text)".utf8)
    bytes.joinLines(from: 7)
    #expect(bytes == Array("before\n\(line)".utf8))
  }

  @Test func `the ellipsis is one that the stream can show`() {
    #expect(display(xterm).truncated("Chocolate", to: 6) == "Choco…")
    #expect(Display.plain.truncated("Chocolate", to: 6) == "Cho...")
  }
}
