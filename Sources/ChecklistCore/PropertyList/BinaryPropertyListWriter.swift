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
  private var bytes: ByteBuffer
  /// By object number; 0 for an object that is reserved and not written yet.
  private var offsets: [Int] = []
  private var referenceWidth: Int
  /// Where references stand in the buffer, in its order; kept while they may have to be widened.
  private var referenceRuns: [BinaryPropertyListReferences] = []
  private var interned = InternedScalars()
  private var booleans: (Int?, Int?)

  /// Creates a writer.
  ///
  /// The size of the result can often be guessed from a file that is written again. Guessing it well saves time,
  /// and changes nothing in the result.
  ///
  /// - Parameters:
  ///   - capacity: the bytes to reserve.
  ///   - objectCapacity: the objects to reserve.
  public init(capacity: Int = 0, objectCapacity: Int = 0) {
    bytes = ByteBuffer(capacity: capacity)
    bytes.appendHeader()
    offsets.reserveCapacity(objectCapacity)
    referenceWidth = Self.width(for: UInt64(objectCapacity))
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
      $0.append(
        BinaryPropertyListMarker.integer | 4,
        bigEndian: UInt64(truncatingIfNeeded: integer >> 64), width: 8)
      $0.append(bigEndian: UInt64(truncatingIfNeeded: integer), width: 8)
    }
  }

  /// Appends a real of 8 bytes.
  ///
  /// - Parameter real: its value, of any bit pattern.
  /// - Returns: its number.
  public mutating func append(_ real: Double) -> Int {
    scalar { $0.append(BinaryPropertyListMarker.real64, bigEndian: real.bitPattern, width: 8) }
  }

  /// Appends a date.
  ///
  /// - Parameter seconds: since 2001-01-01 00:00:00 UTC, of any bit pattern.
  /// - Returns: its number.
  public mutating func append(date seconds: Double) -> Int {
    scalar { $0.append(BinaryPropertyListMarker.date, bigEndian: seconds.bitPattern, width: 8) }
  }

  /// Appends data.
  ///
  /// - Parameter data: its bytes.
  /// - Returns: its number.
  public mutating func append(_ data: [UInt8]) -> Int {
    scalar {
      $0.appendMarker(BinaryPropertyListMarker.data, count: data.count)
      $0.append(contentsOf: data[...])
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
        if UnsafeRawBufferPointer(utf8).isASCII {
          bytes.appendMarker(BinaryPropertyListMarker.asciiString, count: utf8.count)
          bytes.append(contentsOf: UnsafeRawBufferPointer(utf8))
        } else {
          let units = String(decoding: utf8, as: UTF8.self).utf16
          bytes.appendMarker(BinaryPropertyListMarker.utf16String, count: units.count)
          for unit in units { bytes.append(bigEndian: UInt64(unit), width: 2) }
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
  /// - Parameters:
  ///   - encoding: its marker and its content.
  ///   - isUnique: whether the other file has it once, in all likelihood. So many of these that not all are
  ///     remembered are not looked for.
  /// - Returns: its number.
  mutating func append(encoding: ArraySlice<UInt8>, isUnique: Bool = false) -> Int {
    if isUnique, interned.isFull {
      offsets.append(bytes.count)
      bytes.append(contentsOf: encoding)
      return offsets.count - 1
    }
    return scalar { $0.append(contentsOf: encoding) }
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
    noteReferences(elements.count)
    bytes.append(bigEndian: elements, width: referenceWidth) { $0 }
    return number
  }

  /// A dictionary's entry: the numbers of its key, which is a string, and of its value.
  typealias Field = (key: Int, value: Int)

  /// Appends a dictionary.
  ///
  /// - Parameters:
  ///   - fields: its entries, in order.
  ///   - number: the number that was reserved for it, if one was.
  /// - Returns: its number.
  mutating func append(dictionary fields: ArraySlice<Field>, as number: Int? = nil) -> Int {
    let number = place(number)
    bytes.appendMarker(BinaryPropertyListMarker.dictionary, count: fields.count)
    noteReferences(2 * fields.count)
    bytes.append(bigEndian: fields, width: referenceWidth) { $0.key }
    bytes.append(bigEndian: fields, width: referenceWidth) { $0.value }
    return number
  }

  /// Completes the file.
  ///
  /// - Parameter root: the number of the root object.
  /// - Returns: the whole file.
  public mutating func finish(root: Int) -> [UInt8] {
    precondition(offsets.allSatisfy { $0 > 0 }, "every reserved object has been appended")
    widenReferencesAsNeeded()
    bytes.appendTrailer(offsets: offsets, referenceWidth: referenceWidth, root: root)
    let file = bytes.take()
    if referenceWidth == Self.width(for: UInt64(offsets.count)) { return file }
    // Fewer objects than were guessed.
    return (try? BinaryPropertyListReader(file).rewritten()) ?? file
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
  private mutating func scalar(_ encode: (inout ByteBuffer) -> Void) -> Int {
    let start = bytes.count
    encode(&bytes)
    let (number, isNew) = interned.intern(
      bytes, from: start, objects: offsets, newNumber: offsets.count)
    if isNew {
      offsets.append(start)
    } else {
      bytes.truncate(to: start)
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

  /// Remembers that references follow, while they may have to be widened.
  private mutating func noteReferences(_ count: Int) {
    if referenceWidth < 4 {
      referenceRuns.append(BinaryPropertyListReferences(offset: bytes.count, count: count))
    }
  }

  /// Doubles the width of every reference written so far.
  private mutating func widenReferences() {
    var wider = ByteBuffer(capacity: bytes.count + bytes.count / 2)
    let narrow = bytes.take()
    var widerRuns: [BinaryPropertyListReferences] = []
    /// Behind each run: where it ended, and where it ends now.
    var ends: [(old: Int, new: Int)] = []
    var copied = 0
    for run in referenceRuns {
      wider.append(contentsOf: narrow[copied..<run.offset])
      widerRuns.append(BinaryPropertyListReferences(offset: wider.count, count: run.count))
      for index in 0..<run.count {
        let offset = run.offset + index * referenceWidth
        wider.append(
          bigEndian: narrow.bigEndian(at: offset, width: referenceWidth), width: 2 * referenceWidth)
      }
      copied = run.offset + run.count * referenceWidth
      ends.append((copied, wider.count))
    }
    wider.append(contentsOf: narrow[copied...])

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
