/// The statuses that the program exits with: those of sysexits(3) from 64 on.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done, also when there was nothing to do.
  case done = 0
  /// A selector or a list matched nothing, or the answer is one that a script may want to know.
  case noMatch = 1
  /// A text, an identity or a name matched several.
  case ambiguous = 2
  /// The command line is wrong, or asks for something that cannot be made (`EX_USAGE`).
  case usage = 64
  /// The document or the input is damaged, of another kind, or too much to show (`EX_DATAERR`).
  case data = 65
  /// The document that was named is not there (`EX_NOINPUT`).
  case noInput = 66
  /// Git is missing, or the remote cannot be reached (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// A file cannot be made: its directory is not there, or another file is (`EX_CANTCREAT`).
  case cannotCreate = 73
  /// Input or output failed: the disk is full, say (`EX_IOERR`).
  case inputOutput = 74
  /// The document is locked, or was changed meanwhile; trying again may do (`EX_TEMPFAIL`).
  case temporary = 75
  /// Permission is lacking (`EX_NOPERM`).
  case permission = 77

  /// The meaning, for help, the manual and the README.
  var meaning: String {
    switch self {
    case .done: "success, also if there was nothing to do"
    case .noMatch:
      "no match: no such item, list or state; nothing to undo; a paused run; a merge or 'sync' with conflicts; "
        + "with --exit-code, something is shown, or there are no items to check"
    case .ambiguous: "a text, an identity or a name has several matches"
    case .usage:
      "wrong usage, or a request that cannot be carried out, such as a second list of the same name"
    case .data:
      "the document or the file is damaged, of the wrong kind or in an unresolved merge conflict, or --force is "
        + "required; it is unchanged"
    case .noInput: "no such file or document ('add' and 'lists add' make a document)"
    case .unavailable: "git is missing or too old, or the remote cannot be reached"
    case .cannotCreate:
      "the output cannot be created: its folder is missing, or another file is there"
    case .inputOutput: "input or output failed, for instance because the disk is full"
    case .temporary:
      "the document is locked, or was changed in the meantime: try again; 'edit --resume' reopens "
        + "the text of an edit"
    case .permission: "permission is denied, or 'run --execute' has no consent to a command"
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
    case .unavailable: "unavailable"
    case .cannotCreate: "cannot-create"
    case .inputOutput: "input-output"
    case .temporary: "temporary"
    case .permission: "permission"
    }
  }
}
