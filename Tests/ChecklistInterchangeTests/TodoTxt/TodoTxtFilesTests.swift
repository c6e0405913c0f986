import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Files of todo.txt by others, beside what the rules of its specification find in them.
@Suite(.needs(OpenTaskFile.isPresent, OpenTaskFile.absence))
struct TodoTxtFilesTests {
  static let zone = TestZone.berlin.rules
  static let options = ImportOptions(now: TodoTxtFormatTests.now, zone: zone)

  /// Lines that are read in another way, and why.
  static let exceptions: [String: Set<Int>] = [
    // Days that no calendar has are text, where the specification only counts digits.
    "made-odd-lines.txt": [7, 8],
    "007-todotxt-tasklist_createdDate_error.txt": [3],
    "013-tuxedo-app-mixed_real_world.todo.txt": [4, 5],
    // A text may begin with spaces, which the expectation does not take for one.
    "018-pydodo-todo.txt": [7],
    // The last return is the end of the line.
    "made-cr-only.txt": [1],
  ]

  private static func day(_ date: Date?) -> String? { date.map { zone.clock(at: $0).isoDay } }

  @Test(arguments: OpenTaskFile.files("todotxt"))
  func `a file is read as it is specified`(file: OpenTaskFile) throws {
    // A line ends with CR too, as in all files of text.
    if file.name == "made-cr-only.txt" {
      #expect(try Self.read(file).lists.flatMap(\.items).map(\.line) == [1, 2, 3])
      return
    }
    if file.name == "made-latin1.txt" {
      #expect(throws: InterchangeError.self) { try Self.read(file) }
      return
    }
    let items = try Self.read(file).lists.flatMap(\.items)
    let expected = try #require(try file.expectedItems())
    #expect(items.count == expected.count)
    for (item, expected) in zip(items, expected) {
      let line = try #require(expected["line"] as? Int)
      #expect(item.line == line)
      if Self.exceptions[file.name]?.contains(line) == true { continue }
      let spec = try #require(expected["spec"] as? [String: Any])
      #expect(item.item.isChecked == spec["checked"] as? Bool, "line \(line)")
      #expect(Self.day(item.item.completed) == spec["completed"] as? String, "line \(line)")
      if item.named[.created] || spec["created"] != nil {
        #expect(Self.day(item.item.created) == spec["created"] as? String, "line \(line)")
      }
      // This reader keeps the priority in the text, and takes the due date off.
      let priority = (spec["priority"] as? String).map { "(\($0)) " } ?? ""
      var text = priority + (spec["text"] as? String ?? "")
      if let due = item.item.due {
        let word = try #require(
          TodoTxtDue.word(due, repeatedBy: item.item.repetition, in: Self.zone))
        if text != word, let range = text.range(of: word, options: .backwards) {
          text.removeSubrange(range)
        }
        if let repetition = item.item.repetition {
          let word = String(
            decoding: try #require(TodoTxtRepetition.word(repetition)), as: UTF8.self)
          text = text.replacingOccurrences(of: word, with: "")
        }
        #expect(text.filter { $0 != " " } == item.item.text.filter { $0 != " " })
      } else {
        #expect(item.item.text == text.split(separator: "\u{10}").first.map(String.init))
        #expect(TodoTxtBody(Array(item.item.text.utf8)[...], isDone: false).due == nil)
      }
    }
  }

  private static func read(_ file: OpenTaskFile) throws -> ImportedFile {
    try TodoTxtFormat.read(file.bytes(), options)
  }

  @Test(arguments: OpenTaskFile.files("todotxt"))
  func `what was read, written and read again is the same`(file: OpenTaskFile) throws {
    if ["made-latin1.txt", "made-cr-only.txt"].contains(file.name) { return }
    let items = try Self.read(file).lists.flatMap(\.items)
    var list = Checklist("L")
    list.items = items.map { read in
      var item = read.item
      if !read.named[.created] { item.created = nil }
      return item
    }
    let exported = TodoTxtFormat.write(
      [ExportedList(list)], ExportOptions(now: Self.options.now, zone: Self.zone))
    let again = try TodoTxtFormat.read(exported.bytes, Self.options).lists.flatMap(\.items)
    #expect(again.count == items.count)
    for (one, other) in zip(items, again) {
      #expect(one.item.text.utf8.elementsEqual(other.item.text.utf8))
      #expect(one.item.isChecked == other.item.isChecked)
      #expect(one.item.completed == other.item.completed)
      #expect(one.item.due == other.item.due)
    }
  }

  @Test func `mutated files are read or refused, and never more than that`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let files = try OpenTaskFile.files("todotxt").map { try Array($0.bytes().prefix(4000)) }
    for _ in 0..<LongTests.count(short: 600, long: 3000) {
      let bytes = files.randomElement(using: &random)?.mutated(using: &random) ?? []
      guard let file = try? TodoTxtFormat.read(bytes, Self.options) else { continue }
      var list = Checklist("L")
      list.items = file.lists.flatMap(\.items).map(\.item)
      let exported = TodoTxtFormat.write(
        [ExportedList(list)], ExportOptions(now: Self.options.now, zone: Self.zone))
      #expect(throws: Never.self, "seed \(seed)") {
        try TodoTxtFormat.read(exported.bytes, Self.options)
      }
    }
  }
}
