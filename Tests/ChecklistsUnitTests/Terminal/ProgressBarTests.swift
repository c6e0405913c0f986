import Testing

@testable import Terminal

@Suite struct ProgressBarTests {
  /// A terminal of 40 columns, without colour.
  private func display(_ term: String) -> Display {
    Display(
      isTerminal: true, terminalWidth: 40, environment: { ["TERM": term, "LANG": "C.UTF-8"][$0] },
      color: .never)
  }

  @Test(arguments: [
    (0, 0, 0, 0), (0, 0, 5, 0), (5, 0, 5, 10), (1, 0, 1000, 1), (999, 0, 1000, 9), (1, 0, 2, 5),
    (1, 0, 3, 3), (2, 0, 3, 7), (0, 1, 2, 5), (1, 1, 2, 10), (0, 999, 1000, 9),
  ])
  func `a bar is full only when nothing is open, and empty only when all is`(
    done: Int, skipped: Int, total: Int, expected: Int
  ) {
    let bar = ProgressBar(done: done, skipped: skipped, total: total)
    #expect(bar.count == "\(done)/\(total)")
    #expect(bar.skips == (skipped == 0 ? "" : ", \(skipped) skipped"))
    #expect((bar.style == .done) == (total > 0 && done + skipped == total))
    #expect(bar.filled(of: 10) == expected)
    #expect(
      bar.bar(on: display("xterm")).string
        == String(repeating: "━", count: expected) + String(repeating: "─", count: 10 - expected))
    #expect(bar.bar(on: display("dumb")) == "")
  }
}
