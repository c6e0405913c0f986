import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Clearing the history when a system call fails.
struct ClearFaultTests {
  private typealias Call = FaultTests.Call

  /// Three states before the present one, and one that was undone.
  private func room() throws -> StoreRoom {
    let room = try StoreRoom()
    for text in ["A", "B", "C", "D"] { try room.add(text) }
    _ = try room.store().undo()
    return room
  }

  private func clear(
    _ room: StoreRoom, _ fault: @escaping @Sendable (Int) -> SystemCallFault?
  ) -> (error: StoreError.Kind?, calls: [Call]) {
    let calls = Collected<Call>()
    let faults = FileSystem { call, path in fault(calls.count(Call(call, path))) }
    let error = storeError { try room.store(fileSystem: faults).clearHistory() }
    return (error, calls.elements)
  }

  /// The error that a failing call must give; nil when the history must be cleared all the same.
  private func expectedError(_ call: Call, _ code: Int32, in error: StoreError.Kind?)
    -> StoreError.Kind?
  {
    switch (call.call, code, error) {
    // What root makes belongs to the owner of the directory, where that is possible.
    case (.stat, _, _) where call.name == "directory": nil
    // No file of an attachment is removed for certain.
    case (.opendir, _, _) where call.name.hasSuffix(AttachmentFolder.suffix): nil
    case (.readlink, _, _) where call.name.hasSuffix(AttachmentFolder.suffix): nil
    case (.close, _, _), (.fcntl, _, _), (.flock, ENOLCK, _): nil
    case (.open, _, _) where call.name == DirectoryLock.sidecarName: nil
    case (.unlink, _, _) where call.name == DirectoryLock.sidecarName: nil
    case (.flock, EWOULDBLOCK, _): .locked(0, holder: nil)
    case (_, EACCES, .permission(let found)?), (_, EPERM, .permission(let found)?),
      (_, _, .file(let found)?):
      found.call == call.call && found.code == code && Call.name(found.path) == call.name
        && !found.step.isEmpty ? error : .notFound
    default: .notFound
    }
  }

  @Test func `Whichever call fails, the document stays, and what is left is known`() throws {
    let (none, calls) = clear(try room()) { _ in nil }
    #expect(none == nil)
    // The journal, four states, the copy of the present one, and the file of the lock.
    #expect(calls.count { $0.call == .unlink } == 7)
    for (number, call) in calls.enumerated() {
      for code in FaultTests.codes(call.call) {
        let trial: Comment = "call \(number): \(call), errno \(code)"
        let room = try room()
        let (error, made) = clear(room) { $0 == number ? .fail(code) : nil }
        #expect(made[number] == call, trial)
        let isUnlock = call.call == .flock && calls[..<number].contains { $0.call == .flock }
        #expect(error == (isUnlock ? nil : expectedError(call, code, in: error)), trial)
        #expect(try room.texts() == ["A", "B", "C"], trial)
        for state in try room.store().revisions() where !state.isPresent {
          #expect(throws: Never.self, trial) {
            _ = try room.store().restore(state.number, isDryRun: true)
          }
        }
        if error == nil {
          #expect(try room.states() == [], trial)
        }
        // The second time nothing fails.
        try room.store().clearHistory()
        #expect(try room.states() == [], trial)
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.history) == [], trial)
        try room.add("Next")
        #expect(try room.states() == ["1 as it was found", "*2 Added Next"], trial)
      }
    }
  }

  @Test func `A call that a signal interrupts is made again`() throws {
    for number in clear(try room(), { _ in nil }).calls.indices {
      let room = try room()
      #expect(clear(room) { $0 == number ? .fail(EINTR) : nil }.error == nil)
      #expect(try room.states() == [])
    }
  }
}
