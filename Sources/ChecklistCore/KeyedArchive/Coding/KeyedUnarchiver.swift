/// Reads the values of a keyed archive, typed and recursively.
///
/// A type's `init(from:)` gets the unarchiver at the object of its value, as in `NSCoding`. An
/// error names the path of keys that leads to the fault.
public struct KeyedUnarchiver {
  /// Whether damage is tolerated.
  ///
  /// A damaged element is left out, a damaged field counts as absent when it may be absent, and the
  /// names of classes do not matter.
  let isLenient: Bool
  let archive: KeyedArchive
  let reader: BinaryPropertyListReader
  var frame: Frame
  private var depth = 0
  /// How many arrays are being read, one in the other, that stand where they are referred to.
  var arrayDepth = 0
  /// The rest of the allowance for reading, in bytes as ``charge(_:)`` counts them.
  private var budget: Int
  private var keyLookups = KeyLookupCache()
  var knownClasses = KnownClasses()
  /// Further names of classes that types are decoded from.
  var classNames: [ObjectIdentifier: [String]] = [:]
  /// The instances of classes that were met, and the types for them.
  var instances = Instances()
  /// Longer strings that were read, by object number.
  ///
  /// A thousand references to one string share its storage.
  private var strings: [Int: String] = [:]
  /// Longer data that was read, by object number, for the same reason.
  private var data: [Int: any KeyedArchiveValue] = [:]
  /// The shape of the last date.
  var dateShape: DateShape?
  /// Whether objects are decoded by the positions of their fields.
  ///
  /// In a small archive, that costs more than it gains: types that are made when they are first
  /// used.
  var usesPositions: Bool
  var knownPositions = KnownPositions()
  var sharedValues = SharedValues()

  /// From how many bytes on an archive is not small.
  private static let largeSize = 1 << 14

  /// The dictionary whose fields are being read.
  struct Frame {
    var dictionary: Int
    var keys: BinaryPropertyListReferences
    var values: BinaryPropertyListReferences
    /// The shape of the dictionary, and where in it the next key is expected.
    var shape: KeyLookupCache.Cursor
    var unread: FieldPositions
  }

  /// Opens an archive at its `$top`.
  public init(_ archive: KeyedArchive) throws(ArchiveError) {
    try self.init(archive, isLenient: false)
  }

  init(_ archive: KeyedArchive, isLenient: Bool) throws(ArchiveError) {
    self.archive = archive
    self.isLenient = isLenient
    reader = archive.reader
    usesPositions = reader.bytes.count >= Self.largeSize
    budget = archive.reader.bytes.count * PropertyListLimits.decodingExpansion
    let none = BinaryPropertyListReferences(offset: 0, count: 0)
    frame = Frame(
      dictionary: archive.top, keys: none, values: none,
      shape: keyLookups.cursor(for: none, in: reader),
      unread: FieldPositions())
    if case .dictionary(let keys, let values) = try reader.object(archive.top) {
      frame = open(dictionary: archive.top, keys, values)
    }
  }

  /// How the archive lays out its values.
  public var layout: KeyedArchive.Layout { archive.layout }

  /// The root of a plain property list, as a value.
  ///
  /// - Parameter type: What it is expected to be.
  /// - Returns: The value.
  /// - Throws: ``ArchiveError`` when it is not of that type.
  public mutating func decodeRoot<Value: KeyedArchiveValue>(
    _ type: Value.Type
  ) throws(ArchiveError) -> Value {
    let offset = try reader.offset(ofObject: archive.top)
    return try Value.decode(
      ArchivedValue(number: archive.top, offset: offset, uid: nil), from: &self)
  }

  /// The fields of `$top` that have not been read.
  public var unreadFields: ArchivedFields {
    ArchivedFields(archive: archive, dictionary: frame.dictionary, unread: frame.unread)
  }

  // MARK: Fields

  /// Whether the object has a value other than null for a key.
  public mutating func containsValue(forKey key: String) throws(ArchiveError) -> Bool {
    guard let position = try position(of: key) else { return false }
    return try !isNil(field(position))
  }

