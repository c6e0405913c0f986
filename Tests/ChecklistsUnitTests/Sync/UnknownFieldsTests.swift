import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistSync

/// Fields that this program does not know stay in the document, and out of the text.
struct UnknownFieldsTests {
  /// A document whose items and lists have unknown fields.
  private static func document(_ layout: String) throws -> ChecklistDocument {
    if layout == "plain" {
      let items: PropertyList = [
        ["text": "Milk", "checked": false, "itemID": 1, "extra": ["deep": .data([1])]],
        ["text": "Bread", "checked": true, "itemID": 2],
      ]
      let list: PropertyList = [
        "name": "A", "iconName": "No Icon", "listID": 9, "color": [1, 2], "items": items,
      ]
      return try ChecklistDocument(PropertyList.array([list]).binary())
    }
    var archive = HandmadeArchive()
    let itemClass = archive.addClass("MyApp.ChecklistItem")
    let listClass = archive.addClass("MyApp.Checklist")
    let (milk, bread, high) = (archive.add("Milk"), archive.add("Bread"), archive.add("high"))
    let first = archive.add([
      "$class": itemClass, "Text": milk, "Checked": false, "ItemID": 1, "Priority": high,
    ])
    let second = archive.add(["$class": itemClass, "Text": bread, "Checked": true, "ItemID": 2])
    let list = archive.add([
      "$class": listClass, "Name": archive.add("A"), "Items": archive.addArray([first, second]),
      "ListID": 9, "Paint": high,
    ])
    archive.top = ["Checklists": archive.addArray([list]), "Settings": high]
    archive.root["Extra"] = ["a": true]
    return try ChecklistDocument(archive.file().bytes)
  }

  private static let layouts = [("keyed", 4), ("plain", 2)]

  @Test(arguments: layouts)
  func `the text is silent about unknown fields`(layout: String, count: Int) throws {
    let document = try Self.document(layout)
    #expect(document.unknownFieldCount == count)
    let files = try TextForm(document).files.mapValues { String(decoding: $0, as: UTF8.self) }
    #expect(
      files == [
        "checklists.json":
          "{\"version\":1,\"lists\":[\n{\"id\":\"9\",\"name\":\"A\",\"icon\":\"No Icon\"}\n]}\n",
        "9.jsonl": """
        {"id":"1","text":"Milk","checked":false}
        {"id":"2","text":"Bread","checked":true}

        """,
      ])
  }

  @Test(arguments: layouts)
  func `what is silent has removed nothing`(layout: String, count: Int) throws {
    let ours = try Self.document(layout)
    let base = try TextForm(ours).files
    var theirs = try TextFormReader.read(base).document.withUnreadFields(of: ours)
    #expect(theirs.unknownFieldCount == count)
    #expect(try theirs.changes(to: ours).isEmpty)
    theirs.checklists[0].items[0].text = "Oat milk"
    let merge = DocumentMerge(
      base: try TextFormReader.read(base).document.withUnreadFields(of: ours), ours: ours,
      theirs: theirs)
    #expect(merge.document.unknownFieldCount == count)
    #expect(merge.document.checklists[0].items[0].text == "Oat milk")
    #expect(try ChecklistDocument(merge.document.encoded()).unknownFieldCount == count)
    #expect(merge.reports.isEmpty)
  }

  @Test(arguments: layouts)
  func `an item with an unknown field can be deleted elsewhere`(
    layout: String, count: Int
  ) throws {
    let ours = try Self.document(layout)
    let base = try TextFormReader.read(TextForm(ours).files).document
      .withUnreadFields(of: ours)
    var theirs = base
    theirs.checklists[0].items.removeFirst()
    let merge = DocumentMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.document.checklists[0].items.map(\.text) == ["Bread"])
    #expect(merge.document.unknownFieldCount == count - 1)
  }

  @Test func `a text with unknown fields, as an earlier version wrote it, is read`() throws {
    let files = [
      "checklists.json": #"{"version":1,"lists":[{"id":"1","name":"A","unknown":{"fields":{}}}],"#
        + #""unknown":{"fields":{"A":{"$uid":1}},"objects":["a"]},"beside":{"plain":{}}}"#,
      "1.jsonl": #"{"id":"1","text":"x","checked":false,"unknown":{"fields":{"A":{"$item":"7"}}}}"#,
      "shared.jsonl": "whatever",
    ]
    let (read, names) = try TextFormReader.read(files.mapValues { Array($0.utf8) })
    #expect(read.checklists[0].items.map(\.text) == ["x"])
    #expect(read.unknownFieldCount == 0)
    // The last one goes with the next commit.
    #expect(names == ["checklists.json", "1.jsonl", "shared.jsonl"])
  }

  @Test(arguments: Fixture.documents)
  func `a document of another program is read like itself`(fixture: Fixture) throws {
    let document = try ChecklistDocument(fixture.bytes())
    let read = try TextFormReader.read(TextForm(document).files).document
      .withUnreadFields(of: document)
    #expect(read.checklists == document.checklists)
    #expect(read.unknownFieldCount == document.unknownFieldCount)
  }
}
