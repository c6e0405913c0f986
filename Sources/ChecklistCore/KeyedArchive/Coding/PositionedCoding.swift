/// A type most of whose objects have the same few sequences of keys.
///
/// An object with a sequence of keys that was met before is read by the positions of its fields.
/// What is unusual about an object is left to `init(from:)`, and so are all errors. A decode of
/// 20,000 items takes three fifths of the instructions so.
protocol PositionedCoding: KeyedCoding {
  /// The keys of the fields that most objects have, at most 16.
  ///
  /// An object with another key is unusual.
  static var positionedKeys: [String] { get }

  /// Decodes an object from the fields with those keys, as `init(from:)` does.
  ///
  /// - Parameter shared: What was made of the objects that other objects refer to.
  /// - Throws: ``UnusualObject`` when `init(from:)` must decide.
  init(_ fields: inout PositionedFields, _ shared: SharedValues) throws(UnusualObject)

  /// What other objects may share that have the same object in a field, by the index of its key.
  var shareableValues: [(field: Int, value: AnyObject)] { get }
}

/// An object that is not read by the positions of its fields.
struct UnusualObject: Error {}

/// The fields of an object whose sequence of keys is known.
///
/// An object throws ``UnusualObject`` when a value is null, has another type than the expected, has
/// an unusual encoding or is damaged.
struct PositionedFields {
  let archive: KeyedArchive
  let list: BinaryPropertyListView
  let objects: BinaryPropertyListReferences
  let values: BinaryPropertyListReferences
  /// By the index of a key, its position; negative for a key that is not there.
  let positions: SIMD16<Int8>
  let dateShape: KeyedUnarchiver.DateShape?
  /// What the object takes from the budget.
  fileprivate(set) var charge: Int

  /// Whether the object has a field.
  @inline(__always)
  func contains(_ field: Int) -> Bool { positions[field] >= 0 }

  @inline(__always)
  private func value(_ field: Int) throws(UnusualObject) -> ArchivedValue {
    guard contains(field),
      let value = list.element(Int(positions[field]), of: values, objects: objects, .keyed),
      value.uid != 0
    else { throw UnusualObject() }
    return value
  }

  /// What was read; nil when the general way must decide.
  @inline(__always)
  private func sound<Value>(_ value: Value?) throws(UnusualObject) -> Value {
    guard let value else { throw UnusualObject() }
    return value
  }

  @inline(__always)
  func boolean(_ field: Int) throws(UnusualObject) -> Bool {
    try sound(list.boolean(at: value(field).offset))
  }

  @inline(__always)
  func integer(_ field: Int) throws(UnusualObject) -> Int {
    try sound(list.integer(at: value(field).offset))
  }

  @inline(__always)
  func real(_ field: Int) throws(UnusualObject) -> Double {
    try sound(list.real(at: value(field).offset))
  }

  @inline(__always)
  func text(_ field: Int) throws(UnusualObject) -> LazyText {
    try sound(LazyText(value(field), of: archive))
  }

  /// The seconds of a date.
  @inline(__always)
  mutating func seconds(_ field: Int) throws(UnusualObject) -> Double {
    let seconds = try sound(dateShape?.seconds(at: value(field).offset, in: list))
    charge &+= KeyedUnarchiver.DateShape.charge
    return seconds
  }

  /// What was made of the same object in a field of another object.
  @inline(__always)
  func value<Value: AnyObject>(
    _ field: Int, among shared: SharedValues
  ) throws(UnusualObject) -> Value {
    try sound(shared[value(field).number, field])
  }
}

/// The sequences of keys of objects that were decoded.
struct KnownPositions {
  fileprivate struct Shape {
    let type: ObjectIdentifier
    let keys: BinaryPropertyListReferences
    let classPosition: Int
    let classUID: UInt64
    /// By the index of a key, its position; nil when the objects have other keys too.
    let positions: SIMD16<Int8>?
  }

  /// How many are remembered; objects with others are decoded in the general way.
  private static let capacity = 32
  private var shapes: [Shape] = []
  /// The index of the one that was met last.
  private var latest = 0

  @inline(__always)
  fileprivate mutating func shape(
    of keys: BinaryPropertyListReferences, for type: ObjectIdentifier,
    in list: BinaryPropertyListView
  ) -> Shape? {
    if latest < shapes.count, Self.isShape(shapes[latest], of: keys, for: type, in: list) {
      return shapes[latest]
    }
    for index in shapes.indices where Self.isShape(shapes[index], of: keys, for: type, in: list) {
      latest = index
      return shapes[index]
    }
    return nil
  }

  @inline(__always)
  private static func isShape(
    _ shape: Shape, of keys: BinaryPropertyListReferences, for type: ObjectIdentifier,
    in list: some BinaryPropertyListBytes
  ) -> Bool {
    shape.type == type && list.hasEqualReferences(shape.keys, keys)
  }

