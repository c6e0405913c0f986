import Foundation
import TestSupport
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
    #expect(display.colors == .palette)
    #expect(display.showsSymbols)
    #expect(display.width == 100)
  }

  @Test func `a pipe gets neither, and the default width`() {
    let display = display(xterm, terminal: false)
    #expect(!display.isTerminal)
    #expect(display.colors == .none)
    #expect(!display.showsSymbols)
    #expect(display.width == 80)
    #expect(Display.plain == display)
  }

  @Test(arguments: [
    (["TERM": "xterm"], ColorDepth.basic), (["TERM": "linux"], .basic), (["TERM": "dumb"], .none),
    ([:], .none), (["TERM": ""], .none), (["TERM": "tmux-256color"], .palette),
    (["TERM": "xterm-kitty", "COLORTERM": "truecolor"], .palette),
    (["TERM": "foot", "COLORTERM": "24bit"], .palette),
    (["TERM": "xterm", "COLORTERM": "1"], .basic), (["COLORTERM": "truecolor"], .none),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
    (["TERM": "xterm", "NO_COLOR": ""], .basic),
  ])
  func `colours heed TERM, COLORTERM and NO_COLOR`(
    environment: [String: String], expected: ColorDepth
  ) {
    #expect(display(environment).colors == expected)
  }

  @Test func `the color option overrides the environment`() {
    #expect(display(["NO_COLOR": "1"], terminal: false, color: .always).colors == .basic)
    #expect(display(xterm, terminal: false, color: .always).colors == .palette)
    #expect(display(xterm, color: .never).colors == .none)
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
    let looks = [xterm, ["TERM": "linux"]].map { environment in
      Style.allCases.map { display(environment).styled("x", as: $0) }
    }
    #expect(
      looks == [
        [
          "\u{1B}[1mx\u{1B}[0m", "\u{1B}[38;5;63mx\u{1B}[0m", "\u{1B}[38;5;29mx\u{1B}[0m",
          "\u{1B}[38;5;163mx\u{1B}[0m", "\u{1B}[1;38;5;231;48;5;160mx\u{1B}[0m",
          "\u{1B}[1;38;5;231;48;5;160mx\u{1B}[0m", "\u{1B}[38;5;243mx\u{1B}[0m",
        ],
        [
          "\u{1B}[1mx\u{1B}[0m", "x", "x", "\u{1B}[1mx\u{1B}[0m",
          "\u{1B}[1;37;41mx\u{1B}[0m", "\u{1B}[1;37;41mx\u{1B}[0m", "x",
        ],
      ])
    #expect(display(xterm).styled("", as: .error) == "")
    #expect(Display.plain.styled("x", as: .error) == "x")
  }

  /// Without colour, the full-screen view shows these.
  @Test func `what is no colour stays without colours`() {
    #expect(Style.allCases.map { "\($0.parameters(.none))" } == ["1", "", "", "1", "1", "1", "2"])
  }

  /// The eight basic colours of xterm, and the bright ones, which it uses for bold text.
  private static let xtermColors: [[[Int]]] = [
    [
      [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205],
      [0, 205, 205],
      [229, 229, 229],
    ],
    [
      [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255],
      [0, 255, 255], [255, 255, 255],
    ],
  ]

  /// The same of the Linux console, where bold text is always bright.
  private static let consoleColors: [[[Int]]] = [
    [
      [0, 0, 0], [170, 0, 0], [0, 170, 0], [170, 85, 0], [0, 0, 170], [170, 0, 170], [0, 170, 170],
      [170, 170, 170],
    ],
    [
      [85, 85, 85], [255, 85, 85], [85, 255, 85], [255, 255, 85], [85, 85, 255], [255, 85, 255],
      [85, 255, 255], [255, 255, 255],
    ],
  ]

  /// How light a colour is, as WCAG 2 counts.
  private static func luminance(_ color: [Int]) -> Double {
    func linear(_ part: Int) -> Double {
      let part = Double(part) / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
  }

  /// The colour that parameters of SGR choose; nil for that of the terminal.
  ///
  /// - Parameter first: The parameter of the first basic colour: 30 of text, 40 of what is behind.
  private static func color(_ parameters: [Int], from first: Int, _ basic: [[Int]]) -> [Int]? {
    if let index = parameters.firstIndex(of: first + 8) {
      return XtermPalette.color(parameters[index + 2])
    }
    return parameters.last { (first..<first + 8).contains($0) }.map { basic[$0 - first] }
  }

  @Test(arguments: Style.allCases, [ColorDepth.basic, .palette])
  func `each look has a contrast of 4.5 on black and on white`(style: Style, depth: ColorDepth) {
    let parameters = "\(style.parameters(depth))".split(separator: ";").compactMap { Int($0) }
    // How faint text looks is up to the terminal.
    #expect(parameters.first != 2)
    for (own, other) in [([0, 0, 0], [255, 255, 255]), ([255, 255, 255], [0, 0, 0])] {
      for (colors, boldIsBright) in [(Self.xtermColors, false), (Self.consoleColors, true)] {
        for textColors in boldIsBright && parameters.contains(1) ? [colors[1]] : colors {
          let text = Self.color(parameters, from: 30, textColors) ?? other
          let ground = Self.color(parameters, from: 40, colors[0]) ?? own
          let (one, two) = (Self.luminance(text), Self.luminance(ground))
          let contrast = (max(one, two) + 0.05) / (min(one, two) + 0.05)
          #expect(contrast >= 4.5, "\(style) on \(own)")
        }
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
