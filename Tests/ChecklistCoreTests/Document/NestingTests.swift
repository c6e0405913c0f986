import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Items below others, in property lists.
struct NestingTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// A document with one list, whose items are named for their identities: 1 is "a".
  private static func document(_ items: KeyValuePairs<Int, Int>) -> ChecklistDocument {
    var document = ChecklistDocument()
    var list = Checklist("L", id: 1 << 40)
    list.items = items.map { id, level in
      let letter = Character(Unicode.Scalar(UInt8(96 + id)))
      return ChecklistItem(String(letter), id: id + 1 << 50, isChecked: false, level: level)
    }
    document.checklists = [list]
    return document
  }

  private static func merged(
    _ base: KeyValuePairs<Int, Int>, _ ours: KeyValuePairs<Int, Int>,
    _ theirs: KeyValuePairs<Int, Int>
  ) -> [String] {
    let (base, ours, theirs) = (document(base), document(ours), document(theirs))
    let merged = DocumentMerge(base: base, ours: ours, theirs: theirs).document
    let other = DocumentMerge(base: base, ours: theirs, theirs: ours).document
    #expect(other.checklists == merged.checklists)
    return merged.checklists.first?.outline ?? []
  }

  @Test(arguments: [
    ([0, 1, 2, 1, 0], [0, 1, 2, 1, 0]), ([3, 0, 5, 5], [0, 0, 1, 1]),
    ([0, 4, 2, 4], [0, 1, 1, 2]), ([], []), ([255], [0]),
  ])
  func `levels that do not fit are lifted, and what stands below an item stays there`(
    stored: [Int], levels: [Int]
  ) throws {
    var document = ChecklistDocument()
    var list = Checklist("L")
    list.items = stored.map { ChecklistItem("a", id: nil, now: Self.now).at($0) }
    document.checklists = [list]
    let read = try ChecklistDocument(document.encoded())
    #expect(read.checklists[0].items.map(\.level) == levels)
    #expect(try ChecklistDocument(read.encoded()).checklists == read.checklists)
  }

  @Test(arguments: [PropertyList.string("1"), .integer(0), .integer(-1), .integer(256), .real(1)])
  func `a level that is none is kept as a field of another program`(_ value: PropertyList) throws {
    let document = try HandmadeArchive(items: [[:], ["Level": value]]).document()
    #expect(document.checklists[0].items.map(\.level) == [0, 0])
    let again = try ChecklistDocument(document.encoded())
    #expect(again.checklists[0].items[1].archived?.unreadKeys == ["Level"])
  }

  @Test func `a rule that is not understood is kept, and gives its words`() throws {
    let document = try HandmadeArchive(items: [["Repeat": .string("every full moon")], [:]])
      .document()
    let again = try ChecklistDocument(document.encoded())
    for items in [document.checklists[0].items, again.checklists[0].items] {
      #expect(items.map(\.unreadRepetition) == ["every full moon", nil])
      #expect(items.allSatisfy { $0.repetition == nil })
    }
    var item = again.checklists[0].items[0]
    item.repetition = .days(1)
    #expect(item.unreadRepetition == nil)
  }

  @Test func `an item that one side nests and the other changes is both`() {
    #expect(
      Self.merged([1: 0, 2: 0, 3: 0], [1: 0, 2: 1, 3: 0], [3: 0, 1: 0, 2: 0])
        == ["c 0", "a 0", "b 1"])
  }

  @Test func `each side nests an item below the one above`() {
    #expect(
      Self.merged([1: 0, 2: 0, 3: 0], [1: 0, 2: 1, 3: 0], [1: 0, 2: 0, 3: 1])
        == ["a 0", "b 1", "c 2"])
  }

  @Test func `an item whose parent is gone stands below the parent of that`() {
    #expect(
      Self.merged([1: 0, 2: 1, 4: 0], [1: 0, 2: 1, 3: 2, 4: 0], [1: 0, 4: 0])
        == ["a 0", "c 1", "d 0"])
  }

  @Test func `of two items that each side puts below the other, one stays at the top`() {
    #expect(Self.merged([1: 0, 2: 0], [1: 0, 2: 1], [2: 0, 1: 1]) == ["a 0", "b 1"])
  }

  @Test func `what is nested comes before what follows the item above`() {
    #expect(
      Self.merged([1: 0, 2: 1], [1: 0, 2: 1, 3: 0], [1: 0, 2: 1, 4: 1])
        == ["a 0", "b 1", "d 1", "c 0"])
  }

  @Test func `an order in which a level does not fit lifts the item`() throws {
    var document = Self.document([1: 0, 2: 1, 3: 2])
    let list = document.checklists[0]
    let order = [2, 0, 1].map { DocumentChange.ArrangedItem.present(list.reference(at: $0)) }
    let applied = try document.apply(.arrangeItems(order, list: list.id), at: Self.now)
    #expect(document.checklists[0].outline == ["c 0", "a 0", "b 1"])
    #expect(applied.map(\.kind) == [.moved])
  }
}

extension ChecklistItem {
  fileprivate func at(_ level: Int) -> ChecklistItem {
    var item = self
    item.level = level
    return item
  }
}
