import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What a merge makes of items and lists that were added, deleted and moved.
@Suite("Merging lists")
struct MergeListTests {
  /// A document; the items of each list are its numbers, the identities of which are beyond those
  /// that the app counts.
  private func document(_ lists: KeyValuePairs<String, [Int]>) -> ChecklistDocument {
    var document = ChecklistDocument()
    for (index, (name, numbers)) in lists.enumerated() {
      var list = Checklist(name, id: Self.listID(name, index))
      list.items = numbers.map { Self.item("\($0)", id: 1 << 40 + $0, created: $0) }
      document.checklists.append(list)
    }
    return document
  }

  private static func listID(_ name: String, _ index: Int) -> Int {
    Int(name.utf8.first ?? UInt8(index))
  }

  private static func item(_ text: String, id: Int, created: Int = 0) -> ChecklistItem {
    ChecklistItem(text, id: id, now: Date(timeIntervalSinceReferenceDate: Double(created)))
  }

  /// Merges, and expects the same with the sides exchanged.
  private func merge(
    _ base: ChecklistDocument?, _ ours: ChecklistDocument, _ theirs: ChecklistDocument
  ) throws -> DocumentMerge {
    let merge = DocumentMerge(base: base, ours: ours, theirs: theirs)
    let mirrored = DocumentMerge(base: base, ours: theirs, theirs: ours)
    #expect(try mirrored.document.encoded() == merge.document.encoded())
    #expect(mirrored.reports == merge.reports)
    return merge
  }

  /// The texts of the items, a text a list.
  private func texts(_ merge: DocumentMerge) -> [String] {
    merge.document.checklists.map { list in
      "\(list.name): \(list.items.map(\.text).joined(separator: " "))"
    }
  }

