import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Dates of the proleptic Gregorian calendar, judged by the C library.
@Suite("Calendar dates")
struct CalendarDateTests {
  private static let secondsFrom1970To2001 = 978_307_200

  private func byTheCLibrary(_ seconds: Int) -> String {
    var time = time_t(seconds + Self.secondsFrom1970To2001)
    var components = tm()
    gmtime_r(&time, &components)
    return "\(components.tm_year + 1900) \(components.tm_mon + 1) \(components.tm_mday)"
      + " \(components.tm_hour) \(components.tm_min) \(components.tm_sec)"
  }

  private func check(_ seconds: Int) {
    let date = CalendarDate(secondsSince2001: seconds)
    #expect(
      "\(date.year) \(date.month) \(date.day) \(date.hour) \(date.minute) \(date.second)"
        == byTheCLibrary(seconds))
    #expect(date.secondsSince2001 == seconds)
  }

  @Test("every day of the years 1582 to 2440 has its date, and its date the day")
  func days() {
    let mismatch = (-153_000...160_700).first { day in
      let date = CalendarDate(secondsSince2001: day * 86_400)
      return date.secondsSince2001 != day * 86_400
        || "\(date.year) \(date.month) \(date.day) 0 0 0" != byTheCLibrary(day * 86_400)
    }
    #expect(mismatch == nil)
  }

  @Test("moments of any year have their date")
  func moments() {
    var generator = SplitMix(state: 3)
    for _ in 0..<5000 { check(Int(generator.next() >> 8) - 1 << 55) }
    for seconds in [0, -1, 1, 86_399, 86_400, -63_113_904_000, -63_113_904_001] { check(seconds) }
  }

  @Test(
    "a year has at least four digits",
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"),
      (-63_113_904_001, "0000-12-31T23:59:59Z"), (-63_177_062_400, "-0001-01-01T00:00:00Z"),
      (252_423_993_600, "10000-01-01T00:00:00Z"), (352_211_696, "2012-02-29T12:34:56Z"),
    ])
  func text(seconds: Int, expected: String) {
    #expect("\(CalendarDate(secondsSince2001: seconds))" == expected)
  }
}
