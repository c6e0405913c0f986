import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistCoreFoundation

extension FollowingTests {
  /// What an iteration delivers, and when it ends.
  struct DeliveryTests {
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

    @Test func `other files of the directory change, and nothing is delivered`() async throws {
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      for number in 0..<20 { try folder.write("something", to: "file \(number % 3)") }
      try await addList(to: store)
      try await versions.expectNext(store.version())
    }

    @Test func `of many changes the last one is delivered, and few before it`() async throws {
      var versions = store.changes().makeAsyncIterator()
      try await versions.expectNext(nil)
      for _ in 0..<30 { try await addList(to: store) }
      let count = try await versions.reach(store.version())
      // The one that waited, one that was being looked at, and the last.
      #expect(count <= 3)
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 40 : 4))
    func `whatever is done to the document, the last version is delivered`(
      seed: UInt64
    ) async throws {
      for name in ["one", "two"] {
        try FileManager.default.createDirectory(
          atPath: folder(name), withIntermediateDirectories: false)
      }
      let changes = store.changes()
      let last = "the last version of the document"
      let reader = Task(executorPreference: TestExecutor.suspending) {
        var seen: [DocumentStore.Version?] = []
        for await version in changes {
          seen.append(version)
          guard folder.text("Checklists.plist") == last else { continue }
          if try await store.version() == version { return seen }
        }
        return seen
      }
      var random = SplitMix64(seed: seed)
      for number in 0..<200 {
        try? changeSomehow(number, &random)
        if Int.random(in: 0..<8, using: &random) == 0 { await Task.yield() }
      }
      try? FileManager.default.removeItem(atPath: store.path)
      try folder.write(last, to: "Checklists.plist")
      let seen = try await reader.value
      #expect(try await store.version() == seen.last)
      #expect(!zip(seen, seen.dropFirst()).contains { $0 == $1 })
    }

    /// Does something by which the path may lead to another file or another content.
    private func changeSomehow(_ number: Int, _ random: inout SplitMix64) throws {
      let text = String(repeating: "x", count: number)
      let directory = Bool.random(using: &random) ? "one" : "two"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try folder.write(text, to: "Checklists.plist")
      case 1:
        let file = try FileHandle(forWritingTo: URL(filePath: store.path))
        try file.write(contentsOf: Data(text.utf8))
      case 2: try FileManager.default.removeItem(atPath: store.path)
      case 3:
        try folder.write(text, to: "new")
        try folder.rename("new", to: "Checklists.plist")
      case 4:
        try folder.link("new link", to: "\(directory)/Checklists.plist")
        try folder.rename("new link", to: "Checklists.plist")
      default: try folder.write(text, to: "\(directory)/Checklists.plist")
      }
    }

    // MARK: The end

    @Test func `a cancelled task gets no more, and leaves no descriptor`() async throws {
      try await addList(to: store)
      let (starts, start) = AsyncStream<Void>.makeStream()
      let task = Task(executorPreference: TestExecutor.suspending) {
        var count = 0
        for await _ in store.changes() {
          count += 1
          start.yield()
        }
        return count
      }
      var started = starts.makeAsyncIterator()
      await started.next()
      task.cancel()
      #expect(await task.value == 1)
      try await noWatchIsLeft()
    }

    @Test func `a thousand iterations leave no descriptor`() async throws {
      for number in 0..<1000 {
        var versions = store.changes().makeAsyncIterator()
        if number.isMultiple(of: 2) { try await versions.expectNext(nil) }
      }
      try await noWatchIsLeft()
    }

    @Test func `many iterations at once see a change, also those that the system does not tell`()
      async throws
    {
      let untold = DocumentStore.Changes(store: store) { nil }
      var all = (0..<40).map { number in
        (number.isMultiple(of: 2) ? untold : store.changes()).makeAsyncIterator()
      }
      for index in all.indices { try await all[index].expectNext(nil) }
      try await addList(to: store)
      for index in all.indices { try await all[index].expectNext(store.version()) }
      all = []
      try await noWatchIsLeft()
    }

    /// Waits until the process has no descriptor of inotify any more.
    private func noWatchIsLeft() async throws {
      #if os(Linux)
        let descriptors = URL(filePath: "/proc/self/fd").path
        while try FileManager.default.contentsOfDirectory(atPath: descriptors).contains(where: {
          let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "\(descriptors)/\($0)")
          return target == "anon_inode:inotify"
        }) {
          try await Task.sleep(for: .milliseconds(5))
        }
      #endif
    }

    // MARK: Without the system

    @Test func `where the system does not tell, the document is looked at once a second`()
      async throws
    {
      let changes = DocumentStore.Changes(store: store) { nil }
      var versions = changes.makeAsyncIterator()
      try await versions.expectNext(nil)
      try await addList(to: store)
      try await versions.expectNext(store.version())
    }

    @Test func `the system is asked again until it tells`() async throws {
      let attempts = Counter()
      let changes = DocumentStore.Changes(store: store) {
        attempts.next() < 2 ? nil : FileEvents()
      }
      var versions = changes.makeAsyncIterator()
      try await versions.expectNext(nil)
      while attempts.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
      for _ in 0..<5 {
        try await addList(to: store)
        try await versions.expectNext(store.version())
      }
      #expect(attempts.count == 3)
    }
  }
}
