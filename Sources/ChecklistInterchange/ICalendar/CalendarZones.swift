import ChecklistCore

/// The time zones that calendars name, each looked up once.
struct CalendarZones {
  /// Where the system has its time zones.
  private let directory: String
  private var systemZones: [String: TimeZoneRules?] = [:]
  /// The content of the calendar at hand.
  private var content: [UInt8] = []
  /// The zones that it describes, once one was asked for.
  private var described: [String: TimeZoneRules]?

  /// Zones of a system.
  ///
  /// - Parameter directory: Where the system has its time zones.
  init(directory: String) { self.directory = directory }

  /// Goes on to another calendar.
  ///
  /// - Parameter content: Its content, in which a zone may be described before or after its use.
  mutating func begin(_ content: [UInt8]) {
    (self.content, described) = (content, nil)
  }

  /// The rules of a zone: the system's, else those that the calendar describes; nil when there are
  /// none.
  mutating func rules(_ name: String) -> TimeZoneRules? {
    if let known = systemZones[name] ?? nil { return known }
    if systemZones[name] == nil, systemZones.count < 1000 {
      let rules = systemRules(name)
      systemZones[name] = .some(rules)
      if let rules { return rules }
    }
    let zones = described ?? CalendarZoneReader.zones(in: content)
    described = zones
    return zones[name]
  }

  private func systemRules(_ name: String) -> TimeZoneRules? {
    if name == "UTC" || name == "Etc/UTC" { return .utc }
    guard let path = TimeZoneFile.path(of: name, in: directory),
      let bytes = try? PlainFile(path: path).read()
    else { return nil }
    return TimeZoneFile(bytes)?.zone.rules
  }
}
