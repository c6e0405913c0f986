import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// What holds of Markdown for any lists and any bytes.
struct MarkdownLawTests {
  private static let now = MarkdownFormatTests.now

  /// Lists of any texts that an import may bring.
  static func lists(using random: inout SplitMix64) -> [Checklist] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      var list = Checklist(name(using: &random))
      var section: String?
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        if Int.random(in: 0...3, using: &random) == 0 {
          section = Bool.random(using: &random) ? nil : self.section(using: &random)
        }
        var item = ChecklistItem(name(using: &random), now: now)
        item.section = section
        switch Int.random(in: 0...3, using: &random) {
        case 0: item.setChecked(true, now: now)
        case 1: item.skip(name(using: &random).filter { !$0.isNewline })
        case 2: item.skip("")
        default: break
        }
        if Bool.random(using: &random) { item.note = name(using: &random) }
        if Bool.random(using: &random) { item.due = due(using: &random) }
        list.items.append(item)
      }
      nest(&list, using: &random)
      return list
    }
  }

  /// Nests items below others of their section.
  private static func nest(_ list: inout Checklist, using random: inout SplitMix64) {
    for index in list.items.indices.dropFirst() where Bool.random(using: &random) {
      let (above, item) = (list.items[index - 1], list.items[index])
      guard item.hasSameSection(as: above) else { continue }
      list.items[index].level = Int.random(in: 0...above.level + 1, using: &random)
    }
  }

  private static func name(using random: inout SplitMix64) -> String {
    while true {
      let text = RandomText.make(using: &random)
      if (try? ContentRules.itemText(text)) != nil { return text }
    }
  }

  private static func section(using random: inout SplitMix64) -> String {
    while true {
      let text = RandomText.make(using: &random)
      if (try? ContentRules.section(text)) != nil { return text }
    }
  }

  private static func due(using random: inout SplitMix64) -> DueDate? {
    let second = Int.random(in: -30_000_000_000...200_000_000_000, using: &random)
    let moment = Date(timeIntervalSinceReferenceDate: Double(second))
    let zone = MarkdownFormatTests.zone
    return Bool.random(using: &random) ? .moment(moment) : .day(DueDate.Day(of: moment, in: zone))
  }

  @Test func `what is written is read the same, whatever the texts`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<LongTests.count(short: 300, long: 1_500) {
      let lists = Self.lists(using: &random).filter { !$0.items.isEmpty }
      if lists.isEmpty { continue }
      let file = MarkdownFormat.write(lists.map { ExportedList($0) }, MarkdownFormatTests.exporting)
      let read = try MarkdownFormat.read(file.bytes, MarkdownFormatTests.importing)
      let page = String(decoding: file.bytes, as: UTF8.self)
      // Texts may look like a due date or a box, and are none.
      let flaws = [" not a date", " not dates", "box is none", "boxes are none"]
      let isFlaw = { (text: String) in flaws.contains { text.contains($0) } }
      #expect(read.warnings.texts.filter { !isFlaw($0) } == [], "seed \(seed)")
      try #require(read.lists.count == lists.count, "seed \(seed): \(page)")
      for (list, other) in zip(lists, read.lists) {
        #expect(other.name.hasSameCodeUnits(as: list.name), "seed \(seed): \(page)")
        try #require(other.items.count == list.items.count, "seed \(seed): \(page)")
        for (item, imported) in zip(list.items, other.items) {
          #expect(imported.item.hasSameContent(as: item), "seed \(seed): \(item) \(page)")
        }
      }
      let again = MarkdownFormat.write(
        read.lists.map { list in
          var checklist = Checklist(list.name ?? "")
          checklist.items = list.items.map(\.item)
          return ExportedList(checklist)
        }, MarkdownFormatTests.exporting)
      #expect(again.bytes == file.bytes, "seed \(seed)")
    }
  }

  @Test func `a moment that the clocks show twice is told apart`() throws {
    for second in stride(from: 0, to: 3 * 3600, by: 600) {
      let moment = try Date(utc: "2026-10-24T23:00:00Z") + Double(second)
      var list = Checklist("L")
      list.items = [ChecklistItem("a", due: .moment(moment), now: Self.now)]
      let file = MarkdownFormat.write([ExportedList(list)], MarkdownFormatTests.exporting)
      let read = try MarkdownFormat.read(file.bytes, MarkdownFormatTests.importing)
      #expect(read.lists[0].items[0].item.due == .moment(moment))
    }
  }

  @Test func `no text makes the reader fail, and what it read comes back`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<LongTests.count(short: 400, long: 2_000) {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        RandomText.make(using: &random)
      }.joined(separator: "\n")
      guard let file = try? MarkdownFormatTests.read(text), !file.lists.isEmpty else { continue }
      // An import leaves out what has no text.
      if file.lists.flatMap(\.items).contains(where: { ContentRules.isBlank($0.item.text) }) {
        continue
      }
      let lists = file.lists.map { list in
        var checklist = Checklist(list.name ?? "")
        checklist.items = list.items.map(\.item)
        return ExportedList(checklist)
      }
      let bytes = MarkdownFormat.write(lists, MarkdownFormatTests.exporting).bytes
      let again = try MarkdownFormat.read(bytes, MarkdownFormatTests.importing)
      #expect(
        again.lists.map(\.items.count) == file.lists.map(\.items.count), "seed \(seed): \(text)")
      for (one, other) in zip(file.lists.flatMap(\.items), again.lists.flatMap(\.items)) {
        #expect(one.item.hasSameContent(as: other.item), "seed \(seed): \(text)")
      }
    }
  }

  /// Of what is deep or long, the short form of the tests has a tenth.
  private static let share = LongTests.count(short: 10, long: 1)
  /// The text of nested tasks grows with the square of their depth.
  private static let depthShare = LongTests.count(short: 3, long: 1)

  private static let deepOrLong = [
    "- [ ] " + String(repeating: "[due:: ", count: 200_000 / share),
    "- [ ] " + String(repeating: "📅 ", count: 200_000 / share),
    "- [ ] " + String(repeating: "`", count: 1_000_000 / share),
    "- [ ] " + String(repeating: " ", count: 1_000_000 / share) + "a",
    "- [ ] a\n" + String(repeating: "> - ", count: 16)
      + String(repeating: " \n", count: 300_000 / share),
    "- [ ] a\n\n" + String(repeating: "  b\n\n", count: 100_000 / share),
    "- [ ] a\n" + String(repeating: "<a b=\"", count: 200_000 / share),
    "- [ ] a\n" + String(repeating: "<!-- x\n", count: 200_000 / share),
    "- [ ] " + String(repeating: "a\n", count: 300_000 / share),
  ]

  private static let tooDeepOrWithoutTask = [
    String(repeating: "- [ ] a\n", count: 20_000 / share)
      + String(repeating: ">", count: 100_000 / share),
    (0..<2_000 / depthShare).map { String(repeating: "  ", count: $0) + "- [ ] a" }.joined(
      separator: "\n"),
    String(repeating: ">", count: 100_000 / share) + " - [ ] a",
    String(repeating: "- ", count: 1_000_000 / share) + "[ ] a",
    String(repeating: "1. ", count: 300_000 / share),
    "---\n" + String(repeating: "a\n", count: 300_000 / share),
  ]

  /// It takes linear time, or the test would not end: an argument is as long as a large document.
  @Test(arguments: deepOrLong.indices)
  func `what is deep or long is read`(_ index: Int) throws {
    #expect(throws: Never.self) { try MarkdownFormatTests.read(Self.deepOrLong[index]) }
  }

  @Test(arguments: tooDeepOrWithoutTask.indices)
  func `what is too deep, or has no task, is refused`(_ index: Int) throws {
    #expect(throws: InterchangeError.self) {
      try MarkdownFormatTests.read(Self.tooDeepOrWithoutTask[index])
    }
  }
}
