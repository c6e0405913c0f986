package import ChecklistCore

/// Why a document was not synchronised.
package struct SyncError: Error, Equatable, Sendable {
  /// The kind of error.
  package enum Kind: Equatable, Sendable {
    /// The text is no address, or no name of a branch.
    case usage
    /// The document of the remote is damaged, of another program, or too large.
    case damaged
    /// A later version of this program wrote what the remote has.
    case newer
    /// Something that the user should know is only done with `--force`.
    case needsForce
    /// Another process synchronises the same document.
    case locked
    /// Git failed.
    case git(GitFailure.Kind)
    /// A system call failed.
    case file(FileError)
  }

  /// The kind of error.
  package var kind: Kind
  /// One sentence, without a full stop.
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    (self.kind, self.message) = (kind, message)
  }

  /// The error for a git that failed.
  init(_ failure: GitFailure) {
    self.init(.git(failure.kind), failure.description)
  }

  /// The error for a system call that failed.
  init(_ error: FileError) {
    self.init(.file(error), error.description)
  }
}

extension SyncError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
