/// Every object of a keyed archive with its class and its fields, untyped and by number.
///
/// References stay references: nothing is followed unless it is asked for, so that cycles are no problem, and an
/// archive of 100,000 objects is looked at one by one. Values are numbers of objects in ``propertyList``, the property list
/// under the archive; one that is a UID (``BinaryPropertyListObject/uid(_:)``) leads to an object here:
///
/// ```swift
/// let graph = try ObjectGraph(bytes)
/// for field in try graph.top() {
///   guard case .uid(let uid) = try graph.propertyList.object(field.value),
///     case .object(let object) = try graph.node(uid)
///   else { continue }
///   print(field.key, try graph.classRecord(object.classUID).name)
///   print(try graph.fields(of: object).map(\.key))
/// }
/// ```
public struct ObjectGraph: Sendable {
  /// The form that the archive had in its file.
  public let format: PropertyListFormat
  /// The archive, in its binary form.
  let archive: KeyedArchive

  /// The property list under the archive; of an archive in XML, its binary form.
  public var propertyList: BinaryPropertyListReader { archive.reader.propertyList }

  /// How many objects the archive has in `$objects`, class records and the null object at UID 0 among
  /// them.
  public var objectCount: Int { archive.objects.count }

  /// What the archive says wrote it, its `$archiver`.
  public var archiver: String { KeyedArchive.archiverName }

  /// The version of the layout, its `$version`.
  public var version: Int { KeyedArchive.version }

  /// Opens a keyed archive, binary or in XML.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``KeyedArchiveError`` when the bytes are no property list, or one that is no keyed
  ///   archive.
  public init(_ bytes: [UInt8]) throws(KeyedArchiveError) {
    let archive = try KeyedArchive(bytes)
    self.archive = archive
    format = archive.format
  }

  /// Opens a keyed archive in its binary form.
  ///
  /// - Parameters:
  ///   - binary: A whole binary property list.
  ///   - format: The form that it had in its file.
  /// - Throws: ``KeyedArchiveError`` when the bytes are no property list, or one that is no keyed
  ///   archive.
  public init(
    binary: [UInt8], format: PropertyListFormat = .binary
  ) throws(KeyedArchiveError) {
    self.format = format
    do {
      archive = try KeyedArchive(binary)
    } catch {
      throw error.located(in: format)
    }
  }

  /// What stands in `$objects` at a UID.
  public enum Node: Sendable, Equatable {
    /// The null object, at UID 0.
    case null
    /// A string, a number or the like, or a container without a class, by its number in the property
    /// list.
    case value(Int)
    /// An object with a class.
    case object(Object)
  }

  /// An object with a class.
  public struct Object: Sendable, Equatable {
    /// Its number in `$objects`.
    public let uid: UInt64
    /// Its number in the property list.
    public let number: Int
    /// The UID of its class record.
    public let classUID: UInt64
    /// How many fields it has, its class not among them.
    public var fieldCount: Int { keys.count - 1 }

    let keys: BinaryPropertyListReferences
    let values: BinaryPropertyListReferences
  }

  /// What an archive says of a class.
  public struct ClassRecord: Sendable, Equatable {
    /// Its name, with the module that it has in the archive.
    public let name: String
    /// Its name and those of its superclasses, the most derived first; nil where the record has none.
    public let classes: [String]?
    /// Classes to take where there is none of that name, in the manner of older archives.
    public let hints: [String]
  }
}

extension ObjectGraph {
  /// The fields of `$top`, through which everything else is reached.
  ///
  /// - Returns: The fields in the order of the file.
  /// - Throws: ``KeyedArchiveError`` when a key is no string.
  public func top() throws(KeyedArchiveError) -> [BinaryPropertyListEntry] {
    try fields(ofDictionary: archive.top)
  }

