import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Items that did not change are written as they stand in the file, others anew: both say the same.
@Suite("Items that are carried along")
struct CarriedItemsTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

  /// The document with every item marked as changed, though it says the same.
  private func touched(_ document: ChecklistDocument) -> ChecklistDocument {
    var document = document
    for list in document.checklists.indices {
      for item in document.checklists[list].items.indices {
        document.checklists[list].items[item].text += ""
      }
    }
    return document
  }

  private func expectSameWritten(_ document: ChecklistDocument) throws {
    let carried = try document.encoded()
    let anew = try touched(document).encoded()
    let (first, second) = (try ChecklistDocument(carried), try ChecklistDocument(anew))
    #expect(first.lines == second.lines)
    #expect(first.ownLines == second.ownLines)
    #expect(first.lines == document.lines)
    #expect(first.unknownFieldCount == second.unknownFieldCount)
    let appLines = try AppDocument.lines(carried)
    #expect(try AppDocument.lines(anew) == appLines)
    #expect(try oneByOne(document) == carried)
    let copied = try document.archived(continuing: nil).bytes
    #expect(try ArchiveGraph(copied).lines == ArchiveGraph(carried).lines)
    #expect(try AppDocument.lines(copied) == appLines)
    #expect(try ChecklistDocument(copied).ownLines == document.ownLines)
  }

  /// The file when each object is written by itself, and none with those beside it.
  private func oneByOne(_ document: ChecklistDocument) throws -> [UInt8] {
    let archive = try document.archived()
    guard case .spliced(var spliced) = archive.content else { return archive.bytes }
    spliced.copiesOld = false
    return EncodedArchive(spliced).bytes
  }

  /// Whether what did not change is written without a look at each object.
  private func isCopied(_ document: ChecklistDocument) throws -> Bool {
    guard case .spliced(let spliced) = try document.archived().content else { return false }
    return spliced.copiesOld
  }

  @Test("after each small change, the rest of our own file is copied as it stands")
  func copying() throws {
    var document = ChecklistDocument()
    document.checklists = [Checklist("Long"), Checklist("Other")]
    for number in 1...300 {
      document.checklists[0].items.append(ChecklistItem("Item \(number)", now: Self.now))
    }
    let item = ChecklistItem("Another", due: .moment(Self.now), now: Self.now)
    let changes: [(inout [Checklist]) -> Void] = [
      { _ in }, { $0[0].items[7].setChecked(true, now: Self.now) },
      { $0[0].items[7].setChecked(false, now: Self.now) }, { $0[0].items[0].text = "New" },
      { $0[0].items[299].due = .moment(Self.now.addingTimeInterval(60)) },
      { $0[0].items[8].note = "More" },
      { $0[1].items.append(item) }, { $0[0].items.append(item) },
      { $0[0].items.swapAt(3, 200) }, { $0[0].name = "Longer" },
    ]
    for (number, change) in changes.enumerated() {
      document = try ChecklistDocument(document.encoded())
      change(&document.checklists)
      #expect(try isCopied(document), "change \(number)")
    }
    document = try ChecklistDocument(document.encoded())
    document.checklists[0].items.removeSubrange(10..<20)
    #expect(try !isCopied(document), "numbers became fewer")
  }

  @Test("a new document of many items has every key once, so that its first change is copied too")
  func firstChange() throws {
    var document = ChecklistDocument()
    document.checklists = [Checklist("Long")]
    for number in 1...6000 {
      let item = ChecklistItem("Item \(number)", note: "\(number)", id: number, now: Self.now)
      document.checklists[0].items.append(item)
    }
    document = try ChecklistDocument(document.encoded())
    document.checklists[0].items[3000].setChecked(true, now: Self.now)
    #expect(try isCopied(document))
  }

  @Test("items written anew say the same as items carried along", arguments: Fixture.documents)
  func fixtures(_ fixture: Fixture) throws {
    let document = try ChecklistDocument(fixture.bytes())
    try expectSameWritten(document)
  }

  @Test(
    "so they do after any edits of any document",
    arguments: 0..<UInt64(LongTests.count(short: 10, long: 1700)))
  func randomEdits(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var document = ChecklistDocument()
    var files: [[UInt8]] = []
    for number in 0..<Int.random(in: 1...3, using: &generator) {
      document.checklists.append(Checklist("List \(number)"))
    }
    for round in 0..<6 {
      for _ in 0..<Int.random(in: 1...12, using: &generator) { edit(&document, &generator, round) }
      try expectSameWritten(document)
      let saved = try ChecklistDocument(document.encoded())
      #expect(saved.lines == document.lines)
      #expect(saved.ownLines == document.ownLines)
      files += try [document.encoded(), document.archived(continuing: nil).bytes]
      document = saved
    }
    let absence = "no plutil on the path judges property lists"
    if try Missing.check(Tool.plutil != nil, absence) { try expectPlutilAccepts(files) }
  }

  private func expectPlutilAccepts(_ files: [[UInt8]]) throws {
    let folder = try TemporaryFolder()
    let paths = files.indices.map { folder("\($0).plist") }
    for (path, file) in zip(paths, files) { try Data(file).write(to: URL(filePath: path)) }
    let plutil = try ChildProgram(#require(Tool.plutil).path(), ["-lint"] + paths)
    #expect(try plutil.waitForExit() == 0)
  }

  /// One of the changes that commands make.
  private func edit(
    _ document: inout ChecklistDocument, _ generator: inout SplitMix64, _ round: Int
  ) {
    let list = Int.random(in: document.checklists.indices, using: &generator)
    let texts = ["Milk", "Brot", "Käse", "卵", "🥖", "", "a long text that no small string holds"]
    let text = texts[Int.random(in: texts.indices, using: &generator)]
    let now = Self.now.addingTimeInterval(Double(round))
    guard !document.checklists[list].items.isEmpty, Bool.random(using: &generator) else {
      document.checklists[list].items.append(ChecklistItem(text, now: now))
      return
    }
    let item = Int.random(in: document.checklists[list].items.indices, using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 7: document.checklists[list].items[item].section = try? ContentRules.section(text)
    case 8:
      let day = DueDate.Day(TimeZoneRules.utc.clock(at: now), in: .utc)
      document.checklists[list].items[item].due = text.isEmpty ? nil : .day(day)
      document.checklists[list].items[item].repetition = text.isEmpty ? nil : .weekdays
    case 0: document.checklists[list].items.remove(at: item)
    case 1: document.checklists[list].items[item].text = text
    case 2: document.checklists[list].items[item].note = text.isEmpty ? nil : text
    case 3: document.checklists[list].items[item].due = text.isEmpty ? nil : .moment(now)
    case 4: document.checklists[list].items.swapAt(0, item)
    case 5:
      let moved = document.checklists[list].items.remove(at: item)
      document.checklists[0].items.append(moved)
    default:
      let isChecked = document.checklists[list].items[item].isChecked
      document.checklists[list].items[item].setChecked(!isChecked, now: now)
    }
  }

  /// A document whose items refer to each other and to objects that refer back, in a field that we
  /// do not know.
  ///
  /// The root leads to some of these objects only; no archiver writes the others.
  private func tangled(_ generator: inout SplitMix64) throws -> ChecklistDocument {
    let count = Int.random(in: 2...8, using: &generator)
    // The items come after two class records; after the items and the list come the objects, and
    // the texts.
    let uids = Array(3..<3 + count) + Array(4 + count..<4 + 3 * count)
    func tangle(_ generator: inout SplitMix64) -> PropertyList {
      var some: [PropertyList] = []
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let uid: Int = uids[Int.random(in: uids.indices, using: &generator)]
        some.append(.uid(UInt64(uid)))
      }
      return Bool.random(using: &generator) ? .array(some) : ["in": .array(some)]
    }
    // Some items have nothing but texts.
    let items = (0..<count).map { number -> PropertyListDictionary in
      let text = PropertyList.uid(UInt64(4 + 2 * count + number))
      return Bool.random(using: &generator)
        ? ["Text": text, "Secret": text]
        : ["Text": text, "Secret": text, "Extra": tangle(&generator)]
    }
    var archive = HandmadeArchive(items: items)
    for _ in 0..<count { _ = archive.add(["Extra": tangle(&generator)]) }
    for number in 0..<count { _ = archive.add(.string("secret \(number)")) }
    archive.sharesUIDs = true
    return try archive.document()
  }

  @Test(
    "what only deleted items lead to is gone, whatever refers to what",
    arguments: 0..<UInt64(LongTests.count(short: 200, long: 5000)))
  func tangledItems(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var document = try tangled(&generator)
    for round in 0..<6 where !document.checklists[0].items.isEmpty {
      edit(&document, &generator, round)
      if Bool.random(using: &generator) { _ = document.checklists[0].items.popLast() }
      // Also where an item now stands before a container in it.
      guard case .spliced = try document.archived().content else {
        Issue.record("the save copies what it could continue")
        return
      }
      let bytes = try document.encoded()
      let copied = try document.archived(continuing: nil).bytes
      #expect(try ArchiveGraph(bytes) == ArchiveGraph(copied))
      #expect(try texts(bytes) == texts(copied))
      document = try ChecklistDocument(bytes)
    }
  }

  /// All strings in a file that begin as the secrets do.
  private func texts(_ bytes: [UInt8]) throws -> Set<String> {
    let list = try BinaryPropertyListReader(bytes)
    return try Set(
      (0..<list.objectCount).compactMap { try list.string($0) }.filter { $0.hasPrefix("secret") })
  }

  @Test("an item that did not change keeps forms that we would not write")
  func forms() throws {
    let bytes = HandmadeArchive(items: [
      ["Checked": .integer(1), "ItemID": .integer(1)],
      ["Checked": .integer(1), "ItemID": .integer(2)],
    ]).file().bytes
    var document = try ChecklistDocument(bytes)
    document.checklists[0].items[0].setChecked(false, now: Self.now)
    let lines = try ArchiveGraph(document.encoded()).lines
    let items = "Checklists.NS.objects[0].Items.NS.objects"
    #expect(lines["\(items)[0].Checked"] == "false")
    #expect(lines["\(items)[1].Checked"] == "1")
    #expect(lines["\(items)[1].DueDate"] == nil)
  }

  @Test("an archive without objects, whose list of lists stands where it is referred to, gets some")
  func noObjects() throws {
    var archive = HandmadeArchive()
    archive.objects = []
    archive.top = ["Checklists": [], "Version": 3]
    var document = try ChecklistDocument(archive.file().bytes)
    document.checklists.append(Checklist("Trips"))
    document.checklists[0].items.append(ChecklistItem("Rome", now: Self.now))
    let bytes = try document.encoded()
    #expect(try ChecklistDocument(bytes).lines == document.lines)
    #expect(try AppDocument.lines(bytes) == AppDocument.lines(touched(document).encoded()))
    #expect(try ArchiveGraph(bytes).lines["Version"] == "3")
  }

  @Test(
    "a reference to an object that no file can have is an error when it is carried along",
    arguments: [.max, 5 << 32 | 3, 1 << 32 | 3] as [UInt64])
  func strangeReference(reference: UInt64) throws {
    var archive = HandmadeArchive(items: [["ItemID": .integer(1)]])
    let extra = archive.add(["x": 1])
    archive.top = PropertyListDictionary(archive.top.entries + [.init(key: "Extra", value: extra)])
    var file = try archive.file().bytes.relaid(referenceWidth: 8)
    guard case .uid(let uid) = extra else { return }
    let place = try KeyedArchive(file).objects.offset + 8 * Int(uid)
    file.replaceSubrange(
      place..<place + 8, with: withUnsafeBytes(of: reference.bigEndian, Array.init))
    let document = try ChecklistDocument(file)
    #expect(throws: ArchiveError.self) { try document.encoded() }
  }

  @Test("a reference that would be a negative number is an error when it is preserved")
  func negativeReference() throws {
    let document = try HandmadeArchive(items: [["Extra": [1, 2]], [:]]).document()
    var file = try document.encoded().relaid(referenceWidth: 8)
    let list = try BinaryPropertyListReader(file)
    let extra = try #require(
      (0..<list.objectCount).lazy.compactMap { number -> Int? in
        guard case .array(let elements) = try? list.object(number), elements.count == 2,
          let first = try? list.reference(0, in: elements),
          (try? list.object(first)) == .integer(1)
        else { return nil }
        return elements.offset
      }.first)
    file.replaceSubrange(extra..<extra + 8, with: repeatElement(0xFF, count: 8))
    var damaged = try ChecklistDocument(file)
    #expect(throws: ArchiveError.self) { try damaged.encoded() }
    // Without the item, nothing refers to the damage.
    damaged.checklists[0].items.removeFirst()
    #expect(try ChecklistDocument(damaged.encoded()).lines == damaged.lines)
  }

  @Test("a large document that is written piece by piece is the same as a whole")
  func pieces() throws {
    var document = ChecklistDocument()
    document.checklists = [Checklist("Long")]
    for number in 1...12_000 {
      document.checklists[0].items.append(ChecklistItem("Item \(number)", now: Self.now))
    }
    document = try ChecklistDocument(document.encoded())
    document.checklists[0].items[6000].text = String(repeating: "long ", count: 100_000)
    var pieces: [[UInt8]] = []
    try document.archived().write { pieces.append(Array($0)) }
    #expect(pieces.count > 3)
    #expect(try pieces.flatMap(\.self) == document.encoded())
    let saved = try ChecklistDocument(pieces.flatMap(\.self))
    #expect(saved.lines == document.lines)
    // The first part that fails is the last that is asked for.
    var calls = 0
    #expect(throws: CancellationError.self) {
      try document.archived().write { _ in
        calls += 1
        if calls == 2 { throw CancellationError() }
      }
    }
    #expect(calls == 2)
  }

  @Test("saving a property list of the app's Codable edition again gives the same bytes")
  func codable() throws {
    var document = try ChecklistDocument(Fixture("Codable/checklists-extra-keys.plist").bytes())
    document.checklists[0].items[0].setChecked(true, now: Self.now)
    let saved = try document.encoded()
    let again = try ChecklistDocument(saved).encoded()
    #expect(try ChecklistDocument(again).encoded() == again)
  }

  @Test("toggling items again and again does not make the file grow")
  func growth() throws {
    var document = try ChecklistDocument(Fixture("Checklists/1000-items.plist").bytes())
    var sizes: [Int] = []
    for _ in 0..<3 {
      for isChecked in [true, false] {
        for item in document.checklists[0].items.indices where item % 250 == 0 {
          document.checklists[0].items[item].setChecked(isChecked, now: Self.now)
          document = try ChecklistDocument(document.encoded())
        }
      }
      sizes.append(try document.encoded().count)
    }
    #expect(sizes[1] == sizes[0])
    #expect(sizes[2] == sizes[0])
  }
}
