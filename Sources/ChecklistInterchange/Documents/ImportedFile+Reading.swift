import ChecklistCore

extension ImportedFile {
  /// What a document says that was read from a file of text.
  ///
  /// - Parameters:
  ///   - document: The document; lists without items are left out.
  ///   - lines: The line of each item, from 0, in the order of the document.
  ///   - fields: The fields that the file says of each item.
  ///   - options: The options of the import.
  init(
    _ document: consuming ChecklistDocument, lines: [Int], naming fields: ItemFields = [],
    _ options: ImportOptions
  ) {
    var lines = lines[...]
    for list in document.checklists where !list.items.isEmpty {
      var imported = ImportedList(name: list.name.isEmpty ? nil : list.name)
      imported.items.reserveCapacity(list.items.count)
      for item in list.items {
        let line = lines.popFirst().map { $0 + 1 }
        imported.items.add(ImportedItem(read: item, line: line, naming: fields, options))
      }
      lists.append(imported)
    }
  }
}

extension InterchangeWarnings {
  /// Adds the lines of a file of text that are records of items that repeat, and so no items.
  ///
  /// - Parameter line: The line of a record, from 0, by its list and its position there.
  mutating func add(_ records: LineRecords, at line: (_ list: Int, _ position: Int) -> Int) {
    let leftOut = records.hidden.merging(records.superseded) { $0 + $1 }
    for (list, positions) in leftOut.sorted(by: { $0.key < $1.key }) {
      for position in positions.sorted() {
        add(
          "done line of an item that repeats was left out",
          "done lines of items that repeat were left out",
          line: line(list, position) + 1)
      }
    }
  }

  /// Adds the flaws of a file of text.
  mutating func add(_ flaws: [TextFlaw]) {
    for flaw in flaws {
      switch flaw {
      case .conflictMarker: break
      case .emptyBox(let line, _):
        leaveOut(
          "item without a text was left out", "items without a text were left out", line: line)
      case .nearBox(_, let line, _):
        add("box is none: '- [ ]' is one", "boxes are none: '- [ ]' is one", line: line)
      case .unreadDue(_, let line, _, _):
        add(
          "due date stays in the text, since it is not a date",
          "due dates stay in the texts, since they are not dates", line: line)
      }
    }
  }
}

extension ImportedItem {
  /// An item that was read from a file of text, which has a place for all fields and need not use
  /// it: what is not there is not named.
  fileprivate init(
    read item: ChecklistItem, line: Int?, naming fields: ItemFields, _ options: ImportOptions
  ) {
    self.init("", line: line, now: options.now)
    var new = item
    new.identity = self.item.identity
    new.created = item.created ?? options.now
    self.item = new
    named = fields.union([.checked, .skipReason])
    for field in [ItemField.due, .repetition, .created] where item[field] != nil {
      named[field] = true
    }
    if item.hasNote { setNote(item.note) }
    if item.hasSection { setSection(item.section) }
    if let folder = options.attachmentFolder, item.hasNote, let note = item.note {
      takeLinks(of: note, to: folder)
    }
  }

  /// Takes the paragraphs of a note that are nothing but links to files in a folder.
  private mutating func takeLinks(of note: String, to folder: String) {
    let paragraphs = Array(note.utf8).paragraphs
    var kept: [UInt8] = []
    for paragraph in paragraphs {
      if let found = MarkdownLink.files(paragraph.text, in: folder) {
        files += found
      } else {
        kept += kept.isEmpty ? paragraph.text : paragraph.gap + paragraph.text
      }
    }
    if files.isEmpty { return }
    item.note = kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
    named[.note] = !kept.isEmpty
  }
}

extension [UInt8] {
  /// The runs of lines between blank ones, each with the line breaks before it.
  fileprivate var paragraphs: [(gap: ArraySlice<UInt8>, text: ArraySlice<UInt8>)] {
    var paragraphs: [(gap: ArraySlice<UInt8>, text: ArraySlice<UInt8>)] = []
    var rest = self[...]
    while let start = rest.firstIndex(where: { $0 != UInt8(ascii: "\n") }) {
      let gap = rest[..<start]
      var end = start
      while end < rest.endIndex,
        rest[end] != UInt8(ascii: "\n")
          || end + 1 < rest.endIndex && rest[end + 1] != UInt8(ascii: "\n")
      {
        end += 1
      }
      paragraphs.append((gap, rest[start..<end]))
      rest = rest[end...]
    }
    return paragraphs
  }
}
