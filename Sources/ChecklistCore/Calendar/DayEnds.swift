/// The ends of days in a time zone, each looked up once: many items are due on the same days.
package struct DayEnds {
  /// The time zone.
  package let zone: TimeZoneRules
  private var ends: [Int: Date] = [:]

  /// The ends of days in a zone.
  package init(in zone: TimeZoneRules) {
    self.zone = zone
  }

  /// When something is over that is due then.
  package mutating func end(of due: DueDate) -> Date {
    guard case .day(let day) = due else { return due.storedMoment }
    if let end = ends[day.daysSince2001] { return end }
    let end = due.end(in: zone)
    ends[day.daysSince2001] = end
    return end
  }

  /// The day that is meant, as ISO 8601 has it; nil for a moment.
  package func day(of due: DueDate) -> String? {
    due.day(in: zone)?.isoDay
  }
}
