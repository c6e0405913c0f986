import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct TimeSpanTests {
  @Test(
    arguments: [
      ("90min", .seconds(5400)), ("2h", .seconds(7200)), ("3d", .days(3)), ("1w", .days(7)),
      ("0d", .days(0)), ("007min", .seconds(420)), ("90 min", .seconds(5400)),
      ("1 Hour", .seconds(3600)), ("2 days", .days(2)), ("2WEEKS", .days(14)),
      ("365242d", .days(365_242)), ("52177w", .days(365_239)),
      ("525948480min", .seconds(31_556_908_800)), ("1month", .months(1)), ("2 months", .months(2)),
      ("1y", .months(12)), ("3Years", .months(36)), ("12000months", .months(12_000)),
    ] as [(String, TimeSpan)])
  func `a number and a unit are a span`(text: String, expected: TimeSpan) throws {
    #expect(try TimeSpan(text) == expected)
  }

  @Test(
    arguments: [
      ("", nil, nil), ("h", nil, nil), ("-1h", nil, nil), ("+1h", nil, nil), ("٣d", nil, nil),
      ("two days", nil, nil), ("3", "min, h, d, w, month or y must follow the number", nil),
      ("3 ", "min, h, d, w, month or y must follow the number", nil), ("3x", nil, "x"),
      ("3mo", nil, "mo"),
      ("1.5h", nil, ".5h"), ("1h30m", nil, "h30m"), ("3d ", nil, "d "),
      ("365243d", "that is more than a thousand years", nil),
      ("52178w", "that is more than a thousand years", nil),
      ("525948481min", "that is more than a thousand years", nil),
      ("12001months", "that is more than a thousand years", nil),
      ("1001y", "that is more than a thousand years", nil),
      ("1m", "1m can be read as minutes or as months: write 1min or 1month", nil),
      ("90 M", "90m can be read as minutes or as months: write 90min or 90months", nil),
      ("9223372036854775807w", "that is more than a thousand years", nil),
      ("99999999999999999999d", "that is more than a thousand years", nil),
    ] as [(String, String?, String?)])
  func `anything else is an error that says why`(
    text: String, reason: String?, unknownWord: String?
  ) {
    #expect(throws: PhraseError(reason, unknownWord: unknownWord)) { try TimeSpan(text) }
  }

  @Test func `hours are as long as ever, days those of the calendar`() throws {
    // At noon before the night of 23 hours.
    let now = try Date(utc: "2026-03-28T11:00:00Z") + 0.75
    func end(_ text: String) throws -> String {
      try TimeSpan(text).end(from: now, in: TestZone.berlin.rules).utc
    }
    #expect(try end("24h") == "2026-03-29T11:00:00Z")
    #expect(try end("1440min") == "2026-03-29T11:00:00Z")
    #expect(try end("1d") == "2026-03-29T21:59:59Z")
    #expect(try end("0d") == "2026-03-28T22:59:59Z")
    #expect(try end("1w") == "2026-04-04T21:59:59Z")
    #expect(try end("1month") == "2026-04-28T21:59:59Z")
  }

  @Test func `a month that has no such day ends earlier`() throws {
    let now = try Date(utc: "2027-01-31T12:00:00Z")
    for (text, end) in [
      ("1month", "2027-02-28T23:59:59Z"), ("2months", "2027-03-31T23:59:59Z"),
      ("13 months", "2028-02-29T23:59:59Z"), ("1y", "2028-01-31T23:59:59Z"),
      ("0months", "2027-01-31T23:59:59Z"),
    ] {
      #expect(try TimeSpan(text).end(from: now, in: .utc).utc == end)
    }
    #expect(try TimeSpan("2months").start(before: now, in: .utc).utc == "2026-11-30T23:59:59Z")
    #expect(try TimeSpan("1y").start(before: now, in: .utc).utc == "2026-01-31T23:59:59Z")
  }
}
