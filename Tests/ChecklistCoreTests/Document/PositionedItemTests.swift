import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// An item that is always decoded in the general way.
private struct GeneralItem: KeyedCoding {
  static var archivedClassName: String { ChecklistItem.archivedClassName }
  var item: ChecklistItem
  var archived: ArchivedObject? {
    get { item.archived }
    set { item.archived = newValue }
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    item = try ChecklistItem(from: &unarchiver)
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try item.encode(to: &archiver)
  }
}

/// The items of a list, decoded as a type.
private struct ItemList<Item: KeyedCoding>: KeyedCoding {
  static var archivedClassName: String { Checklist.archivedClassName }
  var items: [Item]

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    items = try unarchiver.decode([Item].self, forKey: "Items")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(items, forKey: "Items")
  }
}

/// What a decode gave: everything that the items hold, or an error.
private struct Outcome: Equatable {
  var items: [String] = []
  var error: ArchiveError?

  init<Item: KeyedCoding>(
    _ bytes: [UInt8], isLenient: Bool, as type: Item.Type, _ item: (Item) -> ChecklistItem
  ) {
    do throws(ArchiveError) {
      var unarchiver = try KeyedUnarchiver(KeyedArchive(bytes), isLenient: isLenient)
      unarchiver.usesPositions = true
      let lists = try unarchiver.decode([ItemList<Item>].self, forKey: "Checklists")
      items = lists.flatMap { $0.items.map { Self.text(item($0)) } }
    } catch {
      self.error = error
    }
  }

  /// Everything that an item holds, with texts by code unit and dates by bit pattern.
  private static func text(_ item: ChecklistItem) -> String {
    func bits(_ date: ChecklistItem.StoredDate) -> UInt64? {
      date.date?.timeIntervalSinceReferenceDate.bitPattern
    }
    let fields = item.fields
    let rare = fields.rare
    let archived = item.archived
    return [
      "\(Array(item.text.utf8)) \(String(describing: item.note.map { Array($0.utf8) }))",
      "\(String(describing: bits(fields.created))) \(String(describing: bits(fields.completed)))",
      "\(String(describing: bits(fields.dueDate))) \(String(describing: fields.identity))",
      "\(fields.isChecked) \(fields.shouldRemind) \(fields.level) \(item.isModified)",
      "\(String(describing: rare.dueDay)) \(String(describing: rare.dueDay?.end))",
      "\(String(describing: rare.section.map { Array($0.utf8) }))",
      "\(String(describing: rare.skipReason)) \(String(describing: rare.repetition))",
      "\(String(describing: rare.origin)) \(rare.conflicts) \(rare.attachments)",
      "\(archived?.uid ?? 0) \(archived?.classUID ?? 0) \(archived?.fields.dictionary ?? 0)",
      "\(archived?.fields.unread.ascending ?? [])",
    ].joined(separator: " ")
  }
}

/// The texts that random items have.
private let texts = [
  "", "a", "Milk", "$null", "Fetch the bread", "Bücher", "e\u{301}", "🏔 up", "tab\there",
  String(repeating: "long ", count: 60), String(repeating: "ü", count: 300),
  String(repeating: "x", count: 64),
]

extension ChecklistItem {
  fileprivate init(using generator: inout SplitMix64, ofShape shape: Int) {
    let now = Date(timeIntervalSinceReferenceDate: .random(in: 8e8...8.1e8, using: &generator))
    func pick() -> String { texts.randomElement(using: &generator) ?? "" }
    self.init(pick(), id: .random(in: -3...1000, using: &generator), now: now)
    if shape & 1 > 0 { setChecked(true, now: now) }
    if shape & 2 > 0 { note = pick() }
    if shape & 4 > 0 { section = ["Home", "Work", "Büro"].randomElement(using: &generator) }
    if shape & 8 > 0 {
      due = DueDate.Day(
        year: 2026, month: 5, day: .random(in: 1...4, using: &generator), in: .utc
      ).map { .day($0) }
    }
    if shape & 48 == 48 { skip(pick()) }
    if shape & 80 == 80 { created = nil }
    if shape & 96 == 96 { level = 1 }
  }
}

