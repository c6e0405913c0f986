public import ChecklistCore
import Foundation

extension TimeZoneRules {
  /// The rules of a time zone of Foundation.
  ///
  /// - Parameter zone: The time zone, `TimeZone.autoupdatingCurrent` for instance.
  public init(_ zone: TimeZone) {
    self.init { zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double($0))) }
  }
}