  @Test("Who joins takes the identities of the other for the same lists and items")
  func identified() throws {
    var theirs = document(["Trip": [1, 2], "Checklist": [3]])
    theirs.checklists[1].items.append(Self.item("Tea", id: 7))
    var ours = document(["Work": [5]])
    var list = Checklist("Checklist", id: 1)
    // Two programs have counted to 7.
    list.items = [Self.item("3", id: 8), Self.item("4", id: 9), Self.item("Jam", id: 7)]
    ours.checklists.insert(list, at: 0)
    let known = ours.identified(like: theirs)
    let hashed = known.checklists[0].items[2].id
    #expect(hashed > UInt32.max)
    #expect(known.checklists.map(\.id) == [theirs.checklists[1].id, ours.checklists[1].id])
    #expect(
      known.checklists.map { $0.items.map(\.id) } == [
        [1 << 40 + 3, 9, hashed], [1 << 40 + 5],
      ])
    #expect(known.checklists[0].items.map(\.text) == ["3", "4", "Jam"])
    // What the other has keeps its identities, whichever are the smaller ones.
    let merged = try merge(nil, known, theirs).document
    for list in theirs.checklists {
      let same = try #require(merged.checklists.first { $0.id == list.id })
      #expect(same.name == list.name)
      #expect(Set(list.items.map(\.id)).isSubset(of: same.items.map(\.id)))
    }
    #expect(merged.checklists.map(\.name).sorted() == ["Checklist", "Trip", "Work"])
  }

  @Test("An item that one side deleted and the other only checked or moved is gone")
  func deleted() throws {
    let base = document(["A": [1, 2, 3]])
    var theirs = document(["A": [3, 1, 2]])
    theirs.checklists[0].items[2].setChecked(true, now: Date(timeIntervalSinceReferenceDate: 1))
    let merge = try merge(base, document(["A": [1, 3]]), theirs)
    #expect(texts(merge) == ["A: 3 1"])
    #expect(merge.reports.isEmpty)
  }

  @Test("An item that one side deleted and the other changed is kept, and told")
  func keptItem() throws {
    let base = document(["A": [1, 2, 3]])
    var theirs = base
    theirs.checklists[0].items[1].note = "more"
    let merge = try merge(base, document(["A": [1, 3]]), theirs)
    #expect(texts(merge) == ["A: 1 2 3"])
    #expect(merge.reports == [.keptItem(id: 1 << 40 + 2, text: "2", list: "A")])
  }

  @Test("An item that one side deleted and the other opened again is kept")
  func opened() throws {
    var base = document(["A": [1, 2]])
    base.checklists[0].items[0].isChecked = true
    let merge = try merge(base, document(["A": [2]]), document(["A": [1, 2]]))
    #expect(texts(merge) == ["A: 1 2"])
    #expect(merge.reports == [.keptItem(id: 1 << 40 + 1, text: "1", list: "A")])
  }

  @Test("An item that one side deleted and the other moved to another list is kept")
  func movedAway() throws {
    let base = document(["A": [1, 2], "B": []])
    let merge = try merge(base, document(["A": [2], "B": []]), document(["A": [2], "B": [1]]))
    #expect(texts(merge) == ["A: 2", "B: 1"])
    #expect(merge.reports == [.keptItem(id: 1 << 40 + 1, text: "1", list: "B")])
  }

  @Test("A list that one side deleted and the other left alone is gone")
  func deletedList() throws {
    let base = document(["A": [1], "B": [2]])
    #expect(try texts(merge(base, document(["A": [1]]), base)) == ["A: 1"])
  }

  @Test(
    "A list that one side deleted and the other renamed, or gave an item, is kept with all items")
  func keptList() throws {
    let base = document(["A": [1], "B": [2]])
    var renamed = base
    renamed.checklists[1].name = "Better"
    let first = try merge(base, document(["A": [1]]), renamed)
    #expect(texts(first) == ["A: 1", "Better: 2"])
    #expect(first.reports == [.keptList(id: 66, name: "Better")])
    let second = try merge(base, document(["A": [1]]), document(["A": [1], "B": [2, 3]]))
    #expect(texts(second) == ["A: 1", "B: 2 3"])
    #expect(second.reports == [.keptList(id: 66, name: "B")])
  }

  @Test("An item that was moved to two lists is in one of them, and that is told")
  func twoLists() throws {
    let base = document(["A": [1], "B": [], "C": []])
    let merge = try merge(
      base, document(["A": [], "B": [1], "C": []]), document(["A": [], "B": [], "C": [1]]))
    #expect(texts(merge) == ["A: ", "B: 1", "C: "])
    #expect(
      merge.reports == [.pickedList(id: 1 << 40 + 1, text: "1", list: "B", other: "C")])
  }

  @Test("The section is that of the side that gave the item its place")
  func sections() throws {
    var base = document(["A": [1, 2, 3]])
    for index in 0..<3 { base.checklists[0].items[index].section = "old" }
    var ours = base
    ours.checklists[0].items.append(ours.checklists[0].items.remove(at: 0))
    ours.checklists[0].items[2].section = "end"
    var theirs = base
    theirs.checklists[0].items[0].section = "a longer name"
    let merge = try merge(base, ours, theirs)
    #expect(merge.document.checklists[0].items.map(\.section) == ["old", "old", "end"])
  }

  @Test("A section that one side has, and nobody took away, stays, whichever side placed the item")
  func addedSection() throws {
    let ours = document(["A": [1, 2, 3]])
    var theirs = document(["A": [1, 3, 2]])
    theirs.checklists[0].items[2].section = "end"
    let merge = try merge(nil, ours, theirs)
    #expect(texts(merge) == ["A: 1 2 3"])
    #expect(merge.document.checklists[0].items.map(\.section) == [nil, "end", nil])
  }

  @Test("Two additions of one text are one item, with what only one of them has")
  func folded() throws {
    let base = document(["A": [1]])
    var (ours, theirs) = (base, base)
    ours.checklists[0].items.append(Self.item("Milk", id: 1 << 41))
    theirs.checklists[0].items.append(Self.item("Milk", id: 1 << 42, created: 1))
    ours.checklists[0].items[1].section = "one"
    theirs.checklists[0].items[1].note = "two"
    let one = try merge(base, ours, theirs)
    #expect(texts(one) == ["A: 1 Milk"])
    #expect(one.document.checklists[0].items[1].note == "two")
    #expect(one.document.checklists[0].items[1].section == "one")
    #expect(one.document.checklists[0].items[1].id == 1 << 41)
  }

  @Test(
    "Two additions of one text are two items where one of them would lose a value",
    arguments: ["note", "due", "repetition", "section", "isChecked"])
  func notFolded(field: String) throws {
    let base = document(["A": [1]])
    let sides = ["daily", "weekly"].map { rule in
      var side = base
      var item = Self.item("Milk", id: rule.count << 41)
      item.due = .moment(
        Date(timeIntervalSinceReferenceDate: field == "due" ? Double(rule.count) : 5))
      item.repetition = rule == "daily" ? .days(1) : .weeks(1)
      switch field {
      case "note": item.note = rule
      case "section": item.section = rule
      case "isChecked": item.isChecked = rule == "daily"
      default: break
      }
      if field != "repetition" { item.repetition = nil }
      side.checklists[0].items.append(item)
      return side
    }
    #expect(try texts(merge(base, sides[0], sides[1])) == ["A: 1 Milk Milk"])
  }

  @Test("Two additions of a list of one name are one list")
  func sameName() throws {
    var ours = document(["A": [1]])
    ours.checklists[0].identity(900)
    let merge = try merge(document([:]), ours, document(["A": [2]]))
    #expect(texts(merge) == ["A: 1 2"])
    #expect(merge.document.checklists[0].id == 65)
  }

  @Test("Two new items that the app gave one identity stay two")
  func counted() throws {
    let base = document(["A": []])
    var (ours, theirs) = (base, base)
    ours.checklists[0].items = [Self.item("Milk", id: 7)]
    theirs.checklists[0].items = [Self.item("Eggs", id: 7)]
    let first = try merge(base, ours, theirs)
    #expect(texts(first) == ["A: Eggs Milk"])
    let id = first.document.checklists[0].items[1].id
    #expect(first.document.checklists[0].items[0].id == 7)
    #expect(id > 1 << 32)
    #expect(first.reports == [.changedIdentity(id: id, text: "Milk", list: "A")])
    let again = try merge(base, first.document, ours)
    #expect(again.document.checklists == first.document.checklists)
  }

  @Test("Without a base, nothing counts as deleted")
  func union() throws {
    let merge = try merge(nil, document(["A": [1, 2]]), document(["B": [4], "A": [2, 3]]))
    #expect(texts(merge) == ["B: 4", "A: 1 2 3"])
  }

  @Test("The order of each side is kept where they agree, and new items stand where they were put")
  func order() throws {
    let base = document(["A": [1, 2, 3, 4, 5]])
    #expect(
      try texts(
        merge(base, document(["A": [1, 6, 2, 3, 4, 5]]), document(["A": [5, 1, 2, 3, 4, 7]])))
        == ["A: 5 1 6 2 3 4 7"])
    // Two runs at one place: the earlier first, each together.
    #expect(
      try texts(
        merge(
          base, document(["A": [1, 8, 9, 2, 3, 4, 5]]), document(["A": [1, 6, 7, 2, 3, 4, 5]])))
        == ["A: 1 6 7 8 9 2 3 4 5"])
    // Both moved it: the side that moved it further counts.
    #expect(
      try texts(merge(base, document(["A": [2, 1, 3, 4, 5]]), document(["A": [2, 3, 4, 5, 1]])))
        == ["A: 2 3 4 5 1"])
  }

  @Test("Lists have an order too")
  func listOrder() throws {
    let base = document(["A": [], "B": [], "C": []])
    let merge = try merge(
      base, document(["C": [], "A": [], "B": []]), document(["A": [], "B": [], "C": [], "D": []]))
    #expect(texts(merge) == ["C: ", "A: ", "B: ", "D: "])
  }

  @Test("Names and icons in conflict are kept")
  func names() throws {
    let base = document(["A": []])
    var (ours, theirs) = (base, base)
    ours.checklists[0].name = "Shopping"
    theirs.checklists[0].name = "Food"
    ours.checklists[0].icon = "Folder"
    theirs.checklists[0].isHidden = true
    let merge = try merge(base, ours, theirs)
    #expect(merge.document.checklists[0].name == "Shopping")
    #expect(merge.document.checklists[0].icon == "Folder")
    #expect(merge.document.checklists[0].isHidden)
    #expect(merge.document.checklists[0].conflicts == [.name("Food")])
    #expect(merge.document.conflictCount == 1)
  }
}

extension Checklist {
  /// Gives the list another identity.
  fileprivate mutating func identity(_ id: Int) {
    var list = Checklist(name, icon: icon, id: id)
    list.items = items
    self = list
  }
}
