import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistSync

/// Fields that this program does not know, in the text form.
struct UnknownFieldsTests {
  /// An archive whose items have unknown fields: of their own, in circles, and shared.
  private static func document() throws -> ChecklistDocument {
    var archive = HandmadeArchive()
    let itemClass = archive.addClass("MyApp.ChecklistItem")
    let listClass = archive.addClass("MyApp.Checklist")
    let color = archive.addClass("Color", "Paint")
    let high = archive.add("high")
    // Two pairs of objects that lead to each other.
    let (own, inner) = (archive.add(.null), archive.add(.null))
    let (shared, friend) = (archive.add(.null), archive.add(.null))
    let objects: [PropertyList] = [
      ["$class": color, "red": 0.5, "self": own, "inner": inner],
      ["$class": color, "outer": own, "data": .data([1, 2])],
      ["$class": color, "blue": .integer(3), "friend": friend],
      ["$class": color, "back": shared],
    ]
    archive.objects.replaceSubrange((archive.objects.count - 4)..., with: objects)
    let (milk, bread, eggs) = (archive.add("Milk"), archive.add("Bread"), archive.add("Eggs"))
    let name = archive.add("Groceries")
    let first = archive.add([
      "$class": itemClass, "Text": milk, "Checked": false, "ItemID": 1, "Priority": high,
      "Color": own, "Shared": shared, "Section": 5, "Weight": -0.0,
    ])
    let second = archive.add([
      "$class": itemClass, "Text": bread, "Checked": true, "ItemID": 2, "Friend": friend,
      "Before": first, "Nothing": .uid(0), "Names": .array([high, .array([high])]),
    ])
    let third = archive.add(["$class": itemClass, "Text": eggs, "Checked": false, "ItemID": 3])
    let items = archive.addArray([first, second, third])
    let list = archive.add([
      "$class": listClass, "Name": name, "Items": items, "ListID": 9, "Paint": shared,
    ])
    archive.top = ["Checklists": archive.addArray([list]), "Settings": own]
    archive.root["Extra"] = ["a": true]
    return try ChecklistDocument(archive.file().bytes)
  }

  @Test func `unknown fields travel with circles and what they share`() throws {
    let document = try Self.document()
    #expect(document.unknownFieldCount == 12)
    let form = try TextForm(document)
    let (read, names) = try TextFormReader.read(form.files, like: document)
    #expect(names == ["checklists.json", "9.jsonl", "shared.jsonl"])
    #expect(read.checklists == document.checklists)
    #expect(read.unknownFieldCount == document.unknownFieldCount)
    #expect(try read.looseFields() == document.looseFields())
    // What was read is written as a document like any other.
    let again = try ChecklistDocument(read.encoded())
    #expect(try again.looseFields() == document.looseFields())
    #expect(again.checklists[0].archived?.className == "MyApp.Checklist")
    #expect(again.checklists[0].items[0].archived?.className == "MyApp.ChecklistItem")
    #expect(try TextForm(again).files == form.files)
  }

  @Test func `the text of unknown fields`() throws {
    let files = try TextForm(Self.document()).files
    let lines = String(decoding: files["9.jsonl"] ?? [], as: UTF8.self).split(separator: "\n")
    let name = "5f19fc7205afc74d"
    #expect(lines.count == 3)
    #expect(
      lines[1] == #"{"id":"2","text":"Bread","checked":true,"unknown":{"fields":{"#
        + #""Before":{"$item":"1"},"Friend":{"$shared":["\#(name)",2]},"#
        + #""Names":[{"$uid":1},[{"$uid":1}]],"Nothing":{"$uid":0}},"objects":["high"]}}"#)
    #expect(lines[2] == #"{"id":"3","text":"Eggs","checked":false}"#)
    let color = #"{"$classes":["Color","Paint","NSObject"],"$classname":"Color"}"#
    #expect(
      String(decoding: files["shared.jsonl"] ?? [], as: UTF8.self).contains(
        #"{"name":"\#(name)","objects":[{"$class":\#(color),"blue":3,"friend":{"$uid":2}},"#
          + #"{"$class":\#(color),"back":{"$uid":1}}]}"#))
  }

  @Test func `unknown fields of a plain property list travel`() throws {
    let file: PropertyList = [
      [
        "name": "A", "iconName": "No Icon", "color": [1, 2],
        "items": [
          [
            "text": "Milk", "checked": false, "itemID": 1, "dueDate": .date(0),
            "shouldRemind": false,
            "extra": ["deep": .data([1])],
          ]
        ],
      ]
    ]
    let document = try ChecklistDocument(file.binary())
    #expect(document.unknownFieldCount == 2)
    let (read, _) = try TextFormReader.read(TextForm(document).files, like: document)
    #expect(try read.looseFields() == document.looseFields())
    let again = try ChecklistDocument(read.encoded())
    #expect(again.dialect == .codableChecklists)
    #expect(try again.looseFields() == document.looseFields())

    let error = #expect(throws: SyncError.self) {
      try TextFormReader.read(TextForm(document).files)
    }
    #expect(
      error
        == SyncError(
          .unrepresentable,
          "the unknown fields in the remote: a keyed archive cannot hold the unknown fields of a "
            + "plain property list"))
  }

  @Test(arguments: [
    (#"{"fields":{"A":{"$uid":2}},"objects":["a"]}"#, "UID 2 names no object, there are 1"),
    (#"{"fields":{"A":{"$shared":["x",1]}}}"#, "there is no shared object x"),
    (#"{"fields":{"A":{"$shared":["x",0]}}}"#, "there is no shared object x"),
    (
      #"{"fields":{"A":{"$uid":1}},"objects":[{"$class":{"$uid":1}}]}"#,
      "a class record is not what it must be"
    ),
    (
      #"{"fields":{"A":{"$uid":1}},"objects":[{"$class":{"$classname":5}}]}"#,
      "a class record is not what it must be"
    ),
  ])
  func `unknown fields that are damaged are refused`(unknown: String, message: String) {
    let files = [
      "checklists.json": #"{"version":1,"lists":[{"id":"1","name":"A"}]}"#,
      "1.jsonl": #"{"id":"1","text":"","checked":false,"unknown":\#(unknown)}"#,
    ]
    let error = #expect(throws: SyncError.self) {
      try TextFormReader.read(files.mapValues { Array($0.utf8) })
    }
    #expect(error == SyncError(.damaged, "the unknown fields in the remote: \(message)"))
  }

  @Test(arguments: Fixture.documents)
  func `what a document of another program has comes back`(fixture: Fixture) throws {
    let document = try ChecklistDocument(fixture.bytes())
    let (read, _) = try TextFormReader.read(TextForm(document).files, like: document)
    #expect(read.checklists == document.checklists)
    #expect(read.unknownFieldCount == document.unknownFieldCount)
    #expect(try read.looseFields() == document.looseFields())
  }

  @Test func `a reference to an item that is gone is null`() throws {
    let files = [
      "checklists.json": #"{"version":1,"lists":[{"id":"1","name":"A"}]}"#,
      "1.jsonl": #"{"id":"1","text":"","checked":false,"unknown":{"fields":{"A":{"$item":"7"}}}}"#,
    ]
    let (read, _) = try TextFormReader.read(files.mapValues { Array($0.utf8) })
    let loose = try read.looseFields()
    #expect(loose.items[1]?.fields == ["A": .uid(0)])
  }
}
