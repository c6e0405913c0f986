/// Whether the root leads to each object of a list.
///
/// There may be millions. It is not an array: before each store, an array is checked for being
/// shared.
///
/// It is Sendable because it changes only in one step of one save.
final class ObjectTable: @unchecked Sendable {
  private let reached: UnsafeMutableBufferPointer<Bool>

  init(count: Int) {
    reached = .allocate(capacity: count)
    UnsafeMutableRawBufferPointer(reached).preferLargePages()
    reached.initialize(repeating: false)
  }

  deinit { reached.deallocate() }

  /// Whether the root leads to an object.
  @inline(__always)
  func isReached(_ number: Int) -> Bool {
    precondition(number >= 0 && number < reached.count, "there is such an object")
    return reached[number]
  }

  /// Notes that the root leads to an object.
  ///
  /// - Returns: Whether it is new.
  @inline(__always)
  func reach(_ number: Int) -> Bool {
    if isReached(number) { return false }
    reached[number] = true
    return true
  }
}
