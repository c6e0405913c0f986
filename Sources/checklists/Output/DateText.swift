#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as people and programs read them, by libc's calendar.
enum LocalTime {
  /// A date and time in the user's zone, `2026-12-24 18:00`.
  static func text(_ date: Date) -> String {
    guard let fields = fields(date, localtime_r) else { return "\(date)" }
    return "\(day(fields)) \(two(fields.tm_hour)):\(two(fields.tm_min))"
  }

  /// A date and time in UTC as ISO 8601 has it, `2026-12-24T17:00:00Z`; nil when the year is beyond
  /// what libc can count.
  static func iso8601(_ date: Date) -> String? {
    guard let fields = fields(date, gmtime_r) else { return nil }
    let time = "\(two(fields.tm_hour)):\(two(fields.tm_min)):\(two(fields.tm_sec))"
    return "\(day(fields))T\(time)Z"
  }

  private typealias Conversion = (
    UnsafePointer<time_t>, UnsafeMutablePointer<tm>
  ) -> UnsafeMutablePointer<tm>?

  private static func fields(_ date: Date, _ convert: Conversion) -> tm? {
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else {
      return nil
    }
    var fields = tm()
    return convert(&seconds, &fields) == nil ? nil : fields
  }

  private static func day(_ fields: tm) -> String {
    let year = Int(fields.tm_year) + 1900
    let digits = "\(abs(year))"
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return
      "\(year < 0 ? "-" : "")\(zeros)\(digits)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
  }

  private static func two(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
