extension ObjectGraph {
  /// Checks every object that `$top` leads to: that references name objects, that objects have
  /// classes with sound records, and that containers in their fields nest no deeper than
  /// ``PropertyListLimits/depth``.
  ///
  /// Each object is looked at once, so cycles and shared objects cost nothing.
  ///
  /// - Returns: How many objects `$top` leads to, without class records.
  /// - Throws: ``ArchiveError`` for the first that is not sound, with the path that leads to it.
  @discardableResult
  package func validate() throws(ArchiveError) -> Int {
    var search = ObjectGraphSearch(self)
    try search.run()
    return search.count
  }
}

/// A search through everything that `$top` leads to.
///
/// It knows the path to each object.
private struct ObjectGraphSearch {
  private let graph: ObjectGraph
  private var isReached: [Bool]
  /// The first reference to each object, in the order in which the objects were looked at.
  private var looked: [Reference] = []
  /// The first reference to each object that is still to be looked at.
  private var pending: [Reference] = []
  private var soundClasses: Set<UInt64> = []
  /// How deep the containers without a class nest that have been looked at, by number.
  private var nestings: [Int: Int] = [:]

  /// How many bytes of text are left to read.
  private var budget: Int

  /// The place of a reference to an object.
  private struct Reference {
    var uid: UInt64 = 0
    /// The position in `looked` of the object that holds the reference; -1 for `$top`.
    var owner: Int
    /// The key of the field, followed by those of dictionaries without a class inside it.
    var path: String
    /// The index in an array there; -1 for none.
    var index = -1

    func element(_ index: Int) -> Reference {
      Reference(owner: owner, path: text, index: index)
    }

    func entry(_ key: String) -> Reference {
      Reference(owner: owner, path: text.isEmpty ? key : "\(text).\(key)")
    }

    /// The keys and indices inside the owner; for an element of one of Foundation's arrays, only
    /// the index.
    var text: String {
      let path = path == "NS.objects" && index >= 0 ? "" : path
      return index < 0 ? path : "\(path)[\(index)]"
    }
  }

  /// How many objects the path to a fault names at most: a chain of objects can be as long as the
  /// file.
  private static let shownObjects = 24

  init(_ graph: ObjectGraph) {
    self.graph = graph
    isReached = Array(repeating: false, count: graph.objectCount)
    budget = graph.propertyList.bytes.count * PropertyListLimits.textExpansion
  }

  /// How many objects have been looked at.
  var count: Int { looked.count }

  mutating func run() throws(ArchiveError) {
    for field in try graph.top() + graph.otherRootFields() {
      _ = try visit(field.value, Reference(owner: -1, path: field.key), depth: 0)
    }
    while let reference = pending.popLast() {
      let owner = looked.count
      looked.append(reference)
      do {
        try visitNode(reference.uid, owner)
      } catch {
        // A fault in a field has its path already.
        throw error.path.isEmpty ? error.at(path(to: reference)) : error
      }
    }
  }

  private mutating func visitNode(_ uid: UInt64, _ owner: Int) throws(ArchiveError) {
    switch try graph.node(uid) {
    case .null: break
    case .value(let number):
      if case .dictionary = try graph.archive.reader.object(number) {
        throw ArchiveError(
          .unexpectedClass, at: graph.archive.reader.place(of: number),
          "expected an object, found a dictionary without a class")
      }
      _ = try visit(number, Reference(owner: owner, path: ""), depth: 0)
    case .object(let object):
      if !soundClasses.contains(object.classUID) {
        _ = try graph.classRecord(object.classUID)
        soundClasses.insert(object.classUID)
      }
      for field in try charged(graph.fields(of: object)) {
        _ = try visit(field.value, Reference(owner: owner, path: field.key), depth: 0)
      }
    }
  }

  /// Looks at a value of the property list, and collects the objects that it refers to.
  private mutating func visit(
    _ number: Int, _ place: Reference, depth: Int
  ) throws(ArchiveError) -> Int {
    do {
      let reader = graph.archive.reader
      let object = try reader.object(number)
      var nesting = 0
      switch object {
      case .uid(let uid): try note(uid, place)
      case .asciiString, .utf16String:
        try charge(object.textSize)
        _ = try reader.string(object, number: number)
      case .array(let elements), .set(let elements), .orderedSet(let elements):
        if let known = try known(number, depth) { return known }
        for index in 0..<elements.count {
          let element = try reader.reference(index, in: elements)
          nesting = max(nesting, try visit(element, place.element(index), depth: depth + 1))
        }
        nesting += 1
        nestings[number] = nesting
      case .dictionary:
        if let known = try known(number, depth) { return known }
        for field in try charged(graph.fields(ofDictionary: number)) {
          nesting = max(nesting, try visit(field.value, place.entry(field.key), depth: depth + 1))
        }
        nesting += 1
        nestings[number] = nesting
      default: break
      }
      return nesting
    } catch {
      throw error.path.isEmpty ? error.at(path(to: place)) : error
    }
  }

  private mutating func charged(
    _ fields: [BinaryPropertyListEntry]
  ) throws(ArchiveError) -> [BinaryPropertyListEntry] {
    for field in fields { try charge(field.key.utf8.count) }
    return fields
  }

  private mutating func charge(_ bytes: Int) throws(ArchiveError) {
    budget -= bytes
    guard budget >= 0 else {
      throw ArchiveError(.tooLarge, "the same long texts are referred to again and again")
    }
  }

  /// How deep a container nests; nil when it has not been looked at before.
  private func known(_ number: Int, _ depth: Int) throws(ArchiveError) -> Int? {
    let nesting = nestings[number]
    guard depth + (nesting ?? 1) <= PropertyListLimits.depth else {
      throw ArchiveError(
        .tooDeep, at: graph.archive.reader.place(of: number),
        PropertyListLimits.tooDeepMessage(orContainThemselves: true))
    }
    return nesting
  }

  private mutating func note(_ uid: UInt64, _ place: Reference) throws(ArchiveError) {
    guard uid < UInt64(isReached.count) else {
      // This throws the error that following the reference gives.
      _ = try graph.node(uid)
      return
    }
    if uid == 0 || isReached[Int(uid)] { return }
    isReached[Int(uid)] = true
    var reference = place
    reference.uid = uid
    pending.append(reference)
  }

  private func path(to reference: Reference) -> String {
    var path = reference.text
    var owner = reference.owner
    for _ in 0..<Self.shownObjects where owner >= 0 {
      let outer = looked[owner].text
      let separator = path.isEmpty || path.hasPrefix("[") || outer.isEmpty ? "" : "."
      path = outer + separator + path
      owner = looked[owner].owner
    }
    return owner < 0 ? path : "...\(path)"
  }
}

extension ArchiveError {
  /// The same error at a path.
  fileprivate func at(_ path: String) -> ArchiveError {
    var error = self
    error.path = path
    return error
  }
}
