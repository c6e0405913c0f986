import TestSupport

@testable import ChecklistCore

/// An object that refers to others of its class and keeps what it does not read.
struct Node: KeyedCoding {
  static let archivedClassName = "Graph.Node"

  var name: String
  var next: [Node]?
  var archived: ArchivedObject?

  init(_ name: String, next: [Node]? = nil) {
    self.name = name
    self.next = next
  }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    name = try unarchiver.decode(String.self, forKey: "name")
    next = try unarchiver.decodeIfPresent([Node].self, forKey: "next")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(name, forKey: "name")
    try archiver.encodeIfPresent(next, forKey: "next")
  }
}

extension HandmadeArchive {
  /// An archive with one value under `root`, which may refer to objects added here.
  init(root value: (inout HandmadeArchive) -> PropertyList) {
    self.init()
    let value = value(&self)
    top = PropertyListDictionary([.init(key: "root", value: value)])
  }
}

extension KeyedArchive {
  /// The value under `root`.
  func root<Value: KeyedArchiveValue>(_ type: Value.Type) throws(ArchiveError) -> Value {
    var unarchiver = try KeyedUnarchiver(self)
    return try unarchiver.decode(type, forKey: "root")
  }
}
