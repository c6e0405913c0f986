import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What a type does not read is carried along.
struct ArchivedObjectTests {
  /// An archive of nodes as it is saved after they were edited.
  static func resave(
    _ bytes: [UInt8], edit: (inout [Node]) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    let archive = try KeyedArchive(bytes)
    var unarchiver = try KeyedUnarchiver(archive)
    var nodes = try unarchiver.decode([Node].self, forKey: "root")
    try edit(&nodes)
    var archiver = KeyedArchiver()
    archiver.continueTop(unarchiver.unreadFields)
    try archiver.encode(nodes, forKey: "root")
    return try archiver.complete(preserving: archive.rootFields()).bytes
  }

  /// What is another in the object graph after an edit.
  func changes(
    _ archive: HandmadeArchive, edit: (inout [Node]) throws -> Void = { _ in }
  ) throws -> [String] {
    let bytes = archive.file().bytes
    let saved = try Self.resave(bytes, edit: edit)
    // A second save changes nothing, and adds nothing.
    #expect(try ArchiveGraph(Self.resave(saved)) == ArchiveGraph(saved))
    #expect(try Self.resave(saved).count == saved.count)
    return try ArchiveGraph(saved).changes(from: ArchiveGraph(bytes))
  }

  /// Two nodes, the second with one more field.
  func twoNodes(
    _ extra: (inout HandmadeArchive, _ record: PropertyList) -> PropertyList
  ) -> HandmadeArchive {
    HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let first = archive.add(["name": "first", "$class": record])
      let value = extra(&archive, record)
      let second = archive.add(["extra": value, "name": "second", "$class": record])
      return archive.addArray([first, second])
    }
  }

  // MARK: Fields

  @Test(
    arguments: [
      true, false, 0, 255, 256, 65_536, .integer(1 << 32), -1, .integer(Int128(Int64.min)), 0.5,
      .real(-0.0), .real(.nan), .real(.infinity), .date(1.5), .date(.nan), .data([]),
      .data([0, 1]),
      "", "text", "$null", .string("e\u{301}"), .string("\u{E9} \0 👍"), .uid(0), [],
      [1, [2, ["x"]]],
      [:], ["a": 1, "b": ["c": "d", "list": [1, 2]]],
    ] as [PropertyList])
  func `a field of any type stays as it was`(_ value: PropertyList) throws {
    for isInline in [true, false] {
      let archive = twoNodes { archive, _ in isInline ? value : archive.add(value) }
      #expect(try changes(archive) == [])
    }
  }

  @Test(
    arguments: [
      .null, .set([1, "a"]), .orderedSet([2, [1]]), .integer(.max), .integer(.min),
      .array([.null, .set([])]), .uid(0), .string("\u{FFFE}\u{FFFF}"),
      .dictionary(
        PropertyListDictionary([
          .init(key: "twice", value: 1), .init(key: "twice", value: 2),
          .init(key: "e\u{301}", value: 3), .init(key: "\u{E9}", value: 4),
        ])),
    ] as [PropertyList])
  func `a field of a type that Foundation's archiver never writes stays as it was`(
    _ value: PropertyList
  ) throws {
    var archive = twoNodes { _, _ in value }
    archive.top.entries.append(.init(key: "top", value: value))
    archive.root.entries.append(.init(key: "root", value: value))
    // The tests' own writer of property lists does not know 128 bits; ours does.
    let saved = try Self.resave(archive.propertyList.binary())
    guard case .dictionary(let root) = try PropertyList(binary: saved),
      case .dictionary(let top) = root["$top"], case .array(let objects) = root["$objects"]
    else {
      Issue.record("not an archive")
      return
    }
    #expect(root["root"] == value)
    #expect(top["top"] == value)
    #expect(
      objects.contains { object in
        guard case .dictionary(let fields) = object else { return false }
        return fields["name"] != nil && fields["extra"] == value
      })
  }

  @Test func `of a key that occurs twice both fields stay`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let node = archive.add([
        "name": "first", "extra": 1, "name": "second", "extra": 2, "$class": record,
      ])
      return archive.addArray([node])
    }
    let saved = try Self.resave(archive.file().bytes) { $0[0].name = "new" }
    guard case .dictionary(let root) = try PropertyList(binary: saved),
      case .array(let objects) = root["$objects"]
    else {
      Issue.record("not an archive")
      return
    }
    let values = objects.flatMap { object -> [PropertyListDictionary.Entry] in
      guard case .dictionary(let fields) = object, fields["extra"] != nil else { return [] }
      return fields.entries
    }
    #expect(values.filter { $0.key == "extra" }.map(\.value) == [1, 2])
    let names = values.filter { $0.key == "name" }.map(\.value)
    #expect(names.count == 2 && names.last == "second")
    #expect(try KeyedArchive(saved).root([Node].self)[0].name == "new")
  }

  @Test func `of the keys that make an archive, too, the first stays the one that counts`() throws {
    var archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let other = archive.addClass("Graph.Other")
      let node = archive.add([
        "name": "x", "$class": record, "$class": other, "next": [], "next": 7,
      ])
      return archive.add([
        "NS.objects": [node], "$class": archive.addClass("NSArray"), "$class": other,
        "NS.objects": 5,
      ])
    }
    archive.top.entries.append(.init(key: "root", value: "second"))
    archive.root.entries += [
      .init(key: "$archiver", value: "second"), .init(key: "$version", value: 2),
      .init(key: "$top", value: .dictionary(archive.top)),
      .init(key: "$top", value: "second"), .init(key: "$objects", value: .array(archive.objects)),
      .init(key: "$objects", value: "second"),
    ]
    let bytes = HandmadeFile(.dictionary(archive.root)).bytes
    var saved = bytes
    for name in ["y", "z"] {
      saved = try Self.resave(saved) { $0[0].name = name }
      let nodes = try KeyedArchive(saved).root([Node].self)
      #expect(nodes.map(\.name) == [name])
      #expect(nodes[0].archived?.className == "Graph.Node")
    }
    guard case .dictionary(let root) = try PropertyList(binary: saved) else { return }
    let expected = ["$archiver", "$objects", "$top", "$version"].flatMap { [$0, $0] }
    #expect(root.entries.map(\.key).sorted() == expected)
  }

  @Test(arguments: [63, 64, 65, 200])
  func `any number of fields stays`(_ count: Int) throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      var fields: [PropertyListDictionary.Entry] = (0..<count).map {
        .init(key: "extra \($0)", value: .integer(Int128($0)))
      }
      fields.insert(.init(key: "name", value: "x"), at: count / 2)
      fields.append(.init(key: "$class", value: record))
      let node = archive.add(.dictionary(PropertyListDictionary(fields)))
      return archive.addArray([node])
    }
    #expect(try changes(archive) == [])
    #expect(
      try changes(archive) { $0[0].name = "y" } == [
        #"root.NS.objects[0].name: "x" -> "y""#
      ])
  }

  @Test func `keys of the top level and of the root stay`() throws {
    var archive = twoNodes { archive, _ in archive.addArray([1]) }
    let shared = archive.add(["NS.time": 5, "$class": archive.addClass("NSDate")])
    archive.top.entries += [
      .init(key: "first node", value: .uid(2)), .init(key: "number", value: 3),
      .init(key: "list", value: [shared, .uid(0)]),
    ]
    archive.root.entries += [
      .init(key: "$extra", value: ["a": [1, 2.5]]), .init(key: "second node", value: .uid(5)),
    ]
    #expect(try changes(archive) == [])
  }
}
