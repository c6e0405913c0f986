/// What people type to say which list they mean: its name, or `id:` and its identity.
public enum ListSelector {
  /// Finds the list that an argument means.
  ///
  /// A name that is exactly the same wins over one that differs in case, and that one over a name
  /// of which the argument is a part.
  ///
  /// - Parameters:
  ///   - argument: What was typed.
  ///   - checklists: The lists.
  ///   - allowsPart: Whether a part of the name will do, as in a view. A change must not go to the
  ///     wrong list.
  /// - Returns: Its position, from 0.
  /// - Throws: ``SelectorError`` when the argument is blank, when no list matches, or several do.
  public static func position(
    of argument: String, in checklists: [Checklist], allowsPart: Bool = false
  ) throws(SelectorError) -> Int {
    if ContentRules.isBlank(argument) {
      throw SelectorError(.syntax, "the name of a list is blank")
    }
    let matches: [[Int]]
    if let digits = argument.suffix(after: "id:")?.lowercased(), !digits.isEmpty {
      let beginning = checklists.indices.filter {
        checklists[$0].id.identityText.hasPrefix(digits)
      }
      matches = [beginning.filter { checklists[$0].id.identityText == digits }, beginning]
    } else {
      let whole = checklists.positions(named: argument)
      let part = allowsPart && whole.isEmpty ? checklists.positions(withPart: argument) : []
      matches = [whole.filter { checklists[$0].name == argument }, whole, part]
    }
    guard let found = matches.first(where: { !$0.isEmpty }) else {
      let likely = checklists.nameNearest(to: argument).map { "; did you mean '\($0)'?" } ?? ""
      throw SelectorError(
        .noMatch, "there is no list '\(argument)'\(likely)",
        candidates: checklists.map { SelectorCandidate(list: $0, label: $0.name) })
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

extension [Checklist] {
  /// What selects a list: its name, or its identity if the name is ambiguous or blank.
  ///
  /// - Parameter position: The position of the list.
  /// - Returns: An argument, without quotes.
  package func selector(ofListAt position: Int) -> String {
    let list = self[position]
    return (try? ListSelector.position(of: list.name, in: self)) == position
      ? list.name : "id:\(list.id.identityText)"
  }

  /// The positions of the lists that have a name, in upper or lower case.
  func positions(named name: String) -> [Int] {
    let wanted = name.lowercased()
    return indices.filter { self[$0].name.lowercased() == wanted }
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
  /// Finds the list that an argument means.
  ///
  /// - Parameter argument: What was typed: a name, or `id:` and an identity.
  /// - Returns: The list.
  /// - Throws: ``SelectorError`` when the argument is blank, when no list matches, or several do.
  public func list(_ argument: String) throws(SelectorError) -> Checklist {
    checklists[try ListSelector.position(of: argument, in: checklists)]
  }

  /// Checks a name that a list is to get: it is not blank, and no other list has it, in upper or
  /// lower case, or with other spaces around it.
  ///
  /// A document may hold lists with the same name, which another program or a merge has made.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - list: The identity of the list that is to get it; nil for a new one.
  /// - Returns: The name itself.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/blankListName`` or
  ///   ``ChangeError/Kind/listNameTaken(_:)``.
  @discardableResult
  public func newListName(
    _ name: String, for list: Int? = nil
  ) throws(ChangeError) -> String {
    try ContentRules.listName(name)
    func bare(_ name: String) -> [Substring] { name.lowercased().split(separator: " ") }
    if let other = checklists.first(where: { $0.id != list && bare($0.name) == bare(name) }) {
      throw ChangeError(.listNameTaken(other.name))
    }
    return name
  }
}
