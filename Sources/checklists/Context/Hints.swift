import ChecklistCore

/// Commands to try instead, found in the document.
struct Hints {
  let document: ChecklistDocument
  /// The program as hints name it.
  let program: String
  /// What finds the items of a text.
  let resolver: ItemResolver

  private var lists: [Checklist] { document.checklists }

  /// For a word that is not a command: the list of that name, or the items that have it.
  ///
  /// - Parameter isSubcommand: Whether it follows a command, where nobody looks for items.
  func command(_ word: String, isSubcommand: Bool) -> String? {
    if let (name, selector) = list(named: word) {
      return "There is a list '\(name)': \(program) list \(selector.asListOption)"
    }
    guard !isSubcommand, lists.contains(where: { has(word, in: $0) }) else { return nil }
    return "Some items have this word: \(program) search \(word.shellQuotedOperand)"
  }

  /// For a word that a command does not take: the list of that name, and how to name it.
  ///
  /// - Parameter arguments: The other arguments, as a person types them.
  func list(named word: String, for arguments: [String]) -> String? {
    guard let (name, selector) = list(named: word) else { return nil }
    let command = (["checklists"] + arguments).joined(separator: " ")
    return "There is a list '\(name)': \(command) \(selector.asListOption)"
  }

  /// For a text that no item of a list has: the list of that name, the only other list with such an
  /// item, or else the list's items.
  ///
  /// - Parameters:
  ///   - text: The text, if it was one that selected nothing.
  ///   - list: The identity of the list.
  ///   - command: The command line, to which `--list` can be added; nil if it cannot.
  ///   - listCommand: The command that does to a list what this one does to items: `lists delete`.
  ///   - next: The argument after the text, which may be the list that `delete list Trip` means.
  func item(
    _ text: String?, in list: Int, _ command: String?, listCommand: String?, next: String?
  ) -> String {
    if let text, let named = document.list(named: text),
      let (name, selector) = self.list(named: text)
    {
      let ways = [
        listCommand.map { "\(program) \($0) \(selector.shellQuotedOperand)" },
        named.id == list ? nil : "name it with \(selector.asListOption)",
      ].compactMap { $0 }
      if !ways.isEmpty {
        return "There is a list '\(name)': \(ways.joined(separator: ", or "))"
      }
    }
    if text == "list", let listCommand {
      let name = next.flatMap { self.list(named: $0)?.selector.shellQuotedOperand }
      return "For a list: \(program) \(listCommand) \(name ?? "LIST")"
    }
    if let text {
      let others = lists.indices.filter { index in
        let found = try? resolver.positions(of: [text], in: lists[index], allowsSeveral: true)
        return lists[index].id != list && found?.isEmpty == false
      }
      if others.count == 1 {
        let option = lists.selector(ofListAt: others[0]).asListOption
        return "There is one in \(lists[others[0]].displayName): "
          + (command.map { "\($0) \(option)" } ?? option)
      }
    }
    let position = lists.firstIndex { $0.id == list }
    let option =
      lists.count > 1
      ? position.map { " " + lists.selector(ofListAt: $0).asListOption } ?? "" : ""
    if let text, let position, has(text, in: lists[position]) {
      return "Search texts and notes: \(program) search \(text.shellQuotedOperand)\(option)"
    }
    return "Show the items: \(program) list\(option)"
  }

  /// For a new list whose name another one has.
  func newList(_ name: String) -> String? {
    list(named: name).map {
      "Choose another name, or make it the current list: "
        + "\(program) use \($0.selector.shellQuotedOperand)"
    }
  }

  /// Whether a search for the words of a text finds items of a list.
  private func has(_ text: String, in list: Checklist) -> Bool {
    let query = ItemQuery(by: resolver, search: SearchText.words(of: text))
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
