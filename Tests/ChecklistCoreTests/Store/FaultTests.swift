import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Whatever system call fails, and however: the document is the old one or the new one.
struct FaultTests {
  /// Something that writes, from the same start every time.
  enum Operation: CaseIterable, Sendable {
    case create, update, cut, rewrite, undo, redo, restore, select, file

    /// Makes the state that it starts from.
    func prepare(_ room: StoreRoom) throws {
      if self == .create { return }
      if self == .file { return try Data("old".utf8).write(to: URL(filePath: room.file)) }
      for text in ["A", "B", "C"] { try room.add(text) }
      if self == .redo || self == .cut { _ = try room.store().undo() }
      if self == .select { try Self.select(1, room, FileSystem()) }
    }

    func run(_ room: StoreRoom, _ fileSystem: FileSystem, _ warnings: Collected<FileError>) throws {
      let store = room.store(fileSystem: fileSystem, warnings: warnings)
      switch self {
      case .create, .update, .cut: try room.add("D", to: store)
      case .undo: _ = try store.undo()
      case .redo: _ = try store.redo()
      case .restore: _ = try store.restore(2)
      case .select: try Self.select(2, room, fileSystem)
      case .rewrite:
        try store.rewrite("Converted", by: "test", at: .now) { bytes in
          let document = try ChecklistDocument(bytes ?? [])
          return try document.converted(to: .codableChecklists, format: .xml).encoded()
        }
      case .file:
        try DocumentStore(
          path: room.file, historyIn: nil, lockTimeout: 0, fileSystem: fileSystem
        ).rewrite("Converted", by: "test", at: .now) { _ in Array("new".utf8) }
      }
    }

    static func select(_ id: Int, _ room: StoreRoom, _ fileSystem: FileSystem) throws {
      try Preferences(room.container, fileSystem: fileSystem)
        .selectList(id, in: room.document, lockTimeout: 0)
    }

    /// What it changes, as it is now.
    func state(_ room: StoreRoom) throws -> [String]? {
      if self == .file {
        return [String(decoding: try PlainFile(path: room.file).read(), as: UTF8.self)]
      }
      if self == .rewrite {
        return try DocumentStore(path: room.document).load().map { [$0.dialect.rawValue] }
      }
      guard self == .select else { return try room.texts() }
      return [Preferences(room.container).selectedList(in: room.document).map { "\($0)" } ?? "none"]
    }

    var old: [String]? {
      switch self {
      case .create: nil
      case .redo, .cut: ["A", "B"]
      case .select: ["1"]
      case .rewrite: ["checklists"]
      case .file: ["old"]
      default: ["A", "B", "C"]
      }
    }

    var new: [String] {
      switch self {
      case .create: ["D"]
      case .update: ["A", "B", "C", "D"]
      case .cut: ["A", "B", "D"]
      case .undo: ["A", "B"]
      case .redo: ["A", "B", "C"]
      case .restore: ["A"]
      case .select: ["2"]
      case .rewrite: ["codableChecklists"]
      case .file: ["new"]
      }
    }
  }

  /// One system call as it was made.
  struct Call: Equatable, Sendable, CustomStringConvertible {
    var call: SystemCall
    /// The last component of its path.
    var name: String
    /// Whether it keeps the new state: it comes after the new file is on the disk, and before that
    /// file is the document.
    var isHistory = false
    /// Whether it looks for a history because there is no document.
    var isLook = false
    var description: String { "\(call) \(name)" }

    /// The names of what is replaced.
    static let documents = ["Checklists.plist", "checklists.plist", "file"]

    /// The last component of a path; the same for every room's own directory.
    static func name(_ path: String) -> String {
      let name = FileSystem.name(of: path)
      if FileSystem.name(of: FileSystem.parent(of: path)) == "History" { return "revisions" }
      return name.hasPrefix("store-") ? "directory" : name
    }

    init(_ call: SystemCall, _ path: String) {
      self.call = call
      name = Self.name(path)
    }
  }

