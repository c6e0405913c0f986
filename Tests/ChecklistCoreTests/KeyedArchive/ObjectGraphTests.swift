import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The untyped view of keyed archives.
struct ObjectGraphTests {
  private static let fixtures = Fixture.documents + Fixture.all(in: "Homepwner")

  @Test func `An archive's objects are there by number, with classes and fields`() throws {
    let graph = try ObjectGraph(Fixture("Checklists/one-item.plist").bytes())
    #expect(graph.propertyList.format == .binary)
    #expect(graph.archiver == "NSKeyedArchiver")
    #expect(graph.version == 100_000)
    let top = try graph.top()
    #expect(top.map(\.key) == ["Checklists"])
    let lists = try #require(try object(top[0].value, graph))
    let record = try graph.classRecord(lists.classUID)
    #expect(record.name == "NSArray")
    #expect(record.classes == ["NSArray", "NSObject"])
    #expect(record.hints.isEmpty)
    let elements = try graph.fields(of: lists)
    #expect(elements.map(\.key) == ["NS.objects"])
    #expect(lists.fieldCount == 1)
    guard case .array(let references) = try graph.propertyList.object(elements[0].value) else {
      Issue.record("the elements are no array")
      return
    }
    let list = try #require(
      try object(graph.propertyList.reference(0, in: references), graph))
    #expect(try graph.classRecord(list.classUID).name == "Checklists.Checklist")
    #expect(try graph.fields(of: list).map(\.key).sorted() == ["IconName", "Items", "Name"])
    #expect(try graph.node(0) == .null)
  }

  private func object(_ value: Int, _ graph: ObjectGraph) throws -> ObjectGraph.Object? {
    guard case .uid(let uid) = try graph.propertyList.object(value),
      case .object(let object) = try graph.node(uid)
    else { return nil }
    return object
  }

  @Test(arguments: fixtures)
  func `Every sound fixture passes, and its objects are reached`(fixture: Fixture) throws {
    let graph = try ObjectGraph(fixture.bytes())
    let reached = try graph.validate()
    #expect(reached > 0)
    #expect(reached < graph.objectCount)
  }

  @Test func `An archive in XML has the same objects`() throws {
    let xml = try ObjectGraph(Fixture("XML/several-lists.plist").bytes())
    let binary = try ObjectGraph(Fixture("Checklists/several-lists.plist").bytes())
    #expect(xml.propertyList.format == .xml)
    #expect(xml.objectCount == binary.objectCount)
    #expect(try xml.validate() == binary.validate())
  }

  /// What is broken in a damaged fixture.
  static let damaged: [(name: String, error: String)] = [
    (
      "uid-out-of-range.plist",
      "Checklists[0].Items[0].Text: UID 1000 is not the UID of an object; there are 13"
    ),
    ("wrong-archiver.plist", "the archiver is not NSKeyedArchiver"),
    ("wrong-version.plist", "the archive's version is not 100000"),
    ("plain-dictionary.plist", "a keyed archive has $archiver, but this property list does not"),
  ]

  @Test(arguments: damaged)
  func `What is broken is named with its path`(name: String, error: String) throws {
    let bytes = try Fixture("Damaged/\(name)").bytes()
    let thrown = #expect(throws: ArchiveError.self) { try ObjectGraph(bytes).validate() }
    let description = thrown.map { "\($0)" } ?? ""
    #expect(description.hasPrefix("\(error) (at byte "), "\(description)")
  }

  @Test func `A list of very many links is looked at without recursion`() throws {
    let links = LongTests.count(short: 20_000, long: 100_000)
    var archive = HandmadeArchive()
    for uid in 1...links {
      let next = PropertyList.uid(UInt64(uid == links ? links + 7 : uid + 1))
      _ = archive.add(["next": next, "$class": .uid(UInt64(links + 1))])
    }
    _ = archive.addClass("Link")
    archive.top = ["first": .uid(1)]
    let bytes = archive.propertyList.binary()
    let error = try #require(
      #expect(throws: ArchiveError.self) { try ObjectGraph(bytes).validate() })
    #expect(error.kind == .invalidReference)
    #expect(error.path.hasPrefix("...next.next"))
    #expect(error.path.count < 200)
  }

  @Test(
    "every valid archive of other writers is the graph that is expected",
    .needs(Conformance.isPresent, Conformance.absence),
    arguments: Conformance.files(in: "archives", verdict: "valid"))
  func conformance(file: Conformance.File) throws {
    let graph = try ObjectGraph(file.bytes())
    let expected = try ExpectedValue(json: file.companion("resolved.json"))
    var comparison = GraphComparison(graph)
    #expect(try comparison.difference(fromArchive: expected) == nil)
    try graph.validate()
  }

  @Test(
    "every broken archive of other writers is refused",
    .needs(Conformance.isPresent, Conformance.absence),
    arguments: Conformance.files(in: "malformed", verdict: "archive-reject"))
  func brokenArchive(file: Conformance.File) throws {
    let bytes = try file.bytes()
    #expect(throws: ArchiveError.self) { try ObjectGraph(bytes).validate() }
  }
}
