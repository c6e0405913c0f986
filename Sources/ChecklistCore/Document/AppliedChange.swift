/// The result of a ``DocumentChange`` for one item, or for one list.
public struct AppliedChange: Sendable {
  /// The kind of change.
  public enum Kind: Equatable, Sendable {
    /// Nothing: the item or the list was as it should be.
    case unchanged
    /// It is new in the document.
    case added
    /// Fields of it got other values.
    case edited
    /// Files with these names were attached to an item, and nothing else was done to it.
    case attached([String])
    /// Files with these names were detached from an item, and nothing else was done to it.
    case detached([String])
    /// A list got another name.
    case renamed
    /// An item was open and is done.
    case checked
    /// An item was done or skipped, and is open.
    case unchecked
    /// An item was open or done and is skipped, or is skipped for another reason.
    case skipped
    /// It has another place: an item in its list, or a list among the lists.
    case moved
    /// An item went to another list, which has this title.
    case movedToList(String)
    /// It is no longer in the document.
    case deleted
  }

  /// The subject of the change, as it was before and as it is now.
  ///
  /// For something new or deleted, both are the same. Optional items would make each small change
  /// wait for the runtime to make their type. It is in the memory of one reference, so that lists
  /// of changes are copied without all references of their items.
  indirect enum Subject: Sendable {
    case item(before: ChecklistItem, after: ChecklistItem)
    case list(before: Checklist, after: Checklist)

    fileprivate var isList: Bool {
      if case .list = self { true } else { false }
    }
  }

  /// The kind of change.
  public internal(set) var kind: Kind
  let subject: Subject
  /// The identity of the list that has the item, or had it; for a list, its own.
  public let list: Int
  /// The number before, from 1: of an item in its list, or of a list among the lists; nil for
  /// something new.
  public let numberBefore: Int?
  /// The number now, from 1; nil for something deleted.
  public internal(set) var number: Int?
  /// How many items are new in the list right after the item, and are told with it.
  let followerCount: Int
  /// The identity that was drawn for the line of the item in a file of text; nil for none.
  let drawnIdentity: OwnIdentity?

  init(
    _ kind: Kind, _ subject: Subject, list: Int, numberBefore: Int? = nil, number: Int? = nil,
    followerCount: Int = 0, drawnIdentity: OwnIdentity? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.list = list
    self.numberBefore = numberBefore
    self.number = number
    self.followerCount = followerCount
    self.drawnIdentity = drawnIdentity
  }

  /// The item as it is now, or as it was before it was deleted; nil when the change is about a
  /// list.
  public var item: ChecklistItem? {
    if case .item(_, let after) = subject { after } else { nil }
  }

  /// The item as it was before; nil for a new one, and when the change is about a list.
  public var itemBefore: ChecklistItem? {
    if case .item(let before, _) = subject, numberBefore != nil { before } else { nil }
  }

  /// The list as it is now, or as it was before it was deleted; nil when the change is about an
  /// item.
  public var checklist: Checklist? {
    if case .list(_, let after) = subject { after } else { nil }
  }

  /// The list as it was before; nil for a new one, and when the change is about an item.
  public var checklistBefore: Checklist? {
    if case .list(let before, _) = subject, numberBefore != nil { before } else { nil }
  }

  /// The verb that begins a sentence about the change: "Added"; nil for none.
  package var verb: String? { words?.done }

  /// The verb that begins a sentence about a dry run: "Would add"; nil for none.
  package var conditionalVerb: String? { words.map { "Would \($0.verb)" } }

  private var words: (done: String, verb: String)? {
    switch kind {
    case .unchanged: nil
    case .added: ("Added", "add")
    case .edited: ("Edited", "edit")
    case .attached(let names): ("Attached \(names.files) to", "attach \(names.files) to")
    case .detached(let names): ("Detached \(names.files) from", "detach \(names.files) from")
    case .renamed: ("Renamed", "rename")
    case .checked: ("Checked", "check")
    case .unchecked: ("Unchecked", "uncheck")
    case .skipped: ("Skipped", "skip")
    case .moved, .movedToList: ("Moved", "move")
    case .deleted: ("Deleted", "delete")
    }
  }

