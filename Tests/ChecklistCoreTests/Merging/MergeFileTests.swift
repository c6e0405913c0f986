import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Merging of what other programs wrote: without identities, without our fields, with theirs.
@Suite("Merging files")
struct MergeFileTests {
  private static func text(_ text: String) -> PropertyListDictionary { ["Text": .string(text)] }

  private func texts(_ merge: DocumentMerge) -> [String] {
    merge.document.checklists.flatMap { $0.items.map(\.text) }
  }

  /// Merges, and expects the same bytes with the sides exchanged.
  private func merge(
    _ base: ChecklistDocument?, _ ours: ChecklistDocument, _ theirs: ChecklistDocument
  ) throws -> DocumentMerge {
    let merge = DocumentMerge(base: base, ours: ours, theirs: theirs)
    let mirrored = DocumentMerge(base: base, ours: theirs, theirs: ours)
    #expect(try mirrored.document.encoded() == merge.document.encoded())
    return merge
  }

  @Test("Items without identities are the same by text in order, and alone between neighbours")
  func absentIdentities() throws {
    func document(_ texts: String...) throws -> ChecklistDocument {
      try HandmadeArchive(items: texts.map(Self.text)).document()
    }
    let base = try document("a", "b", "b", "c")
    let added = try merge(base, document("n", "a", "b", "b", "c"), document("a", "b", "b", "d"))
    #expect(texts(added) == ["n", "a", "b", "b", "d"])
    let deleted = try merge(base, document("a", "b", "c"), document("a", "b", "b", "c", "e"))
    #expect(texts(deleted) == ["a", "b", "c", "e"])
    let edited = try merge(base, document("a", "B", "b", "c"), document("x", "b", "b", "c"))
    #expect(texts(edited) == ["x", "B", "b", "c"])
    #expect(edited.document.conflictCount == 0)
  }

  @Test("Where the app saved one side, our fields are given back by identity")
  func restoredFields() throws {
    func item(_ id: Int, _ text: String) -> PropertyListDictionary {
      ["Text": .string(text), "ItemID": .integer(Int128(id))]
    }
    let archive = HandmadeArchive(items: [item(1, "a"), item(2, "b")])
    var base = try archive.document()
    base.checklists[0].items[0].note = "more"
    base.checklists[0].items[1].section = "Section"
    base = try ChecklistDocument(base.encoded())
    var ours = base
    ours.checklists[0].items[1].text = "bb"
    let theirs = try HandmadeArchive(items: [item(1, "aa"), item(2, "b"), item(3, "c")]).document()
    let merge = try merge(base, ours, theirs)
    #expect(texts(merge) == ["aa", "bb", "c"])
    #expect(merge.document.checklists[0].items.map(\.note) == ["more", nil, nil])
    #expect(merge.document.checklists[0].items.map(\.section) == [nil, "Section", nil])
    #expect(merge.document.checklists[0].id == base.checklists[0].id)
    #expect(merge.reports == [.restoredFields(items: 2)])
  }

  /// A document with one item that has two fields of another program.
  private func coloured(_ colour: String, list: String = "red") throws -> ChecklistDocument {
    try HandmadeArchive(
      items: [
        ["ItemID": 1, "Colour": .string(colour)], ["ItemID": 2, "Colour": .string("white")],
      ],
      list: ["ListID": 5, "ListColour": .string(list)]
    ).document()
  }

  @Test("A field that nobody understands is that of the side that changed it")
  func unknownFields() throws {
    let merge = try merge(coloured("red"), coloured("blue"), coloured("red", list: "green"))
    #expect(merge.document.unknownFieldCount == 3)
    let text = try PropertyList(merge.document.encoded()).description
    #expect(text.contains("blue"))
    #expect(text.contains("green"))
    #expect(merge.reports.isEmpty)
  }

  @Test("Of such a field that both sides changed one is picked, and that is told")
  func pickedUnknownFields() throws {
    let merge = try merge(coloured("red"), coloured("blue"), coloured("green"))
    let text = try PropertyList(merge.document.encoded()).description
    #expect(text.contains("blue") != text.contains("green"))
    #expect(merge.reports == [.pickedUnknownFields(id: 1, text: "Item 0", list: "List")])
  }

  @Test("What two archives say alike is no difference")
  func sameUnknownFields() throws {
    #expect(try coloured("red").difference(to: coloured("red")).isEmpty)
    let changes = try coloured("red").difference(to: coloured("blue"))
    #expect(changes.count == 1)
    var document = try coloured("red")
    for change in changes {
      try document.apply(checked: change, at: Date(timeIntervalSinceReferenceDate: 0))
    }
    #expect(try PropertyList(document.encoded()).description.contains("blue"))
  }

  @Test("The class names are those of the working document")
  func classNames() throws {
    var ours = ChecklistDocument()
    ours.checklists = [Checklist("List", id: 1)]
    ours = try ChecklistDocument(ours.encoded())
    let theirs = try otherClasses()
    let merge = DocumentMerge(base: nil, ours: ours, theirs: theirs)
    #expect(merge.document.unknownFieldCount == 1)
    let names = try PropertyList(merge.document.encoded()).description
    #expect(names.contains("Checklists.ChecklistItem"))
    #expect(!names.contains("MyApp"))
    let other = DocumentMerge(base: nil, ours: ours, theirs: theirs, working: .theirs)
    let otherNames = try PropertyList(other.document.encoded()).description
    #expect(otherNames.contains("MyApp.ChecklistItem"))
    #expect(!otherNames.contains("Checklists.Checklist"))
  }

  private func otherClasses() throws -> ChecklistDocument {
    var archive = HandmadeArchive()
    let item = archive.addClass("MyApp.ChecklistItem")
    let list = archive.addClass("MyApp.Checklist")
    let one = archive.add(["Text": "a", "Checked": false, "Colour": "red", "$class": item])
    let all = archive.add(["Name": "List", "Items": .array([one]), "$class": list])
    archive.top = ["Checklists": .array([all])]
    return try archive.document()
  }
}
