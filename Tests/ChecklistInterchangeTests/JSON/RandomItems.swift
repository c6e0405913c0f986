import ChecklistCore
import Foundation
import TestSupport

@testable import ChecklistInterchange

/// Random lists for the laws of formats.
struct RandomItems {
  /// What a format cannot say, and so is not made.
  struct Limits: OptionSet {
    let rawValue: Int
    /// Texts of one line.
    static let oneLine = Limits(rawValue: 1)
    /// Dates to the day.
    static let days = Limits(rawValue: 2)
    /// No notes, sections and repetitions.
    static let textOnly = Limits(rawValue: 4)
    /// No repetitions.
    static let once = Limits(rawValue: 8)
    /// No reasons of skips.
    static let noReasons = Limits(rawValue: 16)
  }

  var random: SplitMix64
  let limits: Limits
  let zone: TimeZoneRules

  init(seed: UInt64, limits: Limits = [], zone: TimeZoneRules) {
    random = SplitMix64(seed: seed)
    (self.limits, self.zone) = (limits, zone)
  }

  private static let parts = [
    "a", "x ", "(A) ", "2026-12-24 ", "due:2026-13-24", "+p", "@c", "k:v", " ", "  ", "\t", "\"",
    "\\", "\\n", "\\u0041", "é", "e\u{301}", "😀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧", "\u{202E}", "\u{1}", "\u{1B}", "\u{7F}",
    "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "[", "]", "{", "}", ",",
    ":", "/", "&open;", "null", "x", "-", "(a) ", "(A)", "2026-12-24", "_", "+", "due:",
  ]

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  /// A text that is not blank.
  mutating func text(inOneLine: Bool = false) -> String {
    let breaks = inOneLine ? [] : ["\n", "\r", "\r\n", "\u{10}"]
    var text = ""
    repeat {
      text = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        (Self.parts + breaks).randomElement(using: &random) ?? ""
      }.joined()
    } while ContentRules.isBlank(text)
    return text
  }

  /// A moment to the second.
  mutating func moment() -> Date {
    Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<1_600_000_000, using: &random)))
  }

  private mutating func date() -> Date {
    let moment = moment()
    return limits.contains(.days) ? zone.moments(of: zone.clock(at: moment).startOfDay)[0] : moment
  }

  /// An item.
  mutating func item() -> ChecklistItem {
    var item = ChecklistItem(text(inOneLine: limits.contains(.oneLine)), now: date())
    if chance(4) { item.created = nil }
    if chance(2) {
      if chance(3) { item.isChecked = true } else { item.setChecked(true, now: date()) }
    } else if chance(3) {
      let reason = text(inOneLine: true).filter { !$0.isNewline }
      item.skip(chance(3) || limits.contains(.noReasons) ? "" : reason)
    }
    if chance(2) {
      let moment = moment()
      var days = LocalDays(in: zone)
      item.due =
        chance(2) || days.day(meantBy: moment) != nil
        ? days.due(on: zone.clock(at: moment)) : .moment(moment)
      let steps = ["1d", "2w", "weekdays", "1month", "1month@31", "1y", "3y@02-29"]
      if !limits.contains(.once), chance(2), let step = steps.randomElement(using: &random) {
        item.repetition = Repetition(storedText: step)
      }
    }
    if limits.contains(.textOnly) { return item }
    if chance(2) { item.note = text() }
    if chance(2) { item.section = ContentRules.sectionName(from: text(inOneLine: true)) }
    return item
  }

  /// Lists with items.
  mutating func lists(_ count: Int, items: Int) -> [Checklist] {
    (0..<count).map { number in
      var list = Checklist("List \(number)", icon: "Trips")
      list.isHidden = chance(2)
      list.items = (0..<Int.random(in: 0...items, using: &random)).map { _ in item() }
      list.nest(using: &random)
      return list
    }
  }
}

extension [ExportedList] {
  /// Whole lists.
  init(_ lists: [Checklist]) { self = lists.map { ExportedList($0) } }
}
