import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Edited lists, applied to what the list has become meanwhile.
struct ListEditMergingTests {
  private let now = Date(timeIntervalSinceReferenceDate: 900_000_000)

  private func short(_ list: Checklist) -> String {
    list.items.map { "\($0.isChecked ? "x" : "")\($0.text)" }.joined(separator: " ")
  }

  private func short(_ changes: [AppliedChange]) -> [String] {
    changes.map {
      "\($0.kind) \($0.number ?? $0.numberBefore ?? 0) \($0.item?.text ?? "no item")"
    }
  }

  /// An edit of the list a, b, c, d, of which b is checked.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var result: String
    var changes: [String]
    var testDescription: String { text.debugDescription }

    init(_ lines: String..., gives result: String, _ changes: [String]) {
      text = lines.joined(separator: "\n")
      (self.result, self.changes) = (result, changes)
    }
  }

  @Test(arguments: [
    Case("1. [ ] a", "2. [x] b", "3. [ ] c", "4. [ ] d", gives: "a xb c d", []),
    Case(
      "1. [ ] A", "2. [x] b", "3. [ ] c", "4. [x] D", gives: "A xb c xD",
      ["edited 1 A", "edited 4 D"]
    ),
    Case(
      "1. [x] a", "2. [ ] b", "3. [ ] c", "4. [ ] d", gives: "xa b c d",
      ["checked 1 a", "unchecked 2 b"]),
    Case("2. [x] b", "4. [ ] d", gives: "xb d", ["deleted 1 a", "deleted 3 c"]),
    Case(
      "- new", "1. [ ] a", "2. [x] b", "3. [ ] c", "[x] newer", "4. [ ] d",
      gives: "new a xb c xnewer d", ["added 1 new", "added 5 newer"]),
    Case("4. [ ] d", "1. [ ] a", "2. [x] b", "3. [ ] c", gives: "d a xb c", ["moved 1 d"]),
    Case("2. [x] b", "3. [ ] c", "4. [ ] d", "1. [ ] a", gives: "xb c d a", ["moved 4 a"]),
    Case(
      "4. [ ] d", "3. [ ] c", "2. [x] b", "1. [ ] a", gives: "d c xb a",
      ["moved 1 d", "moved 2 c", "moved 3 b"]),
    Case(
      "4. [ ] D", "- new", "1. [x] a", gives: "D new xa",
      ["deleted 2 b", "deleted 3 c", "edited 1 D", "added 2 new", "checked 3 a"]),
    Case(
      "new", gives: "new",
      (1...4).map { "deleted \($0) \(["a", "b", "c", "d"][$0 - 1])" } + ["added 1 new"]),
  ])
  func `an edit of a list that nobody else changed`(_ sample: Case) throws {
    let base = MarkdownTaskListTests.list("a", "x b", "c", "d")
    var list = base
    let changes = try MarkdownTaskList.read(sample.text, of: base).apply(to: &list, now: now)
    #expect(short(list) == sample.result)
    #expect(short(changes) == sample.changes)
  }

  @Test func `identities, notes, due dates and what is unknown stay with the items`() throws {
    var base = MarkdownTaskListTests.list("a", "b")
    base.items[0].note = "note"
    base.items[1].due = .moment(now)
    var list = base
    _ = try MarkdownTaskList.read("2. [ ] B\n1. [x] a\n- c", of: base).apply(to: &list, now: now)
    #expect(list.items.prefix(2).map(\.id) == [base.items[1].id, base.items[0].id])
    #expect((list.items[0].due, list.items[1].note) == (.moment(now), "note"))
    #expect((list.items[1].completed, list.items[2].created) == (now, now))
    #expect(list.items[0].created == base.items[1].created)

    let bytes = try Fixture("Checklists/unknown-everything.plist").bytes()
    var document = try ChecklistDocument(bytes)
    let unknown = document.unknownFieldCount
    let text = MarkdownTaskList.text(of: document.checklists[0])
    let lines = text.split(separator: "\n").reversed().joined(separator: "\n")
    let edit = try MarkdownTaskList.read(lines, of: document.checklists[0])
    #expect(try !edit.apply(to: &document.checklists[0], now: now).isEmpty)
    #expect(try ChecklistDocument(document.encoded()).unknownFieldCount == unknown)
  }

  /// What others do to a, b, c while it is edited; the list that both make of it.
  struct Merge: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var result: String
    var others: @Sendable (inout Checklist) -> Void

    init(
      _ name: String, _ text: String, gives result: String,
      others: @escaping @Sendable (inout Checklist) -> Void
    ) {
      (testDescription, self.text, self.result, self.others) = (name, text, result, others)
    }
  }

  private static let then = Date(timeIntervalSinceReferenceDate: 850_000_000)

  @Test(arguments: [
    Merge("a change of another item", "1. [ ] A\n2. [ ] b\n3. [ ] c", gives: "A xb c") {
      $0.items[1].setChecked(true, now: then)
    },
    Merge("a change, while another is deleted", "1. [ ] a\n3. [ ] c", gives: "A c") {
      $0.items[0].text = "A"
    },
    Merge("a deletion of an item left alone", "1. [ ] A\n2. [ ] b\n3. [ ] c", gives: "A c") {
      $0.items.remove(at: 1)
    },
    Merge("a deletion of an item deleted here too", "1. [ ] a\n3. [ ] C", gives: "a C") {
      $0.items.remove(at: 1)
    },
    Merge("the same change of an item", "1. [x] A\n2. [ ] b\n3. [ ] C", gives: "xA b C") {
      $0.items[0].text = "A"
      $0.items[0].setChecked(true, now: then)
    },
    Merge("an addition, while the order changes", "3. [ ] c\n1. [ ] a\n2. [ ] b", gives: "c a b n")
    {
      $0.items.insert(ChecklistItem("n", now: then), at: 2)
    },
    Merge("an addition before all", "2. [ ] b\n1. [ ] a\n3. [ ] c", gives: "n b a c") {
      $0.items.insert(ChecklistItem("n", now: then), at: 0)
    },
    Merge(
      "additions at the end on both sides", "1. [ ] a\n2. [ ] b\n3. [ ] c\nm", gives: "a b c m n"
    ) {
      $0.items.append(ChecklistItem("n", now: then))
    },
    Merge("an addition after one that is deleted", "1. [ ] a\n3. [ ] c", gives: "a n c") {
      $0.items.insert(ChecklistItem("n", now: then), at: 2)
    },
    Merge("another order, left alone here", "1. [ ] A\nm\n2. [ ] b\n3. [ ] c", gives: "c b A m") {
      $0.items.reverse()
    },
    Merge("the same order", "3. [ ] c\n2. [ ] b\n1. [ ] a\nm", gives: "c b a m") {
      $0.items.reverse()
    },
    Merge("another order, deletions here", "1. [ ] a\n3. [ ] c", gives: "c a") {
      $0.items.reverse()
    },
    Merge("everything gone, something new", "1. [ ] a\n2. [ ] b\n3. [ ] c\nm", gives: "m") {
      $0.items = []
    },
  ])
  func `what others did meanwhile stays`(_ merge: Merge) throws {
    let base = MarkdownTaskListTests.list("a", "b", "c")
    var list = base
    merge.others(&list)
    _ = try MarkdownTaskList.read(merge.text, of: base).apply(to: &list, now: now)
    #expect(short(list) == merge.result)
  }

  @Test(arguments: [
    ("1. [ ] A\n2. [ ] b\n3. [ ] c", "'a' has been changed since the edit began"),
    ("1. [x] a\n2. [ ] b\n3. [ ] c", "'a' has been changed since the edit began"),
    ("2. [ ] b\n3. [ ] c", "'a' has been changed since the edit began"),
    ("1. [ ] a\n2. [ ] B\n3. [ ] c", "'b' has been deleted or moved since the edit began"),
    (
      "1. [ ] a\n4. [ ] d\n3. [ ] c\n2. [ ] b",
      "the order of the list has been changed since the edit began"
    ),
  ])
  func `what both changed is a conflict, and changes nothing`(_ text: String, _ message: String)
    throws
  {
    let base = MarkdownTaskListTests.list("a", "b", "c", "d")
    var list = base
    list.items[0].note = "theirs"
    list.items.remove(at: 1)
    list.items.swapAt(0, 1)
    let before = short(list)
    let edit = try MarkdownTaskList.read(text, of: base)
    let error = #expect(throws: EditConflict.self) { try edit.apply(to: &list, now: now) }
    #expect(error?.description == message)
    #expect(short(list) == before)
  }

  @Test func `any edit of a list gives what its lines say, and tells each change`() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<500 {
      var base = Checklist("List")
      for number in 0..<Int.random(in: 0...10, using: &random) {
        base.items.append(ChecklistItem("item \(number)", now: now))
      }
      var lines: [String] = []
      for position in base.items.indices.shuffled(using: &random) {
        switch Int.random(in: 0...5, using: &random) {
        case 0: continue
        case 1: lines.append("\(position + 1). [x] item \(position)")
        case 2: lines.append("\(position + 1). [-] item \(position)")
        case 3: lines.append("\(position + 1). [ ] other \(position)")
        default: lines.append("\(position + 1). [ ] item \(position)")
        }
      }
      if Bool.random(using: &random) { lines.insert("- [ ] new", at: lines.count / 2) }
      let edit = try MarkdownTaskList.read(lines.joined(separator: "\n"), of: base)
      var list = base
      let changes = try edit.apply(to: &list, now: now)
      #expect(list.items.map(\.text) == edit.lines.map(\.text))
      #expect(list.items.map(\.state) == edit.lines.map(\.state))
      for (item, line) in zip(list.items, edit.lines) {
        if let position = line.position { #expect(item.id == base.items[position].id) }
      }
      // Undoing each reported change leaves the items in their old order: no move is left untold.
      let told = Set(
        changes.filter { $0.kind == .added || $0.kind == .moved }.compactMap { $0.item?.id })
      let touched = Set(changes.compactMap { $0.item?.id })
      let old = Dictionary(uniqueKeysWithValues: base.items.map { ($0.id, $0) })
      for item in list.items where !touched.contains(item.id) {
        #expect(old[item.id]?.text == item.text && old[item.id]?.isChecked == item.isChecked)
      }
      if touched == told {
        let rest = list.items.map(\.id).filter { !told.contains($0) }
        #expect(rest == base.items.map(\.id).filter(Set(rest).contains))
      }
      #expect(
        changes.count { $0.kind == .deleted }
          == base.items.count - edit.lines.count { $0.position != nil })
    }
  }

  @Test func `no merge loses an item that only one side knows`() throws {
    var random = SplitMix64(seed: 5)
    var merged = 0
    for _ in 0..<500 {
      var base = Checklist("List")
      for number in 0..<6 { base.items.append(ChecklistItem("item \(number)", now: now)) }
      var list = base
      switch Int.random(in: 0...3, using: &random) {
      case 0: list.items.shuffle(using: &random)
      case 1: list.items.remove(at: Int.random(in: 0..<6, using: &random))
      case 2: list.items[Int.random(in: 0..<6, using: &random)].text = "theirs"
      default: break
      }
      let place = Int.random(in: 0...list.items.count, using: &random)
      list.items.insert(ChecklistItem("their new", now: now), at: place)
      let theirs = list
      var positions = Array(base.items.indices)
      if Bool.random(using: &random) { positions.shuffle(using: &random) }
      if Bool.random(using: &random) { positions.removeLast() }
      let lines = positions.map { "\($0 + 1). [ ] item \($0)" } + ["our new"]
      let edit = try MarkdownTaskList.read(lines.joined(separator: "\n"), of: base)
      do {
        _ = try edit.apply(to: &list, now: now)
      } catch {
        #expect(list.items.map(\.id) == theirs.items.map(\.id))
        continue
      }
      merged += 1
      let kept = Set(positions.map { base.items[$0].id })
      let expected = theirs.items.filter { item in
        kept.contains(item.id) || !base.items.contains { $0.id == item.id }
      }
      #expect(Set(list.items.map(\.text)) == Set(expected.map(\.text) + ["our new"]))
      #expect(list.items.count == expected.count + 1)
      #expect(Set(list.items.map(\.id)).count == list.items.count)
    }
    #expect(merged > 250)
  }
}

extension EditedList {
  /// Applies the edit to a list, and tells what it did to each item.
  fileprivate func apply(to list: inout Checklist, now: Date) throws -> [AppliedChange] {
    var document = ChecklistDocument()
    document.checklists = [list]
    let original = document
    var applied: [AppliedChange] = []
    for change in try changes(in: document, now: now) {
      applied += try document.apply(change, at: now)
    }
    list = document.checklists[0]
    return document.coalesced(applied, since: original)
  }
}
