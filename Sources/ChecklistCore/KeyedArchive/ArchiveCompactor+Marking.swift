/// The first step: what the root leads to, and whether it is sound.
extension ArchiveCompactor {
  /// A container that is being looked at.
  private struct OpenContainer {
    var part = 0
    /// Negative of none.
    var mark = -1
    var elements = BinaryPropertyListReferences(offset: 0, count: 0)
    /// Which of the elements is the class of an object, negative when none is.
    var classPosition = -1
    /// Which is looked at next.
    var next = 0
  }

  /// Longer keys, in bytes, are not compared with others.
  private static let comparedKeySize = 64
  /// How many keys and classes others are compared with: more than any program has.
  private static let comparedCount = 64

  /// Marks what the root leads to: through references in depth, and what a UID leads to after that.
  mutating func mark(_ views: [PartView]) throws(KeyedArchiveError) {
    if isKeyed { try reachObject(uid: 0, of: 0, in: views) }
    pendingNew.append(root.code)
    var container = OpenContainer()
    var outer: [OpenContainer] = []
    while true {
      let part: Int
      let number: Int
      var isClass = false
      if container.next < container.elements.count {
        let reference = views[container.part].list.uncheckedReference(
          container.next, in: container.elements)
        isClass = container.next == container.classPosition
        // What is new may refer to any part, a part only to itself.
        if container.part == 0 {
          part = ArchiveAddress(reference).part
          number = ArchiveAddress(reference).number
        } else {
          part = container.part
          number = reference
          if !views[part].list.hasObject(number) {
            _ = try parts[part].reader.reference(container.next, in: container.elements)
          }
        }
        container.next &+= 1
        if isClass, part == 0 {
          pendingClasses.append(number)
          continue
        }
      } else if container.mark >= 0 {
        marks[container.mark] = Mark.live
        container = outer.popLast() ?? OpenContainer()
        continue
      } else if let code = pending.popLast() ?? pendingNew.popLast() {
        part = ArchiveAddress(code).part
        number = ArchiveAddress(code).number
      } else if let new = pendingClasses.popLast() {
        part = 0
        number = new
        isClass = true
      } else {
        return
      }

      let mark = views[part].firstMark &+ number
      let known = marks[mark]
      if known != Mark.unseen {
        if known == Mark.open { throw tooDeep(number, parts[part]) }
        continue
      }
      let start = views[part].list.uncheckedOffset(ofObject: number)
      if !views[part].list.hasObject(at: start) {
        _ = try parts[part].reader.checkedOffset(ofObject: number)
      }
      var inner = OpenContainer(part: part, mark: mark)
      let marker = views[part].list.byte(at: start)
      switch marker & 0xF0 {
      case BinaryPropertyListMarker.uid where isKeyed:
        marks[mark] = Mark.live
        try note(
          number, from: start, to: start &+ 2 &+ Int(marker & 0x0F), part, views[part].list)
        let uid = try reachObject(of: number, at: start, part, in: views, isClass: isClass)
        let known = Int(uidObjects[uid]) &- 1
        let first = known < 0 ? mark : merge(known, mark)
        uidObjects[uid] = UInt32(truncatingIfNeeded: first &+ 1)
        continue
      case BinaryPropertyListMarker.dictionary:
        var dictionary = views[part].list.dictionary(at: start)
        if dictionary == nil {
          dictionary = try parts[part].reader.dictionary(number, at: start)
        }
        guard let (keys, values) = dictionary else { continue }
        inner.elements = values
        try note(number, from: start, to: views[part].list.end(of: values), part, views[part].list)
        inner.classPosition = try classPosition(keys, part, in: views)
      case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
        BinaryPropertyListMarker.orderedSet:
        inner.elements = try parts[part].reader.elements(number, at: start)
        try note(
          number, from: start, to: views[part].list.end(of: inner.elements), part,
          views[part].list)
      default:
        marks[mark] = Mark.live
        var end = views[part].list.scalarEnd(at: start)
        if end == nil { end = try parts[part].reader.scalarEnd(number, at: start) }
        try note(number, from: start, to: end ?? start, part, views[part].list)
        if marker < 16 { noteConstant(marker, mark) }
        continue
      }
      marks[mark] = Mark.open
      if container.mark >= 0 {
        guard outer.count + 1 < PropertyListLimits.depth else {
          throw tooDeep(number, parts[part])
        }
        outer.append(container)
      }
      container = inner
    }
  }

