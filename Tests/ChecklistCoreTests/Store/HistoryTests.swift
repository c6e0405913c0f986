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

  @Test func `The next change cuts what could be redone`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    for _ in 1...2 { _ = try room.store().undo() }
    try room.add("D")
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
    #expect(try room.states() == ["1 no document", "2 Added A", "*5 Added D"])
    #expect(!room.exists("\(room.history)/3.plist"))
    _ = try room.store().undo()
    #expect(try room.texts() == ["A"])
    _ = try room.store().redo()
    #expect(try room.texts() == ["A", "D"])
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
    try room.add("A")
    try room.add("B")
    let foreign = try Data(contentsOf: URL(filePath: "\(room.history)/1.plist"))
    try foreign.write(to: URL(filePath: room.document), options: .atomic)
    #expect(storeError { _ = try room.store().undo() } == .changedElsewhere)
    #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
    #expect(try room.texts() == [])
    // What the other program replaced had no other file, and is no state any more.
    let states = ["1 no document", "2 Added A", "*4 changed outside this history"]
    #expect(try room.states() == states)
    #expect(try room.store().undo(isForced: true).summary == "changed outside this history")
    #expect(try room.texts() == ["A"])
    // What the other program wrote is not lost.
    _ = try room.store().redo()
    #expect(try room.texts() == [])
    #expect(try room.states() == states)
  }

  @Test func `A change after another program's keeps that one's as a state`() throws {
    try room.add("A")
    try room.add("B")
    try FileManager.default.removeItem(atPath: room.document)
    try room.addList("Foreign", to: DocumentStore(path: room.document))
    try room.add("C")
    _ = try room.store().undo()
    #expect(try room.store().load()?.checklists.map(\.name) == ["Foreign"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A"])
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

  /// Whether the document was replaced, or that failed.
  @Test(arguments: [false, true])
  func `A save that failed cuts nothing off, and one that was made does`(isMade: Bool) throws {
    for number in 1...102 { try room.add("\(number)") }
    for _ in 1...2 { _ = try room.store().undo() }
    let before = try room.states()
    #expect(before.count == 100)
    #expect(before.suffix(3) == ["*101 Added 100", "-102 Added 101", "-103 Added 102"])
    let (document, unneeded) = (room.document, "\(room.history)/102.plist")
    let faults = FileSystem { call, path in
      if isMade { return call == .unlink && path == unneeded ? .fail(EIO) : nil }
      return call == .rename && path == document ? .fail(EIO) : nil
    }
    let warnings = Collected<FileError>()
    let error = storeError {
      try room.add("new", to: room.store(fileSystem: faults, warnings: warnings))
    }
    #expect((error == nil) == isMade)
    if isMade {
      #expect(warnings.elements.map(\.call) == [.unlink])
      #expect(try room.states() == before[..<97] + ["101 Added 100", "*104 Added new"])
      #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
      // What could not be removed does not come back.
      #expect(room.exists(unneeded))
      try room.add("next")
      #expect(try room.states().suffix(2) == ["104 Added new", "*105 Added next"])
      _ = try room.store().undo()
      _ = try room.store().undo()
      #expect(try room.texts()?.last == "100")
    } else {
      #expect(try room.states() == before)
      #expect(try room.store().restore(4, isDryRun: true).number == 4)
      _ = try room.store().redo()
      _ = try room.store().redo()
      #expect(try room.texts()?.last == "102")
      #expect(storeError { _ = try room.store().redo() } == .nothingToRedo)
    }
  }

  @Test func `After a change without a history, undo says so`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try room.add("C", to: DocumentStore(path: room.document))
    #expect(storeError { _ = try room.store().undo() } == .changedElsewhere)
    let states = ["1 no document", "2 Added A", "*4 changed outside this history"]
    #expect(try room.states() == states)
    try room.store().clearHistory()
    try room.add("D")
    #expect(try room.states() == ["1 as it was found", "*2 Added D"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A", "B", "C"])
  }

  @Test func `A document that was deleted elsewhere comes back`() throws {
    try room.add("A")
    try room.add("B")
    try FileManager.default.removeItem(atPath: room.document)
    #expect(storeError { _ = try room.store().undo() } == .changedElsewhere)
    #expect(storeError { _ = try room.store().restore(3) } == .noSuchRevision(3))
    #expect(try room.texts() == nil)
    _ = try room.store().undo(isForced: true)
    #expect(try room.texts() == ["A"])
  }

  @Test func `A program that writes the document in place does not reach into the history`() throws
  {
    for text in ["A", "B"] { try room.add(text) }
    _ = try room.store().restore(2)
    let kept = try Data(contentsOf: URL(filePath: "\(room.history)/2.plist"))
    try inPlace(room.document)
    #expect(try Data(contentsOf: URL(filePath: "\(room.history)/2.plist")) == kept)
    #expect(storeError { _ = try room.store().load() } != nil)
    #expect(room.store().lastGoodRevision() == 3)
    // The damaged file is kept too, as a state.
    _ = try room.store().restore(3)
    #expect(try room.texts() == ["A", "B"])
    #expect(try room.states().suffix(2) == ["5 changed outside this history", "*6 restored 3"])
  }

  @Test func `A program that writes into the history does not reach the document`() throws {
    for text in ["A", "B"] { try room.add(text) }
    _ = try room.store().undo()
    for name in try FileManager.default.contentsOfDirectory(atPath: room.history) {
      try inPlace("\(room.history)/\(name)")
    }
    #expect(try room.texts() == ["A"])
    #expect(storeError { _ = try room.store().undo() } == .changedElsewhere)
  }

  @Test func `A damaged revision is not restored`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try inPlace("\(room.history)/2.plist")
    guard case .damaged = storeError({ _ = try room.store().undo() }) else {
      Issue.record("expected that it is damaged")
      return
    }
    #expect(try room.texts() == ["A", "B"])
    #expect(try room.store().restore(1).number == 1)
  }

  @Test func `A revision that is gone is said to be`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try FileManager.default.removeItem(atPath: "\(room.history)/2.plist")
    #expect(storeError { _ = try room.store().undo() } == .noSuchRevision(2))
    #expect(try room.texts() == ["A", "B"])
  }

  @Test(arguments: ["", "garbage", "bplist00garbage", nil])
  func `Without its index, every revision is still found and none is overwritten`(
    index: String?
  ) throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    let path = "\(room.history)/Index.plist"
    try FileManager.default.removeItem(atPath: path)
    try Data("not one of ours".utf8).write(to: URL(filePath: "\(room.history)/02.plist"))
    if let index { try Data(index.utf8).write(to: URL(filePath: path)) }
    let found = ["1", "2", "3"].map { "\($0) found without its index" }
    #expect(try room.states() == found + ["*4 changed outside this history"])
    #expect(try room.add("D").elements == [])
    #expect(try room.states() == found + ["4 changed outside this history", "*5 Added D"])
    _ = try room.store().restore(2)
    #expect(try room.texts() == ["A"])
    _ = try room.store().restore(4)
    #expect(try room.texts() == ["A", "B", "C"])
  }

  /// Numbers of every entry of an index, as no version of this program writes them: by position
  /// among the number, the time, the device, the inode, the size, the time of change, what it was
  /// cut by and the sizes of its texts.
  @Test(
    arguments: [
      [0: 7], [0: .max], [0: 0], [0: -1], [0: 2, 6: 2], [6: 4], [6: -1], [6: .max], [4: .max],
      [4: -1], [1: Int64(bitPattern: 1e308.bitPattern)],
      [1: Int64(bitPattern: Double.nan.bitPattern)], [5: .max], [2: 0, 3: 0],
      [7: .max], [8: -1], [7: 1000], [7: 0, 8: 0],
    ] as [[Int: Int64]])
  func `An index that makes no sense does no harm`(strange: [Int: Int64]) throws {
    try changeIndex { root in
      guard case .data(var numbers)? = root["Numbers"] else { return }
      for entry in stride(from: 0, to: numbers.count, by: 72) {
        for (position, number) in strange {
          let bytes = withUnsafeBytes(of: number.bigEndian, Array.init)
          numbers.replaceSubrange(entry + 8 * position..<entry + 8 * position + 8, with: bytes)
        }
      }
      root["Numbers"] = .data(numbers)
    }
  }

  @Test(
    arguments: [
      ["Numbers": .data([])], ["Numbers": .data([1])], ["Numbers": 1],
      ["Numbers": .data(Array(repeating: 1, count: 80))],
      ["Texts": .data([])], ["Texts": .data(Array(repeating: 0xFF, count: 100))], ["Texts": "A"],
    ] as [PropertyListDictionary])
  func `An index whose parts do not belong together does no harm`(
    parts: PropertyListDictionary
  ) throws {
    try changeIndex { root in
      for part in parts.entries { root[part.key] = part.value }
    }
  }

  /// Looks that nothing is lost when the index is not what it was.
  private func changeIndex(_ change: (inout PropertyListDictionary) -> Void) throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    let path = URL(filePath: "\(room.history)/Index.plist")
    guard case .dictionary(var root) = try PropertyList(binary: Array(Data(contentsOf: path)))
    else { throw CocoaError(.fileReadCorruptFile) }
    let before = root
    change(&root)
    #expect(root != before)
    try Data(PropertyList.dictionary(root).binary()).write(to: path)
    _ = try room.states()
    #expect(try room.add("D").elements == [])
    #expect(try room.texts() == ["A", "B", "C", "D"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A", "B", "C"])
    _ = try room.store().redo()
    #expect(try room.texts() == ["A", "B", "C", "D"])
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

  @Test func `A history that cannot be read for a moment is not written anew`() throws {
    for text in ["A", "B", "C"] { try room.add(text) }
    let index = "\(room.history)/Index.plist"
    let faults = FileSystem { call, path in
      call == .open && path == index ? .fail(EMFILE) : nil
    }
    let warnings = Collected<FileError>()
    try room.add("D", to: room.store(fileSystem: faults, warnings: warnings))
    #expect(warnings.elements.map(\.code) == [EMFILE])
    #expect(try room.texts() == ["A", "B", "C", "D"])
    for (number, texts) in [(2, ["A"]), (3, ["A", "B"])] {
      _ = try room.store().restore(number)
      #expect(try room.texts() == texts)
    }
  }

  @Test func `Where a file cannot get a second name, it is copied`() throws {
    let faults = FileSystem { call, path in
      guard call == .link else { return nil }
      // As Linux does: what is wrong with the new name comes before that it is on another file
      // system.
      if !FileManager.default.fileExists(atPath: FileSystem.parent(of: path)) { return nil }
      return FileManager.default.fileExists(atPath: path) ? nil : .fail(EXDEV)
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
    #expect(Set(names) == Set((5...103).map { "\($0).plist" } + ["Index.plist"]))
    _ = try room.store().restore(5)
    #expect(try room.texts() == ["1", "2", "3", "4"])
  }

  /// How many revisions of a size are kept, when one is added to so many.
  @Test(arguments: [(size: 1 << 20, kept: 64), (12 << 20, 5), (13 << 20, 5), (100 << 20, 5)])
  func `Revisions take 64 MiB, or are the last five`(size: Int, kept: Int) throws {
    let history = History(root: room.directory, document: "x", fileSystem: FileSystem())
    var entries: [History.Entry] = []
    for number in 1...70 {
      let known = try history.entries().filter { $0.cutBy == nil }
      #expect(known.map(\.number) == entries.map(\.number))
      let version = FileVersion(device: 1, inode: UInt64(number), size: size, modified: 0)
      let entry = History.Entry(
        number: number, time: 0, command: LazyText(""), summary: LazyText(""),
        version: version)
      let unneeded = try history.keep(
        entry, of: nil, [0], coming: entry, index: known + [entry])
      try history.remove(unneeded)
      entries = (entries + [entry]).suffix(kept)
    }
    #expect(
      try history.entries().filter { $0.cutBy == nil }.map(\.number) == Array((71 - kept)...70))
    let names = try FileManager.default.contentsOfDirectory(atPath: history.directory)
    #expect(names.count == kept + 1)
  }

  @Test func `Each document has a history of its own`() throws {
    let other = "\(room.directory)/Other.plist"
    try room.add("A")
    try room.add(
      "B",
      to: DocumentStore(
        path: other,
        recording: DocumentStore.Recording(room.container, command: "", time: 0) { _ in }))
    try room.add("C")
    _ = try room.store().undo()
    _ = try room.store().undo()
    #expect(try room.texts() == [])
    #expect(try DocumentStore(path: other).load()?.checklists[0].items.map(\.text) == ["B"])
  }

  /// Overwrites the beginning of a file, as a careless program does.
  private func inPlace(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.write(contentsOf: Data("careless".utf8))
    try handle.close()
  }
}
