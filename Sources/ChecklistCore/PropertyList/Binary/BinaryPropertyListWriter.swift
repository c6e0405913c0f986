/// Writes a binary property list into one buffer, to which objects are only appended.
///
/// Callers append objects in any order and get their numbers. A container is appended once its
/// elements have numbers; its own number can be reserved before. Equal scalars are written once.
/// Two scalars are equal when their encodings are equal, so strings are compared by code unit and
/// reals by bit pattern.
///
/// References are as narrow as the number of objects allows. Nobody needs to know that number in
/// advance. When there are too many objects for the width, all of them are written again with wider
/// references. This happens at most three times in the life of a writer: at 256, 65,536 and 2^32
/// objects.
struct BinaryPropertyListWriter: Sendable {
  private var bytes: ByteBuffer
  /// The number of the first object.
  private let firstNumber: Int
  /// The offsets of objects, the first one's first; 0 for an object that is reserved and not
  /// written yet.
  private var offsets: [Int]
  private var referenceWidth: Int
  private var interned = InternedScalars()
  private var booleans: (Int?, Int?)
  /// The numbers of long strings, which need not be encoded to be found again.
  private var longStrings = LongTexts<Int>()

  /// Creates a writer.
  ///
  /// - Parameter objectCount: How many objects there will be at least. References are wide enough
  ///   for them from the beginning, and need not be widened.
  init(objectCount: Int = 0) {
    firstNumber = 0
    bytes = ByteBuffer(capacity: objectCount * Self.expectedSize)
    bytes.appendHeader()
    offsets = Array(largeCapacity: 5 * objectCount)
    referenceWidth = Self.width(for: UInt64(objectCount))
  }

  /// Creates a writer of objects that come after those of another list, and refer to them by
  /// number.
  ///
  /// They are no complete file, only material for one.
  ///
  /// - Parameters:
  ///   - firstNumber: How many objects the other list has.
  ///   - booleans: The numbers that `false` and `true` have there.
  init(firstNumber: Int, booleans: (Int?, Int?)) {
    self.firstNumber = firstNumber
    self.booleans = booleans
    bytes = ByteBuffer()
    bytes.appendHeader()
    offsets = []
    referenceWidth = Self.width(for: UInt64(firstNumber))
  }

  /// About how many bytes each counted object takes, together with its scalars.
  private static let expectedSize = 104

  /// Reserves a number for a container that is appended later.
  mutating func reserve() -> Int {
    offsets.append(0)
    return firstNumber + offsets.count - 1
  }

  // MARK: Scalars

  /// Appends the null object.
  mutating func appendNull() -> Int {
    scalar { $0.append(BinaryPropertyListMarker.null) }
  }

  /// Appends a boolean.
  mutating func append(_ boolean: Bool) -> Int {
    if let number = boolean ? booleans.1 : booleans.0 { return number }
    let number = scalar {
      $0.append(boolean ? BinaryPropertyListMarker.true : BinaryPropertyListMarker.false)
    }
    if boolean { booleans.1 = number } else { booleans.0 = number }
    return number
  }

  /// Appends an integer: unsigned in 1, 2 or 4 bytes, with a sign in 8.
  mutating func append(_ integer: Int) -> Int {
    append(NumberEncoding(integer))
  }

  /// Appends an integer: unsigned in 1, 2 or 4 bytes, with a sign in 8 or 16.
  mutating func append(_ integer: Int128) -> Int {
    if let small = Int(exactly: integer) { return append(small) }
    return scalar {
      $0.append(
        BinaryPropertyListMarker.integer | 4,
        bigEndian: UInt64(truncatingIfNeeded: integer >> 64), width: 8)
      $0.append(bigEndian: UInt64(truncatingIfNeeded: integer), width: 8)
    }
  }

  /// Appends a real of 8 bytes.
  mutating func append(_ real: Double) -> Int {
    append(NumberEncoding(real))
  }

  /// Appends a real of 4 bytes.
  mutating func append(_ real: Float) -> Int {
    append(NumberEncoding(real))
  }

