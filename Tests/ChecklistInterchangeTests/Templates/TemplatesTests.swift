import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// A user's own templates, and those that ship.
struct TemplatesTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_000_000)
  private let folder: TemporaryFolder
  private let templates: Templates

  init() throws {
    folder = try TemporaryFolder()
    templates = Templates(in: Container(path: folder.path), now: Self.now, zone: .utc)
  }

  private func list(_ texts: String...) -> Checklist {
    var list = Checklist("Packing", icon: "Trips")
    list.items = texts.map { ChecklistItem($0, now: Self.now) }
    return list
  }

  private func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder("Templates"), withIntermediateDirectories: true)
    try folder.write(text, to: "Templates/\(name)")
  }

  private func template(_ text: String) throws(TemplateError) -> Template {
    try Template("T", markdown: Array(text.utf8), now: Self.now, in: .utc)
  }

  // MARK: Reading

  @Test func `nothing in a template is checked, and nothing is due`() throws {
    let template = try template(
      "# A\n\n- [x] one 📅 2026-12-24\n\n  a note\n- [-] two\n\n## S\n\n- [ ] three\n")
    #expect(template.checklist.name == "T")
    #expect(template.checklist.items.map(\.text) == ["one", "three"])
    #expect(template.checklist.items.map(\.note) == ["a note", nil])
    #expect(template.checklist.items.map(\.section) == [nil, "S"])
    #expect(template.checklist.items.allSatisfy { !$0.isChecked && $0.due == nil })
    #expect(
      template.warnings.texts == [
        "1 cancelled item ('[-]') was left out (line 6)",
        "1 date was left out, since nothing in a template is due",
      ])
  }

  @Test(arguments: [
    ("---\nicon: Trips\n---\n\n- [ ] a\n", "Trips"),
    ("\u{FEFF}---\r\nother: x\r\nicon:  Drinks \r\n---\r\n- [ ] a\r\n", "Drinks"),
    ("---\nicon: Nonsense\n---\n- [ ] a\n", "No Icon"),
    ("---\n---\nicon: Trips\n- [ ] a\n", "No Icon"), ("- [ ] a\n", "No Icon"),
  ])
  func `front matter may name one of the icons`(text: String, icon: String) throws {
    #expect(try template(text).checklist.icon == icon)
  }

  @Test func `a text of several lists, of none, or that is no text is no template`() {
    #expect(throws: TemplateError(.severalLists(["A", "B"]))) {
      try template("# A\n- [ ] x\n# B\n- [ ] y\n# C\nnothing\n")
    }
    let empty = InterchangeError("there is no task, as '- [ ] Text'", kind: .empty)
    #expect(throws: TemplateError(.unreadable(empty))) { try template("- one\n- two\n") }
    let left = InterchangeError("all its items were left out", kind: .empty)
    #expect(throws: TemplateError(.unreadable(left))) { try template("- [-] one\n") }
  }

  // MARK: Keeping and deleting

  @Test func `a list is kept for its owner alone, and gives a list again`() throws {
    var list = list("Socks", "# no heading", "- [ ] no box", "two\nlines")
    list.items[0].section = "Clothes"
    list.items[1].note = "A note\n\nof two paragraphs"
    _ = list.items[2].setChecked(true, now: Self.now)
    let kept = try templates.keep(list, as: "  Mine ")
    #expect(
      kept.summary
        == Templates.Summary(
          name: "Mine", path: folder("Templates/Mine.md"), total: 4, fault: nil))
    #expect(kept.warnings.texts == [])
    #expect(!kept.isInPlace)
    #expect(try folder.mode("Templates/Mine.md") == 0o600)
    #expect(try folder.mode("Templates") == 0o700)
    let again = try templates.template(named: "MINE").checklist
    #expect(again.icon == "Trips")
    #expect(again.items.map(\.text) == list.items.map(\.text))
    #expect(again.items.map(\.note) == list.items.map(\.note))
    #expect(again.items.map(\.section) == list.items.map(\.section))
    #expect(again.items.allSatisfy { !$0.isChecked })
  }

  @Test func `what repeats is kept without its dates, and told`() throws {
    var list = list("Water")
    list.items[0].due = .moment(Self.now)
    list.items[0].repetition = try Repetition(phrase: "1w")
    #expect(
      try templates.keep(list, as: "Mine").warnings.texts == [
        "1 repetition is not in the template"
      ])
    #expect(folder.text("Templates/Mine.md") == "---\nicon: Trips\n---\n\n# Mine\n\n- [ ] Water\n")
  }

  @Test func `a template of one's own stays, whatever the case of its name`() throws {
    _ = try templates.keep(list("Socks"), as: "Mine")
    #expect(throws: TemplateError(.taken("Mine"))) {
      try templates.keep(list("Tent"), as: "mine")
    }
    #expect(try templates.own(named: "mine")?.name == "Mine")
    #expect(try templates.own(named: "Travel") == nil)
    #expect(try templates.template(named: "Mine").checklist.items.map(\.text) == ["Socks"])
    #expect(try folder.names() == ["Templates"])
  }

  @Test func `a dry run makes and deletes nothing`() throws {
    _ = try templates.keep(list("Socks"), as: "Mine", isDryRun: true)
    #expect(try folder.names() == [])
    _ = try templates.keep(list("Socks"), as: "Mine")
    _ = try templates.delete("Mine", isDryRun: true)
    #expect(try templates.own(named: "Mine") != nil)
  }

  @Test func `an own one stands for the one that ships until it is deleted`() throws {
    #expect(try templates.keep(list("Socks"), as: "travel").isInPlace)
    #expect(try templates.template(named: "Travel").checklist.items.count == 1)
    #expect(try templates.all().map(\.name).prefix(2) == ["travel", "Release"])
    #expect(try templates.all().count == ShippedTemplate.all.count)
    #expect(try templates.delete("Travel").revealsShipped)
    #expect(try templates.template(named: "Travel").checklist.items.count == 40)
    #expect(throws: TemplateError(.ships("Travel"))) { try templates.delete("travel") }
  }

  @Test(arguments: [
    ("", "must not be blank"), (" \u{3000}", "must not be blank"), ("a/b", "must not have a '/'"),
    (".a", "must not begin with a dot"), ("a\nb", "must be one line of text"),
    ("a\u{2028}b", "must be one line of text"), ("a\0", "must be one line of text"),
    (String(repeating: "é", count: 127), "must have at most 252 bytes"),
  ])
  func `a name that no file can have is refused`(name: String, reason: String) throws {
    #expect(throws: TemplateError(.unusableName(reason))) {
      try templates.keep(list("Socks"), as: name)
    }
    #expect(try folder.names() == [])
  }

  @Test func `the longest name has a file`() throws {
    let name = String(repeating: "é", count: 126)
    _ = try templates.keep(list("Socks"), as: name)
    #expect(try templates.template(named: name).checklist.items.count == 1)
  }

  @Test func `a list without items is no template`() {
    #expect(throws: TemplateError(.noItems("Packing"))) { try templates.keep(list(), as: "Mine") }
  }

  // MARK: Finding

  @Test func `what somebody put there counts, and what is none is told`() throws {
    try write("- [ ] Tent\n", to: "Camp.md")
    try write("# A\n- [ ] x\n# B\n- [ ] y\n", to: "two.md")
    try write("- [ ] Tent\n", to: "ignored.txt")
    try write("- [ ] Tent\n", to: ".hidden.md")
    let all = try templates.all()
    #expect(all.map(\.name).prefix(3) == ["Camp", "two", "Travel"])
    #expect(all.map(\.total).prefix(3) == [1, nil, 40])
    #expect(all.map(\.fault).prefix(3) == [nil, "it has 2 lists: 'A', 'B'", nil])
    #expect(all.map(\.isOwn).prefix(3) == [true, true, false])
    #expect(try templates.template(named: "Camp").checklist.items.map(\.text) == ["Tent"])
    let error = TemplateError(.severalLists(["A", "B"]), path: folder("Templates/two.md"))
    #expect(throws: error) { try templates.template(named: "two") }
    #expect(try templates.delete("two").summary.name == "two")
  }

  @Test func `of two names that differ in case, the exact one counts`() throws {
    try write("- [ ] one\n", to: "camp.md")
    try write("- [ ] two\n", to: "Camp.md")
    guard try folder.names().count == 1, try templates.all().count == 9 else { return }
    #expect(try templates.template(named: "camp").checklist.items.map(\.text) == ["one"])
    #expect(try templates.template(named: "Camp").checklist.items.map(\.text) == ["two"])
    #expect(try templates.template(named: "CAMP").checklist.items.map(\.text) == ["two"])
  }

  @Test(arguments: [
    ("Travle", "Travel"), ("moving", "Moving house"), ("Mien", "Mine"), ("zzzz", nil),
  ])
  func `an unknown name says which was meant`(name: String, nearest: String?) throws {
    try write("- [ ] Tent\n", to: "Mine.md")
    #expect(throws: TemplateError(.noSuchTemplate(name, nearest: nearest))) {
      try templates.template(named: name)
    }
  }

  @Test func `without a home there are those that ship`() throws {
    let templates = Templates(in: nil, now: Self.now, zone: .utc)
    #expect(try templates.all().count == ShippedTemplate.all.count)
    #expect(throws: TemplateError(.noContainer)) {
      try templates.keep(list("Socks"), as: "Mine")
    }
  }

  // MARK: Sources of lists

  @Test(arguments: [
    ("trip.md", true), ("a/b", true), ("TRIP.MD", true), ("x.markdown", true), ("./trip", true),
    ("trip", false), ("md", false), ("trip.txt", false), ("id:9f3c", false),
  ])
  func `a path has a slash or ends like Markdown`(text: String, expected: Bool) {
    #expect(ListSource.isPath(text) == expected)
  }

  @Test func `a list goes before a file of its name, and a template before a list`() throws {
    let path = try folder.write("- [ ] of the file\n", to: "trip.md")
    var document = ChecklistDocument()
    document.checklists = [list("of the list"), list("of the other")]
    document.checklists[0].name = path
    document.checklists[1].name = "template:Travel"
    func texts(_ argument: String) throws -> [String] {
      try ListSource(argument, templates: templates).list(in: document).list.items.map(\.text)
    }
    #expect(try texts(path) == ["of the list"])
    #expect(try texts("template:Travel").count == 40)
    #expect(try texts("id:\(document.checklists[1].id.identityText)") == ["of the other"])
    document.checklists.removeFirst()
    #expect(try texts(path) == ["of the file"])
    let missing = folder("none.md")
    #expect(
      throws: TemplateError(.file(StoreError(.notFound, path: missing)), path: missing)
    ) { try texts(missing) }
  }
}
