internal import ChecklistCore
internal import Dispatch
internal import Synchronization

extension DocumentStore {
  /// The queues of the changes of documents, by path.
  private static let changeQueues = Mutex<[String: DispatchQueue]>([:])

  /// Does what may wait for the disk, and suspends the task meanwhile.
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
    try await Self.result(of: work, on: DispatchQueue(label: "ChecklistCore.DocumentStore"))
  }

  /// Does what changes the document, after the changes of this process that were asked for before.
  ///
  /// They would only wait for each other's lock, each with a thread.
  ///
  /// - Parameter work: What is done. It is done even if the task is cancelled.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  func inTurn<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let queue = Self.changeQueues.withLock { queues in
      let queue = queues[path] ?? DispatchQueue(label: "ChecklistCore.DocumentStore.changes")
      queues[path] = queue
      return queue
    }
    return try await Self.result(of: work, on: queue)
  }

  private static func result<Value: Sendable, Failure: Error>(
    of work: @escaping @Sendable () throws(Failure) -> Value, on queue: DispatchQueue
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }
}
