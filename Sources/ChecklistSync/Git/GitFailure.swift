/// Why git did not do what it was asked.
package struct GitFailure: Error, Equatable, Sendable {
  /// The kind of error.
  package enum Kind: Equatable, Sendable {
    /// There is no git in the directories of `PATH`.
    case missing
    /// The git that is there is older than ``Git/oldestVersion``.
    case tooOld
    /// The remote cannot be reached: the network, its server, or its folder is not there.
    case unreachable
    /// Nothing is at the remote's address, or no repository of git.
    case noRepository
    /// The remote asks who one is, and did not get an answer that it takes.
    case authentication
    /// The user may not read or write there.
    case denied
    /// The remote has no branch of the name.
    case noBranch
    /// The remote was changed meanwhile by somebody else.
    case overtaken
    /// A git that changes the branch at the remote has locked it, or was killed while it did.
    case lockedBranch
    /// The remote refuses what was sent, by a rule of its own.
    case refused
    /// The branch is checked out at the remote.
    case checkedOut
    /// A disk is full, or may not be written to.
    case disk
    /// The remote did not answer in time.
    case timeout
    /// The content of the remote is damaged or too large.
    case damagedRemote
    /// The remote has a repository of a form that the git here does not know, or cannot share.
    case unsupported
    /// The configuration of a remote that is a folder cannot be read.
    case configuration
    /// The side repository is damaged.
    case brokenRepository
    /// Anything else.
    case other
  }

  /// The kind of error.
  package var kind: Kind
  /// The message of git about it, one line without a full stop; empty when there is none.
  package var line: String

  package init(_ kind: Kind, _ line: String = "") {
    (self.kind, self.line) = (kind, line)
  }
}

extension GitFailure: CustomStringConvertible {
  /// The error with the message of git about it, without a full stop.
  package var description: String {
    line.isEmpty ? sentence : "\(sentence) (git: \(line))"
  }

  private var sentence: String {
    switch kind {
    case .missing: "git is not installed, and sync requires it"
    case .tooOld: "git is too old: sync requires \(Git.oldestVersion) or later"
    case .unreachable: "the remote cannot be reached"
    case .noRepository: "there is no git repository at the remote's address"
    case .authentication: "the remote did not let you in"
    case .denied: "permission is denied"
    case .noBranch: "the remote has no such branch"
    case .overtaken, .lockedBranch: "the remote was changed by someone else in the meantime"
    case .refused, .checkedOut: "the remote refused the changes"
    case .disk: "a disk is full or cannot be written to"
    case .timeout: "the remote did not answer in time"
    case .damagedRemote: "the data from the remote is damaged"
    case .unsupported: "git cannot share a repository of the remote's format"
    case .configuration: "the configuration of the remote cannot be read"
    case .brokenRepository: "the side repository is damaged"
    case .other: "git failed"
    }
  }
}
