/// What a copy and the document have in common, of which only the states of the document are known.
///
/// Nothing tells from which state a copy was made. But who has an identity that was given here
/// knows what was known then, and who has a value, what was known when that was typed. So each
/// version has, field by field, the events that it certainly knows: by which the field got a
/// value. A value whose event the other side knows was overwritten there, or deleted, and is that
/// of the base. Two of which neither side knows the other's were both changed: the base has another
/// value, or none.
struct MergeBase {
  /// A version of the document.
  struct State {
    /// How a version came about.
    enum Origin {
      /// By a change of the state before it; where copies stand between, by merging them.
      case change
      /// By merging what others have into the state before it.
      case merge
      /// It was beside the document when it was merged.
      case copy
      /// Another program put it in the place of the state before, or that one is not kept.
      case other
    }

    let document: ChecklistDocument
    let origin: Origin
  }

  /// The oldest first, with the document and the copy as the last ones.
  private let states: [State]
  /// The states whose knowledge each has too.
  private let sources: [[Int]]
  /// The states that do not go on from the one before them alone.
  private let joints: [Int]
  /// What tells unread fields apart; nil when there are none.
  private let content: UnreadContent?

  /// A copy, and the document that it is merged into.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - states: The states of the document, the oldest first; the present one is the last.
  init(of copy: ChecklistDocument, in states: [State]) {
    let states = (states + [State(document: copy, origin: .copy)]).map {
      State(document: $0.document.converted(like: copy), origin: $0.origin)
    }
    let sources = Self.sources(of: states)
    (self.states, self.sources) = (states, sources)
    joints = states.indices.filter { states[$0].origin != .change || sources[$0].count != 1 }
    if states.allSatisfy(\.document.isPlain) {
      content = nil
    } else {
      var content = UnreadContent()
      for state in states { content.nameObjects(of: state.document) }
      self.content = content
    }
  }

  /// The states whose knowledge each of some states certainly has too.
  private static func sources(of states: [State]) -> [[Int]] {
    var births: [Int: Int] = [:]
    var known: Set<Int> = []
    var (last, copies): (Int?, [Int]) = (nil, [])
    return states.indices.map { index in
      let (document, origin) = (states[index].document, states[index].origin)
      let identities = document.uniqueIdentities
      if origin == .change {
        for id in identities where !known.contains(id) { births[id] = index }
      }
      known.formUnion(identities)
      defer {
        if origin == .copy {
          copies.append(index)
        } else {
          (last, copies) = (index, [])
        }
      }
      switch origin {
      case .change, .merge: return (last.map { [$0] } ?? []) + copies
      case .copy, .other: return Set(identities.compactMap { births[$0] }).sorted()
      }
    }
  }

