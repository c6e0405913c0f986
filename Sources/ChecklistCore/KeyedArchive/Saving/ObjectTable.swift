/// The facts about each object of a list that a save looks at: how many references lead to it, and
/// how deep containers nest in it.
///
/// There may be millions. It is not an array: before each store, an array is checked for being
/// shared, which took a tenth of the instructions of an encode.
///
/// It is Sendable because the facts change only in the steps of one save.
final class ObjectTable: @unchecked Sendable {
  /// By number: the count of references in the low half, and above it the height and the flags.
  private let facts: UnsafeMutableBufferPointer<UInt64>

  /// A fact that is true or not.
  struct Flag {
    fileprivate let mask: UInt64

    /// A new object refers to it.
    static let isNeeded = Flag(mask: 1 << 48)
    /// It has lost a reference, and has others.
    static let isSuspect = Flag(mask: 1 << 49)
  }

  init(count: Int) {
    facts = .allocate(capacity: count)
    UnsafeMutableRawBufferPointer(facts).preferLargePages()
    facts.initialize(repeating: 0)
  }

  deinit { facts.deallocate() }

  @inline(__always)
  private subscript(number: Int) -> UInt64 {
    get {
      precondition(number >= 0 && number < facts.count, "there is such an object")
      return facts[number]
    }
    set {
      precondition(number >= 0 && number < facts.count, "there is such an object")
      facts[number] = newValue
    }
  }

  /// How many references lead to an object.
  @inline(__always)
  func count(_ number: Int) -> Int { Int(truncatingIfNeeded: self[number] & 0xFFFF_FFFF) }

  /// Counts references to an object.
  ///
  /// - Returns: How deep containers nest in the object.
  @inline(__always)
  @discardableResult
  func refer(to number: Int, times: Int = 1) -> Int {
    let fact = self[number]
    facts[number] = fact &+ UInt64(truncatingIfNeeded: times)
    return Int(truncatingIfNeeded: fact &>> 32 & 0xFFFF)
  }

  /// Takes a reference to an object away.
  ///
  /// - Returns: Whether none is left.
  func release(_ number: Int) -> Bool {
    self[number] -= 1
    return count(number) == 0
  }

  /// Sets how deep containers nest in a container, itself included.
  @inline(__always)
  func setHeight(_ height: Int, of number: Int) {
    self[number] |= UInt64(truncatingIfNeeded: height) &<< 32
  }

  func has(_ flag: Flag, _ number: Int) -> Bool { self[number] & flag.mask != 0 }

  func set(_ flag: Flag, _ number: Int) { self[number] |= flag.mask }
}
