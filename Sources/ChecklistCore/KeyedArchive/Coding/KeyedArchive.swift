/// An open keyed archive: the property list, its `$objects` and its `$top`.
///
/// This is the layout that Foundation's `NSKeyedArchiver` writes. The root dictionary has
/// `$archiver`, `$version` (100000), `$top` (the root objects by key) and `$objects`, an array
/// whose first element is the string `$null`. A value refers to an object by a UID, which is an
/// index of that array. An object with a class is a dictionary of its fields. Its `$class` refers
/// to a record of `$classname` and `$classes`, the chain of superclasses.
///
/// A plain property list, as `PropertyListEncoder` writes it, is read in the same way. Its values
/// stand where they are referred to, and its objects have no class.
///
/// It is a class, because values that were decoded from an archive remember it. They need it for
/// the fields that they did not read, and to be written once when they were one object.
public final class KeyedArchive: Sendable {
  /// How values are laid out.
  public enum Layout: Sendable {
    /// In `$objects`, with classes, referred to by UID.
    case keyed
    /// Where they are referred to, without classes.
    case plain

    /// A key of an object as it stands in the file.
    ///
    /// `NSKeyedArchiver` puts a `$` before a key that begins with one, so that no key of an object
    /// is taken for one of the archive's own, such as `$class`.
    func storedKey(_ key: String) -> String {
      self == .keyed && key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
    }
  }

  /// How values are laid out.
  public let layout: Layout
  /// The property list.
  let reader: BinaryPropertyListReader
  /// The references of `$objects`, by UID.
  let objects: BinaryPropertyListReferences
  /// The number of the `$top` dictionary in the property list; in a plain property list, that of
  /// the root.
  let top: Int
  static let archiverName = "NSKeyedArchiver"
  static let version = 100_000
  /// The first of `$objects`, which stands for nil.
  static let null = "$null"

  /// Whether a text is ``null``, by code unit.
  static func isNull(_ text: String) -> Bool {
    text.utf8.count == null.utf8.count && text.utf8.elementsEqual(null.utf8)
  }

  /// Whether there is a string object ``null`` at an offset.
  @inline(never)
  func hasNullText(at offset: Int) -> Bool {
    guard let range = reader.asciiString(at: offset) else { return false }
    return reader.bytes[range].elementsEqual(Self.null.utf8)
  }

  /// The keys of the root dictionary.
  enum Key {
    static let archiver = "$archiver"
    static let version = "$version"
    static let objects = "$objects"
    static let top = "$top"
    static let `class` = "$class"
    static let classname = "$classname"
    static let classes = "$classes"
  }

  /// Opens a plain property list.
  ///
  /// - Parameter bytes: A whole property list, binary or in XML.
  /// - Throws: ``ArchiveError`` when the bytes are not a property list.
  public convenience init(propertyList bytes: [UInt8]) throws(ArchiveError) {
    self.init(propertyList: try BinaryPropertyListReader(file: bytes))
  }

  /// Opens a plain property list.
  init(propertyList reader: BinaryPropertyListReader) {
    layout = .plain
    self.reader = reader
    objects = BinaryPropertyListReferences(offset: 0, count: 0)
    top = reader.root
  }

  /// Opens a keyed archive.
  ///
  /// - Parameter bytes: A whole property list, binary or in XML.
  /// - Throws: ``ArchiveError`` when the bytes are not a property list, or the property list
  ///   is not a keyed archive.
  public convenience init(_ bytes: [UInt8]) throws(ArchiveError) {
    try self.init(BinaryPropertyListReader(file: bytes))
  }

