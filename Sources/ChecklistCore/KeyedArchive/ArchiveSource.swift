/// An archive from which objects are carried along into another: what became of them there.
struct ArchiveSource: Sendable {
  let archive: KeyedArchive
  /// The UID in the new archive by the one in the source; 0 for none.
  private var uids: [UInt32]
  /// The UIDs of the source that were referred to, in order, and how many have been looked at.
  private var referred: [UInt32] = []
  private var visited = 0
  /// The number of each copy in the new property list plus one, by the number in the source; empty until
  /// something is copied.
  private var copies: [UInt32] = []

  init(_ archive: KeyedArchive) {
    self.archive = archive
    uids = Array(repeating: 0, count: archive.objects.count)
  }

  func uid(of uid: UInt64) -> UInt64? {
    if uid == 0 { return 0 }
    guard uid < UInt64(uids.count), uids[Int(uid)] > 0 else { return nil }
    return UInt64(uids[Int(uid)])
  }

  /// Notes where references to an object lead.
  ///
  /// - Parameters:
  ///   - uid: the object in the source, which has it.
  ///   - new: its UID in the new archive.
  mutating func setUID(of uid: UInt64, to new: UInt64) {
    uids[Int(uid)] = UInt32(new)
    referred.append(UInt32(uid))
  }

  /// The next object that was referred to: its UID in the source and in the new archive.
  mutating func nextReferred() -> (source: UInt64, uid: UInt64)? {
    guard visited < referred.count else { return nil }
    defer { visited += 1 }
    let source = referred[visited]
    return (UInt64(source), UInt64(uids[Int(source)]))
  }

  func copy(of number: Int) -> Int? {
    guard !copies.isEmpty, copies[number] > 0 else { return nil }
    return Int(copies[number] - 1)
  }

  mutating func setCopy(of number: Int, to new: Int) {
    if copies.isEmpty {
      copies = Array(repeating: 0, count: archive.reader.propertyList.objectCount)
    }
    copies[number] = UInt32(new + 1)
  }
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
