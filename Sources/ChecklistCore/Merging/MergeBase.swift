/// Finds a common base for a copy whose origin is unknown.
///
/// Each value is attributed to the event that set it. A version knows the events of its own values,
/// and all that was known when they came about. If one side's value came from an event that the
/// other side knows, the other side replaced it: that value is the base. If neither side knows the
/// event of the other, both changed the field: the base has another value, or none.
struct MergeBase {
  /// A version of the document.
  struct State {
    let document: ChecklistDocument
    let origin: Lineage.Origin
  }

  /// The states, oldest first; the last two are the document and the copy.
  private let states: [State]
  private let lineage: Lineage
  /// The unread fields of all states, to compare them; nil when there are none.
  private let content: UnreadContent?

  /// A copy, and the document that it is merged into.
  ///
  /// - Parameter states: The states of the document, the oldest first; the present one is the last.
  init(of copy: ChecklistDocument, in states: [State]) {
    let states = (states + [State(document: copy, origin: .copy)]).map {
      State(document: $0.document.converted(like: copy), origin: $0.origin)
    }
    self.states = states
    lineage = Lineage(states)
    if states.allSatisfy(\.document.isPlain) {
      content = nil
    } else {
      var content = UnreadContent()
      for state in states { content.nameObjects(of: state.document) }
      self.content = content
    }
  }

  /// The base.
  var document: ChecklistDocument {
    let documents = Trace(states.map(\.document), starts: Array(states.indices))
    let model = base(documents, blank: ChecklistDocument()) { fields in
      fields.take(
        hasSameFields, set: { $0 = $1 },
        isSilent: { isSilent($0.topFields) && isSilent($0.rootFields) })
    }
    var base = model ?? states[states.count - 1].document
    let items = traces(Placed.all(in:)) {
      $0.list == $1.list && $0.item == $1.item && hasSameFields($0.item.archived, $1.item.archived)
    }
    let noItem = Placed(
      item: ChecklistItem(
        ChecklistItem.Fields(
          text: LazyText(""), created: .init(nil), dueDate: .init(nil))), list: 0)
    var members: [Int: [ChecklistItem]] = [:]
    for trace in items {
      guard let placed = self.base(trace, blank: noItem, take) else { continue }
      members[placed.list, default: []].append(placed.item)
    }
    let lists = traces(
      { $0.checklists.map { ($0.id, $0) } },
      isSame: { $0.hasSameFields(as: $1) && hasSameFields($0.archived, $1.archived) })
    var kept: [Checklist] = []
    for trace in lists {
      guard var list = self.base(trace, blank: Checklist("", id: 0), take) else { continue }
      list.items = ordered(members[list.id] ?? [], id: \.id) {
        $0.checklist(id: list.id)?.items.map(\.id)
      }
      kept.append(list)
    }
    base.checklists = ordered(kept, id: \.id) { $0.checklists.map(\.id) }
    return base
  }

  // MARK: Lists and items

  /// An item with the identity of its list.
  private struct Placed {
    var item: ChecklistItem
    var list: Int

    static func all(in document: ChecklistDocument) -> [(Int, Placed)] {
      document.checklists.flatMap { list in
        list.items.map { ($0.id, Placed(item: $0, list: list.id)) }
      }
    }
  }

  private func take(_ fields: inout BaseFields<Checklist>) {
    for field in ListField.allCases {
      switch field {
      case .conflicts: fields.takeElements(\.conflicts)
      default: fields.take({ $0.hasSame(field, as: $1) }, set: { $0.take(field, from: $1) })
      }
    }
    takeUnread(&fields, \.archived)
  }

  /// The fields that go together.
  private static let state: [ItemField] = [.checked, .skipReason, .completed]

  private func take(_ fields: inout BaseFields<Placed>) {
    // Where both have moved it, the copy's place counts.
    fields.take(
      { $0.list == $1.list }, set: { $0.list = $1.list }, common: { own, _ in own })
    for field in ItemField.allCases {
      switch field {
      case .attachments: fields.takeElements(\.item.attachments)
      case .conflicts: fields.takeElements(\.item.conflicts)
      case .checked:
        fields.take(
          { one, other in Self.state.allSatisfy { one.item.hasSame($0, as: other.item) } },
          set: { own, other in for field in Self.state { own.item.take(field, from: other.item) } })
      case .skipReason, .completed: break
      default:
        fields.take(
          { $0.item.hasSame(field, as: $1.item) }, set: { $0.item.take(field, from: $1.item) })
      }
    }
    takeUnread(&fields, \.item.archived)
  }

