import TestSupport
import Testing

@testable import Terminal

/// Bytes, and the keys that they are.
private struct Typed: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: [UInt8]
  let keys: [KeyEvent]

  init(_ name: String, _ bytes: String, _ keys: Key...) {
    self.init(name, Array(bytes.utf8), keys.map { .key($0) })
  }

  init(_ name: String, _ bytes: [UInt8], _ keys: [KeyEvent]) {
    (testDescription, self.bytes, self.keys) = (name, bytes, keys)
  }
}

private let escape = "\u{1B}"

@Suite struct KeyDecoderTests {
  private static let characters = [
    Typed("a letter", "a", .character("a")),
    Typed("a capital", "A", .character("A")),
    Typed("a space", " ", .character(" ")),
    Typed("two letters", "ab", .character("a"), .character("b")),
    Typed("a letter of two bytes", "é", .character("é")),
    Typed("a letter of three bytes", "牛", .character("牛")),
    Typed("an emoji", "😀", .character("😀")),
    Typed("an emoji of two scalars", "👍🏽", .character("👍"), .character("🏽")),
    Typed("Alt and a letter", "\(escape)x", .alt("x")),
    Typed("Alt and a capital", "\(escape)X", .alt("X")),
    Typed("Alt and a letter of two bytes", "\(escape)é", .alt("é")),
    Typed(
      "Alt and Control and a letter", "\(escape)\u{1}", Key(.character("a"), [.alt, .control])),
    Typed("Alt and Enter", "\(escape)\r", Key(.enter, .alt)),
    Typed("Alt and Backspace", "\(escape)\u{7F}", Key(.backspace, .alt)),
    Typed("Escape, then Alt and a letter", "\(escape)\(escape)x", Key(.escape), .alt("x")),
    Typed("Alt and P, then a letter", "\(escape)Pa", .alt("P"), .character("a")),
    Typed("Alt and ], then a letter", "\(escape)]a", .alt("]"), .character("a")),
    Typed("a control of C1, which is no key", "\u{9B}a", .character("a")),
  ]

