import ChecklistCore
import ChecklistInterchange
import ChecklistRuns

extension OptionSyntax {
  /// Where runs are logged.
  static let runLog = OptionSyntax.value(
    "log", "FILE", .file, "the log (default: one for each document)")
}

extension Context {
  /// The log of runs that a command means.
  func runLog(_ command: ParsedCommand) throws -> RunLog {
    let document = try documentPath()
    if let path = command.options["log"] {
      if path.isEmpty { throw UsageError("'--log' requires a path", command: command.name) }
      return RunLog(path: path, of: document, lockTimeout: lockTimeout)
    }
    guard let container else {
      throw Failure(
        .usage,
        "there is no home directory for the log: neither CHECKLISTS_HOME nor HOME is set",
        hint: "Set one of them, or name the log with --log FILE.")
    }
    return try RunLog(of: document, in: container, lockTimeout: lockTimeout)
  }

  /// What a log of runs tells.
  ///
  /// - Parameter mustExist: Whether it is an error that a log that was named is not there.
  /// - Throws: `StoreError`, or `Failure` when the file is no log.
  func history(in log: RunLog, _ command: ParsedCommand, mustExist: Bool) throws -> RunHistory {
    let history = try log.read(mustExist: mustExist && command.options.has("log"))
    if history.isForeign {
      throw Failure(
        .data, "\(log.path.shownPath) is not a log of runs",
        hint: "Nothing was changed. Name another file with --log FILE.")
    }
    if let line = history.unreadLines.first {
      let others = history.unreadLines.count - 1
      let more = others == 0 ? "" : ", and \(others) more"
      warn("line \(line) of \(log.path.shownPath) cannot be read\(more)")
    }
    return history
  }

  /// Who changes something, as logs name them; nil when that is not known.
  func person(_ command: ParsedCommand) -> String? {
    if let name = command.options["by"] { return name.trimmed?.inOneLine }
    let names = ["CHECKLISTS_BY", "USER", "LOGNAME"].lazy.compactMap {
      environment.text($0)?.trimmed?.inOneLine
    }
    return names.first ?? SystemUser.effectiveName
  }

  /// The option that names the log of a command, in a hint.
  func logOption(_ command: ParsedCommand) -> String {
    command.options["log"].map { " --log \($0.shellQuotedPath)" } ?? ""
  }
}
