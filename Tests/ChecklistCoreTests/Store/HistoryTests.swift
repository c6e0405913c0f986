import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Every change can be taken back.
struct HistoryTests {
  let room: StoreRoom

  init() throws {
    room = try StoreRoom()
  }

  @Test func `Undo takes back one change after the other, to the empty beginning`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    #expect(try room.store().undo().summary == "Added C")
    #expect(try room.texts() == ["A", "B"])
    #expect(try room.store().undo().summary == "Added B")
    #expect(try room.store().undo().summary == "Added A")
    #expect(try room.texts() == [])
    #expect(storeError { _ = try room.store().undo() } == .nothingToUndo)
    #expect(try room.states() == ["*1 no document", "-2 Added A", "-3 Added B", "-4 Added C"])
  }

  @Test func `Redo makes what was undone again, and no more`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    for _ in 1...3 { _ = try room.store().undo() }
    #expect(try room.store().redo().summary == "Added A")
    #expect(try room.texts() == ["A"])
    _ = try room.store().redo()
    _ = try room.store().redo()
    #expect(try room.texts() == ["A", "B", "C"])
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
  }

  @Test func `What was undone is not redone after the next change, and can be restored`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    for _ in 1...2 { _ = try room.store().undo() }
    try room.add("D")
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
    #expect(
      try room.states()
        == ["1 no document", "2 Added A", "-3 Added B", "-4 Added C", "*5 Added D"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A"])
    _ = try room.store().redo()
    #expect(try room.texts() == ["A", "D"])
    _ = try room.store().restore(4)
    #expect(try room.texts() == ["A", "B", "C"])
  }

  @Test func `What was undone stays as long as other states`() throws {
    for text in ["A", "B"] { try room.add(text) }
    _ = try room.store().undo()
    for number in 4...102 { try room.add("\(number)") }
    #expect(try room.states().count == 100)
    #expect(try room.states().prefix(2) == ["-3 Added B", "4 Added 4"])
    try room.add("103")
    #expect(try room.states().prefix(2) == ["4 Added 4", "5 Added 5"])
  }

  @Test func `A hundred states are kept, however many were undone`() throws {
    try room.add("A")
    for number in 1...60 { try room.add("B\(number)") }
    for _ in 1...60 { _ = try room.store().undo() }
    for number in 1...41 { try room.add("C\(number)") }
    let states = try room.states()
    #expect(states.count == 100)
    #expect(states.prefix(2) == ["-4 Added B2", "-5 Added B3"])
    #expect(states.suffix(2) == ["102 Added C40", "*103 Added C41"])
    _ = try room.store().restore(4)
    #expect(try room.texts() == ["A", "B1", "B2"])
  }

  @Test func `A change after many that were undone is undone`() throws {
    try room.add("A")
    for _ in 1...UndoStack.maximumCount + 5 {
      try room.add("B")
      _ = try room.store().undo()
    }
    try room.add("C")
    #expect(try room.states().prefix(1) == ["2 Added A"])
    #expect(try room.states().count == UndoStack.maximumCount)
    _ = try room.store().undo()
    #expect(try room.texts() == ["A"])
  }

  @Test func `Restoring is a change of its own, which is undone`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    #expect(try room.store().restore(2).summary == "Added A")
    #expect(try room.texts() == ["A"])
    #expect(try room.states().last == "*5 restored 2")
    _ = try room.store().undo()
    #expect(try room.texts() == ["A", "B", "C"])
    #expect(storeError { _ = try room.store().restore(77) } == .noSuchRevision(77))
  }

  @Test func `What was undone, redone or restored is told as the history has it afterwards`() throws
  {
    for text in ["A", "B", "C"] { try room.add(text) }
    func state(_ revision: DocumentStore.Revision) -> String {
      "\(revision.isPresent ? "*" : revision.isUndone ? "-" : "")\(revision.number)"
    }
    for isDryRun in [true, false] {
      #expect(state(try room.store().undo(isDryRun: isDryRun)) == "-4")
    }
    #expect(state(try room.store().undo()) == "-3")
    for isDryRun in [true, false] {
      #expect(state(try room.store().redo(isDryRun: isDryRun)) == "*3")
    }
    for isDryRun in [true, false] {
      #expect(state(try room.store().restore(2, isDryRun: isDryRun)) == "2")
    }
    // What was undone stays when another change follows.
    #expect(state(try room.store().undo()) == "-5")
    #expect(state(try room.store().restore(5)) == "-5")
    #expect(
      try room.states() == [
        "1 no document", "2 Added A", "3 Added B", "-4 Added C", "-5 restored 2", "*6 restored 5",
      ])
    #expect(try room.texts() == ["A"])
    #expect(state(try room.store().undo()) == "-6")
    #expect(try room.texts() == ["A", "B"])
    #expect(state(try room.store().redo()) == "*6")
  }

  @Test func `Trying changes nothing`() throws {
    for text in ["A", "B"] { try room.add(text) }
    let before = try room.states()
    _ = try room.store().undo(isDryRun: true)
    _ = try room.store().restore(1, isDryRun: true)
    #expect(try room.texts() == ["A", "B"])
    #expect(try room.states() == before)
  }

  @Test func `What was cleared cannot be undone, and the document stays`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try room.store().clearHistory()
    #expect(try room.states() == [])
    #expect(storeError { _ = try room.store().undo(isForced: true) } == .nothingToUndo)
    #expect(try room.texts() == ["A", "B"])
    try room.add("C")
    _ = try room.store().undo()
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `A deleted list comes back whole`() throws {
    try room.add("A")
    let before = try Data(contentsOf: URL(filePath: room.document))
    try room.store().change(at: Date(timeIntervalSinceReferenceDate: 0)) { document in
      document.checklists.map { .deleteList($0.id) }
    }
    #expect(try room.store().undo().summary == "Deleted the list 'List'")
    #expect(try Data(contentsOf: URL(filePath: room.document)) == before)
  }

  @Test func `A change by another program is not undone unasked`() throws {
    for text in ["A", "B"] { try room.add(text) }
    // It brings back what was before: that is no save of ours that failed.
    let foreign = try Data(contentsOf: URL(filePath: room.state(2, after: 1)))
    try foreign.write(to: URL(filePath: room.document), options: .atomic)
    #expect(storeError { _ = try room.store().undo() } == .changedElsewhere("Deleted B"))
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
    #expect(try room.texts() == ["A"])
    let states = [
      "1 no document", "2 Added A", "3 Added B", "*4 changed outside this history",
    ]
    #expect(try room.states() == states)
    #expect(try room.store().undo(isForced: true).summary == "changed outside this history")
    #expect(try room.texts() == ["A", "B"])
    // What the other program wrote is not lost.
    _ = try room.store().redo()
    #expect(try room.texts() == ["A"])
    #expect(try room.states() == states)
  }

  @Test func `A change by another program is not undone unasked, also when others came after it`()
    throws
  {
    for text in ["A", "B"] { try room.add(text) }
    try room.add("Foreign", to: DocumentStore(path: room.document))
    for text in ["C", "D"] { try room.add(text) }
    for _ in 1...2 {
      _ = try room.store().undo()
      _ = try room.store().undo()
      for isDryRun in [true, false] {
        #expect(
          storeError { _ = try room.store().undo(isDryRun: isDryRun) }
            == .changedElsewhere("Added Foreign"))
      }
      #expect(try room.texts() == ["A", "B", "Foreign"])
      _ = try room.store().redo()
      _ = try room.store().redo()
      #expect(try room.texts() == ["A", "B", "Foreign", "C", "D"])
    }
    for _ in 1...2 { _ = try room.store().undo() }
    _ = try room.store().undo(isForced: true)
    _ = try room.store().undo()
    #expect(try room.texts() == ["A"])
    for _ in 1...4 { _ = try room.store().redo() }
    #expect(try room.texts() == ["A", "B", "Foreign", "C", "D"])
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
  }

  @Test func `A removal by another program is not undone unasked either`() throws {
    try room.add("A")
    try FileManager.default.removeItem(atPath: room.document)
    try room.add("B")
    _ = try room.store().undo()
    #expect(
      storeError { _ = try room.store().undo() } == .changedElsewhere("Deleted the list 'List'"))
    #expect(try room.store().undo(isForced: true).summary == "no document")
    #expect(try room.texts() == ["A"])
  }

  @Test func `What another program wrote is kept, or is not replaced`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try room.add("Foreign", to: DocumentStore(path: room.document))
    let history = room.history
    let readOnly = FileSystem {
      [.link, .write].contains($0) && $1.hasPrefix(history) ? .fail(EROFS) : nil
    }
    for number in [2, nil] {
      guard
        case .file(let error) = storeError({
          _ = try room.store(fileSystem: readOnly).restore(number)
        })
      else {
        Issue.record("it was replaced, and is kept nowhere")
        continue
      }
      #expect(error.code == EROFS)
      #expect(try room.texts() == ["A", "B", "Foreign"])
    }
    _ = try room.store().restore(2)
    #expect(try room.texts() == ["A"])
    _ = try room.store().restore(4)
    #expect(try room.texts() == ["A", "B", "Foreign"])
  }

  @Test func `A power cut cannot take the record of what another program did`() throws {
    for text in ["A", "B"] { try room.add(text) }
    let system = FaultySystem()
    func syncs() -> Int {
      system.calls.count { $0.call == .fsync && FileSystem.name(of: $0.path) == "Journal" }
    }
    try room.add("C", to: room.store(lockTimeout: 10, fileSystem: system.fileSystem))
    #expect(syncs() == 0)
    try room.add("Foreign", to: DocumentStore(path: room.document))
    try room.add("D", to: room.store(lockTimeout: 10, fileSystem: system.fileSystem))
    #expect(syncs() == 1)
  }

  @Test func `A change after another program's keeps that one's as a state`() throws {
    try room.add("A")
    try room.add("B")
    try FileManager.default.removeItem(atPath: room.document)
    try room.addList("Foreign", to: DocumentStore(path: room.document))
    try room.add("C")
    _ = try room.store().undo()
    #expect(try room.store().load()?.checklists.map(\.name) == ["Foreign"])
    guard case .changedElsewhere(_?) = storeError({ _ = try room.store().undo() }) else {
      Issue.record("another program's change was undone unasked")
      return
    }
    _ = try room.store().undo(isForced: true)
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `A save that failed at the last step leaves no state that never was`() throws {
    try room.add("A")
    let document = room.document
    let faults = FileSystem { call, path in
      call == .rename && path == document ? .fail(EIO) : nil
    }
    #expect(storeError { try room.add("B", to: room.store(fileSystem: faults)) } != nil)
    #expect(try room.states() == ["1 no document", "*2 Added A"])
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
    _ = try room.store().undo()
    #expect(try room.texts() == [])
  }

  @Test func `A save that failed leaves what can be redone, and one that was made does not`() throws
  {
    for number in 1...102 { try room.add("\(number)") }
    for _ in 1...2 { _ = try room.store().undo() }
    let before = try room.states()
    #expect(before.count == 100)
    #expect(before.suffix(3) == ["*101 Added 100", "-102 Added 101", "-103 Added 102"])
    let document = room.document
    let failing = FileSystem { call, path in
      call == .rename && path == document ? .fail(EIO) : nil
    }
    #expect(storeError { try room.add("new", to: room.store(fileSystem: failing)) } != nil)
    #expect(try room.states() == before)
    #expect(try room.store().restore(4, isDryRun: true).number == 4)
    _ = try room.store().redo()
    _ = try room.store().redo()
    #expect(try room.texts()?.last == "102")
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)

    for _ in 1...2 { _ = try room.store().undo() }
    try room.add("new")
    #expect(
      try room.states()
        == before[1..<97] + ["101 Added 100", "-102 Added 101", "-103 Added 102", "*104 Added new"])
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
    // What cannot be removed does not come back.
    let unneeded = room.state(4, after: 3)
    let stuck = FileSystem { call, path in
      call == .unlink && path == unneeded ? .fail(EIO) : nil
    }
    try room.add("next", to: room.store(fileSystem: stuck))
    #expect(room.exists(unneeded))
    #expect(try room.states().suffix(2) == ["104 Added new", "*105 Added next"])
    #expect(try room.states().first == "6 Added 5")
    _ = try room.store().undo()
    _ = try room.store().undo()
    #expect(try room.texts()?.last == "100")
  }

  @Test func `A process that is killed at any call leaves no file for ever`() throws {
    // Like a kill: whatever the program does from that call on fails.
    for limit in 0..<60 {
      let room = try StoreRoom()
      for text in ["A", "B"] { try room.add(text) }
      let calls = Collected<SystemCall>()
      let killed = FileSystem { call, _ in
        // The system releases the locks of a process that is killed.
        calls.count(call) < limit || call == .flock ? nil : .fail(EIO)
      }
      _ = try? room.add("killed", to: room.store(fileSystem: killed))
      for text in ["C", "D"] { try room.add(text) }
      let texts = try #require(try room.texts())
      #expect([["A", "B", "C", "D"], ["A", "B", "killed", "C", "D"]].contains(texts))
      let names = try FileManager.default.contentsOfDirectory(atPath: room.history)
      // One for each state but the first, the journal and the copy.
      #expect(names.count == (try room.states().count) + 1, "\(limit): \(names)")
      #expect(!room.exists(room.temporary))
      for count in (0..<texts.count).reversed() {
        _ = try room.store().undo()
        #expect(try room.texts() == Array(texts[..<count]))
      }
    }
  }

  @Test func `After a change without a history, undo says so`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try room.add("C", to: DocumentStore(path: room.document))
    #expect(storeError { _ = try room.store().undo() } == .changedElsewhere("Added C"))
    let states = ["1 no document", "2 Added A", "3 Added B", "*4 changed outside this history"]
    #expect(try room.states() == states)
    try room.store().clearHistory()
    try room.add("D")
    #expect(try room.states() == ["1 as it was found", "*2 Added D"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A", "B", "C"])
  }

  @Test func `However much of its journal is lost, every state is found and undone to`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    _ = try room.store().undo()
    for text in ["D", "E"] { try room.add(text) }
    let journal = try Data(contentsOf: URL(filePath: room.journal))
    for count in stride(from: 0, through: journal.count, by: LongTests.count(short: 15, long: 1)) {
      // A power cut leaves a part, or zeros where it has not written.
      for isFilled in [false, true] {
        let rest = isFilled ? Data(count: journal.count - count) : Data()
        try (journal.prefix(count) + rest).write(to: URL(filePath: room.journal))
        let states = try room.store().revisions()
        #expect(states.map(\.number) == (states.first?.number == 1 ? [1] : []) + [2, 3, 4, 5, 6])
        #expect(states.filter(\.isUndone).map(\.number) == [4])
        #expect(states.last?.isPresent == true)
        for texts in [["A", "B", "D"], ["A", "B"], ["A"]] {
          _ = try room.store().undo()
          #expect(try room.texts() == texts, "\(count)")
        }
        for _ in 1...3 { _ = try room.store().redo() }
        #expect(try room.texts() == ["A", "B", "D", "E"])
      }
    }
  }

  @Test func `A journal with any byte changed does no harm`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    let journal = try Data(contentsOf: URL(filePath: room.journal))
    for index in stride(from: 0, to: journal.count, by: LongTests.count(short: 3, long: 1)) {
      var changed = journal
      changed[index] ^= 0x40
      try changed.write(to: URL(filePath: room.journal))
      // States of the round before; with a hundred of them, the first ones would make room.
      for name in try FileManager.default.contentsOfDirectory(atPath: room.history)
      where Int(name.prefix { $0 != "-" }).map({ $0 > 4 }) == true {
        try FileManager.default.removeItem(atPath: "\(room.history)/\(name)")
      }
      #expect(try room.add("D").elements == [], "\(index)")
      _ = try room.store().undo()
      #expect(try room.texts() == ["A", "B", "C"], "\(index)")
      _ = try room.store().undo()
      #expect(try room.texts() == ["A", "B"], "\(index)")
      _ = try room.store().redo()
    }
  }

  @Test func `A journal that has another name is not appended to`() throws {
    try room.add("A")
    let backup = "\(room.directory)/backup"
    try FileManager.default.linkItem(atPath: room.journal, toPath: backup)
    let before = try Data(contentsOf: URL(filePath: backup))
    try room.add("B")
    #expect(try Data(contentsOf: URL(filePath: backup)) == before)
    #expect(try room.states() == ["1 no document", "2 Added A", "*3 Added B"])
  }

  @Test func `A journal is made smaller, and says the same`() throws {
    for number in 1...10 { try room.add("\(number)") }
    for _ in 1...225 {
      _ = try room.store().undo()
      _ = try room.store().redo()
    }
    _ = try room.store().undo()
    let size = try Data(contentsOf: URL(filePath: room.journal)).count
    #expect(size < 30_000)
    let states = try room.states()
    #expect(states.suffix(2) == ["*10 Added 9", "-11 Added 10"])
    #expect(states.first == "1 no document")
    for count in (0..<9).reversed() {
      _ = try room.store().undo()
      #expect(try room.texts()?.count == count)
    }
  }

  @Test func `A smaller journal still tells what was undone, and what another program did`() throws
  {
    try room.add("A")
    for number in 1...40 { try room.add("B\(number)") }
    for _ in 1...40 { _ = try room.store().undo() }
    try room.add("C")
    try room.add("Foreign", to: DocumentStore(path: room.document))
    for number in 1...70 { try room.add("D\(number)") }
    for _ in 1...70 { _ = try room.store().undo() }
    let states = try room.states()
    #expect(states.count == 100)
    #expect(states.prefix(2) == ["-15 Added B13", "-16 Added B14"])
    let size = try Data(contentsOf: URL(filePath: room.journal)).count
    for _ in 1...120 {
      _ = try room.store().redo()
      _ = try room.store().undo()
    }
    #expect(try Data(contentsOf: URL(filePath: room.journal)).count < size + 5000)
    #expect(try room.states() == states)
    #expect(storeError { _ = try room.store().undo() } == .changedElsewhere("Added Foreign"))
    try room.add("E")
    #expect(try room.states().prefix(1) == ["-16 Added B14"])
    #expect(try room.states().suffix(2) == ["-114 Added D70", "*115 Added E"])
    _ = try room.store().restore(16)
    #expect(try room.texts()?.count == 15)
  }

  @Test func `Without a history nothing is kept, and the change is made`() throws {
    let store = DocumentStore(path: room.document)
    try room.add("A", to: store)
    #expect(try room.texts() == ["A"])
    #expect(!room.exists(room.container.path))
    #expect(try store.revisions().isEmpty)
    #expect(storeError { _ = try store.undo() } == .noHistory)
    #expect(storeError { try store.clearHistory() } == .noHistory)
  }

  @Test func `A history that cannot be written is a warning`() throws {
    try Data().write(to: URL(filePath: room.container.path))
    let warnings = try room.add("A").elements
    #expect(warnings.map(\.code) == [ENOTDIR])
    #expect(try room.texts() == ["A"])
  }

  @Test func `What cannot be kept in the history is not changed`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    let history = room.history
    for (call, code) in [(SystemCall.open, EMFILE), (.write, ENOSPC), (.link, ENOSPC)] {
      let faults = FileSystem {
        let isStruck = $1.hasPrefix(history) && !$1.hasSuffix("/Present.plist")
        return isStruck && ($0 == call || call == .link && $0 == .write) ? .fail(code) : nil
      }
      guard
        case .file(let error) = storeError({
          try room.add("D", to: room.store(fileSystem: faults))
        })
      else {
        Issue.record("expected an error of the file system")
        continue
      }
      #expect(error.code == code)
      #expect(try room.texts() == ["A", "B", "C"])
      #expect(try room.states().last == "*4 Added C")
      #expect(!room.exists(room.temporary))
    }
    for (number, texts) in [(2, ["A"]), (3, ["A", "B"])] {
      _ = try room.store().restore(number)
      #expect(try room.texts() == texts)
    }
  }

  @Test func `A full disk of the history alone changes nothing`() throws {
    // The document is on another file system.
    for text in ["A", "B"] { try room.add(text) }
    let state = room.state(4, after: 3)
    let full = FileSystem { call, path in
      if call == .link { return .fail(EXDEV) }
      return call == .write && path.hasPrefix(state) ? .fail(ENOSPC) : nil
    }
    #expect(storeError { try room.add("C", to: room.store(fileSystem: full)) } != nil)
    #expect(try room.states() == ["1 no document", "2 Added A", "*3 Added B"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A"])
  }

  @Test func `Where a file cannot get a second name, it is copied`() throws {
    let faults = FileSystem { call, path in
      // As Linux does: that the new name is taken comes before that it is on another file system.
      call == .link && !FileManager.default.fileExists(atPath: path) ? .fail(EXDEV) : nil
    }
    let warnings = Collected<FileError>()
    func store() -> DocumentStore { room.store(fileSystem: faults, warnings: warnings) }
    try room.addList("List", to: DocumentStore(path: room.document))
    for text in ["A", "B"] { try room.add(text, to: store()) }
    _ = try store().undo()
    try room.add("C", to: store())
    _ = try store().undo()
    _ = try store().undo()
    #expect(try room.texts() == [])
    _ = try store().redo()
    #expect(try room.texts() == ["A"])
    #expect(warnings.elements == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: room.history)
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(room.history)/\(name)")
      #expect(attributes[.referenceCount] as? Int == 1, "\(name)")
    }
  }

  @Test func `A hundred states are kept`() throws {
    for number in 1...103 { try room.add("\(number)") }
    let states = try room.states()
    #expect(states.count == 100)
    #expect(states.first == "5 Added 4")
    let names = try FileManager.default.contentsOfDirectory(atPath: room.history)
    // That of the state that the last change cut off goes with the next change.
    #expect(
      Set(names)
        == Set((4...104).map { "\($0)-\($0 - 1).plist" } + ["Journal", "Present.plist"]))
    _ = try room.store().restore(5)
    #expect(try room.texts() == ["1", "2", "3", "4"])
  }

  /// How many states of a size are kept.
  @Test(arguments: [(size: 1 << 20, kept: 64), (12 << 20, 5), (13 << 20, 5), (100 << 20, 5)])
  func `States take 64 MiB, or are the last five`(size: Int, kept: Int) throws {
    var stack = try UndoStack(Journal(of: "a"), .empty) { (_, _) throws(FileError) in false }
    for number in 1...70 {
      stack.append(Fingerprint(size: size, checksum: UInt64(number)), time: 0, summary: "")
    }
    #expect(stack.entries.map(\.number) == Array((71 - kept)...70))
    #expect(stack.unneeded.map(\.number) == Array(1..<(71 - kept)))
  }

  @Test func `Each document has a history of its own`() throws {
    let other = "\(room.directory)/Other.plist"
    try room.add("A")
    try room.add(
      "B",
      to: DocumentStore(
        path: other, historyIn: room.container))
    try room.add("C")
    _ = try room.store().undo()
    _ = try room.store().undo()
    #expect(try room.texts() == [])
    #expect(try DocumentStore(path: other).load()?.checklists[0].items.map(\.text) == ["B"])
  }
}
