package import ChecklistCore

/// The changes that an import makes in a document.
///
/// An item that the document has, by its identity or by its text, gets the fields that the file
/// names; any other is added. Nothing is deleted.
package struct ImportPlan {
  /// How many items of a list the import is about, by what becomes of them.
  package struct Count: Equatable, Sendable {
    /// Items that are new in the document.
    package var added = 0
    /// Items that get other values, or come from another list.
    package var updated = 0
    /// The updated items that come from another list.
    package var moved = 0
    /// Items that are as the file has them.
    package var unchanged = 0

    package init() {}

    /// The counts of both together.
    static func += (one: inout Count, other: Count) {
      one.added += other.added
      one.updated += other.updated
      one.moved += other.moved
      one.unchanged += other.unchanged
    }
  }

  /// The outcome for a list.
  package struct ListCount: Sendable {
    /// The identity of the list.
    package let id: Int
    /// Whether it is new in the document.
    package let isNew: Bool
    /// Whether it gets another name or icon, or is put away or brought back.
    package var isEdited = false
    /// Its items.
    package var count = Count()
  }

  /// The changes, in their order.
  package private(set) var changes: [DocumentChange] = []
  /// How many attachments items get.
  package private(set) var attachmentCount = 0
  /// The outcome for each list of the import, in the order of the files.
  package private(set) var lists: [ListCount] = []
  private var positions: [Int: Int] = [:]
  /// The values that were left out or could not be understood.
  package private(set) var warnings = InterchangeWarnings()
  /// How many items were left out.
  package var skipped: Int { warnings.skippedItems }
  /// All lists together.
  package var count: Count { lists.reduce(into: Count()) { $0 += $1.count } }

  /// Plans an import.
  ///
  /// - Parameter files: What is imported; each file meets the document as the one before it leaves
  ///   it.
  /// - Throws: ``SelectorError`` when a name means several lists, and ``ChangeError``.
  package init(
    _ files: consuming [ImportedFile], into document: ChecklistDocument, _ target: ImportTarget,
    at now: Date, in zone: TimeZoneRules
  ) throws {
    var (files, document) = (files, document)
    let count = files.count
    for index in 0..<count {
      var file = ImportedFile()
      // Taken out, so that each list of it goes when it has been planned.
      swap(&file, &files[index])
      var planner = try ImportPlanner(consume file, into: document, target, zone)
      let changes = planner.finish(at: now)
      self.changes += changes
      warnings.add(planner.warnings, tellsLines: count == 1)
      for list in planner.lists { add(list) }
      if index < count - 1 {
        try document.apply(changes, at: now, in: zone, telling: .together)
      }
    }
    attachmentCount = attached.count
  }

  /// Takes out the changes, which hold all new items.
  package mutating func takeChanges() -> [DocumentChange] {
    var taken: [DocumentChange] = []
    swap(&taken, &changes)
    return taken
  }

  /// The outcome for each list, with the list as a document has it.
  ///
  /// - Parameter applied: What the changes of the plan did, which tells the identities that lists
  ///   got.
  package func lists(
    in document: ChecklistDocument, after applied: [AppliedChange]
  ) -> [(count: ListCount, checklist: Checklist)] {
    var positions: [Int: Int] = [:]
    for (position, list) in document.checklists.enumerated() { positions[list.id] = position }
    for change in applied where change.isAboutList {
      positions[change.formerID] = positions[change.list]
    }
    return lists.compactMap { list in
      positions[list.id].map { (list, document.checklists[$0]) }
    }
  }

  private mutating func add(_ list: ListCount) {
    guard let known = positions[list.id] else {
      positions[list.id] = lists.count
      return lists.append(list)
    }
    lists[known].isEdited = lists[known].isEdited || list.isEdited
    lists[known].count += list.count
  }
}

/// Which lists take the items of an import.
package struct ImportTarget {
  /// Which list takes the items of which a file does not say in which list they are.
  package var unnamed: ListResolver
  /// The name of the list that takes all items, whatever the files say; nil for none.
  ///
  /// It is made when it is not there.
  package var name: String?

  package init(unnamed: ListResolver, name: String? = nil) {
    (self.unnamed, self.name) = (unnamed, name)
  }
}
