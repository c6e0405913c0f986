import ChecklistCore
import TestSupport
import Testing

/// The objects of a binary property list, one type at a time.
@Suite("Objects of binary property lists")
struct BinaryObjectTests {
  @Test(
    "every type is read",
    arguments: [
      ([0x00], .null), ([0x08], .boolean(false)), ([0x09], .boolean(true)),
      ([0x10, 0xFF], .integer(255)), ([0x11, 0xFF, 0xFE], .integer(65_534)),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
      ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .integer(-2)),
      ([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
      ([0x14, 0x80] + [UInt8](repeating: 0, count: 15), .integer(.min)),
      (
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
        .integer(Int128(UInt64.max))
      ),
      ([0x22, 0x3F, 0x80, 0, 0], .real(1)), ([0x22, 0x80, 0, 0, 0], .real(-0.0)),
      ([0x23, 0x80, 0, 0, 0, 0, 0, 0, 0], .real(-0.0)),
      ([0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], .real(.nan)),
      ([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], .date(.infinity)),
      ([0x33, 0xC1, 0xCD, 0x27, 0xE4, 0x40, 0, 0, 0], .date(-978_307_200)),
      ([0x40], .data([])), ([0x42, 0, 0xFF], .data([0, 255])),
      ([0x50], .string("")), ([0x52, 0x61, 0x00], .string("a\0")),
      ([0x51, 0xE9], .string("\u{e9}")),
      ([0x62, 0x00, 0x65, 0x03, 0x01], .string("e\u{301}")),
      ([0x62, 0xD8, 0x3E, 0xDD, 0x16], .string("🤖")),
      ([0x80, 0x2A], .uid(42)), ([0x82, 1, 0, 0], .uid(65_536)),
      ([0x87] + [UInt8](repeating: 0xFF, count: 8), .uid(.max)),
      ([0x8F] + [UInt8](repeating: 0, count: 15) + [7], .uid(7)),
      ([0xA0], .array([])), ([0xB0], .orderedSet([])), ([0xC0], .set([])),
      ([0xD0], .dictionary([:])),
    ] as [([UInt8], PropertyList)])
  func types(object: [UInt8], expected: PropertyList) throws {
    #expect(try PropertyList(binary: BinaryFile(object).bytes) == expected)
  }

  @Test(
    "Foundation reads the same, where it knows the type",
    arguments: [
      [0x08], [0x10, 0xFF], [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE],
      [0x22, 0x80, 0, 0, 0], [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], [0x51, 0xE9], [0x52, 0x61, 0],
      [0x62, 0x00, 0x65, 0x03, 0x01], [0x33, 0xC1, 0xCD, 0x27, 0xE4, 0x40, 0, 0, 0],
      [0x42, 0, 255],
      [0x00], [0x80, 0x2A],
    ] as [[UInt8]])
  func judged(object: [UInt8]) throws {
    let bytes = BinaryFile(object).bytes
    #expect(try FoundationJudge.difference(from: PropertyList(binary: bytes), in: bytes) == nil)
  }

  @Test("a count of 15 and more stands in an integer of 1 to 8 bytes")
  func extendedCounts() throws {
    let text = Array("abcdefghijklmnopqrst".utf8)
    for width in 0...3 {
      let count = [0x10 | UInt8(width)] + BinaryFile.bigEndian(20, width: 1 << width)
      let bytes = BinaryFile([0x5F] + count + text).bytes
      #expect(try PropertyList(binary: bytes) == .string("abcdefghijklmnopqrst"))
    }
    let array = BinaryFile([0xAF, 0x10, 0x0F] + [UInt8](repeating: 1, count: 15), [0x09])
    #expect(
      try PropertyList(binary: array.bytes)
        == .array([PropertyList](repeating: .boolean(true), count: 15)))
  }

