import ChecklistCoreFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChecklistCore

struct KeyedUnarchiverTests {
  @Test func `a type is decoded from a class that has another name now`() throws {
    struct Box: KeyedCoding, Equatable {
      static let archivedClassName = "Shop.Box"
      var size: Int
      var archived: ArchivedObject?

      init(size: Int) { self.size = size }
      init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
        size = try unarchiver.decode(Int.self, forKey: "size")
      }
      func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
        try archiver.encode(size, forKey: "size")
      }
    }
    var archiver = KeyedArchiver()
    archiver.setClassName("Shop.Carton", for: Box.self)
    try archiver.encode([Box(size: 7)], forKey: "boxes")
    let archive = try KeyedArchive(archiver.finish())
    var strict = try KeyedUnarchiver(archive)
    let error = #expect(throws: ArchiveError.self) {
      try strict.decode([Box].self, forKey: "boxes")
    }
    #expect(error?.kind == .unexpectedClass)
    var unarchiver = try KeyedUnarchiver(archive)
    unarchiver.setClassName("Carton", for: Box.self)
    let boxes = try unarchiver.decode([Box].self, forKey: "boxes")
    #expect(boxes.map(\.size) == [7])
    // What is preserved does not count.
    var another = try KeyedUnarchiver(KeyedArchive(archiver.finish()))
    another.setClassName("Carton", for: Box.self)
    #expect(try another.decode([Box].self, forKey: "boxes") == boxes)
    #expect(boxes[0].archived?.className == "Shop.Carton")
  }

  @Test(arguments: EveryFieldCase.all, [false, true])
  func `we decode what Foundation writes`(_ value: EveryFieldCase, securely: Bool) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: securely)
    let child = EveryTypeChildObject("a", [EveryTypeChildObject("b", [EveryTypeChildObject("c")])])
    let object = EveryTypeObject(
      value.fields, child: child, children: [child, EveryTypeChildObject("d")],
      childrenByName: ["e": EveryTypeChildObject("f")])
    archiver.encode(object, forKey: "root")
    archiver.finishEncoding()
    let decoded = try KeyedArchive([UInt8](archiver.encodedData)).root(EveryType.self)
    #expect(decoded.fields.description == value.fields.description)
    #expect(decoded.child?.outline == "a(b(c()))")
    #expect(decoded.children.map(\.outline) == ["a(b(c()))", "d()"])
    #expect(decoded.childrenByName.mapValues(\.outline) == ["e": "f()"])
  }

  // MARK: Values in other clothes

  @Test func `strings are read from every form that Foundation gives them`() throws {
    let archive = HandmadeArchive { archive in
      let string = archive.addClass("NSString")
      let mutable = archive.addClass("NSMutableString", "NSString")
      let e = "e\u{301}"
      return .array([
        .string("inline \(e)"), archive.add(.string("object \(e)")),
        archive.add(["$class": string, "NS.string": .string("NSString \(e)")]),
        archive.add(["NS.string": .string("mutable \(e)"), "$class": mutable]),
        archive.add(["$class": string, "NS.bytes": .data(Array("bytes \(e)".utf8))]),
      ])
    }
    let texts = try KeyedArchive(archive.file().bytes).root([String].self)
    #expect(
      texts.map(ArchiveGraph.line) == [
        #""inline e\u{0301}""#, #""object e\u{0301}""#, #""NSString e\u{0301}""#,
        #""mutable e\u{0301}""#, #""bytes e\u{0301}""#,
      ])
  }

  @Test func `data, dates and numbers are read from every form that Foundation gives them`() throws
  {
    let archive = HandmadeArchive { archive in
      let data = archive.addClass("NSMutableData", "NSData")
      let date = archive.addClass("NSDate")
      return [
        .array([.data([1]), archive.add(["NS.data": .data([2]), "$class": data])]),
        .array([.date(1.5), archive.add(["NS.time": 2.5, "$class": date])]),
        .array([archive.add(["NS.time": 3, "$class": date])]),
        .array([.real(0.5), 7, archive.add(.integer(8))]),
        .array([true, 0, 1, archive.add(false)]),
      ]
    }
    struct Row: KeyedArchiveValue {
      static func decode(
        _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
      ) throws(ArchiveError) -> Row { Row() }
      func encoded(by: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
        .reference(0)
      }
    }
    let bytes = archive.file().bytes
    func row<Value: KeyedArchiveValue>(_ index: Int, _ type: Value.Type) throws -> [Value] {
      var other = archive
      guard case .array(let rows) = archive.top["root"] else { return [] }
      other.top = PropertyListDictionary([.init(key: "root", value: rows[index])])
      return try KeyedArchive(other.file().bytes).root([Value].self)
    }
    #expect(try KeyedArchive(bytes).root([Row].self).count == 5)
    #expect(try row(0, Data.self) == [Data([1]), Data([2])])
    #expect(try row(0, ContiguousArray<UInt8>.self) == [[1], [2]])
    #expect(try row(1, Date.self).map(\.timeIntervalSinceReferenceDate) == [1.5, 2.5])
    #expect(try row(2, Date.self).map(\.timeIntervalSinceReferenceDate) == [3])
    #expect(try row(3, Double.self) == [0.5, 7, 8])
    #expect(try row(4, Bool.self) == [true, false, true, false])
  }

  @Test func `nil is a reference to $null, a null object or an absent key`() throws {
    var archive = HandmadeArchive()
    archive.top = ["reference": .uid(0), "null": .null, "text": "$null"]
    var unarchiver = try KeyedUnarchiver(KeyedArchive(archive.file().bytes))
    for key in ["reference", "null", "absent"] {
      #expect(try unarchiver.containsValue(forKey: key) == false)
      #expect(try unarchiver.decode(Int?.self, forKey: key) == nil)
      #expect(try unarchiver.decodeIfPresent(String.self, forKey: key) == nil)
    }
    #expect(try unarchiver.containsValue(forKey: "text"))
    #expect(try unarchiver.decode(String?.self, forKey: "text") == "$null")
  }

  // MARK: Classes

  @Test(arguments: [
    ["Graph.Node"], ["Node"], ["MyApp.Node"], ["A.B.Node"], ["Graph.Leaf", "Graph.Node"],
    ["Leaf", "Twig", "Other.Node"],
  ])
  func `an object may be of the class in any module, or of a subclass`(_ chain: [String]) throws {
    let archive = HandmadeArchive { archive in
      let record = archive.add([
        "$classname": .string(chain[0]),
        "$classes": .array(chain.map(PropertyList.string)), "$classhints": ["NSObject"],
      ])
      return archive.add(["name": "x", "$class": record])
    }
    let node = try KeyedArchive(archive.file().bytes).root(Node.self)
    #expect(node.name == "x")
    #expect(node.archived?.className == chain[0])
  }

  @Test func `a class record without superclasses is a class by itself`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.add(["$classname": "Graph.Node"])
      return archive.add(["name": "x", "$class": record])
    }
    #expect(try KeyedArchive(archive.file().bytes).root(Node.self).name == "x")
  }

  // MARK: Keys

  @Test func `of a key that occurs twice the first is read`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      return archive.add(["name": "first", "$class": record, "name": "second", "name": 3])
    }
    #expect(try KeyedArchive(archive.file().bytes).root(Node.self).name == "first")
  }

  @Test(arguments: [true, false])
  func `composed and decomposed keys are two`(_ sharesKeys: Bool) throws {
    var archive = HandmadeArchive()
    archive.sharesKeys = sharesKeys
    archive.top = ["e\u{301}": "decomposed", "\u{E9}": "composed", "e": "plain"]
    var unarchiver = try KeyedUnarchiver(KeyedArchive(archive.file().bytes))
    #expect(try unarchiver.decode(String.self, forKey: "\u{E9}") == "composed")
    #expect(try unarchiver.decode(String.self, forKey: "e\u{301}") == "decomposed")
    #expect(try unarchiver.decode(String.self, forKey: "e") == "plain")
    #expect(try unarchiver.decodeIfPresent(String.self, forKey: "\u{301}") == nil)
  }

  @Test(arguments: [true, false])
  func `an object may have more than 64 fields`(_ sharesKeys: Bool) throws {
    var archive = HandmadeArchive()
    archive.sharesKeys = sharesKeys
    for index in 0..<600 {
      archive.top.entries.append(.init(key: "key \(index)", value: .integer(Int128(index))))
    }
    var unarchiver = try KeyedUnarchiver(KeyedArchive(archive.file().bytes))
    for index in (0..<600).reversed() {
      #expect(try unarchiver.decode(Int.self, forKey: "key \(index)") == index)
    }
    #expect(unarchiver.unreadFields.unread.isEmpty)
  }

  @Test(arguments: [true, false])
  func `objects of a hundred shapes, one in the other, are read`(_ sharesKeys: Bool) throws {
    // Each object has its keys in another order and among them one of its own; the outer ones are
    // read on after the inner.
    var archive = HandmadeArchive()
    archive.sharesKeys = sharesKeys
    let record = archive.addClass("Graph.Onion")
    var inner: PropertyList = .uid(0)
    for level in 0..<100 {
      var fields: [PropertyListDictionary.Entry] = [
        .init(key: "inner", value: inner), .init(key: "before", value: .integer(Int128(level))),
        .init(key: "after", value: .integer(Int128(-level))), .init(key: "$class", value: record),
        .init(key: "own \(level)", value: true),
      ]
      for _ in 0..<level % 5 { fields.append(fields.removeFirst()) }
      inner = archive.add(.dictionary(PropertyListDictionary(fields)))
    }
    archive.top = PropertyListDictionary([.init(key: "root", value: inner)])
    let levels = try KeyedArchive(archive.file().bytes).root(Onion.self).levels
    #expect(levels == Array((0..<100).reversed()))
  }

  @Test(arguments: 1...70)
  func `an object around others of many shapes is read on, though its own was known before`(
    _ depth: Int
  ) throws {
    var archive = HandmadeArchive()
    let record = archive.addClass("Graph.Onion")
    func onion(_ level: Int, around inner: PropertyList, hasOwnKey: Bool) -> PropertyList {
      var fields: [PropertyListDictionary.Entry] = [
        .init(key: "inner", value: inner), .init(key: "before", value: .integer(Int128(level))),
        .init(key: "after", value: .integer(Int128(-level))), .init(key: "$class", value: record),
      ]
      if hasOwnKey {
        fields.append(.init(key: "own \(level)", value: true))
        for _ in 0...level % 2 { fields.append(fields.removeFirst()) }
      }
      return archive.add(.dictionary(PropertyListDictionary(fields)))
    }
    let alone = onion(1000, around: .uid(0), hasOwnKey: false)
    var inner: PropertyList = .uid(0)
    for level in 0..<depth { inner = onion(level, around: inner, hasOwnKey: true) }
    let outer = onion(2000, around: inner, hasOwnKey: false)
    let array = archive.addArray([alone, outer])
    archive.top = PropertyListDictionary([.init(key: "root", value: array)])
    let onions = try KeyedArchive(archive.file().bytes).root([Onion].self)
    #expect(onions.map(\.levels) == [[1000], [2000] + (0..<depth).reversed()])
  }

  // MARK: Budgets

  @Test func `a list of 50,000 items that is referred to 50,000 times is refused`() throws {
    let archive = HandmadeArchive { archive in
      let item = archive.add("item")
      let list = archive.addArray(Array(repeating: item, count: 50_000))
      return archive.addArray(Array(repeating: list, count: 50_000))
    }
    let bytes = archive.propertyList.binary()
    #expect(bytes.count < 450_000)
    CountedText.count.withLock { $0 = 0 }
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchive(bytes).root([[CountedText]].self)
    }
    #expect(error?.kind == .tooLarge)
    #expect(error?.message == "shared objects would decode to far more than the file holds")
    #expect(error?.offset == nil)
    #expect(error?.path.wholeMatch(of: /root\[\d+\]/) != nil)
    #expect(CountedText.count.withLock { $0 } < PropertyListLimits.decodingExpansion * bytes.count)
  }

  @Test func `a large file in which nothing is shared is within the budget`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let nodes = (0..<5000).map { _ in archive.add(["name": "", "$class": record]) }
      return archive.addArray(nodes)
    }
    var compact = KeyedArchiver()
    let nodes = try KeyedArchive(archive.file().bytes).root([Node].self)
    try compact.encode(nodes.map { Node($0.name) }, forKey: "root")
    #expect(try KeyedArchive(compact.finish()).root([Node].self).count == 5000)
  }

  @Test(arguments: ["NSData", "NSString"])
  func `twenty thousand references to a megabyte of data take no more memory`(
    _ name: String
  ) throws {
    let archive = HandmadeArchive { archive in
      let content = PropertyList.data(Array(repeating: 0x61, count: 1_000_000))
      let record = archive.addClass(name)
      let object = archive.add([
        name == "NSData" ? "NS.data" : "NS.bytes": content, "$class": record,
      ])
      return archive.addArray(Array(repeating: object, count: 20_000))
    }
    let file = try KeyedArchive(archive.file().bytes)
    if name == "NSData" {
      let values = try file.root([Data].self)
      #expect(values.count == 20_000 && values.last?.count == 1_000_000)
    } else {
      let values = try file.root([String].self)
      #expect(values.count == 20_000 && values.last?.utf8.count == 1_000_000)
    }
  }
}

/// A string that counts how often one is decoded.
private struct CountedText: KeyedArchiveValue {
  static let count = Mutex(0)

  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> CountedText {
    count.withLock { $0 += 1 }
    _ = try String.decode(value, from: &unarchiver)
    return CountedText()
  }

  func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    .reference(0)
  }
}

/// An object that holds one of its kind between two other fields.
private struct Onion: KeyedCoding {
  static let archivedClassName = "Graph.Onion"

  /// From the outermost to the innermost.
  var levels: [Int]

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    let before = try unarchiver.decode(Int.self, forKey: "before")
    let inner = try unarchiver.decodeIfPresent(Onion.self, forKey: "inner")
    let after = try unarchiver.decode(Int.self, forKey: "after")
    guard before == -after else { throw ArchiveError(.invalidValue, "not of one object") }
    levels = [before] + (inner?.levels ?? [])
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {}
}
