/// Finds what a copy was made from, of which only the states of the other document are known.
///
/// The copy was made from one of the states that have every identity which the copy shares with
/// the states, and nothing tells from which. So the base has what is right for each of them:
///
/// - A value that one of them had was not changed in the copy.
/// - What the copy lacks was deleted in it only if all of them had it.
/// - A value that none of them had was changed in the copy. If theirs differ, the document may have
///   been changed too.
struct MergeBase {
  /// A state of a document.
  struct State {
    let document: ChecklistDocument
    /// Whether it came about by one change of a state that is kept, or of no document.
    let isContinued: Bool
    /// Whether another program has put another document in its place, and it was not merged since.
    var isReplaced = false
    /// That other document; nil when it is not kept.
    var replacement: ChecklistDocument?
  }

  private let copy: ChecklistDocument
  private let ours: ChecklistDocument
  /// The states that the copy may have been made from.
  private let states: [ChecklistDocument]
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
    self.states = possible.map { states[$0].document.converted(like: copy) }
    isOpen = shared.isEmpty || possible.last.map { states[$0].isContinued } != true
    let documents = [self.copy, self.ours] + self.states
    if !documents.allSatisfy(\.isPlain) {
      var content = UnreadContent()
      for document in documents { content.nameObjects(of: document) }
      self.content = content
    }
  }

  /// Something as it is in the copy and in the document, and as the states have it.
  private struct Former<Whole> {
    var copy: Whole?
    var ours: Whole?
    var states: [Whole] = []
    /// How many of the states have it.
    var count = 0
  }

  /// An item with the identity of its list.
  private struct Placed {
    var item: ChecklistItem
    var list: Int
  }

  /// The base; nil when no state can be one.
  var document: ChecklistDocument? {
    guard let newest = states.first else { return nil }
    var base =
      states.first { hasSameFields($0, copy) } ?? states.first { !hasSameFields($0, ours) }
      ?? newest
    var lists = former({ $0.checklists.map { ($0.id, $0) } }) { $0.hasSameFields(as: $1) }
      .compactMapValues(list)
    let items = former({ document in
      document.checklists.flatMap { list in
        list.items.map { ($0.id, Placed(item: $0, list: list.id)) }
      }
    }) { $0.item == $1.item && $0.list == $1.list }
    .compactMapValues(item)
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

  /// What can be in the base, by identity.
  private func former<Whole>(
    _ all: (ChecklistDocument) -> [(Int, Whole)], isSame: (Whole, Whole) -> Bool
  ) -> [Int: Former<Whole>] {
    var former: [Int: Former<Whole>] = [:]
    for state in states {
      for (id, whole) in all(state) {
        former[id, default: Former()].count += 1
        // Most are in most states the same.
        if content == nil, let last = former[id]?.states.last, isSame(last, whole) { continue }
        former[id]?.states.append(whole)
      }
    }
    for (id, whole) in all(ours) { former[id]?.ours = whole }
    for (id, whole) in all(copy) { former[id]?.copy = whole }
    return former.filter { $1.copy != nil || !isOpen && $1.count == states.count }
  }

  private func list(_ former: Former<Checklist>) -> Checklist? {
    var base = BaseFields(former)
    base.take({ $0.name.hasSameCodeUnits(as: $1.name) }, set: { $0.name = $1.name })
    base.take({ $0.icon.hasSameCodeUnits(as: $1.icon) }, set: { $0.icon = $1.icon })
    base.take(\.isHidden)
    base.take(\.conflicts)
    base.take({ hasSameFields($0.archived, $1.archived) }, set: { $0.archived = $1.archived })
    return base.value(isOpen: isOpen)
  }

  private func item(_ former: Former<Placed>) -> Placed? {
    var base = BaseFields(former)
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
    private var base: Whole?
    private var isChanged = false

    init(_ former: Former<Whole>) {
      self.former = former
      base = former.copy ?? former.states.first
    }

    /// Gives the base a field: that of the copy, if a state had it, else one that the document does
    /// not have any more.
    mutating func take(
      _ isSame: (Whole, Whole) -> Bool, set: (inout Whole, Whole) -> Void
    ) {
      if let copy = former.copy {
        if former.states.contains(where: { isSame($0, copy) }) { return }
        isChanged = true
      }
      let differing = former.states.first { state in former.ours.map { isSame($0, state) } != true }
      guard var base, let value = differing ?? former.states.first else { return }
      set(&base, value)
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
    let orders = states.compactMap(order)
    func isSame(_ one: [Int], _ other: [Int]) -> Bool {
      let common = Set(one).intersection(other)
      return one.filter(common.contains) == other.filter(common.contains)
    }
    let copied = order(copy) ?? []
    let own = order(ours) ?? []
    let best =
      orders.first { isSame($0, copied) } ?? orders.first { !isSame($0, own) } ?? orders.first
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
