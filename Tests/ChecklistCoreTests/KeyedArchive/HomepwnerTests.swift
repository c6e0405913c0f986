import ChecklistCore
import Foundation
import TestSupport
import Testing

/// The archiver serves any model: here the items of Homepwner, the app of the iOS programming
/// books, whose `items.archive` has an array as its root object.
struct HomepwnerTests {
  @Test func `The Swift edition's file is read`() throws {
    let items = try Self.read(Fixture("Homepwner/items-swift-edition.archive"), SwiftEdition.self)
    #expect(items.map(\.fields) == Self.expected)
    #expect(items.first?.archived?.className == "Homepwner.Item")
  }

  @Test func `The Objective-C edition's file is read`() throws {
    let items = try Self.read(
      Fixture("Homepwner/items-objc-edition.archive"), ObjectiveCEdition.self)
    #expect(items.map(\.fields) == Self.expected)
    #expect(items.first?.archived?.className == "Homepwner.BNRItem")
  }

  @Test func `Foundation reads back what is written, nil serial numbers too`() throws {
    let written = try Self.write(Self.expected.map(HomepwnerItem<SwiftEdition>.init))
    #expect(
      try AppHomepwnerItem.items(in: written, class: "Homepwner.Item")
        == Self.expected)
    let older = try Self.write(Self.expected.map(HomepwnerItem<ObjectiveCEdition>.init))
    #expect(
      try AppHomepwnerItem.items(in: older, class: "BNRItem") == Self.expected)
  }

  @Test func `What was read, changed and written is read by Foundation as it is then`() throws {
    var items = try Self.read(Fixture("Homepwner/items-swift-edition.archive"), SwiftEdition.self)
    items[0].fields.valueInDollars = 40
    items[0].fields.serialNumber = nil
    items.remove(at: 2)
    var expected = Self.expected
    expected[0].valueInDollars = 40
    expected[0].serialNumber = nil
    expected.remove(at: 2)
    #expect(
      try AppHomepwnerItem.items(
        in: Self.write(items), class: "Homepwner.Item") == expected)
  }

  @Test func `A file that was read and not changed is written with the same objects`() throws {
    for name in ["items-swift-edition", "items-objc-edition"] {
      let bytes = try Fixture("Homepwner/\(name).archive").bytes()
      let written =
        name == "items-swift-edition"
        ? try Self.write(Self.read(Fixture("Homepwner/\(name).archive"), SwiftEdition.self))
        : try Self.write(Self.read(Fixture("Homepwner/\(name).archive"), ObjectiveCEdition.self))
      #expect(try ArchiveGraph(written) == ArchiveGraph(bytes))
    }
  }

  @Test func `An item of the other edition is refused by its class`() throws {
    let error = #expect(throws: ArchiveError.self) {
      try Self.read(Fixture("Homepwner/items-objc-edition.archive"), SwiftEdition.self)
    }
    #expect(error?.kind == .unexpectedClass)
    #expect(error?.path == "root[0]")
  }

  private static func read<Edition: HomepwnerEdition>(
    _ fixture: Fixture, _ edition: Edition.Type
  ) throws -> [HomepwnerItem<Edition>] {
    var unarchiver = try KeyedUnarchiver(KeyedArchive(fixture.bytes()))
    return try unarchiver.decode([HomepwnerItem<Edition>].self, forKey: "root")
  }

  private static func write<Edition: HomepwnerEdition>(
    _ items: [HomepwnerItem<Edition>]
  ) throws -> [UInt8] {
    var archiver = KeyedArchiver()
    try archiver.encode(items, forKey: "root")
    return try archiver.finish()
  }

  /// What both fixtures hold.
  private static let expected: [AppHomepwnerItem] = {
    let dayOne = Date(timeIntervalSinceReferenceDate: 801_234_567.890625)
    return [
      AppHomepwnerItem(
        name: "Rusty Spork", serialNumber: "2E7A91B0", valueInDollars: 37, dateCreated: dayOne,
        itemKey: "5F0F8E5C-3C1B-4F51-9A57-9E3D3E1B7C11"),
      AppHomepwnerItem(
        name: "Shiny Mac", serialNumber: nil, valueInDollars: 1_999,
        dateCreated: dayOne.addingTimeInterval(60),
        itemKey: "0A6E3C52-97C8-4B0C-8D6F-27C3D6F0A3E4"),
      AppHomepwnerItem(
        name: "Fluffy Bär 🧸", serialNumber: "", valueInDollars: 0,
        dateCreated: dayOne.addingTimeInterval(-86_400),
        itemKey: "C2B54D0E-1D77-4E0B-B1B2-6D7D1E0C9A55"),
      AppHomepwnerItem(
        name: "Debt", serialNumber: nil, valueInDollars: -1,
        dateCreated: dayOne.addingTimeInterval(0.5),
        itemKey: "E7D1B6AA-5A0D-4C1E-8F43-3B9C5D2E6F70"),
    ]
  }()
}

/// What differs between the editions of the book.
protocol HomepwnerEdition {
  static var className: String { get }
  static var nameKey: String { get }
}

/// The editions in Swift.
enum SwiftEdition: HomepwnerEdition {
  static let className = "Homepwner.Item"
  static let nameKey = "name"
}

/// The editions in Objective-C.
enum ObjectiveCEdition: HomepwnerEdition {
  static let className = "BNRItem"
  static let nameKey = "itemName"
}

/// An item as a model of its own.
struct HomepwnerItem<Edition: HomepwnerEdition>: KeyedCoding {
  static var archivedClassName: String { Edition.className }

  var fields: AppHomepwnerItem
  var archived: ArchivedObject?

  init(_ fields: AppHomepwnerItem) {
    self.fields = fields
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    fields = AppHomepwnerItem(
      name: try unarchiver.decode(String.self, forKey: "\(Edition.nameKey)"),
      serialNumber: try unarchiver.decodeIfPresent(String.self, forKey: "serialNumber"),
      valueInDollars: try unarchiver.decode(Int.self, forKey: "valueInDollars"),
      dateCreated: try unarchiver.decode(Date.self, forKey: "dateCreated"),
      itemKey: try unarchiver.decode(String.self, forKey: "itemKey"))
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(fields.name, forKey: "\(Edition.nameKey)")
    try archiver.encode(fields.dateCreated, forKey: "dateCreated")
    try archiver.encode(fields.itemKey, forKey: "itemKey")
    try archiver.encode(fields.serialNumber, forKey: "serialNumber")
    try archiver.encode(fields.valueInDollars, forKey: "valueInDollars")
  }
}
