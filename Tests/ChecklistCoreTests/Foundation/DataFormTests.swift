import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import Testing

struct DataFormTests {
  @Test func `a property list is read from data and written as data`() throws {
    let list: PropertyList = ["name": "Milk", "count": 2, "bytes": .data([1, 2])]
    #expect(try PropertyList(list.binaryData()) == list)
    #expect(try PropertyList(list.xmlData()) == list)
    #expect(list.binaryData() == Data(list.binary()))
    #expect(try list.xmlData() == Data(list.xml()))
  }

  @Test func `a slice of data is read as the file that it is`() throws {
    let list: PropertyList = ["name": "Milk"]
    #expect(try PropertyList((Data([0, 0]) + list.binaryData())[2...]) == list)
  }

  @Test func `data that is no property list is an error`() {
    #expect(
      throws: ArchiveError(
        .notAPropertyList, at: .byte(0),
        "a property list starts with \"bplist00\" or, in XML, with \"<\"; the file is empty")
    ) { try PropertyList(Data()) }
  }

  @Test func `an archive is opened from data`() throws {
    let data = Data(try KeyedArchiver.archivedData(of: ["a", "b"]))
    #expect(try KeyedUnarchiver.unarchived([String].self, from: data) == ["a", "b"])
    var unarchiver = try KeyedUnarchiver(KeyedArchive(data))
    #expect(try unarchiver.decode([String].self, forKey: "root") == ["a", "b"])
  }

  @Test func `a plain property list is opened from data`() throws {
    let data = try PropertyListEncoder().encode(["a", "b"])
    var unarchiver = try KeyedUnarchiver(KeyedArchive(propertyList: data))
    #expect(try unarchiver.decodeRoot([String].self) == ["a", "b"])
  }
}
