/// Writes values as a keyed archive that Foundation's `NSKeyedUnarchiver` reads.
///
/// A value's `encode(to:)` gets the archiver at the object of that value, as in `NSCoding`. When a
/// value was decoded from an archive, the fields that its type did not read are preserved. Equal
/// values give equal bytes, as far as the keys of their dictionaries and the elements of their sets
/// have an order.
public struct KeyedArchiver: Sendable {
  var writer: BinaryPropertyListWriter
  /// How values are laid out.
  public let layout: KeyedArchive.Layout
  let root: Int
  /// The numbers of `$objects` in the property list, by UID.
  var objects: [Int] = []
  /// The UIDs of scalars in `$objects`, by their numbers in the property list; 0 for none.
  private var scalarUIDs: [UInt32] = []
  /// The few classes of new objects that were chosen or asked for.
  var newClasses: [NewClass] = []
  /// By UID: the number of the UID object that refers to the object, plus one; 0 for none.
  var uidNumbers: [UInt32] = []
  /// The keys that were used so far.
  private var keys: [Key] = []
  /// The archive's own keys that were used so far, `$class` and others.
  private var ownKeys: [Key] = []
  /// The number of the key of an object's class, once there is an object.
  private(set) var classKey: Int?
  /// What new dates have in common, once there is one.
  var dateFields: DateFields?
  /// The fields of the objects that are being written, the innermost last.
  var fields: [BinaryPropertyListWriter.Field] = []
  /// The object that is being written.
  private(set) var frame = Frame(start: 0, origin: nil)
  /// The object that the next collection replaces.
  private(set) var replaced: ArchivedObject?
  /// The instances of classes that were encoded.
  var instances = Instances()
  /// How many objects are being written, one in the other.
  private(set) var depth = 0
  /// How many arrays of a plain property list are being written, one in the other.
  var arrayDepth = 0
  /// The first error.
  ///
  /// An archive in which something could not be written is never completed, even if the program
  /// went on.
  private(set) var failure: ArchiveError?
  /// The addresses of long texts that were found to be in an archive already.
  var formerTexts = LongTexts<Int>()
  /// The archive that is continued, if one is.
  var continued: ContinuedArchive?
  /// By UID of the archive that is continued: 1 if a value has taken it; empty at first.
  var claims: [UInt8] = []
  /// The archives from which objects are copied.
  var sources: [Source] = []
  /// Whether an object was preserved more than once.
  var repeatsObjects = false
  /// Whether objects may be shared more often than in an archive that they come from.
  var sharesMore: Bool { repeatsObjects || sources.count + (continued == nil ? 0 : 1) > 1 }
  /// Objects of these archives that are still to be copied.
  var reached: [Reached] = []
  /// The classes whose records say nothing but their names.
  var plainClasses: [PlainClass] = []

  struct Frame {
    var start: Int
    var origin: ArchivedFields?
    /// The index of the key of the last field.
    ///
    /// Before the first field of the object, the name of the field that refers to the object.
    var lastKey = 0
    var isEmpty = true
  }

  private struct Key {
    var key: ArchiveKey
    var number: Int
    /// The indices of the keys that came next the last time: in the same object, and first in an
    /// object inside it.
    var next = 0
    var inner = 0
  }

  /// The number of an object that is not written yet.
  static let missing = -1
  /// The number of an object that is not written yet, and whose UID a value has taken.
  static let claimed = -2

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - layout: How values are laid out.
  ///   - objectCount: How many objects with classes there will be at least. Room is made for them
  ///     at once.
  public init(layout: KeyedArchive.Layout = .keyed, objectCount: Int = 0) {
    self.init(layout: layout, objectCount: objectCount, continuing: nil)
  }

