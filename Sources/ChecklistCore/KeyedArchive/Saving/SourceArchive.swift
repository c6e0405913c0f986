/// An archive whose objects become objects of a new one, unchanged.
struct SourceArchive: Sendable {
  let archive: KeyedArchive
  private(set) var claims = Claims()

  /// The UIDs that values have taken.
  struct Claims: Sendable {
    /// The owner of each UID: 0 for nothing, ``asItStands``, or the number of a new object plus
    /// ``firstNew``.
    ///
    /// It is empty as long as no UID is taken.
    fileprivate var values: [UInt32] = []

    fileprivate static let asItStands: UInt32 = 1
    fileprivate static let firstNew: UInt32 = 2

    /// The number of the new object that replaces the one with a UID; nil when none does.
    @inline(__always)
    func newObject(uid: Int) -> Int? {
      if values.isEmpty || values[uid] < Self.firstNew { return nil }
      return Int(values[uid] - Self.firstNew)
    }
  }

  init(_ archive: KeyedArchive) { self.archive = archive }

  /// Takes the UID of an object for a value.
  ///
  /// - Returns: Whether no other value had taken it before.
  mutating func claim(_ uid: UInt32) -> Bool {
    if claims.values.isEmpty { claims.values = Array(repeating: 0, count: archive.objects.count) }
    guard claims.values[Int(uid)] == 0 else { return false }
    claims.values[Int(uid)] = Claims.asItStands
    return true
  }

  /// Replaces the object that has a UID with a new one.
  mutating func replaceObject(_ uid: Int, by number: Int) {
    claims.values[uid] = UInt32(number) + Claims.firstNew
  }
}

extension ArchivedFields {
  /// The object that one of the fields refers to, when it has a sound class.
  func object(forKey key: String) throws(ArchiveError) -> ArchivedObject? {
    let reader = archive.reader
    let key = archive.layout.storedKey(key)
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
  /// The fields of the root dictionary, without the four that every keyed archive has.
  func rootFields() throws(ArchiveError) -> ArchivedFields {
    let own = [Key.archiver, Key.version, Key.objects, Key.top]
    let root = reader.root
    return ArchivedFields(
      archive: self, dictionary: root, unread: try reader.positions(in: root, except: own))
  }
}
