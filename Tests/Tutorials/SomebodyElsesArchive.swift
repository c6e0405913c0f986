import ChecklistCore
import Foundation

struct Item: KeyedCoding {
  static let archivedClassName = "Homepwner.Item"
  var name: String
  var value: Int
  var archived: ArchivedObject?

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    name = try unarchiver.decode(String.self, forKey: "name")
    value = try unarchiver.decode(Int.self, forKey: "valueInDollars")
    if name.isEmpty { throw ArchiveError("an item has a name, this one is empty") }
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(name, forKey: "name")
    try archiver.encode(value, forKey: "valueInDollars")
  }
}

func bytes(of name: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(filePath: name)))
}

// Read the items, change them, and write them back.

var items = try KeyedUnarchiver.unarchived([Item].self, from: bytes(of: "items.archive"))
for item in items {
  print("\(item.name): $\(item.value)")
}
items[0].value = 40
items.removeAll { $0.name == "Debt" }
let archive = try KeyedArchiver.archivedData(of: items)
try Data(archive).write(to: URL(filePath: "items.archive"), options: .atomic)

// The fields that `Item` does not read are still there.

struct SerialNumber: KeyedCoding {
  static let archivedClassName = "Homepwner.Item"
  var text: String?

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    text = try unarchiver.decodeIfPresent(String.self, forKey: "serialNumber")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(text, forKey: "serialNumber")
  }
}

let itemsAgain = try KeyedUnarchiver.unarchived([Item].self, from: bytes(of: "items.archive"))
let numbers = try KeyedUnarchiver.unarchived(
  [SerialNumber].self, from: bytes(of: "items.archive"))
for (item, number) in zip(itemsAgain, numbers) {
  print("\(item.name): $\(item.value), serial number \(number.text ?? "unknown")")
}

// An archive with other items is refused.

do {
  _ = try KeyedUnarchiver.unarchived([Item].self, from: bytes(of: "older.archive"))
} catch let error as ArchiveError where error.kind == .unexpectedClass {
  print(error)
}