  /// The positions of the fields of an object that was decoded in the general way; nil when it has
  /// other fields too.
  fileprivate mutating func learn<Object: PositionedCoding>(
    _ keys: BinaryPropertyListReferences, of type: Object.Type, classUID: UInt32,
    in list: BinaryPropertyListReader
  ) throws(ArchiveError) -> SIMD16<Int8>? {
    let type = ObjectIdentifier(type)
    if let known = shapes.first(where: { Self.isShape($0, of: keys, for: type, in: list) }) {
      return known.positions
    }
    if shapes.count == Self.capacity { return nil }
    var positions = SIMD16<Int8>(repeating: -1)
    let classPosition = try list.position(of: KeyedArchive.Key.class, in: keys)
    var count = 1
    for (index, key) in Object.positionedKeys.enumerated() {
      let position = try list.position(of: key, in: keys)
      guard position >= 0, let position = Int8(exactly: position) else { continue }
      positions[index] = position
      count += 1
    }
    let isWhole = classPosition >= 0 && count == keys.count
    shapes.append(
      Shape(
        type: type, keys: keys, classPosition: classPosition, classUID: UInt64(classUID),
        positions: isWhole ? positions : nil))
    return isWhole ? positions : nil
  }
}

/// What was made of objects that other objects refer to, by their numbers and the fields that
/// refer to them: a text may be a day in one field and a name in another.
///
/// Each takes the place of another one, so it is for what many objects in a row refer to.
struct SharedValues {
  private struct Entry {
    let number: Int
    let field: Int
    let value: AnyObject
  }

  private static let capacity = 1024
  private var entries: [Entry?] = []

  @inline(__always)
  subscript<Value: AnyObject>(number: Int, field: Int) -> Value? {
    if entries.isEmpty { return nil }
    guard let entry = entries[number & (Self.capacity - 1)], entry.number == number,
      entry.field == field
    else { return nil }
    return entry.value as? Value
  }

  mutating func insert(_ value: AnyObject, for number: Int, in field: Int) {
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.capacity) }
    entries[number & (Self.capacity - 1)] = Entry(number: number, field: field, value: value)
  }
}

extension KeyedUnarchiver {
  /// Decodes an object by the positions of its fields if it can be, and else in the general way.
  @inline(__always)
  mutating func decodePositionedObject<Object: PositionedCoding>(
    _ value: ArchivedValue
  ) throws(ArchiveError) -> Object {
    guard usesPositions else { return try decodeObject(value) }
    if let object: Object = positionedObject(value) { return object }
    let object: Object = try decodeObject(value)
    learnPositions(of: object, value)
    return object
  }

  /// Decodes an object by the positions of its fields; nil when it is to be decoded in the general
  /// way.
  @inline(__always)
  mutating func positionedObject<Object: PositionedCoding>(
    _ value: ArchivedValue
  ) -> Object? {
    guard value.uid != 0, canEnter else { return nil }
    let archive = archive
    return archive.reader.bytes.withUnsafeBufferPointer { bytes -> Object? in
      let list = BinaryPropertyListView(archive.reader, bytes)
      guard let (keys, values) = list.dictionary(at: value.offset),
        let shape = knownPositions.shape(of: keys, for: ObjectIdentifier(Object.self), in: list),
        let positions = shape.positions,
        list.uid(shape.classPosition, of: values) == shape.classUID
      else { return nil }
      var fields = PositionedFields(
        archive: archive, list: list, objects: archive.objects, values: values,
        positions: positions, dateShape: dateShape, charge: Self.charge(ofObjectWith: keys.count))
      guard var object = try? Object(&fields, sharedValues), takeIfThere(fields.charge) else {
        return nil
      }
      object.archived = ArchivedObject(
        fields: ArchivedFields(
          archive: archive, dictionary: value.number, unread: FieldPositions()),
        uid: UInt32(truncatingIfNeeded: value.uid ?? 0),
        classUID: UInt32(truncatingIfNeeded: shape.classUID))
      return object
    }
  }

  /// Remembers where an object has its fields, and what others may share of it.
  @inline(never)
  fileprivate mutating func learnPositions<Object: PositionedCoding>(
    of object: Object, _ value: ArchivedValue
  ) {
    guard layout == .keyed, let classUID = object.archived?.classUID,
      let (keys, values) = try? archive.dictionary(value),
      let positions = try? knownPositions.learn(
        keys, of: Object.self, classUID: classUID, in: reader)
    else { return }
    for (field, value) in object.shareableValues where positions[field] >= 0 {
      if let found = archive.expectedElement(Int(positions[field]), of: values), found.uid != 0 {
        sharedValues.insert(value, for: found.number, in: field)
      }
    }
  }
}
