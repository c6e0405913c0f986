import Foundation
import Testing

@testable import ChecklistCore

/// Which list a command means.
struct ListResolverTests {
  private static func document(_ names: String...) -> ChecklistDocument {
    var document = ChecklistDocument()
    document.checklists = names.enumerated().map { Checklist($1, id: $0 + 1) }
    return document
  }

  @Test func `the list that is named comes before the one that was chosen`() throws {
    let document = Self.document("A", "B", "C")
    #expect(try ListResolver(named: "b") { 3 }.position(in: document) == 1)
    #expect(try ListResolver(named: nil) { 3 }.position(in: document) == 2)
    #expect(try ListResolver(named: nil) { nil }.position(in: document) == 0)
    // One that was chosen and is gone.
    #expect(try ListResolver(named: nil) { 9 }.position(in: document) == 0)
    #expect(try ListResolver(named: "id:2") { nil }.list(in: document).name == "B")
  }

  @Test func `of one list, nobody looks up which was chosen`() throws {
    let resolver = ListResolver(named: nil) {
      Issue.record("it was looked up")
      return nil
    }
    #expect(try resolver.position(in: Self.document("A")) == 0)
    #expect(try resolver.position(in: ChecklistDocument()) == nil)
  }

  @Test func `a list that is not there is an error that offers the others`() {
    let document = Self.document("A", "B")
    let error = #expect(throws: SelectorError.self) {
      try ListResolver(named: "X") { nil }.list(in: document)
    }
    #expect(error?.kind == .noSuchList("X", canBeMade: false))
    #expect(error?.message == "there is no list 'X'")
    #expect(error?.candidates.map(\.label) == ["A", "B"])
    #expect(error?.candidates.map(\.id) == [1, 2])
  }

  @Test func `several lists of a name are an error that tells them apart`() {
    let document = Self.document("A", "a", "B", "a")
    let error = #expect(throws: SelectorError.self) {
      try ListResolver(named: "a") { nil }.position(in: document)
    }
    #expect(error?.kind == .ambiguous)
    #expect(error?.message == "'a' matches 2 lists")
    #expect(error?.candidates.map(\.label) == ["id:2 a", "id:4 a"])
  }

  @Test func `where there is no list, adding makes the first`() throws {
    let resolver = ListResolver(named: nil) { nil }
    let error = #expect(throws: SelectorError.self) { try resolver.list(in: ChecklistDocument()) }
    #expect(error?.kind == .noLists)
    #expect(error?.message == "there are no checklists yet")
    var document = ChecklistDocument()
    let (list, changes) = try resolver.list(in: document, orMaking: false)
    #expect(list.name == "Checklist")
    for change in changes { try document.apply(change, at: Date()) }
    #expect(document.checklists.map(\.id) == [list.id])
    #expect(try resolver.list(in: document, orMaking: false).changes.isEmpty)
  }
}
