import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// This program's own JSON.
struct JSONFormatTests {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  static let zone = TestZone.berlin.rules

  static func read(_ text: String) throws -> ImportedFile {
    try JSONFormat.read(Array(text.utf8), ImportOptions(now: now, zone: zone))
  }

  static func write(_ lists: [Checklist]) -> ExportedFile {
    JSONFormat.write([ExportedList](lists), ExportOptions(now: now, zone: zone, document: "/a/b"))
  }

  static func fault(_ text: String) -> InterchangeError? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error as? InterchangeError
    }
  }

  @Test func `random lists come back equal`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomItems(seed: seed, zone: Self.zone)
    for _ in 0..<40 {
      var lists = random.lists(3, items: 20)
      for list in lists.indices {
        for position in lists[list].items.indices
        where lists[list].items[position].state == .skipped
          && lists[list].items[position].repetition != nil
        {
          lists[list].items[position][.completed] = .moment(random.moment())
        }
      }
      let exported = Self.write(lists)
      let file = try JSONFormat.read(
        exported.bytes, ImportOptions(now: Self.now, zone: Self.zone))
      #expect(exported.warnings.texts == [])
      #expect(file.warnings.texts == [])
      #expect(file.lists.map(\.name) == lists.map(\.name))
      #expect(file.lists.map(\.id) == lists.map(\.id))
      #expect(file.lists.map(\.icon) == lists.map(\.icon))
      #expect(file.lists.map(\.isHidden) == lists.map(\.isHidden))
      for (read, list) in zip(file.lists, lists) {
        #expect(read.items.map(\.item) == list.items, "seed \(seed)")
        #expect(read.items.allSatisfy { $0.named == .all && $0.hasIdentity })
      }
    }
  }

  @Test func `what other programs know of an item comes back`() throws {
    var list = Checklist("List")
    var item = ChecklistItem("a", now: Self.now)
    item.origin = ItemOrigin("taskwarrior", id: "x\"y", fields: ["\"tags\":[\"a\"]", "\n"])?
      .merging(try #require(ItemOrigin("icalendar", fields: ["PRIORITY:1"])))
    list.items = [item]
    let file = try JSONFormat.read(
      Self.write([list]).bytes, ImportOptions(now: Self.now, zone: Self.zone))
    #expect(file.lists[0].items.map(\.item) == [item])
  }

  @Test func `one list is read too, and only what is named is named`() throws {
    let file = try Self.read(
      """
      {"schema": 1, "document": null, "dryRun": true,
       "checklist": {"id": "ffffffffffffffff", "name": "", "icon": "Trips", "new": [1],
        "items": [
          {"text": "a", "id": "1f"},
          {"text": "b", "due": null, "note": null},
          {"text": "c", "dueDay": "2026-12-24", "checked": true, "completed": "2026-11-01T10:00:00Z"},
          {"text": "d", "due": "2026-12-24T17:00:00Z", "repeat": "1month@31", "repeat ": 1},
          {"text": "e", "due": "2026-12-24"}
        ]}}
      """)
    let list = try #require(file.lists.first)
    #expect(list.name == nil)
    #expect(list.id == -1)
    #expect(list.icon == "Trips")
    #expect(list.isHidden == nil)
    #expect(list.items.map(\.item.text) == ["a", "b", "c", "d", "e"])
    #expect(list.items.map(\.line) == [4, 5, 6, 7, 8])
    #expect(list.items.map(\.hasIdentity) == [true, false, false, false, false])
    #expect(list.items[0].item.id == 0x1F)
    #expect(
      list.items.map(\.named) == [
        [.text], [.text, .due, .note], [.text, .due, .checked, .completed],
        [.text, .due, .repetition], [.text, .due],
      ])
    #expect(list.items[2].item.due?.description == "2026-12-24")
    #expect(list.items[2].item.completed == (try Date(utc: "2026-11-01T10:00:00Z")))
    #expect(list.items[3].item.repetition?.storedText == "1month@31")
    #expect(list.items[4].item.due?.description == "2026-12-24")
    #expect(file.warnings.texts == ["2 unknown members were left out (the first on line 2)"])
    #expect(try Self.read(#"{"schema":1,"checklist":null}"#).lists.isEmpty)
  }

  @Test func `names may have escapes, and others that begin like them are unknown`() throws {
    let file = try Self.read(
      #"""
      {"schema":1,"checklists":[{"name":"A","items":[{"te\u0078t":"Milk","checked":false,
      "\u006eote":"fresh","texts":"x","tex":"y","created":"2026-01-02T03:04:05Z"}]}]}
      """#)
    let item = try #require(file.lists.first?.items.first?.item)
    #expect(item.text == "Milk")
    #expect(item.note == "fresh")
    #expect(item.created.flatMap(ISO8601.text) == "2026-01-02T03:04:05Z")
    #expect(file.warnings.texts == ["2 unknown members were left out (the first on line 2)"])
  }

  @Test func `an item with a wrong value is left out with its line`() throws {
    let file = try Self.read(
      """
      {"schema":1,"checklists":[{"name":"L","items":[
      {"text":5},
      {"text":"a","checked":"yes"},
      {"text":"a","due":"tomorrow"},
      {"text":"a","dueDay":"2026-02-30"},
      {"text":"a","note":["b"]},
      {"text":"a","id":"xyz"},
      {"text":"a","id":"+1"},
      {"text":"a","due":"12345678-01-01T00:00:00Z"},
      {"text":"b","repeat":"often"},
      {"text":"a","origin":{"csv":1}},
      7,
      {"text":"good"}]},
      {"name":1,"items":[]}, null]}
      """)
    #expect(file.lists.map { $0.items.map(\.item.text) } == [["b", "good"]])
    #expect(
      file.warnings.texts == [
        "1 item was left out, since its \"text\" is not what it must be (line 2)",
        "1 item was left out, since its \"checked\" is not what it must be (line 3)",
        "2 items were left out, since their \"due\" is not what it must be (the first on line 4)",
        "1 item was left out, since its \"dueDay\" is not what it must be (line 5)",
        "1 item was left out, since its \"note\" is not what it must be (line 6)",
        "2 items were left out, since their \"id\" is not what it must be (the first on line 7)",
        "1 repetition was left out, since it was not understood (line 10)",
        "1 item was left out, since its \"origin\" is not what it must be (line 11)",
        "1 item was left out, since it is not an object (line 12)",
        "2 lists were left out, since a value of each is of the wrong kind (the first on line 14)",
      ])
  }

  @Test func `a damaged file is refused with its line`() {
    #expect(
      Self.fault("{\"schema\":1,\n\"checklists\":[{\"items\":[{\"text\":\"a\"},")?.description
        == "line 2: expected a value, found the end of the file (column 38)")
    #expect(
      Self.fault("{\"schema\":2,\"checklists\":[]}")
        == InterchangeError(
          line: 1, "the file has schema 2, and this program reads schema 1",
          hint: "Use a newer version of checklists."))
    #expect(
      Self.fault("{\"schema\":\"a\"}")?.description == "line 1: \"schema\" is not a number from 1")
    #expect(
      Self.fault("{}")?.description
        == "the file has no \"checklists\", so it is not an export of this program")
    #expect(
      Self.fault("[]")?.description == "line 1: expected an object, found '[' (column 1)")
    #expect(
      Self.fault("{\"checklists\":{}}")?.description
        == "line 1: expected an array, found '{' (column 15)")
  }

  @Test func `a file is known by its first members`() {
    #expect(JSONFormat.recognizes(Self.write([Checklist("L")]).bytes))
    #expect(JSONFormat.recognizes(Array("\u{FEFF} {\"schema\":1,\"checklist\":{\"na".utf8)))
    #expect(!JSONFormat.recognizes(Array("{\"schema\":1,\"other\":[]}".utf8)))
    #expect(!JSONFormat.recognizes(Array("[{\"description\":1}]".utf8)))
    #expect(!JSONFormat.recognizes([]))
  }
}
