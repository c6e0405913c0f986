import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

/// Codable values in keyed archives.
///
/// Foundation on Linux has no `encodeEncodable`. What it does elsewhere is to archive the property
/// list of `PropertyListEncoder`, which is done here with Foundation's own parts.
struct EncodableArchiveTests {
  /// The last but one has `false` and 0.0, which Foundation's archiver writes as one number.
  private static let seeds: [UInt64] =
    (0..<20).map { $0 } + [17_453_581_171_684_764_107, .random(in: 100 ... .max)]

  private static let propertyListClasses: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
  ]

  private static func archive(_ value: some Encodable) throws(ArchiveError) -> Data {
    var archiver = KeyedArchiver()
    try archiver.encodeEncodable(value, forKey: "value")
    return Data(try archiver.finish())
  }

  @Test(arguments: seeds)
  func `a model comes back`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let model = Sample(using: &generator)
    var unarchiver = try KeyedUnarchiver(KeyedArchive(Self.archive(model)))
    #expect(try unarchiver.decodeDecodable(Sample.self, forKey: "value") == model, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `Foundation decodes the model that we archive`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let model = Sample(using: &generator)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Self.archive(model))
    let list = try #require(
      unarchiver.decodeObject(of: Self.propertyListClasses, forKey: "value"))
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    #expect(try PropertyListDecoder().decode(Sample.self, from: data) == model, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `we decode the model that Foundation archives`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let model = Sample(using: &generator)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let list = try PropertyListSerialization.propertyList(
      from: encoder.encode(model), format: nil)
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(list, forKey: "value")
    archiver.finishEncoding()
    var unarchiver = try KeyedUnarchiver(KeyedArchive(archiver.encodedData))
    #expect(try unarchiver.decodeDecodable(Sample.self, forKey: "value") == model, "seed \(seed)")
  }

  @Test func `a field that is nil or missing is decoded as nil`() throws {
    var archiver = KeyedArchiver()
    try archiver.encodeEncodable(Sample?.none, forKey: "nil")
    try archiver.encodeEncodable([1, nil], forKey: "gaps")
    var unarchiver = try KeyedUnarchiver(KeyedArchive(Data(archiver.finish())))
    #expect(try !unarchiver.containsValue(forKey: "nil"))
    #expect(try unarchiver.decodeDecodable(Sample?.self, forKey: "nil") == nil)
    #expect(try unarchiver.decodeDecodableIfPresent(Sample.self, forKey: "nil") == nil)
    #expect(try unarchiver.decodeDecodableIfPresent(Sample.self, forKey: "missing") == nil)
    #expect(try unarchiver.decodeDecodableIfPresent([Int?].self, forKey: "gaps") == [1, nil])
  }

  @Test func `it is a field beside others, and what is not read is preserved`() throws {
    struct Note: KeyedCoding {
      static let archivedClassName = "Note"
      var range = 1..<3
      var archived: ArchivedObject?

      init() {}
      init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
        range = try unarchiver.decodeDecodable(Range<Int>.self, forKey: "range")
      }
      func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
        try archiver.encodeEncodable(range, forKey: "range")
      }
    }
    let data = Data(try KeyedArchiver.archivedData(of: [Note()]))
    #expect(try KeyedUnarchiver.unarchived([Note].self, from: data).map(\.range) == [1..<3])
  }

  // MARK: Errors

  @Test func `an error of decoding names the path and what was found`() throws {
    let data = try Self.archive(["items": [["text": 5]]])
    let wrong = #expect(throws: ArchiveError.self) {
      var unarchiver = try KeyedUnarchiver(KeyedArchive(data))
      _ = try unarchiver.decodeDecodable([String: [[String: String]]].self, forKey: "value")
    }
    #expect(wrong?.kind == .unexpectedType)
    #expect(wrong?.description == "value.items[0].text: expected a string, found the integer 5")
    let missing = #expect(throws: ArchiveError.self) {
      var unarchiver = try KeyedUnarchiver(KeyedArchive(data))
      _ = try unarchiver.decodeDecodable(Sample.self, forKey: "value")
    }
    #expect(missing?.kind == .missingKey)
    #expect(missing?.description == "value.flag: the key is missing")
    let absent = #expect(throws: ArchiveError.self) {
      var unarchiver = try KeyedUnarchiver(KeyedArchive(data))
      _ = try unarchiver.decodeDecodable(Sample.self, forKey: "other")
    }
    #expect(absent?.kind == .missingKey)
    #expect(absent?.path == "other")
  }

  @Test func `what cannot be encoded is an error, and the archive is never finished`() throws {
    var archiver = KeyedArchiver()
    let expected = ArchiveError(
      "a property list cannot hold the text $null, which means nil there", kind: .unrepresentable
    ).inside(index: 1).inside(key: "value")
    #expect(throws: expected) {
      try archiver.encodeEncodable(["", "$null"], forKey: "value")
    }
    #expect(throws: expected) { try archiver.finish() }
  }

  @Test func `an error of the value's own is the cause`() throws {
    struct Refusal: Error {}
    struct Refuser: Codable {
      init() {}
      init(from decoder: any Decoder) throws { throw Refusal() }
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    let encoding = #expect(throws: ArchiveError.self) { try Self.archive(Refuser()) }
    #expect(encoding?.cause is Refusal)
    let data = try Self.archive(5)
    let decoding = #expect(throws: ArchiveError.self) {
      var unarchiver = try KeyedUnarchiver(KeyedArchive(data))
      _ = try unarchiver.decodeDecodable(Refuser.self, forKey: "value")
    }
    #expect(decoding?.cause is Refusal)
    #expect(decoding?.description == "value: the type of the value refused it: Refusal()")
  }
}