  /// Starts an archive.
  ///
  /// - Parameter archive: The archive in whose place this one is written. What stays as it was is
  ///   not copied object by object then.
  init(layout: KeyedArchive.Layout, objectCount: Int, continuing archive: KeyedArchive?) {
    self.layout = layout
    // It stands before the first key of an object.
    keys.append(Key(key: .none, number: Self.missing))
    if layout == .keyed, let archive, var continued = ContinuedArchive(archive) {
      writer = BinaryPropertyListWriter(
        firstNumber: continued.objectCount, booleans: continued.booleans)
      root = writer.reserve()
      swap(&objects, &continued.objects)
      swap(&uidNumbers, &continued.uidNumbers)
      self.continued = continued
      return
    }
    // Each is a dictionary, and in a keyed archive a UID besides.
    writer = BinaryPropertyListWriter(objectCount: layout == .keyed ? 2 * objectCount : objectCount)
    if layout == .keyed {
      // Room for a text and a date of each, and for the numbers of everything that an item has.
      objects = Array(largeCapacity: 4 * objectCount)
      uidNumbers = Array(largeCapacity: 8 * objectCount)
      scalarUIDs = Array(largeCapacity: 16 * objectCount)
    }
    root = layout == .keyed ? writer.reserve() : 0
    if layout == .keyed { objects.append(writer.append(KeyedArchive.null)) }
  }

  /// Makes `$top` the present state of another archive's `$top`, whose unread fields are preserved.
  ///
  /// Entries of an archive beside `$top` are not preserved.
  public mutating func continueTop(_ fields: ArchivedFields?) {
    frame.origin = fields
  }

  // MARK: Fields

  /// Encodes a field of the current object, or of `$top`.
  ///
  /// - Parameters:
  ///   - value: The value. Nil is encoded as a reference to `$null`; in a plain property list, the
  ///     key of nil is left out.
  ///   - key: The key, used once in an object. One that begins with `$` gets another `$` in a keyed
  ///     archive, as `NSKeyedArchiver` gives it.
  /// - Throws: ``ArchiveError`` when the value cannot be written, or what is preserved of it
  ///   cannot be read. The archive cannot be finished then.
  public mutating func encode<Value: KeyedArchiveValue>(
    _ value: Value, forKey key: String
  ) throws(ArchiveError) {
    do {
      if Value.continuesArchivedObject { replaced = try frame.origin?.object(forKey: key) }
      let keyNumber = number(ofKey: key)
      let encoded = try value.encoded(by: &self)
      if Value.continuesArchivedObject { replaced = nil }
      switch encoded {
      case .inline(let number): fields.append(.init(keyNumber, number))
      case .reference(let uid) where layout == .keyed:
        fields.append(.init(keyNumber, append(uid: uid)))
      case .reference: try leaveOut(key)
      }
    } catch {
      throw fail(error.inside(key: key))
    }
  }

  /// Encodes a field unless it is nil.
  ///
  /// - Parameters:
  ///   - value: The value; nil leaves the key out.
  ///   - key: The key, used once in an object.
  /// - Throws: ``ArchiveError`` as ``encode(_:forKey:)`` does.
  public mutating func encodeIfPresent<Value: KeyedArchiveValue>(
    _ value: Value?, forKey key: String
  ) throws(ArchiveError) {
    guard let value else { return try leaveOut(key) }
    try encode(value, forKey: key)
    try checkIsNotNil(forKey: key)
  }

  /// Encodes a field in the place of one that was not understood.
  ///
  /// - Parameter value: The value; nil leaves what was not understood as it is.
  /// - Throws: ``ArchiveError`` as ``encode(_:forKey:)`` does.
  mutating func encodeUnderstood<Value: KeyedArchiveValue>(
    _ value: Value?, forKey key: String
  ) throws(ArchiveError) {
    guard let value else { return }
    try frame.origin?.removeUnread(key)
    try encode(value, forKey: key)
  }

  /// Leaves out a field that is nil.
  private mutating func leaveOut(_ key: String) throws(ArchiveError) {
    // A second field with this key would count from now on; until now, a null before it hid it.
    guard let fields = frame.origin, try fields.hasUnread(key) else { return }
    setField(key, to: layout == .keyed ? append(uid: 0) : writer.appendNull())
  }

  /// Refuses a field that was encoded last if readers would take it for nil.
  @inline(__always)
  private mutating func checkIsNotNil(forKey key: String) throws(ArchiveError) {
    if layout == .plain, let number = fields.last?.value, writer.isNullText(number) {
      throw fail(Self.textIsNil.inside(key: key))
    }
  }

  /// The error for a text that its readers would take for nil.
  static let textIsNil = ArchiveError(
    .unrepresentable,
    "a plain property list cannot hold the text \(KeyedArchive.null) where there may be nil")

