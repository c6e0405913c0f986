extension ChecklistDocument {
  /// Whether another document can have come from this one: it has one of its lists or items still,
  /// or there was none.
  ///
  /// Else it was made anew, after this one was lost.
  package func isContinued(by other: ChecklistDocument) -> Bool {
    if checklists.isEmpty { return true }
    let lists = Set(checklists.map(\.id)).subtracting(derivedIdentities.lists)
    if other.checklists.contains(where: { lists.contains($0.id) }) { return true }
    let items = checklists.flatMap(\.items)
    let known = Set(items.map(\.id)).subtracting(derivedIdentities.items)
    let texts = Set(items.map { CodeUnits($0.text) })
    return other.checklists.contains { list in
      list.items.contains { known.contains($0.id) || texts.contains(CodeUnits($0.text)) }
    }
  }
}
