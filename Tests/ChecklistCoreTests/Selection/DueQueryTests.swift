import Foundation
import Testing

@testable import ChecklistCore

/// Which of the items that are due are wanted.
struct DueQueryTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 900_000_000)

  @Test(
    arguments: [
      (false, nil, [-60, 0, 60, 86_400 * 30]), (true, nil, [-60]),
      (false, .seconds(60), [0, 60]), (false, .seconds(59), [0]),
      (true, .seconds(60), [-60, 0, 60]),
    ] as [(Bool, TimeSpan?, [Double])])
  func `what is overdue and what comes within a time is asked for apart`(
    overdue: Bool, within: TimeSpan?, expected: [Double]
  ) {
    let query = DueQuery(overdue: overdue, within: within, now: Self.now, in: .utc)
    let found = [-60, 0, 60, 86_400 * 30].filter { query.includes(Self.now + $0) }
    #expect(found == expected)
  }

  @Test func `items are found in all lists or in one, the soonest first, and open ones only`() {
    var document = ChecklistDocument()
    document.checklists = ["A", "B"].map { name in
      var list = Checklist(name)
      list.items = [30.0, -10, 20].map { seconds in
        ChecklistItem("\(name)\(Int(seconds))", due: .moment(Self.now + seconds), now: Self.now)
      }
      list.items[2].setChecked(true, now: Self.now)
      return list
    }
    let query = DueQuery(overdue: false, within: nil, now: Self.now, in: .utc)
    #expect(query.items(in: document).map { document[$0].text } == ["A-10", "B-10", "A30", "B30"])
    #expect(query.items(in: document, lists: [1]).map { document[$0].text } == ["B-10", "B30"])
  }
}