  @Test(
    "an object that is not wholly there or of no type is an error at its marker",
    arguments: [
      ([0x11, 0], "truncatedObject at byte 8, object 0"),
      ([0x14, 0], "truncatedObject at byte 8, object 0"),
      ([0x23, 0], "truncatedObject at byte 8, object 0"),
      ([0x33], "truncatedObject at byte 8, object 0"),
      ([0x42, 0], "truncatedObject at byte 8, object 0"),
      ([0x52, 0x61], "truncatedObject at byte 8, object 0"),
      ([0x61, 0x61], "truncatedObject at byte 8, object 0"),
      ([0x81, 0], "truncatedObject at byte 8, object 0"),
      ([0xA2, 0], "truncatedObject at byte 8, object 0"),
      ([0xD1, 0], "truncatedObject at byte 8, object 0"),
      ([0x5F], "truncatedObject at byte 8, object 0"),
      ([0x5F, 0x11, 0], "truncatedObject at byte 8, object 0"),
      (
        [0x5F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255], "truncatedObject at byte 8, object 0"
      ),
      ([0x6F, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], "truncatedObject at byte 8, object 0"),
      (
        [0xDF, 0x13, 255, 255, 255, 255, 255, 255, 255, 255], "truncatedObject at byte 8, object 0"
      ),
      ([0x5F, 0x14] + [UInt8](repeating: 0, count: 16), "unknownMarker at byte 9, object 0"),
      ([0x5F, 0x51, 0x61], "unknownMarker at byte 9, object 0"),
      ([0x88] + [UInt8](repeating: 1, count: 9), "outOfRange at byte 8, object 0"),
      ([0x01], "unknownMarker at byte 8, object 0"), ([0x0F], "unknownMarker at byte 8, object 0"),
      ([0x15] + [UInt8](repeating: 0, count: 32), "unknownMarker at byte 8, object 0"),
      ([0x20, 0], "unknownMarker at byte 8, object 0"),
      ([0x30, 0], "unknownMarker at byte 8, object 0"),
      ([0x70], "unknownMarker at byte 8, object 0"), ([0x90], "unknownMarker at byte 8, object 0"),
      ([0xE0], "unknownMarker at byte 8, object 0"), ([0xF0], "unknownMarker at byte 8, object 0"),
      ([0x62, 0x00, 0x61, 0xD8, 0x00], "loneSurrogate at byte 11, object 0"),
      ([0x62, 0xDC, 0x00, 0x00, 0x61], "loneSurrogate at byte 9, object 0"),
      ([0x63, 0xD8, 0x00, 0xD8, 0x3E, 0xDD, 0x16], "loneSurrogate at byte 9, object 0"),
    ] as [([UInt8], String)])
  func faults(object: [UInt8], expected: String) {
    #expect(readingFault(BinaryFile(object).bytes) == expected)
  }

  @Test(
    "keys are strings, and anything else is an error", arguments: [0x00, 0x08, 0x40, 0xA0, 0xD0])
  func keys(marker: UInt8) {
    let bytes = BinaryFile([0xD1, 1, 2], [marker], [0x09]).bytes
    #expect(readingFault(bytes) == "invalidKey at byte 11, object 1")
  }

  @Test("a key that occurs twice is kept twice, and the first is found")
  func repeatedKeys() throws {
    let file = BinaryFile([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09])
    guard case .dictionary(let dictionary) = try PropertyList(binary: file.bytes) else {
      Issue.record("not a dictionary")
      return
    }
    #expect(dictionary.entries.map(\.key) == ["a", "a"])
    #expect(dictionary["a"] == .boolean(false))
    let again = PropertyList.dictionary(dictionary).binary()
    #expect(try PropertyList(binary: again) == .dictionary(dictionary))
  }
}

/// The trailer, the offset table and the references of a binary property list.
@Suite("Structure of binary property lists")
struct BinaryStructureTests {
  private let sample = BinaryFile([0xA2, 1, 2], [0x09], [0x51, 0x61])
  private let value = PropertyList.array([.boolean(true), .string("a")])

