/// A value whose type is found out from the archive, for fields that hold a mix of types, as an
/// `[String: Any]` does.
///
/// Objects of classes other than Foundation's own are decoded as types of their own. Their fields,
/// untyped, are in ``ObjectGraph``.
extension PropertyList: KeyedArchiveValue {
  /// Decodes a number, a boolean, a string, a date, data, an array, a set, a dictionary whose keys
  /// are strings, or nil.
  ///
  /// An object of class `NSNull` is ``null`` too.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> PropertyList {
    switch try unarchiver.object(value) {
    case .null: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .date(let seconds): return .date(seconds)
    case .data(let range): return .data(try unarchiver.data(value.number, range))
    case .asciiString, .utf16String: return .string(try String.decode(value, from: &unarchiver))
    case .uid(let uid) where unarchiver.layout == .plain: return .uid(uid)
    case .uid: throw unarchiver.unexpected(value, expected: "a value")
    case .array(let elements): return .array(try unarchiver.decodeArray(value, elements))
    case .set(let elements): return .set(try unarchiver.decodeArray(value, elements))
    case .orderedSet(let elements): return .orderedSet(try unarchiver.decodeArray(value, elements))
    case .dictionary where unarchiver.layout == .plain:
      return .dictionary(PropertyListDictionary(try unarchiver.decodeDictionary(value)))
    case .dictionary: return try unarchiver.decodeFoundationObject(value)
    }
  }

  /// Encodes a value as what Foundation's archiver makes of it.
  ///
  /// In a keyed archive, ``null`` is an object of class `NSNull`. An ordered set and a UID cannot
  /// be written there.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    switch self {
    case .boolean(let boolean): return try boolean.encoded(by: &archiver)
    case .integer(let integer): return .inline(archiver.writer.append(integer))
    case .real(let real): return try real.encoded(by: &archiver)
    case .date(let seconds):
      return try Date(timeIntervalSinceReferenceDate: seconds).encoded(by: &archiver)
    case .data(let bytes): return try bytes.encoded(by: &archiver)
    case .string(let text): return try text.encoded(by: &archiver)
    case .array(let elements): return try elements.encoded(by: &archiver)
    case .dictionary(let dictionary):
      return try archiver.encodeDictionary(dictionary.entries.map { ($0.key, $0.value) })
    case .null where archiver.layout == .keyed:
      return try archiver.encodeObject(ofClass: FoundationClass.null) { _ in }
    case .set(let elements) where archiver.layout == .keyed:
      return try archiver.encodeObject(ofClass: FoundationClass.set) {
        (object) throws(ArchiveError) in
        try object.encodeElements(elements, forKey: "NS.objects")
      }
    case .null: return .inline(archiver.writer.appendNull())
    case .set(let elements):
      return .inline(
        try archiver.encodeElements(elements, marker: BinaryPropertyListMarker.set))
    case .orderedSet(let elements) where archiver.layout == .plain:
      return .inline(
        try archiver.encodeElements(elements, marker: BinaryPropertyListMarker.orderedSet))
    case .uid(let uid) where archiver.layout == .plain:
      return .inline(archiver.writer.append(uid: uid))
    case .orderedSet, .uid:
      let type = uid == nil ? "an ordered set" : "a UID"
      throw ArchiveError(.unrepresentable, "a keyed archive cannot hold \(type) of a property list")
    }
  }
}

extension KeyedUnarchiver {
  /// Decodes an object of one of Foundation's classes as the value that it stands for.
  fileprivate mutating func decodeFoundationObject(
    _ value: ArchivedValue
  ) throws(ArchiveError) -> PropertyList {
    let expected = "a value of a property list"
    var outer = try enter(value, expected: expected)
    defer { leave(to: &outer) }
    let chain = try classChain(uid: classUID(of: value, expected: expected))
    func isOne(of classes: [String]) -> Bool { chain.contains(where: classes.contains) }
    if isOne(of: FoundationClass.array) {
      return .array(try decodeElements(PropertyList.self, forKey: "NS.objects"))
    }
    if isOne(of: FoundationClass.set) {
      return .set(try decodeElements(PropertyList.self, forKey: "NS.objects"))
    }
    if isOne(of: FoundationClass.dictionary) {
      return .dictionary(PropertyListDictionary(try decodeFoundationEntries()))
    }
    if isOne(of: FoundationClass.string) { return .string(try String.decodeContent(from: &self)) }
    if isOne(of: FoundationClass.date) {
      return .date(try decode(Double.self, forKey: "NS.time"))
    }
    if isOne(of: FoundationClass.data) {
      return .data(try decode([UInt8].self, forKey: "NS.data"))
    }
    if isOne(of: FoundationClass.null) { return .null }
    throw unexpectedClass(chain[0], at: value, expected: expected)
  }
}

extension PropertyListDictionary {
  /// Creates a dictionary of entries that were decoded.
  fileprivate init(_ entries: [(String, PropertyList)]) {
    self.init(entries.map { Entry(key: $0.0, value: $0.1) })
  }
}
