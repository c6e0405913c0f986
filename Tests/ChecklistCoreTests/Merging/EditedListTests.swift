import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What people made of a list or an item, as changes of what it has become meanwhile.
struct EditedListTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 900_000_000)

  /// A document with the list a, b, c of the identities 11 to 13.
  private static var document: ChecklistDocument {
    var document = ChecklistDocument()
    var list = Checklist("List", id: 1)
    list.items = [("a", 11), ("b", 12), ("c", 13)].map { ChecklistItem($0, id: $1, now: now) }
    document.checklists = [list]
    return document
  }

  private static func line(_ position: Int?, _ text: String, _ state: ChecklistItem.State = .open)
    -> EditedList.Line
  {
    EditedList.Line(position: position, state: state, text: text)
  }

  /// The texts, done ones with an x, after the changes that an edit asks for.
  private static func result(
    _ lines: [EditedList.Line], in document: ChecklistDocument
  ) throws -> [String] {
    let edit = EditedList(base: Self.document.checklists[0], lines: lines)
    var document = document
    for change in try edit.changes(in: document, now: now) {
      try document.apply(change, at: now)
    }
    return document.checklists[0].items.map { "\($0.isChecked ? "x" : "")\($0.text)" }
  }

  @Test func `an edit changes, checks, moves, adds and deletes`() throws {
    let lines = [
      Self.line(2, "C"), Self.line(nil, "new", .done), Self.line(0, "a", .done),
    ]
    #expect(try Self.result(lines, in: Self.document) == ["C", "xnew", "xa"])
    let edit = EditedList(base: Self.document.checklists[0], lines: lines)
    let kinds = try edit.changes(in: Self.document, now: Self.now).map { change in
      switch change {
      case .editItems(let items, _, let edit): "edit \(items.map(\.id)) \(edit.text ?? "")"
      case .checkItems(let items, _, _): "check \(items.map(\.id))"
      case .deleteItems(let items, _): "delete \(items.map(\.id))"
      case .arrangeItems(let items, _): "arrange \(items.count)"
      default: "\(change)"
      }
    }
    #expect(kinds == ["edit [13] C", "check [11]", "delete [12]", "arrange 3"])
  }

  /// The document with b below a and c below b.
  private static var nested: ChecklistDocument {
    var document = document
    for index in 0..<3 { document.checklists[0].items[index].level = index }
    return document
  }

  /// The texts, indented by their levels, after an edit of the nested document.
  private static func levels(
    _ lines: [(position: Int?, text: String, level: Int)], in document: ChecklistDocument
  ) throws -> [String] {
    let edit = EditedList(
      base: nested.checklists[0],
      lines: lines.map {
        EditedList.Line(position: $0.position, state: .open, text: $0.text, level: $0.level)
      })
    var document = document
    for change in try edit.changes(in: document, now: now) {
      try document.apply(change, at: now)
    }
    return document.checklists[0].items.map { "\($0.level)\($0.text)" }
  }

  @Test func `nested items stand as deep as the edit has them`() throws {
    let whole = [(0, "a", 0), (1, "b", 1), (2, "c", 2)] as [(Int?, String, Int)]
    #expect(try Self.levels(whole, in: Self.nested) == ["0a", "1b", "2c"])
    // An item that is deleted leaves what stood below it.
    #expect(try Self.levels([(1, "b", 0), (2, "c", 1)], in: Self.nested) == ["0b", "1c"])
    #expect(try Self.levels([(0, "a", 0), (2, "c", 1)], in: Self.nested) == ["0a", "1c"])
    #expect(try Self.levels([(2, "c", 0)], in: Self.nested) == ["0c"])
    // One that goes deeper or comes up takes nothing along.
    #expect(
      try Self.levels([(0, "a", 0), (1, "b", 0), (2, "c", 0)], in: Self.nested)
        == ["0a", "0b", "0c"])
    #expect(
      try Self.levels([(2, "c", 0), (nil, "d", 1), (0, "a", 1), (1, "b", 2)], in: Self.nested)
        == ["0c", "1d", "1a", "2b"])
    // The levels that others gave stay where the edit gives none.
    var theirs = Self.nested
    theirs.checklists[0].items[2].level = 1
    #expect(try Self.levels(whole, in: theirs) == ["0a", "1b", "1c"])
    theirs.checklists[0].items.append(ChecklistItem("d", now: Self.now))
    theirs.checklists[0].items[3].level = 2
    #expect(
      try Self.levels([(0, "a", 0), (1, "b", 1)], in: theirs.without(2)) == ["0a", "1b", "2d"])
  }

  @Test func `whatever an edit moves, adds and deletes, all items stand as deep as it says`() throws
  {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var document = Self.document
      document.checklists[0].items = []
      var level = 0
      for id in 0..<Int.random(in: 1...12, using: &random) {
        var item = ChecklistItem("\(id)", id: id + 100, now: Self.now)
        item.level = level
        level = Int.random(in: 0...level + 1, using: &random)
        document.checklists[0].items.append(item)
      }
      let base = document.checklists[0]
      var positions: [Int?] = base.items.indices.filter { _ in
        Int.random(in: 0...3, using: &random) > 0
      }
      if Bool.random(using: &random) { positions.shuffle(using: &random) }
      if Bool.random(using: &random) { positions.append(nil) }
      var most = 0
      let lines = positions.map { position in
        let kept = position.map { min(base.items[$0].level, most) }
        let isKept = Bool.random(using: &random)
        let level = isKept ? kept ?? most : Int.random(in: 0...most, using: &random)
        most = level + 1
        let text = position.map { base.items[$0].text } ?? "new"
        return EditedList.Line(position: position, state: .open, text: text, level: level)
      }
      for change in try EditedList(base: base, lines: lines).changes(in: document, now: Self.now) {
        try document.apply(change, at: Self.now)
      }
      let items = document.checklists[0].items
      #expect(items.map(\.text) == lines.map(\.text), "seed \(seed)")
      #expect(items.map(\.level) == lines.map(\.level), "seed \(seed)")
    }
  }

  @Test func `an edit skips items, new ones too`() throws {
    let lines = [
      Self.line(0, "a", .skipped), Self.line(nil, "new", .skipped), Self.line(1, "b"),
      Self.line(2, "c"),
    ]
    let edit = EditedList(base: Self.document.checklists[0], lines: lines)
    var document = Self.document
    for change in try edit.changes(in: document, now: Self.now) {
      try document.apply(change, at: Self.now)
    }
    let items = document.checklists[0].items
    #expect(items.map(\.text) == ["a", "new", "b", "c"])
    #expect(items.map(\.state) == [.skipped, .skipped, .open, .open])
    #expect(items.map(\.skipReason) == ["", "", nil, nil])
  }

  @Test func `what others did to other items stays`() throws {
    var theirs = Self.document
    theirs.checklists[0].items[1].text = "theirs"
    theirs.checklists[0].items.append(ChecklistItem("new", now: Self.now))
    let lines = [Self.line(0, "A"), Self.line(1, "b"), Self.line(2, "c")]
    #expect(try Self.result(lines, in: theirs) == ["A", "theirs", "c", "new"])
  }

  @Test(arguments: [
    (EditConflict.Kind.changed, "a", "'a' has been changed since the edit began"),
    (.deleted, "a", "'a' has been deleted or moved since the edit began"),
    (.listDeleted, "'List'", "'List' has been deleted since the edit began"),
  ])
  func `what both changed is a conflict`(kind: EditConflict.Kind, name: String, sentence: String) {
    var theirs = Self.document
    switch kind {
    case .changed: theirs.checklists[0].items[0].note = "theirs"
    case .deleted: theirs.checklists[0].items.remove(at: 0)
    default: theirs.checklists = [Checklist("Other", id: 2)]
    }
    let error = #expect(throws: EditConflict.self) {
      try Self.result([Self.line(0, "A"), Self.line(1, "b"), Self.line(2, "c")], in: theirs)
    }
    #expect(error?.kind == kind)
    #expect(error?.name == name)
    #expect(error?.description == sentence)
  }

  @Test func `an edited item is found in any list, with the fields that others left alone`() throws
  {
    let base = Self.document.checklists[0].items[1]
    let edited = EditedItem(base: base, edit: ItemEdit(text: "B", note: .set("n")))
    var theirs = Self.document
    theirs.checklists.append(Checklist("Other", id: 2))
    let moved = theirs.checklists[0].items.remove(at: 1)
    theirs.checklists[1].items = [moved]
    for change in try edited.changes(in: theirs) { try theirs.apply(change, at: Self.now) }
    #expect(theirs.checklists[1].items.map(\.text) == ["B"])
    #expect(theirs.checklists[1].items[0].note == "n")

    // The others did the same, or nothing was edited.
    let again = try edited.changes(in: theirs).map { try theirs.apply($0, at: Self.now) }
    #expect(again.joined().map(\.kind) == [.unchanged])

    theirs.checklists[1].items[0].text = "theirs"
    #expect(throws: EditConflict(.changed, "b", item: base.id)) { try edited.changes(in: theirs) }
    theirs.checklists[1].items = []
    #expect(throws: EditConflict(.deleted, "b")) { try edited.changes(in: theirs) }
  }
}

extension ChecklistDocument {
  /// The document without an item of its first list.
  fileprivate func without(_ position: Int) -> ChecklistDocument {
    var document = self
    document.checklists[0].items.remove(at: position)
    return document
  }
}
