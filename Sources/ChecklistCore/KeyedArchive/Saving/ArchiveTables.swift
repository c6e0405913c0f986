/// The index of an object, or of a UID, among those of all parts.
struct PartIndex: Equatable {
  let value: Int

  @inline(__always)
  init(_ value: Int) { self.value = value }

  /// The index of an object of a part, given that of its first one.
  @inline(__always)
  static func + (first: PartIndex, number: Int) -> PartIndex { PartIndex(first.value &+ number) }
}

/// The facts about an object while objects are being marked.
///
/// The longer the path to an object that is still to be looked at, the greater is its mark.
struct Mark: Comparable {
  fileprivate let code: UInt32

  /// Nothing has led to it yet.
  static let unseen = Mark(code: 0)
  /// It is needed, and was looked at.
  static let live = Mark(code: 1)

  /// It is needed, and is still to be looked at.
  ///
  /// - Parameter depth: How many containers it is in, on the longest path to it that was met.
  @inline(__always)
  static func reached(inside depth: UInt32) -> Mark { Mark(code: 2 &+ depth) }

  @inline(__always)
  static func < (one: Mark, other: Mark) -> Bool { one.code < other.code }

  /// How many containers it is in; nil unless it is still to be looked at.
  var depth: UInt32? {
    @inline(__always)
    get { code >= 2 ? code &- 2 : nil }
  }
}

/// The marks of the objects of all parts.
struct MarkTable: Sendable {
  fileprivate let table: IndexTable

  init(count: Int) { table = IndexTable(count: count) }

  subscript(index: PartIndex) -> Mark {
    @inline(__always) get { Mark(code: table[index.value]) }
    @inline(__always) nonmutating set { table[index.value] = newValue.code }
  }
}

/// For each UID of all parts, the index of an object or a UID that stands for it; nil at first.
struct StandInTable: Sendable {
  fileprivate let table: IndexTable

  init(count: Int) { table = IndexTable(count: count) }

  subscript(index: PartIndex) -> PartIndex? {
    @inline(__always) get {
      let code = table[index.value]
      return code == 0 ? nil : PartIndex(Int(code) &- 1)
    }
    @inline(__always) nonmutating set {
      table[index.value] = newValue.map { UInt32(truncatingIfNeeded: $0.value &+ 1) } ?? 0
    }
  }
}

/// The numbers in the new file of the objects, or the UIDs, of all parts; nil for those that are
/// not written.
///
/// It takes the memory of the marks, or of the stand-ins, which it overwrites one by one.
struct NumberTable: Sendable {
  private let table: IndexTable
  /// The bit of an object that is not written, because another one stands for it.
  private static let replaced: UInt32 = 1 << 31
  /// How many objects, and how many UIDs, there can be.
  static let capacity = Int(replaced) - 1

  /// Leaves the live objects, which have no numbers yet.
  init(_ marks: MarkTable) { table = marks.table }

  /// Leaves the UIDs that stand for themselves, which have no numbers yet.
  init(_ uids: StandInTable) { table = uids.table }

  /// The number of an object that is written, or of the one that stands for it.
  @inline(__always)
  subscript(index: PartIndex) -> Int {
    Int(truncatingIfNeeded: table[index.value] & ~Self.replaced) &- 1
  }

  @inline(__always)
  func set(_ number: Int, at index: PartIndex) {
    table[index.value] = UInt32(truncatingIfNeeded: number &+ 1)
  }

  /// Gives an object that is not written the number of the one that stands for it.
  func replace(_ index: PartIndex, by other: PartIndex) {
    table[index.value] = table[other.value] | Self.replaced
  }
}

/// A number for each object or UID, 0 at first.
///
/// There may be millions.
///
/// It is not an array: before each store, an array is checked for being shared, which took a tenth
/// of the instructions of an encode.
///
/// It is Sendable because the numbers change only while the archive is being put together, in one
/// place.
private final class IndexTable: @unchecked Sendable {
  private let numbers: UnsafeMutableBufferPointer<UInt32>

  init(count: Int) {
    numbers = .allocate(capacity: count)
    UnsafeMutableRawBufferPointer(numbers).preferLargePages()
    numbers.initialize(repeating: 0)
  }

  deinit { numbers.deallocate() }

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
