/// A binary property list as a checked view over its bytes, with random access by object number.
///
/// Opening one checks the header and the trailer, as CFBinaryPList.c does. An object is checked
/// when it is reached. No tree is built, so a caller pays only for what it reads.
///
/// A file has `bplist0` and a digit; the objects; the offset table, with one big-endian offset for
/// each object; and a trailer of 32 bytes. The trailer has 6 unused bytes, the width of an offset
/// and the width of a reference. Then come, in 8 bytes each, the number of objects, the number of
/// the root object, and the offset of the offset table.
package struct BinaryPropertyListReader: Sendable {
  /// The whole file.
  package let bytes: [UInt8]
  /// The format of the file; bytes that were XML are converted.
  package internal(set) var format = PropertyList.Format.binary
  /// How many objects the offset table lists.
  package let objectCount: Int
  /// The number of the root object.
  package let root: Int

  let offsetWidth: Int
  let referenceWidth: Int
  /// Where the objects end and the offset table begins.
  let offsetTable: Int
  /// At how many offsets, from the first on, 8 bytes can be loaded at once.
  let wordCount: UInt

  /// Opens a binary property list.
  ///
  /// - Throws: ``ArchiveError`` when the header is that of another format, or the trailer
  ///   contradicts the size of the file.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    guard Self.isBinaryPropertyList(bytes) else {
      throw ArchiveError(
        .notAPropertyList, at: .byte(0),
        bytes.isEmpty
          ? "the file is empty, not a binary property list"
          : "a binary property list starts with \"bplist00\", but this file does not")
    }
    let trailer = bytes.count - BinaryPropertyListMarker.trailerSize
    guard trailer > BinaryPropertyListMarker.headerSize else {
      throw ArchiveError(
        .invalidTrailer, at: .byte(bytes.count),
        "a binary property list has at least 42 bytes, but this one ends after \(bytes.count)")
    }
    func invalid(_ offset: Int, _ message: String) -> ArchiveError {
      ArchiveError(.invalidTrailer, at: .byte(trailer + offset), message)
    }
    func number(_ offset: Int, _ name: String) throws(ArchiveError) -> Int {
      let value = bytes.bigEndian(at: trailer + offset, width: 8)
      guard let number = Int(exactly: value) else {
        throw invalid(offset, "the trailer's \(name) is \(value), more than any file has")
      }
      return number
    }

    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    objectCount = try number(8, "number of objects")
    root = try number(16, "root object")
    offsetTable = try number(24, "offset of the offset table")
    self.bytes = bytes
    wordCount = UInt(bytes.count - 7)

    guard (1...8).contains(offsetWidth) else {
      throw invalid(6, "an offset has 1 to 8 bytes, but the trailer has \(offsetWidth)")
    }
    guard (1...8).contains(referenceWidth) else {
      throw invalid(7, "a reference has 1 to 8 bytes, but the trailer has \(referenceWidth)")
    }
    guard objectCount > 0 else {
      throw invalid(8, "a property list has at least one object, but the trailer has none")
    }
    guard root < objectCount else {
      throw invalid(16, "the root is object \(root), but there are \(objectCount) objects")
    }
    guard offsetTable > BinaryPropertyListMarker.headerSize, offsetTable <= trailer else {
      throw invalid(
        24, "the offset table is said to start at byte \(offsetTable), outside the file")
    }
    let (tableSize, overflow) = objectCount.multipliedReportingOverflow(by: offsetWidth)
    guard !overflow, tableSize == trailer - offsetTable else {
      throw invalid(
        8,
        "the offset table has room for \((trailer - offsetTable) / offsetWidth) objects, "
          + "but the trailer has \(objectCount)")
    }
    guard Self.width(offsetWidth, holds: offsetTable) else {
      throw invalid(6, "offsets of \(offsetWidth) bytes cannot reach byte \(offsetTable)")
    }
    guard Self.width(referenceWidth, holds: objectCount) else {
      throw invalid(7, "references of \(referenceWidth) bytes cannot name \(objectCount) objects")
    }
  }

  /// Views the objects of a list that is not complete.
  ///
  /// The caller knows their offsets.
  ///
  /// - Parameters:
  ///   - objects: The bytes of a file before its offset table.
  ///   - referenceWidth: The bytes of a reference.
  init(objects: [UInt8], referenceWidth: Int) {
    precondition(objects.count >= BinaryPropertyListMarker.headerSize, "there is a header")
    bytes = objects
    wordCount = UInt(objects.count - 7)
    objectCount = 0
    root = 0
    offsetWidth = 1
    self.referenceWidth = referenceWidth
    offsetTable = objects.count
  }

  /// Whether the bytes start as a binary property list does: `bplist0` and any digit.
  ///
  /// - Parameter bytes: The whole file, or its first 8 bytes.
  package static func isBinaryPropertyList(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 8 && bytes.starts(with: "bplist0".utf8)
      && bytes[7].isDigit
  }

  /// Whether a number fits in an unsigned integer of this many bytes.
  static func width(_ width: Int, holds number: Int) -> Bool {
    width >= 8 || number < 1 << (8 * width)
  }

  /// The offset of an object, in bytes from the start of the file.
  ///
  /// - Throws: ``ArchiveError`` when there is no such object, or when its offset lies in the
  ///   header or not before the offset table.
  @inline(__always)
  package func offset(ofObject number: Int) throws(ArchiveError) -> Int {
    if let offset = soundOffset(ofObject: number) { return offset }
    throw offsetError(number)
  }

  /// Why an object has no sound offset.
  @inline(never)
  private func offsetError(_ number: Int) -> ArchiveError {
    guard hasObject(number) else {
      return ArchiveError(
        .invalidReference, at: .byte(offsetTable), object: number,
        "object \(number) was asked for, there are \(objectCount)")
    }
    let entry = offsetTable + number * offsetWidth
    let offset = bytes.bigEndian(at: entry, width: offsetWidth)
    return ArchiveError(
      .invalidOffset, at: .byte(entry), object: number,
      "the object has the offset \(offset), but objects are between byte 8 and \(offsetTable)"
    )
  }

  /// One reference of a run.
  ///
  /// - Returns: The number of the object that it names.
  /// - Throws: ``ArchiveError`` when it names an object that the file does not have.
  @inline(__always)
  package func reference(
    _ index: Int, in references: BinaryPropertyListReferences
  ) throws(ArchiveError) -> Int {
    if let number = soundReference(index, in: references) { return number }
    throw invalidReference(index, in: references)
  }

  @inline(never)
  private func invalidReference(
    _ index: Int, in references: BinaryPropertyListReferences
  ) -> ArchiveError {
    let offset = references.offset + index * referenceWidth
    let number = bytes.bigEndian(at: offset, width: referenceWidth)
    return ArchiveError(
      .invalidReference, at: .byte(offset),
      "a reference names object \(number), but there are \(objectCount) objects")
  }

  /// One object.
  ///
  /// - Throws: ``ArchiveError`` when the object is not wholly there, or has no known type.
  package func object(_ number: Int) throws(ArchiveError) -> BinaryPropertyListObject {
    try decode(number, at: offset(ofObject: number)).object
  }

  /// One object whose offset is known.
  ///
  /// - Parameter start: What ``offset(ofObject:)`` gave for it.
  /// - Throws: ``ArchiveError``, as ``object(_:)`` does.
  func object(_ number: Int, at start: Int) throws(ArchiveError) -> BinaryPropertyListObject {
    try decode(number, at: start).object
  }

  /// The range of an object's own bytes: its marker, its content, and for a container its
  /// references.
  ///
  /// - Returns: The range of its bytes in the file.
  /// - Throws: ``ArchiveError``, as ``object(_:)`` does.
  package func encoding(ofObject number: Int) throws(ArchiveError) -> Range<Int> {
    let start = try offset(ofObject: number)
    return try start..<decode(number, at: start).end
  }

  /// One object whose offset is known, and the end of its bytes.
  ///
  /// - Parameter start: What ``offset(ofObject:)`` gave for it.
  /// - Returns: The object, and the offset after its bytes.
  /// - Throws: ``ArchiveError``, as ``object(_:)`` does.
  @inline(__always)
  func decode(
    _ number: Int, at start: Int
  ) throws(ArchiveError) -> (object: BinaryPropertyListObject, end: Int) {
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker & 0xF0 {
    case BinaryPropertyListMarker.asciiString:
      let range = try content(number, start, low, elementSize: 1)
      return (.asciiString(range), range.upperBound)
    case BinaryPropertyListMarker.dictionary:
      let range = try content(number, start, low, elementSize: 2 * referenceWidth)
      let count = range.count / (2 * referenceWidth)
      let keys = BinaryPropertyListReferences(offset: range.lowerBound, count: count)
      let values = BinaryPropertyListReferences(
        offset: range.lowerBound + count * referenceWidth, count: count)
      return (.dictionary(keys: keys, values: values), range.upperBound)
    case BinaryPropertyListMarker.uid:
      let range = try fixed(number, start, low + 1)
      guard range.count <= 8 || bytes[range.dropLast(8)].allSatisfy({ $0 == 0 }) else {
        throw ArchiveError(
          .outOfRange, at: .byte(start), object: number, "a UID has more than 64 bits")
      }
      let width = min(range.count, 8)
      return (
        .uid(bytes.bigEndian(at: range.upperBound - width, width: width)), range.upperBound
      )
    case BinaryPropertyListMarker.integer where low <= 4:
      let range = try fixed(number, start, 1 << low)
      return (.integer(integer(in: range)), range.upperBound)
    case BinaryPropertyListMarker.utf16String:
      let range = try content(number, start, low, elementSize: 2)
      return (.utf16String(range), range.upperBound)
    case BinaryPropertyListMarker.data:
      let range = try content(number, start, low, elementSize: 1)
      return (.data(range), range.upperBound)
    case BinaryPropertyListMarker.array:
      let (references, end) = try self.references(number, start, low)
      return (.array(references), end)
    case BinaryPropertyListMarker.orderedSet:
      let (references, end) = try self.references(number, start, low)
      return (.orderedSet(references), end)
    case BinaryPropertyListMarker.set:
      let (references, end) = try self.references(number, start, low)
      return (.set(references), end)
    default:
      return try decodeExact(number, start, marker)
    }
  }

  /// Decodes an object of a type that has only one marker byte.
  private func decodeExact(
    _ number: Int, _ start: Int, _ marker: UInt8
  ) throws(ArchiveError) -> (object: BinaryPropertyListObject, end: Int) {
    switch marker {
    case BinaryPropertyListMarker.null: return (.null, start + 1)
    case BinaryPropertyListMarker.false: return (.boolean(false), start + 1)
    case BinaryPropertyListMarker.true: return (.boolean(true), start + 1)
    case BinaryPropertyListMarker.real32:
      let range = try fixed(number, start, 4)
      let bits = UInt32(truncatingIfNeeded: bytes.bigEndian(at: range.lowerBound, width: 4))
      return (.real(Double(Float(bitPattern: bits))), range.upperBound)
    case BinaryPropertyListMarker.real64:
      let range = try fixed(number, start, 8)
      return (
        .real(Double(bitPattern: bytes.bigEndian(at: range.lowerBound, width: 8))), range.upperBound
      )
    case BinaryPropertyListMarker.date:
      let range = try fixed(number, start, 8)
      return (
        .date(Double(bitPattern: bytes.bigEndian(at: range.lowerBound, width: 8))), range.upperBound
      )
    default:
      throw ArchiveError(
        .unknownMarker, at: .byte(start), object: number,
        "the marker byte 0x\(String(marker, radix: 16)) is not a type")
    }
  }

  /// An integer: unsigned in up to 4 bytes, in two's complement in 8 and 16 bytes.
  private func integer(in range: Range<Int>) -> Int128 {
    let start = range.lowerBound
    switch range.count {
    case 16:
      let high = Int64(bitPattern: bytes.bigEndian(at: start, width: 8))
      return Int128(high) << 64 | Int128(bytes.bigEndian(at: start + 8, width: 8))
    case 8: return Int128(Int64(bitPattern: bytes.bigEndian(at: start, width: 8)))
    default: return Int128(bytes.bigEndian(at: start, width: range.count))
    }
  }

  @inline(__always)
  private func references(
    _ number: Int, _ start: Int, _ low: Int
  ) throws(ArchiveError) -> (BinaryPropertyListReferences, end: Int) {
    let range = try content(number, start, low, elementSize: referenceWidth)
    let count = range.count / referenceWidth
    return (
      BinaryPropertyListReferences(offset: range.lowerBound, count: count), range.upperBound
    )
  }

  /// The content of an object whose marker fixes its size in bytes.
  @inline(__always)
  private func fixed(_ number: Int, _ start: Int, _ size: Int) throws(ArchiveError) -> Range<Int> {
    guard size <= offsetTable - start - 1 else { throw truncated(number, start, size, 1) }
    return start + 1..<start + 1 + size
  }

  /// The content of an object that is a count of elements of a size in bytes.
  @inline(__always)
  private func content(
    _ number: Int, _ start: Int, _ low: Int, elementSize: Int
  ) throws(ArchiveError) -> Range<Int> {
    var count = low
    var first = start + 1
    if low == BinaryPropertyListMarker.extendedCount {
      (count, first) = try extendedCount(number, start)
    }
    guard count <= (offsetTable - first) / elementSize else {
      throw truncated(number, start, count, elementSize)
    }
    return first..<first + count * elementSize
  }

  /// A count that follows the marker as an integer object, and the offset of the content.
  private func extendedCount(
    _ number: Int, _ start: Int
  ) throws(ArchiveError) -> (count: Int, first: Int) {
    guard start + 1 < offsetTable else { throw truncated(number, start, 1, 1) }
    let marker = bytes[start + 1]
    let width = 1 << Int(marker & 0x0F)
    guard marker & 0xF0 == BinaryPropertyListMarker.integer, width <= 8 else {
      throw ArchiveError(
        .unknownMarker, at: .byte(start + 1), object: number,
        "an object's count must be an integer, found the marker byte "
          + "0x\(String(marker, radix: 16))")
    }
    guard width <= offsetTable - start - 2 else { throw truncated(number, start, width, 1) }
    let value = bytes.bigEndian(at: start + 2, width: width)
    guard let count = Int(exactly: value) else {
      throw truncated(number, start, Int.max, 1)
    }
    return (count, start + 2 + width)
  }

  private func truncated(
    _ number: Int, _ start: Int, _ count: Int, _ elementSize: Int
  ) -> ArchiveError {
    let unit = elementSize == 1 ? "bytes" : "elements of \(elementSize) bytes"
    return ArchiveError(
      .truncatedObject, at: .byte(start), object: number,
      "the object claims \(count) \(unit), but the objects end at byte \(offsetTable)")
  }

  /// An error about an object, at its offset, or at the offset table when that gives no sound
  /// offset.
  func error(_ kind: ArchiveError.Kind, _ number: Int, _ message: String) -> ArchiveError {
    let offset = (try? offset(ofObject: number)) ?? offsetTable
    return ArchiveError(kind, at: .byte(offset), object: number, message)
  }
}
