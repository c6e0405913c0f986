import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChecklistCore

/// A document and its container in a directory of their own, removed at the end.
final class StoreRoom {
  let directory: String
  let container: Container

  /// Makes the directory, in memory where that is possible, so that a thousand saves are quick.
  convenience init() throws {
    let memory = "/dev/shm"
    try self.init(
      in: FileManager.default.isWritableFile(atPath: memory)
        ? memory : FileManager.default.temporaryDirectory.path())
  }

  /// Makes the directory in another.
  init(in parent: String) throws {
    // The path as the store resolves it: on macOS the temporary directory is behind a link.
    let resolved = try FileSystem().resolve(FileSystem.join(parent, "store-\(UUID().uuidString)"))
    directory = resolved
    try FileManager.default.createDirectory(atPath: resolved, withIntermediateDirectories: true)
    container = Container(path: "\(resolved)/home")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  var document: String { "\(directory)/Checklists.plist" }
  var temporary: String { "\(directory)/.checklists-new" }
  /// A file that is no document.
  var file: String { "\(directory)/file" }

  /// The directory in which the document's states are.
  var history: String { FileSystem.join(container.history, DocumentKey(document).text) }

  /// The file of a state.
  func state(_ number: Int, after previous: Int) -> String {
    "\(history)/\(number)-\(previous).plist"
  }

  var journal: String { "\(history)/Journal" }

  /// How long to wait for a lock that a process may hold without knowing it: one that another test
  /// is starting has the descriptor until it runs its program.
  static let patience = 10.0

  /// The store of the document, with a history that tells `warnings` what it cannot do.
  func store(warnings: Collected<FileError> = Collected()) -> DocumentStore {
    store(lockTimeout: Self.patience, fileSystem: FileSystem(), warnings: warnings)
  }

  /// The store of the document, over a file system with faults; one may be that of the lock.
  func store(
    lockTimeout: Double = 0, fileSystem: FileSystem,
    warnings: Collected<FileError> = Collected()
  ) -> DocumentStore {
    DocumentStore(
      path: document, historyIn: container, lockTimeout: lockTimeout, fileSystem: fileSystem
    ) { warning in
      if case .noHistory(let error) = warning { warnings.append(error) }
    }
  }

  /// Adds an item to the first list, which is made where there is none.
  @discardableResult
  func add(_ text: String, to store: DocumentStore? = nil) throws -> Collected<FileError> {
    let warnings = Collected<FileError>()
    let now = Date(timeIntervalSinceReferenceDate: 0)
    let store = store ?? self.store(warnings: warnings)
    try store.change(createsDocument: true, by: "add \(text)", at: now) { document in
      let list = document.checklists.first ?? Checklist("List")
      let item = ChecklistItem(text, now: now)
      return (document.checklists.isEmpty ? [.addList(list)] : [])
        + [.addItems([item], list: list.id)]
    }
    return warnings
  }

  /// Adds a list to a store that may have no document yet.
  func addList(_ name: String, to store: DocumentStore) throws {
    try store.change(createsDocument: true, at: Date(timeIntervalSinceReferenceDate: 0)) { _ in
      [.addList(Checklist(name))]
    }
  }

  /// The texts of the first list, read without any fault; nil when there is no document.
  func texts() throws -> [String]? {
    try DocumentStore(path: document).load().map { $0.checklists.first?.items.map(\.text) ?? [] }
  }

  /// The states in the history: what made them, with a mark before the present and those undone.
  func states() throws -> [String] {
    try store().revisions().map { state in
      "\(state.isPresent ? "*" : state.isUndone ? "-" : "")\(state.number) \(state.summary)"
    }
  }

  func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }
}

/// Changes at a time that does not matter.
extension DocumentStore {
  @discardableResult
  func change(
    createsDocument: Bool = false, by command: String = "test",
    at now: Date = Date(timeIntervalSinceReferenceDate: 0),
    _ resolve: (ChecklistDocument) throws -> [DocumentChange]
  ) throws -> [AppliedChange] {
    try transact(by: command, at: now) {
      try $0.change(createsDocument: createsDocument, resolve)
    }
  }

  func undo(isForced: Bool = false, isDryRun: Bool = false) throws(StoreError) -> Revision {
    try undo(
      isForced: isForced, isDryRun: isDryRun, at: Date(timeIntervalSinceReferenceDate: 0))
  }

  func redo(isDryRun: Bool = false) throws(StoreError) -> Revision {
    try redo(isDryRun: isDryRun, at: Date(timeIntervalSinceReferenceDate: 0))
  }

  func restore(_ number: Int? = nil, isDryRun: Bool = false) throws(StoreError) -> Revision {
    try restore(
      number, isDryRun: isDryRun, by: "restore", at: Date(timeIntervalSinceReferenceDate: 0))
  }
}

/// What was collected while something else ran.
final class Collected<Element: Sendable>: Sendable {
  private let content = Mutex<[Element]>([])

  var elements: [Element] { content.withLock { $0 } }

  func append(_ element: Element) {
    content.withLock { $0.append(element) }
  }

  /// Appends an element, and tells how many there were before.
  func count(_ element: Element) -> Int {
    content.withLock { content in
      content.append(element)
      return content.count - 1
    }
  }
}

/// The error of the store that something meets.
func storeError(_ work: () throws -> Void) -> StoreError.Kind? {
  do {
    try work()
    return nil
  } catch let error as StoreError {
    return error.kind
  } catch {
    Issue.record("\(error) is no StoreError")
    return nil
  }
}
