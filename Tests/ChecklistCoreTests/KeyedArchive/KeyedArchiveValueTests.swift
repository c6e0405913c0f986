import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// How urgent something is.
private enum Priority: Int, KeyedArchiveValue, Comparable {
  case low, high

  static func < (one: Priority, other: Priority) -> Bool { one.rawValue < other.rawValue }
}

/// A suit of cards, which has no order.
private enum Suit: String, KeyedArchiveValue {
  case clubs, hearts, spades
}

/// Options of one's own.
private struct Options: OptionSet, KeyedArchiveValue, Hashable {
  var rawValue: UInt8
}

/// A list of one's own.
private struct Stack<Element: KeyedArchiveValue>: RangeReplaceableCollection, KeyedArchiveValue {
  private var elements: [Element] = []
  var startIndex: Int { elements.startIndex }
  var endIndex: Int { elements.endIndex }
  subscript(position: Int) -> Element { elements[position] }
  func index(after position: Int) -> Int { position + 1 }
  mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Element>
  ) {
    elements.replaceSubrange(range, with: newElements)
  }
}

/// A value of a type that archives can hold.
struct ValueCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Whether it comes back as it was, from a keyed archive and from a plain property list.
  let comesBack: @Sendable () throws -> Bool
  /// Whether Foundation decodes it from our archive.
  let foundationReads: @Sendable () throws -> Bool
  /// Whether we decode it from Foundation's archive.
  let isReadFromFoundation: @Sendable () throws -> Bool

  init<Value: KeyedArchiveValue & Equatable & Sendable>(
    _ value: Value, _ object: @escaping @Sendable () -> NSObject
  ) {
    testDescription = "\(value) as \(Value.self)"
    let written: @Sendable () throws -> [UInt8] = {
      var archiver = KeyedArchiver()
      try archiver.encode(["key": value], forKey: "root")
      return try archiver.finish()
    }
    comesBack = {
      let plain = try KeyedArchiver(layout: .plain).finish(root: ["key": value])
      var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: plain))
      return try KeyedArchive(written()).root([String: Value].self) == ["key": value]
        && unarchiver.decodeRoot([String: Value].self) == ["key": value]
    }
    foundationReads = {
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(written()))
      unarchiver.requiresSecureCoding = false
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      let root = unarchiver.decodeObject(forKey: "root") as? [String: Any]
      return unarchiver.error == nil
        && NSDictionary(dictionary: root ?? [:]) == ["key": object()] as NSDictionary
    }
    isReadFromFoundation = {
      let archiver = NSKeyedArchiver(requiringSecureCoding: false)
      archiver.encode(["key": object()] as NSDictionary, forKey: "root")
      archiver.finishEncoding()
      return try KeyedArchive([UInt8](archiver.encodedData)).root([String: Value].self)
        == ["key": value]
    }
  }

  static let all: [ValueCase] =
    integers + [
      ValueCase(Float(0.1)) { NSNumber(value: Float(0.1)) },
      ValueCase(-Float.greatestFiniteMagnitude) {
        NSNumber(value: -Float.greatestFiniteMagnitude)
      },
      ValueCase(Priority.high) { 1 as NSNumber },
      ValueCase(Suit.hearts) { "hearts" as NSString },
      ValueCase(Options(rawValue: 5)) { 5 as NSNumber },
      ValueCase([UInt8]([0, 1, 255])) { NSData(data: Data([0, 1, 255])) },
      ValueCase([UInt8](repeating: 7, count: 1000)) {
        NSData(data: Data(repeating: 7, count: 1000))
      },
      ValueCase(ContiguousArray<UInt8>([1])) { NSData(data: Data([1])) },
      ValueCase(Set(["a", "b", "é"])) { NSSet(array: ["a", "b", "é"]) },
      ValueCase(Set<Int>()) { NSSet() },
      ValueCase([Set([1, 2])]) { NSArray(object: NSSet(array: [1, 2])) },
      ValueCase([Suit.clubs: [Priority.low, .high]].mapValues { $0.map(\.rawValue) }) {
        ["clubs": [0, 1]] as NSDictionary
      },
      ValueCase(ContiguousArray(["a"])) { ["a"] as NSArray },
    ]

  private static let integers: [ValueCase] = [
    ValueCase(Int8.min) { NSNumber(value: Int8.min) },
    ValueCase(Int16.min) { NSNumber(value: Int16.min) },
    ValueCase(Int32.min) { NSNumber(value: Int32.min) },
    ValueCase(Int64.min) { NSNumber(value: Int64.min) },
    ValueCase(Int.max) { NSNumber(value: Int.max) },
    ValueCase(UInt8.max) { NSNumber(value: UInt8.max) },
    ValueCase(UInt16.max) { NSNumber(value: UInt16.max) },
    ValueCase(UInt32.max) { NSNumber(value: UInt32.max) },
    ValueCase(UInt64.max) { NSNumber(value: UInt64.max) },
    ValueCase(UInt.max) { NSNumber(value: UInt.max) },
  ]
}