  private static let controls = [
    Typed("Enter", "\r", Key(.enter)),
    Typed("Ctrl-J", "\n", .control("j")),
    Typed("Tab", "\t", Key(.tab)),
    Typed("Backspace", "\u{7F}", Key(.backspace)),
    Typed("Backspace of other terminals", "\u{8}", Key(.backspace)),
    Typed("Ctrl-A", "\u{1}", .control("a")),
    Typed("Ctrl-C", "\u{3}", .control("c")),
    Typed("Ctrl-Z", "\u{1A}", .control("z")),
    Typed("Ctrl-Space", "\0", .control(" ")),
    Typed(#"Ctrl-\"#, "\u{1C}", .control("\\")),
    Typed("Ctrl-_", "\u{1F}", .control("_")),
  ]

  private static let xterm = [
    Typed("up", "\(escape)[A", Key(.up)),
    Typed("down", "\(escape)[B", Key(.down)),
    Typed("right", "\(escape)[C", Key(.right)),
    Typed("left", "\(escape)[D", Key(.left)),
    Typed("end", "\(escape)[F", Key(.end)),
    Typed("home", "\(escape)[H", Key(.home)),
    Typed("up of an application", "\(escape)OA", Key(.up)),
    Typed("home of an application", "\(escape)OH", Key(.home)),
    Typed("F1", "\(escape)OP", Key(.function(1))),
    Typed("F4", "\(escape)OS", Key(.function(4))),
    Typed("F5", "\(escape)[15~", Key(.function(5))),
    Typed("F6", "\(escape)[17~", Key(.function(6))),
    Typed("F10", "\(escape)[21~", Key(.function(10))),
    Typed("F11", "\(escape)[23~", Key(.function(11))),
    Typed("F12", "\(escape)[24~", Key(.function(12))),
    Typed("F15", "\(escape)[28~", Key(.function(15))),
    Typed("F20", "\(escape)[34~", Key(.function(20))),
    Typed("Shift and F2", "\(escape)[1;2Q", Key(.function(2), .shift)),
    Typed("Shift and F3", "\(escape)[1;2R", Key(.function(3), .shift)),
    Typed("insert", "\(escape)[2~", Key(.insert)),
    Typed("delete", "\(escape)[3~", Key(.delete)),
    Typed("page up", "\(escape)[5~", Key(.pageUp)),
    Typed("page down", "\(escape)[6~", Key(.pageDown)),
    Typed("Shift and Tab", "\(escape)[Z", Key(.backTab)),
    Typed("Alt and down", "\(escape)[1;3B", Key(.down, .alt)),
    Typed("Control and right", "\(escape)[1;5C", Key(.right, .control)),
    Typed("all three and left", "\(escape)[1;8D", Key(.left, [.shift, .alt, .control])),
    Typed("Meta and up", "\(escape)[1;33A", Key(.up, .alt)),
    Typed("Control and delete", "\(escape)[3;5~", Key(.delete, .control)),
    Typed("Control and up, the old way", "\(escape)[5A", Key(.up, .control)),
    Typed("Alt before up", "\(escape)\(escape)[A", Key(.up, .alt)),
    Typed("Alt before page up", "\(escape)\(escape)[5~", Key(.pageUp, .alt)),
    Typed("Alt before F1", "\(escape)\(escape)OP", Key(.function(1), .alt)),
    Typed("Enter of the numeric keypad", "\(escape)OM", Key(.enter)),
    Typed("5 of the numeric keypad", "\(escape)Ou", .character("5")),
    Typed("+ of the numeric keypad", "\(escape)Ok", .character("+")),
  ]

  private static let others = [
    Typed("home of rxvt", "\(escape)[7~", Key(.home)),
    Typed("end of rxvt", "\(escape)[8~", Key(.end)),
    Typed("Shift and up in rxvt", "\(escape)[a", Key(.up, .shift)),
    Typed("Control and left in rxvt", "\(escape)Od", Key(.left, .control)),
    Typed("Shift and delete in rxvt", "\(escape)[3$", Key(.delete, .shift)),
    Typed("Control and page up in rxvt", "\(escape)[5^", Key(.pageUp, .control)),
    Typed("both and insert in rxvt", "\(escape)[2@", Key(.insert, [.shift, .control])),
    Typed("F1 of rxvt", "\(escape)[11~", Key(.function(1))),
    Typed("F1 of the Linux console", "\(escape)[[A", Key(.function(1))),
    Typed("F5 of the Linux console", "\(escape)[[E", Key(.function(5))),
    Typed("home of the Linux console", "\(escape)[1~", Key(.home)),
    Typed("end of the Linux console", "\(escape)[4~", Key(.end)),
    Typed("Ctrl-I of modifyOtherKeys", "\(escape)[27;5;105~", Key(.tab)),
    Typed("Ctrl-Enter of modifyOtherKeys", "\(escape)[27;5;13~", Key(.enter, .control)),
    Typed("Ctrl-A of modifyOtherKeys", "\(escape)[27;6;65~", .control("a")),
    Typed("Alt and x of modifyOtherKeys", "\(escape)[27;3;120~", .alt("x")),
    Typed("a letter of kitty", "\(escape)[97u", .character("a")),
    Typed("a capital of kitty", "\(escape)[97;2u", .character("A")),
    Typed("a shifted sign of kitty", "\(escape)[49:33;2u", .character("!")),
    Typed("Escape of kitty", "\(escape)[27u", Key(.escape)),
    Typed("Enter of kitty", "\(escape)[13u", Key(.enter)),
    Typed("Shift and Enter of kitty", "\(escape)[13;2u", Key(.enter, .shift)),
    Typed("Shift and Tab of kitty", "\(escape)[9;2u", Key(.backTab)),
    Typed("Backspace of kitty", "\(escape)[127u", Key(.backspace)),
    Typed("Ctrl-C of kitty", "\(escape)[99;5u", .control("c")),
    Typed("Ctrl-J of kitty", "\(escape)[106;5u", .control("j")),
    Typed("Ctrl-[ of kitty", "\(escape)[91;5u", Key(.escape)),
    Typed("Ctrl-Space of kitty", "\(escape)[32;5u", .control(" ")),
    Typed("Num Lock counts for nothing", "\(escape)[97;129u", .character("a")),
    Typed("F13 of kitty", "\(escape)[57376u", Key(.function(13))),
    Typed("7 of kitty's keypad", "\(escape)[57406u", .character("7")),
    Typed("up of kitty, held", "\(escape)[1;1:2A", Key(.up)),
    Typed("up of kitty, let go", "\(escape)[1;1:3A"),
    Typed("a letter of kitty, let go", "\(escape)[97;1:3u"),
    Typed("delete of kitty, let go", "\(escape)[3;1:3~"),
    Typed("a key of kitty that is a modifier", "\(escape)[57441u"),
  ]

  /// What is no key; the x after it is one.
  private static let ignored = [
    Typed("a click", "\(escape)[M !!x", .character("x")),
    Typed("a click with numbers", "\(escape)[<0;10;20Mx", .character("x")),
    Typed("the end of a click", "\(escape)[<0;10;20mx", .character("x")),
    Typed("a click of rxvt", "\(escape)[32;10;20Mx", .character("x")),
    Typed("the focus comes", "\(escape)[Ix", .character("x")),
    Typed("the focus goes", "\(escape)[Ox", .character("x")),
    Typed("the place of the cursor", "\(escape)[12;40Rx", .character("x")),
    Typed("the kind of the terminal", "\(escape)[?62;22cx", .character("x")),
    Typed("a mode of the terminal", "\(escape)[?2026;2$yx", .character("x")),
    Typed("a colour", "\(escape)]11;rgb:0000/0000/0000\u{7}x", .character("x")),
    Typed("a colour with another end", "\(escape)]11;rgb:0/0/0\(escape)\\x", .character("x")),
    Typed("the name of the terminal", "\(escape)P>|xterm(390)\(escape)\\x", .character("x")),
    Typed("an unknown number", "\(escape)[99~x", .character("x")),
    Typed("an unknown letter", "\(escape)[1;2yx", .character("x")),
    Typed("an unknown private sequence", "\(escape)[?1;2~x", .character("x")),
    Typed("an unknown function key", "\(escape)[[Zx", .character("x")),
    Typed("an unknown single shift", "\(escape)Ozx", .character("x")),
    Typed("the end of a paste that did not begin", "\(escape)[201~x", .character("x")),
    Typed(
      "numbers that are too large", "\(escape)[99999999999999999999;5~x", .character("x")),
    Typed("the largest scalar and one more", "\(escape)[1114112ux", .character("x")),
    Typed("a surrogate", "\(escape)[55296ux", .character("x")),
    Typed("a control of C1 by number", "\(escape)[155ux", .character("x")),
    Typed(
      "a sequence that is too long",
      "\(escape)[\(String(repeating: "1;", count: 500))Ax", .character("x")),
  ]

  /// Sequences that something else breaks off.
  private static let broken = [
    Typed("Enter in a sequence", "\(escape)[1;\r", Key(.enter)),
    Typed("a sequence in a sequence", "\(escape)[1;\(escape)[A", Key(.up)),
    Typed("a letter beyond ASCII in a sequence", "\(escape)[1é", .character("é")),
    Typed("Enter in an answer", "\(escape)]11;\r", Key(.enter)),
    Typed("a key in an answer", "\(escape)]11;\(escape)[A", Key(.up)),
    Typed("Enter after ESC O", "\(escape)O\r", Key(.enter)),
    Typed("Enter in a click", "\(escape)[M!\r", Key(.enter)),
  ]

  private static let pastes = [
    Typed("a text", paste("Milk"), [.paste("Milk")]),
    Typed("no text", paste(""), [.paste("")]),
    Typed("line breaks", paste("a\rb\nc\r\nd\r\r"), [.paste("a\nb\nc\nd\n\n")]),
    Typed("a key in a text", paste("a\(escape)[Ab"), [.paste("a\(escape)[Ab")]),
    Typed("half an end in a text", paste("a\(escape)[20b"), [.paste("a\(escape)[20b")]),
    Typed(
      "half an end before the end", paste("a\(escape)[20\(escape)"),
      [.paste("a\(escape)[20\(escape)")]),
    Typed(
      "the beginning of a paste in a text", paste("\(escape)[200~"), [.paste("\(escape)[200~")]),
    Typed("text beyond ASCII", paste("Brötchen 🥖"), [.paste("Brötchen 🥖")]),
    Typed(
      "a text between keys", Array("x".utf8) + paste("y") + Array("z".utf8),
      [.key(.character("x")), .paste("y"), .key(.character("z"))]),
    Typed(
      "bytes that are no text",
      Array("\(escape)[200~".utf8) + [0xFF, 0x41] + Array("\(escape)[201~".utf8),
      [.paste("\u{FFFD}A")]),
  ]

  private static func paste(_ text: String) -> [UInt8] {
    Array("\(escape)[200~\(text)\(escape)[201~".utf8)
  }

  @Test(
    arguments: [characters, controls, xterm, others, ignored, broken, pastes].flatMap { $0 })
  private func `bytes are keys, in whatever pieces they come`(typed: Typed) {
    var whole = KeyDecoder()
    #expect(whole.feed(typed.bytes) == typed.keys)
    #expect(!whole.isWaiting)
    var single = KeyDecoder()
    #expect(typed.bytes.flatMap { single.feed([$0]) } == typed.keys)
    for end in typed.bytes.indices {
      var decoder = KeyDecoder()
      let keys = decoder.feed(typed.bytes[..<end]) + decoder.feed(typed.bytes[end...])
      #expect(keys == typed.keys, "split at \(end)")
    }
  }

  private static let waiting = [
    Typed("Escape", escape, Key(.escape)),
    Typed("Escape twice", "\(escape)\(escape)", Key(.escape), Key(.escape)),
    Typed("Alt and [", "\(escape)[", .alt("[")),
    Typed("Alt and O", "\(escape)O", .alt("O")),
    Typed("Alt and ]", "\(escape)]", .alt("]")),
    Typed("Alt and P", "\(escape)P", .alt("P")),
    Typed("Escape, then Alt and [", "\(escape)\(escape)[", Key(.escape), .alt("[")),
  ]

  @Test(arguments: waiting)
  private func `what may be the beginning of a sequence is a key after a while`(typed: Typed) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(typed.bytes) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == typed.keys)
    #expect(!decoder.isWaiting)
    #expect(decoder.flush() == [])
    #expect(decoder.feed(Array("A".utf8)) == [.key(.character("A"))])
  }

  @Test(arguments: ["é".utf8.dropLast(), "\(escape)[1;".utf8.dropLast(0)])
  func `what is no key yet goes on after any time`(bytes: Substring.UTF8View) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array(bytes)) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.flush() == [])
  }

  @Test func `bytes that are no UTF-8 are the replacement character, as a string repairs them`() {
    var random = SplitMix64(seed: 20)
    // Each kind of byte that UTF-8 tells apart, and some letters.
    let bytes: [UInt8] = [
      0x41, 0x7E, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC3, 0xDF, 0xE0, 0xE1, 0xED,
      0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<LongTests.count(short: 5_000, long: 20_000) {
      let input = (0..<8).map { _ in bytes.randomElement(using: &random) ?? 0x41 }
      // A letter at the end: a scalar that is not whole waits for more.
      let expected = String(decoding: input + [0x2E], as: UTF8.self).unicodeScalars
        .filter { !(0x80..<0xA0).contains($0.value) }
      var decoder = KeyDecoder()
      #expect(decoder.feed(input + [0x2E]) == expected.map { .key(.character($0)) }, "\(input)")
    }
  }

  @Test func `random bytes give the same keys in whatever pieces they come`() {
    var random = SplitMix64(seed: 7)
    let likely = Array("\(escape)\(escape)[[O;0123456789~ABu$M<?:\r\n]P\u{7}é".utf8)
    for _ in 0..<5_000 {
      let bytes = (0..<40).map { _ in
        Bool.random(using: &random)
          ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      var whole = KeyDecoder()
      let keys = whole.feed(bytes)
      var pieces = KeyDecoder()
      var found: [KeyEvent] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...5, using: &random))
        found += pieces.feed(bytes[start..<end])
        start = end
      }
      #expect(found == keys, "\(bytes)")
      #expect(pieces.isWaiting == whole.isWaiting)
      #expect(pieces.flush() == whole.flush())
    }
  }

  @Test func `a megabyte that is pasted is one event, also in small pieces`() {
    let text = String(repeating: "Oat milk, the one in the blue carton\r", count: 30_000)
    let bytes = Self.paste(text)
    var decoder = KeyDecoder()
    var events: [KeyEvent] = []
    for start in stride(from: 0, to: bytes.count, by: 100) {
      events += decoder.feed(bytes[start..<min(start + 100, bytes.count)])
    }
    #expect(events == [.paste(text.replacing("\r", with: "\n"))])
  }

  @Test func `what is too long to be an answer ends at some time`() {
    var decoder = KeyDecoder()
    let answer = Array("\(escape)]0;\(String(repeating: "a", count: 70_000))".utf8)
    #expect(decoder.feed(answer).count > 0)
    #expect(decoder.feed(Array("x".utf8)) == [.key(.character("x"))])
  }
}
