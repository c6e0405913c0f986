import ChecklistCore
import Terminal
import TestSupport
import Testing

/// What is invisible in a text is so in JSON too: two targets that know nothing of each other.
struct InvisibleTextTests {
  private func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  @Test func `JSON escapes each scalar that a text escapes, and no other`() {
    // Joiners stand in words and emoji, and so in JSON; JSON has two escapes of its own.
    let others: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}", "\"", "\\"]
    let scalars = (UInt32(0)...0x10FFFF).filter {
      // Beyond these planes, the short form of the tests takes one of a block of 256.
      LongTests.areWanted || $0 < 0x20000 || 0xE0000..<0xE1000 ~= $0 || $0 % 257 == 0
    }.compactMap(Unicode.Scalar.init)
    let differing = scalars.filter { scalar in
      let text = String(scalar)
      let isShown = TerminalText.escaped(text, symbols: false).utf8.elementsEqual(text.utf8)
      let isVerbatim = json(text).utf8.elementsEqual("\"\(text)\"\n".utf8)
      return isShown != isVerbatim && !others.contains(scalar)
    }
    #expect(differing.map { String($0.value, radix: 16) } == [])
  }

  @Test func `emoji and words with joiners stay whole`() {
    for text in ["👩‍👩‍👧", "🏳️‍🌈", "می‌خواهم", "ශ්‍රී"] {
      #expect(json(text) == "\"\(text)\"\n")
      #expect(TerminalText.escaped(text, symbols: true) == text)
    }
  }
}
