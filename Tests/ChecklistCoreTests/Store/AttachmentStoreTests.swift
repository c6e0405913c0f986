import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// The library for tests has another type of this name.
private typealias Attachment = ChecklistCore.Attachment

/// Files that are attached in a store: beside the document, by key.
struct AttachmentStoreTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 0)
  private let room: StoreRoom

  init() throws {
    room = try StoreRoom()
    try room.add("Milk")
    try Data("old".utf8).write(to: URL(filePath: room.file))
  }

  private var folder: AttachmentFolder { room.store().attachments }

  /// The names in the folder.
  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func items() throws -> [ChecklistItem] {
    try #require(try DocumentStore(path: room.document).load()).checklists[0].items
  }

  private func attach(_ file: String, to store: DocumentStore) throws {
    let (attachment, copy) = try store.stage(file)
    try store.transact(by: "attach", at: Self.now) { transaction in
      transaction.bring(copy.map { [$0] } ?? [])
      try transaction.change { document in
        let list = document.checklists[0]
        var edit = ItemEdit()
        edit.attached = [attachment]
        return [.editItems([list.reference(at: 0)], list: list.id, edit)]
      }
    }
  }

  private func detachAll(from store: DocumentStore) throws {
    try store.change(by: "detach") { document in
      let list = document.checklists[0]
      var edit = ItemEdit()
      edit.detached = Set(list.items[0].attachments.map(\.key))
      return [.editItems([list.reference(at: 0)], list: list.id, edit)]
    }
  }

  private func content(_ attachment: Attachment) throws -> String {
    String(
      decoding: try Data(contentsOf: URL(filePath: FileSystem.join(folder.path, attachment.key))),
      as: UTF8.self)
  }

  @Test func `a file lies beside the document under its key, for its owner only`() throws {
    try attach(room.file, to: room.store())
    let attachment = try #require(try items()[0].attachments.first)
    #expect(folder.path == room.document + ".attachments")
    #expect(names() == [attachment.key])
    #expect(attachment.name == "file" && attachment.size == 3)
    #expect(try content(attachment) == "old")
    #expect(folder.state(of: attachment) == .sound)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: FileSystem.join(folder.path, attachment.key))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `it goes when no state of the history names it any more`() throws {
    let store = room.store()
    try attach(room.file, to: store)
    let attachment = try items()[0].attachments[0]
    try detachAll(from: store)
    #expect(names() == [attachment.key])
    _ = try store.undo()
    #expect(try items()[0].attachments == [attachment])
    #expect(folder.state(of: attachment) == .sound)
    _ = try store.redo()
    try store.clearHistory()
    #expect(names() == [])
  }

  @Test func `without a history it goes at once`() throws {
    try attach(room.file, to: room.store())
    try FileManager.default.removeItem(atPath: room.container.history)
    try detachAll(from: DocumentStore(path: room.document, historyIn: nil))
    #expect(names() == [])
  }

  @Test func `a deleted item, and a deleted list, keep their files for undo`() throws {
    let store = room.store()
    try attach(room.file, to: store)
    try store.change {
      [.deleteItems([$0.checklists[0].reference(at: 0)], list: $0.checklists[0].id)]
    }
    #expect(names().count == 1)
    _ = try store.undo()
    try store.change { [.deleteList($0.checklists[0].id)] }
    #expect(names().count == 1)
    try store.clearHistory()
    #expect(names() == [])
  }

  @Test func `nothing that has no UUID for a name is ever removed, and nothing while in doubt`()
    throws
  {
    let store = room.store()
    try attach(room.file, to: store)
    for name in ["notes.txt", "0DE5A1BC", "0DE5A1BC-4FF5-41D3-A41F-5B0880DEC260.txt"] {
      try Data().write(to: URL(filePath: FileSystem.join(folder.path, name)))
    }
    try detachAll(from: store)
    // A state that cannot be read may name any file.
    let state = room.state(1, after: 0)
    #expect(room.exists(state) || room.exists(room.journal))
    try store.clearHistory()
    #expect(
      names() == ["0DE5A1BC", "0DE5A1BC-4FF5-41D3-A41F-5B0880DEC260.txt", "notes.txt"])
  }

  @Test func `states that are kept from before are asked, also while no new ones are kept`() throws
  {
    try attach(room.file, to: room.store())
    var off = DocumentStore(path: room.document, historyIn: nil)
    off.formerContainer = room.container
    try detachAll(from: off)
    #expect(names().count == 1)
  }

  @Test func `what a conflict copy names stays, and what a link leads to`() throws {
    let store = room.store()
    try attach(room.file, to: store)
    let copy = room.directory + "/Checklists.sync-conflict-20261122-101112-ABC.plist"
    try FileManager.default.copyItem(atPath: room.document, toPath: copy)
    try detachAll(from: store)
    try store.clearHistory()
    #expect(names().count == 1)
    try FileManager.default.removeItem(atPath: copy)
    try FileManager.default.moveItem(atPath: folder.path, toPath: room.directory + "/others")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path, withDestinationPath: room.directory + "/others")
    try store.clearHistory()
    #expect(names().count == 1)
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.moveItem(atPath: room.directory + "/others", toPath: folder.path)
    try store.clearHistory()
    #expect(names() == [])
  }

  @Test func `a file that nobody knows stays for a day, unless the history is cleared`() throws {
    let store = room.store()
    try attach(room.file, to: store)
    let known = names()
    // A service brings it before the document that names it.
    let brought = UUID().uuidString
    try Data().write(to: URL(filePath: FileSystem.join(folder.path, brought)))
    try detachAll(from: store)
    #expect(names() == (known + [brought]).sorted())
    try store.clearHistory()
    #expect(names() == [])
  }

  @Test func `a file that cannot be removed is told, and the change is made`() throws {
    try attach(room.file, to: room.store())
    let warnings = Collected<String>()
    let faults = FileSystem { call, path in
      call == .unlink && Attachment.isKey(FileSystem.name(of: path)) ? .fail(EACCES) : nil
    }
    let store = DocumentStore(path: room.document, historyIn: nil, fileSystem: faults) {
      warnings.append("\($0)")
    }
    try FileManager.default.removeItem(atPath: room.container.history)
    try detachAll(from: store)
    #expect(try items()[0].attachments == [])
    #expect(warnings.elements == ["Error removing the file from disk: Permission denied"])
    #expect(names().count == 1)
  }

  @Test func `a file that is missing, altered or a link is told by its state`() throws {
    try attach(room.file, to: room.store())
    let attachment = try items()[0].attachments[0]
    let path = try #require(folder.path(of: attachment))
    try Data("longer".utf8).write(to: URL(filePath: path))
    #expect(folder.state(of: attachment) == .altered(size: 6))
    try FileManager.default.removeItem(atPath: path)
    #expect(folder.state(of: attachment) == .missing)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: room.file)
    #expect(folder.state(of: attachment) == .missing)
    #expect(throws: StoreError.self) {
      try folder.copy(attachment, to: room.directory + "/copy", isPrivate: true)
    }
    #expect(!room.exists(room.directory + "/copy"))
    let unsound = Attachment(storedKey: "../file", name: "x", size: 3)
    #expect(folder.state(of: unsound) == .unsoundKey)
    #expect(folder.path(of: unsound) == nil)
  }

  @Test(arguments: [
    ("nothing", StoreError.Kind.notFound), ("", .notAFile("a folder")),
    ("pipe", .notAFile("a pipe")),
  ])
  func `only a regular file can be attached`(name: String, kind: StoreError.Kind) throws {
    let path = room.directory + "/" + name
    if name == "pipe" { #expect(mkfifo(path, 0o600) == 0) }
    #expect(storeError { _ = try room.store().stage(path) } == kind)
    #expect(names() == [])
  }

  @Test func `what a file gets while it is copied is left out, and one that is cut is refused`()
    throws
  {
    let file = room.file
    func copying(_ change: @escaping @Sendable () -> Void) -> DocumentStore {
      room.store(
        fileSystem: FileSystem { call, path in
          // The temporary is made after the size of the file was found out.
          if call == .open, path.hasSuffix(StagedFile.suffix) { change() }
          return nil
        })
    }
    let grown = copying {
      let handle = FileHandle(forWritingAtPath: file)
      _ = try? handle?.seekToEnd()
      handle?.write(Data("er".utf8))
    }
    try attach(file, to: grown)
    let attachment = try items()[0].attachments[0]
    #expect(try content(attachment) == "old")
    #expect(folder.state(of: attachment) == .sound)
    let cut = copying { truncate(file, 1) }
    #expect(storeError { _ = try cut.stage(file) } == .becameShorter)
    #expect(names() == [attachment.key])
  }

  @Test func `what a kernel does not copy by itself is read and written`() throws {
    let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(filePath: room.file))
    let store = room.store(
      fileSystem: FileSystem { call, _ in call == .copyFileRange ? .fail(EXDEV) : nil })
    try attach(room.file, to: store)
    let path = try #require(folder.path(of: try items()[0].attachments[0]))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
  }

  @Test func `a temporary of a killed process is swept, and one that is being written is not`()
    throws
  {
    try attach(room.file, to: room.store())
    let killed = FileSystem.join(folder.path, UUID().uuidString + StagedFile.suffix)
    try Data("half".utf8).write(to: URL(filePath: killed))
    let (_, copy) = try room.store(fileSystem: Self.named()).stage(room.file)
    #expect(names().count == 3)
    try room.store().clearHistory()
    #expect(names().count == 2)
    #expect(!room.exists(killed))
    withExtendedLifetime(copy) {}
  }

  /// A file system whose new files have a name at once, and which has other faults.
  private static func named(
    _ fault: @escaping @Sendable (SystemCall, String) -> SystemCallFault? = { _, _ in nil }
  ) -> FileSystem {
    let opened = Collected<String>()
    return FileSystem { call, path in
      if let fault = fault(call, path) { return fault }
      guard call == .open, path.hasSuffix(StagedFile.suffix) else { return nil }
      defer { opened.append(path) }
      // The first time it is tried without.
      return opened.elements.contains(path) ? nil : .fail(EOPNOTSUPP)
    }
  }

  @Test(arguments: [false, true], ["copy", "take", "replace"])
  func `a copy has its name only once it is whole`(isNamed: Bool, way: String) throws {
    try attach(room.file, to: room.store())
    let attachment = try items()[0].attachments[0]
    let (source, target) = (room.document, room.directory + "/out.attachments")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    func names() -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: target)) ?? []).sorted()
    }
    if way == "replace" { try Data("older".utf8).write(to: URL(filePath: target + "/copy")) }
    let before = names()
    let seen = Collected<[String]>()
    let look: @Sendable (SystemCall, String) -> SystemCallFault? = { call, _ in
      if call == .fsync {
        let names = try? FileManager.default.contentsOfDirectory(atPath: target)
        seen.append((names ?? []).filter { !$0.hasSuffix(StagedFile.suffix) })
      }
      return nil
    }
    let system = isNamed ? Self.named(look) : FileSystem(fault: look)
    let (from, to) = (
      AttachmentFolder(of: source, system), AttachmentFolder(of: room.directory + "/out", system)
    )
    if way == "copy" {
      try from.copy(attachment, to: target + "/copy", isPrivate: true)
    } else {
      try to.take(attachment, from: from, as: "copy", replaces: way == "replace")
    }
    #expect(seen.elements.first == before)
    #expect(names() == ["copy"])
    #expect(try Data(contentsOf: URL(filePath: target + "/copy")) == Data("old".utf8))
    // What a killed process has left goes, and nothing else.
    for name in [UUID().uuidString + StagedFile.suffix, "mine.new"] {
      try Data("half".utf8).write(to: URL(filePath: target + "/" + name))
    }
    AttachmentFolder(of: room.directory + "/out").removeTemporaries()
    #expect(names() == ["copy", "mine.new"])
  }

  #if os(Linux)
    @Test func `nothing is left of a copy whose process ends, however it does`() throws {
      let (_, copy) = try room.store().stage(room.file)
      #expect(copy != nil)
      #expect(names() == [])
      withExtendedLifetime(copy) {}
    }

    @Test func `a file that tells a wrong size is attached with all that it has`() throws {
      // The kernel tells no size of the first, and a page for the second.
      for file in ["/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled"]
      where room.exists(file) {
        let content = try Data(contentsOf: URL(filePath: file))
        #expect(!content.isEmpty)
        try attach(file, to: room.store())
        let attachment = try #require(
          try items()[0].attachments.first { $0.name == FileSystem.name(of: file) })
        #expect(attachment.size == content.count)
        #expect(try self.content(attachment) == String(decoding: content, as: UTF8.self))
        #expect(folder.state(of: attachment) == .sound)
      }
      let content = try Data(contentsOf: URL(filePath: "/proc/version"))
      let told = try room.store().stage("/proc/version", isDryRun: true)
      #expect(told.attachment.size == content.count)
      #expect(told.copy == nil)
      #expect(ContainedFile("version", in: "/proc")?.size == content.count)
    }
  #endif

  @Test func `an empty file is attached`() throws {
    try Data().write(to: URL(filePath: room.file))
    try attach(room.file, to: room.store())
    let attachment = try items()[0].attachments[0]
    #expect(attachment.size == 0)
    #expect(folder.state(of: attachment) == .sound)
  }

  @Test func `a file for which there is no room is refused before a byte is written`() throws {
    let calls = Collected<SystemCall>()
    let store = room.store(
      fileSystem: FileSystem { call, _ in
        calls.append(call)
        return call == .cloneFile ? .fail(EOPNOTSUPP) : nil
      })
    // It has one hole, and takes no room itself.
    #expect(truncate(room.file, 15 << 40) == 0)
    guard case .file(let error) = storeError({ _ = try store.stage(room.file) }) else {
      return #expect(Bool(false), "it was not refused")
    }
    #expect(error.call == .write && error.code == ENOSPC)
    #expect(!calls.elements.contains(.copyFileRange) && !calls.elements.contains(.write))
    #expect(names() == [])
  }

  @Test(arguments: [false, true])
  func `a file never replaces another one of the same key`(isNamed: Bool) throws {
    let store = room.store(
      lockTimeout: StoreRoom.patience, fileSystem: isNamed ? Self.named() : FileSystem())
    /// Attaches a file, while something gets its key for a name.
    func attach(_ obstruct: (_ path: String) throws -> Void) throws -> Attachment {
      let (attachment, copy) = try store.stage(room.file)
      try obstruct(FileSystem.join(folder.path, attachment.key))
      try store.transact(by: "attach", at: Self.now) { transaction in
        transaction.bring(copy.map { [$0] } ?? [])
        try transaction.change { document in
          var edit = ItemEdit()
          edit.attached = [attachment]
          let list = document.checklists[0]
          return [.editItems([list.reference(at: 0)], list: list.id, edit)]
        }
      }
      return attachment
    }
    // One of the same size is the same, which somebody else has brought.
    let brought = try attach { try Data("OLD".utf8).write(to: URL(filePath: $0)) }
    #expect(try content(brought) == "OLD")
    // One of another size is not.
    var other = ""
    let error = storeError {
      _ = try attach { path in
        other = path
        try Data("another".utf8).write(to: URL(filePath: path))
      }
    }
    let refusal = FileError(call: .link, path: other, code: EEXIST, step: "write the attachment")
    #expect(error == .file(refusal))
    #expect(try String(contentsOf: URL(filePath: other), encoding: .utf8) == "another")
    #expect(try items()[0].attachments == [brought])
    // A link is no file of an attachment.
    let target = room.directory + "/target"
    try Data("target".utf8).write(to: URL(filePath: target))
    let linked = try attach {
      try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: target)
    }
    #expect(try content(linked) == "old")
    #expect(folder.state(of: linked) == .sound)
    #expect(try String(contentsOf: URL(filePath: target), encoding: .utf8) == "target")
  }

  /// Whatever call fails: what the document names is there, and what it does not name goes.
  @Test(arguments: [false, true])
  func `whichever call fails, no item names a file that is not there`(isNamed: Bool) throws {
    let calls = Collected<SystemCall>()
    let sound = try StoreRoom()
    try Self.prepare(sound)
    func fileSystem(
      _ fault: @escaping @Sendable (SystemCall, String) -> SystemCallFault?
    ) -> FileSystem { isNamed ? Self.named(fault) : FileSystem(fault: fault) }
    try attachAndDetach(
      sound, fileSystem { call, _ in (calls.append(call), SystemCallFault?.none).1 })
    // All of them where long tests are wanted, else each third, others by name than not.
    let step = LongTests.count(short: 3, long: 1)
    for (number, call) in calls.elements.enumerated()
    where (number + (isNamed ? 1 : 0)).isMultiple(of: step) {
      for code in FaultTests.codes(call, ofCall: number) {
        let trial: Comment = "call \(number): \(call), errno \(code)"
        let room = try StoreRoom()
        try Self.prepare(room)
        let made = Collected<SystemCall>()
        let faults = fileSystem { call, _ in made.count(call) == number ? .fail(code) : nil }
        try? attachAndDetach(room, faults)
        let document = try #require(try DocumentStore(path: room.document).load(), trial)
        let folder = room.store().attachments
        for attachment in document.attachments {
          #expect(folder.state(of: attachment) == .sound, trial)
        }
        #expect(document.checklists[0].items.map(\.text) == ["Milk"], trial)
        try room.store().clearHistory()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        #expect(Set(names) == document.attachments.soundKeys, trial)
      }
    }
  }

  private static func prepare(_ room: StoreRoom) throws {
    try room.add("Milk")
    try Data("old".utf8).write(to: URL(filePath: room.file))
  }

  private func attachAndDetach(_ room: StoreRoom, _ fileSystem: FileSystem) throws {
    let store = room.store(lockTimeout: StoreRoom.patience, fileSystem: fileSystem)
    try attach(room.file, to: store)
    try detachAll(from: store)
    try attach(room.file, to: store)
  }
}
