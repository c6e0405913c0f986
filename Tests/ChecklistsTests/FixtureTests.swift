import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The program on documents of the app, and on damaged ones.
@Suite(.blocking)
struct FixtureTests {
  static let archives = Fixture.all(in: "Checklists", "ChecklistItems", "XML", "Codable")

  @Test(arguments: archives)
  func `Toggling an item changes that item only`(fixture: Fixture) throws {
    let sandbox = try Sandbox()
    let copy = try sandbox.copy(fixture)
    let before = try ChecklistDocument([UInt8](Data(contentsOf: fixture.url)))
    let run = try sandbox.run("--file", copy.path(), "toggle", "1")
    guard before.checklists.first?.items.isEmpty == false else {
      #expect(run.status == 1)
      #expect(try Data(contentsOf: copy) == Data(contentsOf: fixture.url))
      return
    }
    #expect(run.status == 0, "\(run.errors)")
    let after = try ChecklistDocument([UInt8](Data(contentsOf: copy)))
    #expect(after.dialect == before.dialect)
    #expect(after.checklists.map(\.name) == before.checklists.map(\.name))
    #expect(after.checklists.map(\.icon) == before.checklists.map(\.icon))
    #expect(after.checklists.map(\.id) == before.checklists.map(\.id))
    for (list, was) in zip(after.checklists, before.checklists) {
      for (position, (item, old)) in zip(list.items, was.items).enumerated() {
        let isFirst = list.id == before.checklists[0].id && position == 0
        #expect(item.isChecked == (isFirst ? !old.isChecked : old.isChecked))
        #expect(item.text.unicodeScalars.elementsEqual(old.text.unicodeScalars))
        #expect(item.id == old.id)
        #expect(item.due == old.due)
        #expect(item.note == old.note)
      }
      #expect(list.items.count == was.items.count)
    }
  }

  @Test(arguments: archives)
  func `What is printed of a document is what is in it`(fixture: Fixture) throws {
    let sandbox = try Sandbox()
    let document = try ChecklistDocument([UInt8](Data(contentsOf: fixture.url)))
    let lists = try #require(
      try sandbox.json("--file", fixture.url.path(), "lists", "--all")["checklists"]
        as? [[String: Any]])
    #expect(lists.map { $0["name"] as? String } == document.checklists.map(\.name))
    #expect(lists.map { $0["total"] as? Int } == document.checklists.map(\.items.count))
    #expect(lists.map { $0["done"] as? Int } == document.checklists.map(\.doneCount))
    for list in document.checklists {
      let shown = try sandbox.json(
        "--file", fixture.url.path(), "list", "--list", "id:\(list.id.identityText)")
      let items = try #require(
        (shown["checklist"] as? [String: Any])?["items"] as? [[String: Any]])
      let texts = items.compactMap { $0["text"] as? String }
      #expect(texts.count == list.items.count)
      #expect(
        zip(texts, list.items).allSatisfy {
          $0.unicodeScalars.elementsEqual($1.text.unicodeScalars)
        })
      #expect(items.map { $0["checked"] as? Bool } == list.items.map(\.isChecked))
    }
  }

  /// A damaged fixture and where the message says that it is.
  static let damaged: [(name: String, place: String)] = [
    ("dangling-object-reference.plist", "(at byte 16)"),
    ("empty.plist", "(at byte 0)"),
    ("item-without-text.plist", "Checklists[0].Items[0].Text: the key is missing (at byte 224)"),
    ("plain-dictionary.plist", "(at byte 8)"),
    ("random-bytes-after-header.plist", "(at byte 496)"),
    ("random-bytes.plist", "(at byte 0)"),
    ("text-file.plist", "(at byte 0)"),
    (
      "text-is-an-integer.plist",
      "Checklists[0].Items[0].Text: expected a string, found an integer (at byte 295)"
    ),
    ("truncated-in-trailer.plist", "(at byte 4671)"),
    ("truncated-to-half.plist", "(at byte 2332)"),
    (
      "uid-out-of-range.plist",
      "Checklists[0].Items[0].Text: UID 1000 is not the UID of an object; there are 13 (at byte "
    ),
    ("wrong-archiver.plist", "the archiver is not NSKeyedArchiver (at byte "),
    ("wrong-version.plist", "the archive's version is not 100000 (at byte "),
  ]

  @Test func `Every damaged fixture has an expectation`() {
    #expect(
      Fixture.all(in: "Damaged").map(\.url.lastPathComponent) == Self.damaged.map(\.name).sorted())
  }

  // An empty file is a document that is not there yet.
  @Test(arguments: damaged.filter { $0.name != "empty.plist" })
  func `A damaged document is named with the place, and left as it is`(
    name: String, place: String
  ) throws {
    let sandbox = try Sandbox()
    let fixture = Fixture("Damaged/\(name)")
    let copy = try sandbox.copy(fixture)
    let commands = [
      ["list"], ["add", "Milk"], ["toggle", "1"], ["delete", "1"],
      ["lists", "add", "New"],
    ]
    for command in commands {
      let run = try sandbox.run(["--file", copy.path()] + command)
      #expect(run.status == 65)
      #expect(run.output == "")
      #expect(run.errors.contains(copy.path()))
      #expect(run.errors.contains(place), "\(run.errors)")
      #expect(try Data(contentsOf: copy) == Data(contentsOf: fixture.url))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.directory.path()) == [name])
  }
}
