/// What people type to say which list they mean: its name, or `id:` and its identity.
public enum ListSelector {
  /// Finds the list that an argument means.
  ///
  /// A name that is exactly the same wins over one that differs in case.
  ///
  /// - Parameters:
  ///   - argument: What was typed.
  ///   - checklists: The lists.
  /// - Returns: Its position, from 0.
  /// - Throws: ``SelectorError`` when no list matches, or several do.
  public static func position(
    of argument: String, in checklists: [Checklist]
  ) throws(SelectorError) -> Int {
    let candidates: [[Int]]
    if let digits = argument.suffix(after: "id:")?.lowercased(), !digits.isEmpty {
      let matches = checklists.indices.filter { checklists[$0].id.identityText.hasPrefix(digits) }
      candidates = [matches.filter { checklists[$0].id.identityText == digits }, matches]
    } else {
      let wanted = argument.lowercased()
      let matches = checklists.indices.filter { checklists[$0].name.lowercased() == wanted }
      candidates = [matches.filter { checklists[$0].name == argument }, matches]
    }
    guard let found = candidates.first(where: { !$0.isEmpty }), let first = found.first else {
      throw SelectorError(
        .noMatch, "there is no list '\(argument)'",
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
    return first
  }
}

extension ChecklistDocument {
  /// Finds the list that an argument means.
  ///
  /// - Parameter argument: What was typed: a name, or `id:` and an identity.
  /// - Returns: The list.
  /// - Throws: ``SelectorError`` when no list matches, or several do.
  public func list(_ argument: String) throws(SelectorError) -> Checklist {
    checklists[try ListSelector.position(of: argument, in: checklists)]
  }
}
