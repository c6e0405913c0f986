/// Makes an archive of unknown fields, so that a document can preserve them as those that it was
/// read with.
struct LooseFieldsArchive {
  private let loose: LooseDocumentFields
  private var objects: [PropertyList] = [.string(KeyedArchive.null)]
  /// The UIDs of class records that are there.
  private var classes: [PropertyList: UInt64] = [:]
  /// The UIDs of the first objects of groups, by their names.
  private var groups: [String: Int] = [:]
  /// The UIDs of lists and items, once they have one.
  private var places: [LooseReference: UInt64] = [:]
  /// The lists and items that there are.
  private let present: Set<LooseReference>

  private init(_ loose: LooseDocumentFields, _ document: ChecklistDocument) {
    self.loose = loose
    present = Set(
      document.checklists.flatMap { list in
        [.list(list.id)] + list.items.map { .item($0.id) }
      })
  }

  /// Gives a document unknown fields, in place of those that it has.
  ///
  /// - Parameter names: The names of the classes of its lists and items.
  /// - Throws: ``KeyedArchiveError`` when the fields are damaged, or the dialect of the document
  ///   cannot hold them.
  static func attach(
    _ loose: LooseDocumentFields, to document: inout ChecklistDocument,
    _ names: ChecklistDocument.ClassNames
  ) throws(KeyedArchiveError) {
    let layout = document.dialect.layout
    let all = [loose.top, loose.root].compactMap(\.self) + loose.lists.values + loose.items.values
    guard all.allSatisfy({ $0.layout == layout }) else {
      throw KeyedArchiveError(
        .unrepresentable,
        layout == .keyed
          ? "a keyed archive cannot hold the unknown fields of a plain property list"
          : "a plain property list cannot hold the unknown fields of a keyed archive")
    }
    var archive = LooseFieldsArchive(loose, document)
    switch layout {
    case .keyed: try archive.attachKeyed(to: &document, names)
    case .plain: try archive.attachPlain(to: &document)
    }
  }

  // MARK: Plain property lists

  private mutating func attachPlain(
    to document: inout ChecklistDocument
  ) throws(KeyedArchiveError) {
    var fields: [PropertyList] = []
    for list in document.checklists {
      if let own = loose.lists[list.id] { fields.append(.dictionary(own.fields)) }
      for item in list.items {
        if let own = loose.items[item.id] { fields.append(.dictionary(own.fields)) }
      }
    }
    let archive = try KeyedArchive(propertyList: PropertyList.array(fields).binary())
    let numbers = try archive.reader.values(archive.top)
    var next = 0
    func object() throws(KeyedArchiveError) -> ArchivedObject {
      defer { next += 1 }
      let number = try archive.reader.reference(next, in: numbers)
      return ArchivedObject(
        fields: ArchivedFields(
          archive: archive, dictionary: number,
          unread: try archive.reader.positions(in: number, except: [])),
        uid: 0, classUID: 0)
    }
    try document.updateEach { (list) throws(KeyedArchiveError) in
      if loose.lists[list.id] != nil { list.archived = try object() }
    } item: { (item) throws(KeyedArchiveError) in
      if loose.items[item.id] != nil { item.archived = try object() }
    }
  }

  // MARK: Keyed archives

