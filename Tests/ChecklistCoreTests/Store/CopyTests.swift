import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Merging copies of a document: what only a copy has is in the document, or the copy stays.
struct CopyTests {
  private let room: StoreRoom
  private let path: String

  /// A document with Alpha and Omega, and a copy with Alpha and Zeta.
  init() throws {
    room = try StoreRoom()
    path = "\(room.directory)/Checklists 2.plist"
    try room.add("Alpha")
    let document = try room.store().load()
    var copy = try #require(document)
    let now = Date(timeIntervalSinceReferenceDate: 1)
    copy.checklists[0].items.append(ChecklistItem("Zeta", now: now))
    try Data(copy.encoded()).write(to: URL(filePath: path))
    try room.add("Omega")
  }

  /// Merges the copy, and removes it where nothing is lost with it.
  private func merge(_ fileSystem: FileSystem = FileSystem()) throws {
    let copy = try DocumentStore.Copy(
      path: path, bytes: Array(Data(contentsOf: URL(filePath: path))))
    let store = room.store(lockTimeout: StoreRoom.patience, fileSystem: fileSystem)
    let merged = try store.merge([copy], by: "merge", at: Date(timeIntervalSinceReferenceDate: 2))
    for copy in merged.covered {
      let isRemoved = try copy.remove()
      #expect(isRemoved)
    }
  }

