import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Sections: how they are named, and where items go.
struct SectionTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  /// A list in short: `Passport | Toiletries: Soap Towel | Clothes: Shirts | Map`.
  private static func list(_ text: String) -> Checklist {
    var list = Checklist("Packing", id: 1)
    for run in text.components(separatedBy: " | ") where !run.isEmpty {
      let parts = run.components(separatedBy: ": ")
      for name in parts[parts.count - 1].split(separator: " ") {
        var item = ChecklistItem(String(name), id: list.items.count + 1, now: now)
        item.section = parts.count == 2 ? parts[0] : nil
        list.items.append(item)
      }
    }
    return list
  }

  private static func text(_ list: Checklist) -> String {
    list.sectionRuns.map { run in
      (run.name.map { "\($0): " } ?? "")
        + run.positions.map { list.items[$0].text }.joined(separator: " ")
    }.joined(separator: " | ")
  }

  private static let packing = "Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map"

  private static func changed(
    _ list: Checklist, _ change: DocumentChange
  ) throws -> (list: String, kinds: [AppliedChange.Kind]) {
    var document = ChecklistDocument()
    document.checklists = [list]
    let applied = try document.apply(change, at: now)
    return (text(document.checklists[0]), applied.map(\.kind))
  }

  @Test func `a list is made of runs`() {
    #expect(Self.text(Self.list(Self.packing)) == Self.packing)
    #expect(Self.list(Self.packing).sections == ["Wash", "Clothes"])
    #expect(Self.list("").sectionRuns == [])
    let again = Self.list("A: a | b | A: c")
    #expect(again.sections == ["A"])
    #expect(again.sectionRuns.map(\.positions) == [0..<1, 1..<2, 2..<3])
    // Composed and decomposed are two names, as other texts are.
    #expect(Self.list("é: a | e\u{301}: b").sections.count == 2)
  }

  @Test(arguments: [
    ("section:Wash", [1, 2]), ("section:wash", [1, 2]), ("section:CLOTHES", [3, 4]),
  ])
  func `a selector names a section in upper or lower case`(
    selector: String, positions: [Int]
  ) throws {
    let list = Self.list(Self.packing)
    #expect(try ItemResolver.noon.positions(of: [selector], in: list) == positions)
  }

  @Test func `a section that differs in case only is named exactly`() throws {
    let list = Self.list("Wash: a | wash: b | c")
    #expect(try ItemResolver.noon.positions(of: ["section:wash"], in: list) == [1])
    #expect(try ItemResolver.noon.positions(of: ["section:WASH"], in: list) == [0])
  }

  @Test(arguments: [
    ("section:Shoes", "'Packing' has no section 'Shoes'; there are: Wash, Clothes"),
    ("section:clohtes", "'Packing' has no section 'clohtes'; did you mean 'Clothes'?"),
  ])
  func `a section that is not there is told with those that are`(
    selector: String, message: String
  ) {
    let list = Self.list(Self.packing)
    let error = #expect(throws: SelectorError.self) {
      try ItemResolver.noon.positions(of: [selector], in: list)
    }
    #expect(error?.kind == .noMatch)
    #expect(error?.message == message)
    #expect(throws: SelectorError(.syntax, "'section: ' names no section")) {
      try ItemSelector.parse("section: ")
    }
  }

  @Test(
    arguments: [
      (nil, "Wash", "Passport | Wash: Soap Towel new | Clothes: Shirts Socks | Map"),
      (nil, "wash", "Passport | Wash: Soap Towel new | Clothes: Shirts Socks | Map"),
      (nil, "Shoes", "Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map | Shoes: new"),
      (nil, nil, "Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map new"),
      (1, nil, "new Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map"),
      (2, nil, "Passport | Wash: new Soap Towel | Clothes: Shirts Socks | Map"),
      (4, "Wash", "Passport | Wash: Soap Towel new | Clothes: Shirts Socks | Map"),
      (6, nil, "Passport | Wash: Soap Towel | Clothes: Shirts Socks | new Map"),
      (7, nil, "Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map new"),
    ] as [(Int?, String?, String)])
  func `what is added goes to its section, or gets the one of its place`(
    number: Int?, section: String?, expected: String
  ) throws {
    let list = Self.list(Self.packing)
    let item = ChecklistItem("new", id: 99, now: Self.now)
    let change = try list.adding([item], number: number, section: section)
    let (text, kinds) = try Self.changed(list, change)
    #expect(text == expected)
    #expect(kinds == [.added])
  }

  @Test(
    arguments: [
      (.first, nil, "new Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map"),
      (.last, nil, "Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map new"),
      (
        .before(ItemReference(2)), nil,
        "Passport | Wash: new Soap Towel | Clothes: Shirts Socks | Map"
      ),
      (
        .after(ItemReference(5)), nil,
        "Passport | Wash: Soap Towel | Clothes: Shirts Socks new | Map"
      ),
      (.first, "wash", "Wash: new | Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map"),
    ] as [(InsertionPoint<ItemReference>, String?, String)])
  func `what is added at a point gets the section there, or the one that is named`(
    point: InsertionPoint<ItemReference>, section: String?, expected: String
  ) throws {
    let list = Self.list(Self.packing)
    let item = ChecklistItem("new", id: 99, now: Self.now)
    let (text, _) = try Self.changed(list, try list.adding([item], at: point, section: section))
    #expect(text == expected)
  }

  @Test(
    arguments: [
      (.first, nil, "Map Passport | Wash: Soap Towel | Clothes: Shirts Socks"),
      (.last, nil, "Passport | Wash: Soap Towel | Clothes: Shirts Socks | Map"),
      (.before(ItemReference(2)), nil, "Passport | Wash: Map Soap Towel | Clothes: Shirts Socks"),
      (.after(ItemReference(5)), nil, "Passport | Wash: Soap Towel | Clothes: Shirts Socks Map"),
      (nil, "clothes", "Passport | Wash: Soap Towel | Clothes: Shirts Socks Map"),
      (nil, "Maps", "Passport | Wash: Soap Towel | Clothes: Shirts Socks | Maps: Map"),
      (.first, "Maps", "Maps: Map | Passport | Wash: Soap Towel | Clothes: Shirts Socks"),
    ] as [(InsertionPoint<ItemReference>?, String?, String)])
  func `what is moved gets the section of its new place, or the one that is named`(
    point: InsertionPoint<ItemReference>?, section: String?, expected: String
  ) throws {
    let list = Self.list(Self.packing)
    let change = list.moving([ItemReference(6)], from: list, to: point, section: section)
    let (text, kinds) = try Self.changed(list, change)
    #expect(text == expected)
    #expect(kinds == [expected == Self.packing ? .unchanged : .moved])
  }

  @Test func `a section is named however its letters are written, unless all of it is renamed`() {
    let list = Self.list(Self.packing)
    let wash = list.items[1...2].map(\.reference)
    #expect(list.section(named: " wash ") == "Wash")
    #expect(list.section(named: "wash", for: [list.items[0].reference]) == "Wash")
    #expect(list.section(named: "wash", for: [wash[0]]) == "Wash")
    #expect(list.section(named: "wash", for: wash) == "wash")
    #expect(list.section(named: "Shoes", for: wash) == "Shoes")
  }

  @Test func `what moves into an empty list keeps its section`() throws {
    var document = ChecklistDocument()
    let other = Checklist("Other", id: 2)
    document.checklists = [Self.list(Self.packing), other]
    try document.apply(
      other.moving([ItemReference(2)], from: document.checklists[0], to: .last, section: nil),
      at: Self.now)
    #expect(Self.text(document.checklists[1]) == "Wash: Soap")
  }

  @Test func `what moves to the last place takes the section of the last item`() throws {
    let list = Self.list("Passport | Wash: Soap")
    let change = list.moving([ItemReference(1)], from: list, to: .last, section: nil)
    #expect(try Self.changed(list, change).list == "Wash: Soap Passport")
  }

  @Test func `what goes to another list keeps its section`() throws {
    var document = ChecklistDocument()
    var other = Checklist("Other", id: 2)
    other.items = [ChecklistItem("x", id: 50, now: Self.now)]
    document.checklists = [Self.list(Self.packing), other]
    let items = document.checklists[0].items[1...2].map { ItemReference($0.id) }
    try document.apply(
      other.moving(items, from: document.checklists[0], to: nil, section: nil), at: Self.now)
    #expect(Self.text(document.checklists[1]) == "x | Wash: Soap Towel")
    try document.apply(
      document.checklists[1].moving(
        [ItemReference(4)], from: document.checklists[0], to: nil, section: "wash"), at: Self.now)
    #expect(Self.text(document.checklists[1]) == "x | Wash: Soap Towel Shirts")
  }

  @Test func `a copy keeps sections, and what repeats is due at its next time`() throws {
    let zone = TestZone.berlin.rules
    var list = Self.list("A: a | b | B: c")
    let past = DueDate.Day(zone.clock(at: Self.now - 40 * 86_400), in: zone)
    let ahead = DueDate.Day(zone.clock(at: Self.now + 40 * 86_400), in: zone)
    list.items[0].due = .day(past)
    list.items[0].repetition = .weeks(1)
    list.items[1].due = .day(past)
    list.items[2].due = .day(ahead)
    list.items[2].repetition = .months(1)
    let copy = list.copy(named: "Copy", now: Self.now, in: zone)
    #expect(Self.text(copy) == "A: a | b | B: c")
    #expect(copy.items[0].due?.day(in: zone)?.daysSince2001 == past.daysSince2001 + 42)
    #expect(copy.items.map(\.repetition) == [.weeks(1), nil, .months(1)])
    #expect(copy.items[1].due == nil)
    #expect(copy.items[2].due == .day(ahead))
  }
}
