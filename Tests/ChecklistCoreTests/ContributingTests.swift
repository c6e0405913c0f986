import Foundation
import TestSupport
import Testing

/// What the page for contributors says of the targets and their rooms.
struct ContributingTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Fixture.package.appending(path: path), encoding: .utf8)
  }

  private static func lines() throws -> [String] {
    try text(".github/CONTRIBUTING.md").components(separatedBy: "\n")
  }

  /// What stands between each two of these characters.
  private static func names(in text: some StringProtocol, between mark: String) -> [String] {
    text.components(separatedBy: mark).enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map(\.element)
  }

  @Test func `its table has the targets and their imports`() throws {
    let lines = try Self.lines()
    let heading = try #require(lines.firstIndex(of: "| target | what it does | imports |"))
    var imports: [String: Set<String>] = [:]
    for line in lines[(heading + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|")
      try #require(cells.count == 3, "\(line)")
      let target = try #require(Self.names(in: cells[0], between: "`").first)
      imports[target] = Set(Self.names(in: cells[2], between: "`"))
    }
    #expect(imports == Rooms.imports)
  }

  @Test func `the targets of the package depend on what they may import`() throws {
    var imports: [String: Set<String>] = [:]
    for target in try Self.text("Package.swift").components(separatedBy: "arget(").dropFirst() {
      let name = try #require(Self.names(in: target, between: "\"").first)
      let source = Fixture.package.appending(path: "Sources/\(name)").path()
      guard FileManager.default.fileExists(atPath: source) else { continue }
      let start = target.range(of: "dependencies: [")?.upperBound
      let names = start.map { target[$0...].prefix { $0 != "]" } } ?? ""
      imports[name] = Set(Self.names(in: names, between: "\"")).subtracting(["CSystem"])
    }
    #expect(imports == Rooms.imports)
  }

  @Test func `its list has the rooms of the library, each after those that it names`() throws {
    let rooms = try Self.lines().compactMap { line in
      line.prefixMatch(of: /\d+\. `(\w+)`:/).map { "ChecklistCore/\($0.1)" }
    }
    #expect(rooms.sorted() == Rooms.below.keys.filter { $0.hasPrefix("ChecklistCore/") }.sorted())
    for (index, room) in rooms.enumerated() {
      #expect(Rooms.below[room]?.isSubset(of: rooms[..<index]) == true, "\(room)")
    }
  }

  @Test func `it names the rooms of the program`() throws {
    let page = try Self.lines().joined(separator: "\n")
    let start = try #require(page.range(of: "\nIn `checklists`, ")).upperBound
    let end = try #require(page.range(of: "`LayeringTests` holds", range: start..<page.endIndex))
    let names = Self.names(in: page[start..<end.lowerBound], between: "`")
    let rooms = Rooms.below.keys.filter { $0.hasPrefix("checklists/") }.map {
      String($0.dropFirst("checklists/".count))
    }
    #expect(Set(rooms).subtracting(names) == [])
  }
}
