/// The classes of new objects. A type names its class itself, unless another name was chosen for
/// it.
extension KeyedArchiver {
  /// The class of new objects of a type.
  struct NewClass {
    /// The type's own name for its class.
    ///
    /// It is nil once another name was chosen for the type; there may be objects of this class even
    /// so.
    var type: String?
    var name: String
    /// The UID of its class record, once there is one.
    var uid: UInt64?
  }

  /// A class whose record says that its superclass is `NSObject`, and nothing else.
  struct PlainClass {
    let name: String
    let uid: UInt64
  }

  /// The UID of the class record that says nothing but this name; nil when there is none yet.
  mutating func plainClassUID(named name: String) -> UInt64? {
    if let known = plainClasses.first(where: { $0.name.hasSameCodeUnits(as: name) }) {
      return known.uid
    }
    guard plainClasses.count < Self.plainClassCount, let uid = continued?.classUID(named: name)
    else { return nil }
    remember(plainClass: name, uid)
    return uid
  }

  /// Makes the class record that says nothing but this name stand for equal ones.
  mutating func remember(plainClass name: String, _ uid: UInt64) {
    if plainClasses.count < Self.plainClassCount {
      plainClasses.append(PlainClass(name: name, uid: uid))
    }
  }

  /// How many classes are remembered: more than most archives have.
  private static let plainClassCount = 256

  /// Archives new values of a type under another class name.
  ///
  /// - Parameters:
  ///   - name: The name, with a module or without.
  ///   - type: The type.
  public mutating func setClassName<Value: KeyedCoding>(_ name: String, for type: Value.Type) {
    for index in newClasses.indices where newClasses[index].type == Value.archivedClassName {
      newClasses[index].type = nil
    }
    newClasses.append(NewClass(type: Value.archivedClassName, name: name))
    dateFields = nil
  }

  /// Archives new values of a type with the class that another value was decoded with.
  ///
  /// - Parameters:
  ///   - archived: What that value remembers about its object.
  ///   - type: The type.
  public mutating func setClass<Value: KeyedCoding>(
    of archived: ArchivedObject, for type: Value.Type
  ) {
    guard let name = archived.className else { return }
    setClassName(name, for: type)
    newClasses[newClasses.count - 1].uid = uid(of: archived.classUID, in: archived.archive)
  }

  /// The UID of the class record for new objects of a type, by the type's own name for its class.
  ///
  /// The names of its superclasses are for a record that is not there yet.
  @inline(__always)
  mutating func newClassUID(_ type: String, _ superclasses: [String]) -> UInt64 {
    for known in newClasses where known.type == type {
      if let uid = known.uid { return uid }
    }
    return makeClassRecord(type, superclasses)
  }

  @inline(never)
  private mutating func makeClassRecord(_ type: String, _ superclasses: [String]) -> UInt64 {
    let index = newClasses.firstIndex { $0.type == type } ?? newClasses.count
    if index == newClasses.count { newClasses.append(NewClass(type: type, name: type)) }
    let name = newClasses[index].name
    if let same = newClasses.first(where: { $0.name == name && $0.uid != nil })?.uid {
      newClasses[index].uid = same
      return same
    }
    if superclasses.isEmpty, let known = plainClassUID(named: name) {
      newClasses[index].uid = known
      return known
    }
    let names = ([name] + superclasses + ["NSObject"]).map { writer.append($0) }
    let record: [BinaryPropertyListWriter.Field] = [
      .init(number(ofOwnKey: KeyedArchive.Key.classname), names[0]),
      .init(number(ofOwnKey: KeyedArchive.Key.classes), writer.append(sequence: names[...])),
    ]
    let uid = UInt64(objects.count)
    objects.append(writer.append(dictionary: record[...]))
    newClasses[index].uid = uid
    if superclasses.isEmpty { remember(plainClass: name, uid) }
    return uid
  }
}
