/// Finds what a copy was made from, of which only the states of the other document are known.
///
/// The copy was made from one of the states that have every identity which the copy shares with
/// the states, and nothing tells from which. So the base has what is right for each of them:
///
/// - A value that one of them had was not changed in the copy.
/// - What the copy lacks was deleted in it only if all of them had it.
/// - A value that none of them had was changed in the copy. If theirs differ, the document may have
///   been changed too.
///
/// A document that another program put in the place of a state may come from an earlier one: a
/// service that synchronises files does so with a version of others. What the copy has and went
/// with that state was changed in the document only as far as the base of the replacement says so.
struct MergeBase {
  /// A state of a document.
  struct State {
    let document: ChecklistDocument
    /// Whether it came about by one change of a state that is kept, or of no document.
    let isContinued: Bool
    /// What another program put in its place; nil when it was changed here.
    var replacement: ChecklistDocument?
  }

  private let copy: ChecklistDocument
  private let ours: ChecklistDocument
  /// The newest first.
  private let states: [State]
  /// The indices of the states that the copy may have been made from.
  private let possible: Set<Int>
  /// Whether the copy may have been made from another state, which is not kept.
  private let isOpen: Bool
  /// What tells unread fields apart; nil when there are none.
  private var content: UnreadContent?

  /// A copy, and the states that it may have been made from.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - ours: The document that it is merged into.
  ///   - states: The states of that document, the newest first.
  init(of copy: ChecklistDocument, into ours: ChecklistDocument, among states: [State]) {
    let all = states.map { Identities(of: $0.document) }
    let shared = Identities(of: copy).intersection(all.reduce(into: []) { $0.formUnion($1) })
    let possible = all.indices.filter { shared.isSubset(of: all[$0]) }
    self.copy = copy
    self.ours = ours.converted(like: copy)
    self.states = states.map {
      State(
        document: $0.document.converted(like: copy), isContinued: $0.isContinued,
        replacement: $0.replacement?.converted(like: copy))
    }
    self.possible = Set(possible)
    isOpen = shared.isEmpty || possible.last.map { states[$0].isContinued } != true
    let documents = [self.copy, self.ours] + self.states.map(\.document)
    if !documents.allSatisfy(\.isPlain) {
      var content = UnreadContent()
      for document in documents { content.nameObjects(of: document) }
      self.content = content
    }
  }

  /// A list or an item as it is in the copy and in the document, and as the states have it.
  private struct Former<Whole> {
    var copy: Whole?
    var ours: Whole?
    /// The newest first, each with the indices of its states.
    var versions: [(whole: Whole, states: [Int])] = []
    /// What the base of a replacement has, by the index of the state in whose place it was put.
    var replaced: [Int: Whole?] = [:]

    /// What the base of the replacement has, where one was put in the place of the last state with
    /// a version.
    func inReplacement(of isVersion: (Whole) -> Bool) -> Whole?? {
      versions.first { isVersion($0.whole) }.flatMap { replaced[$0.states[0]] }
    }
  }

  /// An item with the identity of its list.
  private struct Placed {
    var item: ChecklistItem
    var list: Int
  }

  /// Lists without their order, and items, by identity.
  private typealias Parts = (lists: [Int: Checklist], items: [Int: Placed])

  /// The base; nil when no state can be one.
  var document: ChecklistDocument? {
    let documents = possible.sorted().map { states[$0].document }
    guard let newest = documents.first else { return nil }
    var base =
      documents.first { hasSameFields($0, copy) } ?? documents.first { !hasSameFields($0, ours) }
      ?? newest
    var (lists, items) = parts
    var members: [Int: [Int]] = [:]
    for (id, placed) in items { members[placed.list, default: []].append(id) }
    for id in lists.keys {
      lists[id]?.items = order(members[id] ?? []) { $0.checklist(id: id)?.items.map(\.id) }
        .compactMap { items[$0]?.item }
    }
    base.checklists = order(Array(lists.keys)) { $0.checklists.map(\.id) }.compactMap { lists[$0] }
    return base
  }

  // MARK: Lists and items