  /// The errors that a call is made to fail with.
  ///
  /// All of them where long tests are wanted, else one, which differs from call to call.
  static func codes(_ call: SystemCall, ofCall number: Int) -> [Int32] {
    let codes = codes(call)
    return LongTests.areWanted ? codes : [codes[number % codes.count]]
  }

  /// The errnos of a call's manual page that a save may meet.
  static func codes(_ call: SystemCall) -> [Int32] {
    switch call {
    case .open: [EACCES, EMFILE, ENFILE, ENOSPC, EDQUOT, EROFS, ENOMEM]
    case .read: [EIO]
    case .write, .pwrite: [ENOSPC, EDQUOT, EIO, EFBIG]
    case .fsync: [EIO, ENOSPC, EDQUOT, EROFS]
    case .close: [EIO, EINTR, ENOSPC, EDQUOT]
    case .fstat: [ENOMEM, EOVERFLOW]
    case .stat, .lstat: [EACCES, ENOMEM, ELOOP]
    case .readlink: [EACCES, EIO, ENOMEM]
    case .realpath: [EACCES, EIO, ENOMEM]
    case .rename: [EACCES, EPERM, EBUSY, ENOSPC, EDQUOT, EROFS, EIO]
    case .link: [EACCES, EPERM, EXDEV, EMLINK, ENOSPC, EDQUOT, EROFS, EIO]
    case .unlink: [EACCES, EPERM, EBUSY, EROFS, EIO]
    case .mkdir, .mkdtemp, .symlink: [EACCES, EPERM, ENOSPC, EDQUOT, EROFS]
    case .rmdir: [EACCES, EPERM, EBUSY, EROFS]
    case .chmod, .fchmod, .chown, .fchown: [EPERM, EROFS, EIO]
    case .flock: [EWOULDBLOCK, ENOMEM, ENOLCK]
    case .fcntl: [EBADF, ENOLCK]
    case .listxattr, .getxattr, .setxattr, .removexattr: [EIO, ENOSPC, EACCES]
    case .copyFileRange: [EXDEV, ENOSPC, EIO, EOPNOTSUPP]
    case .opendir: [EACCES, EMFILE, ENOMEM]
    case .mmap: [ENOMEM]
    case .truncate, .fstatvfs: [EIO]
    case .cloneFile: [EOPNOTSUPP, EXDEV, EINVAL]
    case .inotifyInit, .kqueue: [EMFILE, ENFILE, ENOMEM]
    case .inotifyAddWatch, .kevent: [EACCES, ENOENT, ENOSPC, ENOMEM]
    }
  }

  /// The calls that an operation makes when none fails.
  static func calls(_ operation: Operation) throws -> [Call] {
    let room = try StoreRoom()
    try operation.prepare(room)
    let calls = Collected<Call>()
    let recorder = FileSystem { call, path in
      calls.append(Call(call, path))
      return nil
    }
    try operation.run(room, recorder, Collected())
    var found = calls.elements
    let written = found.firstIndex { $0.call == .fsync && $0.name == AtomicFile.temporaryName }
    let replaced = found.firstIndex {
      $0.call == .rename && Call.documents.contains($0.name)
    }
    guard let written, let replaced else { return found }
    for index in written + 1..<replaced {
      found[index].isHistory = !Call.documents.contains(found[index].name)
    }
    // The history is read before the new file is made.
    let make = found.firstIndex { $0.name == AtomicFile.temporaryName && $0.call == .open }
    guard let make, let history = found[..<make].lastIndex(where: { $0.name == "home" }),
      operation != .select
    else { return found }
    for index in history..<make { found[index].isHistory = true }
    if operation == .create,
      let read = found.firstIndex(where: { $0.name == "Checklists.plist" && $0.call == .open })
    {
      for index in read + 1..<history { found[index].isLook = true }
    }
    return found
  }

