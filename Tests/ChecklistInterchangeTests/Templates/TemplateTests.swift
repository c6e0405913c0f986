import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// A user's own templates, and those that ship.
struct TemplateTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_000_000)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder("Templates"), withIntermediateDirectories: true)
    try folder.write(text, to: "Templates/\(name)")
  }

  private func all() throws -> [Template] { try Template.all(in: Container(path: folder.path)) }

  private func list(
    of template: Template?
  ) throws -> (list: Checklist, warnings: InterchangeWarnings) {
    try #require(template).list(named: "New", now: Self.now, in: .utc)
  }

  private func list(
    of text: String
  ) throws -> (list: Checklist, warnings: InterchangeWarnings) {
    try list(of: Template("T", Array(text.utf8)))
  }

  // MARK: Reading

  @Test func `nothing of a template is checked or due`() throws {
    let (list, warnings) = try list(
      of: "# A\n\n- [x] one 📅 2026-12-24\n\n  a note\n- [-] two\n\n## S\n\n- [ ] three\n")
    #expect(list.name == "New")
    #expect(list.items.map(\.text) == ["one", "two", "three"])
    #expect(list.items.map(\.note) == ["a note", nil, nil])
    #expect(list.items.map(\.section) == [nil, nil, "S"])
    #expect(list.items.allSatisfy { $0.state == .open && $0.due == nil })
    #expect(warnings.texts == [])
  }

  @Test(arguments: [
    ("---\nicon: Trips\n---\n\n- [ ] a\n", "Trips"),
    ("\u{FEFF}---\r\nother: x\r\nicon:  Drinks \r\n---\r\n- [ ] a\r\n", "Drinks"),
    ("---\nicon: Nonsense\n---\n- [ ] a\n", "No Icon"),
    ("---\n---\nicon: Trips\n- [ ] a\n", "No Icon"), ("- [ ] a\n", "No Icon"),
    ("---\nother: x\n\nicon: Trips\n- [ ] a\n", "No Icon"),
  ])
  func `front matter may name one of the icons`(text: String, icon: String) throws {
    #expect(try list(of: text).list.icon == icon)
  }

  @Test(arguments: [
    (
      "# A\n- [ ] x\n# B\n- [ ] y\n# C\nnothing\n",
      InterchangeError(
        "the file has 2 lists: 'A', 'B'", hint: "'import' takes all lists of a file.")
    ),
    ("- one\n- two\n", InterchangeError("the file has no task such as '- [ ] Text'", kind: .empty)),
  ])
  func `a text of several lists, or of none, is no template`(
    text: String, error: InterchangeError
  ) {
    #expect(throws: error) { try list(of: text) }
  }

  // MARK: Finding

  @Test func `the Markdown files of the folder are templates`() throws {
    try write("- [ ] Tent\n", to: "Camp.md")
    try write("# A\n- [ ] x\n# B\n- [ ] y\n", to: "two.md")
    try write("- [ ] Tent\n", to: "ignored.txt")
    try write("- [ ] Tent\n", to: ".hidden.md")
    #expect(try all().map(\.name).prefix(3) == ["Camp", "two", "Travel"])
    #expect(
      try all().map(\.path).prefix(3)
        == [folder("Templates/Camp.md"), folder("Templates/two.md"), nil])
    #expect(try list(of: all().first(named: "Camp")).list.items.map(\.text) == ["Tent"])
  }

  @Test func `an own one overrides the one that ships`() throws {
    try write("- [ ] Tent\n", to: "travel.md")
    #expect(try all().map(\.name).prefix(2) == ["travel", "Release"])
    #expect(try all().count == Template.shipped.count)
    #expect(try list(of: all().first(named: "Travel")).list.items.count == 1)
  }

  @Test func `of two names that differ in case, the exact one counts`() throws {
    try write("- [ ] one\n", to: "camp.md")
    try write("- [ ] two\n", to: "Camp.md")
    guard try all().count == Template.shipped.count + 2 else { return }
    for (name, text) in [("camp", "one"), ("Camp", "two"), (" CAMP", "two")] {
      #expect(try list(of: all().first(named: name)).list.items.map(\.text) == [text])
    }
  }

  @Test(arguments: [
    ("Travle", "Travel"), ("moving", "Moving house"), ("Mien", "Mine"), ("zzzz", nil),
  ])
  func `an unknown name has a nearest one`(name: String, nearest: String?) throws {
    try write("- [ ] Tent\n", to: "Mine.md")
    #expect(try all().first(named: name) == nil)
    #expect(try all().nameNearest(to: name) == nearest)
  }

  @Test func `without a home there are those that ship`() throws {
    #expect(try Template.all(in: nil).count == Template.shipped.count)
  }
}
