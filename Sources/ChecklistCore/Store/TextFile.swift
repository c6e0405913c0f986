/// A file of text that was read as a document.
///
/// It is a class, of which a property list has none: the runtime makes the type of an optional
/// structure that has a closure, and a small command would wait for that.
final class TextFile: Sendable {
  /// The document in it.
  let document: ChecklistDocument
  /// The kind of file, as messages name it.
  let kind: String
  /// What is no item of the document, although a person sees it in the file.
  let flaw: TextFlaw?
  /// What somebody means who types a text for an item.
  let read: @Sendable (String) -> TypedText
  /// Gives a text new words, and keeps the fields of other programs.
  let reword: @Sendable (_ text: String, _ words: String) -> String
  /// Reads other content of the file.
  let reread: @Sendable ([UInt8]) throws(DocumentFormatError) -> TextFile
  /// Writes what the document has become, of which some items were moved by their identities.
  ///
  /// It returns the file, and how that will be read; nil where it will be read in the same places.
  let write:
    @Sendable (ChecklistDocument, Set<Int>) throws(DocumentFormatError) -> (
      bytes: [UInt8], reading: TextFile?
    )

  private init<Format: DocumentFormat>(
    _ format: Format, _ document: ChecklistDocument, _ anchors: Format.Anchors, name: String
  ) {
    self.document = document
    kind = format.kind
    flaw = format.flaw(anchors)
    read = { format.read(typed: $0) }
    reword = { format.reworded($0, as: $1) }
    reread = { (bytes) throws(DocumentFormatError) in try TextFile(format, bytes, name: name) }
    write = { (document, moved) throws(DocumentFormatError) in
      let (bytes, reading) = try format.encode(document, anchors, moved: moved)
      if let reading, let line = format.flaw(reading.anchors)?.conflictLine {
        throw DocumentFormatError(.conflictMarker(line: line))
      }
      return (bytes, reading.map { TextFile(format, $0.document, $0.anchors, name: name) })
    }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name of the list that the file itself is.
  convenience init(
    _ format: some DocumentFormat, _ bytes: [UInt8], name: String
  ) throws(DocumentFormatError) {
    let (document, anchors) = try format.decode(bytes, name: name)
    self.init(format, document, anchors, name: name)
  }
}

extension DocumentChange {
  /// The change with texts as somebody means them who types them for a file: a field in a text
  /// counts where it is not given beside the text.
  ///
  /// - Parameter document: The document before the change.
  func reading(for file: TextFile, in document: ChecklistDocument?) -> Self {
    let read = file.read
    switch self {
    case .addItems(let items, let list, let point):
      return .addItems(items.map { $0.reading(read) }, list: list, at: point)
    case .editItems(let items, let list, var edit):
      guard let text = edit.text else { return self }
      let typed = read(text)
      edit.text = typed.text
      if edit.keepsOtherFields, let item = items.first,
        let old = document?.checklists.first(where: { $0.id == list })?.item(id: item.id)
      {
        edit.text = file.reword(old.text, typed.text)
      }
      if edit.due.isKeep, let due = typed.due { edit.due = .set(due) }
      if edit.repetition.isKeep, let repetition = typed.repetition {
        edit.repetition = .set(repetition)
      }
      return .editItems(items, list: list, edit)
    case .addList(var list, let point):
      list.items = list.items.map { $0.reading(read) }
      return .addList(list, at: point)
    default: return self
    }
  }
}

extension ChecklistItem {
  /// The item with its text as somebody means it who types it.
  package func reading(_ read: (String) -> TypedText) -> ChecklistItem {
    let typed = read(text)
    // Only what is due is due again: else the words for it are text.
    guard typed.due != nil || typed.repetition != nil, let due = due ?? typed.due else {
      return self
    }
    var item = self
    item.text = typed.text
    item.due = due
    item.repetition = repetition ?? typed.repetition
    return item
  }
}
