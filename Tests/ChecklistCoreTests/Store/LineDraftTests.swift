import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChecklistCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lines that people type, and that are kept until they have become changes.
struct LineDraftTests {
  private let folder: TemporaryFolder
  private let container: Container
  private let document: String

  init() throws {
    folder = try TemporaryFolder()
    container = Container(path: folder("home"))
    document = folder("list.plist")
  }

  private func drafts(
    _ fileSystem: FileSystem = FileSystem(), of document: String? = nil
  ) -> Drafts {
    Drafts(of: document ?? self.document, in: container, fileSystem: fileSystem)
  }

  /// The names in the directory of drafts, sorted.
  private func names() throws -> [String] {
    let path = container.drafts
    return FileManager.default.fileExists(atPath: path)
      ? try FileManager.default.contentsOfDirectory(atPath: path).sorted() : []
  }

  /// Takes up the newest draft, and leaves it again: its content; nil when there is none.
  private func resumed(
    _ fileSystem: FileSystem = FileSystem(), of document: String? = nil
  ) throws -> String? {
    guard let draft = try drafts(fileSystem, of: document).resumeLine() else { return nil }
    return String(decoding: draft.content, as: UTF8.self)
  }

  /// Keeps lines, and leaves the file as a process does that is killed.
  @discardableResult
  private func leave(
    _ lines: String..., of document: String? = nil, minutesAgo: Double = 0
  ) throws -> String {
    let path: String
    do {
      var draft = try drafts(of: document).beginLine()
      path = draft.path
      for line in lines { try draft.keep(Array(line.utf8)) }
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60 * minutesAgo)], ofItemAtPath: path)
    return path
  }

  /// Takes up the newest draft, which must be there.
  private func taken() throws -> LineDraft {
    guard let draft = try drafts().resumeLine() else { throw Fault.unexpected }
    return draft
  }

  private enum Fault: Error {
    case unexpected
  }

  // MARK: A draft

  @Test func `a draft is a file for its owner only`() throws {
    let draft = try drafts().beginLine()
    let path = draft.path
    #expect(path.hasPrefix("\(container.drafts)/\(DocumentKey(document).text)-"))
    #expect(path.hasSuffix(".typed"))
    #expect(path.utf8.count == container.drafts.utf8.count + 88)
    #expect(try names() == [FileSystem.name(of: path)])
    #expect(try folder.mode("home/Library/Drafts/\(FileSystem.name(of: path))") == 0o600)
    #expect(try folder.mode("home/Library/Drafts") == 0o700)
    #expect(try folder.mode("home/Library") == 0o700)
  }

  @Test func `a line that was typed in an earlier version is taken up`() throws {
    let path = try leave("Milk")
    let former = try #require(DocumentKey(document).former)
    let old = "\(container.drafts)/\(former)-\(String(repeating: "0", count: 16)).typed"
    try FileManager.default.moveItem(atPath: path, toPath: old)
    #expect(try resumed() == "Milk")
    #expect(try resumed(of: folder("other.plist")) == nil)
    try taken().remove()
    #expect(try names() == [])
  }

  @Test func `the last line that was kept is taken up`() throws {
    let path = try leave("M", "Mi", "Mil", "Mi", "Milk")
    #expect(try resumed() == "Milk")
    // It stays until it is removed.
    #expect(try resumed() == "Milk")
    var draft = try taken()
    let resumedPath = draft.path
    #expect(resumedPath == path)
    try draft.keep(Array("Milk, 2 l".utf8))
    _ = consume draft
    #expect(try resumed() == "Milk, 2 l")
    try taken().remove()
    #expect(try resumed() == nil)
    #expect(try names() == [])
  }

  @Test func `a line may have any bytes, and megabytes of them`() throws {
    let lines: [[UInt8]] = [
      Array(0...9) + Array(11...255), [UInt8](repeating: 0, count: 3_000_000), [0xFF],
      [UInt8](repeating: 0xC3, count: 5000), Array("é".utf8),
    ]
    var draft = try drafts().beginLine()
    for line in lines {
      try draft.keep(line)
      let copy = folder("copy")
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: draft.path, toPath: copy)
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: copy)))
      #expect(LineRecord.newest(in: bytes)?.content == line)
    }
    draft.remove()
  }

  @Test func `a key costs one call, and nothing waits for the disk`() throws {
    let system = FaultySystem()
    var draft = try drafts(system.fileSystem).beginLine()
    for line in ["M", "Mi", "M", ""] {
      system.start()
      try draft.keep(Array(line.utf8))
      // The seam is asked once a call, and has been asked about one.
      #expect(system.calls.map(\.call) == [.pwrite])
    }
    draft.remove()
  }

  @Test func `nothing is left of a draft that is removed`() throws {
    var draft = try drafts().beginLine()
    try draft.keep(Array("Milk".utf8))
    draft.remove()
    #expect(try names() == [])
  }

  @Test func `whoever ends without a word frees the lock, and the file stays`() throws {
    let system = FaultySystem()
    do {
      let draft = try drafts(system.fileSystem).beginLine()
      _ = consume draft
    }
    #expect(system.count(.open) == system.count(.close))
    #expect(system.calls.suffix(2).map(\.call) == [.flock, .close])
    #expect(try names().count == 1)
  }

  // MARK: Going on

  @Test func `a draft that a living process has is not taken up`() throws {
    var first = try drafts().beginLine()
    try first.keep(Array("Milk".utf8))
    var second = try drafts().beginLine()
    try second.keep(Array("Bread".utf8))
    #expect(try resumed() == nil)
    _ = consume second
    #expect(try resumed() == "Bread")
    let again = try taken()
    #expect(try resumed() == nil)
    again.remove()
    #expect(try resumed() == nil)
    _ = consume first
    #expect(try resumed() == "Milk")
  }

  @Test func `the newest comes first, and each once`() throws {
    try leave("b", minutesAgo: 2)
    try leave("c", minutesAgo: 3)
    try leave("a", minutesAgo: 1)
    for expected in ["a", "b", "c"] {
      #expect(try resumed() == expected)
      try taken().remove()
    }
    #expect(try resumed() == nil)
    #expect(try names() == [])
  }

  @Test func `a draft is of one document, also when the container is moved`() throws {
    try leave("Milk")
    #expect(try resumed(of: folder("other.plist")) == nil)
    try leave("Bread", of: container.document)
    try FileManager.default.moveItem(atPath: container.path, toPath: folder("moved"))
    let moved = Container(path: folder("moved"))
    guard let draft = try Drafts(of: moved.document, in: moved).resumeLine() else {
      throw Fault.unexpected
    }
    let content = draft.content
    #expect(content == Array("Bread".utf8))
  }

  @Test func `a file of an earlier version stays, and is passed over`() throws {
    let path = try leave("Milk")
    let old = String(path.dropLast(6)) + ".line"
    try Data("\nline 1\n".utf8).write(to: URL(filePath: old))
    #expect(try resumed() == "Milk")
    try taken().remove()
    #expect(try resumed() == nil)
    #expect(try names() == [FileSystem.name(of: old)])
  }

  @Test func `those without content are removed and passed over`() throws {
    let kept = try leave("Milk", minutesAgo: 3)
    try leave(minutesAgo: 2)
    try leave("Bread", "", minutesAgo: 1)
    let other = try leave(of: folder("other.plist"))
    #expect(try resumed() == "Milk")
    #expect(try names() == [kept, other].map(FileSystem.name).sorted())
  }

  @Test(arguments: [
    "", "Milk", "\n0123456789abcdef 1 Milk\n", "\n" + String(repeating: "\u{0}", count: 99),
  ])
  func `a damaged one is removed and passed over`(_ content: String) throws {
    let kept = try leave("Milk", minutesAgo: 2)
    let path = try leave("Bread", minutesAgo: 1)
    try Data(content.utf8).write(to: URL(filePath: path))
    #expect(try resumed() == "Milk")
    #expect(try names() == [FileSystem.name(of: kept)])
  }

  @Test func `a file that is cut off anywhere has a line that was kept, or is removed`() throws {
    let path = try leave("Milk", "Bread")
    let whole = try Data(contentsOf: URL(filePath: path))
    let size = 21 + 4
    for count in Array(0...size) + Array(size...whole.count) {
      try whole.prefix(count).write(to: URL(filePath: path))
      let expected = count < size ? nil : count < whole.count ? "Milk" : "Bread"
      #expect(try resumed() == expected, "\(count) bytes")
      #expect(try names().count == (expected == nil ? 0 : 1))
    }
  }

  @Test func `a draft that goes on after a torn record has higher numbers`() throws {
    let path = try leave("Ma", "Mi")
    // The third record, of which a part was written.
    let third = LineRecord.encoded(Array("Mo".utf8), number: 3)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes.replaceSubrange(0..<third.count - 2, with: third.dropLast(2))
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try resumed() == "Mi")
    var draft = try taken()
    for line in ["Mo", "Moc", "Moch"] { try draft.keep(Array(line.utf8)) }
    _ = consume draft
    #expect(try resumed() == "Moch")
    let record = LineRecord.newest(in: [UInt8](try Data(contentsOf: URL(filePath: path))))
    #expect(record?.number == 5)
  }

  @Test func `a link, a directory and a pipe of such a name are no drafts, and stay`() throws {
    let path = try leave("Milk")
    let prefix = String(path.dropLast(22))
    let target = try folder.write("target", to: "target")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(prefix)aaaaaaaaaaaaaaaa.typed", withDestinationPath: target)
    try manager.createSymbolicLink(
      atPath: "\(prefix)bbbbbbbbbbbbbbbb.typed", withDestinationPath: "nowhere")
    try manager.createDirectory(
      atPath: "\(prefix)cccccccccccccccc.typed", withIntermediateDirectories: false)
    #expect(mkfifo("\(prefix)dddddddddddddddd.typed", 0o600) == 0)
    try taken().remove()
    #expect(try resumed() == nil)
    #expect(try names().count == 4)
    #expect(folder.text("target") == "target")
  }

  // MARK: Beside the texts of editors

  @Test func `the texts of editors and the lines do not disturb each other`() throws {
    let texts = Drafts(of: document, in: container)
    let list = Checklist("Food", id: 7)
    let text: String
    do {
      text = try texts.begin(DraftOrigin(list, of: ChecklistDocument(), item: nil, text: [])).path
    }
    let line = try leave("Milk")
    try leave(of: document)
    #expect(try texts.unfinished().map(\.path) == [text])
    #expect(try resumed() == "Milk")
    do {
      guard let draft = try texts.resume() else { throw Fault.unexpected }
      let path = draft.path
      #expect(path == text)
      draft.remove()
    }
    #expect(try texts.unfinished().isEmpty)
    #expect(try names() == [FileSystem.name(of: line)])
  }

  // MARK: Faults

  @Test(arguments: [
    (SystemCall.mkdir, ENOSPC), (.mkdir, EIO), (.mkdir, EROFS), (.open, ENOSPC), (.open, EIO),
    (.open, EMFILE), (.flock, EIO), (.flock, ENOLCK), (.flock, ENOTSUP), (.fstat, EIO),
  ])
  func `where a draft cannot be made, nothing is left`(_ call: SystemCall, _ code: Int32) throws {
    try FileManager.default.createDirectory(
      atPath: folder("home/Library"), withIntermediateDirectories: true)
    let system = FaultySystem(failing: call, code)
    let error = #expect(throws: StoreError.self) { _ = try drafts(system.fileSystem).beginLine() }
    guard case .file(let cause)? = error?.kind else { throw Fault.unexpected }
    #expect((cause.call, cause.code) == (call, code))
    #expect(cause.path.hasPrefix(container.drafts))
    #expect(error?.path == container.drafts)
    #expect(try names() == [])
  }

  @Test func `a directory that may not be written is named`() throws {
    let system = FaultySystem(failing: .open, EACCES)
    let error = #expect(throws: StoreError.self) { _ = try drafts(system.fileSystem).beginLine() }
    guard case .permission(let cause)? = error?.kind else { throw Fault.unexpected }
    #expect(error?.description == "cannot keep the text in \(cause.path): Permission denied")
    #expect(cause.path.hasPrefix(container.drafts + "/"))
    let mkdir = FaultySystem(failing: .mkdir, EACCES)
    #expect(
      throws: StoreError(
        .permission(
          FileError(
            call: .mkdir, path: container.drafts, code: EACCES, step: "make the directory")),
        path: container.drafts)
    ) { _ = try drafts(mkdir.fileSystem).beginLine() }
  }

  @Test func `whichever call fails, a draft is made as a whole or not at all`() throws {
    let start = FaultySystem()
    do { try drafts(start.fileSystem).beginLine().remove() }
    #expect(start.count(.open) == start.count(.close))
    for number in start.calls.indices {
      let system = FaultySystem { $1 == number ? .fail(EIO) : nil }
      do {
        try drafts(system.fileSystem).beginLine().remove()
      } catch {}
      #expect(try resumed() == nil, "call \(number) of \(system.calls)")
      #expect(try names() == [])
    }
  }

  @Test func `a new file that another process takes for one that was left is made again`() throws {
    let isRemoved = Flag()
    let system = FaultySystem { call, _ in
      // The other process has removed the file when this one looks at it.
      if call.call == .fstat, !isRemoved.value {
        unlink(call.path)
        isRemoved.value = true
      }
      return nil
    }
    var draft = try drafts(system.fileSystem).beginLine()
    try draft.keep(Array("Milk".utf8))
    #expect(system.count(.fstat) == 2)
    let path = draft.path
    #expect(try names() == [FileSystem.name(of: path)])
    draft.remove()
    let locked = FaultySystem { call, _ in
      call.call == .flock && call.path.hasSuffix(".typed") ? .fail(EWOULDBLOCK) : nil
    }
    let error = #expect(throws: StoreError.self) { _ = try drafts(locked.fileSystem).beginLine() }
    #expect(error?.kind == .locked(0, holder: nil))
    #expect(locked.calls.count { $0.call == .open && $0.path.hasSuffix(".typed") } == 8)
    #expect(try names() == [])
  }

  @Test(arguments: [ENOSPC, EIO, EDQUOT, EFBIG])
  func `where a line cannot be kept, the one before is`(_ code: Int32) throws {
    let isFull = Flag()
    let system = FaultySystem { call, _ in
      call.call == .pwrite && isFull.value ? .fail(code) : nil
    }
    let path: String
    do {
      var draft = try drafts(system.fileSystem).beginLine()
      path = draft.path
      try draft.keep(Array("Milk".utf8))
      isFull.value = true
      for line in ["Milk,", "Milk, 2"] {
        do throws(StoreError) {
          try draft.keep(Array(line.utf8))
          Issue.record("the line is kept")
        } catch {
          #expect(
            error
              == StoreError(
                .file(FileError(call: .pwrite, path: path, code: code, step: "keep the text in")),
                path: path))
        }
      }
      isFull.value = false
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      #expect(LineRecord.newest(in: bytes)?.content == Array("Milk".utf8))
      try draft.keep(Array("Milk, 2 l".utf8))
    }
    #expect(try resumed() == "Milk, 2 l")
  }

  @Test func `a write that fails after any part of it leaves the line before`() throws {
    let line = Array("Milk, 2 l".utf8)
    for count in 1..<21 + line.count {
      let isFull = Flag()
      let asked = FaultySystem { call, number in
        guard call.call == .pwrite, isFull.value else { return nil }
        return number == 0 ? .short(count) : .fail(ENOSPC)
      }
      do {
        var draft = try drafts(asked.fileSystem).beginLine()
        try draft.keep(Array("Bread".utf8))
        try draft.keep(Array("Milk".utf8))
        isFull.value = true
        asked.start()
        do throws(StoreError) {
          try draft.keep(line)
          Issue.record("the line is kept")
        } catch {}
        #expect(asked.calls.map(\.call) == [.pwrite, .pwrite])
      }
      #expect(try resumed() == "Milk", "\(count) bytes")
      try taken().remove()
    }
  }

  @Test func `a write of a byte at a time, and interrupted, goes on`() throws {
    let system = FaultySystem { call, number in
      call.call != .pwrite ? nil : number.isMultiple(of: 2) ? .fail(EINTR) : .short(1)
    }
    do {
      var draft = try drafts(system.fileSystem).beginLine()
      for line in ["Milk", "Bread", "Eggs"] { try draft.keep(Array(line.utf8)) }
    }
    #expect(try resumed() == "Eggs")
  }

  @Test func `a file that cannot be removed is left without content`() throws {
    let system = FaultySystem(failing: .unlink, EACCES)
    var draft = try drafts(system.fileSystem).beginLine()
    try draft.keep(Array("Milk".utf8))
    let path = draft.path
    draft.remove()
    let record = LineRecord.newest(in: [UInt8](try Data(contentsOf: URL(filePath: path))))
    #expect((record?.content, record?.number) == ([], 2))
    #expect(try resumed(system.fileSystem) == nil)
    #expect(try names().count == 1)
    #expect(try resumed() == nil)
    #expect(try names() == [])
  }

  @Test(arguments: [
    (SystemCall.open, EMFILE), (.open, EIO), (.flock, EIO), (.flock, ENOTSUP), (.fstat, EIO),
    (.read, EIO),
  ])
  func `one that cannot be read stays, and is told when there is no other`(
    _ call: SystemCall, _ code: Int32
  ) throws {
    let path = try leave("Milk")
    let system = FaultySystem { made, _ in
      made.call == call && made.path == path ? .fail(code) : nil
    }
    let error = #expect(throws: StoreError.self) { _ = try resumed(system.fileSystem) }
    guard case .file(let cause)? = error?.kind else { throw Fault.unexpected }
    #expect((cause.call, cause.code, cause.path) == (call, code, path))
    try leave("Bread", minutesAgo: 1)
    #expect(try resumed(system.fileSystem) == "Bread")
    #expect(try names().count == 2)
    #expect(try resumed() == "Milk")
  }

  @Test(arguments: [SystemCall.open, .opendir, .stat])
  func `one that may not be read is told`(_ call: SystemCall) throws {
    let path = try leave("Milk")
    let directory = container.drafts
    let system = FaultySystem { made, _ in
      made.call == call && made.path.hasPrefix(directory) ? .fail(EACCES) : nil
    }
    let error = #expect(throws: StoreError.self) { _ = try resumed(system.fileSystem) }
    guard case .permission(let cause)? = error?.kind else { throw Fault.unexpected }
    #expect((cause.call, cause.path) == (call, call == .opendir ? directory : path))
  }

  @Test func `one that is gone at the next look is passed over`() throws {
    for call in [SystemCall.stat, .open, .flock] {
      try leave("Bread", minutesAgo: 1)
      let path = try leave("Milk")
      let system = FaultySystem { made, _ in
        if made.call == call, made.path == path { unlink(path) }
        return nil
      }
      #expect(try resumed(system.fileSystem) == "Bread", "\(call)")
      // The call that does not find the file opens none.
      #expect(system.count(.open) == system.count(.close) + (call == .open ? 1 : 0))
      try taken().remove()
    }
  }

  @Test func `whichever call fails, a draft is taken up as a whole or left as it was`() throws {
    try leave("Milk", "Bread")
    let start = FaultySystem()
    #expect(try resumed(start.fileSystem) == "Bread")
    #expect(start.count(.open) == start.count(.close))
    for number in start.calls.indices {
      let system = FaultySystem { $1 == number ? .fail(EIO) : nil }
      let content: String?
      do { content = try resumed(system.fileSystem) } catch { content = "Bread" }
      #expect(content == "Bread", "call \(number) of \(system.calls)")
      #expect(try resumed() == "Bread")
    }
  }
}

/// A flag that a fault looks at.
private final class Flag: Sendable {
  private let state = Mutex(false)

  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
