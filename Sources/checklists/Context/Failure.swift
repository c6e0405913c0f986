import ChecklistCore
import ChecklistInterchange
import ChecklistSync
import Terminal

/// Why a command did not do what it was asked: a message, and the status to exit with.
struct Failure: Error, Equatable {
  /// What the failure is about, if that is known: a file, and a place in it.
  struct Location: Equatable {
    /// The path of a file or directory.
    var path: String?
    /// The offset in bytes from the start of the file.
    var offset: Int?
    /// The line of a text, from 1.
    var line: Int?
    /// The column in that line, from 1.
    var column: Int?
  }

  var status: ExitStatus
  /// One sentence, without a full stop.
  var message: String
  /// What could have been meant.
  var candidates: [SelectorCandidate] = []
  /// What to do next.
  var hint: String?
  var location = Location()

  init(
    _ status: ExitStatus, _ message: String, hint: String? = nil, location: Location = Location()
  ) {
    self.status = status
    self.message = message
    self.hint = hint
    self.location = location
  }

  /// The failure for an error of any room.
  ///
  /// - Parameter program: The program as hints name it: with the document, if the command line
  ///   names one.
  init(_ error: any Error, program: String = "checklists") {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError:
      self.init(error, recoveryCommand: nil, program: program)
    case let error as SelectorError: self.init(error, program: program)
    case let error as ChangeError: self.init(error, program: program)
    case let error as DocumentFormatError: self.init(error)
    case let error as UsageError:
      self.init(.usage, error.description, hint: error.hint)
    case is NothingToCheck:
      self.init(.noMatch, "no items to check", hint: "All lists: \(program) lists --all")
    case let error as AnswerSize.Excess:
      self.init(.data, error.description, hint: "Name fewer items.")
    case let error as EditConflict:
      self.init(.temporary, error.description, hint: "Nothing was changed.")
    case let error as ConsoleError: self.init(error)
    case let error as SyncError: self.init(error, isKnown: false)
    case let error as EditorError:
      self.init(
        .inputOutput, error.description.shownPath,
        hint: "Nothing was changed. Set $VISUAL or $EDITOR to another editor.")
    default: self.init(.inputOutput, "\(error)")
    }
  }

  /// The failure for an error of the store.
  ///
  /// - Parameter recoveryCommand: The command that restores the document, if it is damaged and a
  ///   good state is kept.
  init(_ error: StoreError, recoveryCommand: String?, program: String) {
    message = error.description
    location.path = error.path
    switch error.kind {
    case .refused(let cause):
      let failure = Failure(cause, program: program)
      (status, hint) = (failure.status, failure.hint)
    case .format(let cause): status = Failure(cause).status
    case .damaged(let cause):
      status = .data
      let next =
        recoveryCommand.map { "Restore its last sound state: \($0)" }
        ?? (cause.kind == .notAPropertyList
          ? TextDocuments.names
          : "Find out what can be read: checklists plist check \(error.path.shellQuotedPath)")
      hint = "The file was left as it is. \(next)"
      location = Location(FileReport.Fault(cause), in: error.path)
    case .unresolvedConflict(let line):
      status = .data
      location.line = line
      hint =
        "Keep one version in an editor, and delete the lines with <<<<<<<, ======= and >>>>>>>."
    case .changedElsewhere:
      status = .data
      let restore = recoveryCommand.map { ", or restore the state before: \($0)" } ?? "."
      hint = "Nothing was changed. Undo it anyway: '\(program) undo --force'\(restore)"
    case .nothingToUndo, .nothingToRedo, .noSoundRevision: status = .noMatch
    case .noSuchRevision:
      status = .noMatch
      hint = "All states: \(program) history"
    case .nothingToRestore:
      status = .noMatch
      hint = "Restore another state: \(program) history restore NUMBER"
    case .damagedRevision:
      status = .data
      hint = "Nothing was changed. All states: \(program) history"
    case .noHistory:
      status = .noMatch
      hint = "Unset CHECKLISTS_HISTORY to keep one."
    case .unrepresentable(let cause):
      status = .data
      let path = error.path.shellQuotedPath
      switch cause.kind {
      case .unrepresentable:
        hint = "Convert it first: checklists plist convert --format checklists -o \(path) \(path)"
      case .unrepresentableInFormat:
        hint = "Convert it first: checklists plist convert --format binary -o \(path) \(path)"
      // Its items share too much for a smaller file, or its objects overlap.
      case .tooLarge: hint = "See what its objects share: checklists plist check \(path)"
      // A field that would be preserved is damaged.
      default: hint = "Find the damage: checklists plist check \(path)"
      }
    case .damagedDraft:
      status = .data
      hint = "It was left as it is. Copy what you need, then remove its directory."
    case .notFound:
      status = .noInput
      if error.path.hasPrefix("~/") {
        hint = "The shell expands '~' only outside quotes."
      }
    case .notAFile:
      status = .data
      hint = "Make a file of it first, with tar for a folder or cat for a pipe."
    case .becameShorter:
      status = .temporary
      hint = "Nothing was changed. Try again."
    case .noDocument:
      status = .noInput
      hint = "Make it with: checklists --file \(error.path.shellQuotedPath) add \"Buy milk\""
    case .noDirectory:
      status = .cannotCreate
      hint = "Make the folder first."
    case .permission(let cause):
      status = .permission
      location.path = cause.path
    case .foreignFolder, .outsideFolder:
      status = .permission
      hint = "Name the document each time: --file PATH."
    case .foreignRepository:
      status = .permission
      hint = """
        Name the document each time: --file PATH
        Your own lists: checklists --personal
        """
    case .noRepository:
      status = .noInput
      hint = """
        Repair it with 'git worktree repair', or name the document each time: --file PATH
        Your own lists: checklists --personal
        """
    case .unreadableConfiguration(let line):
      status = .data
      hint =
        "Mend it with 'git config --local --edit', or name the document each time: --file PATH."
      location.line = line
    case .reservedName:
      status = .usage
      hint = "Give the document another name."
    case .received:
      status = .data
      hint = "Undo it here, and with the next 'sync' everywhere: \(program) undo --force"
    case .isPropertyList, .isLog:
      status = .usage
      hint = "Give the other file another name."
    case .locked:
      status = .temporary
      hint = "Try again, or wait longer with --lock-timeout SECONDS."
    case .replaced:
      status = .temporary
      hint = "Nothing was changed. Try again."
    case .file(let cause):
      status = .inputOutput
      location.path = cause.path
    }
  }

  private init(_ error: SelectorError, program: String) {
    message = error.message
    candidates = error.candidates
    switch error.kind {
    case .syntax:
      status = .usage
      hint = "See 'checklists help selectors'."
    case .noMatch:
      status = .noMatch
      if candidates.first?.number != nil { hint = "Select one by its number." }
    case .noWholeText:
      status = .usage
      hint = "Select one by its number, or by words of its text without 'text:' or '='."
    case .ambiguous:
      status = .ambiguous
      hint =
        candidates.isEmpty
        ? nil : "Select one by its \(candidates[0].number == nil ? "identity" : "number")."
    case .noSuchList(_, canBeMade: true):
      status = .noMatch
      hint = "Make it with --new-list."
    case .noSuchList(_, canBeMade: false):
      status = .noMatch
      hint = "All lists: \(program) lists --all"
    case .noSuchPlace:
      status = .noMatch
      hint = "Without --at, an item is added at the end."
    case .noLists:
      status = .noMatch
      hint = "Make one with: \(program) add \"Buy milk\""
    }
  }

  private init(_ error: ChangeError, program: String) {
    message = error.description
    switch error.kind {
    case .blankNote:
      status = .usage
      hint = "Remove a note with: \(program) edit SELECTOR --no-note"
    case .unknownIcon:
      status = .usage
      hint = "The icons are \(Checklist.icons.joined(separator: ", ", last: " and "))."
    case .nulCharacter: status = .data
    case .listNameTaken: status = .usage
    case .blankText:
      status = .usage
      hint = "For example: 'Buy milk'"
    case .blankSection:
      status = .usage
      hint = "Remove items from their section with: \(program) edit SELECTOR --no-section"
    case .brokenReason:
      status = .usage
      hint = "For example: 'it is warm'"
    case .brokenSection:
      status = .usage
      hint = "For example: 'Toiletries'"
    case .repetitionWithoutDueDate:
      status = .usage
      hint = "Add the first due date: --due WHEN"
    case .notPostponed(_, _, let fault):
      status = .usage
      if fault != .tooLate { hint = "Set its date with: \(program) edit SELECTOR --due WHEN" }
    case .blankListName:
      status = .usage
      hint = "For example: 'Groceries'"
    case .noSuchItem, .noSuchList: status = .noMatch
    case .duplicateList, .incompleteOrder, .otherSection, .placeWithinItself, .nestedItems:
      status = .usage
    case .severalSections: status = .ambiguous
    }
  }

  private init(_ error: DocumentFormatError) {
    self.init(error.isAboutUsage ? .usage : error.isAmbiguity ? .ambiguous : .data, "\(error)")
  }

  private init(_ error: ConsoleError) {
    message = error.description
    switch error.kind {
    case .read, .write: status = .inputOutput
    case .invalidUTF8(let line, let path), .nulCharacter(let line, let path):
      status = .data
      location = Location(path: path, line: line)
    case .inputTaken: status = .usage
    }
  }

  /// The failure for damage in a file.
  init(inFile path: String, _ error: any Error) {
    let name = path == "-" ? "standard input" : path.shownPath
    switch error {
    case let error as ArchiveError:
      let what =
        switch error.kind {
        case .notAPropertyList: "is not a property list"
        case .notChecklists: "is not a checklist document"
        default: "is damaged"
        }
      self.init(.data, "\(name) \(what): \(error)", location: Location(.init(error), in: path))
    case let error as InterchangeError:
      let next = error.kind == .usage ? nil : "Nothing was changed."
      self.init(
        error.kind == .usage ? .usage : .data,
        "\(name)\(error.line == nil ? ":" : ",") \(error)",
        hint: [next, error.hint].compactMap(\.self).joined(separator: " "),
        location: Location(path: path, line: error.line))
    default: self.init(error)
    }
  }
}

extension Failure.Location {
  /// The location of a fault in a file.
  init(_ fault: FileReport.Fault, in path: String) {
    self.init(path: path, offset: fault.offset, line: fault.line, column: fault.column)
  }
}

extension Failure {
  /// The failure as lines for a person.
  func text(on display: Display) -> DisplayText {
    let start = display.styled("checklists:", as: .error) + " "
    var lines = [display.wrapped(start + display.text(message), hangingIndent: 2)]
    lines += candidates.map { display.wrapped("  \(display.text($0.label))", hangingIndent: 4) }
    // A line that may be copied is not broken.
    lines += hint?.split(separator: "\n").map { display.text(String($0)) } ?? []
    return lines.joined(separator: "\n")
  }

  /// The failure as one object for a program, on a line.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", 1)
    writer.key("error")
    writer.beginObject()
    writer.member("code", status.code)
    writer.member("message", message)
    writer.member("hint", hint)
    writer.member("candidates", each: candidates) { $0.candidate($1) }
    writer.member("path", location.path?.shownPath)
    writer.member("offset", location.offset)
    writer.member("line", location.line)
    writer.member("column", location.column)
    writer.endObject()
    writer.endObject()
    return writer.finish()
  }
}
