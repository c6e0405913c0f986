import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Time zones as calendars have them, out and in.
struct CalendarZoneTests {
  private static func yearly(
    _ month: Int, _ day: YearlyTransition.Day, hour: Int, _ before: Int, _ after: Int
  ) -> YearlyTransition {
    YearlyTransition(
      month: month, day: day, time: hour * 3600, offsets: (before * 3600, after * 3600),
      range: -(1 << 40)...Int.max)
  }

  private static func zone(_ hours: Int, _ yearly: YearlyTransition...) -> NamedTimeZone {
    NamedTimeZone(
      "My Zone",
      TimeZoneTransitions(firstOffset: hours * 3600, transitions: [], yearly: yearly))
  }

  /// What a calendar's clocks show, by the description that is written of a zone.
  private static func rules(_ zone: NamedTimeZone) throws -> TimeZoneRules {
    try #require(CalendarZoneReader.zones(in: Array(zone.calendarText.utf8))[zone.name]).rules
  }

  /// The seconds from one of these moments to the next.
  private static let step = LongTests.count(short: 5 * 31, long: 31) * 3600 + 61

  /// Whether two zones show the same at many moments of some years.
  private static func expectSame(
    _ one: TimeZoneRules, _ other: TimeZoneRules, years: Range<Int>, _ comment: String
  ) {
    let ends = [years.lowerBound, years.upperBound].map {
      CalendarDate(year: $0, month: 1, day: 2).secondsSince2001
    }
    for second in stride(from: ends[0], to: ends[1], by: Self.step) {
      let moment = Date(timeIntervalSinceReferenceDate: Double(second))
      if one.clock(at: moment) == other.clock(at: moment) { continue }
      Issue.record("\(comment): \(moment)")
      return
    }
  }

