/// Writes a binary property list into one append-only buffer, with an offset for each object.
///
/// Callers append objects in any order and get their numbers; a container is appended once its elements have numbers,
/// or its number is reserved first. Equal scalars are written once: two are equal when their encodings are, so
/// strings are compared by code unit and reals by bit pattern.
///
/// References are as narrow as the number of objects allows. Nobody needs to know that number in
/// advance: when it outgrows the width, the containers written so far are widened in place, which
/// happens at most three times in the life of a writer (at 256, 65,536 and 2^32 objects).
public struct BinaryPropertyListWriter: Sendable {
  private var bytes: [UInt8]
  /// By object number; 0 for an object that is reserved and not written yet.
  private var offsets: [Int] = []
  private var referenceWidth = 1
  /// Where references stand in the buffer, in its order; kept while they may have to be widened.
  private var referenceRuns: [BinaryPropertyListReferences] = []
  private var interned = InternedScalars()
  private var booleans: (Int?, Int?)

  /// Creates a writer.
  ///
  /// - Parameter capacity: the bytes to reserve, when the size of the result can be guessed.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
    bytes.append(contentsOf: "bplist00".utf8)
  }

  /// How many objects have numbers.
  public var objectCount: Int { offsets.count }

  /// Takes a number for a container that is appended later.
  ///
  /// - Returns: the number.
  public mutating func reserve() -> Int {
    offsets.append(0)
    return offsets.count - 1
  }

  // MARK: Scalars

  /// Appends the null object.
  ///
  /// - Returns: its number.
  public mutating func appendNull() -> Int {
    scalar { $0.append(BinaryPropertyListMarker.null) }
  }

  /// Appends a boolean.
  ///
  /// - Parameter boolean: its value.
  /// - Returns: its number.
  public mutating func append(_ boolean: Bool) -> Int {
    if let number = boolean ? booleans.1 : booleans.0 { return number }
    let number = scalar {
      $0.append(boolean ? BinaryPropertyListMarker.true : BinaryPropertyListMarker.false)
    }
    if boolean { booleans.1 = number } else { booleans.0 = number }
    return number
  }

  /// Appends an integer: in 1, 2 or 4 bytes unsigned, in 8 with a sign.
  ///
  /// - Parameter integer: its value.
  /// - Returns: its number.
  public mutating func append(_ integer: Int) -> Int {
    scalar { $0.appendInteger(integer) }
  }

  /// Appends an integer: in 1, 2 or 4 bytes unsigned, in 8 or 16 with a sign.
  ///
  /// - Parameter integer: its value.
  /// - Returns: its number.
  public mutating func append(_ integer: Int128) -> Int {
    if let small = Int(exactly: integer) { return append(small) }
    return scalar {
      $0.append(BinaryPropertyListMarker.integer | 4)
      $0.appendBigEndian(UInt64(truncatingIfNeeded: integer >> 64), width: 8)
      $0.appendBigEndian(UInt64(truncatingIfNeeded: integer), width: 8)
    }
  }

  /// Appends a real of 8 bytes.
  ///
  /// - Parameter real: its value, of any bit pattern.
  /// - Returns: its number.
  public mutating func append(_ real: Double) -> Int {
    scalar {
      $0.append(BinaryPropertyListMarker.real64)
      $0.appendBigEndian(real.bitPattern, width: 8)
    }
  }

  /// Appends a date.
  ///
  /// - Parameter seconds: since 2001-01-01 00:00:00 UTC, of any bit pattern.
  /// - Returns: its number.
  public mutating func append(date seconds: Double) -> Int {
    scalar {
      $0.append(BinaryPropertyListMarker.date)
      $0.appendBigEndian(seconds.bitPattern, width: 8)
    }
  }

  /// Appends data.
  ///
  /// - Parameter data: its bytes.
  /// - Returns: its number.
  public mutating func append(_ data: [UInt8]) -> Int {
    scalar {
      $0.appendMarker(BinaryPropertyListMarker.data, count: data.count)
      $0.append(contentsOf: data)
    }
  }

  /// Appends a string: as ASCII when it is, else as UTF-16.
  ///
  /// - Parameter string: its text, which is kept code unit by code unit.
  /// - Returns: its number.
  public mutating func append(_ string: String) -> Int {
    scalar { bytes in
      var string = string
      string.withUTF8 { utf8 in
        if utf8.allSatisfy({ $0 < 0x80 }) {
          bytes.appendMarker(BinaryPropertyListMarker.asciiString, count: utf8.count)
          bytes.append(contentsOf: utf8)
        } else {
          let units = String(decoding: utf8, as: UTF8.self).utf16
          bytes.appendMarker(BinaryPropertyListMarker.utf16String, count: units.count)
          for unit in units {
            bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
            bytes.append(UInt8(truncatingIfNeeded: unit))
          }
        }
      }
    }
  }

  /// Appends a UID, in as few bytes of 1, 2, 4 and 8 as hold it.
  ///
  /// - Parameter uid: its value.
  /// - Returns: its number.
  public mutating func append(uid: UInt64) -> Int {
    scalar { $0.appendUID(uid) }
  }

  /// Appends a UID that the caller knows is not there yet.
  mutating func append(newUID uid: UInt64) -> Int {
    offsets.append(bytes.count)
    bytes.appendUID(uid)
    return offsets.count - 1
  }

  /// Appends a scalar as another file encodes it.
  ///
  /// - Parameter encoding: its marker and its content.
  /// - Returns: its number.
  mutating func append(encoding: ArraySlice<UInt8>) -> Int {
    scalar { $0.append(contentsOf: encoding) }
  }

  // MARK: Containers

  /// Appends an array, or a set.
  ///
  /// - Parameters:
  ///   - elements: the numbers of its elements, in order.
  ///   - marker: which kind of sequence, a marker with no count.
  ///   - number: the number that was reserved for it, if one was.
  /// - Returns: its number.
  mutating func append(
    sequence elements: ArraySlice<Int>,
    marker: UInt8 = BinaryPropertyListMarker.array, as number: Int? = nil
  ) -> Int {
    let number = place(number)
    bytes.appendMarker(marker, count: elements.count)
    appendReferences(elements)
    return number
  }

  /// Appends a dictionary.
  ///
  /// - Parameters:
  ///   - keys: the numbers of its keys, which are strings, in order.
  ///   - values: the numbers of its values; as many as keys.
  ///   - number: the number that was reserved for it, if one was.
  /// - Returns: its number.
  mutating func append(
    dictionary keys: ArraySlice<Int>, _ values: ArraySlice<Int>, as number: Int? = nil
  ) -> Int {
    precondition(keys.count == values.count, "every key has a value")
    let number = place(number)
    bytes.appendMarker(BinaryPropertyListMarker.dictionary, count: keys.count)
    appendReferences(keys)
    appendReferences(values)
    return number
  }

  /// Completes the file.
  ///
  /// - Parameter root: the number of the root object.
  /// - Returns: the whole file.
  public consuming func finish(root: Int) -> [UInt8] {
    precondition(offsets.allSatisfy { $0 > 0 }, "every reserved object has been appended")
    widenReferencesAsNeeded()
    bytes.appendTrailer(offsets: offsets, referenceWidth: referenceWidth, root: root)
    return bytes
  }

  /// How many bytes an unsigned number takes: 1, 2, 4 or 8, as in CFBinaryPList.c.
  static func width(for number: UInt64) -> Int {
    switch number {
    case ..<0x100: 1
    case ..<0x1_0000: 2
    case ..<0x1_0000_0000: 4
    default: 8
    }
  }

  /// Appends a scalar, unless an equal one is there: then gives the number of that one.
  @inline(__always)
  private mutating func scalar(_ encode: (inout [UInt8]) -> Void) -> Int {
    let start = bytes.count
    encode(&bytes)
    let (number, isNew) = interned.intern(
      bytes, from: start, objects: offsets, newNumber: offsets.count)
    if isNew {
      offsets.append(start)
    } else {
      bytes.removeLast(bytes.count - start)
    }
    return number
  }

  /// Notes where a container begins, with references wide enough for every object so far.
  private mutating func place(_ reserved: Int?) -> Int {
    let number = reserved ?? reserve()
    widenReferencesAsNeeded()
    offsets[number] = bytes.count
    return number
  }

  /// Makes references wide enough to count every object so far, as CFBinaryPList.c demands of a trailer.
  private mutating func widenReferencesAsNeeded() {
    while referenceWidth < Self.width(for: UInt64(offsets.count)) { widenReferences() }
  }

  private mutating func appendReferences(_ numbers: ArraySlice<Int>) {
    if referenceWidth < 4 {
      referenceRuns.append(
        BinaryPropertyListReferences(offset: bytes.count, count: numbers.count))
    }
    bytes.appendBigEndian(numbers, width: referenceWidth)
  }

  /// Doubles the width of every reference written so far.
  private mutating func widenReferences() {
    var wider: [UInt8] = []
    wider.reserveCapacity(bytes.capacity + bytes.count / 2)
    var widerRuns: [BinaryPropertyListReferences] = []
    /// Behind each run: where it ended, and where it ends now.
    var ends: [(old: Int, new: Int)] = []
    var copied = 0
    for run in referenceRuns {
      wider.append(contentsOf: bytes[copied..<run.offset])
      widerRuns.append(BinaryPropertyListReferences(offset: wider.count, count: run.count))
      for index in 0..<run.count {
        let number = bytes.bigEndian(at: run.offset + index * referenceWidth, width: referenceWidth)
        wider.appendBigEndian(number, width: 2 * referenceWidth)
      }
      copied = run.offset + run.count * referenceWidth
      ends.append((copied, wider.count))
    }
    wider.append(contentsOf: bytes[copied...])

    for number in offsets.indices where offsets[number] > 0 {
      // The last run that ends at or before the object moves it.
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].old <= offsets[number] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { offsets[number] += ends[low - 1].new - ends[low - 1].old }
    }
    bytes = wider
    referenceWidth *= 2
    referenceRuns = referenceWidth < 4 ? widerRuns : []
  }
}

