import Foundation
import Testing

@testable import ChecklistCore

/// Moments in UTC, as programs get them.
@Suite struct ISO8601Tests {
  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (0.999, "2001-01-01T00:00:00Z"),
      (-0.001, "2000-12-31T23:59:59Z"),
      (801_000_000, "2026-05-20T20:00:00Z"), (-63_177_062_400, "-0001-01-01T00:00:00Z"),
      (252_423_993_600, "10000-01-01T00:00:00Z"), (1e14, nil), (-1e300, nil), (.nan, nil),
    ] as [(Double, String?)])
  func `a date is UTC to the second`(seconds: Double, expected: String?) {
    #expect(ISO8601.text(Date(timeIntervalSinceReferenceDate: seconds)) == expected)
  }

  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
      (801_000_000.125, "2026-05-20T20:00:00.125Z"),
      (801_000_000.1, "2026-05-20T20:00:00.1Z"),
      (0.999_999_999_999_999_9, "2001-01-01T00:00:01Z"), (1e14, nil), (.nan, nil),
    ] as [(Double, String?)])
  func `an exact text has the shortest fraction that is read as the same moment`(
    seconds: Double, expected: String?
  ) {
    #expect(ISO8601.exactText(Date(timeIntervalSinceReferenceDate: seconds)) == expected)
  }

  @Test func `a moment comes back from its exact text`() throws {
    for _ in 0..<1_000 {
      let moment = Date(timeIntervalSinceReferenceDate: .random(in: -1e9...2e9))
      let text = try #require(ISO8601.exactText(moment))
      #expect(ISO8601.date(text) == moment, "\(text)")
    }
  }

  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
      (0.000_001, "2001-01-01T00:00:00.000001Z"), (0.000_000_4, "2001-01-01T00:00:00Z"),
      (0.999_999_9, "2001-01-01T00:00:01Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
      (801_000_000.125, "2026-05-20T20:00:00.125Z"), (1e13, nil), (-1e13, nil), (.infinity, nil),
      (.nan, nil),
    ] as [(Double, String?)])
  func `seconds since 2001 are UTC to the microsecond`(seconds: Double, expected: String?) {
    #expect(ISO8601.text(seconds) == expected)
  }
}
