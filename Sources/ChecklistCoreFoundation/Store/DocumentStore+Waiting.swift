internal import ChecklistCore
internal import Dispatch

extension DocumentStore {
  /// Does what may wait for the disk or for a lock, and suspends the task meanwhile.
  ///
  /// It runs on a queue of its own. So it takes no thread of Swift's pool, which has only one for
  /// each core, and it does not wait for other work that waits.
  ///
  /// - Parameter work: What is done. It is done even if the task is cancelled.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  func waiting<Value: Sendable, Failure: Error>(
    for work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "ChecklistCore.DocumentStore").async {
        continuation.resume(returning: Result(catching: work))
      }
    }
    return try result.get()
  }
}
