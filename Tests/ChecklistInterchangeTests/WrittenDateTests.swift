import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Dates as people and programs write them.
struct WrittenDateTests {
  @Test(arguments: [
    ("2026-12-24", "2026-12-24"), (" 2026/12/24 ", "2026-12-24"), ("20261224", "2026-12-24"),
    ("2026-2-3", "2026-02-03"), ("24.12.2026", "2026-12-24"), ("1.2.26", "2026-02-01"),
    ("12/24/2026", "2026-12-24"), ("24-12-2026", "2026-12-24"), ("24 Dec 2026", "2026-12-24"),
    ("December 24, 2026", "2026-12-24"), ("24-dec-2026", "2026-12-24"),
    ("Thu, 24 Dec 2026", "2026-12-24"), ("12/24/2026 0:00", "2026-12-24"),
    ("2026-12-24 12:00:00 AM", "2026-12-24"),
    ("2026-12-24T17:00:00Z", "2026-12-24T17:00:00Z"),
    ("2026-12-24T17:00:00.000+0000", "2026-12-24T17:00:00Z"),
    ("2026-12-24T17:00+05:30", "2026-12-24T11:30:00Z"),
    ("2026-12-24 18:00", "2026-12-24T17:00:00Z"),
    ("12/24/2026 6:00:30 pm", "2026-12-24T17:00:30Z"),
    ("Tue, 15 Mar 2005 16:35:45 GMT", "2005-03-15T16:35:45Z"),
    ("2026-12-24T00:00:00Z", "2026-12-24T00:00:00Z"),
    ("2024-02-29", "2024-02-29"),
  ])
  func `a date is a day or a moment`(text: String, due: String) throws {
    let date = try #require(WrittenDate(Array(text.utf8)[...]))
    var days = LocalDays(in: TestZone.berlin.rules)
    #expect(date.dueDate(nil, in: &days)?.description == due)
  }

  @Test(arguments: [
    "", "wed", "every day", "tomorrow", "2026", "2026-13-01", "2026-02-30", "2026-12-245",
    "2026-12-24x", "12/24", "12/24/026", "99999999999999999999", "2026-12-24T25:00", "24 Dec",
    "2026-12-24 17:00 Mars", "Dec Dec 2026", "1 2 Dec 2026", "2026-12-24T17:00:61Z", "/", "1/",
    "1/2/", "0/0/0000", "2025-02-29", "24 De 2026", "13:00", "2026-12-24 13:00 PM",
  ])
  func `what is no date is none`(text: String) {
    let date = WrittenDate(Array(text.utf8)[...])
    var days = LocalDays(in: .utc)
    #expect(date?.dueDate(nil, in: &days) == nil)
    #expect(date?.moment(nil, in: .utc) == nil)
  }

  @Test(arguments: [
    ("1/2/2026", true, nil), ("2/2/2026", false, nil),
    ("13/2/2026", false, ImportOptions.DateOrder.dayMonthYear),
    ("2-13-2026", false, .monthDayYear), ("13/13/2026", false, nil), ("2026-01-02", false, nil),
    ("1.2.2026", false, nil),
  ])
  func `numbers over 12 show the order`(
    text: String, needsOrder: Bool, order: ImportOptions.DateOrder?
  ) throws {
    let date = try #require(WrittenDate(Array(text.utf8)[...]))
    #expect(date.needsOrder == needsOrder)
    #expect(date.order == order)
  }
}
