/// Instances of classes, each of which is made once.
///
/// An instance is made when it is met first. Its references are decoded when those of the instance
/// that led to it are, so that a chain of any length needs no deep stack.
extension KeyedUnarchiver {
  /// The instances that were met.
  struct Instances {
    fileprivate struct Entry {
      let object: ArchivedValue
      var state: State
      /// The index of the instance that led to it first.
      let owner: Int?
    }

    fileprivate enum State {
      case beingMade
      case made(Made)
      case failed(ArchiveError)
    }

    /// An instance whose references may not be decoded yet.
    fileprivate struct Made {
      var instance: any KeyedCodingObject
      let classUID: UInt64
      let unread: FieldPositions
    }

    /// The requested type, and the class that was found.
    fileprivate struct Request: Hashable {
      let type: ObjectIdentifier
      let classUID: UInt64
    }

    fileprivate var entries: [Entry] = []
    /// The indices by UID.
    fileprivate var indices: [UInt64: Int] = [:]
    /// The first whose references were not decoded yet.
    fileprivate var next = 0
    /// The one that is being made or completed.
    fileprivate var current: Int?
    /// The types that were registered, by the name of their class without its module.
    fileprivate var registered: [Substring: any KeyedCodingObject.Type] = [:]
    /// The types that were found for classes.
    fileprivate var types: [Request: any KeyedCodingObject.Type] = [:]
  }

  /// Has objects of these classes decoded as these types, where one of their superclasses is asked
  /// for.
  ///
  /// - Parameter types: The types, each for the class that it names itself.
  public mutating func register(_ types: any KeyedCodingObject.Type...) {
    for type in types {
      instances.registered[type.archivedClassName.unqualifiedClassName] = type
    }
  }

  /// The instance of an object, which is made unless it was before.
  mutating func decodeInstance<Value: KeyedCodingObject>(
    _ object: ArchivedValue
  ) throws(ArchiveError) -> Value {
    guard let uid = object.uid, uid > 0 else {
      let made = try make(object, as: Value.self)
      try complete(made.instance, of: object, made)
      return try checked(made.instance, object)
    }
    let instance =
      if let index = instances.indices[uid] {
        try knownInstance(index)
      } else {
        try makeEntry(object, uid, as: Value.self)
      }
    if instances.current == nil { try completeInstances() }
    return try checked(instance, object)
  }

  /// An instance as the type that is asked for, which is not always the one that made it.
  private func checked<Value: KeyedCodingObject>(
    _ instance: any KeyedCodingObject, _ object: ArchivedValue
  ) throws(ArchiveError) -> Value {
    guard let value = instance as? Value else {
      throw unexpectedClass(
        Swift.type(of: instance).archivedClassName, at: object,
        expected: "an object of class \(Value.archivedClassName)")
    }
    return value
  }

  private func knownInstance(_ index: Int) throws(ArchiveError) -> any KeyedCodingObject {
    let entry = instances.entries[index]
    switch entry.state {
    case .made(let made): return made.instance
    case .failed(let error): throw error
    case .beingMade:
      throw ArchiveError(
        .tooDeep, at: reader.place(of: entry.object.number),
        "an object leads back to itself in a field that init(from:) decodes; "
          + "decodeReferences(from:) can decode it")
    }
  }

  private mutating func makeEntry<Value: KeyedCodingObject>(
    _ object: ArchivedValue, _ uid: UInt64, as type: Value.Type
  ) throws(ArchiveError) -> any KeyedCodingObject {
    let index = instances.entries.count
    let owner = instances.current
    instances.indices[uid] = index
    instances.entries.append(Instances.Entry(object: object, state: .beingMade, owner: owner))
    instances.current = index
    defer { instances.current = owner }
    do {
      let made = try make(object, as: type)
      instances.entries[index].state = .made(made)
      return made.instance
    } catch {
      instances.entries[index].state = .failed(error)
      throw error
    }
  }

  /// Makes the instance of an object, of the type that its class asks for.
  private mutating func make<Value: KeyedCodingObject>(
    _ object: ArchivedValue, as type: Value.Type
  ) throws(ArchiveError) -> Instances.Made {
    let expected = "an object of class \(Value.archivedClassName)"
    var outer = try enter(object, expected: expected)
    defer { leave(to: &outer) }
    var type: any KeyedCodingObject.Type = type
    var classUID: UInt64 = 0
    if layout == .keyed {
      classUID = try self.classUID(of: object, expected: expected)
      type = try self.type(ofClass: classUID, as: Value.self, at: object)
    }
    let instance = try type.init(from: &self)
    return Instances.Made(instance: instance, classUID: classUID, unread: frame.unread)
  }

  /// The type for objects of a class: the nearest to it of the types that are known.
  private mutating func type<Value: KeyedCodingObject>(
    ofClass uid: UInt64, as expected: Value.Type, at object: ArchivedValue
  ) throws(ArchiveError) -> any KeyedCodingObject.Type {
    let request = Instances.Request(type: ObjectIdentifier(expected), classUID: uid)
    if let known = instances.types[request] { return known }
    let chain = try classChain(uid: uid)
    let names = (classNames[ObjectIdentifier(expected), default: []] + [Value.archivedClassName])
      .map(\.unqualifiedClassName)
    for name in chain.map(\.unqualifiedClassName) {
      let isExpected = names.contains(name)
      let registered = instances.registered[name] as? Value.Type
      guard let type = registered ?? (isExpected ? expected : nil) else { continue }
      instances.types[request] = type
      return type
    }
    throw unexpectedClass(
      chain[0], at: object, expected: "an object of class \(Value.archivedClassName)")
  }

  /// Decodes the references of all instances that were made.
  private mutating func completeInstances() throws(ArchiveError) {
    defer { instances.current = nil }
    while instances.next < instances.entries.count {
      let index = instances.next
      instances.next += 1
      guard case .made(let made) = instances.entries[index].state else { continue }
      instances.current = index
      do {
        try complete(made.instance, of: instances.entries[index].object, made)
      } catch {
        throw traced(error, at: index)
      }
    }
  }

  private mutating func complete(
    _ instance: any KeyedCodingObject, of object: ArchivedValue, _ made: Instances.Made
  ) throws(ArchiveError) {
    var instance = instance
    var outer = try enter(object, expected: "an object")
    defer { leave(to: &outer) }
    frame.unread = made.unread
    try instance.decodeReferences(from: &self)
    instance.archived = takeArchivedObject(object, classUID: made.classUID)
  }

  /// An error with the keys that lead to the object from the one that was met first of all.
  ///
  /// Each object that led to another is decoded once more, and the reference throws.
  private mutating func traced(_ error: ArchiveError, at index: Int) -> ArchiveError {
    var (error, index) = (error, index)
    for _ in 0..<PropertyListLimits.depth {
      instances.entries[index].state = .failed(error)
      guard let owner = instances.entries[index].owner,
        case .made(let made) = instances.entries[owner].state
      else { return error }
      do {
        instances.current = owner
        try decodeAgain(made.instance, of: instances.entries[owner].object)
        return error
      } catch let outer {
        (error, index) = (outer, owner)
      }
    }
    return error.inside(key: "…")
  }

  private mutating func decodeAgain(
    _ instance: any KeyedCodingObject, of object: ArchivedValue
  ) throws(ArchiveError) {
    var outer = try enter(object, expected: "an object")
    defer { leave(to: &outer) }
    _ = try Swift.type(of: instance).init(from: &self)
    try instance.decodeReferences(from: &self)
  }
}