  /// The value of a field.
  ///
  /// - Parameters:
  ///   - type: What it is expected to be.
  ///   - key: The key, compared by code unit.
  /// - Returns: The value.
  /// - Throws: ``ArchiveError`` when the key is missing, or the value is not of that type.
  @inline(__always)
  public mutating func decode<Value: KeyedArchiveValue>(
    _ type: Value.Type, forKey key: String
  ) throws(ArchiveError) -> Value {
    try decodeField(forKey: key, absent: Value.absent) { (value, unarchiver) throws(ArchiveError) in
      try Value.decode(value, from: &unarchiver)
    }
  }

  /// The content of a field.
  ///
  /// - Parameters:
  ///   - absent: What an absent key means, and a field that cannot be read where damage is
  ///     tolerated; nil when the key must be there.
  ///   - decode: Decodes the value.
  @inline(__always)
  mutating func decodeField<Value>(
    forKey key: String, absent: @autoclosure () -> Value? = nil,
    _ decode: (ArchivedValue, inout KeyedUnarchiver) throws(ArchiveError) -> Value
  ) throws(ArchiveError) -> Value {
    do throws(ArchiveError) {
      guard let position = try position(of: key) else {
        if let value = absent() { return value }
        throw missingKey()
      }
      frame.unread.remove(position)
      return try decode(field(position), &self)
    } catch {
      guard isLenient, let value = absent() else { throw error.inside(key: key) }
      return value
    }
  }

  /// The value of a field, or nil when the key is missing or its value is null.
  ///
  /// - Parameters:
  ///   - type: What it is expected to be.
  ///   - key: The key, compared by code unit.
  /// - Returns: The value, or nil.
  /// - Throws: ``ArchiveError`` when there is a value of another type.
  public mutating func decodeIfPresent<Value: KeyedArchiveValue>(
    _ type: Value.Type, forKey key: String
  ) throws(ArchiveError) -> Value? {
    try decode(Value?.self, forKey: key)
  }

  /// Whether the current object has fields that have not been read.
  var hasUnreadFields: Bool {
    @inline(__always)
    get { !frame.unread.isEmpty }
  }

  @inline(never)
  private func missingKey() -> ArchiveError {
    ArchiveError(.missingKey, at: reader.place(of: frame.dictionary), "the key is missing")
  }

  /// Where in the dictionary a key stands.
  @inline(__always)
  mutating func position(of key: String) throws(ArchiveError) -> Int? {
    if let known = keyLookups.position(of: key, &frame.shape) { return known < 0 ? nil : known }
    return try search(key)
  }

  @inline(never)
  private mutating func search(_ key: String) throws(ArchiveError) -> Int? {
    let found = try reader.position(of: layout.storedKey(key), in: frame.keys)
    keyLookups.learn(key, at: found, &frame.shape)
    return found < 0 ? nil : found
  }

  /// Where in the dictionary the reference to the class stands.
  @inline(__always)
  mutating func classPosition() throws(ArchiveError) -> Int? {
    if let known = keyLookups.classPosition(frame.shape) { return known < 0 ? nil : known }
    return try searchClass()
  }

  @inline(never)
  private mutating func searchClass() throws(ArchiveError) -> Int? {
    let found = try reader.position(of: KeyedArchive.Key.class, in: frame.keys)
    keyLookups.learnClass(at: found, frame.shape)
    return found < 0 ? nil : found
  }

  @inline(__always)
  mutating func field(_ position: Int) throws(ArchiveError) -> ArchivedValue {
    try element(position, of: frame.values)
  }

  /// The value that a reference leads to.
  ///
  /// When it leads to a UID, the object of that UID.
  @inline(__always)
  mutating func element(
    _ index: Int, of references: BinaryPropertyListReferences
  ) throws(ArchiveError) -> ArchivedValue {
    if let value = archive.expectedElement(index, of: references) { return value }
    return try archive.element(index, of: references)
  }

  // MARK: What values are made of

