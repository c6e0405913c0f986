/// The objects of a keyed archive by number, each with its class and its fields, untyped.
///
/// References stay references, and nothing is followed unless it is asked for. So cycles are no
/// problem, and the objects of a large archive are looked at one by one. A value is the number of
/// an object in ``propertyList``, the property list under the archive. When that object is a UID
/// (``BinaryPropertyListObject/uid(_:)``), it leads to an object here:
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
package struct ObjectGraph: Sendable {
  /// The archive, as binary.
  let archive: KeyedArchive

  /// The property list under the archive.
  ///
  /// An archive in XML was converted to binary.
  package var propertyList: BinaryPropertyListReader { archive.reader }

  /// How many objects the archive has in `$objects`, including class records and the null object at
  /// UID 0.
  package var objectCount: Int { archive.objects.count }

  /// The program that wrote the archive by its own account, its `$archiver`.
  package var archiver: String { KeyedArchive.archiverName }

  /// The version of the layout, its `$version`.
  package var version: Int { KeyedArchive.version }

  /// Opens a keyed archive, binary or in XML.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are not a property list, or the property list is not
  ///   a keyed archive.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    archive = try KeyedArchive(bytes)
  }

  /// Opens a keyed archive whose property list is open already.
  ///
  /// - Throws: ``ArchiveError`` when the property list is not a keyed archive.
  package init(_ propertyList: BinaryPropertyListReader) throws(ArchiveError) {
    archive = try KeyedArchive(propertyList)
  }

  /// The object in `$objects` at a UID.
  package enum Node: Sendable, Equatable {
    /// The null object, at UID 0.
    case null
    /// A string, a number or the like, or a container without a class, by its number in the
    /// property list.
    case value(Int)
    /// An object with a class.
    case object(Object)
  }

  /// An object with a class.
  package struct Object: Sendable, Equatable {
    /// Its number in `$objects`.
    package let uid: UInt64
    /// Its number in the property list.
    package let number: Int
    /// The UID of its class record.
    package let classUID: UInt64
    /// How many fields it has, without its class.
    package var fieldCount: Int { keys.count - 1 }

    let keys: BinaryPropertyListReferences
    let values: BinaryPropertyListReferences
  }

  /// The class record of an archive.
  package struct ClassRecord: Sendable, Equatable {
    /// Its name, with the module that it has in the archive.
    package let name: String
    /// Its name and those of its superclasses, the most derived first; nil when the record has
    /// none.
    package let classes: [String]?
    /// Classes to use when there is none of that name, as older archives have them.
    package let hints: [String]
  }
}

extension ObjectGraph {
  /// The fields of `$top`, through which everything else is reached.
  ///
  /// - Returns: The fields in the order of the file.
  /// - Throws: ``ArchiveError`` when a key is not a string.
  package func top() throws(ArchiveError) -> [BinaryPropertyListEntry] {
    try fields(ofDictionary: archive.top)
  }

  /// The fields of the archive's root dictionary, without the four that every keyed archive has.
  ///
  /// Most archives have none.
  ///
  /// - Returns: The fields in the order of the file.
  /// - Throws: ``ArchiveError`` when a key is not a string.
  package func otherRootFields() throws(ArchiveError) -> [BinaryPropertyListEntry] {
    let own = [
      KeyedArchive.Key.archiver, KeyedArchive.Key.version, KeyedArchive.Key.objects,
      KeyedArchive.Key.top,
    ]
    return try fields(ofDictionary: propertyList.root).filter { field in
      !own.contains { $0.hasSameCodeUnits(as: field.key) }
    }
  }

  /// The object at a UID.
  ///
  /// - Parameter uid: The number in `$objects`.
  /// - Returns: The null object, a value or an object. What it refers to is not checked.
  /// - Throws: ``ArchiveError`` when there is no such object, or it is not sound.
  package func node(_ uid: UInt64) throws(ArchiveError) -> Node {
    let number = try archive.objectNumber(uid: uid)
    if uid == 0 { return .null }
    guard case .dictionary(let keys, let values) = try archive.reader.object(number),
      let field = try archive.reader.value(of: KeyedArchive.Key.class, inDictionary: number)
    else { return .value(number) }
    guard case .uid(let classUID) = try archive.reader.object(field) else {
      throw ArchiveError(
        .unexpectedClass, at: archive.reader.place(of: number),
        "\(KeyedArchive.Key.class) is not a UID")
    }
    return .object(
      Object(uid: uid, number: number, classUID: classUID, keys: keys, values: values))
  }

  /// The fields of an object, without its class.
  ///
  /// - Parameter object: An object that ``node(_:)`` returned.
  /// - Returns: The fields in the order of the file.
  /// - Throws: ``ArchiveError`` when a key is not a string.
  package func fields(of object: Object) throws(ArchiveError) -> [BinaryPropertyListEntry] {
    var fields = try fields(object.keys, object.values)
    // When a key is there twice, the first counts, and the other is an ordinary field.
    if let index = fields.firstIndex(where: {
      $0.key.hasSameCodeUnits(as: KeyedArchive.Key.class)
    }) {
      fields.remove(at: index)
    }
    return fields
  }

  /// The entries of a dictionary without a class.
  ///
  /// - Returns: The entries in the order of the file; none when the object is not a dictionary.
  /// - Throws: ``ArchiveError`` when a key is not a string.
  package func fields(ofDictionary number: Int) throws(ArchiveError)
    -> [BinaryPropertyListEntry]
  {
    guard case .dictionary(let keys, let values) = try archive.reader.object(number) else {
      return []
    }
    return try fields(keys, values)
  }

  private func fields(
    _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences
  ) throws(ArchiveError) -> [BinaryPropertyListEntry] {
    try propertyList.entries(keys, values)
  }

  /// The record of a class.
  ///
  /// - Parameter uid: The UID of its record, as in ``Object/classUID``.
  /// - Throws: ``ArchiveError`` when there is no such object, or it is not a class record.
  package func classRecord(_ uid: UInt64) throws(ArchiveError) -> ClassRecord {
    let name = try archive.classRecord(uid: uid).name
    let record = try archive.objectNumber(uid: uid)
    return ClassRecord(
      name: name,
      classes: try names(KeyedArchive.Key.classes, inRecord: record),
      hints: try names("$classhints", inRecord: record) ?? [])
  }

  /// The names that a class record has under a key; nil when it has no array there.
  private func names(_ key: String, inRecord record: Int) throws(ArchiveError) -> [String]? {
    guard let field = try archive.reader.value(of: key, inDictionary: record),
      case .array(let elements) = try archive.reader.object(field)
    else { return nil }
    var names: [String] = []
    for index in 0..<elements.count {
      if let name = try archive.reader.string(archive.reader.reference(index, in: elements)) {
        names.append(name)
      }
    }
    return names
  }
}