  private mutating func attachKeyed(
    to document: inout ChecklistDocument, _ names: ChecklistDocument.ClassNames
  ) throws(KeyedArchiveError) {
    let sharedNames = loose.shared.keys.sorted()
    for name in sharedNames {
      groups[name] = objects.count
      objects += Array(repeating: .null, count: loose.shared[name]?.count ?? 0)
    }
    for name in sharedNames {
      for (position, object) in (loose.shared[name] ?? []).enumerated() {
        let first = groups[name] ?? 0
        objects[first + position] = try self.object(
          object, first: first, count: loose.shared[name]?.count ?? 0)
      }
    }
    let top = try loose.top.map { (fields) throws(KeyedArchiveError) in try add(fields) }
    let root = try loose.root.map { (fields) throws(KeyedArchiveError) in try add(fields) }
    // What nobody has fields for may be referred to.
    var carried: [(LooseReference, PropertyListDictionary)] = []
    for (id, fields) in loose.lists.sorted(by: { $0.key < $1.key }) {
      carried.append((.list(id), try add(fields)))
    }
    for (id, fields) in loose.items.sorted(by: { $0.key < $1.key }) {
      carried.append((.item(id), try add(fields)))
    }
    for (reference, fields) in carried {
      _ = place(reference).map { objects[Int($0)] = .dictionary(fields) }
    }
    let classes = try [names.list, names.item].map { (name) throws(KeyedArchiveError) in
      try classUID([
        KeyedArchive.Key.classname: .string(name),
        KeyedArchive.Key.classes: [.string(name), "NSObject"],
      ])
    }
    for (reference, uid) in places {
      guard case .dictionary(let fields) = objects[Int(uid)] else { continue }
      let own = if case .list = reference { classes[0] } else { classes[1] }
      let entry = PropertyListDictionary.Entry(key: KeyedArchive.Key.class, value: .uid(own))
      objects[Int(uid)] = .dictionary(PropertyListDictionary([entry] + fields.entries))
    }
    let archive = try archive(top: top, root: root)
    try document.updateEach { (list) throws(KeyedArchiveError) in
      if let uid = places[.list(list.id)] { list.archived = try Self.object(uid, in: archive) }
    } item: { (item) throws(KeyedArchiveError) in
      if let uid = places[.item(item.id)] { item.archived = try Self.object(uid, in: archive) }
    }
    document = document.merged(
      document.checklists,
      topFields: ArchivedFields(
        archive: archive, dictionary: archive.top,
        unread: try archive.reader.positions(in: archive.top, except: [])),
      rootFields: try archive.rootFields())
  }

  private func archive(
    top: PropertyListDictionary?, root: PropertyListDictionary?
  ) throws(KeyedArchiveError) -> KeyedArchive {
    let own: PropertyListDictionary = [
      KeyedArchive.Key.version: .integer(Int128(KeyedArchive.version)),
      KeyedArchive.Key.archiver: .string(KeyedArchive.archiverName),
      KeyedArchive.Key.top: .dictionary(top ?? PropertyListDictionary()),
      KeyedArchive.Key.objects: .array(objects),
    ]
    let entries = own.entries + (root?.entries ?? [])
    return try KeyedArchive(PropertyList.dictionary(PropertyListDictionary(entries)).binary())
  }

  /// What a list or an item remembers of its object.
  private static func object(
    _ uid: UInt64, in archive: KeyedArchive
  ) throws(KeyedArchiveError) -> ArchivedObject {
    let number = try archive.objectNumber(uid: uid)
    guard
      let field = try archive.reader.value(of: KeyedArchive.Key.class, inDictionary: number),
      let classUID = try archive.reader.uid(field)
    else { throw KeyedArchiveError(.unexpectedClass, "an object has no class") }
    return ArchivedObject(
      fields: ArchivedFields(
        archive: archive, dictionary: number,
        unread: try archive.reader.positions(in: number, except: [KeyedArchive.Key.class])),
      uid: UInt32(truncatingIfNeeded: uid), classUID: UInt32(truncatingIfNeeded: classUID))
  }

  /// Adds the objects of fields.
  private mutating func add(
    _ fields: LooseFields
  ) throws(KeyedArchiveError) -> PropertyListDictionary {
    let first = objects.count
    objects += Array(repeating: .null, count: fields.objects.count)
    for (position, object) in fields.objects.enumerated() {
      objects[first + position] = try self.object(
        object, first: first, count: fields.objects.count)
    }
    var entries: [PropertyListDictionary.Entry] = []
    for entry in fields.fields.entries where !entry.key.hasSameCodeUnits(as: KeyedArchive.Key.class)
    {
      entries.append(
        .init(
          key: entry.key,
          value: try value(entry.value, first: first, count: fields.objects.count)))
    }
    return PropertyListDictionary(entries)
  }

  /// An object whose class has a place of its own.
  private mutating func object(
    _ object: PropertyList, first: Int, count: Int
  ) throws(KeyedArchiveError) -> PropertyList {
    guard case .dictionary(var dictionary) = object,
      let record = dictionary[KeyedArchive.Key.class]
    else { return try value(object, first: first, count: count) }
    dictionary[KeyedArchive.Key.class] = nil
    guard
      case .dictionary(let fields) = try value(.dictionary(dictionary), first: first, count: count)
    else { throw KeyedArchiveError(.unexpectedClass, "an object is not what it refers to") }
    let entry = PropertyListDictionary.Entry(
      key: KeyedArchive.Key.class, value: .uid(try classUID(record)))
    return .dictionary(PropertyListDictionary(fields.entries + [entry]))
  }

