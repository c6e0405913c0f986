import ChecklistCore

/// The statuses that the program exits with: those of sysexits(3) from 64 on.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done, also when there was nothing to do.
  case done = 0
  /// A selector or a list matched nothing.
  case noMatch = 1
  /// A text, an identity or a name matched several.
  case ambiguous = 2
  /// The command line is wrong (`EX_USAGE`).
  case usage = 64
  /// The document or the input is damaged, or something else (`EX_DATAERR`).
  case data = 65
  /// The document that was named is not there (`EX_NOINPUT`).
  case noInput = 66
  /// The directory of the document is not there (`EX_CANTCREAT`).
  case cannotCreate = 73
  /// Input or output failed: the disk is full, say (`EX_IOERR`).
  case inputOutput = 74
  /// Another process holds the lock; trying again later may do (`EX_TEMPFAIL`).
  case temporary = 75
  /// Permission is lacking (`EX_NOPERM`).
  case permission = 77

  /// What it tells, for help, the manual and the README.
  var meaning: String {
    switch self {
    case .done: "done, also when there was nothing to do"
    case .noMatch: "a selector or a list matched nothing; nothing is due"
    case .ambiguous: "a text, an identity or a name matched several"
    case .usage: "the command line is wrong"
    case .data: "the document or the file is damaged, or something else; it was left as it is"
    case .noInput:
      "there is no document at '--file PATH' ('add' and 'lists add' make one), or no such file"
    case .cannotCreate: "its directory does not exist"
    case .inputOutput: "input or output failed: the disk is full or read-only, say"
    case .temporary: "another process holds the lock, or replaced the document: try again"
    case .permission: "permission is lacking"
    }
  }

  /// The word for it in JSON.
  var code: String {
    switch self {
    case .done: "done"
    case .noMatch: "no-match"
    case .ambiguous: "ambiguous"
    case .usage: "usage"
    case .data: "data"
    case .noInput: "no-input"
    case .cannotCreate: "cannot-create"
    case .inputOutput: "input-output"
    case .temporary: "temporary"
    case .permission: "permission"
    }
  }
}

/// Why a command did not do what it was asked: a message, and the status to exit with.
struct Failure: Error, Equatable {
  var status: ExitStatus
  /// One sentence, without a full stop.
  var message: String
  /// What could have been meant, a line each.
  var candidates: [String] = []
  /// What to do next.
  var hint: String?

  init(_ status: ExitStatus, _ message: String, candidates: [String] = [], hint: String? = nil) {
    self.status = status
    self.message = message
    self.candidates = candidates
    self.hint = hint
  }

  /// The failure that an error of any floor is to the user.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self.init(error, wayBack: nil)
    case let error as SelectorError: self.init(error)
    case let error as UsageError:
      self.init(.usage, error.description, hint: error.hint)
    case let error as EditConflict:
      self.init(.temporary, error.description, hint: "Nothing was changed.")
    case let error as ConsoleError:
      self.init(ExitStatus(rawValue: error.exitStatus) ?? .inputOutput, error.description)
    default: self.init(.inputOutput, "\(error)")
    }
  }

  /// The failure that an error of the store is to the user.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - wayBack: The command that restores the document, if it is damaged and there is one.
  init(_ error: StoreError, wayBack: String?) {
    message = error.description
    switch error.kind {
    case .damaged:
      status = .data
      let next =
        wayBack.map { "Its last good state: \($0)" }
        ?? "What can still be read: checklists validate \(error.path.shellQuoted)"
      hint = "The file was left as it is. \(next)"
    case .changedElsewhere:
      status = .data
      hint = "Nothing was changed. Undo that too with 'checklists undo --force'."
    case .nothingToUndo, .nothingToRedo, .noSuchGeneration: status = .noMatch
    case .noHistory:
      status = .noMatch
      hint = "It is turned off by CHECKLISTS_HISTORY=off."
    case .unrepresentable(let cause):
      status = .data
      let path = error.path.shellQuoted
      switch cause.cause.kind {
      case .unrepresentable:
        hint = "Convert it first: checklists convert --to checklists -o \(path) \(path)"
      case .propertyList(let cause) where cause.kind == .unrepresentable:
        hint = "Convert it first: checklists convert --to binary -o \(path) \(path)"
      // Something that would be carried along is damaged.
      default: hint = "Look for the damage: checklists validate \(path)"
      }
    case .notFound:
      status = .noInput
      hint = "Make it with 'checklists --file \(error.path) add TEXT'."
    case .noDirectory:
      status = .cannotCreate
      hint = "Make the directory first."
    case .permission: status = .permission
    case .locked:
      status = .temporary
      hint = "Try again, or wait longer with --lock-timeout SECONDS."
    case .replaced:
      status = .temporary
      hint = "Nothing was changed. Try again."
    case .file: status = .inputOutput
    }
  }

  private init(_ error: SelectorError) {
    message = error.message
    candidates = error.candidates
    switch error.kind {
    case .syntax: status = .usage
    case .noMatch: status = .noMatch
    case .ambiguous: status = .ambiguous
    }
  }
}
