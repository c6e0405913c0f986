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

extension ChecklistDocument {
  /// The document with the fields of another that nobody understands: those beside its lists, and
  /// those of each list and item that both have.
  ///
  /// A text in which the document was is silent about them, and has not removed them.
  ///
  /// - Returns: The document, with lists in the layout of the other.
  package func withUnreadFields(of other: ChecklistDocument) -> ChecklistDocument {
    if other.isPlain { return self }
    var lists: [Int: ArchivedObject] = [:]
    var items: [Int: ArchivedObject] = [:]
    for list in other.checklists {
      lists[list.id] = list.archived
      for item in list.items { items[item.id] = item.archived }
    }
    var document = self
    if dialect.layout != other.dialect.layout {
      document = converted(
        to: other.dialect.layout == .plain ? .codableChecklists : .checklists,
        format: other.format)
    }
    var checklists = document.checklists
    for index in checklists.indices {
      checklists[index].archived = lists[checklists[index].id]
      for position in checklists[index].items.indices {
        checklists[index].items[position].archived =
          items[checklists[index].items[position].id]
      }
    }
    return document.merged(
      checklists, topFields: other.topFields, rootFields: other.rootFields)
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
