import ChecklistCore

/// The conflicts of an item or a list while somebody chooses a version of each field.
struct Settlement: Equatable, Sendable {
  /// The item, or the list.
  enum Subject: Equatable, Sendable {
    case item(Int)
    case list(Int)
  }

  let subject: Subject
  /// How many fields are chosen.
  private(set) var chosen = 0
  /// The values that fields get of those that lost.
  private(set) var taken: [Conflict] = []

  init(_ subject: Subject) { self.subject = subject }

  /// The field that is chosen next, with its versions, the present one first; nil when all are
  /// chosen, or the subject is gone.
  func field(
    in document: ChecklistDocument
  ) -> (field: Conflict.Field, versions: [Conflict?], count: Int)? {
    let conflicts: [Conflict]
    let present: (Conflict.Field) -> Conflict?
    switch subject {
    case .item(let id):
      guard let item = document.address(ofItem: id).map({ document[$0] }) else { return nil }
      (conflicts, present) = (item.conflicts, item.present)
    case .list(let id):
      guard let list = document.list(id: id) else { return nil }
      (conflicts, present) = (list.conflicts, list.present)
    }
    let fields = Conflict.Field.allCases.filter { field in
      conflicts.contains { $0.field == field }
    }
    guard chosen < fields.count else { return nil }
    let field = fields[chosen]
    return (field, [present(field)] + conflicts.filter { $0.field == field }, fields.count)
  }

  /// Chooses a version of the field, by its index.
  mutating func choose(_ version: Int, in document: ChecklistDocument) {
    guard let versions = field(in: document)?.versions, version < versions.count else { return }
    if version > 0, let value = versions[version] { taken.append(value) }
    chosen += 1
  }

  /// The change, once all fields are chosen; nil before.
  func change(of document: ChecklistDocument) -> DocumentChange? {
    guard chosen > 0, field(in: document) == nil else { return nil }
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
