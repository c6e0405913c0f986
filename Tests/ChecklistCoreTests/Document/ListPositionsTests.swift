import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Many changes, whose lists are found by an index.
struct ListPositionsTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 900_000_000)

  private static func lists(_ ids: ClosedRange<Int>) -> [Checklist] {
    ids.map { Checklist("L\($0)", id: $0) }
  }

  @Test func `many changes do what they do one by one`() throws {
    for seed in UInt64(0)..<50 {
      var random = SplitMix64(seed: seed)
      var document = ChecklistDocument()
      document.checklists = Self.lists(1...5)
      var (reference, expected) = (document, [AppliedChange]())
      var changes: [DocumentChange] = []
      for id in 100..<200 {
        let list = try #require(reference.checklists.randomElement(using: &random)).id
        let change: DocumentChange
        switch Int.random(in: 0..<6, using: &random) {
        case 0: change = .addList(Checklist("N\(id)", id: id), at: .first)
        case 1: change = .addList(Checklist("N\(id)", id: id))
        case 2: change = .moveList(list, at: .first)
        case 3 where reference.checklists.count > 1: change = .deleteList(list)
        case 4:
          var edit = ListEdit()
          edit.identity = id
          change = .editList(list, edit)
        default: change = .addItems([ChecklistItem("i", id: id, now: Self.now)], list: list)
        }
        changes.append(change)
        expected += try reference.apply(change, at: Self.now)
      }
      let applied = try document.apply(changes, at: Self.now)
      #expect(document.isSame(as: reference), "seed \(seed)")
      #expect(document.checklists.map(\.id) == reference.checklists.map(\.id), "seed \(seed)")
      #expect(applied.map(\.list) == expected.map(\.list), "seed \(seed)")
      #expect(applied.map(\.number) == expected.map(\.number), "seed \(seed)")
    }
  }

  @Test func `among many changes, a list that is gone or there already is refused`() throws {
    let additions = Self.lists(1...40).map { DocumentChange.addList($0) }
    for (last, error) in [
      (DocumentChange.addList(Checklist("Twin", id: 3)), ChangeError(.duplicateList(3))),
      (.moveList(41, at: .first), ChangeError(.noSuchList(41))),
    ] {
      var document = ChecklistDocument()
      #expect(throws: error) { try document.apply(additions + [last], at: Self.now) }
      #expect(document.checklists.count == 40)
      // What was prepared for many changes is over.
      document.checklists.removeFirst()
      try document.apply(.addList(Checklist("First", id: 1)), at: Self.now)
    }
    var document = ChecklistDocument()
    #expect(throws: ChangeError(.noSuchList(7))) {
      try document.apply(additions + [.deleteList(7), .deleteList(7)], at: Self.now)
    }
  }

  @Test func `of two lists with one identity, the second is found when the first is gone`() throws {
    var document = ChecklistDocument()
    document.checklists = Self.lists(1...20) + [Checklist("Twin", id: 1)]
    let changes = (2...20).map { DocumentChange.deleteList($0) }
    try document.apply(changes + [.deleteList(1), .moveList(1, at: .first)], at: Self.now)
    #expect(document.checklists.map(\.name) == ["Twin"])
  }
}
