import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

/// What an app shows of a document, as the documentation has it.
@MainActor
private final class ChecklistsModel {
  private(set) var document = ChecklistDocument() {
    didSet { shown.yield(document.checklists.map(\.name)) }
  }
  private(set) var error: StoreError?
  private let store: DocumentStore
  /// The names of the lists, each time that they are shown.
  private let shown: AsyncStream<[String]>.Continuation

  init(store: DocumentStore, shown: AsyncStream<[String]>.Continuation) {
    (self.store, self.shown) = (store, shown)
  }

  func follow() async {
    for await _ in store.changes() {
      do throws(StoreError) {
        document = try await store.load() ?? ChecklistDocument()
        error = nil
      } catch {
        self.error = error
      }
    }
  }

  func addList(_ name: String) async throws {
    try await store.apply([.addList(Checklist(name))], by: "MyApp", at: Date())
  }
}

extension FollowingTests {
  /// An app and the command line with one document.
  @MainActor struct FollowingAppTests {
    @Test func `an app shows what it does and what the command line does`() async throws {
      let sandbox = try Sandbox()
      let (names, shown) = AsyncStream<[String]>.makeStream()
      var shows = names.makeAsyncIterator()
      let store = DocumentStore(Container(path: sandbox.home.path()))
      let model = ChecklistsModel(store: store, shown: shown)
      let following = Task { await model.follow() }
      #expect(await shows.next() == [])
      #expect(try sandbox.run("lists", "add", "Trip").status == 0)
      #expect(await shows.next() == ["Trip"])
      try await model.addList("Food")
      #expect(await shows.next() == ["Trip", "Food"])
      #expect(try sandbox.run("undo").status == 0)
      #expect(await shows.next() == ["Trip"])
      following.cancel()
      await following.value
      #expect(model.error == nil)
    }
  }
}
