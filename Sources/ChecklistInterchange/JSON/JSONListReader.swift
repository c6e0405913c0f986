import ChecklistCore

/// Reads what `list --json` prints.
struct JSONListReader {
  /// The text that is read.
  var scanner: JSONScanner
  let options: ImportOptions
  /// The part of it that was read.
  var file = ImportedFile()
  var days: LocalDays

  /// Reads a text from its beginning.
  init(_ scanner: JSONScanner, _ options: ImportOptions) {
    (self.scanner, self.options) = (scanner, options)
    days = LocalDays(in: options.zone)
  }

  /// Reads the whole text.
  ///
  /// - Throws: ``InterchangeError`` when it is damaged, or no JSON of this program.
  mutating func read() throws(InterchangeError) -> ImportedFile {
    var hasLists = false
    try scanner.beginObject()
    while let key = try scanner.nextKey() {
      switch key {
      case "schema": try readSchema()
      case "document", "dryRun": try scanner.skip()
      case "checklist":
        hasLists = true
        if try scanner.kind() == .null { try scanner.null() } else { try readList() }
      case "checklists":
        hasLists = true
        try scanner.beginArray()
        while try scanner.nextElement() { try readList() }
      default: try skipUnknown()
      }
    }
    guard scanner.isAtEnd() else { throw scanner.expected("the end of the file") }
    guard hasLists else {
      throw InterchangeError(
        "the file has no \"checklists\", so it is not an export of this program",
        hint: "Such a file is written by: checklists export --all --format json")
    }
    return file
  }

  private mutating func readSchema() throws(InterchangeError) {
    let line = scanner.line
    guard case .value(let text) = try scanner.wordField(), let schema = Int(text), schema > 0 else {
      throw InterchangeError(line: line, "\"schema\" is not a number from 1")
    }
    guard schema <= JSONFormat.schema else {
      throw InterchangeError(
        line: line,
        "the file has schema \(schema), and this program reads schema \(JSONFormat.schema)",
        hint: "Use a newer version of checklists.")
    }
  }

  /// Passes over the value of a member that this program does not write.
  mutating func skipUnknown() throws(InterchangeError) {
    file.warnings.add(
      "unknown member was left out", "unknown members were left out", line: scanner.line)
    try scanner.skip()
  }

  private mutating func readList() throws(InterchangeError) {
    var list = ImportedList(name: nil)
    guard try scanner.begin(.object) else { return leaveOutList() }
    var isSound = true
    while let key = try scanner.nextKey() {
      switch key {
      case "id":
        guard case .value(let text) = try scanner.stringField(), let id = Int(identityText: text)
        else {
          isSound = false
          continue
        }
        list.id = id
      case "name":
        switch try scanner.stringField() {
        case .value(let name): list.name = name.isEmpty ? nil : name
        case .null: break
        case .mismatch: isSound = false
        }
      case "icon":
        switch try scanner.stringField() {
        case .value(let icon): list.icon = icon
        case .null: break
        case .mismatch: isSound = false
        }
      case "hidden":
        switch try scanner.truthField() {
        case .value(let isHidden): list.isHidden = isHidden
        case .null: break
        case .mismatch: isSound = false
        }
      case "items":
        guard try scanner.begin(.array) else {
          isSound = false
          continue
        }
        while try scanner.nextElement() {
          if let item = try readItem() { list.items.add(item) }
        }
      case "total", "done", "skipped", "selected", "conflicts": try scanner.skip()
      default: try skipUnknown()
      }
    }
    guard isSound else { return leaveOutList() }
    file.lists.append(list)
  }

  private mutating func leaveOutList() {
    file.warnings.add(
      "list was left out, since a value of it is of the wrong kind",
      "lists were left out, since a value of each is of the wrong kind", line: scanner.line)
  }
}
