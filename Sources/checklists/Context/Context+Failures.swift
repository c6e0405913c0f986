import ChecklistCore
import ChecklistInterchange

extension Context {
  /// The failure for an error of a command, with what the document and the environment tell about
  /// it.
  func failure(_ error: any Error) -> Failure {
    if var error = error as? StoreError {
      // A file that was chosen is gone with its folder too.
      if error.kind == .noDirectory, error.path == folderChoice?.document {
        error.kind = .noDocument
      }
      var failure = Failure(error, recoveryCommand: recoveryCommand(from: error), program: program)
      if error.kind == .noDocument, let folder = folderChoice?.folder {
        failure.hint = """
          'use' chose it for \(folder.shownPath) and below; your own lists: checklists --personal
          Forget it: checklists use --personal
          """
      }
      return failure
    }
    var failure = Failure(error, program: program)
    switch error {
    case let error as SelectorError:
      if case .noSuchList(let name, _) = error.kind, name == environment.text("CHECKLISTS_LIST") {
        failure.hint = "$CHECKLISTS_LIST names '\(name)'. \(failure.hint ?? "")"
      } else if let list = error.list {
        let isBare = batch == nil && globals.list == nil && environment["CHECKLISTS_LIST"] == nil
        let onList = arguments.first.map { "lists \($0)" }
        failure.hint = hints?.item(
          error.text, in: list, isBare ? "checklists \(command)" : nil,
          listCommand: commandNames().first { $0 == onList },
          next: arguments.dropFirst(2).first)
      }
      if let hint = error.text.flatMap(documentHint) { failure.hint = hint }
    case let error as ChangeError:
      if case .listNameTaken(let name) = error.kind { failure.hint = hints?.newList(name) }
    case let error as DocumentFormatError:
      if error.isAboutFormat, let path = try? documentPath() {
        failure.hint =
          "A property list can hold it: checklists --file NEW.plist import \(path.shellQuotedPath)"
      }
    case let error as UsageError:
      if let word = error.unknownWord {
        let hint = hints?.command(word, isSubcommand: error.command != nil)
        failure.hint = documentHint(word) ?? hint ?? failure.hint
      } else if let word = error.extraWord {
        failure.hint =
          documentHint(word) ?? hints?.list(named: word, for: others(than: word)) ?? failure.hint
      }
    default: break
    }
    return failure
  }

  /// For a word that is the name of a file of text, where a document was not named: how to name it.
  private func documentHint(_ word: String) -> String? {
    let name = FileSystem.name(of: word)
    guard globals.file == nil, PlainFile(path: word).exists, !PlainFolder(path: word).exists,
      TextDocuments.format(ofFileNamed: name, in: zone, now: now) != nil
    else { return nil }
    let command = (["checklists"] + others(than: word)).joined(separator: " ")
    return "\(word) is a file: \(command) --file \(word.shellQuotedPath)"
  }

  /// The arguments without a word, as a person types them.
  private func others(than word: String) -> [String] {
    arguments.filter { !$0.hasSameCodeUnits(as: word) }.map(\.shellQuoted)
  }

  /// The failure for a file that is not the document that it was named as.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` is standard input.
  ///   - error: The error of reading it as a document.
  /// - Returns: The failure, which says how to take items from a file of another format.
  func failure(inDocument path: String, _ bytes: [UInt8], _ error: any Error) -> Failure {
    var failure = Failure(inFile: path, error)
    guard let format = InterchangeFormat.guess(path, bytes), format != .document,
      format.reader?.recognizes(bytes) == true
    else { return failure }
    let name = path == "-" ? "standard input" : path.shownPath
    let operand = path == "-" ? path : path.shellQuotedPath
    // A file that was named as the document takes no items.
    let isNamed = (try? documentPath()).map { PlainFile(path: path).isSameFile(as: $0) } ?? false
    let program = isNamed ? "checklists" : self.program
    failure.message =
      "\(name) is not a checklist document, but a file in the format \(format.rawValue)"
    failure.hint = """
      Import it: \(program) import \(operand)
      Make a document from it: checklists --file NEW.plist import \(operand)
      """
    return failure
  }

  /// What the document tells, read without a word about what became of it; nil if there is none.
  private var hints: Hints? {
    let document =
      batch == nil
      ? try? store(tell: { _ in }).load() : batch?.transaction.document
    return document.map { Hints(document: $0, program: program, resolver: items) }
  }
}
