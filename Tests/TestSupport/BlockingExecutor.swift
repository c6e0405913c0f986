import Foundation

#if canImport(Testing)
  package import Testing
#endif

/// Runs work that waits for processes, locks and pipes on a few threads of its own.
///
/// The threads of Swift's own pool must not wait: there is only one for each core, and other tests
/// could not go on.
package final class BlockingExecutor: TaskExecutor {
  /// The one that tests share.
  package static let shared = BlockingExecutor(threads: 4)

  private let jobs = JobQueue()

  private init(threads: Int) {
    for _ in 0..<threads {
      // A reference that is kept for ever, as the executor itself is.
      let executor = asUnownedTaskExecutor()
      let thread = Thread { [jobs] in
        while true { jobs.next().runSynchronously(on: executor) }
      }
      // As much as the main thread has.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    jobs.append(UnownedJob(job))
  }
}

/// Jobs in their order, for threads that wait for them.
private final class JobQueue: @unchecked Sendable {
  // Guarded by the condition.
  private var jobs: [UnownedJob] = []
  private let condition = NSCondition()

  func append(_ job: UnownedJob) {
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  func next() -> UnownedJob {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty { condition.wait() }
    return jobs.removeFirst()
  }
}

#if canImport(Testing)
  /// Has tests run on threads of their own, because they wait for processes, locks or pipes.
  package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      // For a suite as a whole there is nothing to do.
      guard testCase != nil else { return try await function() }
      try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
  }

  extension Trait where Self == BlockingTrait {
    /// The test waits for processes, locks or pipes.
    package static var blocking: Self { Self() }
  }
#endif