  /// Sets a field to a property-list object.
  mutating func setField(_ key: String, to number: Int) {
    fields.append(.init(self.number(ofKey: key), number))
  }

  /// Sets a field with one of the archive's own keys.
  mutating func setOwnField(_ key: String, to number: Int) {
    fields.append(.init(self.number(ofOwnKey: key), number))
  }

  /// Notes an error, which ``finish()`` throws again.
  @inline(never)
  package mutating func fail(_ error: ArchiveError) -> ArchiveError {
    failure = error
    return error
  }

  /// The error for what nests deeper than the unarchiver reads it.
  @inline(never)
  static func tooDeep(_ containers: String) -> ArchiveError {
    ArchiveError(.tooDeep, PropertyListLimits.tooDeepMessage(containers, orContainThemselves: true))
  }

  // MARK: Keys

  /// The number of a key.
  ///
  /// A key nearly always follows the same key in an object.
  @inline(__always)
  mutating func number(ofKey key: String) -> Int {
    let expected = frame.isEmpty ? keys[frame.lastKey].inner : keys[frame.lastKey].next
    let index = keys[expected].key.matches(key) ? expected : search(key, from: expected)
    frame.lastKey = index
    frame.isEmpty = false
    return keys[index].number
  }

  /// The index of a key that is not the expected one.
  ///
  /// The keys after the expected one are looked at first, because optional fields may be absent.
  @inline(never)
  private mutating func search(_ key: String, from expected: Int) -> Int {
    var index = expected
    for _ in 1...Self.passedOver {
      index = keys[index].next
      if keys[index].key.matches(key) { return index }
    }
    index = self.index(ofKey: key)
    if frame.isEmpty { keys[frame.lastKey].inner = index } else { keys[frame.lastKey].next = index }
    return index
  }

  private mutating func index(ofKey key: String) -> Int {
    if let known = keys.firstIndex(where: { $0.key.matches(key) }) { return known }
    keys.append(Key(key: ArchiveKey(key), number: number(ofStoredKey: layout.storedKey(key))))
    return keys.count - 1
  }

  /// The number of one of the archive's own keys.
  ///
  /// Each key is written once, however many scalars there are.
  mutating func number(ofOwnKey key: String) -> Int {
    for index in ownKeys.indices where ownKeys[index].key.matches(key) {
      return ownKeys[index].number
    }
    ownKeys.append(Key(key: ArchiveKey(key), number: number(ofStoredKey: key)))
    return ownKeys[ownKeys.count - 1].number
  }

  /// The number of a key as it stands in the file.
  mutating func number(ofStoredKey key: String) -> Int {
    continued?.number(ofKey: key) ?? writer.append(key)
  }

  /// How many consecutive fields of an object may be absent before all keys are searched.
  private static let passedOver = 3

  // MARK: Objects

  /// Gives a scalar a UID in a keyed archive; a plain property list holds it in place.
  mutating func encoded(scalar number: Int) -> EncodedValue {
    layout == .plain ? .inline(number) : .reference(reference(toScalar: number))
  }

  /// The number of the UID object that refers to an object.
  ///
  /// There is one for all references to it.
  mutating func append(uid: UInt64) -> Int {
    let index = Int(truncatingIfNeeded: uid)
    if index >= uidNumbers.count {
      let missing = max(objects.count, 2 * uidNumbers.count) - uidNumbers.count
      uidNumbers.append(contentsOf: repeatElement(0, count: missing))
    }
    if uidNumbers[index] == 0 { uidNumbers[index] = UInt32(writer.append(newUID: uid) + 1) }
    return Int(uidNumbers[index] - 1)
  }

  /// Gives a scalar a place in `$objects`, unless it has one.
  mutating func reference(toScalar number: Int) -> UInt64 {
    let index = number - (continued?.objectCount ?? 0)
    guard index >= 0 else {
      // It is a boolean of the archive that is continued.
      objects.append(number)
      return UInt64(objects.count - 1)
    }
    if index >= scalarUIDs.count {
      let missing = max(index + 1, 2 * scalarUIDs.count) - scalarUIDs.count
      scalarUIDs.append(contentsOf: repeatElement(0, count: missing))
    }
    if scalarUIDs[index] == 0 {
      scalarUIDs[index] = UInt32(objects.count)
      objects.append(number)
    }
    return UInt64(scalarUIDs[index])
  }

