import ChecklistCore

/// The time zones that calendars name, each looked up once.
struct CalendarZones {
  /// A zone as a calendar has it.
  struct Zone {
    let name: String
    /// The rules of its clocks.
    let rules: TimeZoneRules
    /// The component that describes it in a calendar.
    let text: String
    /// Whether the description is this program's own, of a zone that the system knows.
    let isOwnText: Bool
    /// Whether the system knows it, so that all calendars mean the same by its name, however they
    /// describe it.
    let isOfSystem: Bool

    /// The parameter that names it: `;TZID=Europe/Berlin` (RFC 6868).
    var parameter: String {
      var value = ""
      for scalar in name.unicodeScalars {
        switch scalar {
        case "^": value += "^^"
        case "\n": value += "^n"
        case "\"": value += "^'"
        default: value.unicodeScalars.append(scalar)
        }
      }
      let isQuoted = value.utf8.contains { ":;,".utf8.contains($0) }
      return isQuoted ? ";TZID=\"\(value)\"" : ";TZID=\(value)"
    }

    /// The text after the name of a property for a time that its clocks show:
    /// `;TZID=Europe/Berlin:20261224T180000`.
    ///
    /// It is nil beyond the years 0 to 9999.
    func value(_ clock: CalendarDate) -> String? {
      clock.calendarText.map { "\(parameter):\($0)" }
    }
  }

  /// Where the system has its time zones.
  private let directory: String
  private var systemZones: [String: NamedTimeZone?] = [:]
  /// The components that this program writes for zones of the system.
  private var texts: [String: String] = [:]
  /// The components that describe zones, outside of a calendar.
  private var zoneTexts: [String] = []
  /// The content of the calendar at hand.
  private var content: [UInt8] = []
  /// The zones that it describes, once one was asked for.
  private var described: [String: CalendarZoneReader.Zone]?

  /// Zones of a system.
  init(directory: String) { self.directory = directory }

  /// Goes on to another calendar.
  ///
  /// - Parameter content: Its content, in which a zone may be described before or after its use.
  mutating func begin(_ content: [UInt8]) {
    (self.content, described) = (content, nil)
  }

  /// Goes on to what describes the zones of an item, which is often the same as that of the last.
  mutating func begin(describedBy texts: [String]) {
    if texts == zoneTexts { return }
    zoneTexts = texts
    begin(Array(texts.joined(separator: "\n").utf8))
  }

  /// The rules of a zone: the system's, else those that the calendar describes; nil when there are
  /// none.
  mutating func rules(_ name: String) -> TimeZoneRules? {
    systemZone(name)?.rules ?? describedZone(name)?.rules
  }

  /// A zone with what describes it in a calendar: the calendar at hand, else this program.
  ///
  /// - Returns: The zone; nil when there is none, or what describes it cannot be kept.
  mutating func zone(_ name: String) -> Zone? {
    guard let rules = rules(name) else { return nil }
    let own = systemZone(name).map { ownText(of: $0) }
    guard let text = describedZone(name)?.text ?? own else { return nil }
    return Zone(
      name: name, rules: rules, text: text, isOwnText: text == own, isOfSystem: own != nil)
  }

  /// A zone as this program describes it.
  mutating func zone(_ zone: NamedTimeZone) -> Zone {
    Zone(
      name: zone.name, rules: zone.rules, text: ownText(of: zone), isOwnText: true,
      isOfSystem: true)
  }

  private mutating func ownText(of zone: NamedTimeZone) -> String {
    if let known = texts[zone.name] { return known }
    let text = zone.calendarText
    texts[zone.name] = text
    return text
  }

  private mutating func describedZone(_ name: String) -> CalendarZoneReader.Zone? {
    let zones = described ?? CalendarZoneReader.zones(in: content)
    described = zones
    return zones[name]
  }

  private mutating func systemZone(_ name: String) -> NamedTimeZone? {
    if let known = systemZones[name] { return known }
    let zone = NamedTimeZone(name, in: directory) ?? NamedTimeZone(prefixed: name, in: directory)
    if systemZones.count < 1000 { systemZones[name] = .some(zone) }
    return zone
  }
}
