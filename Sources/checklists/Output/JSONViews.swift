import ChecklistCore

/// The shapes that all JSON is built of.
extension JSONWriter {
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
  /// Writes the one object that a command about the document answers with.
  mutating func writeJSON(_ members: (inout JSONWriter) -> Void) throws(Failure) {
    writeJSON(document: try documentPath(), members)
  }

  /// Writes the one object that a command answers with, which begins with its schema and its document.
  ///
  /// - Parameters:
  ///   - document: The file that the answer is about; nil where that is none, or several.
  ///   - members: Writes the other members.
  mutating func writeJSON(document: String?, _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", 1)
    writer.member("document", document)
    members(&writer)
    writer.endObject()
    console.write(writer.finish())
  }
}
