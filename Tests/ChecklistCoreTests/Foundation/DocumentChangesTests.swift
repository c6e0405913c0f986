import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistCoreFoundation

extension FollowingTests {
  /// Who changes a document, and where it is.
  struct DocumentChangesTests {
    private let folder: TemporaryFolder
    private let store: DocumentStore
    private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    init() throws {
      folder = try TemporaryFolder()
      store = DocumentStore(path: folder("Checklists.plist"))
    }

    /// Adds a list to a document.
    private func addList(to store: DocumentStore) async throws {
      try await store.apply([.addList(Checklist("Trip"))], by: "test", at: now)
    }

    // MARK: Who changes the document

    @Test func `the present version comes first, and then that of each change`() async throws {
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      for _ in 0..<5 {
        try await addList(to: store)
        try await versions.expectNext(store.version())
      }
      var others = store.changes().makeAsyncIterator()
      try await others.expectNext(store.version())
    }

    @Test func `an app follows the command line`() async throws {
      let sandbox = try Sandbox()
      let store = DocumentStore(path: sandbox.document.path())
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      for arguments in [["add", "Milk"], ["check", "1"], ["undo"], ["undo"], ["redo"]] {
        #expect(try sandbox.run(arguments).status == 0)
        try await versions.expectNext(store.version())
      }
      #expect(try await store.load()?.checklists.first?.items.map(\.text) == ["Milk"])
    }

    @Test func `each iteration sees the changes of another store`() async throws {
      let changes = store.changes()
      var first = changes.makeAsyncIterator()
      var second = changes.makeAsyncIterator()
      try await first.expectNext(nil)
      try await second.expectNext(nil)
      try await addList(to: DocumentStore(path: store.path))
      try await first.expectNext(store.version())
      try await second.expectNext(store.version())
    }

    @Test func `an editor writes in place`() async throws {
      try await addList(to: store)
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(store.version())
      let file = try FileHandle(forWritingTo: URL(filePath: store.path))
      for text in ["something", "something else", ""] {
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try await versions.reach(store.version())
      }
    }

    @Test func `a file of the same size is renamed over the document`() async throws {
      try folder.write("first", to: "Checklists.plist")
      var versions = store.changes().makeAsyncIterator()
      let first = try await versions.following()
      try folder.write("other", to: "new")
      try folder.rename("new", to: "Checklists.plist")
      let second = try await versions.following()
      #expect(try await store.version() == second)
      #expect(first != second)
    }

    @Test func `a document is changed by another of its names`() async throws {
      try folder.write("first", to: "Checklists.plist")
      try FileManager.default.createDirectory(
        atPath: folder("other"), withIntermediateDirectories: false)
      try FileManager.default.linkItem(atPath: store.path, toPath: folder("other/name"))
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(store.version())
      let file = try FileHandle(forWritingTo: URL(filePath: folder("other/name")))
      try file.write(contentsOf: Data("something".utf8))
      try await versions.expectNext(store.version())
    }

    // MARK: What is not there

    @Test func `a document is removed and made again`() async throws {
      try await addList(to: store)
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(store.version())
      for _ in 0..<3 {
        try FileManager.default.removeItem(atPath: store.path)
        try await versions.expectNext(nil)
        try await addList(to: store)
        try await versions.expectNext(store.version())
      }
    }

    @Test func `directories are made later`() async throws {
      let store = DocumentStore(path: folder("a/b/c/Checklists.plist"))
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      for _ in 0..<3 {
        try FileManager.default.createDirectory(
          atPath: folder("a/b/c"), withIntermediateDirectories: true)
        try folder.write("something", to: "a/b/c/Checklists.plist")
        try await versions.reach(store.version())
        try FileManager.default.removeItem(atPath: folder("a"))
        try await versions.reach(nil)
      }
    }

    @Test func `a directory above is renamed, and then another one`() async throws {
      try FileManager.default.createDirectory(
        atPath: folder("a/b/c"), withIntermediateDirectories: true)
      let store = DocumentStore(path: folder("a/b/c/Checklists.plist"))
      try folder.write("something", to: "a/b/c/Checklists.plist")
      var versions = store.changes().makeAsyncIterator()
      let first = try await versions.following()
      #expect(try await store.version() == first)
      for name in ["a", "a/b", "a/b/c"] {
        try folder.rename(name, to: "elsewhere")
        try await versions.expectNext(nil)
        try folder.rename("elsewhere", to: name)
        try await versions.expectNext(first)
      }
    }

    @Test func `a path in which a file is where a directory should be has no version`() async throws
    {
      try folder.write("something", to: "a")
      let store = DocumentStore(path: folder("a/Checklists.plist"))
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      try FileManager.default.removeItem(atPath: folder("a"))
      try FileManager.default.createDirectory(
        atPath: folder("a"), withIntermediateDirectories: false)
      try folder.write("something", to: "a/Checklists.plist")
      try await versions.reach(store.version())
    }

    // MARK: Symbolic links

    @Test func `the target of a link is replaced, and the link gets another target`() async throws {
      for name in ["one", "two"] {
        try FileManager.default.createDirectory(
          atPath: folder(name), withIntermediateDirectories: false)
        try await addList(to: DocumentStore(path: folder("\(name)/Checklists.plist")))
      }
      try folder.link("Checklists.plist", to: "middle")
      try folder.link("middle", to: folder("one/Checklists.plist"))
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(store.version())
      try await addList(to: DocumentStore(path: folder("one/Checklists.plist")))
      try await versions.expectNext(store.version())
      for target in ["two", "one", "two"] {
        try folder.link("new", to: "\(target)/Checklists.plist")
        try folder.rename("new", to: "middle")
        try await versions.expectNext(store.version())
        try await addList(to: store)
        try await versions.expectNext(store.version())
      }
      let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder("middle"))
      #expect(link == "two/Checklists.plist")
    }

    @Test func `the target of a link is made later`() async throws {
      try folder.link("Checklists.plist", to: "sub/../sub/document")
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      try FileManager.default.createDirectory(
        atPath: folder("sub"), withIntermediateDirectories: false)
      try await addList(to: DocumentStore(path: folder("sub/document")))
      try await versions.expectNext(store.version())
    }

    @Test func `a directory is a link, which gets another target`() async throws {
      for name in ["one", "two"] {
        try FileManager.default.createDirectory(
          atPath: folder("\(name)/sub"), withIntermediateDirectories: true)
        try folder.write(name, to: "\(name)/sub/Checklists.plist")
      }
      try folder.link("present", to: "one")
      let store = DocumentStore(path: folder("present/sub/Checklists.plist"))
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(store.version())
      try folder.link("new", to: "two")
      try folder.rename("new", to: "present")
      try await versions.expectNext(store.version())
    }

    @Test func `a link that leads to itself has no version until it is another one`() async throws {
      try folder.link("Checklists.plist", to: "Checklists.plist")
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      try folder.write("something", to: "target")
      try folder.link("new", to: "target")
      try folder.rename("new", to: "Checklists.plist")
      try await versions.expectNext(store.version())
    }
  }
}
