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
      case .noMatch:
        if let list = error.list {
          failure.hint = error.text.flatMap { nameHint(for: $0) } ?? itemsHint(in: list)
        }
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

  /// The name of a list, if that is what a word is.
  private func listName(_ word: String) -> String? { try? document().list(word).name }

  /// What to add for a word that means no item, but is the name of a list.
  private func nameHint(for word: String) -> String? {
    listName(word).map { "There is a list '\($0)': name it with --list \($0.shellQuoted)" }
  }

  /// What to type for a word that is no command, but the name of a list.
  private func listHint(for word: String) -> String? {
    listName(word).map { "There is a list '\($0)': \(program) list --list \($0.shellQuoted)" }
  }

  /// What to type to see the items that there are in a list.
  private func itemsHint(in list: String) -> String {
    let hasOthers = ((try? document().checklists.count) ?? 0) > 1
    return "The items are shown by: \(program) list"
      + (hasOthers ? " --list \(list.shellQuoted)" : "")
  }

  /// What to type for a word that is in the text of an item.
  private func itemHint(for word: String) -> String? {
    let query = ItemQuery(search: SearchText.words(of: word))
    guard !ContentRules.isBlank(word), let lists = try? document().checklists,
      let found = try? query.positions(in: lists), found.contains(where: { !$0.isEmpty })
    else { return nil }
    return "There are items with that text: \(program) find \(word.shellQuotedOperand)"
  }
}