  private var parts: Parts {
    var lists = former { document in
      document.checklists.map { ($0.id, $0) }
    } isSame: {
      $0.hasSameFields(as: $1)
    }
    var items = former { document in
      document.checklists.flatMap { list in
        list.items.map { ($0.id, Placed(item: $0, list: list.id)) }
      }
    } isSame: {
      $0.item == $1.item && $0.list == $1.list
    }
    let needed = Set(
      (lists.values.flatMap(\.replaced.keys) + items.values.flatMap(\.replaced.keys)))
    for index in needed {
      guard let replacement = states[index].replacement else { continue }
      let before = states[index...].map {
        State(document: $0.document, isContinued: $0.isContinued)
      }
      let parts = MergeBase(of: replacement, into: copy, among: before).parts
      for id in lists.keys where lists[id]?.replaced[index] != nil {
        lists[id]?.replaced.updateValue(parts.lists[id], forKey: index)
      }
      for id in items.keys where items[id]?.replaced[index] != nil {
        items[id]?.replaced.updateValue(parts.items[id], forKey: index)
      }
    }
    return (lists.compactMapValues(list), items.compactMapValues(item))
  }

  /// What can be in the base, by identity.
  private func former<Whole>(
    _ all: (ChecklistDocument) -> [(Int, Whole)], isSame: (Whole, Whole) -> Bool
  ) -> [Int: Former<Whole>] {
    var former: [Int: Former<Whole>] = [:]
    for (index, state) in states.enumerated() {
      for (id, whole) in all(state.document) {
        let versions = former[id]?.versions.count ?? 0
        // Most are in most states the same.
        if content == nil, versions > 0,
          former[id].map({ isSame($0.versions[versions - 1].whole, whole) }) == true
        {
          former[id]?.versions[versions - 1].states.append(index)
        } else {
          former[id, default: Former()].versions.append((whole, [index]))
        }
      }
    }
    for (id, whole) in all(ours) { former[id]?.ours = whole }
    for (id, whole) in all(copy) { former[id]?.copy = whole }
    for (id, each) in former {
      guard let copy = each.copy else { continue }
      if content == nil, each.ours.map({ isSame($0, copy) }) == true { continue }
      for version in each.versions where states[version.states[0]].replacement != nil {
        former[id]?.replaced.updateValue(nil, forKey: version.states[0])
      }
    }
    return former.filter { $1.copy != nil || !isOpen && isDeleted($1.versions.flatMap(\.states)) }
  }

  /// Whether the copy must have deleted what it lacks, and `holders` are the states that have it.
  ///
  /// Each state that it may have been made from had it, or had lost it already, where another
  /// program brought it back later.
  private func isDeleted(_ holders: [Int]) -> Bool {
    let holders = Set(holders)
    guard let oldest = holders.max() else { return false }
    let newestWithout = (0..<oldest).first { !holders.contains($0) }
    let isBroughtBack = newestWithout.map { states[$0].replacement != nil } == true
    return possible.allSatisfy { holders.contains($0) || isBroughtBack && $0 < oldest }
  }

  private func list(_ former: Former<Checklist>) -> Checklist? {
    var base = BaseFields(former, possible)
    base.take({ $0.name.hasSameCodeUnits(as: $1.name) }, set: { $0.name = $1.name })
    base.take({ $0.icon.hasSameCodeUnits(as: $1.icon) }, set: { $0.icon = $1.icon })
    base.take(\.isHidden)
    base.take(\.conflicts)
    base.take({ hasSameFields($0.archived, $1.archived) }, set: { $0.archived = $1.archived })
    return base.value(isOpen: isOpen)
  }

  private func item(_ former: Former<Placed>) -> Placed? {
    var base = BaseFields(former, possible)
    base.take(\.list)
    base.take(
      { $0.item.text.hasSameCodeUnits(as: $1.item.text) }, set: { $0.item.text = $1.item.text })
    base.take(
      { $0.item.note.hasSameCodeUnits(as: $1.item.note) }, set: { $0.item.note = $1.item.note })
    base.take({ $0.item.hasSameSection(as: $1.item) }, set: { $0.item.section = $1.item.section })
    base.take(\.item.due)
    base.take(\.item.repetition)
    base.take(\.item.attachments)
    base.take(\.item.origin)
    base.take(\.item.conflicts)
    base.take(\.item.created)
    base.take(
      {
        $0.item.isChecked == $1.item.isChecked && $0.item.completed == $1.item.completed
      },
      set: {
        $0.item.fields.isChecked = $1.item.isChecked
        $0.item.fields.completed = $1.item.fields.completed
      })
    base.take(
      { hasSameFields($0.item.archived, $1.item.archived) },
      set: {
        $0.item.archived = $1.item.archived
      })
    return base.value(isOpen: isOpen)
  }

