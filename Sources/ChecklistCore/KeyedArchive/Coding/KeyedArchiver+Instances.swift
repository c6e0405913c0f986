/// Instances of classes, each of which is written once.
///
/// An instance gets its UID when it is met first. Its fields are encoded when those of the instance
/// that led to it are complete, so that a chain of any length needs no deep stack.
extension KeyedArchiver {
  /// The instances that were met.
  ///
  /// It is Sendable because each is only held: its fields have been encoded when the call that met
  /// it returns, and after that no other may get its address.
  struct Instances: @unchecked Sendable {
    fileprivate struct Entry {
      let instance: any KeyedCodingObject
      let uid: UInt64
      /// The index of the instance that led to it first.
      let owner: Int?
    }

    fileprivate var entries: [Entry] = []
    fileprivate var indices: [ObjectIdentifier: Int] = [:]
    /// The first whose fields were not encoded yet.
    fileprivate var next = 0
    /// The one whose fields are being encoded.
    fileprivate var current: Int?
    /// The one whose fields could not be encoded.
    fileprivate var failed: (index: Int, error: ArchiveError)?
  }

  /// Encodes an instance, unless it is in the archive already.
  mutating func encodeInstance(
    _ instance: any KeyedCodingObject
  ) throws(ArchiveError) -> EncodedValue {
    guard layout == .keyed else { return .inline(try encodeFields(of: instance)) }
    if let index = instances.indices[ObjectIdentifier(instance)] {
      if let failed = instances.failed, failed.index == index { throw failed.error }
      return .reference(instances.entries[index].uid)
    }
    let uid = claim(inThisLayout(instance.archived))
    instances.indices[ObjectIdentifier(instance)] = instances.entries.count
    instances.entries.append(
      Instances.Entry(instance: instance, uid: uid, owner: instances.current))
    if instances.current == nil { try encodePendingInstances() }
    return .reference(uid)
  }

  private mutating func encodePendingInstances() throws(ArchiveError) {
    defer { instances.current = nil }
    while instances.next < instances.entries.count {
      let index = instances.next
      instances.next += 1
      do {
        try encodeFields(ofEntry: index)
      } catch {
        throw traced(error, at: index)
      }
    }
  }

  private mutating func encodeFields(ofEntry index: Int) throws(ArchiveError) {
    instances.current = index
    let entry = instances.entries[index]
    objects[Int(entry.uid)] = try encodeFields(of: entry.instance)
  }

  private mutating func encodeFields(
    of instance: any KeyedCodingObject
  ) throws(ArchiveError) -> Int {
    let type = type(of: instance)
    return try encodeFields(
      continuing: inThisLayout(instance.archived), class: type.archivedClassName,
      superclasses: type.archivedSuperclassNames
    ) { (archiver) throws(ArchiveError) in
      try instance.encode(to: &archiver)
    }
  }

  /// An error with the keys that lead to the instance from the one that was met first of all.
  ///
  /// Each instance that led to another is encoded once more, and the reference throws.
  private mutating func traced(_ error: ArchiveError, at index: Int) -> ArchiveError {
    var (error, index) = (error, index)
    for _ in 0..<PropertyListLimits.depth {
      guard let owner = instances.entries[index].owner else { return error }
      instances.failed = (index, error)
      do {
        try encodeFields(ofEntry: owner)
        return error
      } catch let outer {
        (error, index) = (outer, owner)
      }
    }
    return error.inside(key: "…")
  }
}