extension ChecklistDocument {
  /// A document whose items are of a few shapes in a random order.
  fileprivate init(using generator: inout SplitMix64) {
    self.init()
    let shapes = (0..<4).map { _ in Int.random(in: 0..<128, using: &generator) }
    checklists = (1...2).map { id in
      var list = Checklist("List", id: id)
      list.items = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        ChecklistItem(
          using: &generator, ofShape: shapes.randomElement(using: &generator) ?? 0)
      }
      return list
    }
  }
}

extension HandmadeArchive {
  /// A document of other writers: nothing is shared except some dates, texts and classes.
  fileprivate init(using generator: inout SplitMix64) {
    self.init()
    func chance() -> Bool { Int.random(in: 0..<8, using: &generator) == 0 }
    let dates = (0..<3).map { addDate(Double($0) * 86_400 + 86_399) }
    let days = (1...3).map { add(.string("2001-01-0\($0)T23:59:59+00:00")) }
    let sections = ["A", "B", " ", "$null"].map { add(.string($0)) }
    let classes = ["Checklists.ChecklistItem", "Other.ChecklistItem", "NSObject"].map {
      addClass($0)
    }
    func value(_ value: PropertyList) -> PropertyList {
      guard chance() else { return value }
      return [.uid(0), .null, .integer(1), .real(.nan), "x", .uid(900), .real(1)]
        .randomElement(using: &generator) ?? .null
    }
    let shapes = (0..<3).map { _ in Int.random(in: 0..<1024, using: &generator) }
    let items = (0..<12).map { index in
      let shape = shapes.randomElement(using: &generator) ?? 0
      var fields: PropertyListDictionary = [:]
      func put(_ key: String, _ content: PropertyList, unless bit: Int) {
        if shape & bit == 0 { fields.entries.append(.init(key: key, value: value(content))) }
      }
      put("Text", add(.string(texts[index % texts.count])), unless: 0)
      put("Checked", .boolean(index.isMultiple(of: 3)), unless: 0)
      put("DueDate", dates[index % 3], unless: 1)
      put("ShouldRemind", true, unless: 2)
      put("ItemID", .integer(Int128(index)), unless: 4)
      put("DateCreated", .real(Double(index)), unless: 8)
      put("DateCompleted", .real(7), unless: 16)
      put("Note", add("note"), unless: 32)
      put("DueDay", days[index % 3], unless: 64)
      put("Section", sections[index % 4], unless: 128)
      if shape & 768 == 0 { put("Colour", "red", unless: 0) }
      if shape & 768 == 256 { put("Note", add("again"), unless: 0) }
      let isOther = chance()
      fields.entries.append(.init(key: "$class", value: classes[isOther ? 1 + index % 2 : 0]))
      return add(.dictionary(fields))
    }
    let record = addClass("Checklists.Checklist")
    let elements = addArray(items + (chance() ? [items[0], items[0]] : []))
    top = [
      "Checklists": addArray([add(["Name": "List", "Items": elements, "$class": record])])
    ]
  }
}

@Suite struct PositionedItemTests {
  /// Decodes a file in both ways, and checks that both give the same.
  private func compare(_ bytes: [UInt8], _ seed: UInt64) -> Outcome {
    for isLenient in [true, false] {
      let general = Outcome(bytes, isLenient: isLenient, as: GeneralItem.self, \.item)
      let positioned = Outcome(bytes, isLenient: isLenient, as: ChecklistItem.self, \.self)
      #expect(positioned == general, "seed \(seed)")
      if !isLenient { return positioned }
    }
    preconditionFailure("the last is not lenient")
  }

