import ChecklistCore
import ChecklistInterchange

extension JSONWriter {
  /// The members with what differs between two documents.
  mutating func members(of comparison: DocumentComparison, _ ends: inout DayEnds) {
    let lists = comparison.lists.filter { $0.hasChange }
    member("checklists", each: lists) { writer, list in
      writer.beginObject()
      writer.member("change", list.change)
      writer.member("moved", list.isMoved)
      writer.member("fields", each: list.fields) { $0.value($1.rawValue) }
      writer.member("before", (list.before?.list).map { ListSummary($0) })
      writer.member("after", (list.after?.list).map { ListSummary($0) })
      writer.endObject()
    }
    member("items", each: comparison.lists.flatMap(\.items)) { writer, item in
      writer.beginObject()
      writer.member("change", item.change)
      writer.member("moved", item.isMoved)
      writer.member("fields", each: item.fields) { $0.value($1.rawValue) }
      writer.place(item.before, "before", &ends)
      writer.place(item.after, "after", &ends)
      writer.endObject()
    }
  }

  private mutating func place(
    _ place: DocumentComparison.Place?, _ name: String, _ ends: inout DayEnds
  ) {
    guard let place else { return member(name, String?.none) }
    key(name)
    item(place.item, number: place.number, in: ListSummary(place.list), &ends)
  }
}

extension DocumentComparison.Item {
  /// The kind of the change, as one word.
  fileprivate var change: String {
    before == nil ? "added" : after == nil ? "deleted" : "edited"
  }
}

extension DocumentComparison.List {
  /// The kind of the change, as one word.
  fileprivate var change: String {
    before == nil ? "added" : after == nil ? "deleted" : "edited"
  }

  /// Whether something of the list itself differs.
  fileprivate var hasChange: Bool {
    before == nil || after == nil || isMoved || !fields.isEmpty
  }
}
