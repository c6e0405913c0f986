/// Copies of long data, by where it is in memory.
///
/// A file may have long data once, and refer to it a thousand times. It is copied once then.
struct LongCopies<Original: Collection<UInt8>, Copy: RangeReplaceableCollection<UInt8>> {
  /// The data is kept beside its copy, so that no other data can get its place in memory.
  private var copies: [UInt: (original: Original, copy: Copy)] = [:]

  /// The most bytes of data that is copied each time.
  private static var shortSize: Int { 255 }

  /// A copy of the data, which is the one that was made before if there is one.
  mutating func copy(of original: Original) -> Copy {
    guard original.count > Self.shortSize,
      let place = original.withContiguousStorageIfAvailable({ UInt(bitPattern: $0.baseAddress) })
    else { return Copy(original) }
    if let known = copies[place], known.original.count == original.count { return known.copy }
    let copy = Copy(original)
    copies[place] = (original, copy)
    return copy
  }
}
