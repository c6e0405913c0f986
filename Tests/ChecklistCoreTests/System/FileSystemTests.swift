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

struct FileSystemTests {
  private let folder: TemporaryFolder
  private let fileSystem = FileSystem()

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: Paths

  @Test(arguments: [
    ("a/b", "a", "b"), ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/", "a", "b"),
    ("a/", ".", "a"), ("/", "/", ""), ("//", "/", ""), ("/a/", "/", "a"), ("", ".", ""),
    (".", ".", "."), ("..", ".", ".."), ("a/..", "a", ".."), ("./a", ".", "a"),
    ("/é/e\u{301}", "/é", "e\u{301}"), ("a b/\u{1F95B}", "a b", "\u{1F95B}"), ("a\\b", ".", "a\\b"),
    ("a/\u{301}b", "a", "\u{301}b"),
    ("a\u{600}/", ".", "a\u{600}"),
  ])
  func `a path has a directory and a name`(_ path: String, _ parent: String, _ name: String) {
    #expect(FileSystem.parent(of: path).utf8.elementsEqual(parent.utf8))
    #expect(FileSystem.name(of: path).utf8.elementsEqual(name.utf8))
  }

  @Test(arguments: [
    ("a", "b", "a/b"), ("/", "b", "/b"), ("a/", "b", "a/b"), (".", "b", "./b"), ("/a", "", "/a/"),
    ("a", "b/c", "a/b/c"), ("a", "\u{301}b", "a/\u{301}b"), ("a/\u{301}", "b", "a/\u{301}/b"),
  ])
  func `a directory and a name make a path`(_ directory: String, _ name: String, _ path: String) {
    #expect(FileSystem.join(directory, name).utf8.elementsEqual(path.utf8))
  }

  // MARK: Links

