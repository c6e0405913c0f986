import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Rules as they are typed, shown and stored.
struct RepetitionGrammarTests {
  @Test(arguments: [
    ("every other day", "2d"), ("other week", "2w"), ("every 2nd week", "2w"),
    ("quarterly", "3month"), ("2 quarters", "6month"), ("fortnightly", "2w"), ("annually", "1y"),
    ("tue,fri", "every week on Tuesday, Friday"), ("fri tue", "every week on Tuesday, Friday"),
    ("every mon, wed and fri", "every week on Monday, Wednesday, Friday"),
    ("Tuesdays & Thurs", "every week on Tuesday, Thursday"),
    ("sa su", "every week on Saturday, Sunday"), ("every Sunday", "every week on Sunday"),
    ("mon tue wed thu fri", "weekdays"), ("mo tu we th fr sa su", "1d"),
    ("every 2 weeks on mon", "every 2 weeks on Monday"),
    ("2w on mon tue wed thu fri", "every 2 weeks on Monday, Tuesday, Wednesday, Thursday, Friday"),
    ("1st", "every month on the 1st"), ("the 15th and 1st", "every month on the 1st and 15th"),
    ("on the 1st of the month", "every month on the 1st"),
    ("last day of every month", "every month on the last"),
    ("eom", "every month on the last"), ("2nd last", "every month on the 2nd last"),
    ("last, 1st, 2nd last", "every month on the 1st and 2nd last and last"),
    ("2nd tue", "every month on the 2nd Tuesday"), ("last fri", "every month on the last Friday"),
    ("first monday and third monday", "every month on the 1st Monday and 3rd Monday"),
    ("every 6 months on the 2nd last wed", "every 6 months on the 2nd last Wednesday"),
    ("last weekday", "every month on the last weekday"),
    ("3month on the 31st", "every 3 months on the 31st"),
    ("every 2nd day of the month", "every month on the 2nd"),
    ("january", "every January"), ("in jan and sept", "every January and September"),
    ("15th of january", "every January on the 15th"),
    ("every year on 24 dec", "every December on the 24th"),
    ("every year in april on the 1st", "every April on the 1st"),
    ("december and april on the 24th, 1st", "every April and December on the 1st and 24th"),
    ("november on the 4th thu", "every November on the 4th Thursday"),
    ("eoy", "every December on the last"), ("4d when done", "4d when done"),
    ("EVERY 2 WEEKS WHEN DONE", "2w when done"), ("weekdays when done", "weekdays when done"),
    ("1w until 2026-12-20", "1w until 2026-12-20"),
    (
      "tue,fri when done until 2026-12-20",
      "every week on Tuesday, Friday when done until 2026-12-20"
    ),
    ("1w until 2026-12-20 when done", "1w when done until 2026-12-20"),
    ("every Friday@02:30 until 2027-01-01", "every week on Friday@02:30 until 2027-01-01"),
    ("1month@31@02:30 until 2027-01-01", "1month@31@02:30 until 2027-01-01"),
    ("every January and February@31", "every January and February@31"),
  ])
  func `what is typed is stored, and is the same rule again`(typed: String, stored: String) throws {
    let rule = try Repetition(phrase: typed)
    #expect(rule.storedText == stored)
    #expect(Repetition(storedText: stored) == rule)
    #expect(try Repetition(phrase: rule.words) == rule.with(anchor: nil))
  }

  @Test(arguments: [
    ("1d", "every day"), ("2w", "every 2 weeks"), ("weekdays when done", "every weekday when done"),
    ("1month@31", "every month"), ("4d when done", "every 4 days when done"),
    ("1w until 2026-12-20", "every week until 2026-12-20"),
    ("every 2 weeks on Monday", "every 2 weeks on Monday"),
  ])
  func `it is shown in words`(stored: String, words: String) {
    #expect(Repetition(storedText: stored)?.words == words)
  }

  @Test(arguments: [
    ("1month@31", "every month, on day 31"), ("1y@02-29", "every year, on 29 February"),
    (
      "every January and February@31 until 2027-01-01",
      "every January and February, on day 31 until 2027-01-01"
    ),
  ])
  func `the day to come back to is shown`(stored: String, words: String) {
    #expect(Repetition(storedText: stored)?.longWords == words)
  }

