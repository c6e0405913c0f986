import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Files of Taskwarrior by others, beside what another parser finds in them.
@Suite(.needs(OpenTaskFile.isPresent, OpenTaskFile.absence))
struct TaskwarriorFilesTests {
  static let zone = TestZone.berlin.rules
  static let options = ImportOptions(now: TaskwarriorFormatTests.now, zone: zone)

  /// Files that are refused, and why.
  static let refused: [String: String] = [
    "001-taskwarrior-java-client-tx.json": "line 2: expected a task, found 'f' (column 1)",
    "made-truncated.json": "line 1: the file ends in a string (column 94)",
  ]

  private static func read(_ file: OpenTaskFile) throws -> ImportedFile {
    try TaskwarriorFormat.read(file.bytes(), options)
  }

  @Test(arguments: OpenTaskFile.files("taskwarrior"))
  func `a file is read`(file: OpenTaskFile) throws {
    if let reason = Self.refused[file.name] {
      #expect { try Self.read(file) } throws: {
        ($0 as? InterchangeError)?.description == reason
      }
      return
    }
    let items = try Self.read(file).lists.flatMap { list in
      // An import leaves out what has no text.
      list.items.filter { !ContentRules.isBlank($0.item.text) }.map { (list: list.name, read: $0) }
    }
    var expected = try #require(try file.expectedItems())
    // The last of several with one identity counts; deleted and recurring ones are left out.
    let last = Dictionary(
      expected.enumerated().compactMap { index, task in
        (task["uuid"] as? String).map { ($0, index) }
      }, uniquingKeysWith: max)
    expected = expected.enumerated().filter { index, task in
      (task["uuid"] as? String).map { last[$0] == index } ?? true
    }.map(\.element).filter { task in
      let isLeftOut = ["deleted", "recurring"].contains(task["status"] as? String ?? "")
      let text = (task["text"] as? String) ?? (task["text"] as? Int).map(String.init)
      return !isLeftOut && text.map { !ContentRules.isBlank($0) } ?? false
    }
    #expect(items.count == expected.count)
    let read = Dictionary(grouping: items) { $0.read.item.text }
    for task in expected {
      let text = (task["text"] as? String) ?? (task["text"] as? Int).map(String.init)
      let uuid = task["uuid"] as? String
      let found = read[text ?? ""]?.first {
        $0.read.item.origin?["taskwarrior"]?.id == uuid
      }
      let (list, item) = (found?.list, try #require(found, "\(task)").read)
      #expect(list == task["list"] as? String)
      #expect(item.item.isChecked == task["checked"] as? Bool)
      #expect(item.item.note == task["note"] as? String)
      #expect(item.hasIdentity == (uuid != nil))
      let fields = item.item.origin?["taskwarrior"]?.fields ?? []
      #expect((task["tags"] is NSNull) != fields.contains { $0.hasPrefix("\"tags\":") })
      if let created = task["created"] as? String {
        #expect(item.item.created == Self.date(created))
      }
      #expect(item.item.completed == (task["completed"] as? String).flatMap(Self.date))
      let due = (task["due"] as? String).flatMap(Self.date)
      #expect((item.item.due == nil) == (due == nil))
      if case .moment(let moment) = item.item.due { #expect(moment == due) }
    }
  }

  private static func date(_ text: String) -> Date? {
    if let seconds = Double(text) { return Date(timeIntervalSince1970: seconds) }
    let style = Date.ISO8601FormatStyle(
      dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted)
    return try? style.parse(text)
  }

  @Test(arguments: OpenTaskFile.files("taskwarrior"))
  func `what was read, written and read again is the same`(file: OpenTaskFile) throws {
    if Self.refused[file.name] != nil { return }
    var lists = try Self.read(file).lists
    // An import leaves out what has no text.
    for index in lists.indices {
      lists[index].items.removeAll { ContentRules.isBlank($0.item.text) }
    }
    lists.removeAll { $0.items.isEmpty }
    let exported = TaskwarriorFormat.write(
      lists.map { list in
        var checklist = Checklist(list.name ?? "")
        checklist.items = list.items.map(\.item)
        return ExportedList(checklist)
      }, ExportOptions(now: Self.options.now, zone: Self.zone))
    let again = try TaskwarriorFormat.read(exported.bytes, Self.options)
    #expect(again.lists.map(\.name) == lists.map(\.name))
    for (one, other) in zip(lists, again.lists) {
      for (one, other) in zip(one.items, other.items) {
        // What has no identity there gets one here.
        #expect(
          one.hasIdentity
            ? one.item == other.item
            : one.item.hasSameContent(as: other.item) && one.item.id == other.item.id)
      }
      #expect(one.items.count == other.items.count)
    }
  }

  @Test func `mutated files are read or refused, and never more than that`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let files = try OpenTaskFile.files("taskwarrior").map { try Array($0.bytes().prefix(3000)) }
    for _ in 0..<LongTests.count(short: 600, long: 3000) {
      let bytes = files.randomElement(using: &random)?.mutated(using: &random) ?? []
      guard let file = try? TaskwarriorFormat.read(bytes, Self.options) else { continue }
      var list = Checklist("L")
      list.items = file.lists.flatMap(\.items).map(\.item).filter {
        !ContentRules.isBlank($0.text)
      }
      let exported = TaskwarriorFormat.write(
        [ExportedList(list)], ExportOptions(now: Self.options.now, zone: Self.zone))
      #expect(throws: Never.self, "seed \(seed)") {
        let again = try TaskwarriorFormat.read(exported.bytes, Self.options)
        #expect(again.lists.flatMap(\.items).count == list.items.count, "seed \(seed)")
      }
    }
  }
}
