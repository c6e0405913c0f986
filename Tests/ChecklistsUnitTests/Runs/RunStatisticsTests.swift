import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistRuns

/// How items fared in many runs.
struct RunStatisticsTests {
  /// A run in which items were done after so many seconds, or skipped.
  private func run(_ number: Int, _ answers: KeyValuePairs<Int, Double?>) -> Run {
    var run = Run(
      RunEvent(.started, run: number, at: RunRoom.noon, by: nil, list: 7, named: "Shop"))
    for (item, seconds) in answers {
      var event = RunEvent(
        seconds == nil ? .skipped : .done, run: number, at: RunRoom.noon, by: nil, list: 7,
        named: "Shop")
      event.item = RunEvent.Item(id: item, text: "\(item) in \(number)")
      event.seconds = seconds ?? 1
      run.add(event)
    }
    return run
  }

  @Test func `skips are counted, and the time is the median of those that were done`() {
    let statistics = RunStatistics([
      run(1, [1: 10, 2: nil, 3: nil]), run(2, [1: 4, 2: 6, 3: nil]), run(3, [2: 9, 1: 7]),
      run(4, [1: 1000, 4: 3]),
    ])
    #expect(
      statistics.items.map(\.item.text) == ["1 in 4", "2 in 3", "3 in 2", "4 in 4"])
    #expect(statistics.items.map(\.runs) == [4, 3, 2, 1])
    #expect(statistics.items.map(\.skipped) == [0, 1, 2, 0])
    #expect(statistics.items.map(\.median) == [8.5, 7.5, nil, 3])
  }

  @Test func `no runs are no items`() {
    #expect(RunStatistics([]).items.isEmpty)
  }

  @Test(arguments: [
    (-5, "0 s"), (0, "0 s"), (0.4, "0 s"), (0.5, "1 s"), (59.4, "59 s"), (59.5, "1 min"),
    (61, "1 min 1 s"), (540, "9 min"), (599, "9 min 59 s"), (600, "10 min"), (659, "10 min"),
    (3599, "59 min"), (3600, "1 h"), (3900, "1 h 5 min"), (86_399, "23 h 59 min"),
    (86_400, "1 d"), (97_200, "1 d 3 h"), (1e300, "11574074 d 1 h"),
    (.infinity, "11574074 d 1 h"),
  ])
  func `a length of time is said as people say it`(seconds: Double, words: String) {
    #expect(seconds.spanWords == words)
  }
}
