import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct AnswerSizeTests {
  /// What a list says of the size of all its items in an answer.
  private func check(_ list: Checklist, withNotes: Bool = true) throws {
    var size = AnswerSize()
    try size.add(Array(list.items.indices), of: list, withNotes: withNotes)
  }

  private func list(sharing text: String, items: Int) throws -> Checklist {
    try HandmadeArchive.sharing(text, items: items).document().checklists[0]
  }

  @Test func `a long text may be in an answer 64 times, and no more`() throws {
    let text = String(repeating: "s", count: 500_000)
    let list = try list(sharing: text, items: 100)
    #expect(throws: AnswerSize.Excess(number: 33, list: "'List'", size: 500_000)) {
      try check(list)
    }
    #expect(throws: AnswerSize.Excess(number: 65, list: "'List'", size: 500_000)) {
      try check(list, withNotes: false)
    }
    var size = AnswerSize()
    try size.add(Array(0..<32), of: list, withNotes: true)
    #expect(
      AnswerSize.Excess(number: 33, list: "'List'", size: 500_000).description
        == "item 33 of 'List' shares a text of 500000 bytes with so many others that the answer "
        + "would be more than 64 times as long as their texts")
  }

  @Test func `lists that share a text are counted together`() throws {
    var list = try list(sharing: String(repeating: "s", count: 500_000), items: 1)
    var size = AnswerSize()
    for _ in 1...64 { try size.add([0], of: list, withNotes: false) }
    list.name = "Last"
    #expect(throws: AnswerSize.Excess(number: 1, list: "'Last'", size: 500_000)) {
      try size.add([0], of: list, withNotes: false)
    }
  }

  @Test func `the items of changes count too`() throws {
    var document = try HandmadeArchive.sharing(String(repeating: "s", count: 100_000), items: 1000)
      .document()
    let list = document.checklists[0]
    let items = list.items.indices.map { list.reference(at: $0) }
    let applied = try document.apply(
      .checkItems(items, list: list.id, .done()), at: .init(timeIntervalSinceReferenceDate: 0))
    var size = AnswerSize()
    #expect(throws: AnswerSize.Excess(number: 168, list: nil, size: 100_000)) {
      try size.add(applied, withNotes: false)
    }
  }

  @Test(arguments: [
    ("Milk", LongTests.count(short: 10_000, long: 100_000)),
    (String(repeating: "A long text. ", count: 100), 10_000),
    (String(repeating: "A very long text. ", count: 4000), 100),
    (String(repeating: "s", count: 1 << 20), 1),
  ])
  func `what people write is never too much`(text: String, items: Int) throws {
    try check(list(sharing: text, items: items))
  }

  @Test func `long texts that are not shared are never too much`() throws {
    var list = Checklist("Long")
    for index in 0..<1000 {
      let text = "\(index)" + String(repeating: "x", count: 10_000)
      list.items.append(ChecklistItem(text, note: text, now: .now))
    }
    try check(list)
  }
}
