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

  /// What it tells, for help, the manual and the README.
  var meaning: String {
    switch self {
    case .done: "done, also when there was nothing to do"
    case .noMatch:
      "a selector or a list matched nothing; nothing is due; there is nothing to undo; a run was paused; "
        + "a merge or 'sync' with conflicts to settle; '--exit-code' and there are such items, or "
        + "differences"
    case .ambiguous: "a text, an identity or a name matched several"
    case .usage:
      "the command line is wrong, or asks for something impossible, as a second list of one name"
    case .data:
      "the document or the file is damaged, or is something else, or the answer would be out of all "
        + "proportion to it, or it wants --force; it was left as it is"
    case .noInput:
      "there is no document at '--file PATH' ('add' and 'lists add' make one), or no such file"
    case .unavailable: "git is missing or too old, or the remote cannot be reached"
    case .cannotCreate:
      "a file cannot be made: its directory does not exist, or another file is there already"
    case .inputOutput:
      "input or output failed: the disk is full or read-only, say, or there is too little memory for "
        + "the file"
    case .temporary:
      "the document is locked, or was changed since the command began: try again; of an edit the text "
        + "is kept, for 'edit --resume'"
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
    case .unavailable: "unavailable"
    case .cannotCreate: "cannot-create"
    case .inputOutput: "input-output"
    case .temporary: "temporary"
    case .permission: "permission"
    }
  }
}
