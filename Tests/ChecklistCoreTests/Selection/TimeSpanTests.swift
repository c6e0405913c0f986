import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct TimeSpanTests {
  @Test(
    arguments: [
      ("90m", .seconds(5400)), ("2h", .seconds(7200)), ("3d", .days(3)), ("1w", .days(7)),
      ("0d", .days(0)), ("007m", .seconds(420)), ("90 min", .seconds(5400)),
      ("1 Hour", .seconds(3600)), ("2 days", .days(2)), ("2WEEKS", .days(14)),
      ("365242d", .days(365_242)), ("52177w", .days(365_239)),
      ("525948480m", .seconds(31_556_908_800)),
    ] as [(String, TimeSpan)])
  func `a number and a unit are a span`(text: String, expected: TimeSpan) throws {
    #expect(try TimeSpan(text) == expected)
  }

  @Test(
    arguments: [
      ("", nil, nil), ("h", nil, nil), ("-1h", nil, nil), ("+1h", nil, nil), ("٣d", nil, nil),
      ("two days", nil, nil), ("3", "m, h, d or w must follow the number", nil),
      ("3 ", "m, h, d or w must follow the number", nil), ("3x", nil, "x"), ("3mo", nil, "mo"),
      ("1.5h", nil, ".5h"), ("1h30m", nil, "h30m"), ("3d ", nil, "d "),
      ("365243d", "that is more than a thousand years", nil),
      ("52178w", "that is more than a thousand years", nil),
      ("525948481m", "that is more than a thousand years", nil),
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
    #expect(try end("1440m") == "2026-03-29T11:00:00Z")
    #expect(try end("1d") == "2026-03-29T21:59:59Z")
    #expect(try end("0d") == "2026-03-28T22:59:59Z")
    #expect(try end("1w") == "2026-04-04T21:59:59Z")
  }
}
