import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct ChecklistDocumentTests {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000.25)

  /// Fixtures in which an object or an identity occurs twice, so that the second changes.
  static let withDuplicates = ["same-item-twice", "item-ids-duplicate"]
  static let withoutDuplicates = Fixture.documents.filter { fixture in
    !withDuplicates.contains { fixture.description.contains($0) }
  }

  /// The changes but for values that every edition of the app now finds where there were none.
  private func withoutAdditions(_ changes: [String]) -> [String] {
    let keys: Set<Substring> = ["ItemID", "ListID", "DueDate", "ShouldRemind", "IconName"]
    return changes.filter { change in
      guard let end = change.range(of: ": nothing -> ")?.lowerBound,
        let dot = change[..<end].lastIndex(of: ".")
      else { return true }
      return !keys.contains(change[dot..<end].dropFirst())
    }
  }

  private static func completion(_ path: String) -> String {
    "\(path).DateCompleted: nothing -> \(ArchiveGraph.line(now.timeIntervalSinceReferenceDate))"
  }

  // MARK: Fixtures

  @Test(arguments: Fixture.documents)
  func `we read what Foundation reads`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let expected = try AppDocument.oldLines(bytes)
    let found = try ChecklistDocument(bytes).lines
    try #require(found.count == expected.count)
    var ids = Set<Substring>()
    for (line, foundLine) in zip(expected, found) {
      let (start, id) = (line.prefix(line.lastSpace), line.suffix(from: line.lastSpace))
      guard line.hasPrefix("- "), id == "identity" || !ids.insert(id).inserted else {
        #expect(foundLine == line)
        continue
      }
      // The file has no identity for it, or the one of another item.
      let known = start.hasSuffix(" no ") ? start.dropLast(3) : start
      #expect(foundLine.hasPrefix(known))
    }
  }

  @Test(arguments: Fixture.documents)
  func `a document that was saved is read as the same`(_ fixture: Fixture) throws {
    let document = try ChecklistDocument(fixture.bytes())
    let saved = try ChecklistDocument(document.encoded())
    #expect(saved.lines == document.lines)
    #expect(saved.ownLines == document.ownLines)
    #expect(saved.dialect == document.dialect)
    // What is new is shared among itself, and a key of it may say what a text says that is carried
    // along.
    let again = try ChecklistDocument(saved.encoded())
    #expect(try again.encoded() == saved.encoded())
  }

  @Test(arguments: withoutDuplicates)
  func `saving changes nothing but what was not there`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let saved = try ArchiveGraph(ChecklistDocument(bytes).encoded())
    #expect(withoutAdditions(try saved.changes(from: ArchiveGraph(bytes))) == [])
  }

  @Test(arguments: withoutDuplicates)
  func `toggling the first item changes that item only`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    var document = try ChecklistDocument(bytes)
    guard let list = document.checklists.firstIndex(where: { !$0.items.isEmpty }) else { return }
    let isChecked = document.checklists[list].items[0].isChecked
    document.checklists[list].items[0].setChecked(!isChecked, now: Self.now)

    let path =
      document.dialect == .checklists
      ? "Checklists.NS.objects[\(list)].Items.NS.objects[0]" : "ChecklistItems.NS.objects[0]"
    let before = try ArchiveGraph(bytes)
    let toggled = try ArchiveGraph(document.encoded())
    let completed = isChecked ? [] : [Self.completion(path)]
    #expect(
      withoutAdditions(toggled.changes(from: before))
        == ["\(path).Checked: \(isChecked) -> \(!isChecked)"] + completed)

    // And back again: when it was checked is known then, if it is.
    document.checklists[list].items[0].setChecked(isChecked, now: Self.now)
    let restored = try ArchiveGraph(document.encoded()).changes(from: before)
    #expect(withoutAdditions(restored) == (isChecked ? [Self.completion(path)] : []))
  }

  @Test func `an item that is there twice becomes two, the second with an identity of its own`()
    throws
  {
    var document = try ChecklistDocument(Fixture("Checklists/same-item-twice.plist").bytes())
    #expect(
      document.checklists.map { $0.items.map(\.text) } == [["Milk", "Bread", "Milk"], ["Bread"]])
    document.checklists[0].items[0].setChecked(true, now: Self.now)
    let saved = try ChecklistDocument(document.encoded())
    #expect(saved.checklists.map { $0.items.map(\.isChecked) } == [[true, true, false], [true]])
    #expect(Set(saved.checklists.flatMap(\.items).map(\.id)).count == 4)
    #expect(saved.lines == document.lines)
  }

  @Test(arguments: Fixture.documents)
  func `the app reads what we save`(_ fixture: Fixture) throws {
    var document = try ChecklistDocument(fixture.bytes())
    #expect(try AppDocument.lines(document.encoded()) == document.lines)
    if document.checklists.isEmpty { document.checklists.append(Checklist("New")) }
    document.checklists[0].items.insert(ChecklistItem("First", now: Self.now), at: 0)
    document.checklists[0].items.append(
      ChecklistItem("Last", due: .moment(Self.now), now: Self.now))
    #expect(try AppDocument.lines(document.encoded()) == document.lines)
  }

  @Test(arguments: Fixture.all(in: "XML"))
  func `a document in XML says the same as in binary`(_ fixture: Fixture) throws {
    let document = try ChecklistDocument(fixture.bytes())
    #expect(document.lines.count > 1)
    let saved = try document.encoded()
    #expect(saved.starts(with: "<?xml".utf8))
    #expect(
      withoutAdditions(try ArchiveGraph(saved).changes(from: ArchiveGraph(fixture.bytes()))) == [])
    #expect(try AppDocument.lines(saved) == document.lines)
  }

  // MARK: From scratch

  @Test func `the app reads a document made from scratch`() throws {
    var document = ChecklistDocument()
    #expect(try AppDocument.lines(document.encoded()) == [])
    document.checklists = [Checklist("Groceries", icon: "Drinks"), Checklist("")]
    document.checklists[0].items = [
      ChecklistItem("e\u{301} 👍 \0", due: .moment(Self.now), id: 5, now: Self.now),
      ChecklistItem("$null", note: "A note", id: -6, now: Self.now),
    ]
    document.checklists[0].items[1].setChecked(true, now: Self.now)
    #expect(
      try AppDocument.lines(document.encoded()) == [
        AppDocument.listLine("Groceries", "Drinks"),
        AppDocument.itemLine("e\u{301} 👍 \0", false, due: Self.now, id: 5),
        AppDocument.itemLine("$null", true, due: nil, id: -6),
        AppDocument.listLine("", "No Icon"),
      ])
    let graph = try ArchiveGraph(document.encoded())
    let path = "Checklists.NS.objects[0].Items.NS.objects"
    #expect(graph.lines["\(path)[1].Note"] == #""A note""#)
    #expect(graph.lines["\(path)[0].Note"] == nil)
    #expect(graph.lines["\(path)[0].DateCreated"] == ArchiveGraph.line(802_000_000.25))
    #expect(graph.lines["\(path)[0].DateCompleted"] == nil)
    #expect(graph.lines["\(path)[1].DateCompleted"] == ArchiveGraph.line(802_000_000.25))
    #expect(
      graph.lines["\(path)[0]"]
        == "class Checklists.ChecklistItem (Checklists.ChecklistItem < NSObject)")
  }

  @Test(arguments: UInt64(1)...24)
  func `Foundation reads what comes of any edits`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let fixture = try #require(Self.withoutDuplicates.randomElement(using: &random))
    var document = ChecklistDocument()
    if seed.isMultiple(of: 2) { document = try ChecklistDocument(fixture.bytes()) }
    for _ in 0..<4 {
      for _ in 0..<12 { document.edit(using: &random) }
      let bytes = try document.encoded()
      #expect(try AppDocument.lines(bytes) == document.lines)
      let reread = try ChecklistDocument(bytes)
      #expect(reread.lines == document.lines)
      #expect(reread.ownLines == document.ownLines)
      document = reread
    }
  }

  // MARK: Classes

  @Test(
    arguments: [
      ("Checklists/module-prefix-myapp.plist", "MyApp."),
      ("Checklists/module-prefix-none.plist", ""),
      ("Checklists/one-empty-list.plist", "Checklists."),
      ("Checklists/no-lists.plist", "Checklists."),
      ("ChecklistItems/no-items.plist", "Checklists."),
    ])
  func `new lists and items are of the classes that the document has`(
    _ fixture: String, _ module: String
  ) throws {
    var document = try ChecklistDocument(Fixture(fixture).bytes())
    if document.dialect == .checklists { document.checklists.append(Checklist("New")) }
    document.checklists[document.checklists.count - 1].items = [ChecklistItem("x", now: Self.now)]
    let bytes = try document.encoded()
    let classes = Set(
      try ArchiveGraph(bytes).lines.values.filter { $0.hasPrefix("class \(module)Checklist") })
    let expected = ["Checklist", "ChecklistItem"].map {
      "class \(module)\($0) (\(module)\($0) < NSObject)"
    }
    #expect(classes == Set(document.dialect == .checklists ? expected : [expected[1]]))
    // Each class has one record.
    for name in ["\(module)Checklist", "\(module)ChecklistItem", "NSArray"] {
      #expect(try Self.classRecordCount(name, in: bytes) <= 1)
    }
  }

  @Test(arguments: [65_535, 65_536, 65_540])
  func `a document is read again where its offsets begin to need more bytes`(table: Int) throws {
    func offsetTable(of bytes: [UInt8]) -> Int { bytes.suffix(8).reduce(0) { $0 << 8 | Int($1) } }
    var document = ChecklistDocument()
    document.checklists = [Checklist("Errands")]
    document.checklists[0].items = [ChecklistItem("Milk", now: Self.now)]
    for isRead in [false, true] {
      if isRead { document = try ChecklistDocument(document.encoded()) }
      var size = 60_000
      for _ in 0..<2 {
        document.checklists[0].items[0].note = String(repeating: "a", count: size)
        size += table - offsetTable(of: try document.encoded())
      }
      let bytes = try document.encoded()
      #expect(offsetTable(of: bytes) == table)
      #expect(try ChecklistDocument(bytes).lines == document.lines)
    }
  }

  @Test(arguments: Fixture.documents)
  func `saving again and again adds no class records`(_ fixture: Fixture) throws {
    var document = try ChecklistDocument(fixture.bytes())
    for _ in 0..<3 {
      if document.dialect == .checklists {
        document.checklists.append(Checklist("New"))
        document.checklists[0].items.append(
          ChecklistItem("x", due: .moment(Self.now), now: Self.now))
      }
      document = try ChecklistDocument(document.encoded())
    }
    let bytes = try document.encoded()
    for name in ["Checklist", "ChecklistItem", "NSArray", "NSMutableArray"] {
      for module in ["", "Checklists.", "MyApp."] {
        #expect(try Self.classRecordCount(module + name, in: bytes) <= 1, "\(module)\(name)")
      }
    }
    // What is carried along keeps its own record of a class that typed values have too.
    #expect(try Self.classRecordCount("NSDate", in: bytes) <= 2)
  }

  private static func classRecordCount(_ name: String, in bytes: [UInt8]) throws -> Int {
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let objects = (list as? [String: Any])?["$objects"] as? [Any] ?? []
    return objects.count { ($0 as? [String: Any])?["$classname"] as? String == name }
  }
}

