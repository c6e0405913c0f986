import ChecklistCore

/// The shapes that all JSON is built of.
extension JSONWriter {
  /// Begins the one object that a command answers with: its schema and its document, if it is about one.
  mutating func beginAnswer(document: String?) {
    beginObject()
    member("schema", 1)
    member("document", document)
  }

  /// An item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - number: Its number in its list; nil of one that is gone.
  ///   - list: Its list, where the answer is about several.
  mutating func item(_ item: ChecklistItem, number: Int?, in list: ListSummary? = nil) {
    beginObject()
    member("number", number)
    member("id", item.id.identityText)
    member("text", item.text)
    member("checked", item.isChecked)
    member("due", item.due.flatMap(DateText.iso8601))
    member("created", item.created.flatMap(DateText.iso8601))
    member("completed", item.completed.flatMap(DateText.iso8601))
    member("note", item.note)
    if let list { member("checklist", list) }
    endObject()
  }

  /// A list with those of its items that are shown.
  mutating func list(_ list: Checklist, showing positions: [Int]) {
    beginObject()
    members(of: ListSummary(list))
    member("items", each: positions) { $0.item(list.items[$1], number: $1 + 1) }
    endObject()
  }

  /// A member whose value is a list without its items.
  mutating func member(_ name: String, _ list: ListSummary) {
    key(name)
    beginObject()
    members(of: list)
    endObject()
  }

  /// The members of a list but for its items.
  mutating func members(of list: ListSummary) {
    member("id", list.id.identityText)
    member("name", list.name)
    member("icon", list.icon)
    member("total", list.total)
    member("done", list.done)
  }
}

extension Context {
  /// Writes the one object that a command about the document answers with; as a line of a batch, an element of
  /// that one's object.
  mutating func writeJSON(_ members: (inout JSONWriter) -> Void) throws(Failure) {
    if let batch { return batch.writeResult(members) }
    writeJSON(document: try documentPath(), members)
  }

  /// Writes the one object that a command answers with, which begins with its schema and its document.
  ///
  /// - Parameters:
  ///   - document: The file that the answer is about; nil where that is none, or several.
  ///   - members: Writes the other members.
  mutating func writeJSON(document: String?, _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginAnswer(document: document)
    members(&writer)
    writer.endObject()
    console.write(writer.finish())
  }
}
