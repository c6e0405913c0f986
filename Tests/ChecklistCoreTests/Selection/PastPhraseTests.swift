import Foundation
import Testing

@testable import ChecklistCore

@Suite("When something was, as people type it")
struct PastPhraseTests {
  /// Wednesday, 2026-11-25 10:30 in UTC.
  private static let now = Date(timeIntervalSinceReferenceDate: 817_295_400)

  static let phrases: [(phrase: String, moment: String?)] = [
    ("yesterday", "2026-11-24T23:59:59Z"),
    ("today", "2026-11-24T23:59:59Z"),
    ("tue", "2026-11-24T23:59:59Z"),
    ("wed", "2026-11-18T23:59:59Z"),
    ("thu", "2026-11-19T23:59:59Z"),
    ("9:00", "2026-11-25T09:00:00Z"),
    ("18:00", "2026-11-24T18:00:00Z"),
    ("fri 9:00", "2026-11-20T09:00:00Z"),
    ("2026-11-20", "2026-11-20T23:59:59Z"),
    ("20 nov", "2026-11-20T23:59:59Z"),
    ("dec 24", "2025-12-24T23:59:59Z"),
    ("29 feb", "2024-02-29T23:59:59Z"),
    ("tonight", "2026-11-24T18:00:00Z"),
    ("2026-11-20T08:15Z", "2026-11-20T08:15:00Z"),
    ("2h ago", "2026-11-25T08:30:00Z"),
    ("90 minutes ago", "2026-11-25T09:00:00Z"),
    ("3 days ago", "2026-11-22T23:59:59Z"),
    ("1w ago", "2026-11-18T23:59:59Z"),
    ("2 months ago", "2026-09-25T23:59:59Z"),
    ("2026-12-24", nil),
    ("+2h", nil),
    ("next week", nil),
  ]

  @Test("means the last such time", arguments: phrases)
  func moment(phrase: String, moment: String?) throws {
    let found = try PastPhrase(phrase).moment(now: Self.now, in: .utc)
    #expect(found.flatMap(ISO8601.text) == moment)
  }

  @Test("29 February may have been eight years ago; a day begins at its start")
  func leapDay() throws {
    let now = try #require(ISO8601.date("1904-02-28T12:00:00Z"))
    let start = try PastPhrase("29 feb").start(now: now, in: .utc)
    #expect(start.flatMap(ISO8601.text) == "1896-02-29T00:00:00Z")
  }

  @Test("tonight is 18:00 in the past, also when it is over")
  func tonight() throws {
    let now = Self.now + 9 * 3600
    let moment = try PastPhrase("tonight").moment(now: now, in: .utc)
    #expect(moment.flatMap(ISO8601.text) == "2026-11-25T18:00:00Z")
  }

  @Test(
    "is an error where it means nothing",
    arguments: ["blue", "ago", "2 ago", "", "3 moons ago", "1m ago"])
  func wrong(phrase: String) {
    #expect(throws: PhraseError.self) { try PastPhrase(phrase) }
  }
}
