/// A time zone as the moments at which its clocks are set: single ones, and yearly ones.
package struct TimeZoneTransitions: Sendable {
  /// A moment at which the clocks are set.
  package struct Transition: Equatable, Sendable {
    /// The moment, in seconds since 2001 in UTC.
    package let second: Int
    /// How many seconds the clocks are ahead of UTC from then on.
    package let offset: Int

    package init(second: Int, offset: Int) {
      (self.second, self.offset) = (second, offset)
    }
  }

  /// How many seconds the clocks are ahead of UTC before the first transition.
  package let firstOffset: Int
  /// The single transitions, the earliest first.
  package let transitions: [Transition]
  /// The yearly transitions.
  package let yearly: [YearlyTransition]

  /// The most yearly transitions; each of them is looked at for each moment.
  package static let mostYearly = 32

  /// A zone whose clocks are set at some moments.
  ///
  /// - Parameters:
  ///   - firstOffset: How many seconds the clocks are ahead of UTC before the first transition.
  ///   - transitions: The single transitions, in any order.
  ///   - yearly: The yearly ones, at most ``mostYearly``.
  package init(
    firstOffset: Int, transitions: [Transition], yearly: [YearlyTransition] = []
  ) {
    self.firstOffset = firstOffset
    self.transitions = transitions.sorted { $0.second < $1.second }
    self.yearly = yearly
  }

  /// The rules of the zone.
  package var rules: TimeZoneRules { TimeZoneRules { offset(at: $0) } }

  /// How many seconds the clocks are ahead of UTC at a second since 2001 in UTC.
  private func offset(at second: Int) -> Int {
    var last = lastTransition(at: second)
    if yearly.isEmpty { return last?.offset ?? firstOffset }
    // The year of the clocks may be the next one already, or still the one before.
    let year = CalendarDate(secondsSince2001: second).year
    for rule in yearly {
      for year in [year + 1, year, year - 1] {
        guard let transition = rule.transition(in: year), transition.second <= second else {
          continue
        }
        if transition.second > last?.second ?? .min { last = transition }
        break
      }
    }
    return last?.offset ?? firstOffset
  }

  /// The zone after a second, with as few single transitions as can be: the last ones that the
  /// yearly ones give too are left to these.
  ///
  /// - Parameter second: The second since 2001 in UTC.
  /// - Returns: The zone; before that second, its clocks are as they are then.
  package func condensed(after second: Int) -> TimeZoneTransitions {
    // Some set the clocks to what they show.
    var rest: [Transition] = []
    for transition in transitions where transition.second > second {
      if transition.offset != rest.last?.offset ?? offset(at: second) { rest.append(transition) }
    }
    var yearly = yearly
    if let range = yearly.first?.range, yearly.allSatisfy({ $0.range == range }) {
      var start = max(range.lowerBound, second + 1)
      while let last = rest.last, last == Self.lastOccurrence(of: yearly, before: start) {
        start = last.second
        rest.removeLast()
      }
      yearly = yearly.map { $0.beginning(at: start) }
    }
    return TimeZoneTransitions(
      firstOffset: offset(at: second), transitions: rest, yearly: yearly)
  }

  /// The last time before a second at which a yearly transition is due.
  private static func lastOccurrence(
    of yearly: [YearlyTransition], before second: Int
  ) -> Transition? {
    let year = CalendarDate(secondsSince2001: second).year
    return yearly.flatMap { rule in
      (year - 1...year + 1).compactMap { rule.occurrence(in: $0) }.filter { $0.second < second }
    }
    .max { $0.second < $1.second }
  }

  /// The last single transition that is not after a second.
  private func lastTransition(at second: Int) -> Transition? {
    let next = transitions.partitioningIndex { $0.second > second }
    return next > 0 ? transitions[next - 1] : nil
  }
}