  /// Lists or items with the fields of something in the base.
  private struct BaseFields<Whole> {
    private let former: Former<Whole>
    /// The versions that the copy may have been made from.
    private let versions: [Whole]
    private var base: Whole?
    private var isChanged = false

    init(_ former: Former<Whole>, _ possible: Set<Int>) {
      self.former = former
      versions = former.versions.filter { $0.states.contains(where: possible.contains) }.map(
        \.whole)
      base = former.copy ?? versions.first ?? former.versions.first?.whole
      if former.copy != nil, former.ours == nil,
        let replaced = former.inReplacement(of: { _ in true })
      {
        base = replaced
      }
    }

    /// Gives the base a field: that of the copy, if a state had it, else one that the document does
    /// not have any more.
    mutating func take(
      _ isSame: (Whole, Whole) -> Bool, set: (inout Whole, Whole) -> Void
    ) {
      guard var base else { return }
      if let copy = former.copy, versions.contains(where: { isSame($0, copy) }) {
        guard let ours = former.ours, !isSame(ours, copy),
          let replaced = former.inReplacement(of: { isSame($0, copy) })
        else { return }
        guard let replaced else {
          self.base = nil
          return
        }
        set(&base, replaced)
      } else {
        if former.copy != nil { isChanged = true }
        let differing = versions.first { version in
          former.ours.map { isSame($0, version) } != true
        }
        guard let value = differing ?? versions.first else { return }
        set(&base, value)
      }
      self.base = base
    }

    mutating func take<Value: Equatable>(_ field: WritableKeyPath<Whole, Value>) {
      take(
        { $0[keyPath: field] == $1[keyPath: field] },
        set: {
          $0[keyPath: field] = $1[keyPath: field]
        })
    }

    /// The whole; nil where the copy may have a value from a state that is not kept.
    func value(isOpen: Bool) -> Whole? { isOpen && isChanged ? nil : base }
  }

  // MARK: Unread fields and order

  private func hasSameFields(_ one: ArchivedObject?, _ other: ArchivedObject?) -> Bool {
    content?.isSame(one?.fields, other?.fields) ?? true
  }

  private func hasSameFields(_ one: ChecklistDocument, _ other: ChecklistDocument) -> Bool {
    guard let content else { return true }
    return content.isSame(one.topFields, other.topFields)
      && content.isSame(one.rootFields, other.rootFields)
  }

  /// Identities in the order that the copy has, if a state had it, else in one that the document
  /// does not have any more.
  private func order(_ members: [Int], _ order: (ChecklistDocument) -> [Int]?) -> [Int] {
    let all = states.map { order($0.document) }
    let orders = possible.sorted().compactMap { all[$0] }
    func isSame(_ one: [Int], _ other: [Int]) -> Bool {
      let common = Set(one).intersection(other)
      return one.filter(common.contains) == other.filter(common.contains)
    }
    let copied = order(copy) ?? []
    let own = order(ours) ?? []
    var best =
      orders.first { isSame($0, copied) } ?? orders.first { !isSame($0, own) } ?? orders.first
    if let last = all.firstIndex(where: { $0.map { isSame($0, copied) } == true }),
      let replacement = states[last].replacement.flatMap(order), !isSame(replacement, copied),
      all[last...].contains(where: { $0.map { isSame($0, replacement) } == true })
    {
      best = replacement
    }
    let places = Dictionary(
      (best ?? []).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return members.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
  }
}

/// Identities of lists and items that only one program can have given.
private typealias Identities = Set<Int>

extension Identities {
  fileprivate init(of document: ChecklistDocument) {
    let derived = document.derivedIdentities
    self.init()
    for list in document.checklists {
      if AddedItems.isUnique(list.id), !derived.lists.contains(list.id) { insert(list.id) }
      for index in list.items.indices {
        let id = list.items[index].id
        if AddedItems.isUnique(id), !derived.items.contains(id) { insert(id) }
      }
    }
  }
}