  @Test("the header is bplist0 and any digit", arguments: 0...9)
  func headers(digit: Int) throws {
    var file = sample
    file.header = Array("bplist0\(digit)".utf8)
    #expect(try PropertyList(file.bytes) == value)
  }

  @Test("offsets and references have 1 to 8 bytes", arguments: 1...8)
  func widths(width: Int) throws {
    func reference(_ number: UInt64) -> [UInt8] { BinaryFile.bigEndian(number, width: width) }
    var file = BinaryFile([0xA2] + reference(1) + reference(2), [0x09], [0x51, 0x61])
    file.referenceWidth = width
    #expect(try PropertyList(file.bytes) == value)
    #expect(try FoundationJudge.difference(from: value, in: file.bytes) == nil)
    file = sample
    file.offsetWidth = width
    #expect(try PropertyList(file.bytes) == value)
    #expect(try FoundationJudge.difference(from: value, in: file.bytes) == nil)
  }

  @Test("the root may be any object")
  func root() throws {
    var file = sample
    file.root = 2
    #expect(try PropertyList(file.bytes) == .string("a"))
  }

  // The sample: objects at 8, 11 and 12, the offset table at 14, the trailer at 17.
  @Test(
    "a trailer that contradicts the file is an error at its field",
    arguments: [
      (17 + 6, [0], "invalidTrailer at byte 23"), (17 + 6, [9], "invalidTrailer at byte 23"),
      (17 + 6, [2], "invalidTrailer at byte 25"), (17 + 7, [0], "invalidTrailer at byte 24"),
      (17 + 7, [9], "invalidTrailer at byte 24"), (17 + 8, [255], "invalidTrailer at byte 25"),
      (17 + 8, [0x10, 0, 0, 0, 0, 0, 0, 0], "invalidTrailer at byte 25"),
      (17 + 15, [0], "invalidTrailer at byte 25"), (17 + 15, [2], "invalidTrailer at byte 25"),
      (17 + 15, [4], "invalidTrailer at byte 25"), (17 + 16, [255], "invalidTrailer at byte 33"),
      (17 + 23, [3], "invalidTrailer at byte 33"), (17 + 24, [255], "invalidTrailer at byte 41"),
      (17 + 31, [8], "invalidTrailer at byte 41"), (17 + 31, [18], "invalidTrailer at byte 41"),
      (17 + 31, [13], "invalidTrailer at byte 25"),
    ] as [(Int, [UInt8], String)])
  func trailers(offset: Int, bytes: [UInt8], expected: String) {
    var file = sample.bytes
    file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    #expect(readingFault(file) == expected)
  }

  @Test("a file that was cut anywhere is an error, whatever is left")
  func truncation() {
    let bytes = sample.bytes
    for count in 0..<bytes.count {
      let expected = count < 8 ? "notAPropertyList" : "invalidTrailer"
      #expect(readingFault(Array(bytes.prefix(count)))?.hasPrefix(expected) == true)
    }
  }

  @Test("no single wrong byte makes the reader trap")
  func corruption() {
    let bytes = PropertyList.array([
      value, .dictionary(["k": .uid(1), "l": .set([.real(1), .date(2)])]), .string("é"),
    ]).binary()
    for index in bytes.indices {
      for wrong in UInt8.min...UInt8.max {
        var file = bytes
        file[index] = wrong
        _ = readingFault(file)
      }
    }
  }

  @Test(
    "an object lies between the header and the offset table",
    arguments: [0, 7, 14, 17, 255] as [UInt64])
  func offsets(offset: UInt64) {
    var file = sample
    file.claimedOffsets[1] = offset
    #expect(readingFault(file.bytes) == "invalidOffset at byte 15, object 1")
  }

  @Test("a reference names an object that is there")
  func references() {
    let file = BinaryFile([0xA2, 1, 2], [0x09])
    #expect(readingFault(file.bytes) == "invalidReference at byte 10")
  }

