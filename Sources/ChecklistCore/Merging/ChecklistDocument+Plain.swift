extension ChecklistDocument {
  /// Whether nothing need be preserved of its archive but the names of two classes.
  var isPlain: Bool {
    if topFields?.unread.isEmpty == false || rootFields?.unread.isEmpty == false { return false }
    let names = classNames
    var (list, item) = (PlainClass(names?.list), PlainClass(names?.item))
    for checklist in checklists {
      if !list.isPlain(checklist.archived) { return false }
      for index in checklist.items.indices
      where !item.isPlain(checklist.items[index].archived) {
        return false
      }
    }
    return true
  }
}

/// A class whose objects have nothing to preserve but its name.
private struct PlainClass {
  private let name: String?
  private var known: (archive: KeyedArchive, uid: UInt32)?

  init(_ name: String?) { self.name = name }

  mutating func isPlain(_ object: ArchivedObject?) -> Bool {
    guard let object else { return true }
    if !object.fields.unread.isEmpty { return false }
    if object.archive.layout == .plain { return true }
    if let known, known.archive === object.archive, known.uid == object.classUID { return true }
    guard let name, object.archive.plainClassName(uid: UInt64(object.classUID)) == name else {
      return false
    }
    known = (object.archive, object.classUID)
    return true
  }
}
