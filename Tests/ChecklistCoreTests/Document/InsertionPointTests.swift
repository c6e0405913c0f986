import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Items and lists moved to another place.
struct InsertionPointTests {
  /// A move of letters, and what it leaves.
  struct Case: CustomTestStringConvertible, Sendable {
    var positions: [Int]
    var place: InsertionPoint<Int>
    var result: String
    var moved: Range<Int>
    var testDescription: String { "\(positions) \(place)" }

    init(_ positions: [Int], _ place: InsertionPoint<Int>, _ result: String, _ moved: Range<Int>) {
      (self.positions, self.place, self.result, self.moved) = (positions, place, result, moved)
    }
  }

  private static func list(_ letters: String) -> Checklist {
    var list = Checklist(letters)
    list.items = letters.map { ChecklistItem("\($0)", now: Date(timeIntervalSince1970: 0)) }
    return list
  }

  private static func letters(_ list: Checklist) -> String { list.items.map(\.text).joined() }

  @Test(arguments: [
    Case([3], .first, "dabce", 0..<1), Case([1], .last, "acdeb", 4..<5),
    Case([0], .before(3), "bcade", 2..<3), Case([0], .after(3), "bcdae", 3..<4),
    Case([4], .before(1), "aebcd", 1..<2), Case([4], .after(1), "abecd", 2..<3),
    Case([1, 3], .first, "bdace", 0..<2), Case([0, 1], .last, "cdeab", 3..<5),
    Case([0, 4], .before(2), "baecd", 1..<3), Case([0, 4], .after(2), "bcaed", 2..<4),
    // Around one that is moved too.
    Case([0, 2], .before(2), "bacde", 1..<3), Case([0, 2], .after(2), "bacde", 1..<3),
    Case([2, 4], .before(2), "abced", 2..<4), Case([0, 1, 2, 3, 4], .after(2), "abcde", 0..<5),
    // Where it is.
    Case([0], .first, "abcde", 0..<1), Case([4], .last, "abcde", 4..<5),
    Case([2], .before(2), "abcde", 2..<3), Case([2], .after(2), "abcde", 2..<3),
    Case([2], .before(3), "abcde", 2..<3), Case([2], .after(1), "abcde", 2..<3),
    Case([], .first, "abcde", 0..<0), Case([], .last, "abcde", 5..<5),
  ])
  func `items go together to a place and keep their order`(_ move: Case) {
    var list = Self.list("abcde")
    let ids = Dictionary(uniqueKeysWithValues: list.items.map { ($0.text, $0.id) })
    #expect(
      list.items.move(
        at: move.positions, toOffset: move.place.offset(among: list.items.count))
        == move.moved)
    #expect(Self.letters(list) == move.result)
    #expect(list.items.allSatisfy { ids[$0.text] == $0.id })
  }

  @Test func `every move of up to three of six items is what taking out and putting in makes`()
    throws
  {
    let letters = Array("abcdef")
    let places =
      [InsertionPoint<Int>.first, .last]
      + (0..<6).flatMap { [InsertionPoint<Int>.before($0), .after($0)] }
    for mask in 0..<64 where mask.nonzeroBitCount <= 3 {
      let positions = (0..<6).filter { mask & 1 << $0 != 0 }
      for place in places {
        // A mark in the gap, then everything that is moved at the mark.
        var marked = letters
        switch place {
        case .first: marked.insert("|", at: 0)
        case .last: marked.append("|")
        case .before(let position): marked.insert("|", at: position)
        case .after(let position): marked.insert("|", at: position + 1)
        }
        let moved = positions.map { letters[$0] }
        let rest = marked.filter { !moved.contains($0) }
        let expected = String(rest.flatMap { $0 == "|" ? moved : [$0] })
        var list = Self.list(String(letters))
        let offset = place.offset(among: letters.count)
        #expect(list.items.move(at: positions, toOffset: offset).count == positions.count)
        #expect(Self.letters(list) == expected, "\(positions) \(place)")
        var document = ChecklistDocument()
        document.checklists = [Self.list(String(letters))]
        try document.moveItems(at: positions, of: 0, to: 0, place)
        #expect(Self.letters(document.checklists[0]) == expected, "\(positions) \(place)")
      }
    }
  }

  @Test func `items go to another list with all that belongs to them`() throws {
    var document = ChecklistDocument()
    document.checklists = [Self.list("abc"), Self.list("xyz")]
    let now = Date(timeIntervalSinceReferenceDate: 5)
    document.checklists[0].items[0].note = "note"
    document.checklists[0].items[2].setChecked(true, now: now)
    let id = document.checklists[0].items[2].id
    #expect(try document.moveItems(at: [0, 2], of: 0, to: 1, .after(1)) == 2..<4)
    #expect(document.checklists.map(Self.letters) == ["b", "xyacz"])
    let moved = document.checklists[1].items
    #expect((moved[2].note, moved[3].id, moved[3].completed) == ("note", id, now))
    #expect(try document.moveItems(at: [0], of: 0, to: 1, .first) == 0..<1)
    #expect(document.checklists.map(Self.letters) == ["", "bxyacz"])
  }

  @Test(arguments: Fixture.all(in: "Checklists"))
  func `what nobody understands goes along to another list, and comes back`(
    _ fixture: Fixture
  ) throws {
    let original = try ChecklistDocument(fixture.bytes())
    guard let home = original.checklists.firstIndex(where: { $0.items.count > 1 }) else { return }
    var document = original
    let other = document.checklists.count
    document.checklists.append(Checklist("Other"))
    try document.moveItems(at: [0, 1], of: home, to: other, .first)

    var saved = try ChecklistDocument(document.encoded())
    #expect(
      saved.checklists[other].items.map(\.id) == original.checklists[home].items[0...1].map(\.id))
    #expect(saved.unknownFieldCount == original.unknownFieldCount)
    try saved.moveItems(at: [0, 1], of: other, to: home, .first)
    saved.checklists.removeLast()
    #expect(try ArchiveGraph(saved.encoded()) == ArchiveGraph(original.encoded()))
  }

  @Test(arguments: [
    (0, InsertionPoint<Int>.last, "bcda", 3), (3, .first, "dabc", 0), (1, .before(3), "acbd", 2),
    (1, .after(3), "acdb", 3), (2, .before(0), "cabd", 0), (2, .after(2), "abcd", 2),
  ])
  func `a list goes to a place among the lists`(
    _ position: Int, _ place: InsertionPoint<Int>, _ result: String, _ moved: Int
  ) throws {
    var document = ChecklistDocument()
    document.checklists = ["a", "b", "c", "d"].map { Checklist($0) }
    let lists = document.checklists
    let applied = try document.apply(
      .moveList(lists[position].id, at: place.map { lists[$0].id }), at: Date())
    #expect(applied.map(\.number) == [moved + 1])
    #expect(applied.map(\.numberBefore) == [position + 1])
    #expect(applied.map(\.kind) == [moved == position ? .unchanged : .moved])
    #expect(document.checklists.map(\.name).joined() == result)
  }
}

extension ChecklistDocument {
  /// Moves items by their positions, and tells where they are then.
  @discardableResult
  fileprivate mutating func moveItems(
    at positions: [Int], of source: Int, to destination: Int, _ point: InsertionPoint<Int>
  ) throws -> Range<Int> {
    let (from, to) = (checklists[source], checklists[destination])
    let applied = try apply(
      .moveItems(
        positions.map(from.reference), list: from.id, to: to.id, at: point.map(to.reference)),
      at: Date(timeIntervalSince1970: 0))
    #expect(applied.map(\.numberBefore) == positions.map { $0 + 1 })
    let numbers = applied.compactMap(\.number)
    let first = numbers.first ?? 1
    #expect(numbers == Array(first..<first + positions.count))
    return first - 1..<first - 1 + numbers.count
  }
}
