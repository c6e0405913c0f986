/// A class whose instances are objects of a keyed archive with an identity, as those of `NSCoding`
/// classes are.
///
/// An instance that is referred to twice is written once, and is one instance again when it is
/// read. Instances may refer to each other in circles, and in chains of any length.
///
/// ```swift
/// final class Person: KeyedCodingObject {
///   static let archivedClassName = "Family.Person"
///   let name: String
///   weak var parent: Person?
///   var children: [Person] = []
///
///   init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
///     name = try unarchiver.decode(String.self, forKey: "name")
///   }
///   func decodeReferences(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
///     parent = try unarchiver.decodeIfPresent(Person.self, forKey: "parent")
///     children = try unarchiver.decode([Person].self, forKey: "children")
///   }
///   func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
///     try archiver.encode(name, forKey: "name")
///     try archiver.encode(parent, forKey: "parent")
///     try archiver.encode(children, forKey: "children")
///   }
/// }
/// ```
///
/// Decoding takes two steps. `init(from:)` makes the instance. Then ``decodeReferences(from:)``
/// decodes the fields that may lead back to it. Between the two, other instances may refer to it
/// already. So a type that decodes another's instance keeps it, and does not look at its references
/// before its own decoding is over.
///
/// In a plain property list, which has no references, an instance is written wherever it is
/// referred to, and instances that refer to each other in a circle are an error.
///
/// In a hierarchy of classes, each overrides the class properties
/// ``KeyedCoding/archivedClassName`` and ``KeyedCoding/archivedSuperclassNames``. Where a
/// superclass is asked for, the unarchiver makes instances of a subclass that was named with
/// ``KeyedUnarchiver/register(_:)``. An object of a subclass that was not is decoded as the
/// superclass. What only the subclass has is preserved then, where the type stores
/// ``KeyedCoding/archived``, and lost at the next save where it does not.
///
/// ``KeyedCoding/isModified`` means nothing here: an instance is always encoded, since what it
/// refers to may have changed.
public protocol KeyedCodingObject: AnyObject, KeyedCoding {
  /// Decodes those fields of the object that may lead back to it.
  ///
  /// The unarchiver calls it when all instances that lead to this one have been made.
  func decodeReferences(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError)
}

extension KeyedCodingObject {
  /// Nothing, for a type whose fields never lead back to it.
  public func decodeReferences(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {}

  /// The instance of the object, which is made when it is met first.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Self {
    try unarchiver.decodeInstance(value)
  }

  /// Encodes the instance as an object of its class, when it is met first.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    try archiver.encodeInstance(self)
  }
}
