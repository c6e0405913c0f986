import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Binary property lists as we write them.
@Suite("Binary property list writer")
struct BinaryPropertyListWriterTests {
  /// Writes, and has our reader and Foundation read it back.
  private func roundTrip(_ value: PropertyList) throws {
    let bytes = value.binary()
    #expect(try PropertyList(binary: bytes) == value)
    #expect(try FoundationJudge.difference(from: value, in: bytes) == nil)
  }

  @Test("a file is no larger than the one that Foundation writes")
  func sizeBesideFoundation() throws {
    let ours = PropertyList.array([
      .integer(1), .string("é"), .string("e"), .data([1, 2, 3]), .real(1.5), .date(0),
      .dictionary(["k": .array([.boolean(true), .string("e")]), "l": .integer(1)]),
    ])
    let theirs: [Any] = [
      1, "é", "e", Data([1, 2, 3]), 1.5, Date(timeIntervalSinceReferenceDate: 0),
      ["k": [true, "e"] as [Any], "l": 1] as [String: Any],
    ]
    let size = try FoundationJudge.encode(theirs, as: .binary).count
    #expect(ours.binary().count <= size)
  }

  @Test(
    "integers take 1, 2 or 4 bytes unsigned, 8 with a sign, and 16",
    arguments: [
      (0, 0x10), (255, 0x10), (256, 0x11), (65_535, 0x11), (65_536, 0x12),
      (4_294_967_295, 0x12), (4_294_967_296, 0x13), (Int128(Int64.max), 0x13), (-1, 0x13),
      (Int128(Int64.min), 0x13), (Int128(Int64.max) + 1, 0x14), (Int128(UInt64.max), 0x14),
      (Int128.max, 0x14), (Int128.min, 0x14), (Int128(Int64.min) - 1, 0x14),
    ] as [(Int128, UInt8)])
  func integers(value: Int128, marker: UInt8) throws {
    let bytes = PropertyList.integer(value).binary()
    #expect(bytes[8] == marker)
    #expect(bytes.count == 8 + 1 + 1 << Int(marker & 0x0F) + 1 + 32)
    #expect(try PropertyList(binary: bytes) == .integer(value))
  }

  @Test("reals and dates keep their bits, and equal ones are written once")
  func reals() throws {
    let values: [Double] = [0, -0.0, 1.5, .nan, -.nan, .infinity, -.infinity, 5e300, 0, -0.0]
    let list = PropertyList.array(values.map { .real($0) } + values.map { .date($0) })
    let bytes = list.binary()
    #expect(try PropertyList(binary: bytes) == list)
    #expect(try BinaryPropertyListReader(bytes).objectCount == 1 + 8 + 8)
    try roundTrip(.array([.real(-0.0), .real(0), .real(.nan), .date(-0.0), .date(1e300)]))
  }

  @Test("strings are told apart by code unit, and equal ones are written once")
  func strings() throws {
    let values = ["\u{e9}", "e\u{301}", "\u{e9}", "", "a\u{0}", "\u{0}", "a", "🤖", "\u{feff}x"]
    let list = PropertyList.array(values.map { .string($0) })
    try roundTrip(list)
    #expect(try BinaryPropertyListReader(list.binary()).objectCount == 1 + 8)
    // Foundation on Linux takes keys that are canonically equal for one.
    let twoKeys = PropertyList.dictionary(["\u{e9}": .integer(1), "e\u{301}": .integer(2)])
    #expect(try PropertyList(binary: twoKeys.binary()) == twoKeys)
  }

  @Test("long strings that begin or end alike are told apart, and equal ones are written once")
  func longStrings() throws {
    let long = String(repeating: "begin or end ", count: 20)
    let strings = (0..<9).map { "\(long)\($0)" } + (0..<9).map { "\($0)\(long)" }
    let list = PropertyList.array((strings + strings).map { .string($0) })
    try roundTrip(list)
    #expect(try BinaryPropertyListReader(list.binary()).objectCount == 1 + strings.count)
  }

  @Test(
    "counts stand in the marker up to 14, and after it from 15 on",
    arguments: [14, 15, 255, 256, 65_536] + (LongTests.areWanted ? [65_535] : []))
  func counts(count: Int) throws {
    let text = String(repeating: "a", count: count)
    try roundTrip(.string(text))
    try roundTrip(.string(text + "é"))
    try roundTrip(.data([UInt8](repeating: 7, count: count)))
    try roundTrip(.array([PropertyList](repeating: .boolean(true), count: count)))
    let entries = (0..<count).map {
      PropertyListDictionary.Entry(key: "\($0)", value: .integer(Int128($0)))
    }
    try roundTrip(.dictionary(PropertyListDictionary(entries)))
  }

  @Test(
    "references widen when the objects outgrow them",
    arguments: [(255, 1), (256, 2), (257, 2), (65_535, 2), (65_536, 4)]
      + (LongTests.areWanted ? [(65_537, 4)] : []))
  func widening(objects: Int, width: UInt8) throws {
    // One list inside another, so that containers lie before and after what is widened.
    let strings = (0..<objects - 2).map { PropertyList.string("s\($0)") }
    let value = PropertyList.array([.array(Array(strings.prefix(100)))] + strings.dropFirst(100))
    let bytes = value.binary()
    #expect(try BinaryPropertyListReader(bytes).objectCount == objects)
    #expect(bytes[bytes.count - 25] == width)
    try roundTrip(value)
  }

  @Test(
    "references widen for objects that are appended after the last container too",
    arguments: [255, 256, 65_536])
  func lateObjects(objects: Int) throws {
    var writer = BinaryPropertyListWriter()
    for number in 0..<objects { _ = writer.append(number) }
    let bytes = writer.finish(root: objects - 1)
    #expect(try PropertyList(binary: bytes) == .integer(Int128(objects - 1)))
  }

  @Test(
    "offsets widen when their table begins beyond them",
    arguments: [(255, 1), (256, 2), (260, 2), (65_535, 2), (65_536, 4), (65_540, 4)])
  func offsets(table: Int, width: UInt8) throws {
    // Before the table are the header, the marker and the count of the data, 3 bytes of an array
    // with two references, and 2 of the number.
    let size = table - 8 - (table < 0x100 + 8 ? 3 : 4) - 3 - 2
    let value = PropertyList.array([.data([UInt8](repeating: 7, count: size)), .integer(1)])
    let bytes = value.binary()
    #expect(bytes.suffix(8).reduce(0) { $0 << 8 | Int($1) } == table)
    #expect(bytes[bytes.count - 26] == width)
    try roundTrip(value)
  }

  @Test("UIDs, sets and nulls come back")
  func otherTypes() throws {
    let value = PropertyList.array([
      .null, .uid(0), .uid(255), .uid(256), .uid(65_536), .uid(.max), .set([.integer(1)]),
      .orderedSet([.string("a"), .null]), .dictionary([:]), .array([]), .null,
    ])
    #expect(try PropertyList(binary: value.binary()) == value)
  }
}
