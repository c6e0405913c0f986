import Foundation
import TestSupport
import Testing

/// Days that are said from today, judged by Foundation.
@Suite(.blocking)
struct DueDayTests {
  /// Zones by their rules, which need no files, and by their names.
  static let zones: [(rule: String, name: String)] = [
    ("UTC0", "UTC"), ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"),
    ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"), ("<+0545>-5:45", "Asia/Kathmandu"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "America/Nuuk"),
    ("EET-2EEST,M3.5.0/0,M10.5.0/0", "Asia/Beirut"),
  ]

  @Test(
    arguments: zones.map(\.name),
    [
      "2026-03-28T21:59:59Z", "2026-10-25T00:30:00Z", "2028-02-28T18:15:00Z",
      "2026-12-31T23:59:59Z",
    ])
  func `A day is Foundation's`(zone: String, moment: String) throws {
    let sandbox = try Sandbox()
    let now = try Date(moment, strategy: .iso8601)
    sandbox.environment["TZ"] = try #require(Self.zones.first { $0.name == zone }?.rule)
    sandbox.environment["CHECKLISTS_NOW"] = moment
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let days = [("today", 0), ("tomorrow", 1), ("+3d", 3), ("in 40 weeks", 280)]
    try sandbox.run(
      "batch", input: days.map { "add Task --due '\($0.0)'\n" }.joined() + "add Task --due +2h\n")
    let list = try #require(sandbox.json("list")["checklist"] as? [String: Any])
    let items = try #require(list["items"] as? [[String: Any]])
    var ends = try days.map { _, count in
      let day = try #require(calendar.date(byAdding: .day, value: count, to: now))
      return try #require(calendar.dateInterval(of: .day, for: day)?.end).addingTimeInterval(-1)
    }
    ends.append(now.addingTimeInterval(7200))
    #expect(items.map { $0["due"] as? String } == ends.map { $0.formatted(.iso8601) })
  }
}