  @Test func `a copy is merged, kept and removed`() throws {
    try merge()
    #expect(try room.texts() == ["Alpha", "Omega", "Zeta"])
    #expect(!room.exists(path))
    #expect(
      try room.states() == [
        "1 no document", "2 Added Alpha", "3 Added Omega", "4 Checklists 2.plist",
        "5 before the merge", "*6 Added Zeta",
      ])
  }

  @Test func `a copy that was the document itself, until another was put there, is merged`() throws
  {
    let theirs = try Data(contentsOf: URL(filePath: path))
    let ours = try Data(contentsOf: URL(filePath: room.document))
    try theirs.write(to: URL(filePath: room.document))
    try ours.write(to: URL(filePath: path))
    try merge()
    #expect(try room.texts() == ["Alpha", "Omega", "Zeta"])
    #expect(!room.exists(path))
    // What is deleted afterwards does not come back with the same copy.
    try room.store().change { document in
      let list = document.checklists[0]
      return [.deleteItems([list.reference(at: 1)], list: list.id)]
    }
    try ours.write(to: URL(filePath: path))
    try merge()
    #expect(try room.texts() == ["Alpha", "Zeta"])
  }

  @Test func `what another program changed before an older version was put there is merged`()
    throws
  {
    let theirs = try Data(contentsOf: URL(filePath: path))
    var ours = try #require(try room.store().load())
    ours.checklists[0].items[0].text = "First"
    ours.checklists[0].items.append(
      ChecklistItem("Last", now: Date(timeIntervalSinceReferenceDate: 2)))
    try theirs.write(to: URL(filePath: room.document))
    try Data(ours.encoded()).write(to: URL(filePath: path))
    try merge()
    #expect(try room.texts() == ["First", "Omega", "Last", "Zeta"])
  }

  @Test func `an unknown field comes back with the copy that alone has it`() throws {
    let theirs = try Data(contentsOf: URL(filePath: path))
    let list = try #require(try room.store().load()).checklists[0]
    let coloured = HandmadeArchive(
      items: [["ItemID": .integer(Int128(list.items[0].id)), "Colour": "red"]],
      list: ["ListID": .integer(Int128(list.id))])
    try Data(coloured.file().bytes).write(to: URL(filePath: room.document))
    try room.add("Mine")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: room.document, toPath: path)
    try theirs.write(to: URL(filePath: room.document))
    try merge()
    #expect(try room.store().load()?.unknownFieldCount == 1)
  }

  @Test func `what was deleted, until another program brought it back, is deleted by the copy`()
    throws
  {
    let theirs = try Data(contentsOf: URL(filePath: path))
    try room.store().change { document in
      let list = document.checklists[0]
      return [.deleteItems([list.reference(at: 0)], list: list.id)]
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: room.document, toPath: path)
    try theirs.write(to: URL(filePath: room.document))
    try merge()
    #expect(try room.texts() == ["Omega", "Zeta"])
  }

  @Test func `what was changed after another version was put in the place stays changed`() throws {
    let ours = try Data(contentsOf: URL(filePath: room.document))
    try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: room.document))
    try ours.write(to: URL(filePath: path))
    try room.add("Mine")
    try room.store().change { document in
      let list = document.checklists[0]
      return [.deleteItems([list.reference(at: 1)], list: list.id)]
    }
    #expect(try room.texts() == ["Alpha", "Mine"])
    try merge()
    #expect(try room.texts() == ["Alpha", "Mine", "Omega"])
  }

  @Test func `what was changed before the states that are kept stays changed`() throws {
    var edit = ItemEdit()
    edit.text = "Changed"
    try room.store().change { document in
      let list = document.checklists[0]
      return [
        .checkItems([list.reference(at: 0)], list: list.id, .done()),
        .editItems([list.reference(at: 1)], list: list.id, edit),
      ]
    }
    for number in 0..<UndoStack.maximumCount { try room.add("\(number)") }
    try merge()
    #expect(try room.texts()?.prefix(2) == ["Alpha", "Changed"])
    #expect(try room.store().load()?.checklists[0].items[0].isChecked == true)
  }

  @Test func `an item that was imported tells nothing of what its copy knows`() throws {
    var copy = try #require(try room.store().load())
    let item = ChecklistItem("Theirs", now: Date(timeIntervalSinceReferenceDate: 5))
    copy.checklists[0].items.append(item)
    try Data(copy.encoded()).write(to: URL(filePath: path))
    var edit = ItemEdit()
    edit.text = "Changed"
    try room.store().change { document in
      let list = document.checklists[0]
      return [.editItems([list.reference(at: 0)], list: list.id, edit)]
    }
    try room.store().change { [.addItems([item], list: $0.checklists[0].id)] }
    try merge()
    #expect(try room.texts() == ["Changed", "Omega", "Theirs"])
  }

  @Test func `after a merge that failed at any call the next one brings all`() throws {
    var failures = 0
    for number in 0..<200 {
      let copy = try CopyTests()
      let faulty = FaultySystem { call, index in
        index == number && call.call != .close ? .fail(EIO) : nil
      }
      do {
        try copy.merge(faulty.fileSystem)
      } catch is StoreError {
        failures += 1
      }
      if copy.room.exists(copy.path) { try copy.merge() }
      #expect(
        try copy.room.texts() == ["Alpha", "Omega", "Zeta"],
        "call \(number), \(faulty.calls.dropFirst(number).first?.description ?? "")")
      if faulty.calls.count <= number { break }
    }
    #expect(failures > 10)
  }

  @Test func `a copy that another program has replaced meanwhile stays`() throws {
    let copy = try DocumentStore.Copy(
      path: path, bytes: Array(Data(contentsOf: URL(filePath: path))))
    try Data("newer".utf8).write(to: URL(filePath: path))
    let isRemoved = try copy.remove()
    #expect(!isRemoved)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("newer".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: room.directory).filter {
        $0.contains("conflict")
      } == [])
  }

  @Test func `the history keeps a copy as it was read`() throws {
    let other = "\(room.directory)/other"
    try FileManager.default.moveItem(atPath: path, toPath: other)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    let content = try Data(contentsOf: URL(filePath: other))
    try merge()
    try Data("garbage".utf8).write(to: URL(filePath: other))
    #expect(try Data(contentsOf: URL(filePath: room.state(4, after: 3))) == content)
  }

  @Test func `of more copies than the history keeps the others stay, and undo works`() throws {
    let store = room.store()
    let bytes = try Array(Data(contentsOf: URL(filePath: path)))
    let copies = try (0..<UndoStack.maximumCount + 10).map { number in
      var copy = try ChecklistDocument(bytes)
      // Of two steps one is kept, and the other is no conflict.
      copy.checklists[0].items[0].due = .moment(Date(timeIntervalSinceReferenceDate: 9))
      copy.checklists[0].items[0].repetition = .days(number + 1)
      return try DocumentStore.Copy(path: "\(path)\(number)", bytes: copy.encoded())
    }
    let merged = try store.merge(copies, by: "merge", at: Date(timeIntervalSinceReferenceDate: 2))
    let kept = try store.revisions().count
    #expect(kept == UndoStack.maximumCount)
    // Beside the merge and the state before it; one more has the step that won.
    #expect(merged.covered.count == kept - 2 + 1)
    #expect(
      try store.undo(at: Date(timeIntervalSinceReferenceDate: 3)).summary
        == "Edited Alpha and 1 more")
    #expect(try room.texts() == ["Alpha", "Omega"])
  }
}
