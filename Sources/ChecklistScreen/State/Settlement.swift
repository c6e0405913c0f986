import ChecklistCore

/// The conflicts of an item or a list while somebody chooses a version of each field.
struct Settlement: Equatable, Sendable {
  /// The item, or the list, by its identity.
  enum Subject: Equatable, Sendable {
    case item(Int)
    case list(Int)
  }

  /// A field in conflict, with its versions: the present one, which may be none, and the others.
  struct Field: Equatable, Sendable {
    let field: Conflict.Field
    let present: Conflict?
    let others: [Conflict]

    var versions: [Conflict?] { [present] + others }
  }

  let subject: Subject
  /// The fields as they are shown.
  let fields: [Field]
  /// How many fields are chosen.
  private(set) var chosen = 0
  /// The values that fields get of those that lost.
  private var taken: [Conflict] = []

  init(_ subject: Subject, in document: ChecklistDocument) {
    self.subject = subject
    fields = Self.fields(of: subject, in: document)
  }

  private static func fields(of subject: Subject, in document: ChecklistDocument) -> [Field] {
    let conflicts: [Conflict]
    let present: (Conflict.Field) -> Conflict?
    switch subject {
    case .item(let id):
      guard let item = document.address(ofItem: id).map({ document[$0] }) else { return [] }
      (conflicts, present) = (item.conflicts, item.present)
    case .list(let id):
      guard let list = document.list(id: id) else { return [] }
      (conflicts, present) = (list.conflicts, list.present)
    }
    return Conflict.Field.allCases.compactMap { field in
      let others = conflicts.filter { $0.field == field }
      return others.isEmpty ? nil : Field(field: field, present: present(field), others: others)
    }
  }

  /// The field that is chosen next; nil when all are chosen.
  var field: Field? { chosen < fields.count ? fields[chosen] : nil }

  /// Whether the document has the versions that are shown.
  func isCurrent(in document: ChecklistDocument) -> Bool {
    fields == Self.fields(of: subject, in: document)
  }

  /// Chooses a version of the field, by its index.
  mutating func choose(_ version: Int) {
    guard let field, version < field.versions.count else { return }
    if version > 0 { taken.append(field.others[version - 1]) }
    chosen += 1
  }

  /// The change, once all fields are chosen; nil before.
  func change(of document: ChecklistDocument) -> DocumentChange? {
    if field != nil { return nil }
    switch subject {
    case .item(let id):
      return document.address(ofItem: id).map {
        .editItems(
          [ItemReference(id, at: $0.position)], list: document.checklists[$0.list].id,
          document[$0].settling(taking: taken))
      }
    case .list(let id):
      return document.list(id: id).map { .editList(id, $0.settling(taking: taken)) }
    }
  }
}
