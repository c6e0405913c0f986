/// A type whose values are objects of a keyed archive, in the manner of `NSCoding`.
///
/// ```swift
/// struct Item: KeyedCoding {
///   static let archivedClassName = "Homepwner.Item"
///   var name: String
///   var archived: ArchivedObject?
///
///   init(from unarchiver: inout KeyedUnarchiver) throws(KeyedArchiveError) {
///     name = try unarchiver.decode(String.self, forKey: "name")
///   }
///   func encode(to archiver: inout KeyedArchiver) throws(KeyedArchiveError) {
///     try archiver.encode(name, forKey: "name")
///   }
/// }
/// ```
public protocol KeyedCoding: KeyedArchiveValue {
  /// The class that values made here are archived as, with its module as Swift's runtime names it.
  ///
  /// A value is decoded from an object of this class, from one of a class with the same name in any other
  /// module or none, and from subclasses of those. It is archived with the class it was decoded with.
  static var archivedClassName: String { get }

  /// What the archive held of this value beyond the fields that its type reads: its class and unread
  /// fields, which are written back.
  ///
  /// The unarchiver sets it. A type that does not store it loses the fields that it does not know.
  var archived: ArchivedObject? { get set }

  /// Whether the value may differ from the object that it was decoded from.
  ///
  /// One that does not is written as it stands in its archive, which takes a fraction of the time. A type that does not keep track
  /// of its changes says true.
  var isModified: Bool { get }

  /// Decodes the fields of the object that the unarchiver is at.
  init(from unarchiver: inout KeyedUnarchiver) throws(KeyedArchiveError)

  /// Encodes the fields of the object that the archiver is at.
  func encode(to archiver: inout KeyedArchiver) throws(KeyedArchiveError)
}

extension KeyedCoding {
  /// Nothing, for a type that does not keep what it does not read.
  public var archived: ArchivedObject? {
    get { nil }
    set {}
  }

  /// True, for a type that does not keep track of its changes.
  public var isModified: Bool { true }

  /// Decodes the object, with the class and the unread fields that it has.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> Self {
    try unarchiver.decodeObject(value)
  }

  /// Encodes the value as an object of its class.
  public func encoded(
    by archiver: inout KeyedArchiver
  ) throws(KeyedArchiveError) -> EncodedValue {
    try archiver.encodeObject(self)
  }
}

/// A type whose values a field of an archived object can hold: ``KeyedCoding`` types, and `Bool`, `Int`,
/// `Double`, `String`, `Date`, `UUID`, bytes, and arrays, dictionaries and optionals of such.
///
/// Bytes are a `ContiguousArray<UInt8>`, and whatever collection of them a program says is one:
///
/// ```swift
/// extension Data: @retroactive KeyedArchiveValue {}
/// ```
///
/// The library does not say that of `Data` itself: linked statically, `Data` brings along half of Foundation and Dispatch,
/// 12 megabytes that make the start of a program take a third of a millisecond longer, whether or not it has data.
public protocol KeyedArchiveValue {
  /// Decodes the value that a field or an element refers to.
  static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(KeyedArchiveError) -> Self

  /// Encodes the value, so that a field or an element can refer to it.
  func encoded(by archiver: inout KeyedArchiver) throws(KeyedArchiveError) -> EncodedValue

  /// What an absent key means: nil when the key is needed.
  static var absent: Self? { get }

  /// Whether the object that a field held when its owner was decoded gives its class to the one that
  /// is written in its place: so for collections, whose values do not remember their object.
  static var continuesArchivedObject: Bool { get }
}

extension KeyedArchiveValue {
  /// The key is needed.
  public static var absent: Self? { nil }

  /// The value is written anew.
  public static var continuesArchivedObject: Bool { false }
}

/// The value of a field or an element, as the unarchiver finds it.
public struct ArchivedValue: Sendable {
  /// The number of the object in the property list, a UID already followed.
  let number: Int
  /// Where the object stands.
  let offset: Int
  /// The UID that was followed, if there was one.
  let uid: UInt64?
}

/// A value that the archiver has encoded.
public enum EncodedValue: Sendable {
  /// A number or a boolean, which a field holds itself and a collection by reference; in a plain property
  /// list, any value.
  case inline(Int)
  /// An object of `$objects`, by its UID.
  case reference(UInt64)
}
