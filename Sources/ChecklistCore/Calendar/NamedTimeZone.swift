/// A time zone with the name by which the time zone database knows it.
package struct NamedTimeZone: Sendable {
  /// The name: `Europe/Berlin`.
  package let name: String
  /// When its clocks are set.
  package let transitions: TimeZoneTransitions
  /// The rules of its clocks.
  package let rules: TimeZoneRules

  /// A zone of a name.
  package init(_ name: String, _ transitions: TimeZoneTransitions) {
    (self.name, self.transitions, rules) = (name, transitions, transitions.rules)
  }

  /// Whether its clocks show UTC, always.
  package var isUTC: Bool {
    transitions.firstOffset == 0 && transitions.transitions.isEmpty && transitions.yearly.isEmpty
  }
}
