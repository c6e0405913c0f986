import ChecklistCore
import ChecklistSync

extension Failure {
  /// The failure for an error of synchronising.
  ///
  /// - Parameter isKnown: Whether the document was synchronised with the remote before.
  init(_ error: SyncError, isKnown: Bool) {
    let (status, hint) = Self.status(of: error, isKnown: isKnown)
    self.init(status, error.message, hint: hint)
  }

  private static func status(
    of error: SyncError, isKnown: Bool
  ) -> (ExitStatus, hint: String?) {
    switch error.kind {
    case .usage: (.usage, nil)
    case .damaged:
      (.data, "Nothing was changed. Another clone of the repository may be sound.")
    case .newer: (.data, "Nothing was changed. Use a newer version of checklists.")
    case .needsForce:
      (
        .data,
        "Nothing was changed. Show them: checklists sync --force --dry-run. Delete them: "
          + "checklists sync --force"
      )
    case .locked: (.temporary, "Try again, or wait longer with --lock-timeout SECONDS.")
    case .file(let error): (error.forbidsWriting ? .permission : .inputOutput, nil)
    case .git(let kind): status(of: kind, isKnown: isKnown)
    }
  }

  private static func status(
    of kind: GitFailure.Kind, isKnown: Bool
  ) -> (ExitStatus, hint: String?) {
    switch kind {
    case .missing, .tooOld: (.unavailable, "Install git \(Git.oldestVersion) or later.")
    case .noRepository where !isKnown:
      (.unavailable, "Make one there with: git init --bare -b main PATH")
    case .noRepository, .unreachable, .timeout:
      (
        .unavailable,
        isKnown
          ? "Check its disk or network. Your changes are saved; the next 'sync' sends them."
          : "Nothing was exchanged. Check the address and the network."
      )
    case .authentication:
      (
        .permission,
        "'git fetch' of the same address asks for your name and password, and can store them."
      )
    case .denied: (.permission, nil)
    case .overtaken: (.temporary, "Nothing is lost. Try again.")
    case .lockedBranch:
      (
        .temporary,
        "Nothing is lost. A git that was killed there may have left a file that ends in '.lock': if "
          + "no other 'sync' is running, remove it."
      )
    case .checkedOut:
      (.inputOutput, "Share a bare repository: git init --bare -b main PATH")
    case .disk: (.inputOutput, "Your changes are saved; the next 'sync' sends them.")
    case .refused, .other, .noBranch: (.inputOutput, nil)
    case .damagedRemote: (.data, "Nothing was changed.")
    case .unsupported:
      (
        .unavailable,
        "Install a later git, or share another repository: git init --bare -b main PATH"
      )
    case .configuration:
      (.data, "Nothing was changed. Correct the file that git names, or restore it from a copy.")
    case .brokenRepository: (.inputOutput, "The next 'sync' rebuilds it.")
    }
  }
}
