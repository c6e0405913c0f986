/// What is preserved of the archives that were merged: fields that nobody understands, and classes.
struct PreservedFields {
  /// Whether there is anything to preserve.
  ///
  /// If not, all is encoded as if it were new, and the archives are of no account.
  private let isNeeded: Bool
  private let plan: MergePlan
  private let classes: ClassTranslation

  init(_ plan: MergePlan, like model: ChecklistDocument) {
    self.plan = plan
    let documents = [plan.base.document, plan.first.document, plan.second.document]
    isNeeded = plan.content != nil
    classes = ClassTranslation(documents, to: model.classNames)
  }

  /// What is preserved of an object that one side has.
  func object(_ archived: ArchivedObject?) -> ArchivedObject? {
    isNeeded ? archived.map(classes.translated) : nil
  }

  /// What is preserved of an object that both sides have, and whether they have changed it
  /// differently.
  func object<Whole>(
    _ sides: ThreeWay<Whole>, _ archived: (Whole) -> ArchivedObject?
  ) -> (ArchivedObject?, isPicked: Bool) {
    if !isNeeded { return (nil, false) }
    let (object, isPicked) = pick(
      sides.base.map(archived), archived(sides.first), archived(sides.second)
    ) { $0?.fields }
    return (object.map(classes.translated), isPicked)
  }

  /// What is preserved beside lists and items, and whether the sides have changed it differently.
  func fields(
    _ fields: (ChecklistDocument) -> ArchivedFields?
  ) -> (ArchivedFields?, isPicked: Bool) {
    if !isNeeded { return (nil, false) }
    return pick(
      fields(plan.base.document), fields(plan.first.document), fields(plan.second.document)
    ) { $0 }
  }

  /// Of two objects with unread fields the one that was changed and, if both were, the one with
  /// the greater content.
  private func pick<Object>(
    _ base: Object??, _ first: Object?, _ second: Object?,
    _ fields: (Object?) -> ArchivedFields?
  ) -> (Object?, isPicked: Bool) {
    guard let content = plan.content else { return (first ?? second, false) }
    // What the app dropped was not changed.
    let one = plan.isRestored.first ? base ?? first : first
    let other = plan.isRestored.second ? base ?? second : second
    let (mine, theirs) = (fields(one), fields(other))
    if content.isSame(mine, theirs) { return (one ?? other, false) }
    if let base {
      let before = fields(base)
      if content.isSame(mine, before) { return (other, false) }
      if content.isSame(theirs, before) { return (one, false) }
    }
    let (words, others) = (content.content(of: mine), content.content(of: theirs))
    if words.isEmpty || others.isEmpty { return (words.isEmpty ? other : one, false) }
    let isOther = words.lexicographicallyPrecedes(others) { $0.lexicographicallyPrecedes($1) }
    return (isOther ? other : one, true)
  }
}

/// Gives objects of other documents the classes of the working document.
private struct ClassTranslation {
  private let known: Set<String>
  private let isNeeded: Bool

  init(_ documents: [ChecklistDocument], to names: ChecklistDocument.ClassNames?) {
    let all = documents.compactMap(\.classNames)
    known = Set(all.flatMap { [$0.list, $0.item] })
      .subtracting(names.map { [$0.list, $0.item] } ?? [])
    isNeeded = !known.isEmpty
  }

  /// The object; of a class that another document uses for its lists or items, it becomes one of
  /// the class that the working document uses.
  func translated(_ object: ArchivedObject) -> ArchivedObject {
    guard isNeeded, let name = object.className, known.contains(name) else { return object }
    return ArchivedObject(fields: object.fields, uid: object.uid, classUID: 0)
  }
}

extension UnreadContent {
  /// Names the lists and items of a document, which are merged by themselves.
  mutating func nameObjects(of document: ChecklistDocument) {
    for list in document.checklists {
      name(list.archived, "list \(list.id)")
      for item in list.items { name(item.archived, "item \(item.id)") }
    }
  }
}
