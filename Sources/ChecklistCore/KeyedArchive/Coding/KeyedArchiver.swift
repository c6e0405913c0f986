/// Writes values as a keyed archive that Foundation's `NSKeyedUnarchiver` reads.
///
/// An object's `encode(to:)` is given the archiver standing at that object, as `NSCoding` has it. Values that were decoded
/// from an archive bring along what their types did not read.
public struct KeyedArchiver: Sendable {
  var writer: BinaryPropertyListWriter
  /// How values are laid out.
  public let layout: KeyedArchive.Layout
  private let root: Int
  /// `$objects`: the number of each in the property list, by UID.
  var objects: [Int] = []
  /// The UID of a scalar in `$objects`, by its number in the property list; 0 for none.
  private var scalarUIDs: [UInt32] = []
  /// The classes of new objects: those few that were chosen or asked for.
  var newClasses: [NewClass] = []
  /// The number of the UID that refers to each of `$objects` plus one; 0 for none.
  private var uidNumbers: [UInt32] = []
  /// The keys that were used.
  private var keys: [Key] = []
  /// The fields of the objects that are being written, the innermost last.
  var fields: [BinaryPropertyListWriter.Field] = []
  /// Where the current object's fields begin, and the object that it was decoded from.
  private(set) var frame = Frame(start: 0, origin: nil)
  /// The object that the next collection takes the place of.
  private var replaced: ArchivedObject?
  /// The archives whose objects are part of this one.
  var parts: [SourceArchive] = []

  struct Frame {
    var start: Int
    var origin: ArchivedFields?
    /// The key of the last field, or before the first of the field that the object is for.
    var lastKey = 0
    var isEmpty = true
  }

  private struct Key {
    var key: ArchiveKey
    var number: Int
    /// The keys that came after it the last time: in the same object, and first in an object under it.
    var next = 0
    var inner = 0
  }

  /// The number of an object that is not written yet, or that its archive does not have.
  static let missing = -1

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - form: How values are laid out.
  ///   - objectCount: How many objects of classes there will be at least, so that room is made for them at once.
  public init(layout: KeyedArchive.Layout = .keyed, objectCount: Int = 0) {
    self.layout = layout
    // A dictionary, and in a keyed archive a UID.
    writer = BinaryPropertyListWriter(objectCount: layout == .keyed ? 2 * objectCount : objectCount)
    if layout == .keyed {
      // A text and a date, and the numbers of all that an object of the models has.
      objects = Array(largeCapacity: 4 * objectCount)
      uidNumbers = Array(largeCapacity: 8 * objectCount)
      scalarUIDs = Array(largeCapacity: 16 * objectCount)
    }
    root = layout == .keyed ? writer.reserve() : 0
    objects.append(writer.append(KeyedArchive.null))
    // What is before the first key of an object; `$null` is no key.
    keys.append(Key(key: ArchiveKey(KeyedArchive.null), number: objects[0]))
  }

  /// Makes `$top` the present state of another archive's: its fields that were not read are carried along.
  public mutating func continueTop(_ fields: ArchivedFields?) {
    frame.origin = fields
  }

  // MARK: Fields

  /// Encodes a field of the current object, or of `$top`.
  ///
  /// - Parameters:
  ///   - value: The value; nil is encoded as a reference to `$null`.
  ///   - key: The key, used once in an object.
  /// - Throws: ``KeyedArchiveError`` when what the value brings along cannot be read.
  public mutating func encode<Value: KeyedArchiveValue>(
    _ value: Value, forKey key: String
  ) throws(KeyedArchiveError) {
    do throws(KeyedArchiveError) {
      if Value.continuesArchivedObject { replaced = try frame.origin?.object(forKey: key) }
      let keyNumber = number(ofKey: key)
      let encoded = try value.encoded(by: &self)
      if Value.continuesArchivedObject { replaced = nil }
      switch encoded {
      case .inline(let number): fields.append(.init(keyNumber, number))
      case .reference(let uid): fields.append(.init(keyNumber, append(uid: uid)))
      }
    } catch {
      throw error.inside(key: key)
    }
  }

  /// Encodes a field unless it is nil.
  ///
  /// - Parameters:
  ///   - value: The value; nil leaves the key out.
  ///   - key: The key, used once in an object.
  /// - Throws: ``KeyedArchiveError`` when what the value brings along cannot be read.
  public mutating func encodeIfPresent<Value: KeyedArchiveValue>(
    _ value: Value?, forKey key: String
  ) throws(KeyedArchiveError) {
    if let value {
      try encode(value, forKey: key)
    } else if let fields = frame.origin, try fields.hasUnread(key) {
      // A second field of this key, which a null before it hid, would count from now on.
      setField(key, to: layout == .keyed ? append(uid: 0) : writer.appendNull())
    }
  }

  /// Sets a field to a property-list object.
  mutating func setField(_ key: String, to number: Int) {
    fields.append(.init(self.number(ofKey: key), number))
  }

