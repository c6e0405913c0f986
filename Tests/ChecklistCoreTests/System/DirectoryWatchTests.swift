import Foundation
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

/// A watch tells that something in a directory has changed.
@Suite(.blocking)
struct DirectoryWatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Whether a descriptor can be read within so many milliseconds.
  private func isReadable(_ descriptor: CInt, within milliseconds: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) == 1
  }

  // The macros of the tests take no value that cannot be copied, as a watch cannot.

  /// Expects that a watch has something to tell, at once or soon.
  private func expectChange(
    in watch: borrowing DirectoryWatch, at place: SourceLocation = #_sourceLocation
  ) {
    let isReadable = isReadable(watch.descriptor, within: 10_000)
    #expect(isReadable, sourceLocation: place)
  }

  /// Expects that a watch has nothing to tell now.
  private func expectNone(
    in watch: borrowing DirectoryWatch, at place: SourceLocation = #_sourceLocation
  ) {
    let isReadable = isReadable(watch.descriptor, within: 0)
    #expect(!isReadable, sourceLocation: place)
  }

  /// Takes the events away.
  private func drain(
    _ watch: inout DirectoryWatch, goesOn expected: Bool,
    at place: SourceLocation = #_sourceLocation
  ) {
    let goesOn = watch.drain()
    #expect(goesOn == expected, sourceLocation: place)
  }

  /// Watches the folder `watched`, which is made.
  private func watch(_ fileSystem: FileSystem = FileSystem()) throws -> DirectoryWatch {
    if mkdir(folder("watched"), 0o700) != 0, errno != EEXIST { throw Fault.unexpected }
    try waitForFreeInstance()
    guard let watch = DirectoryWatch(directory: folder("watched"), fileSystem: fileSystem) else {
      throw Fault.unexpected
    }
    return watch
  }

  /// Makes an empty file without opening it for writing.
  ///
  /// A program that another test starts has the descriptors of this one for a moment. When it
  /// closes one that was open for writing, the file has changed once more.
  private func makeFile(_ name: String) {
    let file = open(folder(name), O_CREAT | O_RDONLY | O_CLOEXEC, 0o600)
    #expect(file >= 0 && close(file) == 0)
  }

  /// Waits until the system gives one more watch to this user, all of whose programs share 128.
  private func waitForFreeInstance() throws {
    #if !canImport(Darwin)
      let end = Date(timeIntervalSinceNow: 60)
      var instance = inotify_init1(CInt(IN_CLOEXEC))
      while instance == -1, errno == EMFILE, Date() < end {
        usleep(10_000)
        instance = inotify_init1(CInt(IN_CLOEXEC))
      }
      guard instance >= 0 else { throw Fault.unexpected }
      close(instance)
    #endif
  }

  /// Whether there is a watch.
  private func canWatch(_ path: String, _ fileSystem: FileSystem = FileSystem()) -> Bool {
    let watch = DirectoryWatch(directory: path, fileSystem: fileSystem)
    return watch != nil
  }

  private enum Fault: Error {
    case unexpected
  }

  /// Something that is done in a folder with the files `watched/file` and `other`.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let body: @Sendable (TemporaryFolder) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (TemporaryFolder) throws -> Void) {
      (testDescription, self.body) = (name, body)
    }
  }

  private static let changes: [Change] = {
    var changes = [
      Change("a file is made") { try $0.write("", to: "watched/new") },
      Change("a directory is made") { #expect(mkdir($0("watched/new"), 0o700) == 0) },
      Change("a file is moved there") { #expect(rename($0("other"), $0("watched/new")) == 0) },
      Change("a file is replaced") { #expect(rename($0("other"), $0("watched/file")) == 0) },
      Change("a file is moved away") { #expect(rename($0("watched/file"), $0("new")) == 0) },
      Change("a file gets another name") {
        #expect(rename($0("watched/file"), $0("watched/new")) == 0)
      },
      Change("a file is removed") { #expect(unlink($0("watched/file")) == 0) },
    ]
    #if !canImport(Darwin)
      changes += [
        Change("a file is written in place") { folder in
          let file = try #require(FileHandle(forWritingAtPath: folder("watched/file")))
          try file.write(contentsOf: Data("new".utf8))
          try file.close()
        },
        Change("a file gets another length") { #expect(truncate($0("watched/file"), 1) == 0) },
      ]
    #endif
    return changes
  }()

  @Test(arguments: changes)
  func `a change is told, until its events are taken away`(_ change: Change) throws {
    var watch = try watch()
    makeFile("watched/file")
    makeFile("other")
    expectChange(in: watch)
    drain(&watch, goesOn: true)
    expectNone(in: watch)
    try change.body(folder)
    expectChange(in: watch)
    drain(&watch, goesOn: true)
    expectNone(in: watch)
    drain(&watch, goesOn: true)
  }

  @Test func `what is not in the directory is not told`() throws {
    mkdir(folder("watched"), 0o700)
    mkdir(folder("watched/inner"), 0o700)
    makeFile("watched/file")
    var watch = try watch()
    expectNone(in: watch)
    drain(&watch, goesOn: true)
    try folder.write("other", to: "other")
    try folder.write("other", to: "watched/inner/other")
    _ = folder.text("watched/file")
    expectNone(in: watch)
  }

  @Test func `a link to a directory is followed`() throws {
    mkdir(folder("watched"), 0o700)
    try folder.link("link", to: "watched")
    try waitForFreeInstance()
    guard var watch = DirectoryWatch(directory: folder("link")) else { throw Fault.unexpected }
    try folder.write("", to: "watched/new")
    expectChange(in: watch)
    drain(&watch, goesOn: true)
    // The link is not the directory.
    unlink(folder("link"))
    expectNone(in: watch)
  }

  @Test func `more changes than the system notes are one change`() throws {
    var watch = try watch()
    makeFile("other")
    // Linux notes 16,384 of them, if nobody has said otherwise.
    for _ in 0..<10_000 {
      #expect(rename(folder("other"), folder("watched/other")) == 0)
      #expect(rename(folder("watched/other"), folder("other")) == 0)
    }
    expectChange(in: watch)
    drain(&watch, goesOn: true)
    expectNone(in: watch)
    #expect(rename(folder("other"), folder("watched/other")) == 0)
    expectChange(in: watch)
    drain(&watch, goesOn: true)
  }

  @Test func `names of any length are told`() throws {
    var watch = try watch()
    for count in 1...255 {
      try folder.write("", to: "watched/" + String(repeating: "n", count: count))
    }
    expectChange(in: watch)
    drain(&watch, goesOn: true)
    expectNone(in: watch)
  }

  // MARK: The end

  /// What ends a watch.
  private static let ends = [
    Change("the directory is removed") { #expect(rmdir($0("watched")) == 0) },
    Change("the directory is moved") { #expect(rename($0("watched"), $0("moved")) == 0) },
    Change("the directory is replaced") { folder in
      #expect(mkdir(folder("new"), 0o700) == 0)
      #expect(rename(folder("new"), folder("watched")) == 0)
    },
    Change("the directory is removed and made again") { folder in
      #expect(rmdir(folder("watched")) == 0)
      #expect(mkdir(folder("watched"), 0o700) == 0)
    },
  ]

  @Test(arguments: ends)
  func `a watch ends with its directory`(_ end: Change) throws {
    var watch = try watch()
    try end.body(folder)
    expectChange(in: watch)
    drain(&watch, goesOn: false)
    drain(&watch, goesOn: false)
  }

  @Test func `the end is found among other events`() throws {
    var watch = try watch()
    for number in 0..<500 {
      try folder.write("", to: "watched/\(number)")
      unlink(folder("watched/\(number)"))
    }
    rmdir(folder("watched"))
    expectChange(in: watch)
    drain(&watch, goesOn: false)
  }

  // MARK: No watch

  @Test func `what is no directory, or not there, is not watched`() throws {
    try folder.write("", to: "file")
    try folder.link("link", to: "nowhere")
    for name in ["none", "none/none", "file", "file/none", "link"] {
      #expect(!canWatch(folder(name)), "\(name)")
    }
    #expect(!canWatch(""))
  }

  #if !canImport(Darwin)
    @Test(arguments: [
      (SystemCall.inotifyInit, EMFILE), (.inotifyInit, ENFILE), (.inotifyInit, ENOSYS),
      (.inotifyAddWatch, ENOSPC), (.inotifyAddWatch, EACCES), (.inotifyAddWatch, ENOMEM),
    ])
    func `where the system does not watch, nothing is left open`(
      _ call: SystemCall, _ code: Int32
    ) throws {
      let system = FaultySystem(failing: call, code)
      #expect(!canWatch(folder.path, system.fileSystem))
      #expect(
        system.calls.map(\.call)
          == (call == .inotifyInit ? [call] : [.inotifyInit, call, .close]))
    }

    @Test(arguments: [EIO, EBADF, EINVAL])
    func `events that cannot be read end the watch`(_ code: Int32) throws {
      let system = FaultySystem(failing: .read, code)
      var watch = try watch(system.fileSystem)
      drain(&watch, goesOn: false)
    }

    @Test func `a read that a signal interrupts is made again`() throws {
      let system = FaultySystem { call, number in
        call.call == .read && number < 5 ? .fail(EINTR) : nil
      }
      var watch = try watch(system.fileSystem)
      try folder.write("", to: "watched/new")
      drain(&watch, goesOn: true)
      expectNone(in: watch)
      #expect(system.calls.prefix(2).map(\.call) == [.inotifyInit, .inotifyAddWatch])
      // Three that are interrupted, one that reads, and one that finds no more.
      #expect(system.count(.read) == 5)
    }

    @Test func `the descriptor is closed with the watch, and not given to other programs`() throws {
      let system = FaultySystem()
      let descriptor: CInt
      do {
        let watch = try watch(system.fileSystem)
        descriptor = watch.descriptor
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
      }
      #expect(system.calls.map(\.call) == [.inotifyInit, .inotifyAddWatch, .close])
    }
  #endif
}
