import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

extension ArchivedObjectTests {
  // MARK: References

  @Test func `an object that two nodes share is one afterwards`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let photo = archive.add(["file": "a.jpg", "$class": archive.addClass("Photo", "Image")])
      let nodes = ["a", "b"].map {
        archive.add(["name": .string($0), "photo": photo, "$class": record])
      }
      return archive.addArray(nodes)
    }
    let before = try ArchiveGraph(archive.file().bytes)
    #expect(
      before.lines["root.NS.objects[1].photo"] == "the same as root.NS.objects[0].photo")
    #expect(try changes(archive) == [])
  }

  @Test func `a reference back leads to what its object has become`() throws {
    let archive = twoNodes { _, _ in .uid(2) }
    #expect(try changes(archive) == [])
    #expect(
      try changes(archive) { $0[0].name = "new" } == [
        #"root.NS.objects[0].name: "first" -> "new""#
      ])
  }

  @Test func `a reference forward leads to what its object has become`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let first = archive.add(["name": "first", "extra": .uid(3), "$class": record])
      let second = archive.add(["name": "second", "more": 1, "$class": record])
      return archive.addArray([first, second])
    }
    #expect(try changes(archive) == [])
    #expect(
      try changes(archive) { $0[1].name = "new" } == [
        #"root.NS.objects[0].extra.name: "second" -> "new""#
      ])
  }

  @Test func `cycles stay, through nodes, arrays and objects that are not read`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      // 3 is the node, 4 the other object, 6 its array, 8 the array under the root.
      _ = archive.addClass("Other")
      let node = archive.add([
        "name": "node", "self": .uid(3), "other": .uid(4), "all": .uid(8), "$class": record,
      ])
      _ = archive.add(["back": node, "self": .uid(4), "list": .uid(6), "$class": .uid(2)])
      _ = archive.addArray([node, .uid(4), .uid(6), .uid(0)])
      return archive.addArray([node])
    }
    #expect(
      try ArchiveGraph(archive.file().bytes).lines["root.NS.objects[0].all"] == "the same as root")
    #expect(try changes(archive) == [])
    #expect(
      try changes(archive) { $0[0].name = "new" } == [
        #"root.NS.objects[0].name: "node" -> "new""#
      ])
  }

  @Test func `a node that was deleted stays where another refers to it, with all it had`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let first = archive.add(["name": "first", "friend": .uid(3), "$class": record])
      let second = archive.add([
        "name": "second", "friend": first, "more": [1, 2], "$class": record, "next": [],
      ])
      return archive.addArray([first, second])
    }
    #expect(
      try changes(archive) { $0.remove(at: 1) } == [
        "root.NS.objects: array of 2 -> array of 1",
        "root.NS.objects[1]: the same as root.NS.objects[0].friend -> nothing",
      ])
  }

  @Test func `a node that was deleted and is not referred to is gone`() throws {
    let archive = twoNodes { archive, _ in
      archive.add(["secret": "x", "$class": archive.addClass("Gone")])
    }
    let saved = try Self.resave(archive.file().bytes) { $0.removeLast() }
    for text in ["second", "secret", "Gone", "extra"] {
      #expect(Data(saved).range(of: Data(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func `the copy of a node is an object of its own and shares what is not read`() throws {
    let archive = twoNodes { archive, record in
      archive.add(["of": .uid(2), "$class": archive.addClass("Photo")])
    }
    #expect(
      try changes(archive) {
        $0.append($0[1])
        $0[2].name = "copy"
      } == [
        "root.NS.objects: array of 2 -> array of 3",
        "root.NS.objects[2]: nothing -> class Graph.Node (Graph.Node < NSObject)",
        "root.NS.objects[2].extra: nothing -> the same as root.NS.objects[1].extra",
        #"root.NS.objects[2].name: nothing -> "copy""#,
      ])
  }

  @Test func `nodes in another order keep their fields and references`() throws {
    let archive = twoNodes { _, _ in .uid(2) }
    #expect(
      try changes(archive) { $0.reverse() } == [
        "root.NS.objects[0].extra: nothing -> class Graph.Node (Graph.Node < NSObject)",
        #"root.NS.objects[0].extra.name: nothing -> "first""#,
        #"root.NS.objects[0].name: "first" -> "second""#,
        "root.NS.objects[1]: class Graph.Node (Graph.Node < NSObject) "
          + "-> the same as root.NS.objects[0].extra",
        "root.NS.objects[1].extra: the same as root.NS.objects[0] -> nothing",
        #"root.NS.objects[1].name: "second" -> nothing"#,
      ])
  }

  @Test func `a node moves into another archive with all that it refers to`() throws {
    let other = HandmadeArchive { archive in
      let record = archive.addClass("Other.Node", "Super")
      let photo = archive.add(["file": "a.jpg", "$class": archive.addClass("Photo")])
      let node = archive.add([
        "name": "guest", "photo": photo, "twin": .uid(5), "$class": record,
      ])
      _ = archive.add(["name": "twin", "twin": node, "photo": photo, "$class": record])
      return archive.addArray([node])
    }
    let guest = try KeyedArchive(other.file().bytes).root([Node].self)[0]
    let archive = twoNodes { _, _ in .uid(2) }
    let path = "root.NS.objects[2]"
    #expect(
      try changes(archive) { $0.append(guest) } == [
        "root.NS.objects: array of 2 -> array of 3",
        "\(path): nothing -> class Other.Node (Other.Node < Super < NSObject)",
        "\(path).name: nothing -> \"guest\"",
        "\(path).photo: nothing -> class Photo (Photo < NSObject)",
        "\(path).photo.file: nothing -> \"a.jpg\"",
        "\(path).twin: nothing -> class Other.Node (Other.Node < Super < NSObject)",
        "\(path).twin.name: nothing -> \"twin\"",
        "\(path).twin.photo: nothing -> the same as \(path).photo",
        "\(path).twin.twin: nothing -> the same as \(path)",
      ])
  }

  // MARK: Classes

  @Test func `an array keeps its class and its own unread fields`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let mutable = archive.addClass("NSMutableArray", "NSArray")
      let node = archive.add(["name": "x", "$class": record])
      return archive.add(["NS.objects": [node], "extra": node, "$class": mutable])
    }
    #expect(try changes(archive) == [])
    #expect(
      try changes(archive) { $0.append(Node("new")) } == [
        "root.NS.objects: array of 1 -> array of 2",
        "root.NS.objects[1]: nothing -> class Graph.Node (Graph.Node < NSObject)",
        #"root.NS.objects[1].name: nothing -> "new""#,
      ])
  }

  @Test func `two fields that shared one array have one each afterwards`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Node")
      let list = archive.addArray([])
      let nodes = ["a", "b"].map {
        archive.add(["name": .string($0), "next": list, "$class": record])
      }
      return archive.addArray(nodes)
    }
    #expect(
      try changes(archive) { $0[0].next?.append(Node("new")) }.filter { $0.contains("[1]") } == [
        "root.NS.objects[1].next: the same as root.NS.objects[0].next "
          + "-> class NSArray (NSArray < NSObject)",
        "root.NS.objects[1].next.NS.objects: nothing -> array of 0",
      ])
  }

  @Test func `an object that a type writes without reading it need not be sound`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Graph.Writer")
      let list = archive.add(["NS.objects": [], "$class": .uid(1_000_000)])
      return archive.add(["list": list, "$class": record])
    }
    let file = archive.file()
    let writer = try KeyedArchive(file.bytes).root(Writer.self)
    var archiver = KeyedArchiver()
    // The field that was not read is carried along too, and that its class is not there is told.
    #expect(
      throws: ArchiveError(
        .invalidReference, at: file["$objects[2].$class"],
        "UID 1000000 is not the UID of an object; there are 4")
    ) {
      try archiver.encode(writer, forKey: "root")
      _ = try archiver.finish()
    }
  }

  @Test(
    arguments: [
      (".extra", .uid(77)), (".extra[0][0]", [[.uid(77)]]),
    ] as [(String, PropertyList)])
  func `a reference to nothing is told when it would be carried along`(
    _ path: String, _ value: PropertyList
  ) throws {
    let file = twoNodes { _, _ in value }.file()
    #expect(
      throws: ArchiveError(
        .invalidReference, at: file["$objects[3]\(path)"],
        "UID 77 is not the UID of an object; there are 6"
      ).inside(index: 1).inside(key: "root")
    ) { try Self.resave(file.bytes) }
  }

  @Test(
    arguments: [
      ([["here"]], "extra[0]", 1), (["key": ["key": "here"]], "extra.key", 2),
      (["key": ["$class": "here"]], "extra.key", 2),
    ] as [(PropertyList, String, Int)])
  func `a property list that contains itself is told when it would be carried along`(
    _ value: PropertyList, _ path: String, _ reference: Int
  ) throws {
    let file = twoNodes { _, _ in value }.file()
    let inner = file["$objects[3].\(path)"]
    // The inner container comes to refer to itself: its number follows that of the string in it.
    var patched = file.bytes
    patched[inner + reference] += 1
    #expect(
      throws: ArchiveError(
        .tooDeep, at: inner, "containers are nested more than 512 deep, or contain themselves"
      ).inside(index: 1).inside(key: "root")
    ) { try Self.resave(patched) }
  }

  @Test(arguments: [("first", "second"), ("second", "first")])
  func `containers that nest too deep only through a shared one are told`(
    _ inner: String, _ outer: String
  ) throws {
    let chain = (1..<300).reduce(PropertyList.array(["here"])) { inner, _ in .array([inner]) }
    let file = twoNodes { _, _ in ["first": chain, "second": chain] }.file()
    let list = try BinaryPropertyListReader(file.bytes)
    // The last container of one chain comes to have the first one of the other chain in it.
    let head = try #require(
      (0..<list.objectCount).first {
        (try? list.offset(ofObject: $0)) == file["$objects[3].extra.\(inner)"]
      })
    let tail = file["$objects[3].extra.\(outer)" + String(repeating: "[0]", count: 299)]
    var patched = file.bytes
    let end = tail + Int(patched[patched.count - 25])
    (patched[end - 1], patched[end]) = (UInt8(head >> 8), UInt8(head & 0xFF))
    let error = #expect(throws: ArchiveError.self) { try Self.resave(patched) }
    #expect(error?.kind == .tooDeep)
  }

  private static func nodes(of bytes: [UInt8]) throws -> [Node] {
    var unarchiver = try KeyedUnarchiver(KeyedArchive(bytes))
    return try unarchiver.decode([Node].self, forKey: "root")
  }

  @Test func `of equal keys in several archives one is written`() throws {
    let file = twoNodes { archive, _ in archive.add("unread") }.file()
    var nodes = try Self.nodes(of: file.bytes)
    // It is written anew, with what it did not read.
    var guest = try Self.nodes(of: file.bytes)[1]
    guest.name = "guest"
    nodes.append(guest)
    var archiver = KeyedArchiver()
    try archiver.encode(nodes, forKey: "root")
    func numbers(_ bytes: [UInt8]) throws -> [Int] {
      let list = try BinaryPropertyListReader(bytes)
      return try (0..<list.objectCount).filter { try list.object($0, isString: "extra") }
    }
    #expect(try numbers(archiver.finish()).count == 1)
  }

  @Test func `a field with the key of the class is written as Foundation writes it`() throws {
    let file = twoNodes { archive, _ in archive.add("unread") }.file()
    var archiver = KeyedArchiver()
    try archiver.encode(Self.nodes(of: file.bytes), forKey: "root")
    try archiver.encode(5, forKey: "$class")
    let written = try PropertyList(binary: archiver.finish())
    guard case .dictionary(let root) = written, case .dictionary(let top) = root["$top"] else {
      Issue.record("an archive is a dictionary, with $top")
      return
    }
    #expect(top["$$class"] == 5)
  }
}

/// An object that writes a list that it has not read.
private struct Writer: KeyedCoding {
  static let archivedClassName = "Graph.Writer"
  var archived: ArchivedObject?

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {}

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode([1, 2], forKey: "list")
  }
}
