/// Moments in UTC, written as in ISO 8601.
package enum ISO8601 {
  /// A moment to the second, `2026-12-24T17:00:00Z`; nil when it is some million years away.
  package static func text(_ date: Date) -> String? {
    guard date.timeIntervalSinceReferenceDate.magnitude < 1e14 else { return nil }
    return "\(TimeZoneRules.utc.clock(at: date))"
  }

  /// A moment with all of its fraction, which ``date(_:)`` reads as the same moment; nil when it is
  /// some million years away.
  package static func exactText(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    guard let text = text(date), whole < seconds else { return text(date) }
    var fraction = ""
    var scale = 1.0
    for count in 1...mostFractionDigits {
      scale *= 10
      let number = ((seconds - whole) * scale).rounded()
      if number >= scale { continue }
      fraction = String(Int(number), paddedTo: count)
      if whole + number / scale == seconds { break }
    }
    if fraction.isEmpty { return Self.text(Date(timeIntervalSinceReferenceDate: whole + 1)) }
    return "\(text.dropLast()).\(fraction)Z"
  }

  /// The most digits of a fraction of a second.
  static let mostFractionDigits = 15

  /// A moment to the microsecond; nil when it is not finite, or beyond the years that the calendar
  /// counts.
  ///
  /// - Parameter seconds: Since 2001-01-01 00:00:00 UTC.
  /// - Returns: For instance `2026-12-24T17:00:00Z` or `2026-12-24T17:00:00.5Z`.
  package static func text(_ seconds: Double) -> String? {
    guard seconds.magnitude < 1e13 else { return nil }
    var whole = seconds.rounded(.down)
    var millionths = Int(((seconds - whole) * 1_000_000).rounded())
    if millionths == 1_000_000 { (whole, millionths) = (whole + 1, 0) }
    guard let text = text(Date(timeIntervalSinceReferenceDate: whole)) else { return nil }
    guard millionths > 0 else { return text }
    var digits = String(millionths, paddedTo: 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(text.dropLast()).\(digits)Z"
  }
}
