#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TimeZoneRules {
  /// The user's zone, by the C library: the one that `TZ` names, else the machine's.
  public static let system = TimeZoneRules { secondsSince2001 in
    var time = time_t(secondsSince2001 + Int(Date.timeIntervalBetween1970AndReferenceDate))
    var fields = tm()
    // Where the library cannot count so far there are no rules either.
    return localtime_r(&time, &fields) == nil ? 0 : Int(fields.tm_gmtoff)
  }
}
