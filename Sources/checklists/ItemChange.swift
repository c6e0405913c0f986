import ChecklistCore

/// What a command did to one item.
struct ItemChange {
  /// What was done, as a word that begins a line: "Added"; nil when there was nothing to do.
  var verb: String?
  /// The item's number now; nil of one that is gone.
  var number: Int?
  /// The item's number before, when it is gone.
  var formerNumber: Int?
  /// The item as it is now, or as it was before it went.
  var item: ChecklistItem

  /// The number that people are shown.
  var shownNumber: Int { number ?? formerNumber ?? 0 }
}

/// What is said of a list without its items.
struct ListSummary {
  var id: Int
  var name: String
  var icon: String
  var total: Int
  var done: Int

  init(_ checklist: Checklist) {
    id = checklist.id
    name = checklist.name
    icon = checklist.icon
    total = checklist.items.count
    done = checklist.doneCount
  }
}

extension Context {
  /// Changes items of the list that is meant, and reports what was done.
  ///
  /// - Parameters:
  ///   - createsList: Whether to make the document and its first list where there is none.
  ///   - change: Changes the list, and says of each item that it was asked for what it did.
  /// - Throws: What `update` throws.
  mutating func changeItems(
    createsList: Bool = false, _ change: (inout Checklist) throws -> [ItemChange]
  ) throws {
    try changeDocument(createsDocument: createsList) { document, context in
      if createsList, document.checklists.isEmpty, try context.listPosition(in: document) == nil {
        document.checklists.append(Checklist("Checklist"))
      }
      let position = try context.requiredListPosition(in: document)
      return (position, try change(&document.checklists[position]))
    }
  }

  /// Changes items of whichever lists, and reports what was done.
  ///
  /// - Parameters:
  ///   - createsDocument: Whether to make the document where there is none.
  ///   - change: Changes the document; it is given the context as well. It says which list is to be
  ///     reported, by its position, and of each item that it was asked for what it did.
  /// - Throws: What `update` throws.
  mutating func changeDocument(
    createsDocument: Bool = false,
    _ change: (inout ChecklistDocument, Context) throws -> (list: Int, changes: [ItemChange])
  ) throws {
    var list: ListSummary?
    var changes: [ItemChange] = []
    try update(createsDocument: createsDocument) { document in
      let position: Int
      (position, changes) = try change(&document, self)
      // Counting what is done takes as long as the list is; over a batch, that would add up.
      list = globals.json ? ListSummary(document.checklists[position]) : nil
      return changes.summary
    }
    try show(changes, in: list)
  }

  /// Changes the items that selectors mean.
  ///
  /// - Parameters:
  ///   - selectors: What was typed.
  ///   - change: Changes one item, and gives the word for what it did, or nil for nothing.
  /// - Throws: `SelectorError`, and what `update` throws.
  mutating func changeItems(
    _ selectors: [String], _ change: (inout ChecklistItem) throws -> String?
  ) throws {
    try changeItems { list in
      try ItemSelector.positions(of: selectors, in: list).map { position in
        let verb = try change(&list.items[position])
        return ItemChange(verb: verb, number: position + 1, item: list.items[position])
      }
    }
  }

  /// Reports what was done.
  ///
  /// - Parameters:
  ///   - changes: What was done to each item.
  ///   - list: The list, where the report is for a program.
  /// - Throws: `Failure` when the document has no path.
  private mutating func show(_ changes: [ItemChange], in list: ListSummary?) throws(Failure) {
    if let list {
      try writeJSON { writer in
        writer.member("checklist", list)
        writer.member("items", each: changes) { $0.item($1.item, number: $1.number) }
      }
      return
    }
    if globals.quiet { return }
    let done = changes.filter { $0.verb != nil }
    if done.isEmpty { console.writeLine("Nothing to change.") }
    var rows = ItemRows(
      on: console.output, dates: dates, numbers: done.map { $0.shownNumber })
    for change in done {
      console.write("\(console.output.text(change.verb ?? "")) ")
      console.write { rows.write(change.item, number: change.shownNumber, to: &$0) }
      console.writeLine()
    }
  }
}

extension [ItemChange] {
  /// What was done, in a few words for the history; nil when that is nothing.
  fileprivate var summary: String? {
    let done = filter { $0.verb != nil }
    guard let first = done.first, let verb = first.verb else { return nil }
    let text = first.item.text.count > 40 ? first.item.text.prefix(39) + "…" : first.item.text[...]
    let others = done.count == 1 ? "" : " and \(done.count - 1) more"
    return "\(verb) \(text)\(others)"
  }
}
