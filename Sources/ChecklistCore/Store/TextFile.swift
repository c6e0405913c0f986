/// A file of text that was read as a document.
///
/// It is a class, of which a property list has none: the runtime makes the type of an optional
/// structure that has a closure, and a small command would wait for that.
final class TextFile: Sendable {
  /// The document in it.
  let document: ChecklistDocument
  /// The file as it was read last; check marks may be others since.
  let bytes: [UInt8]
  /// The kind of file, as messages name it.
  let kind: String
  /// What is no item or no field of the document, although a person sees it in the file.
  let flaws: [TextFlaw]
  /// What somebody means who types a text for an item.
  let read: @Sendable (String) -> TypedText
  /// Gives a text new words, and keeps the fields of other programs.
  let reword: @Sendable (_ text: String, _ words: String) -> String
  /// Whether a line of its own may say what is done of an item.
  let mayRepeat: @Sendable (ChecklistItem) -> Bool
  /// The identity that a text gives its item.
  let ownIdentity: @Sendable (_ text: String) -> OwnIdentity?
  /// The edit that gives the line of an item with a text an identity.
  let editGiving: @Sendable (_ identity: String, _ text: String) -> ItemEdit
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
    _ format: Format, _ bytes: [UInt8], _ document: ChecklistDocument, _ anchors: Format.Anchors,
    name: String
  ) {
    (self.bytes, self.document) = (bytes, document)
    kind = format.kind
    flaws = format.flaws(anchors)
    read = { format.read(typed: $0) }
    reword = { format.reworded($0, as: $1) }
    mayRepeat = { format.mayRepeat($0) }
    ownIdentity = { format.ownIdentity(inText: $0) }
    editGiving = { format.edit(giving: $0, toItemWithText: $1) }
    reread = { (bytes) throws(DocumentFormatError) in try TextFile(format, bytes, name: name) }
    write = { (document, moved) throws(DocumentFormatError) in
      let (bytes, reading) = try format.encode(document, anchors, moved: moved)
      if let reading, let line = format.flaws(reading.anchors).conflictLine {
        throw DocumentFormatError(.conflictMarker(line: line))
      }
      return (bytes, reading.map { TextFile(format, bytes, $0.document, $0.anchors, name: name) })
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
    self.init(format, bytes, document, anchors, name: name)
  }
}

extension DocumentChange {
  /// The changes that a change is in a file: as somebody means it who types its texts, and after it
  /// one for each item that gets an identity of its own.
  ///
  /// - Parameter document: The document before the change.
  /// - Throws: ``DocumentFormatError`` where an item that is to have an identity of its own has one
  ///   that another line has too.
  func changes(
    in file: TextFile, _ document: ChecklistDocument?
  ) throws(DocumentFormatError) -> [Self] {
    let change = reading(for: file, in: document)
    if let removal = change.removingRepetition(fromTextIn: file, document) {
      return [removal, change]
    }
    guard case .editItems(let items, let list, var edit) = change, edit.givesIdentity else {
      return [change]
    }
    edit.givesIdentity = false
    var changes: [Self] = [.editItems(items, list: list, edit)]
    guard let document, let known = document.checklists.first(where: { $0.id == list }) else {
      return changes
    }
    let owners = document.ownersOfIdentities
    let positions = known.positionsByID
    var taken = OwnIdentity.words(in: file.bytes)
    for reference in items {
      guard let position = positions[reference.id] else { continue }
      let item = known.items[position]
      if let own = file.ownIdentity(of: item, after: edit) {
        if owners[CodeUnits(own.text)]?.contains(where: { $0 != item.id }) == true {
          throw DocumentFormatError(.repeatedIdentity(own.text))
        }
      } else {
        let identity = OwnIdentity.drawn(notIn: &taken)
        let giving = file.editGiving(identity, edit.text ?? item.text)
        changes.append(.editItems([known.reference(at: position)], list: list, giving))
      }
    }
    return changes
  }

  /// The change that takes a repetition out of a text, where this change makes the item due and
  /// says that it does not repeat: there the repetition would count; nil where there is none.
  private func removingRepetition(
    fromTextIn file: TextFile, _ document: ChecklistDocument?
  ) -> Self? {
    guard case .editItems(let items, let list, let edit) = self, items.count == 1,
      edit.text == nil, case .set = edit.due, case .remove = edit.repetition,
      let item = items.first,
      let old = document?.checklists.first(where: { $0.id == list })?.item(id: item.id),
      old.due == nil
    else { return nil }
    let typed = file.read(old.text)
    guard typed.repetition != nil, typed.due == nil else { return nil }
    return .editItems(items, list: list, ItemEdit(text: typed.text))
  }

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

extension TextFile {
  /// The identity that the line of an item gives it after an edit; nil for none.
  fileprivate func ownIdentity(of item: ChecklistItem, after edit: ItemEdit) -> OwnIdentity? {
    guard let text = edit.text else { return item.ownIdentity }
    // What stands beside the text stays.
    return ownIdentity(text) ?? (item.ownIdentity?.way == .block ? item.ownIdentity : nil)
  }
}

extension ChecklistDocument {
  /// The items whose lines have an identity, by its text: in whatever way, `id:` means all of them.
  fileprivate var ownersOfIdentities: [CodeUnits: [Int]] {
    var owners: [CodeUnits: [Int]] = [:]
    for list in checklists {
      for item in list.items {
        if let own = item.ownIdentity { owners[CodeUnits(own.text), default: []].append(item.id) }
      }
    }
    return owners
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