  /// Sets a field to a property-list array of references, as Foundation's collections have it.
  mutating func encodeElements<Element: KeyedArchiveValue>(
    _ elements: [Element], forKey key: String
  ) throws(KeyedArchiveError) {
    let keyNumber = number(ofKey: key)
    let number = try encodeElements(elements, continuing: formerReferences(forKey: key))
    fields.append(.init(keyNumber, number))
  }

  /// A property-list array of elements: of references, or in a plain property list of the elements
  /// themselves.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - former: The references in the place of which it is written.
  /// - Returns: The number of the array.
  /// - Throws: ``KeyedArchiveError`` when what an element brings along cannot be read.
  mutating func encodeElements<Element: KeyedArchiveValue>(
    _ elements: [Element], continuing former: FormerReferences? = nil
  ) throws(KeyedArchiveError) -> Int {
    var former = former
    var numbers: [Int] = []
    numbers.reserveCapacity(elements.count)
    for index in elements.indices {
      do throws(KeyedArchiveError) {
        switch try elements[index].encoded(by: &self) {
        case .inline(let number) where layout == .plain: numbers.append(number)
        case .inline(let number): numbers.append(append(uid: reference(toScalar: number)))
        case .reference(let uid): numbers.append(former?.find(uid) ?? append(uid: uid))
        }
      } catch {
        throw error.inside(index: index)
      }
    }
    return writer.append(sequence: numbers[...])
  }

  /// The number of a key, which nearly always follows the same one in an object.
  @inline(__always)
  private mutating func number(ofKey key: String) -> Int {
    let expected = frame.isEmpty ? keys[frame.lastKey].inner : keys[frame.lastKey].next
    let index = keys[expected].key.matches(key) ? expected : search(key, from: expected)
    frame.lastKey = index
    frame.isEmpty = false
    return keys[index].number
  }

