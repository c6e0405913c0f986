/// The facts about each object of a list that a save looks at: how deep containers nest in it, and
/// whether the root leads to it.
///
/// There may be millions. It is not an array: before each store, an array is checked for being
/// shared, which took a tenth of the instructions of an encode.
///
/// It is Sendable because the facts change only in the steps of one save.
final class ObjectTable: @unchecked Sendable {
  /// By number: the height, and above it whether the root leads to the object.
  private let facts: UnsafeMutableBufferPointer<UInt16>
  private static let reached: UInt16 = 1 << 15

  init(count: Int) {
    facts = .allocate(capacity: count)
    UnsafeMutableRawBufferPointer(facts).preferLargePages()
    facts.initialize(repeating: 0)
  }

  deinit { facts.deallocate() }

  @inline(__always)
  private subscript(number: Int) -> UInt16 {
    get {
      precondition(number >= 0 && number < facts.count, "there is such an object")
      return facts[number]
    }
    set {
      precondition(number >= 0 && number < facts.count, "there is such an object")
      facts[number] = newValue
    }
  }

  /// How deep containers nest in an object, itself included; 0 until it is set, and for scalars.
  @inline(__always)
  func height(of number: Int) -> Int { Int(self[number] & ~Self.reached) }

  @inline(__always)
  func setHeight(_ height: Int, of number: Int) { self[number] = UInt16(height) }

  /// Whether the root leads to an object.
  @inline(__always)
  func isReached(_ number: Int) -> Bool { self[number] & Self.reached != 0 }

  /// Notes that the root leads to an object.
  ///
  /// - Returns: Whether it is new.
  @inline(__always)
  func reach(_ number: Int) -> Bool {
    let fact = self[number]
    if fact & Self.reached != 0 { return false }
    facts[number] = fact | Self.reached
    return true
  }
}
