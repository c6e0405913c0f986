import ChecklistCore
import ChecklistInterchange
import Foundation
import TestSupport
import Testing

/// What an import does to a document.
struct ImportPlanTests {
  private let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  private let later = Date(timeIntervalSinceReferenceDate: 802_100_000)

  private func item(_ text: String, id: Int? = nil, section: String? = nil) -> ImportedItem {
    var item = ImportedItem(text, id: id, now: later)
    item.setSection(section)
    return item
  }

  private func document(_ texts: [String]) -> ChecklistDocument {
    var document = ChecklistDocument()
    var list = Checklist("Groceries", id: 1)
    list.items = texts.enumerated().map { ChecklistItem($1, id: $0 + 1, now: now) }
    document.checklists = [list]
    return document
  }

  private func plan(
    _ lists: [ImportedList], into document: ChecklistDocument, list: String? = nil
  ) throws -> ImportPlan {
    try ImportPlan(
      [ImportedFile(lists: lists)], into: document,
      ImportTarget(unnamed: ListResolver(named: list) { nil }, name: list), at: later, in: .utc)
  }

  /// The document after an import.
  @discardableResult
  private func importing(
    _ lists: [ImportedList], into document: ChecklistDocument, list: String? = nil,
    _ expected: ImportPlan.Count
  ) throws -> ChecklistDocument {
    var document = document
    let plan = try plan(lists, into: document, list: list)
    #expect(plan.count == expected)
    for change in plan.changes { try document.apply(change, at: later) }
    // The same again changes nothing.
    let again = try self.plan(lists, into: document, list: list)
    #expect(again.count.added == 0)
    #expect(again.count.updated == 0)
    var same = document
    for change in again.changes { try same.apply(change, at: later) }
    #expect(same.checklists == document.checklists)
    return document
  }

  private func count(
    _ added: Int, _ updated: Int, _ unchanged: Int, moved: Int = 0
  ) -> ImportPlan.Count {
    var count = ImportPlan.Count()
    (count.added, count.updated, count.unchanged) = (added, updated, unchanged)
    count.moved = moved
    return count
  }

  @Test func `new items go to the end of the list that is meant`() throws {
    let document = try importing(
      [ImportedList(name: nil, items: [item("Bread"), item("Milk"), item("Eggs")])],
      into: document(["Milk"]), count(2, 0, 1))
    #expect(document.checklists.map { $0.items.map(\.text) } == [["Milk", "Bread", "Eggs"]])
  }

  @Test func `a text that is there twice is matched twice, and a third time it is new`() throws {
    let document = try importing(
      [ImportedList(name: nil, items: [item("Milk"), item("Milk"), item("Milk")])],
      into: document(["Milk", "Milk"]), count(1, 0, 2))
    #expect(document.checklists[0].items.map(\.text) == ["Milk", "Milk", "Milk"])
  }

  @Test func `texts are compared by code unit`() throws {
    try importing(
      [ImportedList(name: nil, items: [item("Cre\u{300}me")])], into: document(["Cr\u{E8}me"]),
      count(1, 0, 0))
  }

  @Test func `an item gets what the file names, and keeps the rest`() throws {
    var document = document(["Milk"])
    document.checklists[0].items[0].note = "two bottles"
    document.checklists[0].items[0].due = .moment(now)
    var milk = item("Milk")
    milk.setChecked(true, at: now)
    document = try importing(
      [ImportedList(name: nil, items: [milk])], into: document, count(0, 1, 0))
    let item = document.checklists[0].items[0]
    #expect(item.isChecked)
    #expect(item.completed == now)
    #expect(item.note == "two bottles")
    #expect(item.due == .moment(now))
  }

  @Test func `what the file names as absent is taken away`() throws {
    var document = document(["Milk"])
    document.checklists[0].items[0].note = "two bottles"
    document.checklists[0].items[0].due = .moment(now)
    document.checklists[0].items[0].repetition = .days(1)
    var milk = item("Milk")
    milk.setNote(nil)
    milk.setDue(nil)
    document = try importing(
      [ImportedList(name: nil, items: [milk])], into: document, count(0, 1, 0))
    #expect(document.checklists[0].items[0].note == nil)
    #expect(document.checklists[0].items[0].due == nil)
    #expect(document.checklists[0].items[0].repetition == nil)
  }