  /// Whether a value is the null object.
  @inline(__always)
  func isNull(_ value: ArchivedValue) -> Bool {
    value.uid == 0 || reader.bytes[value.offset] == BinaryPropertyListMarker.null
  }

  /// Whether a value stands for nil: the null object, and in a plain property list the text `$null`
  /// too, which `PropertyListEncoder` writes for nil.
  @inline(__always)
  func isNil(_ value: ArchivedValue) -> Bool {
    // The marker is looked at first, because most values are no strings.
    isNull(value)
      || reader.bytes[value.offset] & 0xF0 == BinaryPropertyListMarker.asciiString
        && archive.layout == .plain && archive.hasNullText(at: value.offset)
  }

  /// The property-list object of a value.
  func object(_ value: ArchivedValue) throws(ArchiveError) -> BinaryPropertyListObject {
    try archive.object(value)
  }

  /// The text of a short ASCII string, as most are; nil for anything else.
  @inline(__always)
  func shortText(_ value: ArchivedValue) -> String? {
    guard let range = reader.asciiString(at: value.offset), range.count < 64,
      value.uid != 0
    else { return nil }
    return reader.ascii(range)
  }

  /// The text of a string object; nil for an object of another type.
  mutating func text(
    _ number: Int, _ object: BinaryPropertyListObject
  ) throws(ArchiveError) -> String? {
    switch object {
    case .asciiString(let range) where range.count < 64,
      .utf16String(let range) where range.count < 64:
      return try reader.string(object, number: number)
    case .asciiString(let range), .utf16String(let range):
      if let known = strings[number] { return known }
      // Objects that overlap can hold far more together than the file.
      try charge(range.count)
      let text = try reader.string(object, number: number)
      strings[number] = text
      return text
    default: return nil
    }
  }

  /// The text of a data object; nil for an object of another type, and for data that is not UTF-8.
  mutating func text(inUTF8 value: ArchivedValue) throws(ArchiveError) -> String? {
    guard case .data(let range) = try object(value) else { return nil }
    if let known = strings[value.number] { return known }
    try charge(range.count)
    let text = String(validating: reader.bytes[range], as: UTF8.self)
    strings[value.number] = text
    return text
  }

  /// The content of a data object.
  mutating func data<Content: KeyedArchiveValue & RangeReplaceableCollection<UInt8>>(
    _ number: Int, _ range: Range<Int>
  ) throws(ArchiveError) -> Content {
    if range.count < 64 { return Content(reader.bytes[range]) }
    if let known = data[number] as? Content { return known }
    try charge(range.count)
    let content = Content(reader.bytes[range])
    data[number] = content
    return content
  }

  /// The error for a value of another type than the expected.
  func unexpected(_ value: ArchivedValue, expected: String) -> ArchiveError {
    archive.unexpected(value, expected: expected)
  }

  // MARK: Objects

  /// Decodes an object as a type, and remembers the fields that the type does not read.
  mutating func decodeObject<Value: KeyedCoding>(
    _ value: ArchivedValue
  ) throws(ArchiveError) -> Value {
    var outer = try enter(value, expected: "an object of class \(Value.archivedClassName)")
    defer { leave(to: &outer) }
    var classUID: UInt64 = 0
    if archive.layout == .keyed {
      classUID = try self.classUID(
        of: value, expected: "an object of class \(Value.archivedClassName)")
      try check(classUID, is: Value.self, at: value)
    }
    var object = try Value(from: &self)
    object.archived = takeArchivedObject(value, classUID: classUID)
    return object
  }

  /// Takes what a value is to remember of the current object, whose fields were all asked for.
  @inline(__always)
  mutating func takeArchivedObject(_ value: ArchivedValue, classUID: UInt64) -> ArchivedObject {
    ArchivedObject(
      fields: ArchivedFields(
        archive: archive, dictionary: value.number,
        unread: exchange(&frame.unread, with: FieldPositions())),
      uid: UInt32(truncatingIfNeeded: value.uid ?? 0),
      classUID: UInt32(truncatingIfNeeded: classUID))
  }

