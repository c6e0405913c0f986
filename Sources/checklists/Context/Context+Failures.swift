import ChecklistCore

extension Context {
  /// The failure for an error of a command, with what the document and the environment tell about
  /// it.
  func failure(_ error: any Error) -> Failure {
    switch error {
    case let error as StoreError:
      return Failure(error, recoveryCommand: recoveryCommand(from: error), program: program)
    case let error as SelectorError:
      var failure = Failure(error, program: program)
      switch error.kind {
      case .noMatch where error.candidates.isEmpty:
        failure.hint = error.text.flatMap { listHint(for: $0) } ?? itemsHint(in: error.list)
      case .noSuchList(let name) where name == environment.text("CHECKLISTS_LIST"):
        failure.hint = "$CHECKLISTS_LIST names '\(name)'. \(failure.hint ?? "")"
      default: break
      }
      return failure
    case let error as UsageError:
      var failure = Failure(error)
      if let word = error.unknownWord, let hint = listHint(for: word) ?? itemHint(for: word) {
        failure.hint = hint
      }
      return failure
    default: return Failure(error, program: program)
    }
  }

  /// What to type for a word that is the name of a list.
  private func listHint(for word: String) -> String? {
    guard let name = try? document().list(word).name else { return nil }
    return "There is a list '\(name)': \(program) list --list \(name.shellQuoted)"
  }

  /// What to type to see the items that there are, in a list or in all.
  private func itemsHint(in list: String?) -> String {
    let hasOthers = ((try? document().checklists.count) ?? 0) > 1
    let words = list.map { hasOthers ? " --list \($0.shellQuoted)" : "" } ?? " --all"
    return "The items are shown by: \(program) list\(words)"
  }

  /// What to type for a word that is in the text of an item.
  private func itemHint(for word: String) -> String? {
    let query = ItemQuery(search: SearchText.words(of: word))
    guard !ContentRules.isBlank(word), let lists = try? document().checklists,
      let found = try? query.positions(in: lists), found.contains(where: { !$0.isEmpty })
    else { return nil }
    return "There are items with that text: \(program) find \(word.shellQuoted)"
  }
}
