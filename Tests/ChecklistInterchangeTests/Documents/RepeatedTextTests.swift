import ChecklistCore
import ChecklistInterchange
import TestSupport
import Testing

/// Identities of items whose texts repeat: each means its item, or nothing.
struct RepeatedTextTests {
  @Test(arguments: 0..<2000)
  func `After edits by hand an identity means the same item, or none`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var file = EditedFile(&random)
    let before = file
    let items = try Self.items(of: before.markdown)
    try #require(items.count == before.items.count)
    for _ in 0..<Int.random(in: 1...4, using: &random) { file.edit(&random) }
    let others = try Self.items(of: file.markdown)
    try #require(others.count == file.items.count)
    let positions = Dictionary(uniqueKeysWithValues: others.enumerated().map { ($1.id, $0) })
    for (item, line) in zip(items, before.items) {
      guard let position = positions[item.id] else { continue }
      let found = file.items[position]
      if found.origin == line.origin || before.isUnique(line) { continue }
      #expect(
        before.reach(of: line) == file.reach(of: found),
        "the identity of \(line) means \(found):\n\(before.markdown)\n--\n\(file.markdown)")
    }
  }

  @Test(arguments: 0..<200)
  func `Check marks keep identities, except of equal neighbors`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var file = EditedFile(&random)
    let before = try Self.items(of: file.markdown)
    let hasTwins =
      zip(file.lines, file.lines.dropFirst()).contains { $0.shape == $1.shape }
      || file.lines.contains { $0.level > 0 }
    for index in file.lines.indices { file.lines[index].isDone.toggle() }
    let after = try Self.items(of: file.markdown)
    if !hasTwins { #expect(before.map(\.id) == after.map(\.id)) }
  }

  @Test func `Equal neighbors that change places have other identities`() throws {
    func identities(_ text: String) throws -> [Int] { try Self.items(of: text).map(\.id) }
    let before = try identities("- [x] C\n- [x] C\n- [ ] C\n")
    let after = try identities("- [x] C\n- [ ] C\n- [x] C\n")
    #expect(Set(before).isDisjoint(with: after))
    let nested = try identities("- [ ] A\n  - [x] K\n- [ ] A\n  - [ ] K\n")
    let moved = try identities("- [ ] A\n  - [ ] K\n- [ ] A\n  - [x] K\n")
    #expect(Set(nested).isDisjoint(with: moved))
  }

  @Test func `Lists of one name that change places have other identities`() throws {
    let lists = ["# L\n\n- [ ] a\n\n# L\n\n- [ ] b\n", "# L\n\n- [ ] b\n\n# L\n\n- [ ] a\n"].map {
      try? Self.document($0).checklists.map(\.id)
    }
    #expect(Set(lists[0] ?? []).count == 2)
    #expect(Set(lists[0] ?? []).isDisjoint(with: lists[1] ?? []))
  }

  @Test func `A text that stands alone is its identity wherever it stands`() throws {
    let before = try Self.items(of: "- [ ] a\n- [ ] b\n").map(\.id)
    let after = try Self.items(of: "- [ ] new\n- [x] b\n\n## S\n\n- [ ] a\n").map(\.id)
    #expect(after[1...2] == [before[1], before[0]])
  }

  @Test func `In a todo.txt an item below keeps the identities of repeated texts`() throws {
    func identities(_ text: String) throws -> [Int] {
      try TodoTxtDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0))
        .decode(Array(text.utf8), name: "todo").document.checklists[0].items.map(\.id)
    }
    let before = try identities("x Water\nCall\nWater\n")
    #expect(try identities("x Water\nCall\nWater\nNew\n").prefix(3) == before[...])
    #expect(try identities("Water\nCall\nx Water\n") == before)
    let above = try identities("New\nx Water\nCall\nWater\n")
    #expect(Set([before[0], before[2]]).isDisjoint(with: above))
    #expect(above[2] == before[1])
  }

  private static func document(_ text: String) throws -> ChecklistDocument {
    try MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0)).decode(
      Array(text.utf8), name: "file"
    ).document
  }

  private static func items(of text: String) throws -> [ChecklistItem] {
    try document(text).checklists.flatMap(\.items)
  }
}

/// A Markdown file that is edited by hand, each line of which knows where it comes from.
private struct EditedFile {
  struct Line: Equatable {
    /// The number of the line since it was first written.
    var origin: Int
    var text: String
    /// How deep it is nested; nil for a heading.
    var level: Int
    var isHeading = false
    var isDone = false

    /// The line without its check mark.
    var shape: String { isHeading ? "## \(text)" : "\(level) \(text)" }
    var markdown: String {
      isHeading
        ? "## \(text)"
        : String(repeating: "  ", count: level) + "- [\(isDone ? "x" : " ")] \(text)"
    }
  }

  var lines: [Line] = []
  private var count = 0

  var items: [Line] { lines.filter { !$0.isHeading } }
  var markdown: String { normalized.map(\.markdown).joined(separator: "\n") + "\n" }

  init(_ random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 2...9, using: &random) { insert(&random) }
  }

  /// The lines, each at most one level below the one before.
  private var normalized: [Line] {
    var last = -1
    return lines.map { line in
      var line = line
      line.level = line.isHeading ? 0 : min(line.level, last + 1)
      last = line.isHeading ? -1 : line.level
      return line
    }
  }

  private mutating func insert(_ random: inout SplitMix64) {
    count += 1
    var line = Line(
      origin: count, text: ["A", "B", "C"].randomElement(using: &random) ?? "A",
      level: [0, 0, 0, 1].randomElement(using: &random) ?? 0)
    line.isHeading = Int.random(in: 0..<6, using: &random) == 0
    line.isDone = Bool.random(using: &random)
    lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
  }

  /// Makes one edit.
  mutating func edit(_ random: inout SplitMix64) {
    guard let place = lines.indices.randomElement(using: &random),
      let other = lines.indices.randomElement(using: &random)
    else { return insert(&random) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: insert(&random)
    case 1: lines.remove(at: place)
    case 2: lines.swapAt(place, other)
    case 3: lines.insert(lines.remove(at: place), at: other)
    case 4: lines[place].isDone.toggle()
    default: lines[place].text = ["A", "B", "C"].randomElement(using: &random) ?? "A"
    }
  }

  /// Whether no other item has the text.
  func isUnique(_ line: Line) -> Bool { items.count { $0.text == line.text } == 1 }

  /// What can tell an item from the others with its text: the lines down to the last of them in its
  /// section, how many there are, and which it is.
  func reach(of line: Line) -> [String] {
    let lines = normalized
    guard let place = lines.firstIndex(where: { $0.origin == line.origin }) else { return [] }
    let section = lines[...place].lastIndex(where: \.isHeading) ?? 0
    let end = lines[(place + 1)...].firstIndex(where: \.isHeading) ?? lines.count
    let last = lines[place..<end].lastIndex { $0.text == line.text && !$0.isHeading } ?? place
    let headings = lines[..<end].filter(\.isHeading).map(\.text)
    return headings + lines[section...last].map(\.shape)
      + ["\(place - section) \(items.count { $0.text == line.text })"]
  }
}