  private func tooDeep(_ number: Int, _ part: Part) -> KeyedArchiveError {
    KeyedArchiveError(
      .tooDeep, at: part.reader.offset(ofObject: number),
      "containers are nested more than \(PropertyListLimits.depth) deep, or contain themselves")
  }

  /// Notes null or a boolean.
  private mutating func noteConstant(_ marker: UInt8, _ mark: Int) {
    let known = constants[Int(marker)]
    constants[Int(marker)] = known < 0 ? mark : merge(known, mark)
  }

  /// Has one of two equal objects stand for both.
  ///
  /// - Parameters:
  ///   - known: the mark of the one that was met first.
  ///   - mark: that of the other.
  /// - Returns: the mark of the one that is written: one of a part, to which others of the part refer.
  private mutating func merge(_ known: Int, _ mark: Int) -> Int {
    let isOlder = mark < parts[0].firstMark && known >= parts[0].firstMark
    let first = isOlder ? mark : known
    replacements.append(Replacement(replaced: isOlder ? known : mark, first: first))
    return first
  }

  /// Notes where the bytes of an object end.
  @inline(__always)
  private mutating func note<List: BinaryPropertyListBytes>(
    _ number: Int, from start: Int, to end: Int, _ part: Int, _ list: List
  ) throws(KeyedArchiveError) {
    if part == 1, list.hasObject(number &+ 1), list.uncheckedOffset(ofObject: number &+ 1) != end {
      isFirstPartInOrder = false
    }
    budget &-= end &- start
    guard budget >= 0 else {
      throw KeyedArchiveError(
        .tooLarge, "objects overlap, and would take far more than the file when written again")
    }
  }

  // MARK: UIDs

  /// Notes that a UID object leads to an object.
  ///
  /// - Returns: the mark of the UID that is written for it.
  @inline(__always)
  private mutating func reachObject(
    of number: Int, at start: Int, _ part: Int, in views: [PartView], isClass: Bool
  ) throws(KeyedArchiveError) -> Int {
    var uid = views[part].list.uid(at: start)
    if uid == nil { uid = try parts[part].reader.uid(number, at: start) }
    let code = uid ?? 0
    if part == 0 {
      let address = ArchiveAddress(Int(truncatingIfNeeded: code))
      return try reachObject(uid: address.number, of: address.part, in: views, isClass: isClass)
    }
    if code == 0 { return try reachObject(uid: 0, of: 0, in: views) }
    guard code < UInt64(views[part].objects.count) else {
      throw KeyedArchiveError(
        .invalidReference, at: parts[part].reader.offset(ofObject: number),
        "UID \(code) names no object, there are \(views[part].objects.count)")
    }
    return try reachObject(uid: Int(code), of: part, in: views, isClass: isClass)
  }

  /// Notes that something leads to an object.
  ///
  /// - Parameters:
  ///   - uid: its UID in a part.
  ///   - part: the part.
  ///   - views: all parts.
  ///   - isClass: whether it is the class of an object.
  /// - Returns: the mark of the UID that stands for it.
  /// - Throws: ``KeyedArchiveError`` when there is no such object.
  @discardableResult
  @inline(__always)
  private mutating func reachObject(
    uid: Int, of part: Int, in views: [PartView], isClass: Bool = false
  ) throws(KeyedArchiveError) -> Int {
    let mark = views[part].firstUID &+ uid
    let known = uidMarks[mark]
    if known > 0 { return Int(known) &- 1 }
    if isClass, let first = try sameClass(uid, of: part, mark) { return first }
    uidMarks[mark] = UInt32(truncatingIfNeeded: mark &+ 1)
    // An address has room for the number of an object only.
    if part > 0,
      !views[part].list.hasObject(
        views[part].list.uncheckedReference(uid, in: views[part].objects))
    {
      _ = try parts[part].reader.reference(uid, in: views[part].objects)
    }
    let object = object(uid: uid, of: part, in: views)
    if object.part == 0 { pendingNew.append(object.code) } else { pending.append(object.code) }
    return mark
  }

