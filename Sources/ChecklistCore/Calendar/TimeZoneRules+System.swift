import SystemLibrary

extension TimeZoneRules {
  /// The user's time zone, as the C library knows it: the one that `TZ` names, else the machine's.
  public static let system = TimeZoneRules { secondsSince2001 in
    var time = time_t(secondsSince2001 + Int(Date.timeIntervalBetween1970AndReferenceDate))
    var fields = tm()
    // For a moment that the C library cannot represent, UTC serves.
    return localtime_r(&time, &fields) == nil ? 0 : Int(fields.tm_gmtoff)
  }
}
