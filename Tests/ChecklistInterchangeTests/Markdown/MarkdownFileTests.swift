import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// The Markdown files of `../shared/interchange`, which is absent on most machines.
private enum MarkdownFiles {
  static let folder = Fixture.package.appending(path: "../shared/interchange/markdown")
    .standardizedFileURL
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()
}

/// Markdown files by others, beside what an independent parser finds in them.
@Suite(
  .needs(
    !MarkdownFiles.names.isEmpty, "there is not a folder ../shared/interchange beside the package")
)
struct MarkdownFileTests {
  /// What the parser found in a file.
  struct Expectation: Decodable {
    /// A task.
    struct Item: Decodable {
      var line: Int
      var raw: String
      var checked: Bool
      /// How many lists it stands in, and below how many tasks.
      var depth: Int
      var taskDepth: Int
      var list: String?
      var note: String?
      var due: String?
      var created: String?
      var completed: String?

      /// Whether an item without a box is above it, which names its section.
      var hasPlainParent: Bool { depth - 1 > taskDepth }
    }

    var items: [Item]
    var otherBoxes: Int?
  }

  /// Lines of which we think otherwise, and why.
  static let exceptions: [String: [Int: String]] = [
    "081-micromark-extension-gfm-task-basic.md": [
      15: "a link definition before the box is no part of the item",
      71: "the box counts as on its own line, after the bullet's",
      72: "the box counts as on its own line, after the bullet's",
    ],
    "098-mdit-py-plugins-tasklists.md": [
      124: "a form feed after a box is no white space of CommonMark",
      125: "a form feed after a box is no white space of CommonMark",
    ],
    "014-obsidian-tasks-ACME.md": [
      6: "a done line beside an open one of the same text and rule is no item"
    ],
    "053-GRDB.swift-TODO.md": [230: "a fence in a note keeps its indent"],
    "057-fd-release-checklist.md": [54: "code in a note keeps its indent"],
    "024-obsidian-tasks-Markdown-in-group-_non-italic-filename_.md": [
      14: "headings are source", 22: "headings are source", 26: "headings are source",
    ],
  ]

  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: MarkdownFiles.folder.appending(path: name)))
  }

  /// Source as it is compared: without dates, escapes, and the indent of lines.
  private static func text(_ source: String) -> String {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    lines.replace(/\s*(📅|📆|🗓|➕|✅) ?\d{4}-\d\d-\d\d/, with: "")
    lines.replace(/\s*\[(due|created|completion):: ?\d{4}-\d\d-\d\d\]/, with: "")
    // What stands at the end for programs is no text.
    lines.replace(/(\s+(<!--.*?-->|\^[A-Za-z0-9-]+))+\s*$/, with: "")
    return MarkdownText.text(of: Array(lines.utf8)[...])
  }

  /// The lines of a note that are none of an entry, which the parser leaves out.
  private static func blocks(of note: String?) -> [String] {
    var lines = (note ?? "").split(separator: "\n").map { text(String($0)) }
    var isEntry = false
    lines.removeAll { line in
      isEntry = line.firstMatch(of: /^([-*+]|\d+[.)])( |$)/) != nil || isEntry
      return isEntry
    }
    return lines
  }

  @Test(arguments: MarkdownFiles.names)
  func `the tasks are those that an independent parser finds`(_ name: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let expected = try decoder.decode(
      Expectation.self,
      from: Data(contentsOf: MarkdownFiles.folder.appending(path: name + ".expect.json")))
    let bytes = try Self.bytes(name)
    let file: ImportedFile
    do throws(InterchangeError) {
      file = try MarkdownFormat.read(bytes, MarkdownFormatTests.importing)
    } catch {
      #expect(expected.items.isEmpty || name == "made-invalid-utf8.md", "\(error)")
      return
    }
    let exceptions = Self.exceptions[name] ?? [:]
    var items: [Int: (item: ImportedItem, list: String?)] = [:]
    for list in file.lists {
      // An import leaves out what has no text.
      for item in list.items where !ContentRules.isBlank(item.item.text) {
        items[item.line ?? 0] = (item, list.name)
      }
    }
    for found in expected.items where exceptions[found.line] == nil {
      let read = items.removeValue(forKey: found.line)
      let (imported, list) = try #require(read, "\(found)")
      let item = imported.item
      var raw = found.raw
      // A rule that is understood is no text.
      if item.repetition != nil { raw.replace(/\s*🔁 every [a-zA-Z0-9 ,]*[a-zA-Z]/, with: "") }
      #expect(item.text.hasSameCodeUnits(as: Self.text(raw)))
      #expect(item.isChecked == found.checked)
      #expect(Self.blocks(of: item.note) == found.note.map(Self.blocks) ?? [])
      #expect(item.due?.description == found.due)
      #expect(found.hasPlainParent || (item.section ?? list).hasSameCodeUnits(as: found.list))
      let zone = MarkdownFormatTests.zone
      if let created = found.created {
        #expect(item.created.map { zone.clock(at: $0).isoDay } == created)
      }
      #expect(item.completed.map { zone.clock(at: $0).isoDay } == found.completed)
    }
    let rest = items.keys.filter { exceptions[$0] == nil }
    // Other boxes are open tasks, but for cancelled ones.
    #expect(rest.count <= expected.otherBoxes ?? 0, "\(rest)")
  }

  @Test(arguments: MarkdownFiles.names)
  func `what was read and written reads the same`(_ name: String) throws {
    guard
      let file = try? MarkdownFormat.read(try Self.bytes(name), MarkdownFormatTests.importing)
    else { return }
    let lists = file.lists.map { list in
      var checklist = Checklist(list.name ?? "")
      checklist.items = list.items.map(\.item)
      return ExportedList(checklist)
    }
    let bytes = ObsidianFormat.write(lists, MarkdownFormatTests.exporting).bytes
    let again = try MarkdownFormat.read(bytes, MarkdownFormatTests.importing)
    #expect(again.lists.map(\.name) == file.lists.map(\.name))
    #expect(again.lists.map(\.items.count) == file.lists.map(\.items.count))
    for (one, other) in zip(file.lists.flatMap(\.items), again.lists.flatMap(\.items)) {
      #expect(one.item.hasSameContent(as: other.item))
      #expect(one.item.completed == other.item.completed)
    }
  }
}