  /// The base.
  var document: ChecklistDocument {
    let documents = Trace(states.map(\.document), at: Array(states.indices))
    var base = states[states.count - 1].document
    if let model = self.base(
      documents, blank: ChecklistDocument(),
      { fields in fields.take(hasSameFields, set: { $0 = $1 }) })
    {
      base = model
    }
    let items = traces(Placed.all(in:)) {
      $0.list == $1.list && $0.item == $1.item && hasSameFields($0.item, $1.item)
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
    fields.take({ $0.name.hasSameCodeUnits(as: $1.name) }, set: { $0.name = $1.name })
    fields.take({ $0.icon.hasSameCodeUnits(as: $1.icon) }, set: { $0.icon = $1.icon })
    fields.take(\.isHidden)
    fields.takeElements(\.conflicts)
    fields.take({ hasSameFields($0.archived, $1.archived) }, set: { $0.archived = $1.archived })
  }

  private func take(_ fields: inout BaseFields<Placed>) {
    // Where both have moved it, the copy's place counts.
    fields.take(
      { $0.list == $1.list }, set: { $0.list = $1.list }, common: { own, _ in own })
    fields.take(
      { $0.item.text.hasSameCodeUnits(as: $1.item.text) }, set: { $0.item.text = $1.item.text })
    fields.take(
      { $0.item.note.hasSameCodeUnits(as: $1.item.note) }, set: { $0.item.note = $1.item.note })
    fields.take(
      { $0.item.hasSameSection(as: $1.item) }, set: { $0.item.section = $1.item.section })
    fields.take(\.item.due)
    fields.take(\.item.repetition)
    fields.takeElements(\.item.attachments)
    fields.take(\.item.origin)
    fields.takeElements(\.item.conflicts)
    fields.take(\.item.created)
    fields.take(
      { $0.item.isChecked == $1.item.isChecked && $0.item.completed == $1.item.completed },
      set: {
        $0.item.fields.isChecked = $1.item.isChecked
        $0.item.fields.completed = $1.item.fields.completed
      })
    fields.take(
      { hasSameFields($0.item, $1.item) }, set: { $0.item.archived = $1.item.archived })
  }

  private func hasSameFields(_ one: ChecklistItem, _ other: ChecklistItem) -> Bool {
    hasSameFields(one.archived, other.archived)
  }

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
    let orders = Trace(states.map { order($0.document) }, at: Array(states.indices))
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

  /// The versions of a list, an item or something else that all states may have.
  private struct Trace<Whole> {
    /// The first states of each version, or of its absence.
    var starts: [Int]
    var wholes: [Whole?]
    /// Whether the document and the copy have the same.
    var isSettled = false

    init(_ wholes: [Whole?], at starts: [Int]) {
      (self.starts, self.wholes) = (starts, wholes)
    }

    /// The version that a state has.
    func index(at state: Int) -> Int? { starts.lastIndex { $0 <= state } }
  }

  /// What may be in the base: what the document or the copy has.
  private func traces<Whole>(
    _ all: (ChecklistDocument) -> [(Int, Whole)], isSame: (Whole, Whole) -> Bool
  ) -> [Trace<Whole>] {
    /// States that go on from each other, and have the same.
    typealias Run = (first: Int, last: Int, whole: Whole)
    var runs: [Int: [Run]] = [:]
    var order: [Int] = []
    let breaks = Set(joints)
    for (index, state) in states.enumerated() {
      for (id, whole) in all(state.document) {
        let count = runs[id]?.count ?? 0
        if count == 0 { order.append(id) }
        if count > 0, !breaks.contains(index), let last = runs[id]?[count - 1],
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
        var trace = Trace([own.whole, end.whole], at: [ours, copy])
        trace.isSettled = true
        return trace
      }
      var starts = Set(joints)
      for run in runs { starts.formUnion([run.first, run.last + 1]) }
      starts.remove(states.count)
      let points = starts.union([ours, copy]).sorted()
      var next = 0
      return Trace(
        points.map { point in
          while next < runs.count, runs[next].last < point { next += 1 }
          return next < runs.count && runs[next].first <= point ? runs[next].whole : nil
        }, at: points)
    }
  }

  /// The base of something; nil when it is not in the base.
  private func base<Whole>(
    _ trace: Trace<Whole>, blank: Whole, _ take: (inout BaseFields<Whole>) -> Void
  ) -> Whole? {
    var fields = BaseFields(trace, blank: blank, states, sources)
    if !trace.isSettled { take(&fields) }
    return fields.base
  }

  /// Something with the fields that it has in the base.
  private struct BaseFields<Whole> {
    private let trace: Trace<Whole>
    private let states: [State]
    private let sources: [[Int]]
    private(set) var base: Whole?

    private let blank: Whole

    init(_ trace: Trace<Whole>, blank: Whole, _ states: [State], _ sources: [[Int]]) {
      (self.trace, self.blank, self.states, self.sources) = (trace, blank, states, sources)
      base = trace.wholes.last.flatMap { $0 } ?? trace.wholes.dropLast().last.flatMap { $0 }
    }

    /// What a version knows of a field.
    private struct Knowledge {
      /// The events of which one gave it its value; none where it is not there.
      var present: Set<Int> = []
      /// The events that it knows.
      var known: Set<Int> = []
    }

    /// Gives the base a field.
    ///
    /// - Parameters:
    ///   - isSame: Whether two have the same value.
    ///   - set: Gives one the value of another.
    ///   - common: What the base has where neither side knows the value of the other; nil for
    ///     another value.
    mutating func take(
      _ isSame: (Whole, Whole) -> Bool, set: (inout Whole, Whole) -> Void,
      common: ((Whole, Whole) -> Whole)? = nil
    ) {
      guard var base else { return }
      let count = trace.wholes.count
      let (own, copied) = (trace.wholes[count - 2], trace.wholes[count - 1])
      if let own, let copied, isSame(own, copied) { return }
      var values: [Whole] = []
      let all = knowledge(isSame, &values)
      let (ours, copy) = (all[count - 2], all[count - 1])
      let value: Whole?
      if let copied, copy.present.isSubset(of: ours.known) {
        value = copied
      } else if let own, ours.present.isSubset(of: copy.known) {
        value = own
      } else if ours.known.isDisjoint(with: copy.known) {
        value = nil
      } else if let own, let copied {
        value =
          common?(own, copied) ?? values.last { !isSame($0, own) && !isSame($0, copied) } ?? blank
      } else {
        value = values.last { value in
          own.map { isSame($0, value) } != true && copied.map { isSame($0, value) } != true
        }
      }
      if let value { set(&base, value) }
      self.base = value == nil ? nil : base
    }

    mutating func take<Value: Equatable>(_ field: WritableKeyPath<Whole, Value>) {
      take(
        { $0[keyPath: field] == $1[keyPath: field] },
        set: { $0[keyPath: field] = $1[keyPath: field] })
    }

    mutating func takeElements<Element: Equatable>(_ field: WritableKeyPath<Whole, [Element]>) {
      take(
        { $0[keyPath: field] == $1[keyPath: field] },
        set: { $0[keyPath: field] = $1[keyPath: field] },
        common: { own, copied in
          var common = own
          common[keyPath: field].removeAll { !copied[keyPath: field].contains($0) }
          return common
        })
    }

    /// What each version knows of a field, and the values that its events gave it.
    private func knowledge(
      _ isSame: (Whole, Whole) -> Bool, _ values: inout [Whole]
    ) -> [Knowledge] {
      /// What was known when an event came about.
      var creations: [Set<Int>] = []
      var all: [Knowledge] = []
      for (start, whole) in zip(trace.starts, trace.wholes) {
        let origin = states[start].origin
        let former = sources[start].compactMap { trace.index(at: $0) }.filter { $0 < all.count }
          .map { all[$0] }
        var knowledge = Knowledge()
        for source in former { knowledge.known.formUnion(source.known) }
        if let whole {
          let isContinued = origin == .change || origin == .merge
          let candidates: [Int] =
            isContinued
            ? former.first { $0.present.contains { isSame(values[$0], whole) } }
              .map { Array($0.present) } ?? []
            : values.indices.filter { event in
              isSame(values[event], whole)
                && former.allSatisfy { !$0.known.contains(event) || $0.present.contains(event) }
            }
          knowledge.present = Set(candidates)
          if candidates.isEmpty {
            let event = values.count
            values.append(whole)
            creations.append(origin == .change ? knowledge.known.union([event]) : [event])
            knowledge.present = [event]
            knowledge.known.insert(event)
          } else {
            knowledge.known.formUnion(
              candidates.dropFirst().reduce(creations[candidates[0]]) {
                $0.intersection(creations[$1])
              })
          }
        }
        all.append(knowledge)
      }
      return all
    }
  }
}

extension ChecklistDocument {
  /// Identities of lists and items that only one program can have given.
  fileprivate var uniqueIdentities: Set<Int> {
    let derived = derivedIdentities
    var unique: Set<Int> = []
    for list in checklists {
      if AddedItems.isUnique(list.id), !derived.lists.contains(list.id) { unique.insert(list.id) }
      for index in list.items.indices {
        let id = list.items[index].id
        if AddedItems.isUnique(id), !derived.items.contains(id) { unique.insert(id) }
      }
    }
    return unique
  }
}
