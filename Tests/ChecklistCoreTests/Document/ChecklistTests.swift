import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct ChecklistTests {
  private let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  @Test func `a new list is empty and has the app's icon for none`() {
    let list = Checklist("Groceries", id: 3)
    #expect((list.name, list.icon, list.id, list.items.count) == ("Groceries", "No Icon", 3, 0))
    #expect(Checklist("x").id > 0)
  }

  @Test func `a list counts what is done`() {
    var list = Checklist("x")
    #expect(list.doneCount == 0)
    list.items = (0..<5).map { _ in ChecklistItem("x", now: now) }
    for index in [1, 3] { list.items[index].setChecked(true, now: now) }
    #expect(list.doneCount == 2)
  }

  @Test func `a list of an edition without icons has none, and is saved with the name of that`()
    throws
  {
    var document = try HandmadeArchive(items: []).document()
    #expect(document.checklists[0].icon == "No Icon")
    let path = "Checklists.NS.objects[0].IconName"
    #expect(try ArchiveGraph(document.encoded()).lines[path] == #""No Icon""#)
    document.checklists[0].icon = "Trips"
    #expect(try ArchiveGraph(document.encoded()).lines[path] == #""Trips""#)
  }

  @Test func `a list keeps its identity, negative or 0 as it may be`() throws {
    for id in [0, -1, .min, .max] {
      let list: PropertyListDictionary = ["ListID": .integer(Int128(id))]
      let document = try HandmadeArchive(items: [], list: list).document()
      #expect(document.checklists[0].id == id)
      let saved = try ChecklistDocument(document.encoded())
      #expect(saved.checklists[0].id == id)
    }
  }
}
