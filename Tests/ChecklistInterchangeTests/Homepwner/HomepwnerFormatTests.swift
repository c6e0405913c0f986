import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// The archive of Homepwner, in and out.
struct HomepwnerFormatTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  private static let dayOne = Date(timeIntervalSinceReferenceDate: 801_234_567.890625)

  private static func read(_ bytes: [UInt8]) throws(InterchangeError) -> ImportedFile {
    try HomepwnerFormat.read(bytes, ImportOptions(now: now, zone: .utc))
  }

  private static func write(_ items: [ChecklistItem]) throws(InterchangeError) -> ExportedFile {
    var list = Checklist("House")
    list.items = items
    return try HomepwnerFormat.write([ExportedList(list)], ExportOptions(now: now, zone: .utc))
  }

  /// An object of some edition, with the fields that are given.
  private struct Object: KeyedCoding {
    static let archivedClassName = "BNRItem"
    var fields: [(key: String, value: PropertyList?)]

    init(_ fields: [(key: String, value: PropertyList?)]) { self.fields = fields }

    init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) { fields = [] }

    func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
      for field in fields { try archiver.encode(field.value, forKey: field.key) }
    }
  }

  private static func archive(
    _ items: [(key: String, value: PropertyList?)]...
  ) throws -> [UInt8] {
    try KeyedArchiver.archivedData(of: items.map(Object.init))
  }

  @Test(arguments: ["swift", "objc"])
  func `both editions are read`(edition: String) throws {
    let bytes = try Fixture("Homepwner/items-\(edition)-edition.archive").bytes()
    let file = try Self.read(bytes)
    #expect(file.lists.map(\.name) == [nil])
    let items = file.lists[0].items
    #expect(
      items.map(\.item.text) == ["Rusty Spork", "Shiny Mac", "Fluffy Bär 🧸", "Debt"])
    #expect(
      items.map(\.item.created) == [
        Self.dayOne, Self.dayOne + 60, Self.dayOne - 86_400, Self.dayOne + 0.5,
      ])
    #expect(
      items.map { $0.item.origin?["homepwner"] } == [
        .init(
          id: "5F0F8E5C-3C1B-4F51-9A57-9E3D3E1B7C11",
          fields: ["serialNumber=2E7A91B0", "valueInDollars=37"]),
        .init(id: "0A6E3C52-97C8-4B0C-8D6F-27C3D6F0A3E4", fields: ["valueInDollars=1999"]),
        .init(id: "C2B54D0E-1D77-4E0B-B1B2-6D7D1E0C9A55", fields: ["serialNumber="]),
        .init(id: "E7D1B6AA-5A0D-4C1E-8F43-3B9C5D2E6F70", fields: ["valueInDollars=-1"]),
      ])
    #expect(items.map { $0.files.first?.path } == items.map { $0.item.origin?["homepwner"]?.id })
    #expect(items.allSatisfy { $0.hasIdentity && $0.named == [.created, .origin] })
    #expect(file.warnings.texts == [])
  }

  @Test(arguments: ["swift", "objc"])
  func `XML says the same`(edition: String) throws {
    let bytes = try Fixture("Homepwner/items-\(edition)-edition.archive").bytes()
    let xml = try PropertyList(bytes).xml()
    #expect(HomepwnerFormat.recognizes(xml))
    #expect(
      try Self.read(xml).lists[0].items.map(\.item) == Self.read(bytes).lists[0].items.map(\.item))
  }

  @Test func `the app reads what is written of what it wrote, as it was`() throws {
    let bytes = try Fixture("Homepwner/items-swift-edition.archive").bytes()
    let written = try Self.write(try Self.read(bytes).lists[0].items.map(\.item))
    #expect(written.warnings.texts == [])
    #expect(
      try AppHomepwnerItem.items(in: written.bytes, class: "Homepwner.Item")
        == AppHomepwnerItem.items(in: bytes, class: "Homepwner.Item"))
  }

  @Test func `an item of this program has all that the app needs`() throws {
    var item = ChecklistItem("Tent $null \u{0}é", id: 0x1234, now: Self.dayOne)
    item.created = nil
    let written = try Self.write([item, ChecklistItem("$null", id: 1, now: Self.dayOne)])
    #expect(
      try AppHomepwnerItem.items(in: written.bytes, class: "Homepwner.Item") == [
        AppHomepwnerItem(
          name: "Tent $null \u{0}é", serialNumber: nil, valueInDollars: 0, dateCreated: Self.now,
          itemKey: "63686b6c-7374-8000-8000-000000001234"),
        AppHomepwnerItem(
          name: "$null", serialNumber: nil, valueInDollars: 0, dateCreated: Self.dayOne,
          itemKey: "63686b6c-7374-8000-8000-000000000001"),
      ])
    let again = try Self.read(written.bytes).lists[0].items
    #expect(again.map(\.item.id) == [0x1234, 1])
    #expect(again.map(\.item.origin) == [nil, nil])
  }

  @Test func `what has no place is counted`() throws {
    var item = ChecklistItem("Milk", due: .moment(Self.now), note: "two", now: Self.now)
    item.setChecked(true, now: Self.now)
    item.section = "Dairy"
    item.repetition = .days(1)
    let file = try Self.write([item, ChecklistItem("Bread", note: "rye", now: Self.now)])
    #expect(
      file.warnings.texts == [
        "Homepwner has no sections (1 item)", "Homepwner has no check marks (1 item)",
        "Homepwner has no due dates (1 item)", "Homepwner has no repetitions (1 item)",
        "Homepwner has no notes (2 items)",
      ])
    let two = try HomepwnerFormat.write(
      [ExportedList(Checklist("A")), ExportedList(Checklist("B"))],
      ExportOptions(now: Self.now, zone: .utc))
    #expect(
      two.warnings.texts == [
        "Homepwner has no names of lists (2 lists)", "Homepwner has no empty lists (2 lists)",
      ])
  }

  @Test func `no items are an archive too`() throws {
    let file = try Self.write([])
    #expect(try AppHomepwnerItem.items(in: file.bytes, class: "Homepwner.Item") == [])
    #expect(HomepwnerFormat.recognizes(file.bytes))
    #expect(try Self.read(file.bytes).lists[0].items.isEmpty)
  }

  @Test func `an older item may lack anything, and what is not read is counted`() throws {
    let key = "5F0F8E5C-3C1B-4F51-9A57-9E3D3E1B7C11"
    let file = try Self.read(
      Self.archive(
        [("itemName", "Hat"), ("imageKey", .string(key)), ("thumbnail", .data([1, 2]))],
        [("itemName", "Cat"), ("thumbnail", .data([3])), ("container", nil)],
        [("serialNumber", nil)]))
    let items = file.lists[0].items
    #expect(items.map(\.item.text) == ["Hat", "Cat", ""])
    #expect(items.map(\.hasIdentity) == [false, false, false])
    #expect(items.map(\.named) == [[.origin], [.origin], [.origin]])
    #expect(items.map(\.item.origin) == [nil, nil, nil])
    #expect(items.map { $0.files.first?.path } == [key, nil, nil])
    #expect(file.warnings.texts == ["2 fields are not supported here: thumbnail, container"])
  }

  @Test(arguments: ["../../etc/passwd", "", "not-a-uuid", "5F0F8E5C-3C1B-4F51-9A57-9E3D3E1B7C1/"])
  func `a key that is no UUID names no picture`(key: String) throws {
    let file = try Self.read(
      Self.archive([("itemName", "Hat"), ("itemKey", .string(key))]))
    let item = file.lists[0].items[0]
    #expect(item.files == [])
    #expect(item.hasIdentity == !key.isEmpty)
    #expect(item.item.origin?["homepwner"]?.id == (key.isEmpty ? nil : key))
  }

  @Test func `a date that no calendar has is left out, and counted`() throws {
    let file = try Self.read(
      Self.archive([("itemName", "Hat"), ("dateCreated", .date(.infinity))]))
    #expect(file.lists[0].items[0].named == [.origin])
    #expect(file.warnings.texts == ["1 date was left out, since it was not understood"])
  }

  @Test func `what is damaged or something else is refused with its place`() throws {
    func message(_ bytes: [UInt8]) -> String? {
      do throws(InterchangeError) {
        _ = try Self.read(bytes)
        return nil
      } catch {
        #expect(error.kind == .damaged)
        return error.message
      }
    }
    let start = "the file is not an archive of Homepwner: "
    #expect(
      message(
        try Self.archive([("itemName", "Hat"), ("valueInDollars", .string("much"))])
      )?.hasPrefix(start + "root[0].valueInDollars: expected ") == true)
    #expect(
      message(try Self.archive([("itemName", "Hat")], [("itemName", .integer(1))]))?
        .hasPrefix(start + "root[1].itemName: expected a string, found ") == true)
    #expect(
      message(try KeyedArchiver.archivedData(of: ["Milk"]))?.hasPrefix(start + "root[0]: ") == true)
    #expect(
      message(try Fixture("Checklists/unknown-everything.plist").bytes())?
        .hasPrefix(start) == true)
    #expect(message(Array("hello".utf8))?.hasPrefix(start) == true)
  }

  @Test func `bytes that are cut or changed never end the program`() throws {
    let bytes = try Fixture("Homepwner/items-swift-edition.archive").bytes()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let cut = Array(bytes.prefix(count))
      _ = HomepwnerFormat.recognizes(cut)
      #expect(throws: InterchangeError.self) { try Self.read(cut) }
    }
    var random = SplitMix64(seed: 25)
    for _ in 0..<LongTests.count(short: 500, long: 2000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] =
          .random(in: 0...255, using: &random)
      }
      _ = HomepwnerFormat.recognizes(changed)
      guard let file = try? Self.read(changed) else { continue }
      let written = try Self.write(file.lists[0].items.map(\.item))
      #expect(try Self.read(written.bytes).lists[0].items.count == file.lists[0].items.count)
    }
  }

  static let names: [(String, Fixture, InterchangeFormat)] = [
    ("items.archive", Fixture("Homepwner/items-swift-edition.archive"), .homepwner),
    ("things", Fixture("Homepwner/items-objc-edition.archive"), .homepwner),
    ("items.plist", Fixture("Homepwner/items-swift-edition.archive"), .homepwner),
    ("items.archive", Fixture("Checklists/unknown-everything.plist"), .document),
    ("items.plist", Fixture("Codable/items-binary.plist"), .document),
    ("-", Fixture("ChecklistItems/several-items.plist"), .document),
  ]

  @Test(arguments: names)
  func `the content tells it from a document, whatever the name`(
    name: String, fixture: Fixture, format: InterchangeFormat
  ) throws {
    #expect(InterchangeFormat.guess(name, try fixture.bytes()) == format)
  }

  @Test func `fields of an origin that came from anywhere are passed over where they say nothing`()
  {
    let fields = HomepwnerFields([
      "serialNumber=A=B", "valueInDollars=1e3", "valueInDollars=9223372036854775808", "x", "",
    ])
    #expect(fields.serialNumber == "A=B")
    #expect(fields.dollars == 0)
    #expect(fields.texts == ["serialNumber=A=B"])
  }
}
