import ChecklistCore
import ChecklistInterchange
import Foundation
import TestSupport
import Testing

/// What an import makes of outlines with sections and texts that repeat.
///
/// An item has the state, the section and the level that the file says, where the file has all the
/// items of the list; one at its top stays below items that the file does not have.
struct ImportLawTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  /// An item of an outline.
  private struct Entry: Equatable, CustomStringConvertible {
    var text: String
    var section: String?
    var level: Int
    var state: ChecklistItem.State

    init(_ item: ChecklistItem) {
      (text, section, level) = (item.text, item.section, item.level)
      state = item.state
    }

    init(_ text: String, _ section: String?, _ level: Int, _ state: ChecklistItem.State) {
      (self.text, self.section, self.level, self.state) = (text, section, level, state)
    }

    var description: String { "\(section ?? "-") \(level) \(text) \(state)" }
  }

  /// A random outline, as a file has it: a section is above the items at the top and those below
  /// them.
  ///
  /// - Parameter given: Texts that it has, beside others.
  private static func outline(_ given: [String] = [], using random: inout SplitMix64) -> [Entry] {
    var (entries, section): ([Entry], String?) = ([], nil)
    let known = ["a", "b", "c", "d", "e"].prefix(Int.random(in: 1...5, using: &random))
    let others = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      known.randomElement(using: &random) ?? "a"
    }
    for text in (given + others).shuffled(using: &random) {
      let deepest = entries.last.map { min($0.level + 1, 2) } ?? 0
      let level = Int.random(in: 0...deepest, using: &random)
      if level == 0, Int.random(in: 0..<3, using: &random) == 0 {
        section = ["S", "T"].randomElement(using: &random)
      }
      let state = [ChecklistItem.State.open, .done, .skipped].randomElement(using: &random)
      entries.append(Entry(text, section, level, state ?? .open))
    }
    return entries
  }

  /// The outline as a file of Markdown.
  private static func markdown(_ entries: [Entry]) -> String {
    var (text, section): (String, String?) = ("# L\n", nil)
    for entry in entries {
      if entry.section != section { text += "\n## \(entry.section ?? "")\n\n" }
      section = entry.section
      let box = [ChecklistItem.State.open: " ", .done: "x", .skipped: "-"][entry.state] ?? " "
      text += String(repeating: "  ", count: entry.level) + "- [\(box)] \(entry.text)\n"
    }
    return text
  }

  /// Imports the file, and gives what was imported.
  private func importing(
    _ file: ImportedFile, into document: inout ChecklistDocument
  ) throws -> ImportPlan.Count {
    let target = ImportTarget(unnamed: ListResolver(named: nil) { nil })
    var plan = try ImportPlan([file], into: document, target, at: Self.now, in: .utc)
    for change in plan.takeChanges() { try document.apply(change, at: Self.now) }
    return plan.count
  }

  /// The entries for which the list has no item that is as the file says.
  private func missing(_ entries: [Entry], in list: Checklist) -> [Entry] {
    var rest = list.items.map(Entry.init)
    // An item that has no section in the file keeps the one that it has.
    let inSections = entries.filter { $0.section != nil } + entries.filter { $0.section == nil }
    return inSections.filter { entry in
      let match = rest.firstIndex {
        $0.text == entry.text && $0.level == entry.level && $0.state == entry.state
          && (entry.section == nil || $0.section == entry.section)
      }
      if let match { rest.remove(at: match) }
      return match == nil
    }
  }

  @Test func `a second import changes nothing, and the first one makes what the file says`() throws
  {
    for seed in 0..<LongTests.count(short: 3000, long: 200_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let before = Self.outline(using: &random)
      let isWhole = seed.isMultiple(of: 2)
      let after = Self.outline(isWhole ? before.map(\.text) : [], using: &random)
      if Self.isAmbiguous(before, after) { continue }
      let files = "seed \(seed)\n\(Self.markdown(before))\n\(Self.markdown(after))"
      var document = ChecklistDocument()
      _ = try importing(Self.read(before), into: &document)
      #expect(document.checklists[0].items.map(Entry.init) == before)
      let file = try Self.read(after)
      _ = try importing(file, into: &document)
      let first = document.checklists[0].items
      if isWhole { #expect(missing(after, in: document.checklists[0]) == [], "\(files)") }
      let count = try importing(file, into: &document)
      #expect(count.added == 0 && count.updated == 0, "\(files)")
      #expect(document.checklists[0].items.map(Entry.init) == first.map(Entry.init), "\(files)")
      #expect(document.checklists[0].items.map(\.id) == first.map(\.id), "\(files)")
    }
  }

  @Test func `so it is in a Markdown file`() throws {
    let format = MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0))
    var (written, refused) = (0, 0)
    for seed in 0..<LongTests.count(short: 1000, long: 50_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let before = Self.outline(using: &random)
      let isWhole = seed.isMultiple(of: 2)
      let after = Self.outline(isWhole ? before.map(\.text) : [], using: &random)
      let files = "seed \(seed)\n\(Self.markdown(before))\n\(Self.markdown(after))"
      var file = try Self.read(after)
      file.leaveOutFields(absentIn: format)
      var bytes = Array(Self.markdown(before).utf8)
      for isAgain in [false, true] {
        let (read, anchors) = try format.decode(bytes, name: "L")
        var document = read
        let count = try importing(file, into: &document)
        let changed: [UInt8]
        do {
          changed = try format.encode(document, anchors, moved: []).bytes
        } catch {
          refused += 1
          break
        }
        if isAgain {
          #expect(count.added == 0 && count.updated == 0, "\(files)")
          #expect(changed == bytes, "\(files)")
          written += 1
        }
        let list = try format.decode(changed, name: "L").document.checklists[0]
        if isWhole { #expect(missing(after, in: list) == [], "\(files)") }
        bytes = changed
      }
    }
    #expect(refused * 50 < written, "\(refused) of \(written)")
  }

  /// Whether a text stands in a section of the list, and more than once outside sections of the
  /// file, so that nothing tells which of these is the one in the section.
  private static func isAmbiguous(_ before: [Entry], _ after: [Entry]) -> Bool {
    before.contains { entry in
      entry.section != nil
        && after.count { $0.section == nil && $0.level == 0 && $0.text == entry.text } > 1
    }
  }

  private static func read(_ entries: [Entry]) throws -> ImportedFile {
    try MarkdownFormat.read(Array(markdown(entries).utf8), ImportOptions(now: now, zone: .utc))
  }
}
