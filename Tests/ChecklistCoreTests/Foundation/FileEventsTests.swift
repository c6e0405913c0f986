import Foundation
import TestSupport
import Testing

@testable import ChecklistCoreFoundation

extension FollowingTests {
  /// Whether the system tells of all changes on the way to a file.
  struct FileEventsTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder("a/b"), withIntermediateDirectories: true)
      try folder.write("something", to: "a/b/file")
      try folder.link("link", to: "a/b/file")
      try folder.link("loop", to: "loop")
    }

    private func isTold(of path: String) throws -> Bool {
      var events = try #require(FileEvents())
      defer {
        events.unwatch()
        events.end()
      }
      return events.watch(path)
    }

    @Test(arguments: ["a/b/file", "a/b", "a/c", "c/d/e", "a/b/file/d", "a/../link", "loop", "/"])
    func `it tells of a file, and of what is not there yet`(path: String) throws {
      #expect(try isTold(of: folder(path)))
    }

    @Test(arguments: ["Package.swift", "./nowhere", "../nowhere/file", "", "."])
    func `it tells of a relative path`(path: String) throws {
      #expect(try isTold(of: path))
    }

    @Test(.enabled(if: geteuid() != 0, "root may read every directory"))
    func `only a directory in which something may come or go must be readable`() throws {
      try mode(0o311, "a")
      #expect(try isTold(of: folder("a/b/file")))
      #expect(try isTold(of: folder("a/b/c/d")))
      #expect(try !isTold(of: folder("a/c")))
      try mode(0o000, "a")
      #expect(try !isTold(of: folder("a/b/file")))
      #expect(try !isTold(of: folder("link")))
      try mode(0o700, "a")
      try mode(0o200, "a/b/file")
      #expect(try !isTold(of: folder("a/b/file")))
    }

    private func mode(_ mode: Int, _ name: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder(name))
    }
  }
}