  @Test(arguments: [
    ("every", "every"), ("often", "often"), ("every full moon", "full"),
    ("every day for 5 times", "for"), ("1w when ready", "when"), ("1st 32nd", "32nd"),
    ("tuesdayish", "tuesdayish"), ("daily weekly", "weekly"), ("when done", "when"),
    ("weekdays02:30", "weekdays02:30"), ("", ""),
  ])
  func `an unknown word is named`(typed: String, word: String) {
    #expect(throws: PhraseError(unknownWord: word)) { try Repetition(phrase: typed) }
  }

  @Test(arguments: [
    ("every week on", "a day or a place must follow 'on'"),
    ("every day,", "a day or a place must follow ','"),
    ("every day on mon", "a number of days has no 'on'"),
    ("every week on the 1st", "weeks are on days of the week, as in 'every week on tue'"),
    (
      "every month on fri",
      "which one of the month, as in 'every month on the 1st Friday'?"
    ),
    (
      "every month in january",
      "the name of a month is for years, as in 'every January on the 1st'"
    ),
    (
      "every year on the 1st",
      "years are on days of months, as in 'every January on the 15th'"
    ),
    ("every 2 years in march", "months by name come each year: leave out the number"),
    ("november on thu", "which one of the month, as in 'every November on the 4th Thu'?"),
    ("6th tue", "no month has 6 such days"), ("february on the 30th", "no year has such a day"),
    ("1w until", "a day must follow 'until', as in 'until 2026-12-24'"),
    ("1w until soon", "a day must follow 'until', as in 'until 2026-12-24'"),
    ("other", "after 'every other' comes day, week, month or year"),
    ("4000 quarters", "the number is from 1 to 9999"),
    ("1d@31", "only months and years come back to a day"),
  ])
  func `a rule that is none says what is wrong`(typed: String, reason: String) {
    #expect(throws: PhraseError(reason)) { try Repetition(phrase: typed) }
  }

  @Test func `the last day is typed as any day`() throws {
    let now = try DuePhrase("2026-11-28T12:00Z").moment(now: .distantPast, in: .utc)
    for (typed, stored) in [
      ("1w until 20 dec", "1w until 2026-12-20"), ("eom until next year", "2027-01-01"),
      ("1d when done until end of year", "1d when done until 2026-12-31"),
    ] {
      let rule = try Repetition(phrase: typed, now: now, in: .utc)
      #expect(rule.storedText.hasSuffix(stored))
    }
    #expect(throws: PhraseError("a day must follow 'until', not a time")) {
      try Repetition(phrase: "1w until 18:00", now: now, in: .utc)
    }
    #expect(throws: PhraseError(unknownWord: "soon")) {
      try Repetition(phrase: "1w until soon", now: now, in: .utc)
    }
  }

  @Test(arguments: [
    "daily", "Weekly", "tue,fri", "eom", "when done", "every full moon", "FREQ=DAILY",
  ])
  func `other words in a document are not taken for a rule`(text: String) {
    #expect(Repetition(storedText: text) == nil)
  }

  @Test(arguments: [5 as UInt64, .random(in: 0...(.max))])
  func `any rule is the same again when it is stored, and when it is shown`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let rule = Repetition.random(using: &random)
      #expect(Repetition(storedText: rule.storedText) == rule, "\(rule.storedText) seed \(seed)")
      #expect(try Repetition(phrase: rule.words) == rule, "\(rule.words) seed \(seed)")
      #expect(try Repetition(phrase: rule.words.uppercased()) == rule, "seed \(seed)")
    }
  }

  @Test(arguments: [5 as UInt64, .random(in: 0...(.max))])
  func `words in any order make a rule that is stored, or an error`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let words = [
      "every", "other", "1", "2", "d", "2w", "month", "year", "weekday", "tue", "fri", "1st",
      "31st",
      "last", "january", "feb", "on", "the", "and", ",", "when", "done", "until", "2026-12-20",
      "@31", "@02-29", "@02:30", "eom", "day", "29", "of",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
      guard let rule = try? Repetition(phrase: text) else { continue }
      #expect(Repetition(storedText: rule.storedText) == rule, "\(text) seed \(seed)")
    }
  }

  @Test func `it is small`() {
    #expect(MemoryLayout<Repetition>.size <= 40)
  }
}
