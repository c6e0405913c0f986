import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Changes of a document that may not be there.
struct DocumentStoreTests {
  let room: StoreRoom
  private let now = Date(timeIntervalSinceReferenceDate: 0)

  init() throws {
    room = try StoreRoom()
  }

  private func addList(_ name: String, isDryRun: Bool = false) throws -> [String] {
    var names: [String] = []
    try room.store().transact(isDryRun: isDryRun, by: "test", at: now) { transaction in
      _ = try transaction.change(createsDocument: true) { _ in [.addList(Checklist(name))] }
      names = transaction.document?.checklists.map(\.name) ?? []
    }
    return names
  }

  @Test func `A document that is not there is nil, and is made of what it becomes`() throws {
    var isThere: Bool?
    try room.store().transact(by: "test", at: now) { transaction in
      isThere = transaction.document != nil
    }
    #expect(isThere == false)
    #expect(try addList("A") == ["A"])
    #expect(try addList("B") == ["A", "B"])
    #expect(try room.store().load()?.checklists.map(\.name) == ["A", "B"])
    #expect(
      try room.states() == [
        "1 no document", "2 Added the list 'A'", "*3 Added the list 'B'",
      ])
  }

  @Test func `Without a change, or without a document, nothing is written`() throws {
    try room.store().transact(by: "test", at: now) { transaction in
      _ = try transaction.change(createsDocument: true) { _ in [] }
      #expect(transaction.document != nil)
    }
    #expect(!room.exists(room.document))
    #expect(throws: StoreError(.noDocument, path: room.document)) {
      try room.store().change(at: now) { _ in [.addList(Checklist("A"))] }
    }
    #expect(!room.exists(room.document))
  }

  @Test func `A dry run writes nothing, and fails where the change would`() throws {
    #expect(try addList("A", isDryRun: true) == ["A"])
    #expect(!room.exists(room.document))
    let bytes = try Fixture("ChecklistItems/one-item.plist").bytes()
    try Data(bytes).write(to: URL(filePath: room.document))
    for isDryRun in [true, false] {
      let error = storeError { _ = try addList("B", isDryRun: isDryRun) }
      guard case .unrepresentable? = error else {
        Issue.record("\(error.map { "\($0)" } ?? "no error")")
        return
      }
    }
    #expect(try Data(contentsOf: URL(filePath: room.document)) == Data(bytes))
  }
}
