import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Dates of calendars, and the zones that they name.
struct ICalendarDateTests {
  private static func due(_ lines: String...) throws -> String? {
    try CalendarText.item(lines.joined(separator: "\r\n")).item.due?.description
  }

  @Test(
    arguments: [
      ("DUE;VALUE=DATE:20261224", "2026-12-24"), ("DUE:20261224", "2026-12-24"),
      ("DUE;VALUE=DATE:99991231", "9999-12-31"), ("DUE:20261224T170000Z", "2026-12-24T17:00:00Z"),
      // Where one is: in winter, in summer, in the hour that clocks skip and in the one shown
      // twice.
      ("DUE:20261224T170000", "2026-12-24T16:00:00Z"),
      ("DUE:20260724T170000", "2026-07-24T15:00:00Z"),
      ("DUE:20260329T023000", "2026-03-29T01:30:00Z"),
      ("DUE:20261025T023000", "2026-10-25T00:30:00Z"),
      ("DUE:20261231T235960Z", "2027-01-01T00:00:00Z"),
      ("DUE;TZID=UTC:20261224T170000", "2026-12-24T17:00:00Z"),
      ("DTSTART;VALUE=DATE:20261220\r\nDURATION:P4D", "2026-12-24"),
      ("DURATION:P1W\r\nDTSTART;VALUE=DATE:20261220", "2026-12-27"),
      ("DTSTART;VALUE=DATE:20261220\r\nDURATION:PT36H", "2026-12-20"),
      ("DTSTART:20261220T100000Z\r\nDURATION:P1DT1H1M1S", "2026-12-21T11:01:01Z"),
      ("DTSTART:20261220T100000Z\r\nDURATION:-PT15M", "2026-12-20T09:45:00Z"),
      // A day keeps the time that the clocks show, and 24 hours do not.
      ("DTSTART:20260328T120000\r\nDURATION:+P1D", "2026-03-29T10:00:00Z"),
      ("DTSTART:20260328T120000\r\nDURATION:PT24H", "2026-03-29T11:00:00Z"),
      ("DTSTART:20261220T100000Z", nil),
      ("DTSTART:20261220T100000Z\r\nDURATION:PT", "2026-12-20T10:00:00Z"),
      // An hour that the clocks skip.
      ("DUE;TZID=Europe/Berlin:20260329T023000", "2026-03-29T01:30:00Z"),
      ("DTSTART:20261220T100000Z\r\nDURATION:P4D\r\nDUE:20261224T100000Z", "2026-12-24T10:00:00Z"),
    ] as [(String, String?)])
  func `a date is a day or a moment`(lines: String, due: String?) throws {
    #expect(try Self.due(lines) == due)
  }