  private mutating func classUID(_ record: PropertyList) throws(KeyedArchiveError) -> UInt64 {
    if let known = classes[record] { return known }
    func isText(_ value: PropertyList) -> Bool { if case .string = value { true } else { false } }
    guard case .dictionary(let fields) = record,
      fields[KeyedArchive.Key.classname].map(isText) == true,
      fields.entries.allSatisfy({ entry in
        if case .array(let names) = entry.value { return names.allSatisfy(isText) }
        return isText(entry.value)
      })
    else { throw KeyedArchiveError(.unexpectedClass, "a class record is not what it must be") }
    let uid = UInt64(objects.count)
    objects.append(record)
    classes[record] = uid
    return uid
  }

  /// A value whose references are UIDs of the archive.
  private mutating func value(
    _ value: PropertyList, first: Int, count: Int
  ) throws(KeyedArchiveError) -> PropertyList {
    if let reference = LooseReference(value) { return .uid(try uid(of: reference)) }
    func elements(
      _ elements: [PropertyList], _ archive: inout LooseFieldsArchive
    ) throws(KeyedArchiveError) -> [PropertyList] {
      try elements.map { (element) throws(KeyedArchiveError) in
        try archive.value(element, first: first, count: count)
      }
    }
    switch value {
    case .uid(0): return value
    case .uid(let uid):
      guard uid <= UInt64(count) else {
        throw KeyedArchiveError(.invalidReference, "UID \(uid) names no object, there are \(count)")
      }
      return .uid(UInt64(first) + uid - 1)
    case .array(let values): return .array(try elements(values, &self))
    case .set(let values): return .set(try elements(values, &self))
    case .orderedSet(let values): return .orderedSet(try elements(values, &self))
    case .dictionary(var dictionary):
      for index in dictionary.entries.indices {
        dictionary.entries[index].value = try self.value(
          dictionary.entries[index].value, first: first, count: count)
      }
      return .dictionary(dictionary)
    default: return value
    }
  }

  /// The UID of what is outside of fields; that of null for a list or an item that is gone.
  private mutating func uid(of reference: LooseReference) throws(KeyedArchiveError) -> UInt64 {
    guard case .shared(let name, let position) = reference else { return place(reference) ?? 0 }
    guard let first = groups[name], let count = loose.shared[name]?.count, position > 0,
      position <= count
    else { throw KeyedArchiveError(.invalidReference, "there is no shared object \(name)") }
    return UInt64(first + position - 1)
  }

  /// The UID of a list or an item; nil when the document has none.
  private mutating func place(_ reference: LooseReference) -> UInt64? {
    if let known = places[reference] { return known }
    guard present.contains(reference) else { return nil }
    let uid = UInt64(objects.count)
    objects.append(.dictionary(PropertyListDictionary()))
    places[reference] = uid
    return uid
  }
}

extension ChecklistDocument {
  /// Gives the document unknown fields, in place of those that it has.
  ///
  /// - Parameter other: The document whose names of classes its lists and items have.
  /// - Throws: ``KeyedArchiveError`` when the fields are damaged, or the dialect of the document
  ///   cannot hold them.
  package mutating func preserve(
    _ loose: LooseDocumentFields, withClassesOf other: ChecklistDocument
  ) throws(KeyedArchiveError) {
    if loose.isEmpty { return }
    let names =
      other.classNames
      ?? ClassNames(list: Checklist.archivedClassName, item: ChecklistItem.archivedClassName)
    try LooseFieldsArchive.attach(loose, to: &self, names)
  }

  /// Changes each list and then each of its items, in their order.
  fileprivate mutating func updateEach(
    _ list: (inout Checklist) throws(KeyedArchiveError) -> Void,
    item: (inout ChecklistItem) throws(KeyedArchiveError) -> Void
  ) throws(KeyedArchiveError) {
    for index in checklists.indices {
      try list(&checklists[index])
      for position in checklists[index].items.indices {
        try item(&checklists[index].items[position])
      }
    }
  }
}
