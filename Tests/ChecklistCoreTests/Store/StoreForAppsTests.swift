import ChecklistCore
import Foundation
import TestSupport
import Testing

/// A document store as another program uses it, through what is public.
struct StoreForAppsTests {
  private let room: StoreRoom
  private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws { room = try StoreRoom() }

  @Test func `The first change makes the document and its directories`() throws {
    let store = DocumentStore(room.container)
    #expect(try store.load() == nil)
    #expect(try store.version() == nil)
    let applied = try store.apply([.addList(Checklist("Trip"))], by: "app", at: start)
    #expect(applied.map(\.kind) == [.added])
    #expect(applied.summary == "Added the list 'Trip'")
    #expect(try store.load()?.checklists.map(\.name) == ["Trip"])
  }

  @Test func `Each change has its own time and its own words in the history`() throws {
    let store = DocumentStore(room.container)
    let list = Checklist("Trip")
    try store.apply([.addList(list)], by: "app", at: start)
    let later = start.addingTimeInterval(62)
    try store.apply(
      [.addItems([ChecklistItem("Map", now: later)], list: list.id)], by: "app, window 2",
      at: later)
    let revisions = try store.revisions().suffix(2)
    #expect(revisions.map(\.date) == [start, later])
    #expect(revisions.map(\.command) == ["app", "app, window 2"])
    #expect(revisions.map(\.summary) == ["Added the list 'Trip'", "Added Map"])
  }

  @Test func `A change that is refused has a typed error, and nothing is saved`() throws {
    let store = DocumentStore(room.container)
    let list = Checklist("Trip")
    try store.apply([.addList(list)], by: "app", at: start)
    let before = try store.version()
    do throws(StoreError) {
      try store.apply(
        [
          .addItems([ChecklistItem("Map", now: start)], list: list.id),
          .addItems([ChecklistItem(" ", now: start)], list: list.id),
        ], by: "app", at: start)
      Issue.record("a blank text was taken")
    } catch {
      #expect(error.kind == .refused(ChangeError(.blankText)))
      #expect(error.description == ChangeError(.blankText).description)
    }
    #expect(try store.version() == before)
    #expect(try store.load()?.checklist(id: list.id)?.items.isEmpty == true)
  }

  @Test func `A transaction gives what its closure returns`() throws {
    let store = DocumentStore(room.container)
    let id = try store.transact(by: "app", at: start) { transaction in
      let list = Checklist("Trip")
      try transaction.apply([.addList(list)])
      try transaction.apply([.addItems([ChecklistItem("Map", now: start)], list: list.id)])
      return list.id
    }
    let list = try #require(try store.load()?.checklist(id: id))
    #expect(list.items.map(\.text) == ["Map"])
    #expect(list.item(id: list.items[0].id) == list.items[0])
    #expect(list.item(id: 0) == nil)
    #expect(try store.revisions().last?.summary == "Added the list 'Trip', and 1 more change")
  }

  @Test func `A store that is given only the path of a document in a container records there`()
    throws
  {
    let list = Checklist("Trip")
    // It was made before there was a history.
    let store = DocumentStore(path: room.container.document)
    try DocumentStore(room.container).apply([.addList(list)], by: "checklists", at: start)
    try store.apply([.editList(list.id, ListEdit(name: "Rome"))], by: "app", at: start)
    let undone = try DocumentStore(room.container).undo(at: start)
    #expect(undone.command == "app")
    #expect(try store.load()?.checklists.map(\.name) == ["Trip"])
  }

  @Test func `A version is another after each change, and the same without one`() throws {
    let store = DocumentStore(room.container)
    let list = Checklist("Trip")
    try store.apply([.addList(list)], by: "app", at: start)
    let (document, version) = try store.loadVersioned()
    #expect(document?.checklists == [list])
    #expect(try store.version() == version)
    try store.apply([.editList(list.id, ListEdit(name: "Trip"))], by: "app", at: start)
    #expect(try store.version() == version)
    try store.apply([.editList(list.id, ListEdit(name: "Rome"))], by: "app", at: start)
    #expect(try store.version() != version)
  }
}

/// What a view of an app asks of lists and items.
struct IdentityAndEqualityTests {
  private let now = Date(timeIntervalSinceReferenceDate: 0)

  @Test func `Items are equal when all that is shown is`() {
    let item = ChecklistItem("Café", due: .moment(now), note: "n", id: 7, now: now)
    #expect(item == ChecklistItem("Café", due: .moment(now), note: "n", id: 7, now: now))
    #expect(
      Set([item, ChecklistItem("Café", due: .moment(now), note: "n", id: 7, now: now)]).count == 1)
    let others = [
      ChecklistItem("Cafe\u{301}", due: .moment(now), note: "n", id: 7, now: now),
      ChecklistItem("Café", note: "n", id: 7, now: now),
      ChecklistItem("Café", due: .moment(now), id: 7, now: now),
      ChecklistItem("Café", due: .moment(now), note: "n", id: 8, now: now),
      ChecklistItem("Café", due: .moment(now), note: "n", id: 7, now: now.addingTimeInterval(1)),
    ]
    for other in others { #expect(item != other, "\(other)") }
  }

  @Test func `A check mark can be set without a time, and then has none`() {
    var item = ChecklistItem("Milk", now: now)
    item.setChecked(true, now: now)
    #expect(item.completed == now)
    item.isChecked = true
    #expect(item.completed == now)
    item.isChecked = false
    item.isChecked = true
    #expect(item.isChecked)
    #expect(item.completed == nil)
  }

  @Test func `Lists are equal when their items are`() {
    var list = Checklist("Trip", id: 1)
    list.items = [ChecklistItem("Map", id: 2, now: now)]
    var other = list
    #expect(list == other)
    other.items[0].isChecked = true
    #expect(list != other)
    #expect(list.id == 1)
  }
}
