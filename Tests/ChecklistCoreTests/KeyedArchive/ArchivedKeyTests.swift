import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Keys that begin with `$`, as `NSKeyedArchiver` has them and as we have them.
struct ArchivedKeyTests {
  private static let keys = [
    "$class", "$$class", "$", "$null", "class", "", "a$", "$é", "$classname",
  ]

  /// An object with a number under each of these keys.
  private struct Ours: KeyedCoding {
    static let archivedClassName = "ChecklistCoreTests.DollarObject"
    var numbers: [String: Int]
    var archived: ArchivedObject?

    init(_ numbers: [String: Int]) { self.numbers = numbers }

    init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
      numbers = [:]
      for key in ArchivedKeyTests.keys {
        numbers[key] = try unarchiver.decodeIfPresent(Int.self, forKey: key)
      }
    }

    func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
      for key in ArchivedKeyTests.keys {
        try archiver.encodeIfPresent(numbers[key], forKey: key)
      }
    }
  }

  private static let numbers = Dictionary(uniqueKeysWithValues: zip(keys, 1...))

  @Test func `Foundation reads keys that begin with $ as we write them`() throws {
    var archiver = KeyedArchiver()
    try archiver.encode(Ours(Self.numbers), forKey: "$top")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(archiver.finish()))
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(DollarObject.self, forClassName: Ours.archivedClassName)
    let object = unarchiver.decodeObject(forKey: "$top") as? DollarObject
    #expect(unarchiver.error == nil)
    #expect(object?.numbers == Self.numbers)
  }

  @Test func `we read keys that begin with $ as Foundation writes them`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(DollarObject(Self.numbers), forKey: "$top")
    archiver.finishEncoding()
    let archive = try KeyedArchive([UInt8](archiver.encodedData))
    #expect(try archive.hasTopLevelKey("$top"))
    var unarchiver = try KeyedUnarchiver(archive)
    var object = try unarchiver.decode(Ours.self, forKey: "$top")
    #expect(object.numbers == Self.numbers)
    #expect(object.archived?.fields.unread.isEmpty == true)
    // A field that became nil is gone after a save.
    object.numbers["$class"] = nil
    var again = KeyedArchiver()
    try again.encode([object, object], forKey: "root")
    let saved = try KeyedArchive(again.finish()).root([Ours].self)
    #expect(saved.map(\.numbers) == [object.numbers, object.numbers])
  }

  @Test func `a key of one's own is not the archive's`() throws {
    let archive = HandmadeArchive { archive in
      let record = archive.addClass("ChecklistCoreTests.DollarObject")
      return archive.add(["$class": record, "$$null": 4])
    }
    #expect(try KeyedArchive(archive.file().bytes).root(Ours.self).numbers == ["$null": 4])
  }
}

/// The same object with Foundation's coding.
final class DollarObject: NSObject, NSCoding {
  let numbers: [String: Int]

  init(_ numbers: [String: Int]) { self.numbers = numbers }

  init?(coder: NSCoder) {
    let keys = ["$class", "$$class", "$", "$null", "class", "", "a$", "$é", "$classname"]
    numbers = Dictionary(
      uniqueKeysWithValues: keys.filter(coder.containsValue(forKey:)).map {
        ($0, coder.decodeInteger(forKey: $0))
      })
  }

  func encode(with coder: NSCoder) {
    for (key, number) in numbers { coder.encode(number, forKey: key) }
  }
}
