import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Undo, redo and the history when the clock does what clocks should not.
struct ClockTests {
  /// What a clock does from one save to the next.
  enum Clock: CaseIterable, Sendable {
    case standsStill, goesBack, isFarAhead

    /// The time of a save, in seconds since 2001.
    func time(_ save: Int) -> Double {
      switch self {
      case .standsStill: 800_000_000
      case .goesBack: 800_000_000 - 3600 * Double(save)
      case .isFarAhead: 5_000_000_000 + Double(save)
      }
    }
  }

  /// A room, and its file system, on which a file has the time of the clock when it is written.
  private struct Trial: ~Copyable {
    let room: StoreRoom
    let clock: Clock
    let isCopying: Bool
    private var save = 0

    init(_ clock: Clock, isCopying: Bool) throws {
      // On a disk, because file systems in memory do not use an inode again.
      room = try StoreRoom(in: FileManager.default.temporaryDirectory.path())
      self.clock = clock
      self.isCopying = isCopying
    }

    mutating func store() -> DocumentStore {
      save += 1
      let (time, temporary, isCopying) = (clock.time(save), room.temporary, isCopying)
      let fileSystem = FileSystem { call, path in
        if call == .fstat, path == temporary {
          try? FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceReferenceDate: time)], ofItemAtPath: path)
        }
        if call == .link, isCopying, !FileManager.default.fileExists(atPath: path),
          FileManager.default.fileExists(atPath: FileSystem.parent(of: path))
        {
          return .fail(EXDEV)
        }
        return nil
      }
      return room.store(fileSystem: fileSystem)
    }

    /// Gives the only item a text, of one letter so that the file keeps its size.
    mutating func write(_ text: String) throws {
      let now = Date(timeIntervalSinceReferenceDate: 0)
      try store().change(createsDocument: true, at: now) { document in
        guard let list = document.checklists.first else {
          var list = Checklist("List", id: 1)
          list.items = [ChecklistItem(text, id: 2, now: now)]
          return [.addList(list)]
        }
        return [.editItems([list.reference(at: 0)], list: 1, ItemEdit(text: text))]
      }
    }

    /// What the history says of the change that gave the item a text.
    static func summary(_ text: String) -> String {
      text == "a" ? "Added the list 'List'" : "Edited \(text)"
    }

    /// The text, as the document has it and as the history does.
    func text() throws -> String {
      let present = try room.store().revisions().first(where: \.isPresent)?.summary
      let text = try room.texts()?.first
      #expect(present == text.map(Self.summary))
      return text ?? "none"
    }
  }

  @Test(arguments: Clock.allCases, [false, true])
  func `States are told apart and keep their order`(clock: Clock, isCopying: Bool) throws {
    var trial = try Trial(clock, isCopying: isCopying)
    let texts = ["a", "b", "c", "d", "e", "f", "g", "h"]
    for text in texts {
      try trial.write(text)
      #expect(try trial.text() == text)
    }
    for text in texts.dropLast().reversed() {
      _ = try trial.store().undo()
      #expect(try trial.text() == text)
    }
    for text in texts.dropFirst() {
      _ = try trial.store().redo()
      #expect(try trial.text() == text)
    }
    for _ in 1...3 { _ = try trial.store().undo() }
    try trial.write("z")
    #expect(storeError { _ = try trial.room.store().redo() } == .nothingToRedo)
    let states = try trial.room.store().revisions()
    // What was undone stays.
    #expect(states.map(\.summary) == ["no document"] + (texts + ["z"]).map(Trial.summary))
    #expect(states.map(\.number) == Array(1...10))
    _ = try trial.store().restore(3)
    #expect(try trial.room.texts() == ["b"])
    _ = try trial.store().undo()
    #expect(try trial.text() == "z")
  }

  @Test func `A document from the future is changed and comes back`() throws {
    let room = try StoreRoom()
    try room.add("A", to: DocumentStore(path: room.document))
    let future = Date(timeIntervalSinceReferenceDate: 5_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: room.document)
    try room.add("B")
    #expect(try room.states() == ["1 as it was found", "*2 Added B"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A"])
    _ = try room.store().redo()
    #expect(try room.texts() == ["A", "B"])
  }
}
