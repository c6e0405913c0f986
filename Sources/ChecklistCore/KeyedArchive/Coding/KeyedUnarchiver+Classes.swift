/// The classes of objects, and the types that are decoded from them.
extension KeyedUnarchiver {
  /// Has objects of another class decoded as a type too, as
  /// `NSKeyedUnarchiver.setClass(_:forClassName:)` does.
  ///
  /// It is for classes that got another name. A value is archived with the class that it was
  /// decoded with.
  ///
  /// - Parameters:
  ///   - name: The name of the class; its module does not count.
  ///   - type: The type; a class is registered by ``register(_:)`` where it is a subclass of what
  ///     is asked for.
  public mutating func setClassName<Value: KeyedCoding>(_ name: String, for type: Value.Type) {
    classNames[ObjectIdentifier(type), default: []].append(name)
  }

  /// Checks that objects of a class are decoded as a type.
  @inline(__always)
  mutating func check<Value: KeyedCoding>(
    _ classUID: UInt64, is type: Value.Type, at value: ArchivedValue
  ) throws(ArchiveError) {
    if knows(classUID, as: ObjectIdentifier(type)) { return }
    try learn(classUID, is: type, at: value)
  }

  /// Finds out that objects of a class are decoded as a type.
  @inline(never)
  private mutating func learn<Value: KeyedCoding>(
    _ classUID: UInt64, is type: Value.Type, at value: ArchivedValue
  ) throws(ArchiveError) {
    let type = ObjectIdentifier(Value.self)
    let chain = try classChain(uid: classUID)
    let names = classNames[type, default: []] + [Value.archivedClassName]
    guard
      chain.contains(where: { name in
        names.contains { $0.unqualifiedClassName == name.unqualifiedClassName }
      })
    else {
      throw unexpectedClass(
        chain[0], at: value, expected: "an object of class \(Value.archivedClassName)")
    }
    knownClasses.insert(classUID, as: type)
  }

  /// Whether objects of a class are known to be decoded as a type.
  @inline(__always)
  func knows(_ classUID: UInt64, as type: ObjectIdentifier) -> Bool {
    isLenient || knownClasses.contains(classUID, as: type)
  }

  /// The names of a class and its superclasses.
  mutating func classChain(uid: UInt64) throws(ArchiveError) -> [String] {
    let record = try archive.classRecord(uid: uid)
    // Many records may share one long list of names.
    try charge(record.classes.count)
    var chain = [record.name]
    for index in 0..<record.classes.count {
      let number = try reader.reference(index, in: record.classes)
      if let name = try text(number, reader.object(number)) { chain.append(name) }
    }
    return chain
  }

  func unexpectedClass(_ name: String, at value: ArchivedValue, expected: String) -> ArchiveError {
    ArchiveError(
      .unexpectedClass, at: reader.place(of: value.number),
      "expected \(expected), found one of class \(name)")
  }
}

extension String {
  /// The name of a class without its module: `ChecklistItem` of `Checklists.ChecklistItem`.
  var unqualifiedClassName: Substring {
    utf8.lastIndex(of: UInt8(ascii: ".")).map { self[utf8.index(after: $0)...] } ?? self[...]
  }
}