  @Test func `a moment in the same second, and a day by another end, are no change`() throws {
    var document = document(["Milk", "Bread", "Eggs"])
    document.checklists[0].items[0].due = .moment(now.addingTimeInterval(0.25))
    let here = try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: .utc))
    let there = try #require(
      DueDate.Day(year: 2026, month: 12, day: 24, in: TestZone.kiritimati.rules))
    document.checklists[0].items[1].due = .day(there)
    document.checklists[0].items[2].due = .moment(here.end)
    var items = [item("Milk"), item("Bread"), item("Eggs")]
    items[0].setDue(.moment(now))
    items[1].setDue(.day(here))
    items[2].setDue(.day(here))
    try importing([ImportedList(name: nil, items: items)], into: document, count(0, 0, 3))
  }

  @Test func `an identity finds an item that was renamed, wherever it is`() throws {
    var document = document(["Milk", "Bread"])
    document.checklists.append(Checklist("Home", id: 2))
    document = try importing(
      [ImportedList(name: "Home", items: [item("Oat milk", id: 1)])], into: document,
      count(0, 1, 0, moved: 1))
    #expect(document.checklists.map { $0.items.map(\.text) } == [["Bread"], ["Oat milk"]])
    // A file that does not say in which list an item is leaves it where it is.
    document = try importing(
      [ImportedList(name: nil, items: [item("Milk", id: 1)])], into: document, count(0, 1, 0))
    #expect(document.checklists.map { $0.items.map(\.text) } == [["Bread"], ["Milk"]])
  }

  @Test func `of an identity that is there twice, the last one counts`() throws {
    let lists = [ImportedList(name: nil, items: [item("Milk", id: 7), item("Oat milk", id: 7)])]
    let document = try importing(lists, into: document([]), count(1, 0, 0))
    #expect(document.checklists[0].items.map(\.text) == ["Oat milk"])
    #expect(
      try plan(lists, into: document).warnings.texts == [
        "1 item was left out, since it is repeated below"
      ])
  }

  @Test func `lists are known by name, in whatever case, and made where they are not there`()
    throws
  {
    let document = try importing(
      [
        ImportedList(name: "groceries", items: [item("Bread")]),
        ImportedList(name: "Camping", items: [item("Tent")]),
        ImportedList(name: "Camping", items: [item("Stove")]),
        ImportedList(name: "Empty"),
      ], into: document(["Milk"]), count(3, 0, 0))
    #expect(document.checklists.map(\.name) == ["Groceries", "Camping", "Empty"])
    #expect(
      document.checklists.map { $0.items.map(\.text) } == [
        ["Milk", "Bread"], ["Tent", "Stove"], [],
      ])
  }

  @Test func `a list that is named takes everything`() throws {
    let document = try importing(
      [
        ImportedList(name: "Groceries", items: [item("Bread")]),
        ImportedList(name: nil, items: [item("Tent")]),
      ], into: document(["Milk"]), list: "Weekend", count(2, 0, 0))
    #expect(document.checklists.map(\.name) == ["Groceries", "Weekend"])
    #expect(document.checklists.map { $0.items.map(\.text) } == [["Milk"], ["Bread", "Tent"]])
  }

  @Test func `a section takes its new items, and an item follows its heading`() throws {
    var document = document(["Milk", "Nails", "Bread"])
    for (index, section) in ["Food", "Tools", "Tools"].enumerated() {
      document.checklists[0].items[index].section = section
    }
    document = try importing(
      [
        ImportedList(
          name: nil,
          items: [
            item("Eggs", section: "Food"), item("Bread", section: "Food"),
            item("Rope", section: "Boat"), item("Nails"),
          ])
      ], into: document, count(2, 1, 1))
    #expect(
      document.checklists[0].items.map { "\($0.section ?? "-") \($0.text)" } == [
        "Food Milk", "Food Eggs", "Food Bread", "Tools Nails", "Boat Rope",
      ])
  }

  @Test func `a text that stands in two sections is matched in its own`() throws {
    var document = document(["Socks", "Socks"])
    document.checklists[0].items[0].section = "Day"
    document.checklists[0].items[1].section = "Night"
    var night = item("Socks", section: "Night")
    night.setChecked(true)
    document = try importing(
      [ImportedList(name: nil, items: [night, item("Socks", section: "Day")])], into: document,
      count(0, 1, 1))
    #expect(document.checklists[0].items.map(\.isChecked) == [false, true])
  }

  @Test func `a priority of todo.txt is a part of the text that may come and go`() throws {
    var list = ImportedList(name: nil, items: [item("(A) Milk"), item("Bread"), item("(B) Eggs")])
    var document = document(["Milk", "(C) Bread", "(B) Eggs", "Eggs"])
    #expect(try plan([list], into: document).count == count(2, 0, 1))
    list.hasMarks = true
    document = try importing([list], into: document, count(0, 2, 1))
    #expect(
      document.checklists[0].items.map(\.text) == ["(A) Milk", "Bread", "(B) Eggs", "Eggs"])
  }

  @Test func `a due date that is appended in todo.txt changes that of the item`() throws {
    func lists(_ text: String) throws -> [ImportedList] {
      try TodoTxtFormat.read(Array(text.utf8), ImportOptions(now: now, zone: .utc)).lists
    }
    var document = try importing(
      lists("Milk due:2026-12-24\n(A) Bread due:2026-12-24\n"), into: document([]), count(2, 0, 0))
    document = try importing(
      lists("Milk due:2026-12-24 due:2026-12-31\n(B) Bread due:2026-12-25 due:2026-12-24\n"),
      into: document, count(0, 2, 0))
    let items = document.checklists[0].items
    #expect(items.map(\.text) == ["Milk", "(B) Bread"])
    #expect(items.map(\.due?.description) == ["2026-12-31", "2026-12-24"])
    // A text that says it itself stays as it is.
    document = try importing(
      lists("Eggs due:2026-12-24\n"), into: self.document(["Eggs due:2026-12-24"]), count(0, 1, 0))
    #expect(document.checklists[0].items.map(\.text) == ["Eggs due:2026-12-24"])
    #expect(document.checklists[0].items[0].due?.description == "2026-12-24")
  }

  @Test func `what cannot be in a document is left out with its line`() throws {
    var document = document([])
    let items = [
      ImportedItem(" \u{2003}", line: 3, now: now), ImportedItem("a\0b", line: 4, now: now),
      ImportedItem("\u{A0}", line: 9, now: now), ImportedItem("Milk", line: 10, now: now),
    ]
    let plan = try plan([ImportedList(name: "A\0B", items: items)], into: document)
    #expect(
      plan.warnings.texts == [
        "2 items without a text were left out (the first on line 3)",
        "1 item with a NUL character was left out (line 4)",
      ])
    #expect(plan.skipped == 3)
    for change in plan.changes { try document.apply(change, at: later) }
    #expect(document.checklists.map(\.name) == ["Groceries", "AB"])
    #expect(document.checklists[1].items.map(\.text) == ["Milk"])
  }

  @Test func `a document imported whole is equal`() throws {
    var document = document(["Milk", "Bread"])
    document.checklists[0].items[0].section = "Food"
    document.checklists[0].items[0].origin = ItemOrigin("csv", id: "7")
    document.checklists[0].items[1].setChecked(true, now: now)
    document.checklists[0].icon = "Groceries"
    document.checklists.append(Checklist("Away", icon: "Trips", id: 2))
    document.checklists[1].isHidden = true
    let file = try PropertyListFormat.read(
      document.encoded(), ImportOptions(now: later, zone: .utc))
    let copy = try importing(file.lists, into: ChecklistDocument(), count(2, 0, 0))
    #expect(copy.checklists == document.checklists)
    // Its lists are known by identity too.
    var renamed = file.lists
    renamed[1].name = "Far away"
    renamed[1].isHidden = false
    let edited = try importing(renamed, into: copy, count(0, 0, 2))
    #expect(edited.checklists.map(\.name) == ["Groceries", "Far away"])
    #expect(edited.checklists[1].isHidden == false)
  }

  @Test func `items without a list of several files go to one list, and are known again`() throws {
    let files = [["Milk"], ["Bread", "Milk"], ["Eggs"]].map {
      ImportedFile(lists: [ImportedList(name: nil, items: $0.map { item($0) })])
    }
    let target = ImportTarget(unnamed: ListResolver(named: nil) { nil })
    let plan = try ImportPlan(files, into: ChecklistDocument(), target, at: later, in: .utc)
    #expect(plan.count == count(3, 0, 1))
    var document = ChecklistDocument()
    for change in plan.changes { try document.apply(change, at: later) }
    #expect(document.checklists.map(\.name) == ["Checklist"])
    #expect(document.checklists[0].items.map(\.text) == ["Milk", "Bread", "Eggs"])
  }

  @Test func `an item stays in its list where another one has the same name`() throws {
    var document = document(["Milk"])
    document.checklists.append(Checklist("Groceries", id: 2))
    document.checklists[1].items = [ChecklistItem("Bread", id: 9, now: now)]
    try importing(
      [ImportedList(name: "Groceries", items: [item("Milk", id: 1), item("Bread", id: 9)])],
      into: document, count(0, 0, 2))
  }

  @Test func `a section that goes away as a whole has no end, so new items come last`() throws {
    var document = document(["Milk", "Nails"])
    for index in 0...1 { document.checklists[0].items[index].section = "Shop" }
    document.checklists.append(Checklist("Home", id: 2))
    document = try importing(
      [
        ImportedList(name: "Home", items: [item("Nails", id: 2, section: "Tools")]),
        ImportedList(
          name: "Groceries",
          items: [item("Eggs", id: 7, section: "Shop"), item("Milk", id: 1, section: "Dairy")]),
      ], into: document, count(1, 2, 0, moved: 1))
    #expect(
      document.checklists.map { $0.items.map { "\($0.section ?? "-") \($0.text)" } } == [
        ["Dairy Milk", "Shop Eggs"], ["Tools Nails"],
      ])
  }

  @Test func `what a format no longer knows of an item is forgotten`() throws {
    var document = document(["Milk"])
    document.checklists[0].items[0].origin = ItemOrigin("csv", id: "7")?
      .merging(try #require(ItemOrigin("taskwarrior", fields: ["\"tags\":[\"a\"]"])))
    var milk = item("Milk", id: 1)
    milk.setOrigin(.taskwarrior, id: nil, fields: [])
    document = try importing(
      [ImportedList(name: nil, items: [milk])], into: document, count(0, 1, 0))
    #expect(document.checklists[0].items[0].origin == ItemOrigin("csv", id: "7"))
  }

  @Test func `a name that no list and no section can have is none`() throws {
    var milk = item("Milk")
    milk.setSection("\0\0")
    let document = try importing(
      [ImportedList(name: " \0 ", items: [milk])], into: document([]), count(1, 0, 0))
    #expect(document.checklists.map(\.name) == ["Groceries"])
    #expect(document.checklists[0].items[0].section == nil)
  }
}

