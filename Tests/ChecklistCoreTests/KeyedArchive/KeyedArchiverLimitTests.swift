import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Values that nest as deep as one likes.
private indirect enum Nested: KeyedArchiveValue {
  case empty
  case list(Nested)

  init(depth: Int) {
    self = .empty
    for _ in 1..<depth { self = .list(self) }
  }

  var depth: Int {
    var depth = 1
    var level = self
    while case .list(let inner) = level { (depth, level) = (depth + 1, inner) }
    return depth
  }

  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Nested {
    try [Nested].decode(value, from: &unarchiver).first.map(Nested.list) ?? .empty
  }

  func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    switch self {
    case .empty: try [Nested]().encoded(by: &archiver)
    case .list(let inner): try [inner].encoded(by: &archiver)
    }
  }
}

struct KeyedArchiverLimitTests {
  /// The limit of the reader.
  private static let limit = PropertyListLimits.depth

  private static func chain(_ count: Int) -> Link {
    (1..<count).reduce(Link(nil)) { inner, _ in Link(inner) }
  }

  private static func tooDeep(_ path: String, _ containers: String) -> ArchiveError {
    ArchiveError(
      .tooDeep, path: path, "\(containers) are nested more than 512 deep, or contain themselves")
  }

  @Test func `the deepest objects that are written are the deepest that are read`() throws {
    var archiver = KeyedArchiver()
    try archiver.encode(Self.chain(Self.limit), forKey: "root")
    #expect(try KeyedArchive(archiver.finish()).root(Link.self).count == Self.limit)
    let plain = try KeyedArchiver(layout: .plain).finish(root: Self.chain(Self.limit))
    var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: plain))
    #expect(try unarchiver.decodeRoot(Link.self).count == Self.limit)
  }

  @Test(arguments: [513, 600, 20_000])
  func `deeper objects are refused, with the keys that lead to them`(_ count: Int) {
    let value = Self.chain(count)
    defer { value.unlink() }
    let path = Array(repeating: "next", count: Self.limit).joined(separator: ".")
    #expect(throws: Self.tooDeep("root.\(path)", "objects")) {
      var archiver = KeyedArchiver()
      try archiver.encode(value, forKey: "root")
    }
    #expect(throws: Self.tooDeep(path, "objects")) {
      try KeyedArchiver(layout: .plain).finish(root: value)
    }
  }

  @Test func `arrays of a plain property list have the same limit`() throws {
    let bytes = try KeyedArchiver(layout: .plain).finish(root: Nested(depth: Self.limit))
    var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: bytes))
    #expect(try unarchiver.decodeRoot(Nested.self).depth == Self.limit)
    #expect(throws: Self.tooDeep(String(repeating: "[0]", count: Self.limit), "arrays")) {
      try KeyedArchiver(layout: .plain).finish(root: Nested(depth: 5000))
    }
  }

  @Test func `an array that contains itself is refused`() throws {
    var writer = BinaryPropertyListWriter()
    let array = writer.reserve()
    _ = writer.append(sequence: [array], as: array)
    // As much as what is read of it again and again is within the budget.
    _ = writer.append([UInt8](repeating: 0, count: 2000))
    let archive = try KeyedArchive(propertyList: writer.finish(root: array))
    var error = Self.tooDeep(String(repeating: "[0]", count: Self.limit), "arrays")
    error.position = .byte(8)
    #expect(throws: error) {
      var unarchiver = try KeyedUnarchiver(archive)
      _ = try unarchiver.decodeRoot(Nested.self)
    }
  }

  @Test func `an archive in which something could not be written is not finished`() {
    var archiver = KeyedArchiver()
    let path = Array(repeating: "next", count: Self.limit).joined(separator: ".")
    let error = Self.tooDeep("root.\(path)", "objects")
    #expect(throws: error) { try archiver.encode(Self.chain(513), forKey: "root") }
    #expect(throws: error) {
      try archiver.encode(1, forKey: "other")
      _ = try archiver.finish()
    }
  }

  @Test func `an archive that is finished twice is the same, and more can be added`() throws {
    var archiver = KeyedArchiver()
    try archiver.encode([1, 2], forKey: "numbers")
    let bytes = try archiver.finish()
    #expect(try archiver.finish() == bytes)
    try archiver.encode("text", forKey: "text")
    var unarchiver = try KeyedUnarchiver(KeyedArchive(archiver.finish()))
    #expect(try unarchiver.decode([Int].self, forKey: "numbers") == [1, 2])
    #expect(try unarchiver.decode(String.self, forKey: "text") == "text")
  }
}

/// A value that is a class, so that a long chain of them can be taken apart without recursion.
private final class Link: KeyedCoding {
  static let archivedClassName = "Graph.Link"
  private var next: Link?

  init(_ next: Link?) { self.next = next }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    next = try unarchiver.decodeIfPresent(Link.self, forKey: "next")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encodeIfPresent(next, forKey: "next")
  }

  var count: Int {
    var count = 0
    var link: Link? = self
    while let current = link { (count, link) = (count + 1, current.next) }
    return count
  }

  func unlink() {
    var link: Link? = self
    while let current = link {
      link = current.next
      current.next = nil
    }
  }
}
