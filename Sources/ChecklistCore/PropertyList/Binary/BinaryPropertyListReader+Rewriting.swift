extension BinaryPropertyListReader {
  /// Checks every object that the root leads to.
  ///
  /// It must be wholly there, its references must name objects, keys and strings must be sound, and
  /// containers must not contain themselves or nest too deep.
  ///
  /// A list that passes can still be refused as a tree: when containers are shared so often that
  /// the tree would be out of all proportion (``ArchiveError/Kind/tooLarge``).
  ///
  /// - Returns: How many objects the root leads to, including itself.
  /// - Throws: ``ArchiveError`` for the first object that is not sound.
  @discardableResult
  package func validate() throws(ArchiveError) -> Int {
    try ReachableObjects.numbers(in: self).count
  }

  /// The property list, written again.
  ///
  /// Every object that the root leads to is written once, with the sharing that it had. Scalars
  /// keep their encodings. An object that nothing refers to is dropped. The others keep the order
  /// of their numbers and the order of their bytes, which need not be the same. So a file that
  /// CoreFoundation wrote comes out byte for byte as it was, unless something is dropped.
  ///
  /// - Throws: ``ArchiveError`` for the first object that is not sound, and of kind
  ///   ``ArchiveError/Kind/tooLarge`` when objects overlap so much that they would take more
  ///   than ``PropertyListLimits/rewritingExpansion`` times the file's size.
  package func rewritten() throws(ArchiveError) -> [UInt8] {
    let (objects, newNumbers) = try numberedByOffset(ReachableObjects.numbers(in: self))
    let referenceWidth = BinaryPropertyListWriter.width(for: UInt64(objects.count))
    let limit = bytes.count * PropertyListLimits.rewritingExpansion
    var result = ByteBuffer(capacity: bytes.count)
    result.appendHeader()
    var offsets = Array(repeating: 0, count: objects.count)

    for number in objects {
      let start = try offset(ofObject: number)
      let (object, end) = try decode(number, at: start)
      offsets[newNumbers[number]] = result.count
      result.append(object, at: start..<end, of: self, width: referenceWidth) { newNumbers[$0] }
      guard result.count <= limit else {
        throw ArchiveError(
          .tooLarge, at: .byte(start), object: number,
          "objects overlap, and would take more than "
            + "\(PropertyListLimits.rewritingExpansion) times the file's size")
      }
    }
    result.appendTrailer(
      offsets: offsets, referenceWidth: referenceWidth, root: newNumbers[root])
    return result.take()
  }

  /// Gives objects new numbers without gaps.
  ///
  /// Objects at the same offset get the same number.
  ///
  /// - Parameter numbers: The objects to keep, in ascending order.
  /// - Returns: One object for each offset, in the order of the offsets, and the new numbers by the
  ///   old ones.
  /// - Throws: ``ArchiveError`` when an object has no offset.
  private func numberedByOffset(
    _ numbers: [Int]
  ) throws(ArchiveError) -> (objects: [Int], newNumbers: [Int]) {
    var objects: [(number: Int, offset: Int)] = []
    objects.reserveCapacity(numbers.count)
    for number in numbers { objects.append((number, try offset(ofObject: number))) }
    objects.sort { ($0.offset, $0.number) < ($1.offset, $1.number) }

    /// By object number: the first object at the same offset.
    var first = Array(repeating: -1, count: objectCount)
    var kept: [Int] = []
    kept.reserveCapacity(objects.count)
    var lastOffset = -1
    for (number, offset) in objects {
      if offset != lastOffset { kept.append(number) }
      lastOffset = offset
      first[number] = kept[kept.count - 1]
    }
    var newNumbers = Array(repeating: -1, count: objectCount)
    var next = 0
    for number in numbers {
      // The first object at an offset has the lowest number of those there. So it comes first in
      // this loop, and has its new number already.
      if first[number] == number {
        newNumbers[number] = next
        next += 1
      } else {
        newNumbers[number] = newNumbers[first[number]]
      }
    }
    return (kept, newNumbers)
  }
}
