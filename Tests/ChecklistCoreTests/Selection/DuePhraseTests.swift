import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct DuePhraseTests {
  /// What is said, when and where, and the moment that is meant.
  struct Case: CustomTestStringConvertible, Sendable {
    var phrase: String
    var now: String
    var zone: TestZone
    var due: String
    var testDescription: String { "\(phrase) at \(now) in \(zone.name)" }

    /// A phrase at noon of Saturday, 21 November 2026, UTC, if nothing else is said.
    init(
      _ phrase: String, _ due: String, now: String = "2026-11-21T12:00:00Z",
      in zone: TestZone = .utc
    ) {
      self.phrase = phrase
      self.due = due
      self.now = now
      self.zone = zone
    }
  }

  private func check(_ this: Case) throws {
    let moment = try DuePhrase(this.phrase).moment(now: Date(utc: this.now), in: this.zone.rules)
    #expect(moment.utc == this.due)
    #expect(
      moment.timeIntervalSinceReferenceDate.rounded() == moment.timeIntervalSinceReferenceDate)
  }

  @Test(arguments: [
    Case("today", "2026-11-21T23:59:59Z"), Case("tomorrow", "2026-11-22T23:59:59Z"),
    Case("sun", "2026-11-22T23:59:59Z"), Case("monday", "2026-11-23T23:59:59Z"),
    Case("Fri", "2026-11-27T23:59:59Z"), Case("sat", "2026-11-28T23:59:59Z"),
    Case("SATURDAY", "2026-11-28T23:59:59Z"), Case("thurs", "2026-11-26T23:59:59Z"),
    Case("+0d", "2026-11-21T23:59:59Z"), Case("+3d", "2026-11-24T23:59:59Z"),
    Case("+3 days", "2026-11-24T23:59:59Z"), Case("+3 days 8:30", "2026-11-24T08:30:00Z"),
    Case("+1w", "2026-11-28T23:59:59Z"), Case("in 3 days", "2026-11-24T23:59:59Z"),
    Case("in a week", "2026-11-28T23:59:59Z"), Case("In 2w", "2026-12-05T23:59:59Z"),
    Case("+1month", "2026-12-21T23:59:59Z"), Case("in 2 months", "2027-01-21T23:59:59Z"),
    Case("in a month", "2026-12-21T23:59:59Z"), Case("+1y", "2027-11-21T23:59:59Z"),
    Case("+40d", "2026-12-31T23:59:59Z"), Case("+41d", "2027-01-01T23:59:59Z"),
    Case("2026-12-24", "2026-12-24T23:59:59Z"), Case("2026-1-5", "2026-01-05T23:59:59Z"),
    Case("24 Dec", "2026-12-24T23:59:59Z"), Case("21 november", "2026-11-21T23:59:59Z"),
    Case("20 nov", "2027-11-20T23:59:59Z"), Case("24 Dec 2027", "2027-12-24T23:59:59Z"),
    Case("1583-01-01", "1583-01-01T23:59:59Z"), Case("9999-12-31", "9999-12-31T23:59:59Z"),
  ])
  func `a day is due at its end`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("+2h", "2026-11-21T14:00:00Z"), Case("+90min", "2026-11-21T13:30:00Z"),
    Case("+0min", "2026-11-21T12:00:00Z"), Case("in 2 hours", "2026-11-21T14:00:00Z"),
    Case("in an hour", "2026-11-21T13:00:00Z"), Case("in 5 min", "2026-11-21T12:05:00Z"),
    Case("in 5min", "2026-11-21T12:05:00Z"), Case("+36h", "2026-11-23T00:00:00Z"),
    Case("18:00", "2026-11-21T18:00:00Z"), Case("9:00", "2026-11-22T09:00:00Z"),
    Case("12:00", "2026-11-22T12:00:00Z"), Case("12:00:01", "2026-11-21T12:00:01Z"),
    Case("0:00", "2026-11-22T00:00:00Z"), Case("23:59:59", "2026-11-21T23:59:59Z"),
    Case("today 9:00", "2026-11-21T09:00:00Z"), Case("tomorrow 09:00", "2026-11-22T09:00:00Z"),
    Case("fri 9:00", "2026-11-27T09:00:00Z"), Case("  9:00   fri ", "2026-11-27T09:00:00Z"),
    Case("sat 18:00", "2026-11-28T18:00:00Z"), Case("+3d 8:30", "2026-11-24T08:30:00Z"),
    Case("+3months 8:30", "2027-02-21T08:30:00Z"),
    Case("in 3 days 8:30", "2026-11-24T08:30:00Z"), Case("24 dec 18:00", "2026-12-24T18:00:00Z"),
    Case("18:00 24 dec 2027", "2027-12-24T18:00:00Z"),
    Case("2026-12-24 18:00", "2026-12-24T18:00:00Z"),
    Case("2026-12-24T18:00", "2026-12-24T18:00:00Z"),
    Case("2026-12-24t18:00:30", "2026-12-24T18:00:30Z"),
  ])
  func `a time is due then, and the next one where no day is said`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("yesterday", "2026-11-20T23:59:59Z"), Case("weekend", "2026-11-28T23:59:59Z"),
    Case("weekend", "2026-11-28T23:59:59Z", now: "2026-11-22T12:00:00Z"),
    Case("weekend", "2026-11-28T23:59:59Z", now: "2026-11-27T12:00:00Z"),
    Case("on Monday", "2026-11-23T23:59:59Z"), Case("next week", "2026-11-23T23:59:59Z"),
    Case("next week", "2026-11-23T23:59:59Z", now: "2026-11-16T00:00:00Z"),
    Case("next week", "2026-11-30T23:59:59Z", now: "2026-11-23T00:00:00Z"),
    Case("Next Friday", "2026-11-27T23:59:59Z"), Case("NEXT SUN", "2026-11-29T23:59:59Z"),
    Case("next friday", "2026-11-27T23:59:59Z", now: "2026-11-22T12:00:00Z"),
    Case("next friday", "2026-12-04T23:59:59Z", now: "2026-11-23T12:00:00Z"),
    Case("next friday", "2026-12-04T23:59:59Z", now: "2026-11-27T12:00:00Z"),
    Case("next weekend", "2026-11-28T23:59:59Z"),
    Case("next weekend", "2026-12-05T23:59:59Z", now: "2026-11-23T12:00:00Z"),
    Case("next month", "2026-12-01T23:59:59Z"), Case("End of Month", "2026-11-30T23:59:59Z"),
    Case("next month", "2027-01-01T23:59:59Z", now: "2026-12-31T12:00:00Z"),
    Case("next month", "2027-02-01T23:59:59Z", now: "2027-01-31T12:00:00Z"),
    Case("end of month", "2026-12-31T23:59:59Z", now: "2026-12-31T12:00:00Z"),
    Case("eom", "2027-02-28T23:59:59Z", now: "2027-02-01T12:00:00Z"),
    Case("eoy", "2026-12-31T23:59:59Z", now: "2026-11-28T12:00:00Z"),
    Case("1st", "2026-12-01T23:59:59Z", now: "2026-11-28T12:00:00Z"),
    Case("28th", "2026-11-28T23:59:59Z", now: "2026-11-28T12:00:00Z"),
    Case("31st", "2026-12-31T23:59:59Z", now: "2026-11-28T12:00:00Z"),
    Case("30th", "2027-03-30T23:59:59Z", now: "2027-01-31T12:00:00Z"),
    Case("15th 9:00", "2026-12-15T09:00:00Z", now: "2026-11-28T12:00:00Z"),
    Case("end of month", "2027-02-28T23:59:59Z", now: "2027-02-01T12:00:00Z"),
    Case("end of month", "2028-02-29T23:59:59Z", now: "2028-02-29T12:00:00Z"),
    Case("end of month", "2026-10-31T22:59:59Z", now: "2026-10-01T12:00:00Z", in: .berlin),
    Case("next week", "2026-03-30T21:59:59Z", now: "2026-03-28T12:00:00Z", in: .berlin),
    Case("next tue", "2027-01-05T22:59:59Z", now: "2026-12-31T12:00:00Z", in: .berlin),
  ])
  func `days have names beside those of the calendar`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("3d", "2026-11-24T23:59:59Z"), Case("2w", "2026-12-05T23:59:59Z"),
    Case("3 days", "2026-11-24T23:59:59Z"), Case("1month", "2026-12-21T23:59:59Z"),
    Case("2 Years 9:00", "2028-11-21T09:00:00Z"), Case("2h", "2026-11-21T14:00:00Z"),
    Case("90 min", "2026-11-21T13:30:00Z"), Case("tomorrow 9", "2026-11-22T09:00:00Z"),
    Case("fri at 17", "2026-11-27T17:00:00Z"), Case("at 9", "2026-11-22T09:00:00Z"),
    Case("3d 0", "2026-11-24T00:00:00Z"), Case("24 dec at 8", "2026-12-24T08:00:00Z"),
    Case("tonight", "2026-11-21T18:00:00Z"), Case("Tonight at 8", "2026-11-21T20:00:00Z"),
    Case("tonight", "2026-11-21T18:00:00Z", now: "2026-11-21T17:59:59Z"),
    Case("tonight", "2026-11-21T23:59:00Z", now: "2026-11-21T18:00:00Z"),
    Case("tonight", "2026-11-21T23:59:00Z", now: "2026-11-21T23:58:59Z"),
    Case("tonight", "2026-11-21T23:59:59Z", now: "2026-11-21T23:59:30Z"),
    Case("tonight 8", "2026-11-21T20:00:00Z", now: "2026-11-21T19:00:00Z"),
    Case("tonight 20", "2026-11-21T20:00:00Z"), Case("tonight 7:30pm", "2026-11-21T19:30:00Z"),
    Case("this friday", "2026-11-27T23:59:59Z"), Case("this sat", "2026-11-21T23:59:59Z"),
    Case("this sat 9:00", "2026-11-21T09:00:00Z"), Case("this weekend", "2026-11-21T23:59:59Z"),
    Case("this week", "2026-11-22T23:59:59Z"), Case("End of week", "2026-11-22T23:59:59Z"),
    Case("end of week", "2026-11-22T23:59:59Z", now: "2026-11-16T12:00:00Z"),
    Case("end of week", "2026-11-22T23:59:59Z", now: "2026-11-22T12:00:00Z"),
    Case("this month", "2026-11-30T23:59:59Z"), Case("this year", "2026-12-31T23:59:59Z"),
    Case("end of year", "2026-12-31T23:59:59Z"), Case("next year", "2027-01-01T23:59:59Z"),
    Case("24th dec", "2026-12-24T23:59:59Z"), Case("Dec 1st", "2026-12-01T23:59:59Z"),
    Case("22nd dec", "2026-12-22T23:59:59Z"), Case("december 3rd 2027", "2027-12-03T23:59:59Z"),
  ])
  func `short forms that people type are understood`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("Dec 24", "2026-12-24T23:59:59Z"), Case("december 24", "2026-12-24T23:59:59Z"),
    Case("nov 20", "2027-11-20T23:59:59Z"), Case("NOV 21", "2026-11-21T23:59:59Z"),
    Case("Dec 24 2027", "2027-12-24T23:59:59Z"), Case("Dec 24, 2027", "2027-12-24T23:59:59Z"),
    Case("Feb 29", "2028-02-29T23:59:59Z"), Case("feb 29, 2032", "2032-02-29T23:59:59Z"),
    Case("24.12.", "2026-12-24T23:59:59Z"), Case("24. 12.", "2026-12-24T23:59:59Z"),
    Case("1.2.", "2027-02-01T23:59:59Z"), Case("01.02.2028", "2028-02-01T23:59:59Z"),
    Case("24.12.2026", "2026-12-24T23:59:59Z"), Case("24. 12. 2026", "2026-12-24T23:59:59Z"),
    Case("24. Dec", "2026-12-24T23:59:59Z"), Case("29.2.", "2028-02-29T23:59:59Z"),
    Case("24.12. 18:00", "2026-12-24T18:00:00Z"), Case("9:00 24.12.2027", "2027-12-24T09:00:00Z"),
    Case("Dec 24, 5 pm", "2026-12-24T17:00:00Z"), Case("dec 24 2027 5pm", "2027-12-24T17:00:00Z"),
    Case("31.12. 23:59:59", "2026-12-31T22:59:59Z", in: .berlin),
  ])
  func `a date may have its month first, or dots`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("5pm", "2026-11-21T17:00:00Z"), Case("5 pm", "2026-11-21T17:00:00Z"),
    Case("5:30pm", "2026-11-21T17:30:00Z"), Case("5:30:15 PM", "2026-11-21T17:30:15Z"),
    Case("9AM", "2026-11-22T09:00:00Z"), Case("12am", "2026-11-22T00:00:00Z"),
    Case("12:30 am", "2026-11-22T00:30:00Z"), Case("12pm", "2026-11-22T12:00:00Z"),
    Case("12:01pm", "2026-11-21T12:01:00Z"), Case("at 11pm", "2026-11-21T23:00:00Z"),
    Case("tomorrow at 5pm", "2026-11-22T17:00:00Z"), Case("5 pm on fri", "2026-11-27T17:00:00Z"),
    Case("fri 12am", "2026-11-27T00:00:00Z"), Case("fri 12pm", "2026-11-27T12:00:00Z"),
    Case("next friday 5pm", "2026-11-27T17:00:00Z"), Case("+1w 8am", "2026-11-28T08:00:00Z"),
    Case("yesterday 5pm", "2026-11-20T17:00:00Z"), Case("next week, 9:00", "2026-11-23T09:00:00Z"),
    Case("9:00 end of month", "2026-11-30T09:00:00Z"),
    Case("noon", "2026-11-22T12:00:00Z"), Case("Noon tomorrow", "2026-11-22T12:00:00Z"),
    Case("noon", "2026-11-21T12:00:00Z", now: "2026-11-21T11:59:59Z"),
    Case("at noon on sunday", "2026-11-22T12:00:00Z"), Case("today noon", "2026-11-21T12:00:00Z"),
    Case("midnight", "2026-11-22T00:00:00Z"), Case("MIDNIGHT today", "2026-11-22T00:00:00Z"),
    Case("midnight", "2026-11-22T00:00:00Z", now: "2026-11-21T00:00:00Z"),
    Case("fri midnight", "2026-11-28T00:00:00Z"), Case("Dec 31 midnight", "2027-01-01T00:00:00Z"),
    Case("midnight", "2026-12-31T23:00:00Z", now: "2026-12-31T12:00:00Z", in: .berlin),
    Case("28 feb 2028 midnight", "2028-02-29T00:00:00Z"),
    // A midnight that there is not, and one before which the clocks show an hour twice.
    Case("midnight", "2018-11-04T03:00:00Z", now: "2018-11-03T12:00:00Z", in: .saoPaulo),
    Case("17 feb 2018 midnight", "2018-02-18T03:00:00Z", in: .saoPaulo),
    Case("2:30 am", "2026-10-25T00:30:00Z", now: "2026-10-24T12:00:00Z", in: .berlin),
    Case("next sun 2:30am", "2026-03-29T01:30:00Z", now: "2026-03-22T12:00:00Z", in: .berlin),
  ])
  func `a time may have twelve hours or a name, and any day`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("2026-12-24T18:00:00Z", "2026-12-24T18:00:00Z", in: .newYork),
    Case("2026-12-24T18:00:00.123Z", "2026-12-24T18:00:00Z", in: .newYork),
    Case("2026-12-24T18:00z", "2026-12-24T18:00:00Z", in: .newYork),
    Case("2026-12-24 18:00+01:00", "2026-12-24T17:00:00Z", in: .newYork),
    Case("2026-12-24T18:00:00-0530", "2026-12-24T23:30:00Z", in: .newYork),
    Case("2026-12-24T01:00+02", "2026-12-23T23:00:00Z", in: .newYork),
    Case("2026-12-24T18:00", "2026-12-24T23:00:00Z", in: .newYork),
  ])
  func `a zone that is said is the one that counts`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("today", "2026-11-21T18:14:59Z", in: .kathmandu),
    Case("tomorrow", "2026-11-23T04:59:59Z", now: "2026-11-22T04:30:00Z", in: .newYork),
    // The evening of Saturday in New York is Sunday elsewhere.
    Case("sun", "2026-11-23T04:59:59Z", now: "2026-11-22T04:30:00Z", in: .newYork),
    Case("18:00", "2026-11-22T12:15:00Z", now: "2026-11-21T20:00:00Z", in: .kathmandu),
    Case("tomorrow", "2027-01-02T22:59:59Z", now: "2026-12-31T23:30:00Z", in: .berlin),
    Case("fri", "2027-01-01T22:59:59Z", now: "2026-12-31T12:00:00Z", in: .berlin),
    Case("31 dec", "2027-12-31T22:59:59Z", now: "2026-12-31T23:00:00Z", in: .berlin),
  ])
  func `today is where one is`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    // Of 23 hours, and of 25.
    Case("sun", "2026-03-29T21:59:59Z", now: "2026-03-28T11:00:00Z", in: .berlin),
    Case("sun", "2026-10-25T22:59:59Z", now: "2026-10-24T11:00:00Z", in: .berlin),
    Case("+1d 12:00", "2026-03-29T10:00:00Z", now: "2026-03-28T11:00:00Z", in: .berlin),
    Case("+24h", "2026-03-29T11:00:00Z", now: "2026-03-28T11:00:00Z", in: .berlin),
    Case("+1d 12:00", "2026-10-25T11:00:00Z", now: "2026-10-24T10:00:00Z", in: .berlin),
    Case("+24h", "2026-10-25T10:00:00Z", now: "2026-10-24T10:00:00Z", in: .berlin),
    Case("12:00", "2026-03-29T10:00:00Z", now: "2026-03-28T11:00:00Z", in: .berlin),
    // A time that there is not.
    Case("2026-03-29 02:30", "2026-03-29T01:30:00Z", in: .berlin),
    Case("2:30", "2026-03-29T01:30:00Z", now: "2026-03-28T11:00:00Z", in: .berlin),
    Case("2:30", "2026-03-30T00:30:00Z", now: "2026-03-29T01:30:00Z", in: .berlin),
    Case("2026-03-08 02:30", "2026-03-08T07:30:00Z", in: .newYork),
    // A time that there is twice: the first, and the second after that.
    Case("2026-10-25 02:30", "2026-10-25T00:30:00Z", in: .berlin),
    Case("2:30", "2026-10-25T00:30:00Z", now: "2026-10-24T12:00:00Z", in: .berlin),
    Case("2:30", "2026-10-25T01:30:00Z", now: "2026-10-25T00:30:00Z", in: .berlin),
    Case("2:30", "2026-10-26T01:30:00Z", now: "2026-10-25T01:30:00Z", in: .berlin),
    // Clocks that are set at midnight, or over it.
    Case("2018-11-03", "2018-11-04T02:59:59Z", in: .saoPaulo),
    Case("2018-11-04", "2018-11-05T01:59:59Z", in: .saoPaulo),
    Case("2018-11-04 0:00", "2018-11-04T03:00:00Z", in: .saoPaulo),
    Case("2018-02-17", "2018-02-18T02:59:59Z", in: .saoPaulo),
    Case("2026-03-28", "2026-03-28T21:59:59Z", in: .beirut),
    Case("2026-10-24", "2026-10-24T21:59:59Z", in: .beirut),
    Case("2026-03-28", "2026-03-29T00:59:59Z", in: .nuuk),
    Case("2026-10-24", "2026-10-25T01:59:59Z", in: .nuuk),
    Case("+1d", "2011-12-30T09:59:59Z", now: "2011-12-29T12:00:00Z", in: .apia),
    Case("+2d", "2011-12-31T09:59:59Z", now: "2011-12-29T12:00:00Z", in: .apia),
  ])
  func `the days on which clocks are set are days too`(this: Case) throws {
    try check(this)
  }

  @Test(arguments: [
    Case("29 feb", "2028-02-29T23:59:59Z"), Case("2028-02-29", "2028-02-29T23:59:59Z"),
    Case("tomorrow", "2028-02-29T23:59:59Z", now: "2028-02-28T12:00:00Z"),
    Case("tomorrow", "2027-03-01T23:59:59Z", now: "2027-02-28T12:00:00Z"),
    Case("29 feb", "2104-02-29T23:59:59Z", now: "2096-03-01T12:00:00Z"),
    Case("2000-02-29", "2000-02-29T23:59:59Z"),
    Case("+365d", "2028-12-31T23:59:59Z", now: "2028-01-01T12:00:00Z"),
  ])
  func `leap years are counted`(this: Case) throws {
    try check(this)
  }

  @Test(
    arguments: [
      ("", nil, nil), ("  ", nil, nil), ("foo", nil, "foo"), ("Tomorow 9:00", nil, "tomorow"),
      ("fr", nil, "fr"), ("fridays", nil, "fridays"), ("24", nil, "24"), ("24.", nil, "24."),
      ("2026-12", nil, "2026-12"), ("9", nil, "9"), ("at", nil, nil), ("none", nil, "none"),
      ("dec", "which day of December?", nil), ("dec fri", "which day of December?", nil),
      ("dec 32", "there is no day 32", nil), ("dec 2026", "there is no day 2026", nil),
      ("Feb 30", "February has no day 30", nil), ("feb 29, 2027", "February has no day 29", nil),
      ("dec 24 26", "a year has four digits", nil), ("24.12.26", "a year has four digits", nil),
      ("31.11.", "November has no day 31", nil), ("24.13.", "there is no month 13", nil),
      ("32.12.", "there is no day 32", nil), ("24..12.", nil, "24."),
      ("24.12", "a day is written as in 24.12., a time as in 18:00", nil),
      ("17.30", "a day is written as in 24.12., a time as in 18:00", nil),
      ("12/24/2026", "for 12/24/2026 write 2026-12-24", nil),
      ("24/12/2026 9:00", "for 24/12/2026 write 2026-12-24", nil),
      ("2026/12/24", "for 2026/12/24 write 2026-12-24", nil),
      ("1/2/2026", "for 1/2/2026 write 2026-01-02 or 2026-02-01", nil),
      ("1/1/2026", "for 1/1/2026 write 2026-01-01", nil),
      ("12/24", "for 12/24 write 24 December", nil), ("29/2", "for 29/2 write 29 February", nil),
      ("1/2", "for 1/2 write 2 January or 1 February", nil), ("2/30/2026", nil, "2/30/2026"),
      ("1/2/26", "a year has four digits", nil), ("0/0", nil, "0/0"), ("1/2/3/4", nil, "1/2/3/4"),
      ("1/", nil, "1/"), ("99999999999999999999/1", nil, "99999999999999999999/1"),
      ("next", "'next' must be followed by week, month, year or a day of the week", nil),
      (
        "next fryday", "'next' must be followed by week, month, year or a day of the week", "fryday"
      ),
      ("this", "'this' must be followed by week, month, year or a day of the week", nil),
      ("this day", "'this' must be followed by week, month, year or a day of the week", "day"),
      ("end of day", "after 'end' comes 'of week', 'of month' or 'of year'", nil),
      ("1m", "1m can be read as minutes or as months: write 1min or 1month", nil),
      ("2 m", "2m can be read as minutes or as months: write 2min or 2months", nil),
      ("tomorrow 24", "there is no hour 24", nil), ("at 930", "there is no hour 930", nil),
      ("tomorrow 9 10", "it names two times", nil), ("32nd", "there is no day 32", nil),
      ("th dec", nil, "th"), ("32nd dec", "there is no day 32", nil),
      ("tonight fri", "it names two days", nil),
      ("3d fri", "it names two days", nil),
      ("next week fri", "it names two days", nil),
      ("noon 5pm", "it names two times", nil), ("pm", nil, "pm"), ("fri pm", nil, "pm"),
      ("13pm", "there is no pm hour 13", nil), ("0am", "there is no am hour 0", nil),
      ("18:00 pm", "there is no pm hour 18", nil), ("5:60pm", "there is no minute 60", nil),
      ("5:pm", "there is no minute ", nil), ("5.30pm", nil, "5.30pm"),
      ("1:2:3:4am", nil, "1:2:3:4am"),
      ("5pmZ", nil, "5pmz"), ("2026-12-24 pm", nil, "2026-12-24pm"), ("3exam", nil, "3exam"),
      ("t18:00", "there is no hour t18", nil), ("9:0x", "there is no minute 0x", nil),
      ("1:2:3:4", nil, "1:2:3:4"),
      ("18:00.5.5", nil, "18:00.5.5"), ("2026-12-24T", nil, "2026-12-24t"),
      ("24:00", "there is no hour 24", nil), ("18:60", "there is no minute 60", nil),
      ("18:00:60", "there is no second 60", nil), ("018:00", "there is no hour 018", nil),
      ("2026-13-01", "there is no month 13", nil), ("2026-00-01", "there is no month 00", nil),
      ("2026-12-32", "there is no day 32", nil), ("2026-12-0", "there is no day 0", nil),
      ("2026-02-29", "February has no day 29", nil), ("2100-02-29", "February has no day 29", nil),
      ("31 nov", "November has no day 31", nil), ("30 feb 2028", "February has no day 30", nil),
      ("26-12-24", "a year has four digits", nil), ("0000-12-24", "a year has four digits", nil),
      ("9999999-01-01", "a year has four digits", nil),
      ("24 dec 26", "a year has four digits", nil),
      ("-2026-12-24", nil, "-2026-12-24"), ("today tomorrow", "it names two days", nil),
      ("+1d fri", "it names two days", nil),
      ("9:00 10:00", "it names two times", nil),
      ("+2h 9:00", "minutes and hours from now need no day and no time", nil),
      ("fri +2h", "minutes and hours from now need no day and no time", nil),
      ("in", "in how many minutes, hours, days?", nil), ("in two hours", nil, nil),
      ("in 2", "min, h, d, w, month or y must follow the number", nil),
      ("in 2 moons", nil, "moons"),
      ("+1m", "+1m can be read as minutes or as months: write +1min or +1month", nil),
      ("in 2m", "in 2m can be read as minutes or as months: write in 2min or in 2months", nil),
      ("in a m", "in 1m can be read as minutes or as months: write in 1min or in 1month", nil),
      ("+", nil, nil), ("+d", nil, nil), ("+-3d", nil, nil),
      ("+3", "min, h, d, w, month or y must follow the number", nil),
      ("+99999999999d", "that is more than a thousand years", nil),
      ("+99999999999999999999h", "that is more than a thousand years", nil),
      ("18:00Z", "a time with a zone needs a date, as in 2026-12-24T18:00Z", nil),
      ("fri 18:00+01:00", "a time with a zone needs a date, as in 2026-12-24T18:00Z", nil),
      ("2026-12-24T18:00+1", "the zone '+1' is not one like Z or +01:00", nil),
      ("2026-12-24T18:00zulu", "the zone 'zulu' is not one like Z or +01:00", nil),
      ("2026-12-24T18:00+24:00", "there is no hour 24", nil),
      ("１８:00", "there is no hour １８", nil), ("1\u{301}8:00", "there is no hour 1\u{301}8", nil),
    ] as [(String, String?, String?)])
  func `anything else is an error that says why`(
    phrase: String, reason: String?, unknownWord: String?
  ) {
    #expect(throws: PhraseError(reason, unknownWord: unknownWord)) { try DuePhrase(phrase) }
  }

  @Test(arguments: [-1e300, 1e300, -1e15, 1e15, 0.5, -0.5] as [Double])
  func `a clock that is wrong by ages does no harm`(seconds: Double) throws {
    let now = Date(timeIntervalSinceReferenceDate: seconds)
    for phrase in [
      "today", "fri", "next fri", "next month", "end of month", "midnight", "+365242d", "+2h",
      "18:00", "29 feb", "2026-12-24", "fri 9:00",
    ] {
      let due = try DuePhrase(phrase).moment(now: now, in: TestZone.berlin.rules)
      #expect(due.timeIntervalSinceReferenceDate.isFinite)
    }
  }

  @Test func `random words do no harm`() {
    var generator = SplitMix64(seed: 5)
    let parts = [
      "in", "a", "+", "3", "99999999999999999999", "d", "h", "w", ":", "-", "t", "z", " ", ".",
      "next", "this", "week", "month", "year", "end of", "tonight", "th", "noon", "midnight", "at",
      "pm", "am", "/", ",",
      "today", "fri", "24", "dec", "2026", "18:00", "2026-12-24", "é", "\u{0}", "\u{301}",
    ]
    var understood = 0
    for _ in 0..<LongTests.count(short: 5_000, long: 20_000) {
      let phrase = (0...Int.random(in: 0..<6, using: &generator))
        .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      guard let due = try? DuePhrase(phrase) else { continue }
      understood += 1
      let moment = due.moment(now: Date(timeIntervalSince1970: 1.8e9), in: TestZone.nuuk.rules)
      #expect(moment.timeIntervalSinceReferenceDate.isFinite)
    }
    #expect(understood > 100)
  }
}