  /// Decodes an object of one of Foundation's classes.
  ///
  /// - Parameters:
  ///   - classes: The names that its class or a superclass may have.
  ///   - expected: The words for such an object in an error.
  /// - Returns: What `body` made of the fields.
  /// - Throws: ``ArchiveError`` when it is not such an object, or as `body` does.
  package mutating func decodeObject<Result>(
    _ value: ArchivedValue, classes: [String], expected: String,
    _ body: (inout KeyedUnarchiver) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    guard archive.layout == .keyed else { throw unexpected(value, expected: expected) }
    var outer = try enter(value, expected: expected)
    defer { leave(to: &outer) }
    let classUID = try classUID(of: value, expected: expected)
    if !knows(classUID, as: ObjectIdentifier(Result.self)) {
      let chain = try classChain(uid: classUID)
      guard chain.contains(where: classes.contains) else {
        throw unexpectedClass(chain[0], at: value, expected: expected)
      }
      knownClasses.insert(classUID, as: ObjectIdentifier(Result.self))
    }
    return try body(&self)
  }

  /// Whether an object may be in as many others as now.
  @inline(__always)
  var canEnter: Bool { depth < PropertyListLimits.depth }

  /// Makes an object the current one.
  ///
  /// - Returns: The frame of the object that was the current one.
  @inline(__always)
  mutating func enter(
    _ value: ArchivedValue, expected: @autoclosure () -> String
  ) throws(ArchiveError) -> Frame {
    guard canEnter else { throw archive.tooDeep("objects", at: value) }
    guard let (keys, values) = try archive.dictionary(value) else {
      throw archive.unexpected(value, expected: expected())
    }
    try charge(Self.charge(ofObjectWith: keys.count))
    depth &+= 1
    return exchange(&frame, with: open(dictionary: value.number, keys, values))
  }

  /// The UID of the class record of the current object.
  @inline(__always)
  mutating func classUID(
    of value: ArchivedValue, expected: @autoclosure () -> String
  ) throws(ArchiveError) -> UInt64 {
    guard let position = try classPosition() else {
      throw archive.withoutClass(value, expected: expected())
    }
    frame.unread.remove(position)
    if let classUID = reader.uid(position, of: frame.values) { return classUID }
    return try archive.classUID(at: position, of: frame.values, value)
  }

  @inline(__always)
  mutating func leave(to outer: inout Frame) {
    swap(&frame, &outer)
    depth &-= 1
  }

  @inline(__always)
  private mutating func open(
    dictionary number: Int, _ keys: BinaryPropertyListReferences,
    _ values: BinaryPropertyListReferences
  ) -> Frame {
    Frame(
      dictionary: number, keys: keys, values: values,
      shape: keyLookups.cursor(for: keys, in: reader),
      unread: FieldPositions(below: keys.count))
  }

  /// What an object takes from the budget.
  ///
  /// This is the least that it takes in a file: a marker, two references for each field, an entry
  /// of the offset table, a UID and a reference to that. So the budget is always enough for a file
  /// in which nothing is shared.
  @inline(__always)
  static func charge(ofObjectWith fieldCount: Int) -> Int { 6 &+ 2 &* fieldCount }

  /// How much has been taken from the budget.
  var decodedSize: Int { reader.bytes.count * PropertyListLimits.decodingExpansion - budget }

  /// Takes from the budget what is there; false when that is not enough.
  @inline(__always)
  mutating func takeIfThere(_ bytes: Int) -> Bool {
    if budget < bytes { return false }
    budget &-= bytes
    return true
  }

  /// Takes what a value needs from the budget.
  @inline(__always)
  package mutating func charge(_ bytes: Int) throws(ArchiveError) {
    budget -= bytes
    guard budget >= 0 else { throw Self.tooLarge() }
  }

  @inline(never)
  private static func tooLarge() -> ArchiveError {
    ArchiveError(.tooLarge, "shared objects would decode to far more than the file holds")
  }
}
