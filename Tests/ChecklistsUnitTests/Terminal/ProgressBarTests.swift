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
    (0, 0, 0), (0, 5, 0), (5, 5, 10), (1, 1000, 1), (999, 1000, 9), (1, 2, 5), (1, 3, 3),
    (2, 3, 7),
  ])
  func `a bar is full only when all is done, and empty only when nothing is`(
    done: Int, total: Int, expected: Int
  ) {
    let bar = ProgressBar(done: done, total: total)
    #expect(bar.count == "\(done)/\(total)")
    #expect(bar.filled(of: 10) == expected)
    #expect(
      bar.bar(on: display("xterm"))
        == String(repeating: "━", count: expected) + String(repeating: "─", count: 10 - expected))
    #expect(bar.bar(on: display("dumb")) == "")
  }
}
