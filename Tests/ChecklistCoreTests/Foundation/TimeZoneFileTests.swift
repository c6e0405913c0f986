import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The files of the system's time zone database, with Foundation as the judge.
struct TimeZoneFileTests {
  private static let names = [
    "Europe/Berlin", "Europe/Dublin", "Europe/London", "America/New_York", "America/Sao_Paulo",
    "America/Nuuk", "America/St_Johns", "Asia/Kathmandu", "Asia/Tehran", "Asia/Gaza",
    "Africa/Casablanca", "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Apia",
    "Pacific/Kiritimati", "Pacific/Chatham", "Asia/Tokyo", "Etc/GMT+12", "UTC",
  ]

  private static func path(_ name: String) -> String? {
    TimeZoneFile.path(of: name, in: TimeZoneFile.directory)
  }

  /// Whether the system has the files of all these zones.
  private static let areHere = names.allSatisfy { name in
    path(name).map(FileManager.default.fileExists) == true
  }
  private static let absence = "not all time zone files are here"

  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: #require(path(name)))))
  }

  @Test(.needs(areHere, absence), arguments: names)
  func `a zone has the offsets that Foundation knows`(name: String) throws {
    let bytes = try Self.bytes(name)
    let zone = try #require(TimeZone(identifier: name))
    let rules = try #require(TimeZoneFile(bytes)).zone.rules
    let foundation = TimeZoneRules { second in
      zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(second)))
    }
    func isSame(_ second: Int) -> Bool {
      let moment = Date(timeIntervalSinceReferenceDate: Double(second))
      return rules.clock(at: moment) == foundation.clock(at: moment)
    }
    let (first, last) = (
      CalendarDate(year: 1970, month: 1, day: 1).secondsSince2001,
      CalendarDate(year: 2060, month: 1, day: 1).secondsSince2001
    )
    for second in stride(
      from: first, to: last, by: LongTests.count(short: 5 * 31, long: 31) * 3600 + 1)
    {
      try #require(isSame(second), "\(second)")
    }
    // The seconds at which the clocks are set.
    var moment = Date(timeIntervalSinceReferenceDate: Double(first))
    while let next = zone.nextDaylightSavingTimeTransition(after: moment),
      next.timeIntervalSinceReferenceDate < Double(last), next > moment
    {
      let second = Int(next.timeIntervalSinceReferenceDate)
      for second in [second - 1, second, second + 1] { try #require(isSame(second), "\(second)") }
      moment = next
    }
  }

  @Test(.needs(areHere, absence)) func `damaged files are refused or read`() throws {
    let bytes = try Self.bytes("Europe/Berlin")
    for end in bytes.indices { _ = TimeZoneFile(Array(bytes[..<end])) }
    #expect(TimeZoneFile([]) == nil)
    #expect(TimeZoneFile(Array(bytes.prefix(100))) == nil)
    #expect(TimeZoneFile(Array("TZif2".utf8) + [UInt8](repeating: 255, count: 200)) == nil)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<LongTests.count(short: 1_000, long: 5_000) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let rules = TimeZoneFile(damaged)?.zone.rules else { continue }
      for year in [0, 1900, 2026, 9999] {
        _ = rules.moments(of: CalendarDate(year: year, month: 12, day: 31))
      }
    }
  }

  @Test(arguments: [
    "", "../etc/passwd", "/etc/passwd", "Europe//Berlin", "Europe/", ".", "a b", "a\u{0}b", "é",
    String(repeating: "a", count: 65),
  ])
  func `a name that no zone has is no path`(name: String) {
    #expect(TimeZoneFile.path(of: name, in: "/z") == nil)
  }

  @Test func `a name is a path in the directory`() {
    #expect(TimeZoneFile.path(of: "Etc/GMT+12", in: "/z") == "/z/Etc/GMT+12")
  }
}