  /// The word before the name of the list that an item was changed in: "to", "from" or "in".
  package var preposition: String {
    switch kind {
    case .added, .movedToList: "to"
    case .deleted: "from"
    default: "in"
    }
  }
}

extension AppliedChange {
  /// The identity that the item or the list had before, or that the change gave it.
  ///
  /// In a file of text, a new text or a new name makes another one.
  package var formerID: Int {
    switch subject {
    case .item(let before, _): before.id
    case .list(let before, _): before.id
    }
  }

  /// Whether an identity was drawn for the line of the item in a file of text.
  package var drawsIdentity: Bool { drawnIdentity != nil }

  /// The change without the identity that was drawn, as a dry run shows it: the item has the
  /// identity that it had before, and in its text an ellipsis stands for the new one.
  package var withoutDrawnIdentity: AppliedChange {
    guard let drawnIdentity, case .item(let before, var after) = subject else { return self }
    (after.identity, after.ownIdentity) = (before.identity, before.ownIdentity)
    if drawnIdentity.way == .id, after.text.hasSuffix(drawnIdentity.text) {
      after.text = "\(after.text.dropLast(drawnIdentity.text.count))…"
    }
    return AppliedChange(
      kind, .item(before: before, after: after), list: list, numberBefore: numberBefore,
      number: number, followerCount: followerCount, drawnIdentity: drawnIdentity)
  }

  /// Whether it is of the state only.
  var isMark: Bool {
    switch kind {
    case .checked, .unchecked, .skipped: true
    default: false
    }
  }

  /// Whether it is about a list.
  package var isAboutList: Bool { subject.isList }

  /// The attachments that an item has lost, or that are gone with it.
  var lostAttachments: [Attachment] {
    switch subject {
    case .item(let before, let after):
      guard numberBefore != nil, before.hasAttachments else { return [] }
      if number == nil { return before.attachments }
      return before.attachments.filter { !after.attachments.contains($0) }
    case .list(let before, _):
      return number == nil ? before.items.filter(\.hasAttachments).flatMap(\.attachments) : []
    }
  }

  /// Whether a person sees that something is different: not for an identity or a time of creation
  /// alone, as two become one in a merge.
  package var isVisible: Bool {
    switch (kind, subject) {
    case (.unchanged, _): return false
    case (.edited, .item(var before, let after)):
      before.created = after.created
      return !after.isSame(as: before)
    case (.edited, .list(let before, let after)):
      return before.isHidden != after.isHidden || before.conflicts != after.conflicts
        || !before.icon.hasSameCodeUnits(as: after.icon)
    default: return true
    }
  }
}

extension AppliedChange.Kind {
  /// The kind of change of an item that got a state.
  static func becoming(_ state: ChecklistItem.State) -> Self {
    switch state {
    case .open: .unchecked
    case .done: .checked
    case .skipped: .skipped
    }
  }

  /// The kind of change of an item that got other fields.
  static func edit(from before: ChecklistItem, to after: ChecklistItem) -> Self {
    guard before.attachments != after.attachments else { return .edited }
    var same = before
    same.attachments = after.attachments
    guard after.isSame(as: same), after.id == before.id else { return .edited }
    let added = after.attachments.filter { !before.attachments.contains($0) }.map(\.name)
    let removed = before.attachments.filter { !after.attachments.contains($0) }.map(\.name)
    return removed.isEmpty ? .attached(added) : added.isEmpty ? .detached(removed) : .edited
  }
}

extension [String] {
  /// The names of files, as a sentence names them: "a.jpg", "a.jpg and b.jpg", "3 files".
  fileprivate var files: String {
    count <= 2 ? joined(separator: " and ") : "\(count) files"
  }
}

extension [AppliedChange] {
  /// Whether the document is another one since: a change without a word for people counts too.
  package var hasChanges: Bool { contains { $0.kind != .unchanged } }

