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

/// Files that get a name that nothing has.
struct PlacingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("new", to: "a.new")
  }

  /// The names in the folder.
  private func names() throws -> [String] {
    try FileSystem().contents(of: folder.path).map(FileSystem.name(of:))
  }

  /// A file system, some of which know no second names.
  private static let systems: [Int32?] = [nil, EPERM, EOPNOTSUPP, ENOSYS]

  private func fileSystem(_ code: Int32?) -> FileSystem {
    FileSystem { call, _ in call == .link ? code.map { .fail($0) } : nil }
  }

  @Test(arguments: systems)
  func `a file gets a name that nothing has`(code: Int32?) throws {
    try fileSystem(code).renameToNew(folder("a.new"), to: folder("a"), step: "place")
    #expect(folder.text("a") == "new")
    #expect(try names() == ["a"])
  }

  @Test(arguments: systems)
  func `a file, a folder and a link that leads nowhere are not replaced`(code: Int32?) throws {
    try folder.write("old", to: "a")
    try FileSystem().makeDirectories(folder("b"))
    try FileManager.default.createSymbolicLink(
      atPath: folder("c"), withDestinationPath: folder("none"))
    for name in ["a", "b", "c"] {
      #expect(
        throws: FileError(call: .link, path: folder(name), code: EEXIST, step: "place")
      ) {
        try fileSystem(code).renameToNew(folder("a.new"), to: folder(name), step: "place")
      }
    }
    #expect(folder.text("a") == "old")
    #expect(folder.text("a.new") == "new")
  }

  @Test func `an error of another kind is told, and nothing is looked for`() {
    #expect(throws: FileError(call: .link, path: folder("a"), code: EIO, step: "place")) {
      try fileSystem(EIO).renameToNew(folder("a.new"), to: folder("a"), step: "place")
    }
  }

  #if os(Linux)
    @Test func `a file without a name is none in its folder until it gets one`() throws {
      let system = FileSystem()
      let file = try #require(try system.openUnnamed(folder("b.new"), step: "make"))
      defer { system.close(file, folder("b.new")) }
      #expect(try names() == ["a.new"])
      try folder.write("old", to: "a")
      #expect(throws: FileError(call: .link, path: folder("a"), code: EEXIST, step: "place")) {
        try system.link(file, to: folder("a"), step: "place")
      }
      try system.link(file, to: folder("b"), step: "place")
      #expect(folder.text("a") == "old")
      #expect(folder.text("b") == "")
    }
  #endif

  @Test(arguments: [EOPNOTSUPP, EISDIR, EINVAL])
  func `where there are no files without a name, none is made`(code: Int32) throws {
    let system = FileSystem { call, _ in call == .open ? .fail(code) : nil }
    #expect(try system.openUnnamed(folder("b.new"), step: "make") == nil)
  }
}