  @Test(arguments: [
    "2026122", "202612241", "20261224T", "20261224T1700", "20261224T170000ZZ", "20261224T240000Z",
    "20261224T176000Z", "20261224T170061Z", "20260229", "20261301", "20260100", "+0261224",
    "20261224 170000", "2026-12-24", "99999999999999999999",
  ])
  func `any other text is no date`(value: String) throws {
    #expect(CalendarTime(Array(value.utf8)[...]) == nil)
    #expect(
      try CalendarText.warnings("DUE:\(value)") == [
        "1 property that is not understood was left out (line 5)"
      ])
  }

  @Test(arguments: [
    "", "P", "P1", "P1H", "PT1D", "P1D1W", "P1DT1S1M", "1D", "P12345678D",
    "P1D ", "--P1D", "P1DT1H1H",
  ])
  func `any other text is no duration`(value: String) {
    #expect(CalendarDuration(Array(value.utf8)[...]) == nil)
  }

  @Test(arguments: [
    "DTSTART:99991231T235900Z\r\nDURATION:PT1M", "DTSTART;VALUE=DATE:99991231\r\nDURATION:P1D",
    "DTSTART;VALUE=DATE:00000101\r\nDURATION:-P1D", "DUE:00000101T000000",
    "DTSTART:99000101T000000Z\r\nDURATION:PT9999999H",
  ])
  func `a date beyond the years of a calendar is ignored`(lines: String) throws {
    #expect(
      try CalendarText.warnings(lines) == [
        "1 date beyond the year 9999 was left out (line 3)"
      ])
  }

  /// A zone of the system that the tests use.
  private static let system = "/usr/share/zoneinfo/America/New_York"

  @Test(.needs(FileManager.default.fileExists(atPath: system), "\(system) is not here"))
  func `a system's zone counts before the calendar's`() throws {
    let folder = try TemporaryFolder()
    var options = CalendarText.importing
    options.zoneDirectory = folder.path
    let zone = Self.zone("Some/Zone", "BEGIN:STANDARD\r\n\(Self.fixed("+0500"))END:STANDARD")
    let bytes = CalendarText.calendar(
      CalendarText.task("SUMMARY:a", "DUE;TZID=\"Some/Zone\":20261224T170000"), zone)
    func due() throws -> DueDate? {
      try ICalendarFormat.read(bytes, options).lists.first?.items.first?.item.due
    }
    #expect(try due()?.description == "2026-12-24T12:00:00Z")
    let system = try Data(contentsOf: URL(filePath: Self.system))
    let directory = URL(filePath: folder.path).appending(path: "Some")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try system.write(to: directory.appending(path: "Zone"))
    #expect(try due()?.description == "2026-12-24T22:00:00Z")
  }

  @Test(
    .needs(FileManager.default.fileExists(atPath: system), "\(system) is not here"),
    arguments: [
      "/freeassociation.sourceforge.net/America/New_York",
      "/citadel.org/20190914_1/America/New_York",
      "/softwarestudio.org/Olson_20011030_5/America/New_York", "America/New_York",
    ])
  func `a zone of a registry ends with the name that the system knows`(name: String) throws {
    let due = "DUE;TZID=\(name):20261217T090000"
    let empty = "BEGIN:VTIMEZONE\r\nTZID:\(name)\r\nEND:VTIMEZONE"
    let bytes = CalendarText.calendar(empty, CalendarText.task("SUMMARY:a", due))
    let file = try CalendarText.read(bytes)
    #expect(file.warnings.texts == [])
    let item = file.lists[0].items[0].item
    #expect(item.due?.description == "2026-12-17T14:00:00Z")
    // It has the same name again, with what describes it.
    let written = CalendarText.written([item])
    #expect(written.contains(due) && written.contains("TZID:\(name)"))
    let again = try CalendarText.read(Array(written.joined(separator: "\r\n").utf8))
    #expect(again.lists[0].items[0].item.due == item.due)
  }

  @Test(arguments: ["/America/New_York", "//America/New_York", "/a/b/Nowhere/Land", "/", "/x/../y"])
  func `a name that ends with no zone is unknown`(name: String) throws {
    let file = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task("SUMMARY:a", "DUE;TZID=\(name):20261217T090000")))
    #expect(file.warnings.texts.count == 1)
    #expect(file.lists[0].items[0].item.due?.description == "2026-12-17T08:00:00Z")
  }

  @Test func `what repeats comes back to a time that the clocks skip`() throws {
    let lines = ["DUE;TZID=Europe/Berlin:20260329T023000", "RRULE:FREQ=DAILY"]
    let item = try CalendarText.item(lines.joined(separator: "\r\n")).item
    #expect(item.repetition?.storedText == "1d@02:30")
    let written = CalendarText.written([item])
    #expect(lines.filter(written.contains) == lines)
  }

  private static func zone(_ name: String, _ observances: String...) -> String {
    (["BEGIN:VTIMEZONE", "TZID:\(name)"] + observances + ["END:VTIMEZONE"])
      .joined(separator: "\r\n")
  }

  private static func fixed(_ offset: String) -> String {
    "DTSTART:19700101T000000\r\nTZOFFSETFROM:\(offset)\r\nTZOFFSETTO:\(offset)\r\n"
  }

  /// The due moment of a task at a time of the zone "My Zone".
  private static func moment(
    at time: String, _ observances: String..., warnings: [String] = []
  ) throws -> String? {
    let zone = (["BEGIN:VTIMEZONE", "TZID:My Zone"] + observances + ["END:VTIMEZONE"])
      .joined(separator: "\r\n")
    let file = try CalendarText.read(
      CalendarText.calendar(
        zone, CalendarText.task("SUMMARY:a", "DUE;TZID=My Zone:\(time)")))
    #expect(file.warnings.texts.map { $0.prefix(49) } == warnings.map { $0.prefix(49) })
    return file.lists[0].items[0].item.due?.description
  }

  private static let unknown = ["1 time of an unknown time zone is taken as local (line 1)"]

  private static let newYork = [
    """
    BEGIN:DAYLIGHT\r\nTZNAME:EDT\r\nDTSTART:20070311T020000\r
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r
    END:DAYLIGHT\r
    BEGIN:STANDARD\r\nDTSTART:20071104T020000\r\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\r
    TZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nEND:STANDARD
    """
  ][0]

  @Test(arguments: [
    ("20261224T170000", "2026-12-24T22:00:00Z"), ("20260724T170000", "2026-07-24T21:00:00Z"),
    ("20260308T013000", "2026-03-08T06:30:00Z"), ("20260308T033000", "2026-03-08T07:30:00Z"),
    // Skipped, and shown twice.
    ("20260308T023000", "2026-03-08T07:30:00Z"), ("20261101T013000", "2026-11-01T05:30:00Z"),
    // Before the first rule.
    ("20060724T170000", "2006-07-24T22:00:00Z"),
  ])
  func `a zone of the calendar may have yearly rules`(time: String, due: String) throws {
    #expect(try Self.moment(at: time, Self.newYork) == due)
  }

  @Test(arguments: [
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "2026-03-29"),
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU", "2026-03-08"),
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2026-03-05"),
    ("RRULE:FREQ=YEARLY", "2026-03-25"),
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20260329T010000Z;INTERVAL=1", "2026-03-29"),
    ("RDATE:20250101T000000,20260311T020000", "2026-03-11"),
  ])
  func `a yearly rule has one of some forms`(rule: String, day: String) throws {
    let observance = """
      BEGIN:DAYLIGHT\r\nDTSTART:20010325T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r
      \(rule)\r\nEND:DAYLIGHT\r
      BEGIN:STANDARD\r\nDTSTART:20000101T000000\r\nRRULE:FREQ=YEARLY\r
      TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD
      """
    let date = day.replacingOccurrences(of: "-", with: "")
    #expect(try Self.moment(at: "\(date)T013000", observance) == "\(day)T00:30:00Z")
    #expect(try Self.moment(at: "\(date)T033000", observance) == "\(day)T01:30:00Z")
  }

  @Test(arguments: [
    "RRULE:FREQ=MONTHLY", "RRULE:FREQ=YEARLY;INTERVAL=2", "RRULE:FREQ=YEARLY;COUNT=3",
    "RRULE:FREQ=YEARLY;BYMONTH=13", "RRULE:FREQ=YEARLY;BYDAY=5SU", "RRULE:FREQ=YEARLY;BYDAY=XX",
    "RRULE:FREQ=YEARLY;BYMONTHDAY=1,2", "RRULE:FREQ=YEARLY;UNTIL=never", "RRULE:x",
    "RDATE;VALUE=PERIOD:20260101T000000/PT1H", "TZOFFSETTO:0100", "DTSTART:never",
    "TZOFFSETFROM:+1",
  ])
  func `a zone with other rules is unknown`(line: String) throws {
    #expect(
      try Self.moment(
        at: "20261224T170000",
        "BEGIN:STANDARD\r\n\(Self.fixed("+0500"))\(line)\r\nEND:STANDARD", warnings: Self.unknown)
        == "2026-12-24T16:00:00Z")
  }

  @Test(arguments: [
    ("+0530", "2026-12-24T11:30:00Z"), ("-001530", "2026-12-24T17:15:30Z"),
    ("+000000", "2026-12-24T17:00:00Z"),
  ])
  func `a zone of the calendar may be fixed`(offset: String, due: String) throws {
    let observance = "BEGIN:STANDARD\r\n\(Self.fixed(offset))END:STANDARD"
    #expect(try Self.moment(at: "20261224T170000", observance) == due)
  }

  @Test(arguments: ["Europe/Nowhere", "../../etc/passwd", "/x/Europe/Nowhere", "", "a\u{1}"])
  func `a time of an unknown zone is taken as local`(name: String) throws {
    let file = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task("SUMMARY:a", "DUE;TZID=\(name):20261224T170000"),
        CalendarText.task("SUMMARY:b", "DUE;TZID=\(name):20261224T170000")))
    #expect(
      file.lists[0].items.map(\.item.due?.description) == [
        "2026-12-24T16:00:00Z", "2026-12-24T16:00:00Z",
      ])
    #expect(
      file.warnings.texts == [
        "2 times of unknown time zones are taken as local (the first on line 3)"
      ])
  }

  @Test func `a name of a zone has its escapes undone`() throws {
    let line = try #require(
      ContentLine(
        number: 1, bytes: Array("DUE;X=\"a;b:c\";TZID=\"a^'^^^n^b\":20261224T1".utf8)[...]))
    #expect(line.parameterText("TZID") == "a\"^\n^b")
    #expect(line.parameterText("X") == "a;b:c")
    #expect(line.rawText == "20261224T1")
  }
}
