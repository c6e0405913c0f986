/// Takes the unknown fields of a document out of its archives.
///
/// It goes through all objects that they lead to twice: first to find those that several lists or
/// items lead to, then to take each. The entries of dictionaries are taken in the order of their
/// keys.
struct LooseFieldsTaker {
  /// An object of an archive.
  private struct Address: Hashable {
    let archive: ObjectIdentifier
    let uid: UInt64

    init(_ archive: KeyedArchive, _ uid: UInt64) {
      (self.archive, self.uid) = (ObjectIdentifier(archive), uid)
    }
  }

  /// Who leads to an object.
  private enum Holder: Equatable {
    case one(Int)
    case several
  }

  /// The objects that are taken together.
  private struct Taken {
    let archive: KeyedArchive
    var positions: [UInt64: Int] = [:]
    var objects: [PropertyList] = []
    /// The UIDs of the objects, by position.
    var uids: [UInt64] = []
  }

  /// What is outside of the fields: lists and items, and in the end shared objects.
  private var outside: [Address: LooseReference] = [:]
  private var holders: [Address: Holder] = [:]
  private var ownerCount = 0
  /// What is left to look at and to take.
  private var budget = 0
  /// The objects that several lead to, in groups by name.
  private(set) var shared: [String: [PropertyList]] = [:]

  /// How many times the size of its file what is taken may have: what is shared is taken once more
  /// where it is small.
  private static let expansion = 16
  /// The bytes of a text or of data that may be shared; a small one is taken as often as it occurs.
  private static let smallSize = 1024

  /// Knows where the lists and the items of a document are in their archives.
  init(_ document: ChecklistDocument) {
    for list in document.checklists {
      note(list.archived, .list(list.id))
      for item in list.items { note(item.archived, .item(item.id)) }
    }
  }

  private mutating func note(_ object: ArchivedObject?, _ reference: LooseReference) {
    guard let object, object.uid > 0 else { return }
    outside[Address(object.archive, UInt64(object.uid))] = reference
  }

  // MARK: Who leads to what

  /// Looks at what the fields of one object lead to, before any are taken.
  mutating func look(at fields: ArchivedFields) throws(KeyedArchiveError) {
    ownerCount += 1
    let owner = Holder.one(ownerCount)
    let archive = fields.archive
    budget = max(budget, archive.reader.bytes.count * Self.expansion)
    if archive.layout == .plain { return }
    var pending: [UInt64] = []
    for number in try numbers(of: fields) { try collect(number, archive, 0, &pending) }
    while let uid = pending.popLast() {
      let address = Address(archive, uid)
      switch try isSharable(uid, archive) ? holders[address] : owner {
      case owner, .several: break
      case nil:
        holders[address] = owner
        try collect(object: uid, archive, &pending)
      case .one: try spread(uid, archive)
      }
    }
  }

  /// Several lead to an object, and so to all that it leads to.
  private mutating func spread(
    _ first: UInt64, _ archive: KeyedArchive
  ) throws(KeyedArchiveError) {
    var pending = [first]
    while let uid = pending.popLast() {
      let address = Address(archive, uid)
      guard try isSharable(uid, archive), holders[address] != .several else { continue }
      holders[address] = .several
      try collect(object: uid, archive, &pending)
    }
  }

  /// Whether an object is one that several may lead to.
  private func isSharable(_ uid: UInt64, _ archive: KeyedArchive) throws(KeyedArchiveError) -> Bool
  {
    guard uid > 0, outside[Address(archive, uid)] == nil else { return false }
    return switch try archive.reader.object(archive.objectNumber(uid: uid)) {
    case .asciiString(let range), .utf16String(let range), .data(let range):
      range.count >= Self.smallSize
    case .array, .set, .orderedSet, .dictionary: true
    default: false
    }
  }

  /// The numbers of the values of fields.
  private func numbers(of fields: ArchivedFields) throws(KeyedArchiveError) -> [Int] {
    try entries(of: fields).map(\.value)
  }

