import Synchronization

/// Counts what several threads do.
final class Counter: Sendable {
  private let value = Atomic(0)

  /// How often it was counted.
  var count: Int { value.load(ordering: .sequentiallyConsistent) }

  /// Counts once more.
  ///
  /// - Returns: How often it was counted before.
  func next() -> Int {
    value.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
  }
}