  /// Appends a date.
  ///
  /// - Parameter seconds: Since 2001-01-01 00:00:00 UTC, of any bit pattern.
  mutating func append(date seconds: Double) -> Int {
    append(NumberEncoding(date: seconds))
  }

  /// Appends data.
  ///
  /// - Parameter data: Its bytes.
  mutating func append(_ data: [UInt8]) -> Int {
    scalar {
      $0.appendMarker(BinaryPropertyListMarker.data, count: data.count)
      $0.append(contentsOf: data[...])
    }
  }

  /// Appends a string: as ASCII when it is ASCII, else as UTF-16.
  ///
  /// - Parameter string: Its text, which is kept code unit by code unit.
  mutating func append(_ string: String) -> Int {
    if string.utf8.count <= LongTexts<Int>.shortSize { return encode(string) }
    if let number = longStrings[string] { return number }
    let number = encode(string)
    longStrings[string] = number
    return number
  }

  private mutating func encode(_ string: String) -> Int {
    scalar { bytes in
      var string = string
      string.withUTF8 { utf8 in
        if UnsafeRawBufferPointer(utf8).isASCII {
          bytes.appendMarker(BinaryPropertyListMarker.asciiString, count: utf8.count)
          bytes.append(contentsOf: UnsafeRawBufferPointer(utf8))
        } else {
          // The standard library's transcoding takes several times as long.
          let scalars = String(decoding: utf8, as: UTF8.self).unicodeScalars
          bytes.appendMarker(
            BinaryPropertyListMarker.utf16String,
            count: scalars.reduce(0) { $0 + UTF16.width($1) })
          for scalar in scalars {
            if scalar.value < 0x1_0000 {
              bytes.append(bigEndian: UInt64(scalar.value), width: 2)
            } else {
              let pair =
                UInt64(UTF16.leadSurrogate(scalar)) << 16 | UInt64(UTF16.trailSurrogate(scalar))
              bytes.append(bigEndian: pair, width: 4)
            }
          }
        }
      }
    }
  }

  /// Appends the encoding of a scalar.
  mutating func append(encoding: ArraySlice<UInt8>) -> Int {
    scalar { $0.append(contentsOf: encoding) }
  }

  /// Appends a UID, in the fewest bytes of 1, 2, 4 and 8 that hold it.
  mutating func append(uid: UInt64) -> Int {
    append(NumberEncoding(uid: uid))
  }

  /// Appends a UID.
  ///
  /// The caller knows that an equal one is not there yet.
  mutating func append(newUID uid: UInt64) -> Int {
    offsets.append(bytes.count)
    bytes.append(NumberEncoding(uid: uid))
    return firstNumber + offsets.count - 1
  }

  /// Whether an object that has been appended is the text `$null`.
  func isNullText(_ number: Int) -> Bool {
    // The marker of a string of five ASCII characters, and these.
    bytes.bigEndian(at: offsets[number - firstNumber], width: 6) == 0x55_24_6E_75_6C_6C
  }

  /// Whether an object that has been appended is a string; false for one of the other list.
  func isString(_ number: Int) -> Bool {
    if number < firstNumber { return false }
    let marker = bytes.bigEndian(at: offsets[number - firstNumber], width: 1)
    return BinaryPropertyListMarker.isString(UInt8(truncatingIfNeeded: marker))
  }

  // MARK: Containers

  /// Appends an array, or a set.
  ///
  /// - Parameters:
  ///   - elements: The numbers of its elements, in order.
  ///   - marker: The marker of the kind of sequence, without a count.
  ///   - number: The number that was reserved for it, if one was.
  mutating func append(
    sequence elements: ArraySlice<Int>,
    marker: UInt8 = BinaryPropertyListMarker.array, as number: Int? = nil
  ) -> Int {
    let number = place(number)
    bytes.appendMarker(marker, count: elements.count)
    bytes.append(bigEndian: elements, width: referenceWidth) { $0 }
    return number
  }

