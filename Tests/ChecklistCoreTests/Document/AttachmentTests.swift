import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// The library for tests has another type of this name.
private typealias Attachment = ChecklistCore.Attachment

/// The files that an item names.
struct AttachmentTests {
  static let now = Date(timeIntervalSinceReferenceDate: 0)
  fileprivate static let keys = [
    "0DE5A1BC-4FF5-41D3-A41F-5B0880DEC260", "3F70EA37-336F-4C72-BC91-C3A6F8B0B003",
    "CB8EE603-AAD0-4DFE-9786-3F93753F9636",
  ]
  fileprivate static let (a, b, c) = (
    Attachment(storedKey: keys[0], name: "a.jpg", size: 5),
    Attachment(storedKey: keys[1], name: "b.pdf", size: 0),
    Attachment(storedKey: keys[2], name: "a.jpg", size: .max)
  )

  private func document(_ attachments: [Attachment]) -> ChecklistDocument {
    var item = ChecklistItem("Milk", id: 7, now: Self.now)
    item.attachments = attachments
    var list = Checklist("Groceries", id: 1)
    list.items = [item]
    var document = ChecklistDocument()
    document.checklists = [list]
    return document
  }

  private func edited(_ before: [Attachment], _ edit: ItemEdit) throws -> [AppliedChange] {
    var document = document(before)
    let list = document.checklists[0]
    return try document.apply(
      .editItems([list.reference(at: 0)], list: 1, edit), at: Self.now)
  }

  @Test(arguments: [
    ("0DE5A1BC-4FF5-41D3-A41F-5B0880DEC260", true),
    ("0de5a1bc-4ff5-41d3-a41f-5b0880dec260", true),
    ("0DE5A1BC4FF541D3A41F5B0880DEC260", false), ("", false), ("..", false),
    ("../../../../etc/passwd-aaaa-aaaa-aa", false),
    ("0DE5A1BC-4FF5-41D3-A41F-5B0880DEC26/", false),
    ("0DE5A1BC-4FF5-41D3-A41F-5B0880DEC2601", false),
    ("０DE5A1BC-4FF5-41D3-A41F-5B0880DEC2", false),
    ("0DE5A1BC-4FF5-41D3-A41F-5B0880DEC26\0", false),
  ])
  func `only a UUID is a key`(key: String, isKey: Bool) {
    #expect(Attachment.isKey(key) == isKey)
    #expect(Attachment(storedKey: key, name: "a", size: 1).hasSoundKey == isKey)
  }

