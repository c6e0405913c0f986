/// A number for each of a million objects, 0 at first.
///
/// Not an array, which is asked before each store whether it is shared: a tenth of the instructions of an encode.
///
/// Sendable because numbers change only while the archive is being put together, by the one who does that.
final class ObjectTable: @unchecked Sendable {
  private let numbers: UnsafeMutableBufferPointer<UInt32>

  init(count: Int) {
    numbers = .allocate(capacity: count)
    UnsafeMutableRawBufferPointer(numbers).preferLargePages()
    numbers.initialize(repeating: 0)
  }

  deinit { numbers.deallocate() }

  var indices: Range<Int> { numbers.indices }

  subscript(index: Int) -> UInt32 {
    @inline(__always) get {
      precondition(index >= 0 && index < numbers.count, "there is such an object")
      return numbers[index]
    }
    @inline(__always) set {
      precondition(index >= 0 && index < numbers.count, "there is such an object")
      numbers[index] = newValue
    }
  }
}
