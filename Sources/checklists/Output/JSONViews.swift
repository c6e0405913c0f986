import ChecklistCore

/// The shapes that all JSON is built of.
extension JSONWriter {
  /// Begins the one object that a command answers with: its schema and its document.
  mutating func beginAnswer(document: String) {
    beginObject()
    member("schema", 1)
    member("document", document)
  }

  /// An item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - number: Its number in its list; nil of one that is gone.
  mutating func item(_ item: ChecklistItem, number: Int?) {
    beginObject()
    member("number", number)
    member("id", item.id.identityText)
    member("text", item.text)
    member("checked", item.isChecked)
    member("due", item.due.flatMap(LocalTime.iso8601))
    member("created", item.created.flatMap(LocalTime.iso8601))
    member("completed", item.completed.flatMap(LocalTime.iso8601))
    member("note", item.note)
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
  /// Writes the one object that a command answers with, which begins with its schema and its document; as
  /// a line of a batch, an element of that one's object.
  mutating func writeJSON(_ members: (inout JSONWriter) -> Void) throws(Failure) {
    if let batch { return batch.writeResult(members) }
    var writer = JSONWriter()
    writer.beginAnswer(document: try documentPath())
    members(&writer)
    writer.endObject()
    console.write(writer.finish())
  }
}
