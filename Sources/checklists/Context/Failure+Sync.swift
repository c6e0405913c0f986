import ChecklistCore
import ChecklistSync

extension Failure {
  /// The failure for an error of synchronising.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - isKnown: Whether the document was synchronised with the remote before.
  init(_ error: SyncError, isKnown: Bool) {
    var (status, hint) = Self.status(of: error.kind)
    if case .git(let kind) = error.kind, [.noRepository, .unreachable, .timeout].contains(kind) {
      if isKnown {
        hint = "Is its disk or network there? What was changed here is saved, for the next 'sync'."
      } else if kind != .noRepository {
        hint = "Nothing was exchanged yet. Check the address, and that the network is there."
      }
    }
    if error.kind == .git(.refused), error.message.contains("checked out") {
      hint = "A repository to share is a bare one: git init --bare -b main PATH"
    }
    if error.kind == .overtaken, error.message.contains("lock") {
      hint =
        "Nothing is lost. A git that was killed there may have left a file that ends with "
        + "'.lock': if no other 'sync' runs, remove it."
    }
    self.init(status, error.message, hint: hint)
  }

  private static func status(of kind: SyncError.Kind) -> (ExitStatus, hint: String?) {
    switch kind {
    case .usage: (.usage, nil)
    case .damaged:
      (.data, "Nothing was changed. Another clone of the repository may have it whole.")
    case .newer: (.data, "Nothing was changed. Use a newer version of checklists.")
    case .unrepresentable:
      (.data, "Convert the document first: checklists convert --to checklists -o FILE FILE")
    case .needsForce:
      (
        .data,
        "Nothing was changed. See which: checklists sync --force --dry-run. If that is meant: "
          + "checklists sync --force"
      )
    case .locked: (.temporary, "Try again, or wait longer with --lock-timeout SECONDS.")
    case .overtaken: (.temporary, "Nothing is lost. Try again.")
    case .file(let error): (error.forbidsWriting ? .permission : .inputOutput, nil)
    case .git(let kind): status(of: kind)
    }
  }

  private static func status(of kind: GitFailure.Kind) -> (ExitStatus, hint: String?) {
    switch kind {
    case .missing, .tooOld: (.unavailable, "Install git \(Git.oldestVersion) or later.")
    case .unreachable, .timeout:
      (.unavailable, "What was changed here is saved, and is sent with the next 'sync'.")
    case .noRepository:
      (.unavailable, "Make one there with: git init --bare -b main PATH")
    case .authentication:
      (.permission, "A 'git fetch' of the same address by hand asks who you are, and may store it.")
    case .denied: (.permission, nil)
    case .overtaken: (.temporary, "Nothing is lost. Try again.")
    case .refused, .disk, .other, .noBranch: (.inputOutput, nil)
    case .damagedRemote: (.data, "Nothing was changed.")
    case .brokenRepository: (.inputOutput, "The next 'sync' makes it anew.")
    }
  }
}
