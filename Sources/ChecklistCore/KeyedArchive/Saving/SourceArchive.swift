/// An archive whose objects are objects of a new one too, as they stand.
struct SourceArchive: Sendable {
  let archive: KeyedArchive
  private(set) var claims = Claims()

  /// The UIDs that values have taken.
  struct Claims: Sendable {
    /// By UID: 0 when no value has taken it, ``asItStands``, or the number of a new object plus ``firstNew``; empty while
    /// there are none.
    fileprivate var values: [UInt32] = []

    fileprivate static let asItStands: UInt32 = 1
    fileprivate static let firstNew: UInt32 = 2

    /// The number of the new object that is in the place of the one with a UID.
    @inline(__always)
    func newObject(uid: Int) -> Int? {
      if values.isEmpty || values[uid] < Self.firstNew { return nil }
      return Int(values[uid] - Self.firstNew)
    }
  }

  init(_ archive: KeyedArchive) { self.archive = archive }

  /// Has a value take the UID of the object that it was decoded from.
  ///
  /// - Returns: Whether no other value had taken it.
  mutating func claim(_ uid: UInt32) -> Bool {
    if claims.values.isEmpty { claims.values = Array(repeating: 0, count: archive.objects.count) }
    guard claims.values[Int(uid)] == 0 else { return false }
    claims.values[Int(uid)] = Claims.asItStands
    return true
  }

  /// Puts a new object in the place of the one that has a UID.
  mutating func replaceObject(_ uid: Int, by number: Int) {
    claims.values[uid] = UInt32(number) + Claims.firstNew
  }
}

/// What names an object, or a UID, of any part of an archive in the making.
///
/// The part is in the high half of a number of 64 bits, 0 for what is written anew and 1 for the first that is carried along;
/// the number or the UID is in the low half. Null is the same in all parts.
struct ArchiveAddress {
  let code: Int

  init(part: Int, _ number: Int) { code = part << 32 | number }

  init(_ code: Int) { self.code = code }

  var part: Int { code >> 32 }
  var number: Int { code & 0xFFFF_FFFF }
}

extension ArchivedFields {
  /// The object that one of the fields refers to, when it is one with a sound class.
  func object(forKey key: String) throws(KeyedArchiveError) -> ArchivedObject? {
    let reader = archive.reader
    guard let field = try reader.value(of: key, inDictionary: dictionary),
      case .uid(let uid) = try? reader.object(field), uid > 0,
      let number = try? archive.objectNumber(uid: uid),
      case .dictionary = try? reader.object(number),
      let classField = try reader.value(of: KeyedArchive.Key.class, inDictionary: number),
      case .uid(let classUID) = try? reader.object(classField),
      (try? archive.classRecord(uid: classUID)) != nil
    else { return nil }
    let own = [KeyedArchive.Key.class, "NS.objects", "NS.keys"]
    let unread = try reader.positions(in: number, except: own)
    return ArchivedObject(
      fields: ArchivedFields(archive: archive, dictionary: number, unread: unread),
      uid: UInt32(truncatingIfNeeded: uid), classUID: UInt32(truncatingIfNeeded: classUID))
  }
}

extension KeyedArchive {
  /// The fields of the root dictionary that are not a keyed archive's own.
  func rootFields() throws(KeyedArchiveError) -> ArchivedFields {
    let own = [Key.archiver, Key.version, Key.objects, Key.top]
    let root = reader.propertyList.root
    return ArchivedFields(
      archive: self, dictionary: root, unread: try reader.positions(in: root, except: own))
  }
}