  private func entries(
    of fields: ArchivedFields
  ) throws(KeyedArchiveError) -> [(key: String, value: Int)] {
    let reader = fields.archive.reader
    guard case .dictionary(let keys, let values) = try reader.object(fields.dictionary) else {
      return []
    }
    return try entries(fields.unread.ascending, keys, values, reader)
  }

  /// The entries of a dictionary by their keys, so that another order makes no difference.
  private func entries(
    _ positions: some Sequence<Int>, _ keys: BinaryPropertyListReferences,
    _ values: BinaryPropertyListReferences, _ reader: ArchiveReader
  ) throws(KeyedArchiveError) -> [(key: String, value: Int)] {
    var entries: [(key: String, value: Int)] = []
    for position in positions {
      let key = try reader.text(reader.reference(position, in: keys)) ?? ""
      entries.append((key, try reader.reference(position, in: values)))
    }
    return entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// Collects the UIDs in an object, but for that of its class.
  private mutating func collect(
    object uid: UInt64, _ archive: KeyedArchive, _ uids: inout [UInt64]
  ) throws(KeyedArchiveError) {
    let number = try archive.objectNumber(uid: uid)
    guard case .dictionary(let keys, let values) = try archive.reader.object(number) else {
      return try collect(number, archive, 0, &uids)
    }
    let own = try archive.reader.position(of: KeyedArchive.Key.class, in: keys)
    for position in 0..<values.count where position != own {
      try collect(archive.reader.reference(position, in: values), archive, 1, &uids)
    }
  }

  /// Collects the UIDs in a value.
  private mutating func collect(
    _ number: Int, _ archive: KeyedArchive, _ depth: Int, _ uids: inout [UInt64]
  ) throws(KeyedArchiveError) {
    try charge(1, depth)
    switch try archive.reader.object(number) {
    case .uid(let uid): uids.append(uid)
    case .array, .set, .orderedSet, .dictionary:
      let values = try archive.reader.values(number)
      for position in 0..<values.count {
        try collect(archive.reader.reference(position, in: values), archive, depth + 1, &uids)
      }
    default: break
    }
  }

  private mutating func charge(_ cost: Int, _ depth: Int) throws(KeyedArchiveError) {
    guard depth <= PropertyListLimits.depth else {
      throw KeyedArchiveError(.tooDeep, PropertyListLimits.tooDeepMessage())
    }
    budget -= cost
    guard budget >= 0 else {
      throw KeyedArchiveError(
        .tooLarge, "what unknown fields share would become far more than the file holds")
    }
  }

  // MARK: Taking

  /// Takes the fields of one object.
  mutating func take(_ fields: ArchivedFields) throws(KeyedArchiveError) -> LooseFields? {
    if fields.unread.isEmpty { return nil }
    var taken = Taken(archive: fields.archive)
    var entries: [PropertyListDictionary.Entry] = []
    for (key, number) in try self.entries(of: fields) {
      entries.append(.init(key: key, value: try value(number, 0, &taken, isShared: false)))
    }
    try takeObjects(&taken, isShared: false)
    return LooseFields(
      layout: fields.archive.layout, fields: PropertyListDictionary(entries),
      objects: taken.objects)
  }

  /// Takes the objects that were met, and those that they lead to.
  private mutating func takeObjects(
    _ taken: inout Taken, isShared: Bool
  ) throws(KeyedArchiveError) {
    while taken.objects.count < taken.uids.count {
      let number = try taken.archive.objectNumber(uid: taken.uids[taken.objects.count])
      taken.objects.append(try value(number, 0, &taken, isShared: isShared, isObject: true))
    }
  }

  /// Takes a value.
  private mutating func value(
    _ number: Int, _ depth: Int, _ taken: inout Taken, isShared: Bool, isObject: Bool = false
  ) throws(KeyedArchiveError) -> PropertyList {
    try charge(1, depth)
    let reader = taken.archive.reader
    let object = try reader.object(number)
    func elements(
      _ references: BinaryPropertyListReferences, _ taker: inout LooseFieldsTaker,
      _ taken: inout Taken
    ) throws(KeyedArchiveError) -> [PropertyList] {
      var elements: [PropertyList] = []
      for position in 0..<references.count {
        elements.append(
          try taker.value(
            reader.reference(position, in: references), depth + 1, &taken, isShared: isShared))
      }
      return elements
    }
    switch object {
    case .null: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .date(let seconds): return .date(seconds)
    case .data(let range):
      try charge(range.count, depth)
      return .data(Array(reader.bytes[range]))
    case .asciiString(let range), .utf16String(let range):
      try charge(range.count, depth)
      return .string(try reader.text(number, object) ?? "")
    case .uid(let uid): return try reference(uid, &taken, isShared: isShared)
    case .array(let references): return .array(try elements(references, &self, &taken))
    case .set(let references): return .set(try elements(references, &self, &taken))
    case .orderedSet(let references): return .orderedSet(try elements(references, &self, &taken))
    case .dictionary(let keys, let values):
      var entries: [PropertyListDictionary.Entry] = []
      for (key, value) in try self.entries(0..<keys.count, keys, values, reader) {
        try charge(key.utf8.count, depth)
        var number = value
        // The record of its class stands in the object.
        if isObject, key.hasSameCodeUnits(as: KeyedArchive.Key.class),
          let uid = try reader.uid(number)
        {
          number = try taken.archive.objectNumber(uid: uid)
        }
        entries.append(
          .init(key: key, value: try self.value(number, depth + 1, &taken, isShared: isShared)))
      }
      return .dictionary(PropertyListDictionary(entries))
    }
  }

  /// What stands for the object of a UID.
  private mutating func reference(
    _ uid: UInt64, _ taken: inout Taken, isShared: Bool
  ) throws(KeyedArchiveError) -> PropertyList {
    guard uid > 0, taken.archive.layout == .keyed else { return .uid(uid) }
    let address = Address(taken.archive, uid)
    if !isShared, outside[address] == nil, holders[address] == .several {
      try takeGroup(uid, taken.archive)
    }
    if let reference = outside[address] { return reference.propertyList }
    if let position = taken.positions[uid] { return .uid(UInt64(position)) }
    taken.uids.append(uid)
    taken.positions[uid] = taken.uids.count
    return .uid(UInt64(taken.uids.count))
  }

  /// Takes an object that several lead to, with all that it leads to.
  private mutating func takeGroup(
    _ uid: UInt64, _ archive: KeyedArchive
  ) throws(KeyedArchiveError) {
    var taken = Taken(archive: archive)
    _ = try reference(uid, &taken, isShared: true)
    try takeObjects(&taken, isShared: true)
    let hash = StableHash(PropertyList.array(taken.objects).binary()).value
    let name = String(hash, paddedTo: 16, radix: 16)
    var (own, number) = (name, 1)
    while shared[own] != nil { (own, number) = ("\(name)-\(number + 1)", number + 1) }
    shared[own] = taken.objects
    for (position, uid) in taken.uids.enumerated() {
      let address = Address(archive, uid)
      if holders[address] == .several { outside[address] = .shared(own, position + 1) }
    }
  }
}

extension ChecklistDocument {
  /// The unknown fields of the document, apart from its archives.
  ///
  /// - Returns: The fields; what they share is shared among them still.
  /// - Throws: ``KeyedArchiveError`` when they are damaged, or would be out of all proportion.
  package func looseFields() throws(KeyedArchiveError) -> LooseDocumentFields {
    var loose = LooseDocumentFields()
    if unknownFieldCount == 0 { return loose }
    var taker = LooseFieldsTaker(self)
    let objects = checklists.flatMap { list in
      [list.archived?.fields] + list.items.map { $0.archived?.fields }
    }
    for fields in [topFields, rootFields] + objects {
      if let fields, !fields.unread.isEmpty { try taker.look(at: fields) }
    }
    if let topFields { loose.top = try taker.take(topFields) }
    if let rootFields { loose.root = try taker.take(rootFields) }
    for list in checklists {
      if let fields = list.archived?.fields { loose.lists[list.id] = try taker.take(fields) }
      for item in list.items {
        if let fields = item.archived?.fields { loose.items[item.id] = try taker.take(fields) }
      }
    }
    loose.shared = taker.shared
    return loose
  }
}
