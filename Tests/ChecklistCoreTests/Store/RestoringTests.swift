import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What became of a document elsewhere, or in a save that was stopped, does not last.
struct RestoringTests {
  let room: StoreRoom

  init() throws {
    room = try StoreRoom()
  }

  /// What another program does to a document.
  enum Harm: CaseIterable, Sendable {
    case removed, emptied, replaced, overwritten, overwrittenSoundly

    func happen(to path: String) throws {
      let url = URL(filePath: path)
      switch self {
      case .removed: try FileManager.default.removeItem(at: url)
      case .emptied: try FileHandle(forWritingTo: url).truncate(atOffset: 0)
      case .replaced: try Data("not ours".utf8).write(to: url, options: .atomic)
      case .overwritten: try RestoringTests.inPlace(path)
      case .overwrittenSoundly:
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(ChecklistDocument().encoded()))
      }
    }
  }

  /// A hundred states are kept: where long tests are wanted, each harm comes to so many.
  private static let harms = Harm.allCases.flatMap { harm in
    ([1, 2] + (harm == .removed || LongTests.areWanted ? [100] : [])).map { (harm, $0) }
  }

  @Test(arguments: harms)
  func `What another program destroys comes back with one command`(
    harm: Harm, changes: Int
  ) throws {
    let texts = (1...changes).map { "\($0)" }
    for text in texts { try room.add(text) }
    #expect(
      storeError { _ = try room.store().restore() }
        == .nothingToRestore)
    try harm.happen(to: room.document)
    #expect(room.store().newestSoundRevision()?.summary == "Added \(changes)")
    _ = try room.store().restore()
    #expect(try room.texts() == texts)
    #expect(
      storeError { _ = try room.store().restore() }
        == .nothingToRestore)
    // That was a change, and the next one goes on from it.
    try room.add("next")
    _ = try room.store().undo()
    #expect(try room.texts() == texts)
  }

  @Test(arguments: Harm.allCases)
  func `Without room for a copy, the state before comes back`(harm: Harm) throws {
    let full = FileSystem { call, _ in call == .copyFileRange ? .fail(ENOSPC) : nil }
    for text in ["A", "B"] { try room.add(text, to: room.store(fileSystem: full)) }
    try harm.happen(to: room.document)
    _ = try room.store().restore()
    let isInPlace = ![Harm.removed, .replaced].contains(harm)
    #expect(try room.texts() == (isInPlace ? ["A"] : ["A", "B"]))
  }

  @Test(arguments: Harm.allCases)
  func `A change after that keeps what was destroyed`(harm: Harm) throws {
    for text in ["A", "B"] { try room.add(text) }
    try harm.happen(to: room.document)
    if [Harm.replaced, .overwritten].contains(harm) {
      #expect(storeError { try room.add("C") } != nil)
      return
    }
    try room.add("C")
    #expect(try room.texts() == ["C"])
    _ = try room.store().restore(3)
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `A document that was deleted elsewhere is told of`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try FileManager.default.removeItem(atPath: room.document)
    let gone = Collected<String>()
    let store = DocumentStore(path: room.document, historyIn: room.container) { warning in
      if case .documentGone(let state) = warning { gone.append(state.summary) }
    }
    #expect(try store.load() == nil)
    #expect(gone.elements == ["Added B"])
    try room.add("C", to: store)
    #expect(gone.elements == ["Added B", "Added B"])
    _ = try store.load()
    #expect(gone.elements.count == 2)
  }

  /// Makes a save as it is up to a call of its document's rename, and leaves what a kill leaves.
  private func stop(_ body: (DocumentStore) throws -> Void) {
    let document = room.document
    let stopped = Collected<Bool>()
    // From the rename on nothing is done any more, but that the system takes back locks and files.
    let killed = FileSystem { call, path in
      if call == .rename, path == document { stopped.append(true) }
      return stopped.elements.isEmpty || call == .flock || call == .close ? nil : .fail(EIO)
    }
    #expect(throws: (any Error).self) { try body(room.store(fileSystem: killed)) }
    #expect(room.exists(room.temporary))
  }

  @Test func `A save that was stopped is no state, also when the document is gone`() throws {
    for text in ["A", "B"] { try room.add(text) }
    stop { try room.add("never", to: $0) }
    #expect(try room.states() == ["1 no document", "2 Added A", "*3 Added B"])
    try FileManager.default.removeItem(atPath: room.document)
    _ = try room.store().restore()
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `A save that was stopped leaves the copy of the present state`() throws {
    for text in ["A", "B"] { try room.add(text) }
    stop { try room.add("never", to: $0) }
    try Self.inPlace(room.document)
    _ = try room.store().restore()
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `A save that was refused is no state, also when the document is gone`() throws {
    for text in ["A", "B"] { try room.add(text) }
    let document = room.document
    let failing = FileSystem { call, path in
      call == .rename && path == document ? .fail(EIO) : nil
    }
    #expect(storeError { try room.add("never", to: room.store(fileSystem: failing)) } != nil)
    try FileManager.default.removeItem(atPath: room.document)
    #expect(room.store().newestSoundRevision()?.summary == "Added B")
    _ = try room.store().restore()
    #expect(try room.texts() == ["A", "B"])
  }

  @Test(arguments: [true, false])
  func `A restoring that did not succeed is done again`(isStopped: Bool) throws {
    for text in ["A", "B"] { try room.add(text) }
    try Harm.replaced.happen(to: room.document)
    let document = room.document
    if isStopped {
      stop { _ = try $0.restore() }
    } else {
      let failing = FileSystem { call, path in
        call == .rename && path == document ? .fail(EIO) : nil
      }
      #expect(storeError { _ = try room.store(fileSystem: failing).restore() } != nil)
    }
    _ = try room.store().restore()
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `A restoring that was stopped takes nothing from what it restores`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try Harm.replaced.happen(to: room.document)
    // It is stopped once the new file is there, which has what the last state has.
    let (history, stopped) = (room.history, Collected<Bool>())
    let killed = FileSystem { call, path in
      if call == .rename || call == .link, path.hasPrefix(history) { stopped.append(true) }
      return stopped.elements.isEmpty || call == .flock || call == .close ? nil : .fail(EIO)
    }
    #expect(storeError { _ = try room.store(fileSystem: killed).restore() } != nil)
    #expect(room.exists(room.temporary))
    _ = try room.store().restore()
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `What was gone back to comes back, also if another program made it`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try Harm.overwrittenSoundly.happen(to: room.document)
    try room.add("C")
    _ = try room.store().undo()
    #expect(try room.texts() == [])
    try FileManager.default.removeItem(atPath: room.document)
    _ = try room.store().restore()
    #expect(try room.texts() == [])
  }

  @Test func `A document that was moved away and overwritten does not reach into the history`()
    throws
  {
    for text in ["A", "B"] { try room.add(text) }
    let away = "\(room.directory)/away"
    try FileManager.default.moveItem(atPath: room.document, toPath: away)
    try room.add("C")
    try Self.inPlace(away)
    _ = try room.store().restore(3)
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `What is no state in the history does not block it`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try FileManager.default.createDirectory(
      atPath: room.state(9, after: 8), withIntermediateDirectories: false)
    try FileManager.default.removeItem(atPath: room.document)
    #expect(room.store().newestSoundRevision()?.summary == "Added B")
    _ = try room.store().restore()
    #expect(try room.texts() == ["A", "B"])
  }

  @Test func `Without a sound state nothing is restored`() throws {
    #expect(
      storeError { _ = try room.store().restore() }
        == .noSoundRevision)
    try room.add("A")
    try room.store().clearHistory()
    try Self.inPlace(room.document)
    #expect(
      storeError { _ = try room.store().restore() }
        == .noSoundRevision)
  }

  @Test func `An empty file without a history is a document that is not there yet`() throws {
    try Data().write(to: URL(filePath: room.document))
    #expect(try room.store().load() == nil)
    try room.add("A")
    #expect(try room.texts() == ["A"])
    _ = try room.store().undo()
    #expect(try room.texts() == [])
  }

  @Test func `A damaged state is not restored, and the document is not blamed`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try Self.inPlace(room.state(2, after: 1))
    #expect(storeError { _ = try room.store().undo() } == .damagedRevision(2))
    #expect(storeError { _ = try room.store().restore(2) } == .damagedRevision(2))
    #expect(try room.texts() == ["A", "B"])
    #expect(try room.store().restore(1).number == 1)
  }

  @Test func `A state that became another sound document is not restored`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try Data(ChecklistDocument().encoded()).write(to: URL(filePath: room.state(2, after: 1)))
    #expect(storeError { _ = try room.store().restore(2) } == .damagedRevision(2))
  }

  @Test func `A state that is gone is said to be`() throws {
    for text in ["A", "B"] { try room.add(text) }
    try FileManager.default.removeItem(atPath: room.state(2, after: 1))
    #expect(storeError { _ = try room.store().undo() } == .noSuchRevision(2))
    #expect(try room.texts() == ["A", "B"])
  }

  /// Overwrites the beginning of a file, as a careless program does.
  fileprivate static func inPlace(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.write(contentsOf: Data("careless".utf8))
    try handle.close()
  }
}