  /// The mark of the UID of a class that is the same, when the record says nothing but its name; nil when this is the first.
  @inline(never)
  private mutating func sameClass(
    _ uid: Int, of part: Int, _ mark: Int
  ) throws(KeyedArchiveError) -> Int? {
    guard let name = plainClassName(uid, of: parts[part]).map({ Array($0.utf8) }) else {
      return nil
    }
    if let first = classes.first(where: { $0.bytes == name })?.mark {
      uidMarks[mark] = UInt32(first + 1)
      replacedUIDs.append(Replacement(replaced: mark, first: first))
      return first
    }
    if classes.count < Self.comparedCount { classes.append(Known(bytes: name, mark: mark)) }
    return nil
  }

  /// The name of a class whose record says nothing but that, and that it has no superclass but `NSObject`.
  private func plainClassName(_ uid: Int, of part: Part) -> String? {
    guard let archive = part.archive else {
      return newClasses.first { $0.isNew && $0.uid == UInt64(uid) }?.name
    }
    return archive.plainClassName(uid: UInt64(uid))
  }

  // MARK: Keys

  /// Where `$class` is among the keys of a dictionary, negative when it is not; keys are looked at when they are met the
  /// first time.
  @inline(__always)
  private mutating func classPosition(
    _ keys: BinaryPropertyListReferences, _ part: Int, in views: [PartView]
  ) throws(KeyedArchiveError) -> Int {
    var cursor = shapes[part].cursor(for: keys, in: views[part].list)
    if let known = shapes[part].position(of: KeyedArchive.Key.class, &cursor) { return known }
    let position = try visitKeys(keys, parts[part])
    shapes[part].learn(KeyedArchive.Key.class, at: position, &cursor)
    return position
  }

  /// Looks at the keys of a dictionary.
  ///
  /// - Returns: where `$class` is; -1 when it is not there.
  @inline(never)
  private mutating func visitKeys(
    _ keys: BinaryPropertyListReferences, _ part: Part
  ) throws(KeyedArchiveError) -> Int {
    var classPosition = -1
    for index in 0..<keys.count {
      let key =
        part.isNew
        ? ArchiveAddress(part.reader.propertyList.uncheckedReference(index, in: keys))
        : ArchiveAddress(part: part.index, try part.reader.reference(index, in: keys))
      if try visitKey(key.number, parts[key.part]), classPosition < 0 { classPosition = index }
    }
    return classPosition
  }

  /// Looks at a key, and tells whether it is `$class`.
  private mutating func visitKey(_ number: Int, _ part: Part) throws(KeyedArchiveError) -> Bool {
    let start = try part.reader.checkedOffset(ofObject: number)
    let marker = part.reader.bytes[start] & 0xF0
    guard
      marker == BinaryPropertyListMarker.asciiString
        || marker == BinaryPropertyListMarker.utf16String
    else {
      let found = try part.reader.object(number).typeName
      throw KeyedArchiveError(
        part.reader.propertyList.error(
          .invalidKey, number, "a dictionary key is a string, here is \(found)"))
    }
    let mark = part.firstMark + number
    let end = try part.reader.scalarEnd(number, at: start)
    let encoding = Array(part.reader.bytes[start..<min(end, start + Self.comparedKeySize)])
    if marks[mark] == Mark.unseen {
      marks[mark] = Mark.live
      try note(number, from: start, to: end, part.index, part.reader.propertyList)
      if end - start < Self.comparedKeySize {
        if let known = keys.firstIndex(where: { $0.bytes == encoding }) {
          keys[known].mark = merge(keys[known].mark, mark)
        } else if keys.count < Self.comparedCount {
          keys.append(Known(bytes: encoding, mark: mark))
        }
      }
    }
    return encoding.dropFirst().elementsEqual(KeyedArchive.Key.class.utf8)
  }
}
