import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Several changes that are saved together.
struct DocumentTransactionTests {
  private let now = Date(timeIntervalSinceReferenceDate: 0)
  private let room: StoreRoom

  init() throws {
    room = try StoreRoom()
    try room.add("Milk")
  }

  @Test(
    arguments: [
      (["Tea"], "Added Tea"), (["Tea", "Cocoa"], "Added Tea, and 1 more change"),
      (["Tea", "Cocoa", "Salt"], "Added Tea, and 2 more changes"), ([], nil),
    ] as [([String], String?)])
  func `the history tells the first step that changed something, and how many more`(
    texts: [String], summary: String?
  ) throws {
    try room.store().transact(by: "test", at: now) { transaction in
      let unchanged = try transaction.change { [.resetItems([], list: $0.checklists[0].id)] }
      #expect(unchanged.isEmpty)
      for text in texts {
        let applied = try transaction.change { document in
          [.addItems([ChecklistItem(text, now: now)], list: document.checklists[0].id)]
        }
        #expect(applied.map(\.kind) == [.added])
      }
      #expect(transaction.hasChanges == (summary != nil))
      if let summary { #expect(transaction.summary == summary) }
    }
    #expect(try room.texts() == ["Milk"] + texts)
    #expect(
      try room.states()
        == ["1 no document"] + (summary.map { ["2 Added Milk", "*3 \($0)"] } ?? ["*2 Added Milk"]))
  }

  @Test func `new items that are told together count as each of them`() throws {
    try room.store().transact(by: "test", at: now) { transaction in
      let applied = try transaction.change(telling: .together) { document in
        let trip = Checklist("Trip", id: 7)
        let items = ["Map", "Coat", "Rope", "Tea"].map { ChecklistItem($0, now: now) }
        return [
          .addList(trip), .addItems(Array(items[..<2]), list: trip.id),
          .addItems(Array(items[2...]), list: document.checklists[0].id),
        ]
      }
      #expect(applied.map(\.item?.text) == [nil, "Rope", "Map"])
      #expect(applied.map(\.number) == [2, 2, 1])
      #expect(transaction.summary == "Added Rope and 3 more")
      #expect(
        transaction.document?.checklists.map { $0.items.map(\.text) } == [
          ["Milk", "Rope", "Tea"], ["Map", "Coat"],
        ])
    }
  }

  @Test func `items that are changed besides are told each`() throws {
    try room.store().transact(by: "test", at: now) { transaction in
      let applied = try transaction.change(telling: .together) { document in
        let list = document.checklists[0]
        let items = ["Map", "Coat"].map { ChecklistItem($0, now: now) }
        return [
          .checkItems([list.reference(at: 0)], list: list.id, .done()),
          .addItems(items, list: list.id),
        ]
      }
      #expect(applied.map(\.kind) == [.checked, .added, .added])
      #expect(transaction.summary == "Checked Milk and 2 more")
    }
  }

  @Test(arguments: [nil, SystemCall.rename])
  func `what is to be done once the changes are saved sees them, or is not done`(
    failing: SystemCall?
  ) throws {
    let document = room.document
    let done = Collected<[String]>()
    let store = room.store(
      fileSystem: FileSystem { call, path in
        call == failing && path == document ? .fail(EIO) : nil
      })
    let error = storeError {
      try store.transact(by: "test", at: now) { transaction in
        transaction.whenSaved {
          let saved = try DocumentStore(path: document).load()
          done.append(saved?.checklists[0].items.map(\.text) ?? [])
        }
        try transaction.change { document in
          [.addItems([ChecklistItem("Tea", now: now)], list: document.checklists[0].id)]
        }
      }
    }
    #expect((error == nil) == (failing == nil))
    #expect(done.elements == (failing == nil ? [["Milk", "Tea"]] : []))
    #expect(try room.texts() == (failing == nil ? ["Milk", "Tea"] : ["Milk"]))
  }

  @Test func `an error in one step takes back all`() throws {
    #expect(throws: ChangeError(.noSuchItem(9))) {
      try room.store().transact(by: "test", at: now) { transaction in
        for reference in [nil, ItemReference(9)] {
          _ = try transaction.change { document in
            let list = document.checklists[0].id
            return [
              reference.map { .deleteItems([$0], list: list) }
                ?? .addItems([ChecklistItem("Tea", now: now)], list: list)
            ]
          }
        }
      }
    }
    #expect(try room.texts() == ["Milk"])
    #expect(try room.states() == ["1 no document", "*2 Added Milk"])
  }

  @Test func `a step that failed takes back all, also when its error is caught`() throws {
    #expect(throws: ChangeError(.noSuchItem(9))) {
      try room.store().transact(by: "test", at: now) { transaction in
        try transaction.change { document in
          [.addItems([ChecklistItem("Tea", now: now)], list: document.checklists[0].id)]
        }
        _ = try? transaction.change { document in
          let list = document.checklists[0]
          return [.resetItems([], list: list.id), .deleteItems([ItemReference(9)], list: list.id)]
        }
      }
    }
    #expect(try room.texts() == ["Milk"])
    #expect(try room.states() == ["1 no document", "*2 Added Milk"])
  }

  @Test func `a step sees what those before it did, and tells its list`() throws {
    try room.store().transact(by: "test", at: now) { transaction in
      let list = Checklist("Trip")
      _ = try transaction.change { _ in [.addList(list)] }
      #expect(transaction.document?.checklists.map(\.name) == ["List", "Trip"])
      #expect(transaction.changedList == list.id)
    }
  }
}
