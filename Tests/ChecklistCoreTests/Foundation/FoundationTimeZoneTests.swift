import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

/// The rules of Foundation's time zones.
struct FoundationTimeZoneTests {
  @Test(arguments: [TestZone.utc, .berlin, .newYork, .kiritimati])
  func `a zone of Foundation has the days of the zone`(zone: TestZone) throws {
    let rules = TimeZoneRules(try #require(zone.calendar).timeZone)
    for day in [0, 90, 180, 270, 300] {
      let moment = Date(timeIntervalSince1970: 1.8e9 + Double(day) * 86_400)
      let due = DueDate.day(DueDate.Day(of: moment, in: rules))
      #expect(due == .day(DueDate.Day(of: moment, in: zone.rules)))
      #expect(due.end(in: rules) == due.end(in: zone.rules))
    }
  }
}
