/// The object of a decoded value in an archive: which object it was, its class,
/// and the fields that its type did not read.
///
/// It holds references into the archive, and nothing is copied until the value is written. The
/// archiver writes the value with that class and those fields. Other references to the object, in
/// fields that are preserved unread, then lead to the value as it is at that time.
public struct ArchivedObject: Sendable {
  /// The fields that were not read.
  let fields: ArchivedFields
  /// The object's UID.
  let uid: UInt32
  /// The UID of its class record; 0 for an object that is to get the class of new ones.
  let classUID: UInt32

  /// The archive that it was read from.
  var archive: KeyedArchive { fields.archive }

  /// The name of its class, with the module prefix that it has in the archive; nil when the class
  /// record cannot be read.
  public var className: String? {
    try? archive.classRecord(uid: UInt64(classUID)).name
  }
}

extension ArchivedObject: Hashable {
  /// Always true: what is preserved of a value is no part of it, so that two values can be equal
  /// that were read from two archives.
  ///
  /// A new value, of which nothing is preserved, still differs from one that was read, unless its
  /// type compares the other fields only.
  public static func == (one: ArchivedObject, other: ArchivedObject) -> Bool { true }

  /// Hashes nothing, since all are equal.
  public func hash(into hasher: inout Hasher) {}
}

/// The fields of a dictionary in an archive that its type did not read.
public struct ArchivedFields: Sendable {
  let archive: KeyedArchive
  /// The number of the dictionary in the property list.
  let dictionary: Int
  /// The positions of the fields; nil when all were read, as of most objects.
  private var positions: Positions?

  private final class Positions: Sendable {
    let unread: FieldPositions

    init(_ unread: FieldPositions) { self.unread = unread }
  }

  @inline(__always)
  init(archive: KeyedArchive, dictionary: Int, unread: FieldPositions) {
    (self.archive, self.dictionary) = (archive, dictionary)
    self.unread = unread
  }

  /// Which fields were not read.
  private(set) var unread: FieldPositions {
    get { positions?.unread ?? FieldPositions() }
    @inline(__always)
    set { positions = newValue.isEmpty ? nil : Positions(newValue) }
  }

  /// Whether one of the fields that were not read has this key.
  func hasUnread(_ key: String) throws(ArchiveError) -> Bool {
    try !unreadPositions(of: key).isEmpty
  }

  /// Forgets the fields that were not read and have this key.
  mutating func removeUnread(_ key: String) throws(ArchiveError) {
    for position in try unreadPositions(of: key) { unread.remove(position) }
  }

  private func unreadPositions(of key: String) throws(ArchiveError) -> [Int] {
    if unread.isEmpty { return [] }
    let key = archive.layout.storedKey(key)
    guard case .dictionary(let keys, _) = try archive.reader.object(dictionary) else { return [] }
    var positions: [Int] = []
    for position in 0..<keys.count where unread.contains(position) {
      let number = try archive.reader.reference(position, in: keys)
      if try archive.reader.object(number, isString: key) { positions.append(position) }
    }
    return positions
  }
}

/// A set of positions in a dictionary: a bit mask for the first 64, and a `Set` for the rest.
struct FieldPositions: Sendable {
  private var mask: UInt64 = 0
  private var beyond: Set<Int>?

  @inline(__always)
  var isEmpty: Bool { mask == 0 && beyond == nil }

  var count: Int { mask.nonzeroBitCount + (beyond?.count ?? 0) }

  /// The empty set.
  init() {}

  /// All positions below a count.
  @inline(__always)
  init(below count: Int) {
    mask = count < 64 ? (1 &<< UInt64(truncatingIfNeeded: count)) &- 1 : .max
    if count > 64 { beyond = Self.beyond(count) }
  }

  @inline(never)
  private static func beyond(_ count: Int) -> Set<Int> { Set(64..<count) }

  func contains(_ position: Int) -> Bool {
    position < 64 ? mask & Self.bit(position) != 0 : beyond?.contains(position) == true
  }

  @inline(__always)
  mutating func remove(_ position: Int) {
    if position < 64 { mask &= ~Self.bit(position) } else { removeBeyond(position) }
  }

  @inline(never)
  private mutating func removeBeyond(_ position: Int) {
    beyond?.remove(position)
    if beyond?.isEmpty == true { beyond = nil }
  }

  /// The bit of a position from 0 to 63.
  @inline(__always)
  private static func bit(_ position: Int) -> UInt64 {
    precondition(position >= 0, "a position is not negative")
    return 1 &<< UInt64(truncatingIfNeeded: position)
  }

  /// The positions in order.
  var ascending: [Int] {
    (0..<64).filter { mask & Self.bit($0) != 0 } + (beyond?.sorted() ?? [])
  }
}

extension BinaryPropertyListReader {
  /// The positions of a dictionary's keys, except those with these texts.
  func positions(
    in dictionary: Int, except known: [String]
  ) throws(ArchiveError) -> FieldPositions {
    guard case .dictionary(let keys, _) = try object(dictionary) else { return FieldPositions() }
    var positions = FieldPositions(below: keys.count)
    for key in known {
      let position = try position(of: key, in: keys)
      if position >= 0 { positions.remove(position) }
    }
    return positions
  }
}
