import ChecklistCore
import TestSupport

/// A file that is changed by commands: each changes the document, which is written and read again.
struct DocumentSession<Format: DocumentFormat> {
  private let format: Format
  private let name: String
  /// The file.
  private(set) var bytes: [UInt8]
  /// The document in it.
  private(set) var document: ChecklistDocument
  private var anchors: Format.Anchors
  private var moved: Set<Int> = []

  /// The time of all commands.
  static var now: Date { Date(timeIntervalSinceReferenceDate: 817_214_400) }

  /// Reads a file.
  init(_ format: Format, _ bytes: [UInt8], name: String) throws {
    (self.format, self.name, self.bytes) = (format, name, bytes)
    (document, anchors) = try format.decode(bytes, name: name)
  }

  /// Runs a command.
  mutating func run(_ words: [String]) throws {
    moved = []
    var words = CommandWords(words)
    switch words.verb {
    case "check": try check(&words, .done())
    case "uncheck": try check(&words, .open)
    case "toggle": try check(&words, .toggled)
    case "add": try add(&words)
    case "edit": try edit(&words)
    case "delete":
      try apply(
        .deleteItems(
          select(words.rest[...], in: list(words)), list: document.checklists[list(words)].id))
    case "move": try move(&words)
    case "reset":
      let list = document.checklists[try list(words)]
      try apply(list.reset(at: Self.now, in: .utc))
    case "attach":
      let list = try list(words)
      document.checklists[list].items[0].attachments = [Attachment(name: words.rest[1], size: 1)]
    case "lists": try changeLists(&words)
    default: throw DocumentRefusal(status: 64, message: "no command '\(words.verb)'")
    }
    bytes = try format.encode(document, anchors, moved: moved)
    (document, anchors) = try format.decode(bytes, name: name)
  }

  private mutating func apply(_ change: DocumentChange) throws {
    try document.apply(checked: change, at: Self.now)
  }

  // MARK: Lists and items that are meant

  private func list(_ words: CommandWords) throws -> Int {
    try words["--list"].map(list) ?? document.checklists.firstIndex { !$0.isHidden } ?? 0
  }

  private func list(named name: String) throws -> Int {
    guard let list = document.checklists.firstIndex(where: { $0.name == name }) else {
      throw DocumentRefusal(status: 1, message: "there is no list '\(name)'")
    }
    return list
  }

  private func select(_ words: ArraySlice<String>, in list: Int) throws -> [ItemReference] {
    try words.flatMap { try positions($0, in: list) }.map(document.checklists[list].reference)
  }

  private func positions(_ word: String, in list: Int) throws -> [Int] {
    let items = document.checklists[list].items
    switch word {
    case "all": return Array(items.indices)
    case "open": return items.indices.filter { !items[$0].isChecked }
    case "done": return items.indices.filter { items[$0].isChecked }
    case _ where word.hasPrefix("section:"):
      let name = word.dropFirst("section:".count).lowercased()
      return items.indices.filter { items[$0].section?.lowercased() == name }
    default: break
    }
    let numbers = word.split(separator: "-").compactMap { Int($0) }
    if let first = numbers.first, let last = numbers.last { return Array(first - 1...last - 1) }
    let found = items.indices.filter {
      items[$0].text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(word)
    }
    guard found.count == 1 else { throw DocumentRefusal(status: 1, message: "no item '\(word)'") }
    return found
  }

  // MARK: Fields

  private mutating func check(
    _ words: inout CommandWords, _ mark: DocumentChange.CheckMark
  ) throws {
    let list = try list(words)
    try apply(
      .checkItems(select(words.rest[...], in: list), list: document.checklists[list].id, mark))
  }

  private mutating func edit(_ words: inout CommandWords) throws {
    let list = try list(words)
    let items = try select(words.rest.prefix(1), in: list)
    var edit = ItemEdit()
    if words.rest.count > 1 {
      let typed = format.read(typed: words.rest[1])
      edit.text = typed.text
      if let due = typed.due { edit.due = .set(due) }
      if let repetition = typed.repetition { edit.repetition = .set(repetition) }
    }
    if let due = try words.due() { edit.due = .set(due) }
    if let repetition = words.repetition { edit.repetition = .set(repetition) }
    if let note = words["--note"] { edit.note = .set(note) }
    if let section = words["--section"] { edit.section = .set(section) }
    if words.has("--no-due") { edit.due = .remove }
    if words.has("--no-note") { edit.note = .remove }
    try apply(.editItems(items, list: document.checklists[list].id, edit))
  }

