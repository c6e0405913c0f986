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
          failure.hint = error.text.flatMap { nameHint(for: $0, in: list) } ?? itemsHint(in: list)
        }
      case .noSuchList(let name) where name == environment.text("CHECKLISTS_LIST"):
        failure.hint = "$CHECKLISTS_LIST names '\(name)'. \(failure.hint ?? "")"
      default: break
      }
      return failure
    case let error as ChangeError:
      var failure = Failure(error, program: program)
      if case .listNameTaken(let name) = error.kind, let selector = list(named: name)?.selector {
        failure.hint =
          "Choose another name, or work in that list with: "
          + "\(program) use \(selector.shellQuotedOperand)"
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

  /// The document, read without a word about what became of it; nil if there is none.
  private var documentForHints: ChecklistDocument? {
    if let batch { return batch.transaction.document }
    return try? DocumentStore(path: documentPath()).load()
  }

  /// The list of a name, and what selects it; nil if there is none.
  private func list(named name: String) -> (list: Checklist, selector: String)? {
    guard let document = documentForHints, let list = document.list(named: name),
      let position = document.checklists.firstIndex(where: { $0.id == list.id })
    else { return nil }
    return (list, document.checklists.selector(ofListAt: position))
  }

  /// What to add for a word that means no item of a list, but is the name of another one.
  private func nameHint(for word: String, in list: Int) -> String? {
    guard let (named, selector) = self.list(named: word), named.id != list else { return nil }
    return "There is a list '\(named.name)': name it with \(selector.asListOption)"
  }

  /// What to type for a word that is no command, but the name of a list.
  private func listHint(for word: String) -> String? {
    list(named: word).map {
      "There is a list '\($0.list.name)': \(program) list \($0.selector.asListOption)"
    }
  }

  /// What to type to see the items that there are in a list.
  private func itemsHint(in list: Int) -> String {
    let lists = documentForHints?.checklists ?? []
    let position = lists.count > 1 ? lists.firstIndex { $0.id == list } : nil
    let option = position.map { " " + lists.selector(ofListAt: $0).asListOption } ?? ""
    return "The items are shown by: \(program) list\(option)"
  }

  /// What to type for a word that is in the text of an item.
  private func itemHint(for word: String) -> String? {
    let query = ItemQuery(search: SearchText.words(of: word))
    guard !ContentRules.isBlank(word), let lists = documentForHints?.checklists,
      let found = try? query.positions(in: lists), found.contains(where: { !$0.isEmpty })
    else { return nil }
    return "There are items with that text: \(program) find \(word.shellQuotedOperand)"
  }
}

extension String {
  /// A selector of a list as the option `--list`.
  fileprivate var asListOption: String {
    hasPrefix("-") ? "--list=\(shellQuoted)" : "--list \(shellQuoted)"
  }
}