  /// Opens a keyed archive whose property list is already open.
  init(_ reader: BinaryPropertyListReader) throws(ArchiveError) {
    func field(
      _ key: String
    ) throws(ArchiveError) -> (number: Int, object: BinaryPropertyListObject) {
      let root = reader.root
      guard let number = try reader.value(of: key, inDictionary: root) else {
        throw ArchiveError(
          .notAKeyedArchive, at: reader.place(of: root),
          "a keyed archive has \(key), but this property list does not")
      }
      return (number, try reader.object(number))
    }

    func invalid(_ number: Int, _ message: String) -> ArchiveError {
      ArchiveError(.notAKeyedArchive, at: reader.place(of: number), message)
    }
    let archiver = try field(Key.archiver)
    guard try reader.object(archiver.number, isString: Self.archiverName) else {
      throw invalid(archiver.number, "the archiver is not \(Self.archiverName)")
    }
    let version = try field(Key.version)
    guard version.object == .integer(Int128(Self.version)) else {
      throw invalid(version.number, "the archive's version is not \(Self.version)")
    }
    let objectsField = try field(Key.objects)
    guard case .array(let objects) = objectsField.object else {
      throw invalid(objectsField.number, "\(Key.objects) is not an array")
    }
    let top = try field(Key.top)
    guard case .dictionary = top.object else {
      throw invalid(top.number, "\(Key.top) is not a dictionary")
    }
    layout = .keyed
    self.reader = reader
    self.objects = objects
    self.top = top.number
  }

  /// The format of the file.
  public var format: PropertyList.Format { reader.format }

  /// The offset of `$top`, for an error about it.
  var topOffset: Int? { reader.place(of: top) }

  /// Whether `$top` has a key.
  package func hasTopLevelKey(_ key: String) throws(ArchiveError) -> Bool {
    try reader.value(of: layout.storedKey(key), inDictionary: top) != nil
  }

  /// The property-list object that a UID stands for.
  @inline(__always)
  func objectNumber(uid: UInt64) throws(ArchiveError) -> Int {
    guard uid < UInt64(objects.count) else {
      throw ArchiveError(
        .invalidReference, at: reader.place(at: objects.offset),
        "UID \(uid) is not the UID of an object; there are \(objects.count)")
    }
    return try reader.reference(Int(uid), in: objects)
  }

  /// The name of a class whose record says that its superclass is `NSObject`, and nothing else.
  ///
  /// Every class record is asked for it, and many of them may share a long name. So only a short
  /// name in ASCII counts.
  func plainClassName(uid: UInt64) -> String? {
    guard let number = try? objectNumber(uid: uid),
      case .dictionary(let keys, _) = try? reader.object(number), keys.count == 2,
      let name = try? reader.value(of: Key.classname, inDictionary: number),
      case .asciiString(let range) = try? reader.object(name), range.count < 64,
      let text = try? reader.string(name),
      let classes = try? reader.value(of: Key.classes, inDictionary: number),
      case .array(let names) = try? reader.object(classes), names.count == 2,
      let own = try? reader.reference(0, in: names), let base = try? reader.reference(1, in: names),
      (try? reader.object(own, isString: text)) == true,
      (try? reader.object(base, isString: "NSObject")) == true
    else { return nil }
    return text
  }

  /// The name of a class, and references to the names of the class itself and its superclasses, in
  /// that order.
  ///
  /// A record without `$classes` gives no references, as in Foundation.
  ///
  /// - Throws: ``ArchiveError`` when the object is not a class record.
  func classRecord(
    uid: UInt64
  ) throws(ArchiveError) -> (name: String, classes: BinaryPropertyListReferences) {
    let record = try objectNumber(uid: uid)
    func invalid(_ message: String) -> ArchiveError {
      ArchiveError(.unexpectedClass, at: reader.place(of: record), message)
    }
    guard let name = try reader.value(of: Key.classname, inDictionary: record),
      let text = try reader.string(name)
    else {
      throw invalid("the class record has no \(Key.classname)")
    }
    guard let classes = try reader.value(of: Key.classes, inDictionary: record) else {
      return (text, BinaryPropertyListReferences(offset: 0, count: 0))
    }
    guard case .array(let names) = try reader.object(classes) else {
      throw invalid("\(Key.classes) of class \(text) is not an array")
    }
    return (text, names)
  }
}
