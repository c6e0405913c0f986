import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What this program adds to the app's items and lists: days, sections, repetitions, origins,
/// hidden lists.
struct OwnFieldsTests {
  private let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  private func document() throws -> ChecklistDocument {
    var document = ChecklistDocument()
    var list = Checklist("List", id: 1)
    list.items = ["a", "b", "c"].enumerated().map { ChecklistItem($1, id: $0 + 1, now: now) }
    let day = try #require(
      DueDate.Day(year: 2026, month: 12, day: 24, in: TestZone.kiritimati.rules))
    list.items[0].due = .day(day)
    list.items[0].repetition = .months(1)
    list.items[1].section = "Toiletries"
    list.items[1].origin = ItemOrigin(
      "icalendar", id: "1@example.org", fields: ["PRIORITY:5", "CLASS:PUBLIC"])
    list.items[2].origin = ItemOrigin("taskwarrior", fields: ["\"priority\":\"H\""])
    list.items[2].due = .moment(now)
    list.isHidden = true
    document.checklists = [list]
    return document
  }

  private func fields(_ bytes: [UInt8], item: Int) throws -> [String: String] {
    let path = "Checklists.NS.objects[0].Items.NS.objects[\(item)]."
    return Dictionary(
      uniqueKeysWithValues: try ArchiveGraph(bytes).lines.filter { $0.key.hasPrefix(path) }
        .map { (String($0.key.dropFirst(path.count)), $0.value) })
  }

  @Test func `they are written under their keys, and only where there is something`() throws {
    let bytes = try document().encoded()
    let first = try fields(bytes, item: 0)
    #expect(first["DueDay"] == #""2026-12-24T23:59:59+14:00""#)
    #expect(first["Repeat"] == #""1month""#)
    let end = try Date(utc: "2026-12-24T09:59:59Z").timeIntervalSinceReferenceDate
    #expect(first["DueDate"] == "NSDate \(ArchiveGraph.line(end))")
    #expect(first["Section"] == nil)
    #expect(try fields(bytes, item: 1)["Section"] == #""Toiletries""#)
    let origin = try fields(bytes, item: 1).filter { $0.key.hasPrefix("Origin") }
    #expect(
      origin.values.filter { $0.hasPrefix("\"") }.sorted() == [
        #""1@example.org""#, #""CLASS:PUBLIC""#, #""Fields""#, #""ID""#, #""PRIORITY:5""#,
        #""icalendar""#,
      ])
    #expect(first.keys.contains { $0.hasPrefix("Origin") } == false)
    #expect(
      try fields(bytes, item: 2).keys.contains { ["DueDay", "Repeat"].contains($0) } == false)
    #expect(try ArchiveGraph(bytes).lines["Checklists.NS.objects[0].Hidden"] == "true")
  }

  @Test(arguments: [ChecklistDocument.Dialect.checklists, .codableChecklists])
  func `they come back, in archives and in plain property lists, binary and XML`(
    dialect: ChecklistDocument.Dialect
  ) throws {
    for format in [PropertyList.Format.binary, .xml] {
      let document = try document().converted(to: dialect, format: format)
      let again = try ChecklistDocument(document.encoded())
      #expect(again.checklists == document.checklists)
      #expect(again.checklists[0].isHidden)
      #expect(again.checklists[0].items[0].repetition == .months(1))
      #expect(again.checklists[0].items[1].section == "Toiletries")
      let origin = again.checklists[0].items[1].origin
      #expect(origin?.formats == ["icalendar"])
      #expect(origin?["icalendar"]?.id == "1@example.org")
      #expect(origin?["icalendar"]?.fields == ["PRIORITY:5", "CLASS:PUBLIC"])
    }
  }

  @Test func `a new item is due on the day that it is made with`() throws {
    let day = try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: TestZone.tokyo.rules))
    #expect(ChecklistItem("a", due: .day(day), now: now).due == .day(day))
    #expect(ChecklistItem("a", due: .moment(now), now: now).due == .moment(now))
  }

  @Test func `the app reads the document, and sees the day's end as its date`() throws {
    let document = try document()
    let app = try AppDocument.lines(document.encoded())
    #expect(app == document.lines)
  }

  @Test func `a day counts only while the date is the one that was stored with it`() throws {
    var document = try document()
    let other = now.addingTimeInterval(5)
    var tree = try PropertyList(binary: document.encoded())
    let end = try Date(utc: "2026-12-24T09:59:59Z")
    // The app, which sets another time, keeps no key of ours; another program may.
    tree = tree.replacing(
      .real(end.timeIntervalSinceReferenceDate),
      by: .real(other.timeIntervalSinceReferenceDate))
    document = try ChecklistDocument(tree.binary())
    #expect(document.checklists[0].items[0].due == .moment(other))
    document.checklists[0].items[0].text = "changed"
    #expect(try fields(document.encoded(), item: 0)["DueDay"] == nil)
  }

  @Test func `values of other types are unknown: they stay, and validate tells them`() throws {
    let bytes = HandmadeArchive(items: [
      ["DueDay": .integer(7), "Section": .boolean(true), "Repeat": .real(1), "Origin": "here"],
      ["Section": "Toiletries"],
    ]).file().bytes
    var document = try ChecklistDocument(bytes)
    let items = document.checklists[0].items
    #expect((items[0].section, items[0].repetition, items[1].section) == (nil, nil, "Toiletries"))
    document.checklists[0].items[0].text = "changed"
    document.checklists[0].items[1].text = "changed"
    let saved = try document.encoded()
    let first = try fields(saved, item: 0)
    #expect(first["DueDay"] == "7")
    #expect(first["Section"] == "true")
    #expect(first["Repeat"] == ArchiveGraph.line(1))
    #expect(first["Origin"] == #""here""#)
    for file in [bytes, saved] {
      let report = FileReport(file)
      #expect(report.fault == nil)
      #expect(
        report.warnings == [
          "DueDay of item 1 of list 1, and 3 other values, mean nothing to this program, and are kept"
        ])
    }
    // A value of ours takes the place of one that means nothing.
    document.checklists[0].items[0].section = "Clothes"
    let again = try ChecklistDocument(document.encoded())
    #expect(again.checklists[0].items[0].section == "Clothes")
    #expect(
      try FileReport(document.encoded()).warnings == [
        "DueDay of item 1 of list 1, and 2 other values, mean nothing to this program, and are kept"
      ])
    // No key is there twice: XML could not hold it.
    _ = try document.converted(to: .checklists, format: .xml).encoded()
  }

  @Test(arguments: ["a\nb", String(repeating: "a", count: 256)])
  func `a section that nobody may give is unknown`(text: String) throws {
    let bytes = HandmadeArchive(items: [["Section": .string(text)]]).file().bytes
    var document = try ChecklistDocument(bytes)
    #expect(document.checklists[0].items[0].section == nil)
    #expect(FileReport(bytes).warnings.count == 1)
    document.checklists[0].items[0].text = "changed"
    #expect(try FileReport(document.encoded()).warnings.count == 1)
  }

  @Test func `the day that was set in another time zone is the same day`() throws {
    var document = try document()
    let item = document.checklists[0].reference(at: 0)
    let day = try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: TestZone.newYork.rules))
    let applied = try document.apply(
      .editItems([item], list: 1, ItemEdit(due: .set(.day(day)))), at: now)
    #expect(applied.map(\.kind) == [.unchanged])
  }

  @Test(arguments: ["", " ", "2026-12-24", "1m", "1month@99"])
  func `texts that mean nothing stay too`(text: String) throws {
    let bytes = HandmadeArchive(items: [
      ["DueDay": .string(text), "Repeat": .string(text), "ShouldRemind": .boolean(true)]
    ]).file().bytes
    var document = try ChecklistDocument(bytes)
    #expect(document.checklists[0].items[0].repetition == nil)
    document.checklists[0].items[0].text = "changed"
    let saved = try fields(document.encoded(), item: 0)
    #expect(saved["DueDay"] == "\"\(text)\"")
    #expect(saved["Repeat"] == "\"\(text)\"")
  }

  @Test func `what is not due any more does not repeat`() throws {
    var document = try document()
    let item = document.checklists[0].reference(at: 0)
    try document.apply(.editItems([item], list: 1, ItemEdit(due: .remove)), at: now)
    #expect(document.checklists[0].items[0].repetition == nil)
    let saved = try fields(document.encoded(), item: 0)
    #expect(saved["Repeat"] == nil)
    #expect(saved["DueDay"] == nil)
    #expect(throws: ChangeError(.repetitionWithoutDueDate)) {
      try document.apply(
        .editItems([item], list: 1, ItemEdit(repetition: .set(.days(1)))), at: now)
    }
  }

  @Test(arguments: [
    (" ", ChangeError.Kind.blankSection), ("a\nb", .brokenSection), ("a\u{0}", .nulCharacter),
  ])
  func `a section has a name of one line`(name: String, kind: ChangeError.Kind) throws {
    var document = try document()
    let item = document.checklists[0].reference(at: 0)
    #expect(throws: ChangeError(kind)) {
      try document.apply(.editItems([item], list: 1, ItemEdit(section: .set(name))), at: now)
    }
    #expect(throws: ChangeError(kind)) {
      try document.apply(
        .moveItems([item], list: 1, to: 1, at: .first, section: .set(name)), at: now)
    }
  }

  @Test func `a document of the first edition holds no hidden list`() throws {
    var document = try ChecklistDocument(Fixture("ChecklistItems/several-items.plist").bytes())
    document.checklists[0].isHidden = true
    #expect(
      throws: ArchiveError(
        .unrepresentable, "a document of the app's first edition is a list that cannot be hidden")
    ) { try document.encoded() }
    let named = document.converted(to: .checklists, format: .binary)
    #expect(named.checklists[0].isHidden)
    let back = named.converted(to: .checklistItems, format: .binary)
    #expect(try !ChecklistDocument(back.encoded()).checklists[0].isHidden)
  }

  @Test(arguments: ["Checklists", "Codable"])
  func `a document that was written before days has the same meaning`(folder: String) throws {
    let bytes = try Fixture("\(folder)/written-before-days.plist").bytes()
    let document = try ChecklistDocument(bytes)
    let dates = { (zone: TestZone) in
      let dates = DateWords(now: Date(timeIntervalSinceReferenceDate: 0), zone: zone.rules)
      return document.checklists.flatMap(\.items).map { item in
        "\(item.text): \(item.due.map(dates.absoluteDay) ?? "none")"
      }
    }
    // London has the clocks of UTC in winter.
    #expect(
      dates(.utc) == [
        "Day set in London: 2030-12-24", "Day set in New York: 2030-12-25 04:59",
        "Day set in Tokyo: 2030-12-24 14:59", "Moment in London: 2030-12-24 18:00",
        "Day of summer time in London: 2030-07-01 22:59", "No date: none",
        "Done with a day: 2030-12-24", "End of a day in UTC, as a moment: 2030-12-24",
      ])
    #expect(
      dates(.newYork).prefix(3) == [
        "Day set in London: 2030-12-24 18:59", "Day set in New York: 2030-12-24",
        "Day set in Tokyo: 2030-12-24 09:59",
      ])
    #expect(dates(.tokyo)[2] == "Day set in Tokyo: 2030-12-24")
    // Nothing is stored for it.
    #expect(try document.encoded() == bytes)
  }
}

extension PropertyList {
  /// The tree with one value in the place of another, wherever that is.
  fileprivate func replacing(_ old: PropertyList, by new: PropertyList) -> PropertyList {
    if self == old { return new }
    switch self {
    case .array(let elements): return .array(elements.map { $0.replacing(old, by: new) })
    case .dictionary(var entries):
      for index in entries.entries.indices {
        entries.entries[index].value = entries.entries[index].value.replacing(old, by: new)
      }
      return .dictionary(entries)
    default: return self
    }
  }
}
