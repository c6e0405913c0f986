import ChecklistCore
import Foundation
import TestSupport
import Testing

/// What `inspect` prints.
@Suite(.blocking)
struct InspectTests {
  /// Runs `inspect` on a copy of a fixture, named by its last component.
  private func inspect(_ path: String, _ options: String...) throws -> Sandbox.Run {
    let sandbox = try Sandbox()
    let fixture = Fixture(path)
    let copy = try sandbox.copy(fixture)
    return try sandbox.run(["inspect", copy.lastPathComponent] + options)
  }

  @Test func `A document is shown from its top down, each object once`() throws {
    #expect(
      try inspect("Checklists/unknown-forward-references.plist").output
        == Self.forwardReferences)
  }

  private static let forwardReferences = """
    unknown-forward-references.plist: keyed archive, binary property list, 19 objects, 1,145 bytes
    NSKeyedArchiver, version 100000

    Checklists: #1 NSArray, 1 element
      [0] #2 Checklists.Checklist
        IconName: "No Icon"  Name: "Groceries"
        Items: #5 NSArray, 3 elements
          [0] #6 Checklists.ChecklistItem
            Text: "Milk"  Checked: false  DueDate: 2026-05-23T13:09:27.890625Z
            Next: #10 Checklists.ChecklistItem
              Text: "Bread"  Checked: false  DueDate: 2026-05-23T13:09:28.890625Z
              Next: #13 Checklists.ChecklistItem  ShouldRemind: false
                DueDate: 2026-05-23T13:09:29.890625Z  ItemID: 2  Checked: false
                Text: "Eggs"
              ShouldRemind: false  ItemID: 1
            ShouldRemind: false  ItemID: 0
          [1] see #10 Checklists.ChecklistItem "Bread"
          [2] see #13 Checklists.ChecklistItem "Eggs"

    """

  @Test func `Objects that contain each other are shown once, with the way back`() throws {
    let lines = try inspect("Checklists/unknown-cycles.plist").output.split(separator: "\n")
    #expect(
      lines.prefix(9).joined(separator: "\n") == """
        unknown-cycles.plist: keyed archive, binary property list, 80 objects, 5,033 bytes
        NSKeyedArchiver, version 100000
        Checklists: #1 NSArray, 4 elements
          [0] #2 Checklists.Checklist
            IconName: "Drinks"  Name: "Groceries"
            Items: #5 NSArray, 5 elements
              [0] #6 Checklists.ChecklistItem  Text: "Milk"  Checked: false
                DueDate: 2026-05-23T13:09:27.890625Z  ShouldRemind: false
                Owner: back to #2 Checklists.Checklist "Groceries"  ItemID: 0
        """)
  }

  @Test func `The file of another app is shown in its own terms`() throws {
    #expect(
      try inspect("Homepwner/items-swift-edition.archive").output == """
        items-swift-edition.archive: keyed archive, binary property list, 23 objects, 1,296 bytes
        NSKeyedArchiver, version 100000

        root: #1 NSArray, 4 elements
          [0] #2 Homepwner.Item  dateCreated: 2026-05-23T13:09:27.890625Z
            name: "Rusty Spork"  itemKey: "5F0F8E5C-3C1B-4F51-9A57-9E3D3E1B7C11"
            valueInDollars: 37  serialNumber: "2E7A91B0"
          [1] #9 Homepwner.Item  dateCreated: 2026-05-23T13:10:27.890625Z
            name: "Shiny Mac"  itemKey: "0A6E3C52-97C8-4B0C-8D6F-27C3D6F0A3E4"
            valueInDollars: 1999  serialNumber: null
          [2] #13 Homepwner.Item  dateCreated: 2026-05-22T13:09:27.890625Z
            name: "Fluffy Bär 🧸"  itemKey: "C2B54D0E-1D77-4E0B-B1B2-6D7D1E0C9A55"
            valueInDollars: 0  serialNumber: ""
          [3] #18 Homepwner.Item  dateCreated: 2026-05-23T13:09:28.390625Z  name: "Debt"
            itemKey: "E7D1B6AA-5A0D-4C1E-8F43-3B9C5D2E6F70"  valueInDollars: -1
            serialNumber: null

        """)
  }

  @Test func `A plain property list has the same look`() throws {
    let sandbox = try Sandbox()
    let list = PropertyList.dictionary([
      "Name": .string("Two\nlines and \"quotes\""), "Ratio": .real(0.5), "Empty": .array([]),
      "When": .date(-1.5), "Never": .date(.nan), "Icon": .data(Array(0...255)),
      "Reference": .uid(3), "Size": .dictionary(["width": .integer(2), "height": .integer(3)]),
      "Numbers": .array((1...30).map { .integer($0) }),
      "Mixed": .array([.boolean(true), .array([.null, .set([.string("a")])])]),
    ])
    try Data(list.binary()).write(to: sandbox.directory.appending(path: "list.plist"))
    #expect(
      try sandbox.run("inspect", "list.plist").output == """
        list.plist: binary property list, \(list.binary().count) bytes

        dictionary, 10 entries
          Name: "Two\\nlines and \\"quotes\\""  Ratio: 0.5  Empty: array, empty
          When: 2000-12-31T23:59:58.5Z  Never: nan seconds from 2001
          Icon: <256 bytes: 000102030405060708090a0b0c0d0e0f...>  Reference: UID 3
          Size: {width: 2  height: 3}
          Numbers: array, 30 elements
            [0] 1  2  3  4  5  6  7  8  9  10  11  12  13  14  15  16  17  18  19  20
            [20] 21  22  23  24  25  26  27  28  29  30
          Mixed: array, 2 elements
            [0] true
            [1] array, 2 elements
              [0] null
              [1] set, 1 element
                [0] "a"

        """)
  }

  @Test func `Long texts are cut, and JSON has them whole`() throws {
    let sandbox = try Sandbox()
    let text = String(repeating: "äb", count: 1_000)
    try Data(PropertyList.string(text).binary())
      .write(to: sandbox.directory.appending(path: "text.plist"))
    let lines = try sandbox.run("inspect", "text.plist").output.split(separator: "\n")
    #expect(
      lines.last ?? "" == "\"\(String(repeating: "äb", count: 100))...\" (2,000 characters)")
    #expect(try sandbox.json("inspect", "text.plist")["value"] as? String == text)
  }

  @Test func `An archive of another writer's is shown as the property list that it is`() throws {
    let run = try inspect("Damaged/wrong-archiver.plist")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(
      lines[1] == "not a keyed archive: the archiver is not NSKeyedArchiver (at byte 50)")
    #expect(lines.contains { $0.contains("$objects: array, 13 elements") })
  }

  @Test func `A broken archive is shown up to where it is broken`() throws {
    let run = try inspect("Damaged/uid-out-of-range.plist")
    #expect(run.status == 65)
    #expect(run.output.contains("[0] #2 Checklists.Checklist"))
    #expect(
      run.errors == """
        checklists: uid-out-of-range.plist is damaged: Checklists[0].Items[0].Text: \
        UID 1000 names no object, there are 13 (at byte 85)

        """)
  }

  @Test func `A list of links as long as the file is not nested without end`() throws {
    let sandbox = try Sandbox()
    var objects: [PropertyList] = [.string("$null")]
    let links = 2_000
    for uid in 1...links {
      objects.append(
        .dictionary([
          "next": .uid(UInt64(uid == links ? 1 : uid + 1)), "$class": .uid(UInt64(links + 1)),
        ]))
    }
    objects.append(.dictionary(["$classname": .string("Link")]))
    let archive = PropertyList.dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["first": .uid(1)]), "$objects": .array(objects),
    ])
    try Data(archive.binary()).write(to: sandbox.directory.appending(path: "links.plist"))
    let run = try sandbox.run("inspect", "links.plist")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines[2] == "first: #1 Link")
    #expect(lines.contains("Further down:"))
    #expect(lines.allSatisfy { $0.utf8.count < 120 })
    #expect(lines.count { $0.contains("#2000 Link") } == 1)
  }

  @Test func `JSON has every object by number`() throws {
    let sandbox = try Sandbox()
    let fixture = Fixture(
      url: Fixture.package.appending(path: "Fixtures/Checklists/one-item.plist"))
    let answer = try sandbox.json("inspect", fixture.url.path())
    #expect(answer["schema"] as? Int == 1)
    #expect(answer["document"] as? String == fixture.url.path())
    #expect(answer["format"] as? String == "binary")
    #expect(answer["archiver"] as? String == "NSKeyedArchiver")
    #expect(answer["top"] as? [String: [String: Int]] == ["Checklists": ["ref": 1]])
    let objects = try #require(answer["objects"] as? [[String: Any]])
    #expect(objects.map { $0["id"] as? Int } == Array(1..<13))
    #expect(objects[0]["class"] as? String == "NSArray")
    #expect(objects[0]["classes"] as? [String] == ["NSArray", "NSObject"])
    let fields = try #require(objects[1]["fields"] as? [String: Any])
    #expect(fields.keys.sorted() == ["IconName", "Items", "Name"])
    let strings = objects.compactMap { $0["value"] as? String }
    #expect(strings.contains("Milk"))
  }

  @Test func `On a terminal colours tell objects, classes and keys apart`() throws {
    let sandbox = try Sandbox()
    let path = Fixture.package.appending(path: "Fixtures/Checklists/one-item.plist").path()
    let run = try sandbox.run("inspect", path, "--color", "always")
    #expect(run.output.contains("#2 \u{1B}[1mChecklists.Checklist\u{1B}[0m"))
  }
}
