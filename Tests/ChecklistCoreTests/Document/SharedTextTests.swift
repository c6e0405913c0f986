import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Documents whose items share a long text: what is done takes the time and the room of that text
/// once.
struct SharedTextTests {
  private let text = String(repeating: "s", count: 500_000)
  private let count = LongTests.count(short: 1000, long: 5000)

  private func document() throws -> ChecklistDocument {
    try HandmadeArchive.sharing(text, items: count).document()
  }

  private func apply(_ change: DocumentChange, to document: inout ChecklistDocument) throws {
    try document.apply(change, at: Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `a save keeps one copy of the text, however many items were changed`() throws {
    let size = HandmadeArchive.sharing(text, items: count).file().bytes.count
    var document = try document()
    for positions in [[0], [1], [2, 3], Array(4..<count)] {
      let list = document.checklists[0]
      try apply(
        .checkItems(positions.map { list.reference(at: $0) }, list: list.id, .done()),
        to: &document)
      let bytes = try document.encoded()
      #expect(bytes.count < size + 200_000)
      document = try ChecklistDocument(bytes)
      #expect(document.checklists[0].items.allSatisfy { $0.text == text && $0.note == text })
    }
    #expect(document.checklists[0].doneCount == count)
  }

  @Test func `a text that was changed is not taken for the one before`() throws {
    var document = try document()
    let list = document.checklists[0]
    let longer = text + "!"
    let edit = ItemEdit(text: longer, note: .set("A note"))
    try apply(.editItems([list.reference(at: 7)], list: list.id, edit), to: &document)
    let items = try ChecklistDocument(document.encoded()).checklists[0].items
    #expect(items[7].text == longer)
    #expect(items[7].note == "A note")
    #expect(items[8].text == text)
  }

  @Test func `a copy of the list adds one copy of the text`() throws {
    var document = try document()
    document.checklists.append(document.checklists[0].copy(named: "Copy", now: .now, in: .utc))
    let bytes = try document.encoded()
    #expect(bytes.count < 1_000_000 + 300 * count)
    #expect(try ChecklistDocument(bytes).checklists[1].items[count - 1].note == text)
  }

  @Test func `the text is searched once, and sorted as one`() throws {
    var list = try document().checklists[0]
    list.items[count - 200].text = "T"
    list.items[count - 199].text = "A"
    func positions(_ query: ItemQuery) throws -> [Int] { try query.positions(in: [list])[0] }
    #expect(try positions(ItemQuery(by: .noon, search: [SearchText("sst")])) == [])
    #expect(try positions(ItemQuery(by: .noon, search: SearchText.words(of: "s É"))) == [])
    #expect(
      try positions(ItemQuery(by: .noon, search: SearchText.words(of: "SSS s"))).count == count)
    let sorted = try positions(ItemQuery(by: .noon, order: .text))
    #expect(sorted[0] == count - 199)
    #expect(
      sorted[1..<count - 1].elementsEqual(
        (0..<count).filter { $0 != count - 200 && $0 != count - 199 }))
    #expect(sorted[count - 1] == count - 200)
    let query = ItemQuery(by: .noon, selectors: ["t"], search: [SearchText("s")])
    #expect(try positions(query) == [count - 200])
  }

  @Test func `an error shows the beginning of the text`() throws {
    let list = try document().checklists[0]
    do {
      _ = try ItemResolver.noon.positions(of: ["sss"], in: list)
      Issue.record("the text is not that of one item")
    } catch {
      #expect(error.candidates.count == count)
      #expect(error.candidates[1].text == text.prefix(1000) + "…")
      #expect(error.candidates[1].label == "2 \(text.prefix(1000))…")
    }
  }

  @Test func `identities are derived of the beginning of the text`() throws {
    var archive = HandmadeArchive.sharing(text, items: count)
    archive.objects = archive.objects.map { object in
      guard case .dictionary(var fields) = object else { return object }
      fields.entries.removeAll { $0.key == "ItemID" }
      return .dictionary(fields)
    }
    let identities = try archive.document().checklists[0].items.map(\.id)
    #expect(Set(identities).count == count)
    #expect(try archive.document().checklists[0].items.map(\.id) == identities)
  }
}

struct LongTextsTests {
  private func text(_ letter: Character, _ count: Int = 1000) -> String {
    String(repeating: letter, count: count)
  }

  @Test func `a long text is found where it is, and an equal one elsewhere is not`() {
    var texts = LongTexts<Int>()
    let (first, second) = (text("a"), text("a"))
    texts[first] = 1
    #expect(texts[first] == 1)
    #expect(texts[second] == nil)
    let same = first
    #expect(texts.value(of: same) { _ in 2 } == 1)
    #expect(texts.value(of: second) { _ in 2 } == 2)
  }

  @Test func `a short text is not remembered`() {
    var texts = LongTexts<Int>()
    let short = text("a", 255)
    texts[short] = 1
    #expect(texts[short] == nil)
  }

  @Test func `a text that is gone gives its place to no other`() {
    var texts = LongTexts<Int>()
    for index in 0..<100 {
      #expect(texts.value(of: text("a")) { _ in index } == index)
    }
  }
}
