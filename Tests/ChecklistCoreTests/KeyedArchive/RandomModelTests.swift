import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// What a random model holds: places, and the ways from one to another.
struct RandomMap: Equatable {
  struct Place: Equatable {
    var name = ""
    var kind = PlaceKind.town
    var founded = Date(timeIntervalSinceReferenceDate: 0)
    var tags: Set<String> = []
    var heights: [String: Double] = [:]
    var nearest: Int?
    var ways: [Int] = []
  }

  /// In the order in which they are met from the first.
  var places: [Place]

  /// Makes a model.
  ///
  /// - Parameters:
  ///   - generator: Decides everything.
  ///   - hasCircles: Whether a way may lead back.
  init(using generator: inout SplitMix64, hasCircles: Bool) {
    let count = Int.random(in: 1...30, using: &generator)
    let names = ["", "a", "é", "e\u{301}x", "$null", "two words", "🏔", "$class"]
    places = (0..<count).map { index in
      var place = Place(name: names.randomElement(using: &generator) ?? "")
      place.kind = PlaceKind.allCases.randomElement(using: &generator) ?? .town
      place.founded = Date(
        timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &generator))
      place.tags = Set(names.filter { _ in Bool.random(using: &generator) })
      for name in names where Bool.random(using: &generator) {
        place.heights[name] = .random(in: -10...9000, using: &generator)
      }
      let lowest = hasCircles ? 0 : index + 1
      func other() -> Int? {
        lowest < count ? .random(in: lowest..<count, using: &generator) : nil
      }
      place.nearest = Bool.random(using: &generator) ? other() : nil
      place.ways = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in other() }
      return place
    }
  }

  /// Reads a model from its instances.
  init<Node: MapNode>(_ first: Node) {
    var nodes: [Node] = []
    var numbers: [ObjectIdentifier: Int] = [:]
    func number(_ node: Node) -> Int {
      if let known = numbers[ObjectIdentifier(node)] { return known }
      numbers[ObjectIdentifier(node)] = nodes.count
      nodes.append(node)
      return nodes.count - 1
    }
    places = []
    _ = number(first)
    while places.count < nodes.count {
      let node = nodes[places.count]
      var place = node.place
      place.nearest = node.nearest.map(number)
      place.ways = node.ways.map(number)
      places.append(place)
    }
  }

  /// Makes the instances.
  func instances<Node: MapNode>(of type: Node.Type) -> [Node] {
    let nodes = places.map { Node($0) }
    for (node, place) in zip(nodes, places) {
      node.nearest = place.nearest.map { nodes[$0] }
      node.ways = place.ways.map { nodes[$0] }
    }
    return nodes
  }
}

/// An instance that is a place.
protocol MapNode: AnyObject {
  var place: RandomMap.Place { get }
  var nearest: Self? { get set }
  var ways: [Self] { get set }
  init(_ place: RandomMap.Place)
}

/// What a place is.
enum PlaceKind: Int, CaseIterable, KeyedArchiveValue {
  case town, peak, lake
}

/// A place, as our archiver has it.
final class OurPlace: KeyedCodingObject, MapNode {
  static let archivedClassName = "ChecklistCoreTests.TheirPlace"

  private(set) var place: RandomMap.Place
  var nearest: OurPlace?
  var ways: [OurPlace] = []

  init(_ place: RandomMap.Place) { self.place = place }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    place = RandomMap.Place(
      name: try unarchiver.decode(String.self, forKey: "name"),
      kind: try unarchiver.decode(PlaceKind.self, forKey: "kind"),
      founded: try unarchiver.decode(Date.self, forKey: "$founded"),
      tags: try unarchiver.decode(Set<String>.self, forKey: "tags"),
      heights: try unarchiver.decode([String: Double].self, forKey: "heights"))
  }

  func decodeReferences(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    nearest = try unarchiver.decode(OurPlace?.self, forKey: "nearest")
    ways = try unarchiver.decode([OurPlace].self, forKey: "ways")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(place.name, forKey: "name")
    try archiver.encode(place.kind, forKey: "kind")
    try archiver.encode(place.founded, forKey: "$founded")
    try archiver.encode(place.tags, forKey: "tags")
    try archiver.encode(place.heights, forKey: "heights")
    try archiver.encode(nearest, forKey: "nearest")
    try archiver.encode(ways, forKey: "ways")
  }
}

/// The same with Foundation's coding.
final class TheirPlace: NSObject, NSCoding, MapNode {
  let place: RandomMap.Place
  var nearest: TheirPlace?
  var ways: [TheirPlace] = []

  init(_ place: RandomMap.Place) { self.place = place }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(forKey: "name") as? String,
      let kind = PlaceKind(rawValue: coder.decodeInteger(forKey: "kind")),
      let founded = coder.decodeObject(forKey: "$founded") as? Date,
      let tags = coder.decodeObject(forKey: "tags") as? Set<String>,
      let heights = coder.decodeObject(forKey: "heights") as? [String: Double],
      let ways = coder.decodeObject(forKey: "ways") as? [TheirPlace]
    else { return nil }
    place = RandomMap.Place(name: name, kind: kind, founded: founded, tags: tags, heights: heights)
    nearest = coder.decodeObject(forKey: "nearest") as? TheirPlace
    self.ways = ways
  }

  func encode(with coder: NSCoder) {
    coder.encode(place.name, forKey: "name")
    coder.encode(place.kind.rawValue, forKey: "kind")
    coder.encode(place.founded, forKey: "$founded")
    coder.encode(place.tags, forKey: "tags")
    coder.encode(place.heights, forKey: "heights")
    coder.encode(nearest, forKey: "nearest")
    coder.encode(ways, forKey: "ways")
  }
}

struct RandomModelTests {
  private static func archive(_ place: OurPlace) throws -> [UInt8] {
    var archiver = KeyedArchiver()
    try archiver.encode(place, forKey: "root")
    return try archiver.finish()
  }

  private static func theirs(_ place: TheirPlace) -> [UInt8] {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(place, forKey: "root")
    archiver.finishEncoding()
    return [UInt8](archiver.encodedData)
  }

  @Test(arguments: 0..<40)
  func `a random model goes to Foundation and comes back`(_ seed: UInt64) throws {
    // Foundation on Linux decodes a circle without end.
    var generator = SplitMix64(seed: seed)
    let model = RandomMap(using: &generator, hasCircles: false).instances(of: OurPlace.self)[0]
    let expected = RandomMap(model)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(Self.archive(model)))
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let place = try #require(unarchiver.decodeObject(forKey: "root") as? TheirPlace)
    #expect(unarchiver.error == nil)
    #expect(RandomMap(place) == expected)
    #expect(try RandomMap(KeyedArchive(Self.theirs(place)).root(OurPlace.self)) == expected)
  }

  @Test(arguments: 0..<40)
  func `a random model with circles is read from Foundation's archive and from ours`(
    _ seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let map = RandomMap(using: &generator, hasCircles: true)
    let their = map.instances(of: TheirPlace.self)
    let our = map.instances(of: OurPlace.self)
    let expected = RandomMap(our[0])
    let read = try KeyedArchive(Self.theirs(their[0])).root(OurPlace.self)
    #expect(RandomMap(read) == expected)
    let bytes = try Self.archive(read)
    #expect(try RandomMap(KeyedArchive(bytes).root(OurPlace.self)) == expected)
    #expect(try Self.archive(our[0]) == bytes)
  }
}