extension [UInt8] {
  /// Appends the low bytes of a number, the highest first.
  @inline(__always)
  mutating func appendBigEndian(_ value: UInt64, width: Int) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0.suffix(width)) }
  }

  /// Appends numbers of the same width, the highest byte of each first.
  ///
  /// References and offsets are half of a file, so they are stored in place rather than byte by byte: 4 ns a
  /// number became less than 1.
  mutating func appendBigEndian(_ numbers: ArraySlice<Int>, width: Int) {
    let start = count
    append(contentsOf: repeatElement(0, count: numbers.count * width))
    withUnsafeMutableBytes { bytes in
      func store<Stored: FixedWidthInteger>(_ type: Stored.Type) {
        var offset = start
        for number in numbers {
          bytes.storeBytes(
            of: Stored(truncatingIfNeeded: number).bigEndian, toByteOffset: offset, as: type)
          offset += width
        }
      }
      switch width {
      case 1: store(UInt8.self)
      case 2: store(UInt16.self)
      case 4: store(UInt32.self)
      default: store(UInt64.self)
      }
    }
  }

  /// Appends an integer object of 1, 2 or 4 unsigned bytes, or 8 signed ones.
  mutating func appendInteger(_ integer: Int) {
    let width =
      integer < 0 ? 8 : BinaryPropertyListWriter.width(for: UInt64(integer))
    append(BinaryPropertyListMarker.integer | UInt8(width.trailingZeroBitCount))
    appendBigEndian(UInt64(bitPattern: Int64(integer)), width: width)
  }

  /// Appends a UID object of 1, 2, 4 or 8 bytes.
  mutating func appendUID(_ uid: UInt64) {
    let width = BinaryPropertyListWriter.width(for: uid)
    append(BinaryPropertyListMarker.uid | UInt8(width - 1))
    appendBigEndian(uid, width: width)
  }

  /// Appends a marker with its count, in the low four bits or as an integer object behind it.
  @inline(__always)
  mutating func appendMarker(_ marker: UInt8, count: Int) {
    if count < BinaryPropertyListMarker.extendedCount {
      append(marker | UInt8(count))
    } else {
      append(marker | UInt8(BinaryPropertyListMarker.extendedCount))
      appendInteger(count)
    }
  }

  /// Appends the offset table and the trailer, which complete a file.
  ///
  /// - Parameters:
  ///   - offsets: where the objects stand, by number.
  ///   - referenceWidth: the bytes of a reference.
  ///   - root: the number of the root object.
  mutating func appendTrailer(offsets: [Int], referenceWidth: Int, root: Int) {
    let offsetTable = count
    let offsetWidth = BinaryPropertyListWriter.width(for: UInt64(offsetTable))
    reserveCapacity(
      offsetTable + offsets.count * offsetWidth + BinaryPropertyListMarker.trailerSize)
    appendBigEndian(offsets[...], width: offsetWidth)
    append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)])
    for number in [offsets.count, root, offsetTable] {
      appendBigEndian(UInt64(number), width: 8)
    }
  }
}