  /// The index of a key that is not the expected one: those that follow that are looked at first, since fields that may
  /// be absent are passed over.
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
    keys.append(Key(key: ArchiveKey(key), number: writer.append(key)))
    return keys.count - 1
  }

  /// The number of a key of an object that is not one of a class; every key is there once, however many scalars there are.
  mutating func number(ofRecordKey key: String) -> Int { keys[index(ofKey: key)].number }

  /// How many fields of an object, one after the other, may be absent without a search for the next.
  private static let passedOver = 3

  // MARK: Objects

  /// A scalar that is an object in a keyed archive.
  mutating func encoded(scalar number: Int) -> EncodedValue {
    layout == .plain ? .inline(number) : .reference(reference(toScalar: number))
  }

  /// A reference to an object, one for all that refer to it.
  mutating func append(uid: UInt64) -> Int {
    // In a part there is likely one already.
    guard let index = Int(exactly: uid), index < objects.count else {
      return writer.append(newUID: uid)
    }
    if index >= uidNumbers.count {
      let missing = max(objects.count, 2 * uidNumbers.count) - uidNumbers.count
      uidNumbers.append(contentsOf: repeatElement(0, count: missing))
    }
    if uidNumbers[index] == 0 { uidNumbers[index] = UInt32(writer.append(newUID: uid) + 1) }
    return Int(uidNumbers[index] - 1)
  }

  /// Gives a scalar a place in `$objects`.
  private mutating func reference(toScalar number: Int) -> UInt64 {
    if number >= scalarUIDs.count {
      let missing = max(number + 1, 2 * scalarUIDs.count) - scalarUIDs.count
      scalarUIDs.append(contentsOf: repeatElement(0, count: missing))
    }
    if scalarUIDs[number] == 0 {
      scalarUIDs[number] = UInt32(objects.count)
      objects.append(number)
    }
    return UInt64(scalarUIDs[number])
  }

  /// Encodes a value as an object of the class that it was decoded with, else of its type's.
  mutating func encodeObject<Value: KeyedCoding>(
    _ value: Value
  ) throws(KeyedArchiveError) -> EncodedValue {
    if !value.isModified, let origin = value.archived, origin.archive.layout == layout {
      return preserveUnread(origin)
    }
    return try encodeObject(
      continuing: value.archived, class: Value.archivedClassName
    ) { (archiver) throws(KeyedArchiveError) in
      try value.encode(to: &archiver)
    }
  }

  /// Encodes an object of one of Foundation's own classes.
  ///
  /// - Parameters:
  ///   - classes: The class, and others that an object in the place of which it is written may have.
  ///   - body: Encodes its fields.
  /// - Returns: The object.
  /// - Throws: ``KeyedArchiveError`` when what it brings along cannot be read, or as `body` does.
  mutating func encodeObject(
    ofClass classes: [String],
    _ body: (inout KeyedArchiver) throws(KeyedArchiveError) -> Void
  ) throws(KeyedArchiveError) -> EncodedValue {
    guard layout == .keyed else {
      throw KeyedArchiveError(.invalidValue, "a plain property list has no form for \(classes[0])")
    }
    var origin = replaced
    replaced = nil
    if let name = origin?.className, !classes.contains(name) { origin = nil }
    return try encodeObject(continuing: origin, class: classes[0], body)
  }

  /// Encodes an object.
  ///
  /// - Parameters:
  ///   - origin: The object that it is the present state of, if any: it has its class, its unread fields
  ///     and its identity.
  ///   - name: The class of an object that is new, unless another name was chosen for that.
  ///   - body: Encodes its fields.
  /// - Returns: The object.
  /// - Throws: ``KeyedArchiveError`` when what it brings along cannot be read, or as `body` does.
  private mutating func encodeObject(
    continuing origin: ArchivedObject?, class name: String,
    _ body: (inout KeyedArchiver) throws(KeyedArchiveError) -> Void
  ) throws(KeyedArchiveError) -> EncodedValue {
    // What stands in one form means nothing in the other.
    let origin = origin.flatMap { $0.archive.layout == layout ? $0 : nil }
    let uid = layout == .keyed ? claim(origin) : 0
    let continued = origin.map { self.uid(of: $0.classUID, in: $0.archive) }
    var outer = Frame(start: fields.count, origin: origin?.fields, lastKey: frame.lastKey)
    swap(&frame, &outer)
    try body(&self)
    if layout == .keyed {
      let classUID = continued ?? newClassUID(name)
      setField(KeyedArchive.Key.class, to: append(uid: classUID))
    }
    // Behind all others: of a key that an object had twice, the first is the one that counts.
    if let fields = origin?.fields { try preserveUnread(fields) }
    let number = closeFields()
    swap(&frame, &outer)
    if layout == .plain { return .inline(number) }
    setObject(uid, to: number)
    return .reference(uid)
  }

  /// The fields of the current object as a dictionary.
  private mutating func closeFields() -> Int {
    let number = writer.append(dictionary: fields[frame.start...])
    fields.removeLast(fields.count - frame.start)
    return number
  }

  // MARK: The whole

  /// Completes a plain property list.
  ///
  /// - Parameter value: Its only value.
  /// - Returns: A binary property list.
  /// - Throws: ``KeyedArchiveError`` when what the value brings along cannot be read.
  public mutating func finish<Value: KeyedArchiveValue>(
    root value: Value
  ) throws(KeyedArchiveError) -> [UInt8] {
    try complete(root: value).bytes
  }

  /// Completes the archive.
  ///
  /// - Parameter properties: The fields of the root dictionary of an archive that this one continues,
  ///   to be carried along; those of keyed archives themselves not among them.
  /// - Returns: A binary property list.
  /// - Throws: ``KeyedArchiveError`` when what is carried along cannot be read.
  public mutating func finish(
    preserving properties: ArchivedFields? = nil
  ) throws(KeyedArchiveError) -> [UInt8] {
    try complete(preserving: properties).bytes
  }

  /// Does what ``finish(root:)`` does, but for writing.
  mutating func complete<Value: KeyedArchiveValue>(
    root value: Value
  ) throws(KeyedArchiveError) -> EncodedArchive {
    precondition(layout == .plain, "a keyed archive has its root objects in $top")
    guard case .inline(let number) = try value.encoded(by: &self) else {
      preconditionFailure("a plain property list has no references")
    }
    return try complete(root: number, objectsArray: nil)
  }

  /// Does what ``finish(preserving:)`` does, but for writing.
  mutating func complete(
    preserving properties: ArchivedFields?
  ) throws(KeyedArchiveError) -> EncodedArchive {
    if let fields = frame.origin { try preserveUnread(fields) }
    let top = closeFields()
    let array = writer.reserve()
    setField(KeyedArchive.Key.version, to: writer.append(KeyedArchive.version))
    setField(KeyedArchive.Key.archiver, to: writer.append(KeyedArchive.archiverName))
    setField(KeyedArchive.Key.top, to: top)
    setField(KeyedArchive.Key.objects, to: array)
    if let properties { try preserveUnread(properties) }
    // With parts, it is known only in the end what is in it.
    _ = writer.append(sequence: parts.isEmpty ? objects[...] : [], as: array)
    _ = writer.append(dictionary: fields[...], as: root)
    return try complete(root: root, objectsArray: array)
  }

  /// What has been put together, as a whole.
  ///
  /// - Parameters:
  ///   - root: The root object, as an address.
  ///   - objectsArray: The number of `$objects`, which a plain property list does not have.
  /// - Returns: A binary property list.
  /// - Throws: ``KeyedArchiveError`` when something that is carried along is damaged.
  private mutating func complete(
    root: Int, objectsArray: Int?
  ) throws(KeyedArchiveError) -> EncodedArchive {
    if parts.isEmpty { return EncodedArchive(writer.finish(root: root)) }
    let own = try ArchiveReader(writer.finish(root: 0))
    return EncodedArchive(
      try ArchiveCompactor(self, own: own, root: ArchiveAddress(root), objectsArray: objectsArray))
  }
}