  /// A dictionary's entry: the numbers of its key, which is a string, and of its value.
  ///
  /// It is not a tuple: for an array of tuples, the runtime must make a type first, which a small
  /// command has to wait for.
  struct Field {
    let key: Int
    let value: Int

    @inline(__always)
    init(_ key: Int, _ value: Int) {
      self.key = key
      self.value = value
    }
  }

  /// Appends a dictionary.
  ///
  /// - Parameters:
  ///   - fields: Its entries, in order.
  ///   - number: The number that was reserved for it, if one was.
  mutating func append(dictionary fields: ArraySlice<Field>, as number: Int? = nil) -> Int {
    let number = place(number)
    bytes.appendMarker(BinaryPropertyListMarker.dictionary, count: fields.count)
    bytes.append(bigEndian: fields, width: referenceWidth) { $0.key }
    bytes.append(bigEndian: fields, width: referenceWidth) { $0.value }
    return number
  }

  /// Completes the file.
  mutating func finish(root: Int) -> [UInt8] {
    precondition(offsets.allSatisfy { $0 > 0 }, "every reserved object has been appended")
    widenReferencesAsNeeded()
    bytes.appendTrailer(offsets: offsets, referenceWidth: referenceWidth, root: root)
    return bytes.take()
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

  /// Appends a scalar, unless an equal one is there, and gives the number of the one that is there.
  @inline(__always)
  private mutating func scalar(_ encode: (inout ByteBuffer) -> Void) -> Int {
    let start = bytes.count
    encode(&bytes)
    let length = bytes.count - start
    let (number, isNew) = interned.intern(
      hash: InternedScalars.hash(bytes, from: start), newNumber: offsets.count
    ) { number in
      // No encoding of a scalar begins with another, so it is enough to compare as many bytes as
      // the new one has.
      let known = offsets[number]
      return known + length <= start && bytes.hasEqualBytes(at: known, start, length: length)
    }
    if isNew {
      offsets.append(start)
    } else {
      bytes.truncate(to: start)
    }
    return firstNumber &+ number
  }

  /// Appends a number, unless an equal one is there, and gives the number of the object that is
  /// there.
  @inline(__always)
  private mutating func append(_ number: NumberEncoding) -> Int {
    let (object, isNew) = interned.intern(
      hash: InternedScalars.hash(number), newNumber: offsets.count
    ) { object in
      let known = offsets[object]
      return bytes.bigEndian(at: known, width: 1) == UInt64(number.marker)
        && bytes.bigEndian(at: known + 1, width: number.width) == number.bits
    }
    if isNew {
      offsets.append(bytes.count)
      bytes.append(number)
    }
    return firstNumber &+ object
  }

  /// Records where a container begins, and makes references wide enough for every object so far.
  private mutating func place(_ reserved: Int?) -> Int {
    let number = reserved ?? reserve()
    widenReferencesAsNeeded()
    offsets[number - firstNumber] = bytes.count
    return number
  }

  /// Makes references wide enough to hold the number of objects so far, as CFBinaryPList.c demands.
  @inline(__always)
  private mutating func widenReferencesAsNeeded() {
    let width = Self.width(for: UInt64(firstNumber &+ offsets.count))
    if referenceWidth < width { widenReferences(to: width) }
  }

  /// Writes all objects again, in the order of their numbers, with wider references.
  @inline(never)
  private mutating func widenReferences(to width: Int) {
    let size = bytes.count
    let narrow = BinaryPropertyListReader(objects: bytes.take(), referenceWidth: referenceWidth)
    bytes = ByteBuffer(capacity: size + size / 2)
    bytes.appendHeader()
    for number in offsets.indices where offsets[number] > 0 {
      let start = offsets[number]
      offsets[number] = bytes.count
      guard let (object, end) = try? narrow.decode(number, at: start) else {
        preconditionFailure("what was written can be read")
      }
      bytes.append(object, at: start..<end, of: narrow, width: width) { $0 }
    }
    referenceWidth = width
  }
}
