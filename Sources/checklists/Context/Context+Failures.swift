import ChecklistCore

extension Context {
  /// The failure for an error of a command, with what the document and the environment tell about
  /// it.
  func failure(_ error: any Error) -> Failure {
    if let error = error as? StoreError {
      return Failure(error, recoveryCommand: recoveryCommand(from: error), program: program)
    }
    var failure = Failure(error, program: program)
    switch error {
    case let error as SelectorError:
      if case .noSuchList(let name) = error.kind, name == environment.text("CHECKLISTS_LIST") {
        failure.hint = "$CHECKLISTS_LIST names '\(name)'. \(failure.hint ?? "")"
      } else if let list = error.list {
        failure.hint = hints?.item(error.text, in: list)
      }
    case let error as ChangeError:
      if case .listNameTaken(let name) = error.kind { failure.hint = hints?.newList(name) }
    case let error as UsageError:
      if let word = error.unknownWord { failure.hint = hints?.command(word) ?? failure.hint }
    default: break
    }
    return failure
  }

  /// What the document tells, read without a word about what became of it; nil if there is none.
  private var hints: Hints? {
    let document =
      batch == nil
      ? try? DocumentStore(path: documentPath()).load() : batch?.transaction.document
    return document.map { Hints(document: $0, program: program) }
  }
}
