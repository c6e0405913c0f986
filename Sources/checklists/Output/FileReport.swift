import ChecklistCore

/// What `validate` finds out about one file.
struct FileReport {
  /// Its path as it was given.
  let path: String
  /// What it is, as far as that was found out: from `checklist document` to `binary property list`.
  private(set) var kinds: [String] = []
  /// What there is in it, counted.
  private(set) var counts: [(name: String, count: Int)] = []
  /// The dialect of a checklist document.
  private(set) var dialect: ChecklistDocument.Dialect?
  /// The form that the file has.
  private(set) var format: PropertyListFormat?
  /// What is wrong with it.
  private(set) var fault: Fault?
  /// What can still be read of a checklist document that is damaged.
  private(set) var remains: (lists: Int, items: Int)?

  /// The kind of a file that holds checklists.
  private static let document = "checklist document"

  /// What is wrong with a file, and where.
  struct Fault {
    var message: String
    var offset: Int?
    var line: Int?
    var column: Int?
    var path: String?
    /// The status that it means for the program.
    var status = ExitStatus.data

    init(_ message: String) {
      self.message = message
    }

    init(_ error: PropertyListError) {
      message = "\(error)"
      switch error.position {
      case .byte(let offset): self.offset = offset
      case .line(let line, let column): (self.line, self.column) = (line, column)
      case .path(let path): self.path = path
      }
    }

    init(_ error: KeyedArchiveError) {
      message = "\(error)"
      offset = error.offset
      path = error.path.isEmpty ? nil : error.path
    }
  }

  /// Whether nothing is wrong with it.
  var isSound: Bool { fault == nil }

  /// The report of a file that could not be read.
  init(path: String, unreadable failure: Failure) {
    self.path = path
    var fault = Fault(failure.message)
    fault.status = failure.status
    self.fault = fault
  }

  /// Looks at all that a file holds.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Its path.
  init(_ bytes: [UInt8], path: String) {
    self.path = path
    do {
      format = try PropertyListFormat(detecting: bytes)
      kinds = [format?.title ?? ""]
      let file = try InspectedFile(bytes, path: path)
      counts = [("value", file.valueCount)]
      try checkArchive(file)
      try checkDocument(bytes, file)
      return
    } catch let error as PropertyListError {
      fault = Fault(error)
    } catch let error as KeyedArchiveError {
      fault = Fault(error)
    } catch {
      fault = Fault("\(error)")
    }
    lookForRemains(bytes)
  }

  private mutating func lookForRemains(_ bytes: [UInt8]) {
    guard let document = try? ChecklistDocument(salvaging: bytes) else { return }
    let items = document.checklists.reduce(0) { $0 + $1.items.count }
    // A plain property list without an item may be anything that holds dictionaries.
    guard items > 0 || kinds.contains("keyed archive") || kinds.contains(Self.document) else {
      return
    }
    if !kinds.contains(Self.document) { kinds.insert(Self.document, at: 0) }
    dialect = document.dialect
    remains = (document.checklists.count, items)
  }

  private mutating func checkArchive(_ file: InspectedFile) throws(KeyedArchiveError) {
    if let fault = file.archiveFault {
      kinds.insert("keyed archive", at: 0)
      throw fault
    }
    guard let graph = file.graph else { return }
    kinds.insert("keyed archive", at: 0)
    counts = [("object", graph.objectCount)]
    try graph.validate()
  }

  private mutating func checkDocument(
    _ bytes: [UInt8], _ file: InspectedFile
  ) throws(KeyedArchiveError) {
    let document: ChecklistDocument
    do {
      document = try ChecklistDocument(bytes)
    } catch {
      if try file.looksLikeDocument() {
        kinds.insert(Self.document, at: 0)
        throw error.cause
      }
      return
    }
    kinds.insert(Self.document, at: 0)
    dialect = document.dialect
    counts.append(("list", document.checklists.count))
    counts.append(("item", document.checklists.reduce(0) { $0 + $1.items.count }))
    if let repeated = document.repeatedIdentities.first {
      fault = Fault(
        "\(repeated.description(in: document)) has an identity that another has before it")
    }
  }
}

extension RepeatedIdentity {
  /// Which list or item it is, by numbers from 1, with its identity.
  fileprivate func description(in document: ChecklistDocument) -> String {
    let list = "list \(list + 1)"
    let place = item.map { "item \($0 + 1) of \(list)" } ?? list
    return "\(place), id \(identity.identityText),"
  }
}

extension InspectedFile {
  /// Whether it was meant to be a checklist document: an archive with the keys of one, or an array whose first
  /// element has the keys of a list or an item.
  fileprivate func looksLikeDocument() throws(KeyedArchiveError) -> Bool {
    if let graph {
      return try graph.top().contains { ["Checklists", "ChecklistItems"].contains($0.key) }
    }
    guard case .array(let elements)? = try? propertyList.object(propertyList.root),
      elements.count > 0, let first = try? propertyList.reference(0, in: elements),
      case .dictionary(let keys, let values)? = try? propertyList.object(first),
      let entries = try? propertyList.entries(keys, values)
    else { return false }
    let names = Set(entries.map(\.key))
    return names.isSuperset(of: ["name", "items"]) || names.isSuperset(of: ["text", "checked"])
  }
}

extension FileReport {
  /// The report as one line for a person.
  func line(on display: Display) -> String {
    let name = display.styled(display.text(path), as: .heading)
    let verdict =
      switch fault?.status {
      case nil: display.styled("sound", as: .done)
      case .data: display.styled("not sound", as: .error)
      default: display.styled("not readable", as: .error)
      }
    let counts = isSound ? counts.map { $0.count.counting($0.name) } : []
    var parts =
      [verdict]
      + kinds.map { kind in
        kind == Self.document ? dialect.map { "\(kind) (\($0.rawValue))" } ?? kind : kind
      }
    parts += counts
    let reason = fault.map { ": \(display.text($0.message))" } ?? ""
    return "\(name): \(parts.joined(separator: ", "))\(reason)\(remainsText)"
  }

  private var remainsText: String {
    guard let remains else { return "" }
    if remains.items == 0 { return "; no item can be read any more" }
    let lists = dialect?.hasLists == true ? " in \(remains.lists.counting("list"))" : ""
    return "; \(remains.items.counting("item"))\(lists) can still be read"
  }

  /// The report as an object for a program.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("document", path)
    writer.member("sound", isSound)
    writer.member("kind", kinds.first)
    writer.member("format", format.map { $0 == .binary ? "binary" : "xml" })
    writer.member("dialect", dialect?.rawValue)
    for name in ["value", "object", "list", "item"] {
      writer.member("\(name)s", counts.first { $0.name == name }?.count)
    }
    writer.member("readableLists", remains?.lists)
    writer.member("readableItems", remains?.items)
    writer.key("error")
    if let fault {
      writer.beginObject()
      writer.member("code", fault.status.code)
      writer.member("message", fault.message)
      writer.member("offset", fault.offset)
      writer.member("line", fault.line)
      writer.member("column", fault.column)
      writer.member("path", fault.path)
      writer.endObject()
    } else {
      writer.value(String?.none)
    }
    writer.endObject()
  }
}