  @Test func `a zone is described by the rules of its clocks`() {
    let zone = Self.zone(
      1, Self.yearly(3, .lastWeekday(6), hour: 2, 1, 2),
      Self.yearly(10, .lastWeekday(6), hour: 3, 2, 1))
    #expect(
      zone.calendarText == """
        BEGIN:VTIMEZONE
        TZID:My Zone
        BEGIN:STANDARD
        DTSTART:20000101T000000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0100
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:20000326T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20001029T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        END:STANDARD
        END:VTIMEZONE
        """)
  }

  @Test func `single settings of the clocks are dates, unless a rule gives them too`() {
    func second(_ year: Int, _ month: Int, _ day: Int) -> Int {
      CalendarDate(year: year, month: month, day: day).secondsSince2001
    }
    let rule = YearlyTransition(
      month: 3, day: .number(1), time: 0, offsets: (0, -5400 - 15),
      range: second(2012, 6, 1)...Int.max)
    let back = YearlyTransition(
      month: 5, day: .number(1), time: 0, offsets: (-5415, 0), range: second(2012, 6, 1)...Int.max)
    let zone = NamedTimeZone(
      "A,B",
      TimeZoneTransitions(
        firstOffset: 7,
        transitions: [
          .init(second: second(1990, 1, 1), offset: 0),
          .init(second: second(2003, 1, 1), offset: 3600),
          .init(second: second(2004, 1, 1), offset: 0),
          .init(second: second(2005, 1, 1), offset: 3600),
          .init(second: second(2006, 1, 1), offset: 0),
          // One that sets nothing.
          .init(second: second(2007, 1, 1), offset: 0),
          .init(second: second(2011, 3, 1), offset: -5415),
          .init(second: second(2011, 5, 1) + 5415, offset: 0),
          .init(second: second(2012, 3, 1), offset: -5415),
          .init(second: second(2012, 5, 1) + 5415, offset: 0),
        ], yearly: [rule, back]))
    #expect(
      zone.calendarText.split(separator: "\n").filter { !$0.hasPrefix("BEGIN") } == [
        "TZID:A\\,B", "DTSTART:20000101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000",
        "END:STANDARD", "DTSTART:20110301T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:-013015",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1", "END:STANDARD", "DTSTART:20110501T000000",
        "TZOFFSETFROM:-013015", "TZOFFSETTO:+0000", "RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1",
        "END:DAYLIGHT", "DTSTART:20030101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100",
        "RDATE:20050101T000000", "END:DAYLIGHT", "DTSTART:20040101T010000", "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0000", "RDATE:20060101T010000", "END:STANDARD", "END:VTIMEZONE",
      ])
  }

  @Test(
    arguments: [
      // The night before, the day after, and two days after.
      (
        yearly(3, .lastWeekday(6), hour: -1, 0, 1),
        "BYMONTH=3;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA"
      ),
      (
        yearly(4, .weekday(5, onOrAfter: 1), hour: 24, 0, 1),
        "BYMONTH=4;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU"
      ),
      (
        yearly(3, .weekday(3, onOrAfter: 22), hour: 50, 0, 1),
        "BYMONTH=3;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA"
      ),
      (yearly(3, .weekday(6, onOrAfter: 8), hour: 2, 0, 1), "BYMONTH=3;BYDAY=2SU"),
      (
        yearly(2, .weekday(6, onOrAfter: 5), hour: 2, 0, 1),
        "BYMONTH=2;BYMONTHDAY=5,6,7,8,9,10,11;BYDAY=SU"
      ),
      // In some years it is a day of the next month, or of the month before.
      (yearly(10, .lastWeekday(3), hour: 24, 0, 1), nil),
      (yearly(2, .lastWeekday(3), hour: 24, 0, 1), nil),
      (yearly(3, .weekday(6, onOrAfter: 1), hour: -1, 0, 1), nil),
      (yearly(3, .number(1), hour: -1, 0, 1), nil),
    ] as [(YearlyTransition, String?)])
  func `a yearly rule is one of calendars where its day is one of a single month`(
    yearly: YearlyTransition, rule: String?
  ) throws {
    let zone = Self.zone(0, yearly, Self.yearly(11, .number(9), hour: 0, 1, 0))
    let lines = zone.calendarText.split(separator: "\n")
    #expect(lines.contains("RRULE:FREQ=YEARLY;\(rule ?? "BYMONTH=11;BYMONTHDAY=9")"))
    #expect(lines.contains { $0.hasPrefix("RDATE:") } == (rule == nil))
    Self.expectSame(
      try Self.rules(zone), zone.rules, years: 2000..<(rule == nil ? 2037 : 2100), "\(zone)")
  }

  @Test(
    .needs(
      FileManager.default.fileExists(atPath: TimeZoneFile.directory), "there are no time zone files"
    ),
    arguments: [
      "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "America/Nuuk",
      "America/Santiago", "Africa/Cairo", "Asia/Kathmandu", "Asia/Gaza", "Africa/Casablanca",
      "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Apia", "Pacific/Easter", "Asia/Tokyo",
      "Etc/GMT+12", "UTC",
    ])
  func `a zone of the system is the same when it is read from its description`(name: String) throws
  {
    let zone = try #require(NamedTimeZone(name, in: TimeZoneFile.directory))
    Self.expectSame(try Self.rules(zone), zone.rules, years: 2000..<2037, name)
    #expect(zone.calendarText.utf8.count < 6_000)
  }

  @Test func `the system tells the name of a zone, unless its clocks show something else`() throws {
    let now = CalendarText.now
    func name(_ variable: String?, _ rules: TimeZoneRules = .utc) -> String? {
      NamedTimeZone.system(rules, variable: variable, now: now)?.name
    }
    #expect(name("UTC") == "UTC")
    #expect(name(":Etc/UTC") == "Etc/UTC")
    #expect(name("/usr/share/zoneinfo/Etc/UTC") == "Etc/UTC")
    #expect(name("UTC", CalendarText.zone) == nil)
    #expect(name("CET-1CEST,M3.5.0,M10.5.0/3", CalendarText.zone) == nil)
    #expect(name("Europe/Nowhere", CalendarText.zone) == nil)
    #expect(name("../zoneinfo/../etc/passwd", CalendarText.zone) == nil)
    guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin") else {
      return
    }
    #expect(name("Europe/Berlin", CalendarText.zone) == "Europe/Berlin")
    #expect(name("Europe/London", CalendarText.zone) == nil)
  }

  // MARK: Dates of items

  private static let fixed = """
    BEGIN:VTIMEZONE\r
    X-LIC-LOCATION:Some/Where\r
    TZID:My Zone\r
    BEGIN:STANDARD\r
    DTSTART:19700101T000000\r
    TZOFFSETFROM:+0530\r
    TZOFFSETTO:+0530\r
    TZNAME:MZT\r
    END:STANDARD\r
    END:VTIMEZONE
    """

  /// The lines of zones, due dates and starts after a calendar was read and written again.
  private static func givenBack(
    _ lines: String..., change: (inout ChecklistItem) -> Void = { _ in }
  ) throws -> [String] {
    let file = try CalendarText.read(CalendarText.calendar(lines.joined(separator: "\r\n")))
    let kept = " in a way that "
    #expect(file.warnings.texts.filter { !$0.contains(kept) } == [])
    var items = file.lists.flatMap(\.items).map(\.item)
    for index in items.indices { change(&items[index]) }
    var isInZone = false
    return CalendarText.written(items).filter { line in
      if line == "BEGIN:VTIMEZONE" { isInZone = true }
      defer { if line == "END:VTIMEZONE" { isInZone = false } }
      return isInZone || ["DUE", "due", "DTSTART"].contains { line.hasPrefix($0) }
    }
  }

  private static let fixedLines = fixed.components(separatedBy: "\r\n")

  @Test func `what comes again has the zone in which one is`() throws {
    var item = ChecklistItem("a", id: 1, now: CalendarText.now)
    item.due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    item.repetition = .weeks(1)
    let zone = try #require(CalendarText.systemZone)
    let lines = CalendarText.written([item, item])
    #expect(lines.filter { $0 == "DUE;TZID=Europe/Berlin:20261224T180000" }.count == 2)
    #expect(Array(lines[5..<25]) == zone.calendarText.components(separatedBy: "\n"))
    #expect(lines[25] == "BEGIN:VTODO")
    #expect(lines.filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
    // It is nothing that a calendar knows better.
    let read = try CalendarText.read(Array(lines.joined(separator: "\r\n").utf8))
    #expect(read.lists.flatMap(\.items).map(\.item) == [item, item])
  }

  @Test
  func `without the name of its zone it floats, of which is warned, and in UTC it needs none`()
    throws
  {
    var list = Checklist("L", id: 1)
    list.items = [ChecklistItem("a", id: 1, now: CalendarText.now)]
    list.items[0].due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    list.items[0].repetition = .weeks(1)
    var options = ExportOptions(now: CalendarText.now, zone: CalendarText.zone)
    let file = ICalendarFormat.write([ExportedList(list)], options)
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("\r\nDUE:20261224T180000\r\n"))
    #expect(
      file.warnings.texts == [
        "1 repeated due date has no time zone, since the name of its zone is unknown"
      ])
    options.zone = .utc
    options.systemZone = NamedTimeZone("UTC", in: "/")
    let other = ICalendarFormat.write([ExportedList(list)], options)
    #expect(String(decoding: other.bytes, as: UTF8.self).contains("\r\nDUE:20261224T170000Z\r\n"))
    #expect(other.warnings.texts == [])
  }

  @Test(arguments: [
    ["DUE;TZID=My Zone:20261224T170000"],
    ["DUE;X-A=1;TZID=\"My Zone\";VALUE=DATE-TIME:20261224T170000"],
    ["due;tzid=My Zone:20261224T170000"],
    ["DUE;TZID=My Zone:20261224T170000", "DTSTART;TZID=My Zone:20261220T100000"],
    ["DTSTART;TZID=My Zone:20261220T100000"],
  ])
  func `a date of a zone of a calendar comes back with it as it was`(lines: [String]) throws {
    for rule in ["X-NONE:1", "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY;COUNT=3"] {
      let task = CalendarText.task("SUMMARY:a", lines.joined(separator: "\r\n"), rule)
      // The order of properties is this program's.
      #expect(try Self.givenBack(Self.fixed, task) == Self.fixedLines + lines)
      #expect(try Self.givenBack(task, Self.fixed) == Self.fixedLines + lines)
    }
  }

  @Test func `so does one of a zone that the system knows, in this zone too`() throws {
    let zone = Self.fixed.replacingOccurrences(of: "My Zone", with: "Europe/Berlin")
      .replacingOccurrences(of: "+0530", with: "+0100")
    for rule in ["X-NONE:1", "RRULE:FREQ=DAILY"] {
      let due = "DUE;TZID=Europe/Berlin:20261224T170000"
      #expect(
        try Self.givenBack(zone, CalendarText.task("SUMMARY:a", due, rule))
          == zone.components(separatedBy: "\r\n") + [due])
    }
  }

  @Test func `a time that clocks skip comes back as it was`() throws {
    let zone = try #require(CalendarText.systemZone).calendarText
      .replacingOccurrences(of: "Europe/Berlin", with: "My Zone")
    let due = "DUE;TZID=My Zone:20260329T023000"
    #expect(
      try Self.givenBack(
        zone.replacingOccurrences(of: "\n", with: "\r\n"), CalendarText.task("SUMMARY:a", due))
        == zone.components(separatedBy: "\n") + [due])
  }

  @Test func `another date is written in the same zone, and a day in none`() throws {
    let lines = [
      Self.fixed,
      CalendarText.task(
        "SUMMARY:a", "DUE;TZID=My Zone:20261224T170000", "DTSTART;TZID=My Zone:20261220T100000"),
    ]
    #expect(
      try Self.givenBack(lines[0], lines[1]) {
        $0.due = .moment(Date(timeIntervalSinceReferenceDate: 0))
      } == Self.fixedLines + ["DUE;TZID=My Zone:20010101T053000"])
    let day = try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: CalendarText.zone))
    #expect(
      try Self.givenBack(lines[0], lines[1]) { $0.due = .day(day) } == ["DUE;VALUE=DATE:20261224"])
  }

  @Test func `a start has the form of the due date`() throws {
    #expect(
      try Self.givenBack(
        Self.fixed,
        CalendarText.task(
          "SUMMARY:a", "DUE;TZID=My Zone:20261224T170000", "DTSTART:20261220T100000Z"))
        == Self.fixedLines
        + [
          "DUE;TZID=My Zone:20261224T170000", "DTSTART;TZID=\"My Zone\":20261220T153000",
        ].map { $0.replacingOccurrences(of: "\"", with: "") })
    #expect(
      try Self.givenBack(
        Self.fixed,
        CalendarText.task(
          "SUMMARY:a", "DUE:20261224T170000Z", "DTSTART;TZID=My Zone:20261220T100000"))
        == ["DUE:20261224T170000Z", "DTSTART:20261220T043000Z"])
    #expect(
      try Self.givenBack(
        Self.fixed,
        CalendarText.task(
          "SUMMARY:a", "DTSTART;TZID=My Zone:20261220T100000", "DURATION:PT1H"))
        == Self.fixedLines + [
          "DUE;TZID=My Zone:20261220T110000", "DTSTART;TZID=My Zone:20261220T100000",
        ])
  }

  @Test func `of two zones of one name the first is that of a calendar`() throws {
    let task = CalendarText.task("SUMMARY:a", "DUE;TZID=My Zone:20261224T170000")
    let other = Self.fixed.replacingOccurrences(of: "+0530", with: "+0200")
    let files = try [Self.fixed, other].map {
      try CalendarText.read(CalendarText.calendar($0, task))
    }
    let items = files.map { $0.lists[0].items[0].item }
    let lines = CalendarText.written(items)
    #expect(
      lines.filter { $0.hasPrefix("DUE") } == [
        "DUE;TZID=My Zone:20261224T170000", "DUE:20261224T150000Z",
      ])
    #expect(lines.filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
  }

  @Test func `the rule of a repetition is about the days of its zone`() throws {
    let lines = [
      "DUE;TZID=My Zone:20260131T030000",
      "RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
    ]
    let file = try CalendarText.read(
      CalendarText.calendar(
        Self.fixed, CalendarText.task("SUMMARY:a", lines.joined(separator: "\r\n"))))
    let item = file.lists[0].items[0].item
    #expect(item.due?.description == "2026-01-30T21:30:00Z")
    #expect(item.repetition?.storedText == "1month@31")
    let written = CalendarText.written([item])
    for line in lines { #expect(written.contains(line)) }
  }

  @Test func `the parameter of a zone has its escapes`() {
    let zone = CalendarZones.Zone(
      name: "a:b^\"\n", rules: .utc, text: "", isOwnText: false, isOfSystem: false)
    #expect(zone.parameter == ";TZID=\"a:b^^^'^n\"")
  }
}