struct KeyedArchiveValueTests {
  @Test(arguments: ValueCase.all)
  func `a value comes back, from our archive and through Foundation`(_ value: ValueCase) throws {
    #expect(try value.comesBack())
    #expect(try value.foundationReads())
    #expect(try value.isReadFromFoundation())
  }

  @Test func `a collection of one's own is archived as an array`() throws {
    var archiver = KeyedArchiver()
    try archiver.encode(Stack([Stack(["a", "b"]), Stack()]), forKey: "root")
    let archive = try KeyedArchive(archiver.finish())
    #expect(try archive.root([[String]].self) == [["a", "b"], []])
    #expect(try archive.root(Stack<Stack<String>>.self).map { Array($0) } == [["a", "b"], []])
  }

  @Test func `bytes are read from data and from an array of numbers`() throws {
    let archive = HandmadeArchive { archive in
      let data = archive.addClass("NSMutableData", "NSData")
      return [
        .data([1, 2]), [1, 2], archive.addArray([1, 2]),
        archive.add(["NS.data": .data([1, 2]), "$class": data]),
      ]
    }
    #expect(
      try KeyedArchive(archive.file().bytes).root([[UInt8]].self)
        == Array(repeating: [1, 2], count: 4))
  }

  // MARK: Faults

  private static func fault<Value: KeyedArchiveValue & SendableMetatype>(
    _ type: Value.Type, _ path: String, _ message: String, at place: String? = nil,
    _ value: PropertyList
  ) -> DecodingFault {
    DecodingFault("\(message)", type, .invalidValue, path, at: place ?? "$top.root", message) { _ in
      value
    }
  }

  static let faults: [DecodingFault] = [
    fault(Int8.self, "root", "expected an integer from -128 to 127, found 128", 128),
    fault(UInt8.self, "root", "expected an integer from 0 to 255, found -1", -1),
    fault(
      Int32.self, "root", "expected an integer from -2147483648 to 2147483647, found 2147483648",
      2_147_483_648),
    fault(UInt64.self, "root", "expected an integer from 0 to 18446744073709551615, found -1", -1),
    fault(Float.self, "root", "expected a real of 4 bytes, found 1e+300", .real(1e300)),
    fault(Priority.self, "root", "no Priority has the raw value 2", 2),
    fault(Suit.self, "root", #"no Suit has the raw value "diamonds""#, "diamonds"),
    fault(
      [Suit].self, "root[1]", #"no Suit has the raw value "x""#, at: "$top.root[1]", ["clubs", "x"]),
    fault(
      [UInt8].self, "root[0]", "expected an integer from 0 to 255, found 256", at: "$top.root[0]",
      [256]),
    .wrongType(UInt16.self, "an integer", "a string", "1"),
    .wrongType(Float.self, "a real", "a string", "1"),
    .wrongType(Suit.self, "a string", "an integer", 1),
    .wrongType([UInt8].self, "data", "a string", "AQI="),
    .wrongType(Set<Int>.self, "a set", "a string", "1"),
    DecodingFault(
      "an array of objects where a set is expected", Set<Int>.self, .unexpectedClass,
      at: "$objects[2]", "expected a set, found one of class NSArray"
    ) { $0.addArray([1]) },
    DecodingFault(
      "a wrong value in a dictionary", [String: [Int]].self, .unexpectedType,
      #"root["second key"][1]"#, at: nil, "expected an integer, found a string"
    ) { archive in
      let record = archive.addClass("NSDictionary")
      return archive.add([
        "$class": record, "NS.keys": ["a", "second key"], "NS.objects": [[1], [2, "x"]],
      ])
    },
    DecodingFault(
      "a wrong key in a dictionary", [Int: Int].self, .unexpectedType, "root[1]", at: nil,
      "expected an integer, found a string"
    ) { archive in
      let record = archive.addClass("NSDictionary")
      return archive.add(["$class": record, "NS.keys": [1, "b"], "NS.objects": [1, 2]])
    },
  ]

  @Test(arguments: faults)
  func `a value that a type cannot hold is refused`(_ fault: DecodingFault) throws {
    let file = fault.archive.file()
    let error = #expect(throws: ArchiveError.self) {
      try fault.decode(KeyedArchive(file.bytes))
    }
    #expect((error?.kind, error?.path, error?.message) == (fault.kind, fault.path, fault.message))
    if let place = fault.place { #expect(error?.offset == file[place]) }
  }

  @Test(arguments: [KeyedArchive.Layout.keyed, .plain])
  func `an error in a dictionary names the key, and a long key by its beginning`(
    _ layout: KeyedArchive.Layout
  ) throws {
    struct Refused: KeyedArchiveValue {
      static func decode(
        _: ArchivedValue, from _: inout KeyedUnarchiver
      ) throws(ArchiveError) -> Refused { throw ArchiveError("it is refused") }
      func encoded(by _: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
        throw ArchiveError("it is refused")
      }
    }
    let long = String(repeating: "x", count: 200)
    for (key, path) in [("a key", #"["a key"][0]"#), (long, "[\"\(long.prefix(39))…][0]")] {
      #expect(throws: ArchiveError(.invalidValue, path: "root\(path)", "it is refused")) {
        var archiver = KeyedArchiver(layout: layout)
        try archiver.encode([key: [Refused()]], forKey: "root")
      }
      let bytes =
        layout == .plain
        ? try KeyedArchiver(layout: .plain).finish(root: ["root": [key: [1]]])
        : try Self.archive([key: [1]])
      #expect(throws: ArchiveError(.invalidValue, path: "root\(path)", "it is refused")) {
        var unarchiver = try KeyedUnarchiver(
          layout == .plain ? KeyedArchive(propertyList: bytes) : KeyedArchive(bytes))
        _ = try unarchiver.decode([String: [Refused]].self, forKey: "root")
      }
    }
  }

  @Test func `a type of one's own refuses a value, with what made it`() throws {
    struct Score: KeyedArchiveValue {
      var points: Int
      static func decode(
        _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
      ) throws(ArchiveError) -> Score {
        let points = try Int.decode(value, from: &unarchiver)
        guard points >= 0 else {
          throw ArchiveError("a score is not negative, found \(points)", cause: CancellationError())
        }
        return Score(points: points)
      }
      func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
        try points.encoded(by: &archiver)
      }
    }
    let archive = try KeyedArchive(Self.archive(["Ann": [1, 2], "Bob": [3, -4]]))
    let error = #expect(throws: ArchiveError.self) {
      try archive.root([String: [Score]].self)
    }
    #expect(error?.cause is CancellationError)
    #expect(
      error.map { "\($0)" }
        == #"root["Bob"][1]: a score is not negative, found -4: CancellationError()"#)
  }

  // MARK: Order

  private static func archive(_ value: some KeyedArchiveValue) throws -> [UInt8] {
    var archiver = KeyedArchiver()
    try archiver.encode(value, forKey: "root")
    return try archiver.finish()
  }

  @Test func `equal dictionaries and sets give equal bytes`() throws {
    let words = (0..<200).map { "word \($0 * 7919 % 200)" }
    var large = Dictionary(uniqueKeysWithValues: words.map { ($0, $0.utf8.count) })
    large.reserveCapacity(5000)
    let small = Dictionary(uniqueKeysWithValues: words.reversed().map { ($0, $0.utf8.count) })
    #expect(try Self.archive(large) == Self.archive(small))
    var largeSet = Set(words)
    largeSet.reserveCapacity(5000)
    #expect(try Self.archive(largeSet) == Self.archive(Set(words.reversed())))
    var suits: [Suit: Int] = [.spades: 3, .hearts: 2, .clubs: 1]
    suits.reserveCapacity(1000)
    #expect(try Self.archive(suits) == Self.archive([Suit.clubs: 1, .hearts: 2, .spades: 3]))
    let graph = try ArchiveGraph(Self.archive(["b": 2, "é": 3, "a": 1])).lines
    #expect((0..<3).map { graph["root.NS.keys[\($0)]"] } == [#""a""#, #""b""#, #""\u{00E9}""#])
  }
}
