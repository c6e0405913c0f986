import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct KeyedCodingObjectTests {
  private static func archive(_ value: some KeyedArchiveValue) throws(ArchiveError) -> [UInt8] {
    var archiver = KeyedArchiver()
    try archiver.encode(value, forKey: "root")
    return try archiver.finish()
  }

  /// A grandmother, two children, and a grandchild that both have, one of them twice; everyone's
  /// friend is the one before.
  ///
  /// No two have equal lists of children, which Foundation on Linux archives as one.
  private static func family() -> Person {
    let people = ["Ada", "Ben", "Cleo", "Dot"].map { Person($0) }
    people[0].add(people[1])
    people[0].add(people[2])
    people[1].add(people[3])
    people[2].children = [people[3], people[3]]
    for (person, friend) in zip(people[1...], people) { person.friend = friend }
    people[0].friend = people[0]
    return people[0]
  }

  @Test func `an instance that is shared, or leads back to itself, is one again`() throws {
    let ada = try KeyedArchive(Self.archive(Self.family())).root(Person.self)
    let ben = ada.children[0]
    let cleo = ada.children[1]
    let dot = ben.children[0]
    #expect([ada, ben, cleo, dot].map(\.name) == ["Ada", "Ben", "Cleo", "Dot"])
    #expect(cleo.children.first === dot)
    #expect(dot.parent === ben)
    #expect(ben.parent === ada && cleo.parent === ada && ada.parent == nil)
    #expect(ada.friend === ada && ben.friend === ada && cleo.friend === ben && dot.friend === cleo)
    ada.disband()
  }

  @Test func `circles are archived as Foundation archives them, and read from its archive`() throws
  {
    let people = ["Ada", "Ben", "Cleo", "Dot"].map { PersonObject($0) }
    people[0].add(people[1])
    people[0].add(people[2])
    people[1].add(people[3])
    people[2].children = [people[3], people[3]]
    for (person, friend) in zip(people[1...], people) { person.friend = friend }
    people[0].friend = people[0]
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(people[0], forKey: "root")
    archiver.finishEncoding()
    let theirs = [UInt8](archiver.encodedData)
    let ours = try Self.archive(Self.family())
    #expect(try ArchiveGraph(ours).changes(from: ArchiveGraph(theirs)) == [])
    let again = try Self.archive(KeyedArchive(theirs).root(Person.self))
    #expect(try ArchiveGraph(again).changes(from: ArchiveGraph(theirs)) == [])
  }

  @Test func `Foundation makes one instance of one that is shared`() throws {
    let (ada, ben) = (Person("Ada"), Person("Ben"))
    ada.children = [ben, ben]
    ada.friend = ben
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(Self.archive([ada, ben])))
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let read = try #require(unarchiver.decodeObject(forKey: "root") as? [PersonObject])
    #expect(unarchiver.error == nil)
    #expect(read.map(\.name) == ["Ada", "Ben"])
    #expect(read[0].children.count == 2 && read[0].children.allSatisfy { $0 === read[1] })
    #expect(read[0].friend === read[1])
  }

  @Test func `instances are one across the calls of a coder`() throws {
    let ada = Person("Ada")
    var archiver = KeyedArchiver()
    try archiver.encode(ada, forKey: "first")
    try archiver.encode(["key": ada], forKey: "second")
    var unarchiver = try KeyedUnarchiver(KeyedArchive(archiver.finish()))
    let first = try unarchiver.decode(Person.self, forKey: "first")
    #expect(try unarchiver.decode([String: Person].self, forKey: "second")["key"] === first)
  }

  @Test func `a chain of many instances is written and read`() throws {
    let people = (0..<LongTests.count(short: 5_000, long: 20_000)).map { Person("\($0)") }
    for (person, friend) in zip(people, people[1...]) { person.friend = friend }
    defer { people[0].disband() }
    let read = try KeyedArchive(Self.archive(people[0])).root(Person.self)
    defer { read.disband() }
    #expect(sequence(first: read, next: \.friend).map(\.name) == people.map(\.name))
  }

  @Test func `a plain property list has an instance wherever it is referred to`() throws {
    let (ada, ben) = (Person("Ada"), Person("Ben"))
    ada.children = [ben, ben]
    let bytes = try KeyedArchiver(layout: .plain).finish(root: ada)
    var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: bytes))
    let read = try unarchiver.decodeRoot(Person.self)
    #expect(read.children.map(\.name) == ["Ben", "Ben"])
    #expect(read.children[0] !== read.children[1])
    ben.friend = ada
    defer { ada.disband() }
    let path = (0..<256).map { _ in "children[0].friend" }.joined(separator: ".")
    #expect(
      throws: ArchiveError(
        .tooDeep, path: path, "objects are nested more than 512 deep, or contain themselves")
    ) { try KeyedArchiver(layout: .plain).finish(root: ada) }
  }

  @Test func `what an instance does not read is preserved`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Other.PersonObject", "Other.Base")
      let nobody = archive.addArray([])
      return archive.add([
        "name": "Ada", "children": nobody, "age": 36, "$class": record, "self": .uid(4),
      ])
    }
    let bytes = archive.file().bytes
    let ada = try KeyedArchive(bytes).root(Person.self)
    #expect(ada.archived?.className == "Other.PersonObject")
    let ben = Person("Ben")
    ada.add(ben)
    let changes = try ArchiveGraph(Self.archive(ada)).changes(from: ArchiveGraph(bytes))
    #expect(changes.filter { !$0.hasPrefix("root.children") && !$0.hasSuffix(" -> nil") } == [])
    #expect(changes.contains("root.children.NS.objects: array of 0 -> array of 1"))
  }

  // MARK: Classes

  @Test func `an instance of a subclass is archived with its superclasses, and read as it was`()
    throws
  {
    let bytes = try Self.archive([Shape(), Circle(radius: 2.5), Ring(radius: 1, width: 0.5)])
    let graph = try ArchiveGraph(bytes).lines
    #expect(
      (0..<3).map { graph["root.NS.objects[\($0)]"] } == [
        "class Drawing.Shape (Drawing.Shape < NSObject)",
        "class Drawing.Circle (Drawing.Circle < Drawing.Shape < NSObject)",
        "class Drawing.Ring (Drawing.Ring < Drawing.Circle < Drawing.Shape < NSObject)",
      ])
    var unarchiver = try KeyedUnarchiver(KeyedArchive(bytes))
    unarchiver.register(Circle.self, Ring.self)
    let shapes = try unarchiver.decode([Shape].self, forKey: "root")
    #expect(shapes.map(\.outline) == ["shape", "circle 2.5", "ring 1.0 0.5"])
    // Without the others, each is what is known of it.
    var other = try KeyedUnarchiver(KeyedArchive(bytes))
    other.register(Circle.self)
    #expect(
      try other.decode([Shape].self, forKey: "root").map(\.outline)
        == ["shape", "circle 2.5", "circle 1.0"])
  }

  @Test func `an instance of another class than the one that is asked for is refused`() throws {
    var archiver = KeyedArchiver()
    let circle = Circle(radius: 1)
    try archiver.encode([circle as Shape, Shape()], forKey: "shapes")
    try archiver.encode(circle, forKey: "circle")
    let archive = try KeyedArchive(archiver.finish())
    var unarchiver = try KeyedUnarchiver(archive)
    var error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Circle].self, forKey: "shapes")
    }
    #expect(error?.kind == .unexpectedClass)
    #expect(error?.path == "shapes[1]")
    #expect(
      error?.message
        == "expected an object of class Drawing.Circle, found one of class Drawing.Shape")
    // It was made when only its superclass was asked for, and it is one instance.
    unarchiver = try KeyedUnarchiver(archive)
    #expect(try unarchiver.decode([Shape].self, forKey: "shapes").count == 2)
    error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(Circle.self, forKey: "circle")
    }
    #expect(
      error?.message
        == "expected an object of class Drawing.Circle, found one of class Drawing.Shape")
  }

  // MARK: Errors

  @Test func `an error in an instance names the keys that lead to it`() throws {
    let ada = Self.family()
    defer { ada.disband() }
    ada.children[1].children.append(Person("refused"))
    #expect(
      throws: ArchiveError(
        .invalidValue, path: #"root["Ada"].children[1].children[2]"#, "nobody is called refused")
    ) { try Self.archive(["Ada": ada]) }
  }

  @Test func `an error in an object names the keys that lead to it`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("PersonObject")
      let nobody = archive.addArray([])
      let last = archive.add(["name": "Dot", "children": nobody, "friend": 5, "$class": record])
      let middle = archive.add([
        "name": "Ben", "children": archive.addArray([.uid(7), last]), "$class": record,
      ])
      return archive.add([
        "name": "Ada", "children": archive.addArray([middle]), "$class": record,
      ])
    }
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchive(archive.file().bytes).root(Person.self)
    }
    #expect(error?.path == "root.children[0].children[1].friend")
    #expect(
      error?.message
        == "expected an object of class ChecklistCoreTests.PersonObject, found an integer")
  }

  @Test func `a long chain is named from near its end`() throws {
    let people = (0..<2000).map { Person($0 == 1999 ? "refused" : "\($0)") }
    for (person, friend) in zip(people, people[1...]) { person.friend = friend }
    defer { people[0].disband() }
    let path = Array(repeating: "friend", count: 512).joined(separator: ".")
    #expect(
      throws: ArchiveError(.invalidValue, path: "root.….\(path)", "nobody is called refused")
    ) { try Self.archive(people[0]) }
  }

  @Test func `an instance that leads back to itself before it is made is an error`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("Drawing.Ouroboros")
      return archive.add(["tail": .uid(2), "$class": record])
    }
    #expect(
      throws: ArchiveError(
        .tooDeep, at: archive.file()["$objects[2]"], path: "root.tail",
        "an object leads back to itself in a field that init(from:) decodes; "
          + "decodeReferences(from:) can decode it")
    ) { try KeyedArchive(archive.file().bytes).root(Ouroboros.self) }
  }
}

