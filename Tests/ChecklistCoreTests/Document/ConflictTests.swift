import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

@Suite("The values that lost in a merge")
struct ConflictTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static let conflicts: [Conflict] = [
    .text("Oat milk"), .text("e\u{301}"), .note("Two\nlines"),
    .due(.moment(Date(timeIntervalSinceReferenceDate: 700_000_000.25))),
  ]

  private static func document(day: DueDate.Day) -> ChecklistDocument {
    var item = ChecklistItem("Milk", due: .day(day), id: 1, now: now)
    item.conflicts = conflicts + [.due(.day(day))]
    var list = Checklist("Groceries", id: 2)
    list.items = [item, ChecklistItem("Bread", id: 3, now: now)]
    list.conflicts = [.name("Food"), .icon("Groceries")]
    var document = ChecklistDocument()
    document.checklists = [list]
    return document
  }

  private static func day() throws -> DueDate.Day {
    try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: .utc))
  }

  @Test(
    "are stored in documents of each dialect and format",
    arguments: [ChecklistDocument.Dialect.checklists, .codableChecklists],
    [PropertyList.Format.binary, .xml])
  func stored(dialect: ChecklistDocument.Dialect, format: PropertyList.Format) throws {
    var document = Self.document(day: try Self.day())
    // XML has whole seconds.
    document.checklists[0].items[0].conflicts[3] = .due(
      .moment(Date(timeIntervalSinceReferenceDate: 700_000_000)))
    document = document.converted(to: dialect, format: format)
    let read = try ChecklistDocument(document.encoded())
    #expect(read.checklists == document.checklists)
    #expect(read.misunderstoodFields.isEmpty)
  }

  @Test("that are not understood are kept as they are")
  func misunderstood() throws {
    let values: [PropertyList] = [
      .array([.string("Oat milk")]), .string("Oat milk"), .array([]),
      .array([.dictionary(PropertyListDictionary([.init(key: "Name", value: .string("x"))]))]),
    ]
    for value in values { #expect([Conflict](value, ofItems: true) == nil) }
  }

  @Test("are settled with the value that won")
  func keep() throws {
    var document = Self.document(day: try Self.day())
    let list = document.checklists[0]
    let applied = try list.settling([0, 1], .present).map { try document.apply($0, at: Self.now) }
    #expect(applied.map { $0[0].kind } == [.edited, .unchanged])
    #expect(document.checklists[0].items[0].conflicts == [])
    #expect(document.checklists[0].items[0].text == "Milk")
  }

  @Test("are settled with the first of the others")
  func other() throws {
    var document = Self.document(day: try Self.day())
    for change in document.checklists[0].settling([0], .other) {
      try document.apply(change, at: Self.now)
    }
    let item = document.checklists[0].items[0]
    #expect(item.conflicts == [])
    #expect(item.text == "Oat milk")
    #expect(item.note == "Two\nlines")
    #expect(item.due == .moment(Date(timeIntervalSinceReferenceDate: 700_000_000.25)))
    let list = document.checklists[0]
    try document.apply(.editList(list.id, list.settling(.other)), at: Self.now)
    #expect(document.checklists[0].name == "Food")
    #expect(document.checklists[0].icon == "Groceries")
    #expect(document.checklists[0].conflicts == [])
  }

  @Test("of a field are settled by an edit of the field")
  func edited() throws {
    var document = Self.document(day: try Self.day())
    let list = document.checklists[0]
    let milk = list.reference(at: 0)
    try document.apply(.editItems([milk], list: 2, ItemEdit(text: "Milk")), at: Self.now)
    #expect(document.checklists[0].items[0].conflicts.map(\.field) == [.note, .due, .due])
    try document.apply(.editItems([milk], list: 2, ItemEdit(due: .remove)), at: Self.now)
    #expect(document.checklists[0].items[0].conflicts.map(\.field) == [.note])
    let applied = try document.apply(.editList(2, ListEdit(name: "Food")), at: Self.now)
    #expect(applied[0].kind == .renamed)
    #expect(document.checklists[0].conflicts == [.icon("Groceries")])
  }

  @Test("are found by a selector")
  func selected() throws {
    let list = Self.document(day: try Self.day()).checklists[0]
    #expect(try ItemResolver.noon.positions(of: ["conflicts"], in: list) == [0])
  }
}