  /// Encodes a value as an object: of the class that it was decoded with, else of its type's own
  /// class.
  mutating func encodeObject<Value: KeyedCoding>(
    _ value: Value
  ) throws(ArchiveError) -> EncodedValue {
    if !value.isModified, let origin = value.archived, origin.archive.layout == layout {
      return try preserve(origin)
    }
    return try encodeObject(
      continuing: value.archived, class: Value.archivedClassName,
      superclasses: Value.archivedSuperclassNames
    ) { (archiver) throws(ArchiveError) in
      try value.encode(to: &archiver)
    }
  }

  /// Encodes an object of one of Foundation's classes.
  ///
  /// - Parameter classes: The class of a new object, and after it other classes that the replaced
  ///   object may have.
  /// - Throws: ``ArchiveError`` when what is preserved of it cannot be read, or as `body` does.
  package mutating func encodeObject(
    ofClass classes: [String],
    _ body: (inout KeyedArchiver) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> EncodedValue {
    guard layout == .keyed else {
      throw ArchiveError(.invalidValue, "a plain property list cannot hold \(classes[0])")
    }
    var origin = replaced
    replaced = nil
    if let name = origin?.className, !classes.contains(name) { origin = nil }
    return try encodeObject(continuing: origin, class: classes[0], body)
  }

  /// Encodes an object.
  ///
  /// - Parameters:
  ///   - origin: The object whose present state this is, if any. The new object gets its class, its
  ///     unread fields and its UID.
  ///   - name: The type's own name for its class, for an object that is new.
  /// - Throws: ``ArchiveError`` when it is too deep, when what is preserved of it cannot be
  ///   read, or as `body` does.
  mutating func encodeObject(
    continuing origin: ArchivedObject?, class name: String, superclasses: [String] = [],
    _ body: (inout KeyedArchiver) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> EncodedValue {
    let origin = inThisLayout(origin)
    let uid = layout == .keyed ? claim(origin) : 0
    let number = try encodeFields(
      continuing: origin, class: name, superclasses: superclasses, body)
    if layout == .plain { return .inline(number) }
    objects[Int(uid)] = number
    return .reference(uid)
  }

  /// The archived object of a value, unless the fields are those of the other layout, which
  /// mean nothing in this one.
  func inThisLayout(_ origin: ArchivedObject?) -> ArchivedObject? {
    origin.flatMap { $0.archive.layout == layout ? $0 : nil }
  }

  /// Encodes the fields of an object as ``encodeObject(continuing:class:superclasses:_:)`` does.
  @inline(__always)
  mutating func encodeFields(
    continuing origin: ArchivedObject?, class name: String, superclasses: [String],
    _ body: (inout KeyedArchiver) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Int {
    guard depth < PropertyListLimits.depth else { throw Self.tooDeep("objects") }
    depth &+= 1
    defer { depth &-= 1 }
    let continued = origin.flatMap {
      $0.classUID == 0 ? nil : self.uid(of: $0.classUID, in: $0.archive)
    }
    var outer = Frame(start: fields.count, origin: origin?.fields, lastKey: frame.lastKey)
    swap(&frame, &outer)
    try body(&self)
    if layout == .keyed {
      let classUID = continued ?? newClassUID(name, superclasses)
      let reference = append(uid: classUID)
      let key = classKey ?? number(ofOwnKey: KeyedArchive.Key.class)
      classKey = key
      fields.append(.init(key, reference))
    }
    // After all others: when an object has a key twice, the first one counts.
    if let fields = frame.origin { try preserveUnread(fields) }
    let number = closeFields()
    swap(&frame, &outer)
    return number
  }

  /// Appends the fields of the current object as a dictionary.
  mutating func closeFields() -> Int { closeFields(from: frame.start) }

  /// Appends the last fields as a dictionary.
  mutating func closeFields(from start: Int) -> Int {
    let number = writer.append(dictionary: fields[start...])
    fields.removeLast(fields.count - start)
    return number
  }
}
