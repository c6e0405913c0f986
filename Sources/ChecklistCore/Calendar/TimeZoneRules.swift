/// A time zone: what its clocks show at a moment, and at which moments they show a date and a time.
///
/// All of it follows from one function. So a zone can be the C library's, or a rule of one line.
public struct TimeZoneRules: Sendable {
  private let secondsAheadOfUTC: @Sendable (_ secondsSince2001: Int) -> Int

  /// A time zone that follows a rule.
  ///
  /// - Parameter secondsAheadOfUTC: Gives how many seconds the clocks are ahead of UTC at a moment,
  ///   less than a day. The moment is in seconds since 2001-01-01 00:00:00 UTC.
  public init(_ secondsAheadOfUTC: @escaping @Sendable (_ secondsSince2001: Int) -> Int) {
    self.secondsAheadOfUTC = secondsAheadOfUTC
  }

  /// The zone in which clocks show UTC.
  public static let utc = TimeZoneRules { _ in 0 }

  /// The time of the clocks at a moment, to the second.
  package func clock(at moment: Date) -> CalendarDate {
    CalendarDate(secondsSince2001: local(moment.wholeSeconds))
  }

  /// The moments at which the clocks show a date and a time.
  ///
  /// - Returns: One moment, as a rule. Two, when the clocks are set back and show the time twice.
  ///   When they are set forward and never show it, the moment at which they would have shown it
  ///   (RFC 5545, section 3.3.5): where they skip the hour from 2:00 on, the moment that is meant
  ///   by 2:30 is the one at which they show 3:30.
  package func moments(of time: CalendarDate) -> [Date] {
    seconds(at: time.secondsSince2001).map {
      Date(timeIntervalSinceReferenceDate: Double($0))
    }
  }

  /// The moment at which a day begins: the first one at which the clocks show 0:00 or later.
  package func start(of day: CalendarDate) -> Date {
    let time = day.daysSince2001 * CalendarDate.secondsInDay
    return Date(timeIntervalSinceReferenceDate: Double(firstSecond(from: time)))
  }

  /// The last second of a day, at which something is due that is due on that day.
  ///
  /// - Returns: The second before the next day begins. It need not be at 23:59:59; where clocks are
  ///   set forward over midnight, it need not be before 0:00 either.
  package func end(of day: CalendarDate) -> Date {
    start(of: CalendarDate(year: day.year, month: day.month, day: day.day + 1)) - 1
  }

  /// Whether a moment is the last second of a day, and so means the day as a whole.
  package func isEndOfDay(_ moment: Date) -> Bool {
    isEndOfDay(moment, showing: clock(at: moment))
  }

  /// Whether a moment is the last second of a day, given what the clocks show at that moment.
  package func isEndOfDay(_ moment: Date, showing time: CalendarDate) -> Bool {
    // A day that ends early ends with a whole minute.
    time.second == 59 && clock(at: moment + 1).daysSince2001 != time.daysSince2001
  }

  /// The time of the clocks at a second since 2001 in UTC, as a second since 2001 of their own.
  private func local(_ second: Int) -> Int {
    second + max(-86_399, min(secondsAheadOfUTC(second), 86_399))
  }

  /// The seconds since 2001 in UTC at which the clocks show a second since 2001 of their own.
  private func seconds(at time: Int) -> [Int] {
    let (earliest, latest) = candidates(for: time)
    if earliest == latest { return [earliest] }
    let matches = [earliest, latest].filter { local($0) == time }
    // Clocks that skip the time are set forward: the later one is by how they were before.
    return matches.isEmpty ? [latest] : matches
  }

  /// The first second since 2001 in UTC at which the clocks show a time or a later one.
  private func firstSecond(from time: Int) -> Int {
    var (earliest, latest) = candidates(for: time)
    if let match = [earliest, latest].first(where: { local($0) == time }) { return match }
    // The clocks skip that time: they show less at the earlier moment and more at the later one.
    while latest - earliest > 1 {
      let middle = earliest + (latest - earliest) / 2
      if local(middle) < time { earliest = middle } else { latest = middle }
    }
    return latest
  }

  /// The seconds at which the clocks show a time, if they are not set about then.
  private func candidates(for time: Int) -> (earliest: Int, latest: Int) {
    // A zone is less than a day from UTC, so these are its offsets before and after that time. They
    // differ when the clocks are set in between.
    let before = local(time - 86_400) - (time - 86_400)
    let after = local(time + 86_400) - (time + 86_400)
    return (time - max(before, after), time - min(before, after))
  }
}

extension Date {
  /// The whole seconds since 2001.
  ///
  /// For a moment that no calendar reaches, the last second that one does.
  var wholeSeconds: Int {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.magnitude < 1e15 else {
      return seconds < 0 ? -1_000_000_000_000_000 : 1_000_000_000_000_000
    }
    return Int(seconds.rounded(.down))
  }
}
