/// Finds what a copy was made from, of which only the states of the other document are known.
struct MergeBase {
  private let copy: ChecklistDocument
  /// The states, the newest first.
  private let states: [ChecklistDocument]
  /// Whether the first state that there ever was is among them.
  private let isComplete: Bool

  /// A copy, and the states that it may have been made from.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - states: The states of the other document, the newest first.
  ///   - isComplete: Whether the first state that there ever was is among them.
  init(of copy: ChecklistDocument, among states: [ChecklistDocument], isComplete: Bool) {
    (self.copy, self.states, self.isComplete) = (copy, states, isComplete)
  }

  /// The base: the state that is most like the copy.
  ///
  /// Where the copy has a value that another state had, the copy has not changed it, and the base
  /// has it too. Where older states are no longer kept, what the copy lacks may be newer than the
  /// copy, and is not in the base, so that it is not taken for deleted.
  ///
  /// It is nil when no state has anything of the copy.
  var document: ChecklistDocument? {
    let items = Dictionary(
      copy.checklists.flatMap(\.items).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var best: (index: Int, distance: Int)?
    for (index, state) in states.enumerated() {
      var (common, equal, count) = (0, 0, 0)
      for item in state.checklists.lazy.flatMap(\.items) {
        count += 1
        guard let other = items[item.id] else { continue }
        common += 1
        if other.hasSameContent(as: item) { equal += 1 }
      }
      let distance = items.count + count - common - equal
      // Of equally good ones the oldest: a conflict too many is better than a value that is lost.
      if common > 0, distance <= best?.distance ?? .max { best = (index, distance) }
    }
    guard let best else { return nil }
    var base = states[best.index]
    let isOldest = !isComplete && best.index == states.count - 1
    let former = formerItems(of: base, items)
    for list in base.checklists.indices {
      if isOldest { base.checklists[list].items.removeAll { items[$0.id] == nil } }
      for position in base.checklists[list].items.indices {
        let id = base.checklists[list].items[position].id
        guard let former = former[id], let item = items[id] else { continue }
        base.checklists[list].items[position].takeOver(item, where: former)
      }
    }
    if isOldest {
      base.checklists.removeAll { list in copy.checklist(id: list.id) == nil && list.items.isEmpty }
    }
    return base
  }

  /// What the items that differ between the base and the copy were in all states.
  private func formerItems(
    of base: ChecklistDocument, _ items: [Int: ChecklistItem]
  ) -> [Int: [ChecklistItem]] {
    var former: [Int: [ChecklistItem]] = [:]
    for item in base.checklists.lazy.flatMap(\.items) {
      if let other = items[item.id], !other.hasSameContent(as: item) { former[item.id] = [] }
    }
    if former.isEmpty { return [:] }
    for item in states.lazy.flatMap(\.checklists).flatMap(\.items) where former[item.id] != nil {
      former[item.id]?.append(item)
    }
    return former
  }
}

extension ChecklistItem {
  /// Takes the values of a copy over that one of its former states had.
  fileprivate mutating func takeOver(_ copy: ChecklistItem, where former: [ChecklistItem]) {
    if former.contains(where: { $0.text.hasSameCodeUnits(as: copy.text) }) { text = copy.text }
    if former.contains(where: { $0.note.hasSameCodeUnits(as: copy.note) }) { note = copy.note }
    if former.contains(where: { $0.due == copy.due && $0.repetition == copy.repetition }) {
      due = copy.due
      repetition = copy.repetition
    }
    if former.contains(where: { $0.attachments == copy.attachments }) {
      attachments = copy.attachments
    }
    if former.contains(where: { $0.isChecked == copy.isChecked && $0.completed == copy.completed })
    {
      fields.isChecked = copy.isChecked
      fields.completed = copy.fields.completed
    }
  }
}
