import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Documents of the app's Codable editions, and documents in XML, with Foundation as the judge.
struct CodableDocumentTests {
  /// The app's own types.
  struct Item: Codable, Equatable {
    var text: String
    var checked: Bool
    var dueDate: Date
    var shouldRemind: Bool
    var itemID: Int
  }

  struct List: Codable, Equatable {
    var name: String
    var items: [Item]
    var iconName: String
  }

  struct PlainItem: Codable, Equatable {
    var text: String
    var checked: Bool
  }

  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  private static func bytes(_ path: String) throws -> [UInt8] {
    try Fixture(path).bytes()
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
    try PropertyListDecoder().decode(type, from: Data(bytes))
  }

  @Test(arguments: [
    "Codable/checklists-binary.plist", "Codable/checklists-xml.plist",
    "Codable/checklists-extra-keys.plist",
  ])
  func `The app reads the lists that we save, each as it was`(path: String) throws {
    let bytes = try Self.bytes(path)
    var expected = try decode([List].self, bytes)
    var document = try ChecklistDocument(bytes)
    #expect(document.dialect == .codableChecklists)
    #expect(document.format == (path.contains("xml") ? .xml : .binary))
    #expect(try decode([List].self, document.encoded()) == expected)

    document.checklists[0].items[0].setChecked(
      !document.checklists[0].items[0].isChecked, now: Self.now)
    document.checklists[0].items.append(ChecklistItem("New", id: 77, now: Self.now))
    expected[0].items[0].checked.toggle()
    expected[0].items.append(
      Item(text: "New", checked: false, dueDate: Self.now, shouldRemind: false, itemID: 77))
    let saved = try document.encoded()
    #expect(try decode([List].self, saved) == expected)
    #expect(try PropertyList.Format(detecting: saved) == document.format)
  }

  @Test func `Keys of lists and items that the app does not know are kept`() throws {
    let bytes = try Self.bytes("Codable/checklists-extra-keys.plist")
    func tree(_ bytes: [UInt8]) throws -> [[String: Any]] {
      try #require(
        PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [[String: Any]])
    }
    let document = try ChecklistDocument(bytes)
    let (before, after) = (try tree(bytes), try tree(document.encoded()))
    #expect(before[0]["colour"] as? String == "red")
    for (list, was) in zip(after, before) {
      for (key, value) in was where key != "items" {
        #expect((list[key] as? NSObject) == (value as? NSObject), "\(key)")
      }
      let items = try #require(list["items"] as? [[String: Any]])
      let old = try #require(was["items"] as? [[String: Any]])
      #expect(items.count == old.count)
      for (item, was) in zip(items, old) {
        for (key, value) in was {
          #expect((item[key] as? NSObject) == (value as? NSObject), "\(key)")
        }
      }
    }
    #expect(document.unknownFieldCount == 7)
  }

  @Test(arguments: ["Codable/items-binary.plist", "Codable/items-xml.plist"])
  func `Bare items are one list without a name`(path: String) throws {
    let bytes = try Self.bytes(path)
    let expected = try decode([PlainItem].self, bytes)
    let document = try ChecklistDocument(bytes)
    #expect(document.dialect == .codableItems)
    #expect(document.checklists.map(\.name) == [""])
    #expect(document.checklists[0].items.map(\.text) == expected.map(\.text))
    #expect(try decode([PlainItem].self, document.encoded()) == expected)
  }

  @Test(arguments: [
    "XML/several-lists.plist", "XML/first-edition.plist", "XML/unknown-everything.plist",
  ])
  func `An archive in XML is saved in XML, which Foundation unarchives`(path: String) throws {
    let document = try ChecklistDocument(Self.bytes(path))
    let saved = try document.encoded()
    #expect(document.format == .xml)
    #expect(
      String(decoding: saved.prefix(38), as: UTF8.self)
        == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    let again = try ChecklistDocument(saved)
    #expect(again.dialect == document.dialect)
    #expect(again.checklists.map(\.id) == document.checklists.map(\.id))
    #expect(
      again.checklists.flatMap(\.items).map(\.text)
        == document.checklists.flatMap(\.items).map(\.text))
    // Whatever was not understood is there: saving again gives the same objects.
    #expect(try ArchiveGraph(again.encoded()).changes(from: ArchiveGraph(saved)) == [])
    #expect(again.unknownFieldCount == document.unknownFieldCount)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(saved))
    #expect(
      unarchiver.containsValue(forKey: document.dialect.hasLists ? "Checklists" : "ChecklistItems"))
  }

  @Test func `A text that XML cannot hold is refused with its place, and not before`() throws {
    var document = try ChecklistDocument(Self.bytes("Codable/checklists-xml.plist"))
    document.checklists[0].items[1].text = "bell \u{7}"
    #expect {
      try document.encoded()
    } throws: { error in
      let error = error as? ArchiveError
      return error?.kind == .unrepresentableInFormat
        && error?.position == .path("[0].items[1].text")
    }
  }

  @Test(arguments: ChecklistDocument.Dialect.allCases, [PropertyList.Format.binary, .xml])
  func `Every dialect holds what it is converted to`(
    dialect: ChecklistDocument.Dialect, format: PropertyList.Format
  ) throws {
    let original = try ChecklistDocument(Self.bytes("Checklists/one-item.plist"))
    let bytes = try original.converted(to: dialect, format: format).encoded()
    let converted = try ChecklistDocument(bytes)
    #expect(converted.dialect == dialect)
    #expect(converted.format == format)
    #expect(converted.checklists.count == 1)
    #expect(converted.checklists[0].name == (dialect.hasLists ? original.checklists[0].name : ""))
    #expect(converted.checklists[0].items.map(\.text) == original.checklists[0].items.map(\.text))
    #expect(converted.checklists[0].items.map(\.id) == original.checklists[0].items.map(\.id))
  }

  @Test func `Several lists cannot become the first edition's only one`() throws {
    let document = try ChecklistDocument(Self.bytes("Checklists/several-lists.plist"))
    #expect {
      try document.converted(to: .checklistItems, format: .binary).encoded()
    } throws: { error in
      (error as? ArchiveError)?.kind == .unrepresentable
    }
  }

  @Test func `A plain property list of something else is told apart`() throws {
    let bytes = PropertyList.array([.dictionary(["title": .string("x")])]).binary()
    #expect {
      try ChecklistDocument(bytes)
    } throws: { error in
      (error as? ArchiveError)?.kind == .notChecklists
    }
    #expect(try ChecklistDocument(PropertyList.array([]).binary()).checklists.isEmpty)
  }
}