  @Test func `a path without links is made absolute`() throws {
    try folder.write("", to: "file")
    #expect(try fileSystem.resolve(folder("file")) == folder("file"))
    #expect(try fileSystem.resolve(folder("none")) == folder("none"))
    #expect(try fileSystem.resolve(folder("./file")) == folder("file"))
    #expect(
      try fileSystem.resolve("not there")
        == FileManager.default.currentDirectoryPath + "/not there")
  }

  @Test func `links are followed, relative ones from where they are`() throws {
    let other = try TemporaryFolder()
    try fileSystem.makeDirectories(folder("a/b"))
    try folder.write("", to: "a/file")
    try folder.link("a/b/relative", to: "../file")
    try folder.link("chain", to: "a/b/relative")
    try folder.link("absolute", to: folder("chain"))
    try folder.link("directory", to: "a")
    try folder.link("through", to: "directory/b/relative")
    try other.link("far", to: folder("through"))
    for path in ["a/file", "a/b/relative", "chain", "absolute", "directory/file", "through"] {
      #expect(try fileSystem.resolve(folder(path)) == folder("a/file"), "\(path)")
    }
    #expect(try fileSystem.resolve(other("far")) == folder("a/file"))
    // A "/" and a combining mark are one character.
    try folder.link("mark", to: "/\u{301}")
    #expect(try fileSystem.resolve(folder("mark")) == "/\u{301}")
  }

  @Test func `a link to a file that is not there leads to where that would be`() throws {
    try folder.link("dangling", to: "none")
    #expect(try fileSystem.resolve(folder("dangling")) == folder("none"))
    try folder.link("lost", to: "none/file")
    #expect(
      throws: FileError(
        call: .realpath, path: folder("none"), code: ENOENT, step: "find the directory")
    ) { try fileSystem.resolve(folder("lost")) }
  }

  @Test func `what the system does not follow is not followed`() throws {
    try folder.write("", to: "file")
    try folder.link("link", to: "file")
    try folder.link("dangling", to: "none")
    try fileSystem.makeDirectories(folder("a"))
    try folder.link("directory", to: "a")
    let system = FaultySystem(failing: .stat, EACCES)
    for name in ["link", "dangling", "directory/none"] {
      #expect(
        throws: FileError(call: .stat, path: folder(name), code: EACCES, step: "look at")
      ) { try system.fileSystem.resolve(folder(name)) }
    }
    // Without a link there is nothing to ask.
    system.start()
    #expect(try system.fileSystem.resolve(folder("file")) == folder("file"))
    #expect(try system.fileSystem.resolve(folder("a/none")) == folder("a/none"))
    _ = try system.fileSystem.resolve("none")
    #expect(system.count(.stat) == 0)
  }

  @Test func `a loop of links is told`() throws {
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    try folder.link("self", to: "self")
    for name in ["a", "self"] {
      let error = #expect(throws: FileError.self) { try fileSystem.resolve(folder(name)) }
      #expect((error?.call, error?.code) == (.readlink, ELOOP))
      #expect(error?.step == "follow the link")
    }
  }

  @Test(
    arguments: [(.readlink, "follow the link", "file"), (.realpath, "find the directory", nil)]
      as [(SystemCall, String, String?)])
  func `what fails on the way is told`(_ call: SystemCall, _ step: String, _ name: String?) throws {
    let system = FaultySystem(failing: call, EACCES)
    let path = name.map { folder($0) } ?? folder.path
    #expect(throws: FileError(call: call, path: path, code: EACCES, step: step)) {
      try system.fileSystem.resolve(folder("file"))
    }
  }

  // MARK: Directories

  @Test func `directories are made for their owner only, where there are none`() throws {
    try fileSystem.makeDirectories(folder("a/b/c"))
    for name in ["a", "a/b", "a/b/c"] { #expect(try folder.mode(name) == 0o700) }
    #expect(chmod(folder("a"), 0o755) == 0)
    try fileSystem.makeDirectories(folder("a/b/c"))
    try fileSystem.makeDirectories(folder("a/d/"))
    #expect(try folder.mode("a") == 0o755)
    #expect(try folder.mode("a/d") == 0o700)
  }

  @Test func `directories are for their owner only whatever the umask`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      umask(0)
      try FileSystem().makeDirectories(folder("a/b"))
      #expect(try folder.mode("a") == 0o700)
      #expect(try folder.mode("a/b") == 0o700)
    }
  }

  @Test func `where no directory can be made, the one that failed is told`() throws {
    try folder.write("", to: "file")
    #expect(
      throws: FileError(
        call: .mkdir, path: folder("file/a"), code: ENOTDIR, step: "make the directory")
    ) { try fileSystem.makeDirectories(folder("file/a")) }
    // Below a link that leads nowhere, the link is there and what it leads to is not.
    try folder.link("dangling", to: "none")
    #expect(
      throws: FileError(
        call: .mkdir, path: folder("dangling/a"), code: ENOENT, step: "make the directory")
    ) { try fileSystem.makeDirectories(folder("dangling/a")) }
    #expect(
      throws: FileError(call: .mkdir, path: "", code: ENOENT, step: "make the directory")
    ) { try fileSystem.makeDirectories("") }
    let system = FaultySystem(failing: .mkdir, ENOENT)
    #expect(
      throws: FileError(call: .mkdir, path: "/", code: ENOENT, step: "make the directory")
    ) { try system.fileSystem.makeDirectories("/a/b") }
  }

  // MARK: Calls

  @Test func `removing what is not there is no error`() throws {
    try folder.write("", to: "file")
    try fileSystem.unlink(folder("file"))
    try fileSystem.unlink(folder("file"))
    #expect(try folder.names() == [])
    let system = FaultySystem(failing: .unlink, EBUSY)
    #expect(throws: FileError(call: .unlink, path: folder("x"), code: EBUSY, step: "remove")) {
      try system.fileSystem.unlink(folder("x"))
    }
  }

  @Test func `the status of what is not there is nil`() throws {
    #expect(try fileSystem.stat(folder("none")) == nil)
    #expect(try fileSystem.stat(folder.path)?.isRegularFile == false)
    let system = FaultySystem(failing: .stat, EACCES)
    #expect(throws: FileError(call: .stat, path: folder("x"), code: EACCES, step: "look at")) {
      try system.fileSystem.stat(folder("x"))
    }
  }

  @Test func `closing is not tried again: what is closed may be another's by then`() throws {
    let system = FaultySystem(failing: .close, EINTR)
    system.fileSystem.close(-1, folder.path)
    #expect(system.count(.close) == 1)
  }

  @Test func `an error says what could not be done, on what, and why`() {
    let error = FileError(call: .rename, path: "/a/b", code: ENOSPC, step: "replace")
    #expect(error.description == "cannot replace /a/b: No space left on device")
    #expect(error.reason == "No space left on device")
  }
}
