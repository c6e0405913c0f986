import Foundation

@testable import ChecklistCore

/// Someone in a family, with a reference to a parent and to others.
final class Person: KeyedCodingObject {
  static let archivedClassName = "ChecklistCoreTests.PersonObject"

  let name: String
  weak var parent: Person?
  var children: [Person] = []
  var friend: Person?
  var archived: ArchivedObject?

  init(_ name: String) { self.name = name }

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    name = try unarchiver.decode(String.self, forKey: "name")
  }

  func decodeReferences(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    parent = try unarchiver.decodeIfPresent(Person.self, forKey: "parent")
    children = try unarchiver.decode([Person].self, forKey: "children")
    friend = try unarchiver.decode(Person?.self, forKey: "friend")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    guard name != "refused" else { throw ArchiveError("nobody is called \(name)") }
    try archiver.encode(name, forKey: "name")
    try archiver.encode(parent, forKey: "parent")
    try archiver.encode(children, forKey: "children")
    try archiver.encode(friend, forKey: "friend")
  }

  /// Adds a child whose parent this is.
  func add(_ child: Person) {
    child.parent = self
    children.append(child)
  }

  /// Lets go of everyone that can be reached, without recursion.
  func disband() {
    var known: [Person] = [self]
    while let person = known.popLast() {
      known += person.children
      if let friend = person.friend { known.append(friend) }
      person.children = []
      person.friend = nil
    }
  }
}

/// The same with Foundation's coding.
final class PersonObject: NSObject, NSCoding {
  let name: String
  weak var parent: PersonObject?
  var children: [PersonObject] = []
  var friend: PersonObject?

  init(_ name: String) { self.name = name }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(forKey: "name") as? String,
      let children = coder.decodeObject(forKey: "children") as? [PersonObject]
    else { return nil }
    self.name = name
    self.children = children
    friend = coder.decodeObject(forKey: "friend") as? PersonObject
    super.init()
    // Foundation on Linux decodes a circle without end, so the parent is not decoded.
    for child in children { child.parent = self }
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(parent, forKey: "parent")
    coder.encode(children, forKey: "children")
    coder.encode(friend, forKey: "friend")
  }

  /// Adds a child whose parent this is.
  func add(_ child: PersonObject) {
    child.parent = self
    children.append(child)
  }
}
