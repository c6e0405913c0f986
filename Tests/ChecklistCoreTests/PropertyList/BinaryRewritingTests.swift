import ChecklistCore
import Foundation
import TestSupport
import Testing

/// Binary property lists written again object by object.
struct BinaryRewritingTests {
  /// A file that is rewritten, from the package or from elsewhere.
  struct Sample: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var load: @Sendable () throws -> [UInt8]
  }

  /// Every binary file that there is.
  static let samples: [Sample] = {
    let fixtures = ["Checklists", "ChecklistItems", "Codable", "Homepwner", "Damaged"]
      .flatMap { Fixture.all(in: $0) }
    let files =
      Conformance.files(in: "plists", "archives", verdict: "valid")
      + Conformance.files(in: "malformed", verdict: "archive-reject")
    let all =
      fixtures.map { fixture in
        Sample(testDescription: fixture.description) { try fixture.bytes() }
      }
      + files.map { file in Sample(testDescription: file.description) { try file.bytes() } }
    return all.filter { sample in
      guard let bytes = try? sample.load() else { return false }
      return (try? PropertyList(binary: bytes)) != nil
    }
  }()

  /// Files that change although nothing is dropped: their writers made offsets or references wider
  /// than CoreFoundation would have.
  static let narrowed: Set<String> = [
    "plists/cpy-deep-nesting-300.bplist",  // 4 bytes each for 301 objects
    "archives/bpy-dataclass_archive.plist",  // 2 bytes for 47 objects
    "archives/bpy-nsmutabledata_archive.plist",  // references of 2 bytes for 24 objects
  ]

  /// The one file that grows: its offsets have 3 bytes, and we write powers of two, as
  /// CoreFoundation does.
  static let widened = "plists/rust-binary_three_byte_integer_offset_table.plist"

  @Test(arguments: samples)
  func `Values and sharing stay, and the file grows no larger`(sample: Sample) throws {
    let bytes = try sample.load()
    let original = try BinaryPropertyListReader(bytes)
    let rewritten = try original.rewritten()
    #expect(try PropertyList(binary: rewritten) == PropertyList(binary: bytes))
    let again = try BinaryPropertyListReader(rewritten)
    #expect(again.objectCount <= original.objectCount)
    #expect(try Self.shape(again) == Self.shape(original))
    #expect(try again.rewritten() == rewritten)
    if sample.testDescription == Self.widened {
      #expect(rewritten.count == bytes.count + original.objectCount)
    } else if Self.narrowed.contains(sample.testDescription) {
      #expect(rewritten.count < bytes.count)
    } else if again.objectCount == original.objectCount {
      #expect(rewritten == bytes)
    } else {
      // Apple's archiver leaves objects behind that nothing refers to.
      #expect(rewritten.count < bytes.count)
    }
  }

  /// What each object is, in the order in which a walk from the root meets it; references are
  /// places in that order, so that two lists have the same shape when they have the same sharing.
  private static func shape(_ reader: BinaryPropertyListReader) throws -> [String] {
    var places: [Int: Int] = [:]
    var order: [Int] = []
    func place(_ number: Int) throws -> Int {
      // Numbers that lead to the same bytes are one object.
      let offset = try reader.offset(ofObject: number)
      if let place = places[offset] { return place }
      places[offset] = order.count
      order.append(number)
      return order.count - 1
    }
    func run(_ references: BinaryPropertyListReferences) throws -> [Int] {
      try (0..<references.count).map { try place(reader.reference($0, in: references)) }
    }
    var shape: [String] = []
    _ = try place(reader.root)
    while shape.count < order.count {
      let number = order[shape.count]
      switch try reader.object(number) {
      case .array(let elements): shape.append("array \(try run(elements))")
      case .set(let elements): shape.append("set \(try run(elements))")
      case .orderedSet(let elements): shape.append("ordered set \(try run(elements))")
      case .dictionary(let keys, let values):
        shape.append("dictionary \(try run(keys)) \(try run(values))")
      default: shape.append("\(reader.bytes[try reader.encoding(ofObject: number)])")
      }
    }
    return shape
  }

  @Test func `Four-byte reals and wide integers keep their encodings`() throws {
    let file = BinaryFile(
      [0xA3, 1, 2, 2], [0x22, 0x3F, 0x80, 0, 0], [0x13, 0, 0, 0, 0, 0, 0, 0, 5])
    #expect(try BinaryPropertyListReader(file.bytes).rewritten() == file.bytes)
  }

  @Test func `What nothing refers to is dropped, and references are as narrow as can be`() throws {
    var file = BinaryFile(
      [0x51, 0x61], [0xA1, 0, 3], [0x51, 0x62], [0x51, 0x63])
    file.referenceWidth = 2
    file.offsetWidth = 8
    file.root = 1
    let expected = BinaryFile([0xA1, 1], [0x51, 0x63])
    #expect(try BinaryPropertyListReader(file.bytes).rewritten() == expected.bytes)
  }

  @Test func `Two equal strings stay two, and two numbers of one object become one`() throws {
    let twice = BinaryFile([0xA2, 1, 2], [0x51, 0x61], [0x51, 0x61])
    #expect(try BinaryPropertyListReader(twice.bytes).rewritten() == twice.bytes)
    var same = twice
    same.claimedOffsets = [2: 11]
    let once = BinaryFile([0xA2, 1, 1], [0x51, 0x61])
    #expect(try BinaryPropertyListReader(same.bytes).rewritten() == once.bytes)
  }

  @Test func `Objects that overlap cannot make a file grow without bound`() throws {
    // A hundred strings, each of which starts inside the one before.
    let count = 100
    var file = BinaryFile(
      [0xAF, 0x10, UInt8(count)] + (1...UInt8(count)), Array(repeating: 0x5E, count: count + 20))
    for number in 2...count {
      file.objects.append([])
      file.claimedOffsets[number] = UInt64(8 + 3 + count + number - 1)
    }
    var kinds: [ArchiveError.Kind] = []
    do throws(ArchiveError) {
      _ = try BinaryPropertyListReader(file.bytes).rewritten()
    } catch {
      kinds = [error.kind]
    }
    #expect(kinds == [.tooLarge])
  }

  @Test(
    "a list that no decoder reads is refused as the tree reader refuses it",
    .needs(Conformance.isPresent, Conformance.absence),
    arguments: Conformance.files(in: "malformed", verdict: "reject"))
  func refused(file: Conformance.File) throws {
    let bytes = try file.bytes()
    guard BinaryPropertyListReader.isBinaryPropertyList(bytes) else { return }
    #expect(
      fault { () throws(ArchiveError) in
        try BinaryPropertyListReader(bytes).validate()
      } == readingFault(bytes))
  }
}
