import TestSupport
import Testing

/// The judge of the renderer must see what a terminal would show.
@Suite struct TerminalEmulatorTests {
  /// What is written to five columns and two rows, and what is seen then.
  private struct Written: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: String
    let lines: [String]

    init(_ name: String, _ bytes: String, _ lines: String...) {
      (testDescription, self.lines) = (name, lines)
      self.bytes = bytes.replacing("^", with: "\u{1B}[")
    }
  }

  private static let cases = [
    Written("text", "ab", "ab", ""),
    Written("two lines", "ab\r\ncd", "ab", "cd"),
    Written("a line that goes on", "abcdefg", "abcde", "fg"),
    Written("a line that does not go on", "^?7labcdefg", "abcdg", ""),
    Written("a wide character that does not fit goes on", "abcd牛", "abcd", "牛"),
    Written("a wide character that does not fit is left out", "^?7labcd牛", "abcd", ""),
    Written("more lines than there are", "a\r\nb\r\nc", "b", "c"),
    Written("a place", "^2;3Hx", "", "  x"),
    Written("a column", "abc^2Gx", "axc", ""),
    Written("half of a wide character, left", "牛b^1Gx", "x b", ""),
    Written("half of a wide character, right", "牛b^2Gx", " xb", ""),
    Written("a wide character over two others", "牛奶^2Gか", " か", ""),
    Written("a mark", "e\u{301}x", "e\u{301}x", ""),
    Written("a mark at the beginning", "\u{301}x", "x", ""),
    Written("a mark on a wide character", "か\u{3099}x", "か\u{3099}x", ""),
    Written("a mark after the last column", "^?7labcde\u{301}", "abcde\u{301}", ""),
    Written("the end of a line erased", "abcde^3G^K", "ab", ""),
    Written("half of a wide character erased", "a牛b^3G^K", "a", ""),
    Written("all erased", "abcdefg^2J", "", ""),
    Written("the rest erased", "abcdefg^1;3H^J", "ab", ""),
    Written("characters taken out", "abcde^2G^2P", "ade", ""),
    Written("the other screen and back", "ab^?1049hxy^?1049lc", "abc", ""),
  ]

  @Test(arguments: cases)
  private func `what is written is seen, in whatever pieces it comes`(written: Written) {
    let widths = TerminalWidths.byScalar(widensAmbiguous: false)
    var whole = TerminalEmulator(columns: 5, rows: 2, widths: widths)
    whole.feed(written.bytes.utf8)
    #expect(whole.lines == written.lines)
    #expect(whole.unknown == [])
    var pieces = TerminalEmulator(columns: 5, rows: 2, widths: widths)
    for byte in written.bytes.utf8 { pieces.feed([byte]) }
    #expect(pieces.cells == whole.cells)
  }

  @Test func `a question and what is not known are told`() {
    var terminal = TerminalEmulator(
      columns: 5, rows: 2, widths: .byScalar(widensAmbiguous: false))
    terminal.feed("\u{1B}[6n\u{1B}[?2026$p\u{1B}[?1000h\u{1B}[5m".utf8)
    #expect(terminal.unknown == ["CSI 6n", "CSI ?2026$p", "mode 1000", "SGR 5"])
  }
}