  @Test(arguments: [
    ("cat.png", "cat.png"), ("../../etc/passwd", "passwd"), ("/a/b/", "b"), ("", "attachment"),
    ("/", "attachment"), (".", "_"), ("..", "_."), ("a/..", "_."), ("a\0b\n\u{1B}", "a_b__"),
    ("\u{202E}gpj.exe", "_gpj.exe"), (".profile", "_profile"), ("e\u{301}", "e\u{301}"),
    (String(repeating: "é", count: 200) + ".jpeg", String(repeating: "é", count: 125) + ".jpeg"),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 255)),
    (
      "e" + String(repeating: "\u{301}", count: 200), "e" + String(repeating: "\u{301}", count: 127)
    ),
  ])
  func `the name of a copy is one that leads nowhere and hides nothing`(
    name: String, fileName: String
  ) {
    #expect(
      Attachment(name: name, size: 0).fileName.unicodeScalars.elementsEqual(fileName.unicodeScalars)
    )
  }

  @Test func `names that are there already get a number before the extension`() {
    let given = ["a.jpg", "a.jpg", "b", "b", ".x", ".x"].map { Attachment(name: $0, size: 0) }
    #expect(
      given.namedUniquely(beside: [Self.a]).map(\.name)
        == ["a-2.jpg", "a-3.jpg", "b", "b-2", ".x", ".x-2"])
  }

  @Test(arguments: ChecklistDocument.Dialect.allCases, [PropertyList.Format.binary, .xml])
  func `attachments come back in every dialect, in the order of their names`(
    dialect: ChecklistDocument.Dialect, format: PropertyList.Format
  ) throws {
    let document = document([Self.b, Self.a, Self.c].normalized())
      .converted(to: dialect, format: format)
    let read = try ChecklistDocument(document.encoded())
    #expect(read.checklists[0].items[0].attachments == [Self.a, Self.c, Self.b])
    #expect(read.misunderstoodFields.isEmpty)
  }

  @Test func `a value that is not understood is kept, and told`() throws {
    var object: [String: Any] = [
      "text": "Milk", "checked": false,
      "attachments": [["Key": Self.keys[0], "Name": "a", "Size": 1, "Hash": "x"]],
    ]
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: [object], format: .xml, options: 0)
    var document = try ChecklistDocument(Array(bytes))
    #expect(document.checklists[0].items[0].attachments == [])
    #expect(document.misunderstoodFields.map(\.description) == ["attachments of item 1 of list 1"])
    document.checklists[0].items[0].text = "Oat milk"
    object["text"] = "Oat milk"
    let saved = try #require(
      try PropertyListSerialization.propertyList(
        from: Data(document.encoded()), format: nil) as? [[String: Any]])
    #expect(saved[0]["attachments"] as? NSArray == object["attachments"] as? NSArray)
  }

  @Test func `attaching and detaching are told by name`() throws {
    var edit = ItemEdit()
    edit.attached = [Self.b]
    let attached = try edited([Self.a], edit)
    #expect(attached[0].kind == .attached(["b.pdf"]))
    #expect(attached.summary == "Attached b.pdf to Milk")
    #expect(attached[0].conditionalVerb == "Would attach b.pdf to")
    edit.attached = [Self.a]
    #expect(try edited([Self.a], edit)[0].kind == .unchanged)
    edit.attached = []
    edit.detached = [Self.a.key, Self.b.key, Self.c.key]
    #expect(try edited([Self.a, Self.b, Self.c], edit).summary == "Detached 3 files from Milk")
    edit.text = "Oat milk"
    #expect(try edited([Self.a], edit).summary == "Edited Oat milk")
    edit.text = nil
    #expect(try edited([], edit)[0].kind == .unchanged)
  }

  /// What two sides make of attachments.
  fileprivate static let merges:
    [(base: [Attachment]?, [Attachment], [Attachment], merged: [Attachment])] = [
      (nil, [a], [b], [a, b]), ([], [a], [b], [a, b]), ([a], [a, b], [a, c], [a, c, b]),
      ([a, b], [a], [a, b], [a]), ([a, b], [a], [a, b, c], [a, c]), ([a, b], [b], [a], []),
      ([a], [], [a], []),
    ]

  @Test(arguments: merges)
  fileprivate func `a merge has what one side has attached, and not what one has detached`(
    base: [Attachment]?, ours: [Attachment], theirs: [Attachment], merged: [Attachment]
  ) {
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = DocumentMerge(
        base: base.map(document), ours: document(one), theirs: document(other))
      #expect(merge.document.checklists[0].items[0].attachments == merged)
    }
  }

  @Test func `an item that is deleted on one side stays if files were attached on the other`() {
    var deleted = document([])
    deleted.checklists[0].items = []
    let merge = DocumentMerge(base: document([]), ours: deleted, theirs: document([Self.a]))
    #expect(merge.document.checklists[0].items.map(\.attachments) == [[Self.a]])
  }

  @Test func `what the app has dropped is restored`() throws {
    func saved(_ text: String) throws -> ChecklistDocument {
      try HandmadeArchive(items: [["Text": .string(text), "ItemID": 1]]).document()
    }
    var base = try saved("Milk")
    base.checklists[0].items[0].attachments = [Self.a]
    base = try ChecklistDocument(base.encoded())
    let merge = DocumentMerge(base: base, ours: base, theirs: try saved("Oat milk"))
    #expect(merge.document.checklists[0].items.map(\.text) == ["Oat milk"])
    #expect(merge.document.checklists[0].items[0].attachments == [Self.a])
  }

  @Test func `a difference of attachments is made by its changes`() throws {
    for (before, after) in [([Self.a], [Self.b]), ([], [Self.a, Self.c]), ([Self.b], [])] {
      var made = document(before)
      for change in made.difference(to: document(after)) { try made.apply(change, at: Self.now) }
      #expect(made.checklists[0].items[0].attachments == after)
    }
  }

  @Test func `a copy of a list has the attachments of its items`() {
    let zone = TimeZoneRules.utc
    let copy = document([Self.a]).checklists[0].copy(named: "Rome", now: Self.now, in: zone)
    #expect(copy.items[0].attachments == [Self.a])
  }
}
