import Foundation

#if canImport(Testing)
  package import Testing
#endif

/// Runs tests on a few threads of its own.
///
/// Swift's own pool has one thread for each core, and all tests stand in one queue for them. What
/// waits for a process there holds up the others; what suspends goes to the end of the queue.
package final class TestExecutor: TaskExecutor {
  /// For what waits for processes, locks and pipes.
  package static let blocking = TestExecutor(threads: 4)

  /// For what suspends often, and is short between.
  package static let suspending = TestExecutor(threads: 2)

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
  /// Has tests run on other threads than those of Swift's own pool.
  package struct TestExecutorTrait: SuiteTrait, TestTrait, TestScoping {
    fileprivate let executor: TestExecutor
    /// How long a test may take, once it has its thread.
    ///
    /// Swift Testing's own limit counts the time that a test stands in the queue of the pool.
    fileprivate var limit: Duration?
    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      // For a suite as a whole there is nothing to do.
      guard testCase != nil else { return try await function() }
      try await withTaskExecutorPreference(executor) {
        guard let limit else { return try await function() }
        try await withoutActuallyEscaping(function) { function in
          try await withThrowingTaskGroup { group in
            group.addTask { try await function() }
            group.addTask {
              try await Task.sleep(for: limit)
              Issue.record("the test takes longer than \(limit)")
            }
            try await group.next()
            group.cancelAll()
          }
        }
      }
    }
  }

  extension Trait where Self == TestExecutorTrait {
    /// The test waits for processes, locks or pipes.
    package static var blocking: Self { Self(executor: .blocking) }

    /// The test suspends often, and would wait for ever if it failed.
    package static var suspending: Self { Self(executor: .suspending, limit: .seconds(60)) }
  }
#endif