extension String {
  /// Behind the last space.
  fileprivate var lastSpace: String.Index { lastIndex(of: " ").map(index(after:)) ?? startIndex }

  fileprivate func prefix(_ end: String.Index) -> Substring { self[..<end] }
}

extension ChecklistDocument {
  private static let texts = [
    "", " ", "Milk", "$null", "e\u{301}", "\u{E9}", "𠮷野家 👨‍👩‍👧‍👦", "two\r\nlines\0",
    "\u{202E}x\u{2028}\u{FEFF}", "NSArray", "Text",
  ]

  /// Does one thing that a user could do.
  fileprivate mutating func edit(using random: inout SplitMix64) {
    let now = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e10, using: &random))
    let text = Self.texts.randomElement(using: &random) ?? ""
    let hasLists = dialect == .checklists
    if hasLists, checklists.isEmpty || Int.random(in: 0..<6, using: &random) == 0 {
      checklists.append(Checklist(text, icon: text, id: .random(in: .min ... .max, using: &random)))
    }
    let list = Int.random(in: checklists.indices, using: &random)
    if hasLists, Int.random(in: 0..<8, using: &random) == 0 { checklists[list].name = text }
    if hasLists, Int.random(in: 0..<12, using: &random) == 0 {
      checklists.remove(at: list)
      return
    }
    let count = checklists[list].items.count
    guard count > 0, Bool.random(using: &random) else {
      let due = Bool.random(using: &random) ? DueDate.moment(now) : nil
      let item = ChecklistItem(
        text, due: due, note: Bool.random(using: &random) ? text : nil,
        id: .random(in: .min ... .max, using: &random), now: now)
      return checklists[list].items.insert(item, at: Int.random(in: 0...count, using: &random))
    }
    let position = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 6:
      let day = DueDate.Day(TimeZoneRules.utc.clock(at: now), in: TestZone.berlin.rules)
      checklists[list].items[position].due = .day(day)
    case 7: checklists[list].items[position].section = try? ContentRules.section(text)
    case 8:
      checklists[list].items[position].due = .moment(now)
      checklists[list].items[position].repetition = .months(2)
    case 0: checklists[list].items[position].text = text
    case 1:
      let isChecked = checklists[list].items[position].isChecked
      checklists[list].items[position].setChecked(!isChecked, now: now)
    case 2: checklists[list].items[position].due = .moment(now)
    case 3: checklists[list].items[position].due = nil
    case 4: checklists[list].items.remove(at: position)
    default:
      let item = checklists[list].items.remove(at: position)
      let other = Int.random(in: checklists.indices, using: &random)
      checklists[other].items.insert(
        item, at: Int.random(in: 0...checklists[other].items.count, using: &random))
    }
  }
}
