import Synchronization
import TestSupport

@testable import ChecklistCore

/// The real file system, with a record of the calls and with faults.
///
/// A class, because the file systems that it gives share the record.
final class FaultySystem: Sendable {
  /// A call as the seam is asked about it.
  struct Call: Equatable, Sendable, CustomStringConvertible {
    let call: SystemCall
    let path: String

    /// The call and the last component of its path.
    var description: String { "\(call) \(FileSystem.name(of: path))" }
  }

  private let log = Mutex<[Call]>([])
  private let fault: @Sendable (_ call: Call, _ number: Int) -> SystemCallFault?

  /// A system with faults.
  ///
  /// - Parameter fault: what happens instead of a call, by its number since the last ``start()``.
  init(_ fault: @escaping @Sendable (Call, Int) -> SystemCallFault? = { _, _ in nil }) {
    self.fault = fault
  }

  /// One that fails each call of a kind on any path.
  convenience init(failing kind: SystemCall, _ code: Int32) {
    self.init { call, _ in call.call == kind ? .fail(code) : nil }
  }

  var fileSystem: FileSystem {
    FileSystem { [self] call, path in
      let call = Call(call: call, path: path)
      let number = log.withLock { log in
        log.append(call)
        return log.count - 1
      }
      return fault(call, number)
    }
  }

  /// The calls since the last ``start()``; about each read and write, the seam is asked twice.
  var calls: [Call] { log.withLock { $0 } }

  /// The calls, with one for those that follow each other and are the same.
  var distinctCalls: [String] {
    calls.map(\.description).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  func count(_ kind: SystemCall) -> Int { calls.count { $0.call == kind } }

  func start() {
    log.withLock { $0 = [] }
  }
}