  /// The changes that a person is told of: something was done, and not only to make a list for the
  /// items that came to it.
  package var told: [AppliedChange] {
    // Most changes are all told.
    if indices.allSatisfy({ self[$0].kind != .unchanged && !self[$0].isAboutList }) { return self }
    let changes = filter { $0.kind != .unchanged }
    // A change of one thing, as most are, needs no set.
    guard changes.count > 1, changes.contains(where: \.isAboutList) else { return changes }
    var filled: Set<Int> = []
    for change in changes where !change.isAboutList && change.number != nil {
      filled.insert(change.list)
    }
    return changes.filter {
      !($0.kind == .added && $0.isAboutList && filled.contains($0.list))
    }
  }

  /// The summary for the history: "Checked Milk and 2 more"; nil for no change.
  public var summary: String? {
    let told = told
    guard let first = told.first, let verb = first.verb else { return nil }
    let otherCount = told.reduce(-1) { $0 + 1 + $1.followerCount }
    let others = otherCount == 0 ? "" : " and \(otherCount) more"
    if let list = first.checklist {
      return "\(verb) the list\(list.name.isEmpty ? "" : " '\(list.name)'")\(others)"
    }
    var place = ""
    if case .movedToList(let title) = first.kind { place = " to \(title)" }
    return "\(verb) \((first.item?.text ?? "").summarized)\(others)\(place)"
  }
}

extension String {
  /// As much of the text as a sentence about a change has: 40 characters.
  package var summarized: String {
    if utf8.count <= 40 { return self }
    let start = prefix(40)
    return start.endIndex == endIndex ? self : start.prefix(39) + "…"
  }
}

extension [AppliedChange] {
  /// The same changes, with the items and lists as the file says them that was written.
  ///
  /// - Parameter lists: Each list, and what it is in the file; where it has another number of items
  ///   there, they are known by their identities.
  func reread(_ lists: [(meant: Checklist, read: Checklist)]) -> [AppliedChange] {
    var readLists: [Int: Checklist] = [:]
    var readItems: [Int: ChecklistItem] = [:]
    var numbers: [Int: Int] = [:]
    let named = Set(compactMap { $0.item?.id })
    for (meant, read) in lists {
      readLists[meant.id] = read
      let isSame = meant.items.count == read.items.count
      let places = isSame ? [:] : read.positionsByID
      for position in meant.items.indices where named.contains(meant.items[position].id) {
        let id = meant.items[position].id
        guard let place = isSame ? position : places[id] else { continue }
        readItems[id] = read.items[place]
        if !isSame { numbers[id] = place + 1 }
      }
    }
    return map { change in
      let isGone = change.number == nil
      let subject: AppliedChange.Subject =
        switch change.subject {
        case .item(let before, let after):
          .item(before: before, after: isGone ? after : readItems[after.id] ?? after)
        case .list(let before, let after):
          .list(before: before, after: isGone ? after : readLists[after.id] ?? after)
        }
      // A new text may give an identity too, of which the document that was meant knows nothing.
      var drawnIdentity: OwnIdentity?
      if case .item(let before, let after) = change.subject,
        after.ownIdentity != before.ownIdentity
      {
        drawnIdentity = after.ownIdentity
      }
      return AppliedChange(
        change.kind, subject, list: readLists[change.list]?.id ?? change.list,
        numberBefore: change.numberBefore,
        number: isGone ? nil : change.item.flatMap { numbers[$0.id] } ?? change.number,
        followerCount: change.followerCount, drawnIdentity: drawnIdentity)
    }
  }
}

extension ChecklistDocument {
  /// The lists, each with the same one as the file says it that was written.
  ///
  /// The list that is the file itself comes first, and is none any more where another list begins
  /// an empty file.
  func listPairs(
    with other: ChecklistDocument
  ) -> [(meant: Checklist, read: Checklist)] {
    Array(zip(checklists.reversed(), other.checklists.reversed()))
  }

  /// Gives lists that another document does not have the identities of those that it has in their
  /// stead, in their order: a list whose heading has another name.
  mutating func takeListIdentities(from other: ChecklistDocument) {
    let own = Set(checklists.map(\.id))
    let others = Set(other.checklists.map(\.id))
    let new = other.checklists.lazy.map(\.id).filter { !own.contains($0) }
    for (position, id) in zip(
      checklists.indices.filter { !others.contains(checklists[$0].id) }, new)
    {
      checklists[position].identity = id
    }
  }
}
