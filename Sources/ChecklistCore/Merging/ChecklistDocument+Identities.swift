extension ChecklistDocument {
  /// The document with the identities of another, where both have the same list or the same item
  /// and know no base.
  ///
  /// A merge of the two then keeps the identities of the other: it pairs what has one identity.
  ///
  /// - Returns: The document, in which nothing else is changed.
  package func identified(like other: ChecklistDocument) -> ChecklistDocument {
    var numbered = NumberedDocument(self)
    let plan = MergePlan(
      base: NumberedDocument(ChecklistDocument()), first: numbered, second: NumberedDocument(other))
    for entry in plan.lists.entries {
      guard let own = entry.first, let position = entry.second,
        !derivedIdentities.lists.contains(numbered.list(own).id)
      else { continue }
      numbered.document.checklists[own].identity = other.checklists[position].id
    }
    let theirs = Set(other.checklists.lazy.flatMap(\.items).map(\.id))
    var taken = theirs.union(checklists.lazy.flatMap(\.items).map(\.id))
    for entry in plan.items.entries {
      guard let own = entry.first, !derivedIdentities.items.contains(numbered[own].id) else {
        continue
      }
      if let number = entry.second {
        numbered[own].identity = plan.second[number].id
      } else if theirs.contains(numbered[own].id) {
        // Two programs have counted to the same one.
        let item = numbered[own]
        numbered[own].identity = .identity(of: "\(item.id) \(item.text)") {
          $0 > UInt32.max && taken.insert($0).inserted
        }
      }
    }
    return numbered.document
  }
}