  // MARK: Places

  /// Where items go: how many come before, at which level, and in which section.
  private struct Place {
    var position: Int
    var level = 0
    var section: String?
  }

  private func place(
    _ words: CommandWords, in list: Int, of items: [ChecklistItem]
  ) throws -> Place {
    if let section = words["--section"] { return try end(of: section, in: list, of: items) }
    if let number = words["--at"].flatMap({ Int($0) }), number <= items.count {
      let item = items[number - 1]
      return Place(position: number - 1, level: item.level, section: item.section)
    }
    if let word = words["--after"] {
      let neighbor = try document.checklists[list].items[positions(word, in: list)[0]]
      guard let position = items.firstIndex(where: { $0.id == neighbor.id }) else {
        throw DocumentRefusal(
          status: 64, message: "an item cannot move to a place within itself")
      }
      let below = items[(position + 1)...].prefix { $0.level > neighbor.level }
      return Place(
        position: below.endIndex, level: neighbor.level, section: neighbor.section)
    }
    if words.has("--first") { return Place(position: 0, section: items.first?.section) }
    let last = document.sectionPlaces?[document.checklists[list].id]?.last { $0.kind != .entry }
    return Place(position: items.count, section: items.isEmpty ? last?.name : items.last?.section)
  }

  /// The end of a section, whose name is typed in upper or lower case.
  private func end(of name: String, in list: Int, of items: [ChecklistItem]) throws -> Place {
    let places = document.sectionPlaces?[document.checklists[list].id] ?? []
    let known =
      (items.compactMap(\.section) + places.compactMap(\.name))
      .first { $0.lowercased() == name.lowercased() } ?? name
    let named = places.filter { $0.name == known && ($0.kind == .heading || $0.itemCount > 0) }
    if named.count > 1 { throw DocumentFormatError(.severalSections(known)) }
    if let last = items.lastIndex(where: { $0.section == known }) {
      return Place(position: last + 1, section: known)
    }
    guard let place = named.first else { return Place(position: items.count, section: known) }
    let last = items.firstIndex { $0.id == place.lastItem }
    return Place(position: last.map { $0 + 1 } ?? 0, section: known)
  }

  private mutating func add(_ words: inout CommandWords) throws {
    let list = try list(words)
    let place = try place(words, in: list, of: document.checklists[list].items)
    let items = try words.rest.map { text in
      let typed = format.read(typed: text)
      var item = ChecklistItem(
        typed.text, due: try words.due() ?? typed.due, note: words["--note"], now: Self.now)
      item.repetition = words.repetition ?? typed.repetition
      (item.section, item.level) = (place.section, place.level)
      return item
    }
    document.checklists[list].items.insert(contentsOf: items, at: place.position)
  }

  private mutating func move(_ words: inout CommandWords) throws {
    let list = try list(words)
    let target = try words["--to"].map(self.list) ?? list
    var items = document.checklists[list].items
    let ids = Set(try select(words.rest[...], in: list).map(\.id))
    var blocks: [ChecklistItem] = []
    var level: Int?
    items.removeAll { item in
      if let open = level, item.level <= open { level = nil }
      if level == nil, ids.contains(item.id) {
        level = item.level
        moved.insert(item.id)
      }
      if level != nil { blocks.append(item) }
      return level != nil
    }
    let rest = target == list ? items : document.checklists[target].items
    let place = try place(words, in: target, of: rest)
    var shift = 0
    for index in blocks.indices {
      if moved.contains(blocks[index].id) { shift = place.level - blocks[index].level }
      blocks[index].level += shift
      blocks[index].section = place.section
    }
    document.checklists[list].items = items
    document.checklists[target].items = rest
    document.checklists[target].items.insert(contentsOf: blocks, at: place.position)
  }

  private mutating func changeLists(_ words: inout CommandWords) throws {
    if words.rest[0] == "add" {
      document.checklists.append(Checklist(words.rest[1]))
      return
    }
    let list = try list(named: words.rest[1])
    switch words.rest[0] {
    case "edit":
      if words.rest.count > 2 { document.checklists[list].name = words.rest[2] }
      if let icon = words["--icon"] { document.checklists[list].icon = icon }
      if words.has("--hide") { document.checklists[list].isHidden = true }
    case "delete": document.checklists.remove(at: list)
    default: document.checklists.insert(document.checklists.remove(at: list), at: 0)
    }
  }
}