  @Test("references and offsets of 1 byte must reach every object")
  func narrowWidths() {
    let many = BinaryFile()
    var file = many
    file.objects = [[UInt8]](repeating: [0x09], count: 256)
    file.offsetWidth = 2
    #expect(readingFault(file.bytes) == "invalidTrailer at byte \(8 + 256 + 512 + 7)")
    file.objects = [[0x4F, 0x11, 1, 0] + [UInt8](repeating: 0, count: 256)]
    file.offsetWidth = 1
    #expect(readingFault(file.bytes) == "invalidTrailer at byte \(8 + 260 + 1 + 6)")
  }

  // MARK: Hostile files

  @Test("a container that holds itself is a cycle, at any distance")
  func cycles() {
    #expect(readingFault(BinaryFile([0xA1, 0]).bytes) == "cycle at byte 8, object 0")
    #expect(readingFault(BinaryFile([0xC1, 0]).bytes) == "cycle at byte 8, object 0")
    #expect(
      readingFault(BinaryFile([0xD1, 1, 0], [0x51, 0x61]).bytes) == "cycle at byte 8, object 0")
    #expect(
      readingFault(BinaryFile([0xA1, 1], [0xA1, 2], [0xA1, 1]).bytes)
        == "cycle at byte 10, object 1")
    // The same container twice, one after the other, is no cycle.
    #expect(readingFault(BinaryFile([0xA2, 1, 1], [0xA1, 2], [0x09]).bytes) == nil)
  }

  @Test("containers may be 512 deep, and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      var file = BinaryFile()
      file.objects = (1...depth).map { [0xA1] + BinaryFile.bigEndian(UInt64($0), width: 4) }
      file.objects.append([0x09])
      file.offsetWidth = 4
      file.referenceWidth = 4
      return file.bytes
    }
    _ = try PropertyList(nested(512))
    #expect(readingFault(nested(513)) == "tooDeep at byte \(8 + 512 * 5), object 512")
    #expect(readingFault(nested(100_000)) == "tooDeep at byte \(8 + 512 * 5), object 512")
  }

  @Test("shared containers that would make an enormous tree are refused at once")
  func expansion() throws {
    // Each level names the next ten times: 10^60 values.
    var file = BinaryFile()
    file.objects = (1...60).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) } + [[0x09]]
    file.offsetWidth = 2
    let clock = ContinuousClock()
    let start = clock.now
    #expect(readingFault(file.bytes)?.hasPrefix("tooLarge at byte") == true)
    #expect(clock.now - start < .seconds(1))
    // Without a tree, the same file costs nothing.
    let reader = try BinaryPropertyListReader(file.bytes)
    #expect(try reader.object(60) == .boolean(true))
  }

  @Test("a container may be shared until the tree has two values for each byte of the file")
  func sharing() throws {
    // An array that names another, of 200 values, so many times.
    func file(_ times: Int) -> [UInt8] {
      BinaryFile(
        [0xAF, 0x10, UInt8(times)] + [UInt8](repeating: 1, count: times),
        [0xAF, 0x10, 200] + [UInt8](repeating: 2, count: 200), [0x09]
      ).bytes
    }
    #expect(readingFault(file(2)) == nil)
    #expect(readingFault(file(3))?.hasPrefix("tooLarge at byte") == true)
  }

  @Test("strings and data that are named often cost no more than once")
  func sharedData() throws {
    let text = [UInt8](repeating: 0x61, count: 1000)
    let references = [UInt8](repeating: 1, count: 10_000)
    var file = BinaryFile([0xAF, 0x11, 0x27, 0x10] + references, [0x5F, 0x11, 0x03, 0xE8] + text)
    file.offsetWidth = 2
    guard case .array(let elements) = try PropertyList(file.bytes) else {
      Issue.record("not an array")
      return
    }
    #expect(elements.count == 10_000)
  }
}
