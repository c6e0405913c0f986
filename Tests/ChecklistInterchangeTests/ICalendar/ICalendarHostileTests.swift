import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Calendars that are made to take long, or much memory.
struct ICalendarHostileTests {
  private static let limit = Duration.seconds(60)
  /// Of what is long, the short form of the tests has a tenth.
  private static let share = LongTests.count(short: 10, long: 1)

  private static func read(_ text: String) throws -> ImportedFile {
    try read(Array(text.utf8))
  }

  private static func read(_ bytes: [UInt8]) throws -> ImportedFile {
    var file: ImportedFile?
    // A reader that takes quadratic time takes hours for these.
    let time = try ContinuousClock().measure { file = try CalendarText.read(bytes) }
    #expect(time < limit)
    return try #require(file)
  }

  private static func calendar(_ body: String) -> String {
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n\(body)\nEND:VTODO\nEND:VCALENDAR\n"
  }

  @Test func `a million folds are read in linear time`() throws {
    let folds = String(repeating: "\n a", count: 1_000_000 / Self.share)
    let file = try Self.read(Self.calendar("DESCRIPTION:\(folds)"))
    #expect(file.lists[0].items[0].item.note?.utf8.count == 1_000_000 / Self.share)
  }

  @Test func `many folds inside of characters are read in linear time`() throws {
    let text = String(repeating: "\u{1F95B}", count: 200_000 / Self.share)
    var bytes: [UInt8] = []
    for byte in Self.calendar("DESCRIPTION:\(text)").utf8 {
      if byte & 0xC0 == 0x80 { bytes += [10, 32] }
      bytes.append(byte)
    }
    #expect(try Self.read(bytes).lists[0].items[0].item.note == text)
  }

  @Test func `a line over 16 MiB with its folds undone is refused`() {
    let half = String(repeating: "a", count: 8 << 20)
    #expect {
      try CalendarText.read(Array(Self.calendar("DESCRIPTION:\(half)\n \(half)").utf8))
    } throws: {
      ($0 as? InterchangeError)?.description == "line 4: the line has more than 16 MiB"
    }
  }

  @Test func `components inside each other are refused from a depth on`() throws {
    for count in [64, 65, 100_000 / Self.share] {
      let body = (0..<count).map { "BEGIN:A\($0 % 10)" }.joined(separator: "\n")
      let ends = (0..<count).reversed().map { "END:A\($0 % 10)" }.joined(separator: "\n")
      let text = Self.calendar(body + "\n" + ends)
      if count < 65 {
        #expect(try Self.read(text).lists[0].items[0].item.origin?["icalendar"]?.fields.count == 1)
      } else {
        #expect {
          try Self.read(text)
        } throws: {
          ($0 as? InterchangeError)?.description.hasSuffix(
            "more than 64 components are inside each other") == true
        }
      }
    }
  }

  @Test func `many calendars, names, zones, parts and categories take linear time`() throws {
    let count = 5_000 / Self.share
    let calendars = (0..<count).map {
      "BEGIN:VCALENDAR\nNAME:\($0)\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n"
    }.joined()
    #expect(try Self.read(calendars).lists.count == count)
    let chain = (0..<count).map {
      """
      BEGIN:VTODO
      UID:\($0)
      RELATED-TO:\($0 + 1)
      SUMMARY:a
      DUE;TZID=Zone \($0):20261224T170000
      CATEGORIES:\(String(repeating: ",", count: 20))
      END:VTODO\n
      """
    }.joined()
    let file = try Self.read("BEGIN:VCALENDAR\n\(chain)END:VCALENDAR\n")
    #expect(file.lists[0].items.first?.item.origin?["icalendar"]?.id == "\(count - 1)")
    #expect(
      file.warnings.texts == [
        "\(count) times of unknown time zones are taken as local (the first on line 2)",
        "\(count - 1) items that are part of others are below them",
      ])
    let commas = String(repeating: ",", count: 2_000_000 / Self.share)
    #expect(try Self.read(Self.calendar("CATEGORIES:\(commas)")).lists[0].items.count == 1)
  }

  @Test func `a zone of very many rules is unknown or fast`() throws {
    let rule = """
      BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100
      RRULE:FREQ=YEARLY\nEND:STANDARD\n
      """
    let dates =
      "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\nRDATE:"
      + String(repeating: "20200101T000000,", count: 200_000 / Self.share)
      + "20200101T000000\nEND:STANDARD\n"
    let tasks = String(
      repeating: "BEGIN:VTODO\nSUMMARY:a\nDUE;TZID=Z Z:20261224T170000\nEND:VTODO\n",
      count: 3_000 / Self.share)
    for zone in [String(repeating: rule, count: 32), String(repeating: rule, count: 33), dates] {
      let file = try Self.read(
        "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Z Z\n\(zone)END:VTIMEZONE\n\(tasks)END:VCALENDAR\n")
      #expect(file.lists[0].items.count == 3_000 / Self.share)
    }
  }

  @Test func `a file that is cut anywhere is refused or read`() throws {
    let bytes = CalendarText.calendar(
      "NAME:L",
      CalendarText.task("SUMMARY:caf\u{E9}\r\n \u{1F95B}", "DUE;TZID=\"a:b\":20261224T170000"))
    for end in bytes.indices.dropLast(2) {
      #expect(throws: InterchangeError.self) { try CalendarText.read(Array(bytes[..<end])) }
    }
  }
}
