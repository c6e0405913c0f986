/// The text that says which list is meant: its name, or `id:` and its identity.
package enum ListSelector {
  /// Finds the list that an argument means.
  ///
  /// A name that is exactly the same wins over one that differs in case or in its spaces, and that
  /// one over a name of which the argument is a part.
  ///
  /// - Parameter allowsPart: Whether a part of the name will do, as it does while a person types it
  ///   and sees which list it means.
  /// - Returns: Its position, from 0.
  /// - Throws: ``SelectorError`` when the argument is blank, when no list matches, or several do.
  package static func position(
    of argument: String, in checklists: [Checklist], allowsPart: Bool = false
  ) throws(SelectorError) -> Int {
    if ContentRules.isBlank(argument) {
      throw SelectorError(.syntax, "the name of a list is blank")
    }
    let digits = argument.suffix(after: "id:")?.lowercased() ?? ""
    let beginning = checklists.indices.filter {
      !digits.isEmpty && checklists[$0].identities.contains { $0.hasPrefix(digits) }
    }
    let whole = checklists.positions(named: argument)
    let part = allowsPart ? checklists.positions(withPart: argument) : []
    let matches = [
      beginning.filter { checklists[$0].identities.contains(digits) },
      whole.filter { checklists[$0].name == argument }, beginning, whole, part,
    ]
    guard let found = matches.first(where: { !$0.isEmpty }) else {
      let likely = checklists.nameNearest(to: argument).map { "; did you mean '\($0)'?" } ?? ""
      var error = SelectorError(
        .noMatch, "there is no list '\(argument)'\(likely)",
        candidates: checklists.map { SelectorCandidate(list: $0, label: $0.name) })
      error.text = argument
      throw error
    }
    guard found.count == 1 else {
      throw SelectorError(
        .ambiguous, "'\(argument)' matches \(found.count) lists",
        candidates: found.map { position in
          let list = checklists[position]
          return SelectorCandidate(list: list, label: "id:\(list.id.identityText) \(list.name)")
        })
    }
    return found[0]
  }
}

extension Checklist {
  /// The identities that mean the list: its own, and those that it had since the document was read.
  fileprivate var identities: [String] {
    let replaced = replacedIdentities.lists
    if replaced.isEmpty { return [id.identityText] }
    let former = replaced.filter { $0.value == id }.keys.map(\.identityText)
    return former + ((replaced[id] ?? id) == id ? [id.identityText] : [])
  }
}

extension [Checklist] {
  /// The selector of a list: its name, or its identity if the name is blank, ambiguous, or has
  /// lines.
  package func selector(ofListAt position: Int) -> String {
    let list = self[position]
    let isOneLine = !list.name.unicodeScalars.contains {
      [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    return isOneLine && (try? ListSelector.position(of: list.name, in: self)) == position
      ? list.name : "id:\(list.id.identityText)"
  }

  /// The positions of the lists that have a name, in upper or lower case and with whatever spaces.
  func positions(named name: String) -> [Int] {
    let name = ListName(name)
    return indices.filter { name.isSame(as: self[$0].title) }
  }

  fileprivate func positions(withPart text: String) -> [Int] {
    let wanted = SearchText(text)
    return indices.filter { wanted.isFound(in: self[$0].name) }
  }

  /// The name that was probably meant by one that no list has: the only one that has it as a part,
  /// or else the one that is spelled most like it.
  fileprivate func nameNearest(to text: String) -> String? {
    let parts = positions(withPart: text)
    if parts.count == 1 { return self[parts[0]].name }
    let names = map { $0.name.lowercased() }
    guard let nearest = Suggestion.nearest(to: text, among: names) else { return nil }
    return names.firstIndex(of: nearest).map { self[$0].name }
  }
}

extension ChecklistDocument {
  /// The first list that has a name, in upper or lower case and with whatever spaces; nil for none.
  package func list(named name: String) -> Checklist? {
    checklists.positions(named: name).first.map { checklists[$0] }
  }

  /// Finds the list that an argument means.
  ///
  /// - Parameter argument: What was typed: a name, or `id:` and an identity.
  /// - Throws: ``SelectorError`` when the argument is blank, when no list matches, or several do.
  package func list(_ argument: String) throws(SelectorError) -> Checklist {
    checklists[try ListSelector.position(of: argument, in: checklists)]
  }

  /// Checks a name that a list is to get: it is not blank, and no other list has it, in upper or
  /// lower case and with whatever spaces.
  ///
  /// A document may hold lists with the same name, which another program or a merge has made.
  ///
  /// - Parameter list: The identity of the list that is to get it; nil for a new one.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankListName`` or
  ///   ``ChangeError/Kind/listNameTaken(_:)``.
  package func checkListName(_ name: String, for list: Int? = nil) throws(ChangeError) {
    try ContentRules.listName(name)
    if let other = checklists.positions(named: name).first(where: { checklists[$0].id != list }) {
      throw ChangeError(.listNameTaken(checklists[other].name))
    }
  }
}