  /// The fields of the archive's root dictionary that are not a keyed archive's own; most have none.
  ///
  /// - Returns: The fields in the order of the file.
  /// - Throws: ``KeyedArchiveError`` when a key is no string.
  public func otherRootFields() throws(KeyedArchiveError) -> [BinaryPropertyListEntry] {
    let own = [
      KeyedArchive.Key.archiver, KeyedArchive.Key.version, KeyedArchive.Key.objects,
      KeyedArchive.Key.top,
    ]
    return try fields(ofDictionary: propertyList.root).filter { field in
      !own.contains { $0.hasSameCodeUnits(as: field.key) }
    }
  }

  /// What stands at a UID.
  ///
  /// - Parameter uid: The number in `$objects`.
  /// - Returns: The null object, a value or an object; what it refers to is not looked at.
  /// - Throws: ``KeyedArchiveError`` when there is no such object, or it is not sound.
  public func node(_ uid: UInt64) throws(KeyedArchiveError) -> Node {
    let number = try archive.objectNumber(uid: uid)
    if uid == 0 { return .null }
    guard case .dictionary(let keys, let values) = try archive.reader.object(number),
      let field = try archive.reader.value(of: KeyedArchive.Key.class, inDictionary: number)
    else { return .value(number) }
    guard case .uid(let classUID) = try archive.reader.object(field) else {
      throw KeyedArchiveError(
        .unexpectedClass, at: archive.reader.offset(ofObject: number),
        "\(KeyedArchive.Key.class) is not a UID")
    }
    return .object(
      Object(uid: uid, number: number, classUID: classUID, keys: keys, values: values))
  }

  /// The fields of an object, without its class.
  ///
  /// - Parameter object: What ``node(_:)`` gave.
  /// - Returns: The fields in the order of the file.
  /// - Throws: ``KeyedArchiveError`` when a key is no string.
  public func fields(of object: Object) throws(KeyedArchiveError) -> [BinaryPropertyListEntry] {
    var fields = try fields(object.keys, object.values)
    // Of a key that is there twice the first counts, and the other is a field like any.
    if let index = fields.firstIndex(where: {
      $0.key.hasSameCodeUnits(as: KeyedArchive.Key.class)
    }) {
      fields.remove(at: index)
    }
    return fields
  }

  /// The entries of a dictionary without a class.
  ///
  /// - Parameter number: Its number in the property list.
  /// - Returns: The entries in the order of the file; none when it is no dictionary.
  /// - Throws: ``KeyedArchiveError`` when a key is no string.
  public func fields(ofDictionary number: Int) throws(KeyedArchiveError)
    -> [BinaryPropertyListEntry]
  {
    guard case .dictionary(let keys, let values) = try archive.reader.object(number) else {
      return []
    }
    return try fields(keys, values)
  }

  private func fields(
    _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences
  ) throws(KeyedArchiveError) -> [BinaryPropertyListEntry] {
    try inArchive(try propertyList.entries(keys, values))
  }

  /// What the archive says of a class.
  ///
  /// - Parameter uid: The UID of its record, as in ``Object/classUID``.
  /// - Returns: The record.
  /// - Throws: ``KeyedArchiveError`` when there is no such object, or it is no class record.
  public func classRecord(_ uid: UInt64) throws(KeyedArchiveError) -> ClassRecord {
    let name = try archive.classRecord(uid: uid).name
    let record = try archive.objectNumber(uid: uid)
    return ClassRecord(
      name: name,
      classes: try names(KeyedArchive.Key.classes, inRecord: record),
      hints: try names("$classhints", inRecord: record) ?? [])
  }

  /// The names that a class record has under a key; nil where it has no array there.
  private func names(
    _ key: String, inRecord record: Int
  ) throws(KeyedArchiveError) -> [String]? {
    guard let field = try archive.reader.value(of: key, inDictionary: record),
      case .array(let elements) = try archive.reader.object(field)
    else { return nil }
    var names: [String] = []
    for index in 0..<elements.count {
      if let name = try archive.reader.text(archive.reader.reference(index, in: elements)) {
        names.append(name)
      }
    }
    return names
  }
}

extension KeyedArchiveError {
  /// The same error without its offset where that would be one in a binary form that no file has.
  func located(in format: PropertyListFormat) -> KeyedArchiveError {
    var error = self
    if format == .xml { error.offset = nil }
    return error
  }
}