  /// Compares a file, and the same file with a few bytes changed.
  private func compareDamaged(_ bytes: [UInt8], _ seed: UInt64, times: Int) {
    var generator = SplitMix64(seed: ~seed)
    for _ in 0..<times {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: damaged.indices, using: &generator)
        damaged[index] =
          Bool.random(using: &generator)
          ? damaged[index] ^ 1 << UInt8.random(in: 0..<8, using: &generator)
          : .random(in: 0...255, using: &generator)
      }
      _ = compare(damaged, seed)
    }
  }

  @Test func `items of random shapes are decoded as in the general way`() throws {
    for seed in 0..<UInt64(LongTests.count(short: 60, long: 2000)) {
      var generator = SplitMix64(seed: seed)
      let document = ChecklistDocument(using: &generator)
      let bytes = try document.encoded()
      let outcome = compare(bytes, seed)
      #expect(outcome.error == nil)
      #expect(outcome.items.count == document.checklists.reduce(0) { $0 + $1.items.count })
      compareDamaged(bytes, seed, times: 8)
    }
  }

  @Test func `items of other writers are decoded as in the general way`() {
    for seed in 0..<UInt64(LongTests.count(short: 120, long: 4000)) {
      var generator = SplitMix64(seed: seed)
      let bytes = HandmadeArchive(using: &generator).file().bytes
      _ = compare(bytes, seed)
      compareDamaged(bytes, seed, times: 4)
    }
  }

  @Test func `an item of a known shape is read by the positions of its fields`() throws {
    var document = ChecklistDocument()
    var list = Checklist("List", id: 1)
    let now = Date(timeIntervalSinceReferenceDate: 8e8)
    list.items = (0..<4).map { index in
      var item = ChecklistItem("Item \(index)", id: index, now: now)
      if index.isMultiple(of: 2) { item.section = "Home" }
      return item
    }
    list.items[3].skip("too late")
    document.checklists = [list]
    let archive = try KeyedArchive(document.encoded())
    var unarchiver = try KeyedUnarchiver(archive)
    unarchiver.usesPositions = true
    _ = try unarchiver.decode([ItemList<ChecklistItem>].self, forKey: "Checklists")
    var found: [String?] = []
    for uid in 1..<archive.objects.count {
      let value = try archive.element(uid, of: archive.objects)
      let object = ArchivedValue(number: value.number, offset: value.offset, uid: UInt64(uid))
      let item: ChecklistItem? = unarchiver.positionedObject(object)
      if let item { found.append(item.text + (item.section ?? "")) }
    }
    #expect(found == ["Item 0Home", "Item 1", "Item 2Home"])
  }

  @Test func `a text may be the day of one item and the section of another`() throws {
    var document = ChecklistDocument()
    var list = Checklist("List", id: 1)
    let day = try #require(DueDate.Day(year: 2026, month: 5, day: 1, in: .utc))
    list.items = (0..<6).map { index in
      var item = ChecklistItem("Item", id: index, now: Date(timeIntervalSinceReferenceDate: 8e8))
      if index.isMultiple(of: 2) { item.section = day.storedText } else { item.due = .day(day) }
      return item
    }
    document.checklists = [list]
    var unarchiver = try KeyedUnarchiver(KeyedArchive(document.encoded()))
    unarchiver.usesPositions = true
    let items = try unarchiver.decode([Checklist].self, forKey: "Checklists")[0].items
    #expect(items.map(\.section) == list.items.map(\.section))
    #expect(items.map(\.due) == list.items.map(\.due))
  }

  @Test func `the budget ends at the same item`() {
    // An item of eleven fields takes 28 bytes of the budget, its date 10 and its reference 1. That
    // is more than twice the size of a further reference to it.
    var archive = HandmadeArchive()
    let date = archive.addDate(86_399)
    let record = archive.addClass("Checklists.ChecklistItem")
    let item = archive.add([
      "Text": archive.add("x"), "Checked": true, "DueDate": date, "ShouldRemind": false,
      "ItemID": 1, "DateCreated": 1.5, "DateCompleted": 2.5, "Note": archive.add("y"),
      "DueDay": archive.add("2001-01-01T23:59:59+00:00"), "Section": archive.add("z"),
      "$class": record,
    ])
    let list = archive.addClass("Checklists.Checklist")
    let outcomes = [50, 1000].map { count in
      var archive = archive
      let items = archive.addArray(Array(repeating: item, count: count))
      archive.top = [
        "Checklists": archive.addArray([
          archive.add(["Name": "List", "Items": items, "$class": list])
        ])
      ]
      return compare(archive.file().bytes, UInt64(count))
    }
    #expect(outcomes[0].items.count == 50)
    #expect(outcomes[1].error?.kind == .tooLarge)
  }
}
