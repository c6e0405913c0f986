/// A number for each object, 0 at first.
///
/// There may be millions.
///
/// It is not an array: before each store, an array is checked for being shared, which took a tenth
/// of the instructions of an encode.
///
/// It is Sendable because the numbers change only while the archive is being put together, in one
/// place.
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
