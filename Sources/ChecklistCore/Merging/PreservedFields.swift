/// The parts of merged archives that are preserved: fields that nobody understands, and classes.
struct PreservedFields {
  /// Whether there is anything to preserve.
  ///
  /// If not, the result is encoded as if it were new, without the archives.
  let isNeeded: Bool
  private let plan: MergePlan
  private let classes: ClassTranslation

  init(_ plan: MergePlan, like model: ChecklistDocument) {
    self.plan = plan
    let documents = [plan.base.document, plan.first.document, plan.second.document]
    isNeeded = plan.content != nil
    classes = ClassTranslation(documents, to: model.classNames)
  }

  /// The preserved object, where only one side has it.
  func object(_ archived: ArchivedObject?) -> ArchivedObject? {
    isNeeded ? archived.map(classes.translated) : nil
  }

  /// The preserved object, where both sides have it, and whether they changed it differently.
  func object<Whole>(
    _ sides: ThreeWay<Whole>, _ archived: (Whole) -> ArchivedObject?
  ) -> (ArchivedObject?, isPicked: Bool) {
    if !isNeeded { return (nil, false) }
    let (object, isPicked) = pick(
      sides.base.map(archived), archived(sides.first), archived(sides.second)
    ) { $0?.fields }
    return (object.map(classes.translated), isPicked)
  }

  /// The preserved fields beside lists and items, and whether the sides changed them differently.
  func fields(
    _ fields: (ChecklistDocument) -> ArchivedFields?
  ) -> (ArchivedFields?, isPicked: Bool) {
    if !isNeeded { return (nil, false) }
    return pick(
      fields(plan.base.document), fields(plan.first.document), fields(plan.second.document)
    ) { $0 }
  }

  /// Picks the object whose unread fields one side changed; if both did, the one with the greater
  /// content.
  private func pick<Object>(
    _ base: Object??, _ first: Object?, _ second: Object?,
    _ fields: (Object?) -> ArchivedFields?
  ) -> (Object?, isPicked: Bool) {
    guard let content = plan.content else { return (first ?? second, false) }
    // Fields that the app dropped were not changed.
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

  /// The object with the class that the working document uses, if its own is the class of lists or
  /// items in another document.
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
