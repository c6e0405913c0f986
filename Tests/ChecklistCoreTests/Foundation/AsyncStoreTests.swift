import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

/// A document store as asynchronous code uses it.
@Suite(.suspending)
struct AsyncStoreTests {
  private let folder: TemporaryFolder
  private let store: DocumentStore
  private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws {
    folder = try TemporaryFolder()
    store = DocumentStore(Container(path: folder.path), lockTimeout: 60)
  }

  @Test func `a document is changed and read`() async throws {
    #expect(try await store.load() == nil)
    #expect(try await store.version() == nil)
    let list = Checklist("Trip")
    let applied = try await store.apply([.addList(list)], by: "app", at: now)
    #expect(applied.map(\.kind) == [.added])
    #expect(try await store.load()?.checklists == [list])
    let (document, version) = try await store.loadVersioned()
    #expect(document?.checklists == [list])
    #expect(try await store.version() == version)
  }

  @Test func `a transaction gives what its closure returns, or throws what it throws`()
    async throws
  {
    let name = try await store.transact(by: "app", at: now) { transaction in
      try transaction.apply([.addList(Checklist("Trip"))])
      return transaction.document?.checklists.first?.name
    }
    #expect(name == "Trip")
    let before = try await store.version()
    await #expect(throws: CocoaError(.userCancelled)) {
      try await store.transact(by: "app", at: now) { transaction in
        try transaction.apply([.addList(Checklist("Food"))])
        throw CocoaError(.userCancelled)
      }
    }
    #expect(try await store.version() == before)
  }

  @Test func `an error is of the type that the other form throws`() async throws {
    do throws(StoreError) {
      try await store.apply([.addList(Checklist(" "))], by: "app", at: now)
      Issue.record("a blank name was taken")
    } catch {
      #expect(error.kind == .refused(ChangeError(.blankListName)))
    }
  }

  @Test func `changes are undone, redone and restored`() async throws {
    for name in ["Trip", "Food"] {
      try await store.apply([.addList(Checklist(name))], by: "app", at: now)
    }
    #expect(try await store.undo(at: now).summary == "Added the list 'Food'")
    #expect(try await store.load()?.checklists.map(\.name) == ["Trip"])
    #expect(try await store.redo(at: now).summary == "Added the list 'Food'")
    #expect(try await store.restore(2, by: "app", at: now).summary == "Added the list 'Trip'")
    #expect(try await store.load()?.checklists.map(\.name) == ["Trip"])
    #expect(try await store.revisions().last?.summary == "restored 2")
    #expect(await store.newestSoundRevision() == nil)
    try FileManager.default.removeItem(atPath: store.path)
    #expect(await store.newestSoundRevision()?.summary == "restored 2")
    _ = try await store.restore(by: "app", at: now)
    try await store.clearHistory()
    #expect(try await store.revisions().isEmpty)
  }

  @Test func `the other form is called in a closure that does not wait`() async throws {
    let read = { try store.load() }
    #expect(try read() == nil)
  }

  @Test func `a change is made although its task is cancelled`() async throws {
    let task = Task(executorPreference: TestExecutor.suspending) {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.apply([.addList(Checklist("Trip"))], by: "app", at: now)
    }
    #expect(try await task.value.map(\.kind) == [.added])
    #expect(try await store.load()?.checklists.map(\.name) == ["Trip"])
  }

  @Test func `work that waits takes no thread of the pool, and does not wait for other work`()
    async throws
  {
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          try await store.transact(isDryRun: true, by: "app", at: now) { _ in
            arrival.yield()
            gate.wait()
          }
        }
      }
      // It goes on only when all of them wait at the same time.
      var arrived = arrivals.makeAsyncIterator()
      for _ in 0..<count { await arrived.next() }
      for _ in 0..<count { gate.signal() }
      try await group.waitForAll()
    }
  }

  @Test func `a document is read while a change waits for the lock`() async throws {
    let list = Checklist("Trip")
    try await store.apply([.addList(list)], by: "app", at: now)
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    async let holder: Void = store.transact(by: "holder", at: now) { _ in
      arrival.yield()
      gate.wait()
    }
    var arrived = arrivals.makeAsyncIterator()
    await arrived.next()
    async let renamed = store.apply(
      [.editList(list.id, ListEdit(name: "Rome"))], by: "app", at: now)
    #expect(try await store.load()?.checklists.map(\.name) == ["Trip"])
    gate.signal()
    try await holder
    #expect(try await renamed.map(\.kind) == [.renamed])
    #expect(try await store.load()?.checklists.map(\.name) == ["Rome"])
  }
}