/// A class with subclasses.
private class Shape: KeyedCodingObject {
  class var archivedClassName: String { "Drawing.Shape" }
  class var archivedSuperclassNames: [String] { [] }

  init() {}

  required init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {}

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {}

  var outline: String { "shape" }
}

private class Circle: Shape {
  override class var archivedClassName: String { "Drawing.Circle" }
  override class var archivedSuperclassNames: [String] { ["Drawing.Shape"] }

  let radius: Double

  init(radius: Double) {
    self.radius = radius
    super.init()
  }

  required init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    radius = try unarchiver.decode(Double.self, forKey: "radius")
    try super.init(from: &unarchiver)
  }

  override func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try super.encode(to: &archiver)
    try archiver.encode(radius, forKey: "radius")
  }

  override var outline: String { "circle \(radius)" }
}

private final class Ring: Circle {
  override class var archivedClassName: String { "Drawing.Ring" }
  override class var archivedSuperclassNames: [String] { ["Drawing.Circle", "Drawing.Shape"] }

  private let width: Double

  init(radius: Double, width: Double) {
    self.width = width
    super.init(radius: radius)
  }

  required init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    width = try unarchiver.decode(Double.self, forKey: "width")
    try super.init(from: &unarchiver)
  }

  override func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try super.encode(to: &archiver)
    try archiver.encode(width, forKey: "width")
  }

  override var outline: String { "ring \(radius) \(width)" }
}

/// A class that decodes in the first step what leads back to it.
private final class Ouroboros: KeyedCodingObject {
  static let archivedClassName = "Drawing.Ouroboros"
  private let tail: Ouroboros

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    tail = try unarchiver.decode(Ouroboros.self, forKey: "tail")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(tail, forKey: "tail")
  }
}
