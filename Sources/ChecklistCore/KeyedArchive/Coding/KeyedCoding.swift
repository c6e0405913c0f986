/// A type whose values are objects of a keyed archive, in the way of `NSCoding`.
///
/// Values have no identity: one that two fields hold is written twice, and they nest at most 512
/// deep. A class whose instances are shared, or refer to each other in circles, is a
/// ``KeyedCodingObject``.
///
/// ```swift
/// struct Item: KeyedCoding {
///   static let archivedClassName = "Homepwner.Item"
///   var name: String
///   var archived: ArchivedObject?
///
///   init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
///     name = try unarchiver.decode(String.self, forKey: "name")
///   }
///   func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
///     try archiver.encode(name, forKey: "name")
///   }
/// }
/// ```
public protocol KeyedCoding: KeyedArchiveValue {
  /// The name of the class that new values are archived with. It includes the module, as Swift's
  /// runtime names it.
  ///
  /// A value is decoded from an object of this class, of a class with the same name in another
  /// module or none, or of a subclass of those. It is archived with the class that it was decoded
  /// with.
  static var archivedClassName: String { get }

  /// The names of the superclasses of that class, the nearest first, without `NSObject`, with which
  /// every chain of superclasses ends; none unless the type says so.
  static var archivedSuperclassNames: [String] { get }

  /// The content of the archive about this value beyond the fields that its type reads: its class
  /// and its unread fields, which are written back.
  ///
  /// The unarchiver sets it. A type that does not store it loses the fields that it does not read.
  var archived: ArchivedObject? { get set }

  /// Whether the value may differ from the object that it was decoded from.
  ///
  /// When it does not differ, the object is copied from its archive, which takes a fraction of the
  /// time. A type that does not keep track of its changes returns true.
  var isModified: Bool { get }

  /// Decodes the fields of the object that the unarchiver is at.
  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError)

  /// Encodes the fields of the object that the archiver is at.
  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError)
}

extension KeyedCoding {
  /// None: the class is a subclass of `NSObject` only.
  public static var archivedSuperclassNames: [String] { [] }

  /// Nothing, for a type that does not keep what it does not read.
  public var archived: ArchivedObject? {
    get { nil }
    set {}
  }

  /// True, for a type that does not keep track of its changes.
  public var isModified: Bool { true }

  /// Decodes the object, and keeps its class and its unread fields.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Self {
    try unarchiver.decodeObject(value)
  }

  /// Encodes the value as an object of its class.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    try archiver.encodeObject(self)
  }
}

/// A type whose values a field of an archived object can hold.
///
/// These are ``KeyedCoding`` and ``KeyedCodingObject`` types, `Bool`, the integers of up to 64
/// bits, `Float`, `Double`, `String`, `Date`, `UUID`, bytes, and arrays, sets, dictionaries and
/// optionals of such values.
///
/// A ``PropertyList`` is such a value too, for a field whose type only the archive knows.
///
/// A type with raw values and a collection of one's own need only to declare that they are such
/// types:
///
/// ```swift
/// enum Priority: Int, KeyedArchiveValue { case low, high }
/// extension Deque: KeyedArchiveValue where Element: KeyedArchiveValue {}
/// ```
///
/// A type of another form decodes and encodes itself as another value:
///
/// ```swift
/// struct Score: KeyedArchiveValue {
///   var points: Int
///
///   static func decode(
///     _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
///   ) throws(ArchiveError) -> Score {
///     let points = try Int.decode(value, from: &unarchiver)
///     guard points >= 0 else {
///       throw ArchiveError("a score is not negative, found \(points)")
///     }
///     return Score(points: points)
///   }
///   func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
///     try points.encoded(by: &archiver)
///   }
/// }
/// ```
///
/// Bytes are an array of `UInt8`, or any other collection of bytes that a program declares to be
/// such a type, in the same way as a collection of its own.
///
/// `Data` and `URL` are such types in the module `ChecklistCoreFoundation`, and not in this one.
/// Linked statically, `Data` adds half of Foundation and Dispatch to a program. These 12 megabytes
/// make its start take a third of a millisecond longer, whether or not it uses data.
public protocol KeyedArchiveValue {
  /// Decodes the value that a field or an element refers to.
  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Self

  /// Encodes the value, so that a field or an element can refer to it.
  func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue

  /// The value that an absent key means; nil when the key must be there.
  static var absent: Self? { get }

  /// Whether a value continues the object that the field held when its owner was decoded, and so
  /// has that object's class.
  ///
  /// It is true for collections, whose values do not remember their object.
  static var continuesArchivedObject: Bool { get }
}

extension KeyedArchiveValue {
  /// Nil: the key must be there.
  public static var absent: Self? { nil }

  /// False: the value is written as a new object.
  public static var continuesArchivedObject: Bool { false }
}

/// The value of a field or an element, as the unarchiver has found it.
public struct ArchivedValue: Sendable {
  /// The number of the object in the property list, after following a UID.
  let number: Int
  /// The offset of the object.
  let offset: Int
  /// The UID that was followed, if there was one.
  let uid: UInt64?
}

/// A value that the archiver has encoded.
public enum EncodedValue: Sendable {
  /// The number of an object that a field holds itself: a number or a boolean, which a collection
  /// holds by reference. In a plain property list, any value.
  case inline(Int)
  /// An object of `$objects`, by its UID.
  case reference(UInt64)
}
