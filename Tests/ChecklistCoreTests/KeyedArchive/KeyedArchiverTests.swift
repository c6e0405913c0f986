import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Values of every type, each case a difficult one of one type.
struct EveryFieldCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let fields: EveryField

  private init(_ name: String, _ change: (inout EveryField) -> Void) {
    testDescription = name
    var fields = EveryField()
    change(&fields)
    self.fields = fields
  }

  static let all: [EveryFieldCase] = [
    .init("plain values") { _ in },
    .init("false and 0") { ($0.isOn, $0.count, $0.ratio) = (false, 0, 0) },
    .init("the smallest integer") { ($0.count, $0.numbers) = (.min, [.min, -1, 0]) },
    .init("the largest integer") { ($0.count, $0.numbers) = (.max, [.max, 255, 256, 65_536]) },
    .init("widths of integers") {
      $0.numbers = [127, 128, 255, 256, 32_768, 65_535, 65_536, 1 << 31, 1 << 32, -128, -65_536]
    },
    .init("negative zero") {
      // Foundation on Linux archives equal numbers as one object, and false is equal to zero.
      ($0.ratio, $0.reals, $0.switches) = (-0.0, [-0.0], [])
    },
    .init("infinity") { ($0.ratio, $0.reals) = (.infinity, [.infinity, -.infinity]) },
    .init("not a number") { $0.ratio = .nan },
    .init("the smallest and the largest real") {
      ($0.ratio, $0.reals) = (.leastNonzeroMagnitude, [.greatestFiniteMagnitude, .ulpOfOne])
    },
    .init("a real that is an integer") { ($0.ratio, $0.reals) = (3, [1e15, -2]) },
    .init("empty values") {
      ($0.title, $0.bytes, $0.numbers, $0.table) = ("", Data(), [], [])
      ($0.reals, $0.switches, $0.moments) = ([], [], [:])
    },
    .init("decomposed text") {
      ($0.title, $0.table) = ("e\u{301}\u{E9}", [["e\u{301}"], ["A\u{30A}"]])
    },
    .init("composed text") { ($0.title, $0.table) = ("\u{E9}", [["\u{C5}"]]) },
    .init("emoji and characters beyond the basic plane") { $0.title = "👨‍👩‍👧‍👦 𠮷 🇳🇱" },
    .init("control characters") { $0.title = "\0\n\r\t\u{1B}\u{85}\u{2028}\u{FEFF}\u{FFFE}" },
    .init("the text $null") { ($0.title, $0.present) = ("$null", "$null") },
    .init("a long text") { $0.title = String(repeating: "é", count: 70_000) },
    .init("long data") { $0.bytes = Data(repeating: 7, count: 70_000) },
    .init("a distant date") { $0.moment = .distantPast },
    .init("the date 0") { $0.moment = Date(timeIntervalSinceReferenceDate: -0.0) },
    .init("nil where there could be a value") { $0.present = nil },
    .init("a value where there could be nil") { ($0.missing, $0.isNil) = ("here", false) },
    .init("as many objects as need references of two bytes") { $0.numbers = Array(2..<400) },
  ]

  /// With those that Foundation on Linux does not keep when it writes, because it archives equal
  /// strings and numbers as one.
  static let ours: [EveryFieldCase] =
    all + [
      .init("composed and decomposed text") {
        $0.table = [["\u{E9}"], ["e\u{301}"], ["\u{212B}", "A\u{30A}", "\u{C5}"]]
      },
      .init("positive and negative zero") { $0.reals = [0.0, -0.0] },
    ]

  /// Too large for Foundation's unarchiver, which takes seconds.
  static let large = EveryFieldCase("as many objects as need references of four bytes") {
    $0.numbers = Array(0..<70_000)
  }
}

struct KeyedArchiverTests {
  private static let child = EveryTypeChild("a", [EveryTypeChild("b", [EveryTypeChild("c")])])

  private static func archive(_ fields: EveryField) throws -> [UInt8] {
    var value = EveryType(fields)
    value.child = child
    value.children = [child, EveryTypeChild("d")]
    value.childrenByName = ["e": EveryTypeChild("f")]
    var archiver = KeyedArchiver()
    try archiver.encode(value, forKey: "root")
    return try archiver.finish()
  }

  @Test(arguments: EveryFieldCase.ours, [false, true])
  func `Foundation decodes what we write`(_ value: EveryFieldCase, securely: Bool) throws {
    let archive = Data(try Self.archive(value.fields))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    unarchiver.requiresSecureCoding = securely
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let decoded = unarchiver.decodeObject(of: EveryTypeObject.self, forKey: "root")
    try #require(unarchiver.error == nil)
    let object = try #require(decoded)
    #expect(object.fields.description == value.fields.description)
    #expect(object.child?.outline == "a(b(c()))")
    #expect(object.children.map(\.outline) == ["a(b(c()))", "d()"])
    #expect(object.childrenByName.mapValues(\.outline) == ["e": "f()"])
  }

