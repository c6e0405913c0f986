/// Equal objects of the parts: of equal keys, booleans, UIDs and plain class records, one stands
/// for all.
extension ArchiveMarking {
  /// Keys whose encoding has this many bytes or more are not compared with others.
  private static let comparedKeySize = 64
  /// How many keys, and how many classes, others are compared with: more than most documents have.
  ///
  /// Constants always are.
  private static let comparedCount = 64

  /// Makes the key, boolean or null that was met first stand for the later ones.
  mutating func noteEqual(_ encoding: [UInt8], _ index: PartIndex) {
    if let known = scalars.firstIndex(where: { $0.bytes == encoding }) {
      scalars[known].index = merge(scalars[known].index, index)
    } else if encoding.count == 1 || scalars.count < Self.comparedCount {
      scalars.append(Known(bytes: encoding, index: index))
    }
  }

  /// Makes one of two equal objects stand for both.
  ///
  /// - Returns: The one that is written. It is that of the first part that has one, because other
  ///   objects of that part refer to it.
  mutating func merge(_ known: PartIndex, _ index: PartIndex) -> PartIndex {
    let isOlder = parts.all.contains {
      index.value < $0.firstObject.value && known.value >= $0.firstObject.value
    }
    let first = isOlder ? index : known
    replacements.append(Replacement(replaced: isOlder ? known : index, first: first))
    return first
  }

  // MARK: Classes

  /// The UID of an equal class, when its record says nothing but its name; nil when this class is
  /// the first of its name, or its record says more.
  @inline(never)
  mutating func sameClass(
    _ uid: Int, of part: Int, _ index: PartIndex
  ) throws(ArchiveError) -> PartIndex? {
    guard let name = plainClassName(uid, of: parts[part]).map({ Array($0.utf8) }) else {
      return nil
    }
    if let first = classes.first(where: { $0.bytes == name })?.index {
      uids[index] = first
      replacedUIDs.append(Replacement(replaced: index, first: first))
      return first
    }
    if classes.count < Self.comparedCount { classes.append(Known(bytes: name, index: index)) }
    return nil
  }

  /// The name of a class whose record says nothing but the name, and that the superclass is
  /// `NSObject`.
  private func plainClassName(_ uid: Int, of part: ArchiveParts.Part) -> String? {
    guard let archive = part.archive else {
      return parts.newClasses.first { $0.isNewAndPlain && $0.uid == UInt64(uid) }?.name
    }
    return archive.plainClassName(uid: UInt64(uid))
  }

  // MARK: Keys

  /// The position of `$class` among the keys of a dictionary; negative when it is not there.
  ///
  /// The keys are checked and marked when their shape is met the first time.
  @inline(__always)
  mutating func classPosition(
    _ keys: BinaryPropertyListReferences, _ part: Int, in views: [ArchiveParts.View]
  ) throws(ArchiveError) -> Int {
    var cursor = keyLookups[part].cursor(for: keys, in: views[part].list)
    if let known = keyLookups[part].position(of: KeyedArchive.Key.class, &cursor) { return known }
    let position = try visitKeys(keys, parts[part])
    keyLookups[part].learn(KeyedArchive.Key.class, at: position, &cursor)
    return position
  }

  /// Checks and marks the keys of a dictionary.
  ///
  /// - Returns: The position of `$class`; -1 when it is not there.
  @inline(never)
  private mutating func visitKeys(
    _ keys: BinaryPropertyListReferences, _ part: ArchiveParts.Part
  ) throws(ArchiveError) -> Int {
    var classPosition = -1
    for index in 0..<keys.count {
      let key =
        part.isNew
        ? ArchiveAddress(part.reader.uncheckedReference(index, in: keys))
        : ArchiveAddress(part: part.index, try part.reader.reference(index, in: keys))
      let isClass = try visitKey(key.number, parts[key.part])
      if isClass, parts.isKeyed, classPosition < 0 { classPosition = index }
    }
    return classPosition
  }

  /// Checks and marks a key.
  ///
  /// - Returns: Whether the key is `$class`.
  private mutating func visitKey(_ number: Int, _ part: ArchiveParts.Part) throws(ArchiveError)
    -> Bool
  {
    let start = try part.reader.offset(ofObject: number)
    let marker = part.reader.bytes[start] & 0xF0
    guard
      marker == BinaryPropertyListMarker.asciiString
        || marker == BinaryPropertyListMarker.utf16String
    else {
      let found = try part.reader.object(number).typeName
      throw part.reader.error(
        .invalidKey, number, "a dictionary key must be a string, found \(found)")
    }
    let index = part.firstObject + number
    let end = try part.reader.scalarEnd(number, at: start)
    let encoding = Array(part.reader.bytes[start..<min(end, start + Self.comparedKeySize)])
    if marks[index] != .live {
      marks[index] = .live
      try note(number, from: start, to: end, part.index, part.reader)
      if end - start < Self.comparedKeySize { noteEqual(encoding, index) }
    }
    return encoding.dropFirst().elementsEqual(KeyedArchive.Key.class.utf8)
  }
}