  private func takeUnread<Whole>(
    _ fields: inout BaseFields<Whole>, _ archived: WritableKeyPath<Whole, ArchivedObject?>
  ) {
    fields.take(
      { hasSameFields($0[keyPath: archived], $1[keyPath: archived]) },
      set: { $0[keyPath: archived] = $1[keyPath: archived] },
      isSilent: { isSilent($0[keyPath: archived]?.fields) })
  }

  /// Whether there are no unread fields, as where a text has been, which does not have them.
  private func isSilent(_ fields: ArchivedFields?) -> Bool { fields?.unread.isEmpty ?? true }

  private func hasSameFields(_ one: ArchivedObject?, _ other: ArchivedObject?) -> Bool {
    content?.isSame(one?.fields, other?.fields) ?? true
  }

  private func hasSameFields(_ one: ChecklistDocument, _ other: ChecklistDocument) -> Bool {
    guard let content else { return true }
    return content.isSame(one.topFields, other.topFields)
      && content.isSame(one.rootFields, other.rootFields)
  }

  /// Parts of a base in the order of its document.
  private func ordered<Part>(
    _ parts: [Part], id: (Part) -> Int, _ order: (ChecklistDocument) -> [Int]?
  ) -> [Part] {
    guard parts.count > 1 else { return parts }
    let orders = Trace(states.map { order($0.document) }, starts: Array(states.indices))
    let base = base(orders, blank: []) { fields in
      fields.take(
        { one, other in
          let common = Set(one).intersection(other)
          return one.filter(common.contains) == other.filter(common.contains)
        }, set: { $0 = $1 })
    }
    let places = Dictionary(
      (base ?? order(states[states.count - 1].document) ?? []).enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first })
    return parts.sorted {
      (places[id($0)] ?? .max, id($0)) < (places[id($1)] ?? .max, id($1))
    }
  }

  // MARK: Versions

  /// The versions of all that may be in the base: all that the document or the copy has.
  private func traces<Whole>(
    _ all: (ChecklistDocument) -> [(Int, Whole)], isSame: (Whole, Whole) -> Bool
  ) -> [Trace<Whole>] {
    /// States that go on from each other, and have the same.
    typealias Run = (first: Int, last: Int, whole: Whole)
    var runs: [Int: [Run]] = [:]
    var order: [Int] = []
    let joints = Set(lineage.joints)
    for (index, state) in states.enumerated() {
      for (id, whole) in all(state.document) {
        let count = runs[id]?.count ?? 0
        if count == 0 { order.append(id) }
        if count > 0, !joints.contains(index), let last = runs[id]?[count - 1],
          last.last == index - 1, isSame(last.whole, whole)
        {
          runs[id]?[count - 1].last = index
        } else {
          runs[id, default: []].append((index, index, whole))
        }
      }
    }
    let (ours, copy) = (states.count - 2, states.count - 1)
    return order.compactMap { id in
      guard let runs = runs[id], let end = runs.last, end.last >= ours else { return nil }
      if end.last == copy, runs.count > 1, case let own = runs[runs.count - 2], own.last == ours,
        isSame(own.whole, end.whole)
      {
        return Trace([own.whole, end.whole], starts: [ours, copy], isSettled: true)
      }
      var starts = joints
      for run in runs { starts.formUnion([run.first, run.last + 1]) }
      starts.remove(states.count)
      let points = starts.union([ours, copy]).sorted()
      var next = 0
      return Trace(
        points.map { point in
          while next < runs.count, runs[next].last < point { next += 1 }
          return next < runs.count && runs[next].first <= point ? runs[next].whole : nil
        }, starts: points)
    }
  }

  /// The base of something; nil when it is not in the base.
  private func base<Whole>(
    _ trace: Trace<Whole>, blank: Whole, _ take: (inout BaseFields<Whole>) -> Void
  ) -> Whole? {
    var fields = BaseFields(trace, blank: blank, lineage)
    if !trace.isSettled { take(&fields) }
    return fields.base
  }
}