  @Test(arguments: EveryFieldCase.ours + (LongTests.areWanted ? [.large] : []))
  func `we decode what we write`(_ value: EveryFieldCase) throws {
    let archive = try KeyedArchive(Self.archive(value.fields))
    var unarchiver = try KeyedUnarchiver(archive)
    let decoded = try unarchiver.decode(EveryType.self, forKey: "root")
    #expect(decoded.fields.description == value.fields.description)
    #expect(decoded.child?.outline == "a(b(c()))")
    #expect(decoded.children.map(\.outline) == ["a(b(c()))", "d()"])
    #expect(decoded.childrenByName.mapValues(\.outline) == ["e": "f()"])
    #expect(decoded.archived?.className == "ChecklistCoreTests.EveryTypeObject")
  }

  @Test func `values are written in the layout of NSKeyedArchiver`() throws {
    var archiver = KeyedArchiver()
    try archiver.encode([EveryTypeChild("x")], forKey: "root")
    try archiver.encode(7, forKey: "number")
    try archiver.encode(Date(timeIntervalSinceReferenceDate: 1.5), forKey: "date")
    try archiver.encode(Data([1, 2]), forKey: "data")
    try archiver.encode(String?.none, forKey: "nothing")
    let empty = KeyedArchiver()
    #expect(
      try ArchiveGraph(archiver.finish()).changes(from: ArchiveGraph(empty.finish()))
        == [
          #"data: nothing -> data AQI="#,
          #"date: nothing -> NSDate real 1.5 0x3ff8000000000000"#,
          #"nothing: nothing -> nil"#,
          #"number: nothing -> 7"#,
          #"root: nothing -> class NSArray (NSArray < NSObject)"#,
          #"root.NS.objects: nothing -> array of 1"#,
          #"root.NS.objects[0]: nothing -> class ChecklistCoreTests.EveryTypeChildObject "#
            + #"(ChecklistCoreTests.EveryTypeChildObject < NSObject)"#,
          #"root.NS.objects[0].children: nothing -> class NSArray (NSArray < NSObject)"#,
          #"root.NS.objects[0].children.NS.objects: nothing -> array of 0"#,
          #"root.NS.objects[0].name: nothing -> "x""#,
        ])
  }

  @Test func `an archive without anything is one`() throws {
    let empty = KeyedArchiver()
    let graph = try ArchiveGraph(empty.finish())
    #expect(graph.lines == ["$archiver": "NSKeyedArchiver", "$version": "100000"])
  }

  @Test func `a class name that was chosen is that of new objects`() throws {
    var archiver = KeyedArchiver()
    archiver.setClassName("Other.Child", for: EveryTypeChild.self)
    try archiver.encode(EveryTypeChild("x"), forKey: "root")
    #expect(
      try ArchiveGraph(archiver.finish()).lines["root"]
        == "class Other.Child (Other.Child < NSObject)")
  }

  @Test func `a class name that is chosen again has one record`() throws {
    var archiver = KeyedArchiver()
    for (key, name) in [("a", "Other.Child"), ("b", "Third.Child"), ("c", "Other.Child")] {
      archiver.setClassName(name, for: EveryTypeChild.self)
      try archiver.encode(EveryTypeChild(key), forKey: key)
    }
    let list = try PropertyListSerialization.propertyList(
      from: Data(archiver.finish()), format: nil)
    let objects = try #require((list as? [String: Any])?["$objects"] as? [Any])
    let names = objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String }
    #expect(names.filter { $0.hasSuffix(".Child") } == ["Other.Child", "Third.Child"])
  }

  @Test func `every key, text and class record is written once`() throws {
    var archiver = KeyedArchiver()
    try archiver.encode((0..<300).map { _ in EveryTypeChild("same text") }, forKey: "root")
    let bytes = try archiver.finish()
    for text in ["same text", "children", "NSArray", "NS.objects", "EveryTypeChildObject"] {
      #expect(Data(bytes).ranges(of: Data(text.utf8)).count == 1, "\(text)")
    }
  }

  @Test func `the toolchain reads references of four bytes`() throws {
    let bytes = try Self.archive(EveryFieldCase.large.fields)
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let objects = try #require((list as? [String: Any])?["$objects"] as? [Any])
    #expect(Set(objects.compactMap { $0 as? Int }).isSuperset(of: 0..<70_000))
  }

  @Test(arguments: EveryFieldCase.ours)
  func `the toolchain's reader and ours see the same property list`(_ value: EveryFieldCase) throws
  {
    let bytes = try Self.archive(value.fields)
    let rewritten = try PropertyList(binary: bytes).binary()
    #expect(try ArchiveGraph(rewritten) == ArchiveGraph(bytes))
  }
}