  @Test(arguments: Operation.allCases)
  func `Whichever call fails, the document is the old one or the new one`(
    operation: Operation
  ) throws {
    let calls = try Self.calls(operation)
    #expect(calls.contains { $0.call == .rename })
    for (number, call) in calls.enumerated() {
      for code in Self.codes(call.call, ofCall: number) {
        let room = try StoreRoom()
        try operation.prepare(room)
        let kept = try room.store().revisions().filter { !$0.isPresent }
        let warnings = Collected<FileError>()
        let made = Collected<Call>()
        let faults = FileSystem { call, path in
          made.count(Call(call, path)) == number ? .fail(code) : nil
        }
        let error = storeError { try operation.run(room, faults, warnings) }
        let trial: Comment = "\(operation), call \(number): \(call), errno \(code)"
        #expect(made.elements.count > number && "\(made.elements[number])" == "\(call)", trial)

        let isAfterRename =
          call.call == .fsync && calls[..<number].contains { $0.call == .rename && !$0.isHistory }
        #expect(
          try operation.state(room)
            == (error == nil || isAfterRename ? operation.new : operation.old),
          trial)
        let isUnlock = call.call == .flock && calls[..<number].contains { $0.call == .flock }
        let isWarning =
          call.isHistory && !isOptional(call) && [EACCES, EPERM, EROFS, ENOTDIR].contains(code)
        let mayFail = !isUnlock && !isOptional(call) && !isWarning
        #expect(error == (mayFail ? expectedError(call, code, error) : nil), trial)
        #expect(warnings.elements.map(\.code) == (isWarning ? [code] : []), trial)
        #expect(!room.exists(room.temporary), trial)
        let mayLeaveLock = call.name == DirectoryLock.sidecarName
        #expect(mayLeaveLock || !room.exists("\(room.directory)/.checklists-lock"), trial)
        #expect(!room.exists("\(room.container.path)/Library/Preferences/.checklists-new"), trial)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: room.history)) ?? []
        #expect(names.allSatisfy { !$0.hasSuffix(".new") }, trial)
        // The ways back that there were are still there, and those forward unless this was another.
        for state in kept where !state.isUndone || error != nil && !isAfterRename {
          #expect(throws: Never.self, trial) {
            _ = try room.store().restore(state.number, isDryRun: true)
          }
        }
        // And the next change is made as if nothing had been.
        #expect(try room.add("Next").elements == [], trial)
      }
    }
  }

  /// Whether a save goes on when a call fails, because something else does instead or it only makes
  /// something better.
  private func isOptional(_ call: Call) -> Bool {
    if call.isLook || call.name == "Present.plist" { return true }
    switch call.call {
    case .close, .chown, .fchown, .fcntl, .link, .copyFileRange, .chmod: return true
    // Only the permissions of a document are kept; what is made anew has its own from the start.
    case .fchmod: return call.isHistory
    case .open, .unlink:
      // The directory that a new one is in is synchronized where it can be read.
      let isDirectory = !call.name.contains(".") && call.name != "Journal"
      return call.name == DirectoryLock.sidecarName || call.isHistory && isDirectory
    // What root makes belongs to the owner of the directory; and only a link is copied too.
    case .stat: return call.isHistory || !Call.documents.contains(call.name)
    default: return false
    }
  }

  /// The kind of error that a failing call must give; nil when the operation must succeed.
  private func expectedError(
    _ call: Call, _ code: Int32, _ error: StoreError.Kind?
  ) -> StoreError.Kind? {
    if call.call == .flock, code == ENOLCK { return nil }
    if call.call == .flock, code == EWOULDBLOCK { return .locked(0, holder: nil) }
    let found: FileError
    switch error {
    case .permission(let error) where code == EACCES || code == EPERM: found = error
    case .file(let error) where code != EACCES && code != EPERM: found = error
    default: return .notFound
    }
    return found.call == call.call && found.code == code && !found.step.isEmpty
      && Call.name(found.path) == call.name ? error : .notFound
  }

  @Test(arguments: Operation.allCases)
  func `A call that a signal interrupts is made again`(operation: Operation) throws {
    for (number, call) in try Self.calls(operation).enumerated() {
      let room = try StoreRoom()
      try operation.prepare(room)
      let made = Collected<Call>()
      let warnings = Collected<FileError>()
      let faults = FileSystem { call, path in
        made.count(Call(call, path)) == number ? .fail(EINTR) : nil
      }
      try operation.run(room, faults, warnings)
      #expect(try operation.state(room) == operation.new)
      #expect(warnings.elements.isEmpty)
      let again = made.elements.dropFirst(number + 1).first
      #expect(
        (again?.description == call.description) == (call.call != .close), "\(number): \(call)")
    }
  }

  @Test(arguments: Operation.allCases, [1, 7])
  func `Short reads and writes are continued`(operation: Operation, limit: Int) throws {
    let room = try StoreRoom()
    try operation.prepare(room)
    let warnings = Collected<FileError>()
    try operation.run(room, FileSystem { _, _ in .short(limit) }, warnings)
    #expect(try operation.state(room) == operation.new)
    #expect(warnings.elements.isEmpty)
  }

  @Test func `A write that fails halfway leaves the old document and nothing else`() throws {
    let room = try StoreRoom()
    try Operation.update.prepare(room)
    let temporary = room.temporary
    let made = Collected<Int>()
    let faults = FileSystem { call, path in
      guard call == .write, path == temporary else { return nil }
      return made.count(0) < 3 ? .short(10) : .fail(ENOSPC)
    }
    #expect(
      storeError { try room.add("D", to: room.store(fileSystem: faults)) }
        == .file(
          FileError(call: .write, path: temporary, code: ENOSPC, step: "write the new file")))
    #expect(made.elements.count == 4)
    #expect(try room.texts() == ["A", "B", "C"])
    #expect(!room.exists(temporary))
  }

  @Test func `A directory that cannot be synchronized is an error, though the change is in place`()
    throws
  {
    let room = try StoreRoom()
    try Operation.update.prepare(room)
    let directory = room.directory
    let faults = FileSystem { call, path in
      call == .fsync && path == directory ? .fail(EIO) : nil
    }
    #expect(
      storeError { try room.add("D", to: room.store(fileSystem: faults)) }
        == .file(
          FileError(
            call: .fsync, path: directory, code: EIO, step: "save the name of the new file in")))
    #expect(try room.texts() == ["A", "B", "C", "D"])
    _ = try room.store().undo()
    #expect(try room.texts() == ["A", "B", "C"])
  }

  @Test func `A document that another program replaces meanwhile is left as that wrote it`() throws
  {
    let room = try StoreRoom()
    try Operation.update.prepare(room)
    let document = room.document
    let other = try Data(contentsOf: URL(filePath: room.state(2, after: 1)))
    let faults = FileSystem { call, path in
      if call == .fsync, path.hasSuffix("/.checklists-new") {
        try? other.write(to: URL(filePath: document), options: .atomic)
      }
      return nil
    }
    #expect(
      storeError { try room.add("D", to: room.store(fileSystem: faults)) } == .replaced)
    #expect(try room.texts() == ["A"])
    #expect(!room.exists(room.temporary))
  }

  @Test func `The sidecar file locks where directories cannot be locked`() throws {
    let room = try StoreRoom()
    let directory = room.directory
    let faults = FileSystem { call, path in
      call == .flock && path == directory ? .fail(ENOTSUP) : nil
    }
    let lock = try DirectoryLock(directory, faults, timeout: 0)
    let error = storeError { try room.add("A", to: room.store(fileSystem: faults)) }
    guard case .locked(0, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Linux tells who has locked a directory, and of files only that they are locked.
    #expect(found == nil)
    _ = consume lock
    try room.add("A", to: room.store(fileSystem: faults))
    #expect(!room.exists("\(directory)/.checklists-lock"))
  }
}