/// The nesting of items that a document has, by a file with the same items.
struct ImportedNestingTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  /// All levels that a number of items can have.
  private static func outlines(of count: Int) -> [[Int]] {
    (1..<count).reduce([[0]]) { outlines, _ in
      outlines.flatMap { outline in (0...outline[outline.count - 1] + 1).map { outline + [$0] } }
    }
  }

  @Test(arguments: [true, false])
  func `a second import changes nothing`(hasIdentities: Bool) throws {
    for (old, new) in Self.outlines(of: 5).flatMap({ old in
      Self.outlines(of: 5).map { (old, $0) }
    }) {
      var document = ChecklistDocument()
      document.checklists = [Checklist("L", id: 1)]
      var list = ImportedList(name: "L")
      for (index, levels) in zip(old, new).enumerated() {
        var item = ChecklistItem("\(index)", id: index + 1, now: Self.now)
        item.level = levels.0
        document.checklists[0].items.append(item)
        var imported = ImportedItem("\(index)", id: hasIdentities ? index + 1 : nil, now: Self.now)
        imported.set(.level, .number(levels.1))
        list.items.append(imported)
      }
      let target = ImportTarget(unnamed: ListResolver(named: nil) { nil })
      var outlines: [[Int]] = []
      for _ in 0..<2 {
        var plan = try ImportPlan(
          [ImportedFile(lists: [list])], into: document, target, at: Self.now, in: .utc)
        for change in plan.takeChanges() { try document.apply(change, at: Self.now) }
        outlines.append(document.checklists[0].items.map(\.level))
        if outlines.count == 2 { #expect(plan.count.updated == 0, "\(old) as \(new)") }
      }
      #expect(outlines[0] == outlines[1], "\(old) as \(new)")
      if hasIdentities { #expect(outlines[0] == new, "\(old) as \(new)") }
    }
  }
}
