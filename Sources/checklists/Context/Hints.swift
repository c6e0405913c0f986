import ChecklistCore

/// What to type instead, as the document tells it.
struct Hints {
  let document: ChecklistDocument
  /// The program as hints name it.
  let program: String

  private var lists: [Checklist] { document.checklists }

  /// For a word that is no command: the list of that name, or the items that have it.
  func command(_ word: String) -> String? {
    if let (name, selector) = list(named: word) {
      return "There is a list '\(name)': \(program) list \(selector.asListOption)"
    }
    guard lists.contains(where: { has(word, in: $0) }) else { return nil }
    return "There are items with that text: \(program) find \(word.shellQuotedOperand)"
  }

  /// For a text that no item of a list has: another list of that name, or else the list's items.
  ///
  /// - Parameter text: The text, if it was one that selected nothing.
  func item(_ text: String?, in list: Int) -> String {
    if let text, let named = document.list(named: text), named.id != list,
      let (name, selector) = self.list(named: text)
    {
      return "There is a list '\(name)': name it with \(selector.asListOption)"
    }
    let position = lists.firstIndex { $0.id == list }
    let option =
      lists.count > 1
      ? position.map { " " + lists.selector(ofListAt: $0).asListOption } ?? "" : ""
    if let text, let position, has(text, in: lists[position]) {
      return "Items that have it inside a word or in a note: "
        + "\(program) list\(option) \("--search=\(text)".shellQuoted)"
    }
    return "The items are shown by: \(program) list\(option)"
  }

  /// For a new list whose name another one has.
  func newList(_ name: String) -> String? {
    list(named: name).map {
      "Choose another name, or work in that list with: "
        + "\(program) use \($0.selector.shellQuotedOperand)"
    }
  }

  /// Whether a search for the words of a text finds items of a list.
  private func has(_ text: String, in list: Checklist) -> Bool {
    let query = ItemQuery(search: SearchText.words(of: text))
    let found = try? query.positions(in: [list])
    return query.isFilter && found?.contains { !$0.isEmpty } == true
  }

  /// The whole name of the list of a name, and what selects it; nil if there is none.
  private func list(named name: String) -> (name: String, selector: String)? {
    guard let list = document.list(named: name),
      let position = lists.firstIndex(where: { $0.id == list.id })
    else { return nil }
    return (list.name, lists.selector(ofListAt: position))
  }
}

extension String {
  /// A selector of a list as the option `--list`.
  fileprivate var asListOption: String {
    hasPrefix("-") ? "--list=\(shellQuoted)" : "--list \(shellQuoted)"
  }
}
