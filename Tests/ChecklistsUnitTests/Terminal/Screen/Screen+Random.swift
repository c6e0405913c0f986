import TestSupport

@testable import Terminal

/// What terminals disagree on, and what they do not.
private let texts = [
  "Milk", "Oat milk, the one in the blue carton", "  ", "牛奶", "e\u{301}a\u{300}\u{301}",
  "👩‍👩‍👧‍👦 family", "🇨🇭", "שלום 12", "مرحبا", "☐☑│━━──", "“…”", "🫩!", "क्षि", "ｶﾅ", "☺️☺",
  "\u{1B}[2J", "a\u{200D}b", "x", "한글", "e" + String(repeating: "\u{301}", count: 9),
]

extension Look {
  /// Any of them, the plain one most often.
  fileprivate static func random(_ random: inout SplitMix64) -> Look {
    Look(
      Bool.random(using: &random) ? nil : Style.allCases.randomElement(using: &random),
      Attributes(rawValue: [0, 0, 0, 1, 2, 4, 7].randomElement(using: &random) ?? 0))
  }
}

extension Screen {
  /// Draws texts of all kinds in places of all kinds.
  ///
  /// - Parameters:
  ///   - times: How many.
  ///   - random: What says which and where.
  mutating func change(times: Int, _ random: inout SplitMix64) {
    for _ in 0..<times {
      draw(
        texts.randomElement(using: &random) ?? "", .random(&random),
        atColumn: Int.random(in: -3..<columns, using: &random),
        row: Int.random(in: 0..<rows, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        fill(
          ScreenRectangle(
            column: Int.random(in: 0..<columns, using: &random),
            row: Int.random(in: 0..<rows, using: &random),
            columns: Int.random(in: 1...9, using: &random), rows: 1))
      }
    }
    if Bool.random(using: &random) {
      cursor = ScreenPosition(
        column: Int.random(in: 0..<columns, using: &random),
        row: Int.random(in: 0..<rows, using: &random))
    } else if Int.random(in: 0..<4, using: &random) == 0 {
      cursor = nil
    }
  }
}
