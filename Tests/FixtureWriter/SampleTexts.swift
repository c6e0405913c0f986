import Foundation

/// Item texts that are hard to keep.
enum SampleTexts {
  // The ideograph of "Yoshinoya" lies beyond the basic plane: two UTF-16 units.
  static let chinese = [
    "买牛奶", "給奶奶寫信", "订机票（北京→上海）", "𠮷野家", "ﾐﾙｸ と パン", "買いもの2つ",
  ]

  static let emoji = [
    "🥛", "Milk 🥛 and bread 🍞",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466} a family, joined",
    "\u{1F44D}\u{1F3FD} a skin tone", "\u{1F9D1}\u{1F3FF}\u{200D}\u{1F680} both",
    "\u{1F1E8}\u{1F1F3}\u{1F1F3}\u{1F1F1} flags",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} a flag of tags",
    "\u{2764}\u{FE0F} and \u{2764}\u{FE0E}", "1\u{FE0F}\u{20E3} a keycap",
  ]

  /// Each composed; the fixture has each in its decomposed spelling too.
  static let composed = [
    "Caf\u{E9}", "Ph\u{1EDF} b\u{F2}", "\u{D55C}\u{AD6D}", "\u{212B}ngstr\u{F6}m",
  ]
  static var decomposed: [String] { composed.map(\.decomposedStringWithCanonicalMapping) }

  static let rightToLeft = [
    "\u{5D7}\u{5DC}\u{5D1}",  // Hebrew: milk
    "\u{62D}\u{644}\u{64A}\u{628} \u{648}\u{62E}\u{628}\u{632}",  // Arabic: milk and bread
    "Buy \u{5D7}\u{5DC}\u{5D1} (2 l)",
    "override \u{202E}txt.exe\u{202C}", "isolate \u{2067}abc\u{2069}", "mark \u{200F}!",
  ]

  static let controlCharacters = [
    "two\nlines", "two\r\nlines", "a\ttab", "nothing\u{0}inside", "\u{0}", "bell\u{7}",
    "\u{1B}[31mred\u{1B}[0m", "delete\u{7F}", "next line\u{85}", "C1 \u{9B}31m", "\u{2028}\u{2029}",
    "\u{FEFF}byte order mark", "not a character \u{FFFE}\u{FFFF}", "  spaces around  ",
  ]

  static let empty = ["", "Milk", "", " "]

  static let longASCII = String(repeating: "0123456789", count: 10_000)
  static let longNonASCII = String(repeating: "é1漢字と仮名交じ文", count: 10_000)
}
