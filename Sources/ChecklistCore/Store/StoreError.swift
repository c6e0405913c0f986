internal import SystemLibrary

/// Why a document could not be read or saved.
public struct StoreError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Kind: Equatable, Sendable {
    /// The document is damaged, or something other than checklists.
    case damaged(ArchiveError)
    /// The document's dialect cannot hold what it has become.
    case unrepresentable(ArchiveError)
    /// A file of text cannot be read as a document, or cannot hold what that has become.
    case format(DocumentFormatError)
    /// Git left a conflict in a file of text, whose first marker is on a line, from 1.
    case unresolvedConflict(line: Int)
    /// The document does not take a change.
    case refused(ChangeError)
    /// There is no such file.
    case notFound
    /// There is no document: no file, or an empty one.
    case noDocument
    /// The directory that the document should be in does not exist.
    case noDirectory
    /// The name of the document is one that saves use themselves.
    case reservedName
    /// The file to be replaced is a property list, as a document is.
    case isPropertyList
    /// The file to be replaced is a log of runs, which is only appended to.
    case isLog
    /// The folder for which a document would be chosen belongs to another user.
    case foreignFolder
    /// A document is chosen in a git repository that belongs to another user.
    case foreignRepository
    /// A document that was chosen for a folder is not in it, or is a symbolic link out of it.
    case outsideFolder
    /// A configuration of git cannot be read, so it is not known which document was chosen in it.
    case unreadableConfiguration(line: Int)
    /// A work tree of git has no repository any more, so it is not known which document was chosen
    /// in it.
    case noRepository
    /// The user may not read or write it.
    case permission(FileError)
    /// Another process held the lock for as long as this one waited, in seconds. The holder is
    /// named as in "process 1234 (checklists)", if the system knows it.
    case locked(Double, holder: String?)
    /// Another program replaced the document since it was read.
    case replaced
    /// Another program made the change that would be taken back, or no history was kept then. The
    /// text tells the change, as far as that can be seen.
    case changedElsewhere(String?)
    /// Others made one of the changes that would be taken back, and a synchronisation received it:
    /// the next one would take it back everywhere. The text tells the change.
    case received(String)
    /// There is no change before the present revision, or none that is kept.
    case nothingToUndo
    /// No change was undone, or another one came after.
    case nothingToRedo
    /// No revision of this number is kept.
    case noSuchRevision(Int)
    /// The file of the revision of this number is damaged.
    case damagedRevision(Int)
    /// The document is already in its newest state.
    case nothingToRestore
    /// No revision is kept that can be restored.
    case noSoundRevision
    /// No history is kept.
    case noHistory
    /// It cannot be read what a text in an editor was made from.
    case damagedDraft
    /// The file to be attached is not a regular one, but this: "a folder".
    case notAFile(String)
    /// The file to be attached became shorter while it was read.
    case becameShorter
    /// Any other failing system call: the disk is full, say, or read-only.
    case file(FileError)
  }

  /// The kind of error.
  public var kind: Kind
  /// The document.
  public var path: String

  /// An error about a document.
  package init(_ kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }

  init(_ error: FileError, path: String, lockTimeout: Double, _ fileSystem: FileSystem) {
    self.path = path
    switch (error.call, error.code) {
    case (.flock, EWOULDBLOCK), (.fcntl, EWOULDBLOCK):
      kind = .locked(lockTimeout, holder: LockHolder.description(of: error.path, fileSystem))
    case (.stat, ESTALE): kind = .replaced
    case (_, EACCES), (_, EPERM): kind = .permission(error)
    case (.realpath, ENOENT), (.realpath, ENOTDIR): kind = .noDirectory
    case (.open, ENOENT), (.open, ENOTDIR):
      // The same of a file in the history is no matter of the document's directory.
      let isOfDocument = [path, FileSystem.parent(of: path)].contains(error.path)
      kind = isOfDocument ? .noDirectory : .file(error)
    default: kind = .file(error)
    }
  }
}

extension FileSystem {
  /// Does what may fail, with errors of the store for those of files and for changes that a
  /// document refuses.
  ///
  /// - Parameters:
  ///   - path: What the errors are about.
  ///   - lockTimeout: How many seconds `body` waits for another writer.
  func storeErrors<Result: ~Copyable>(
    at path: String, lockTimeout: Double = 0, _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as FileError {
      throw StoreError(error, path: path, lockTimeout: lockTimeout, self)
    } catch let error as ChangeError {
      throw StoreError(.refused(error), path: path)
    } catch let error as DocumentFormatError {
      throw StoreError(.format(error), path: path)
    } catch {
      preconditionFailure("a step of the store throws an error of its own, not \(error)")
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The error, its place, and that nothing was lost.
  public var description: String {
    let path = path.shownPath
    return switch kind {
    case .damaged(let error): "\(path) is damaged or not a checklist document: \(error)"
    case .unrepresentable(let error): "\(path) was not changed: \(error)"
    case .refused(let error): error.description
    case .format(let error): "\(path): \(error)"
    case .unresolvedConflict(let line): "\(path), line \(line): an unresolved merge conflict"
    case .notFound: "there is no file \(path)"
    case .noDocument: "there is no document at \(path)"
    case .foreignFolder: "the folder \(path) belongs to another user"
    case .foreignRepository:
      "the git repository of \(path) belongs to another user, so its choice of a document does not "
        + "count"
    case .outsideFolder: "\(path) leads out of the folder for which it is chosen"
    case .noRepository:
      "the git repository of \(path) is missing, and so which document is chosen there"
    case .unreadableConfiguration(let line):
      "line \(line) of \(path) cannot be read, and so not which document is chosen there"
    case .noDirectory: "there is no folder \(FileSystem.parent(of: path))"
    case .reservedName:
      "\(FileSystem.name(of: path)) cannot be a document: saves use this name themselves"
    case .isPropertyList: "\(path) is a property list, and was left as it is"
    case .isLog: "\(path) is a log of runs, and was left as it is"
    case .permission(let error), .file(let error): error.description
    case .locked(let seconds, let holder):
      "\(holder ?? "another process") has locked \(path) for more than \(seconds) seconds"
    case .changedElsewhere(let summary):
      "\(path) was changed outside its history, by another program or while no history was kept"
        + (summary.map { ": \($0)" } ?? "")
    case .received(let summary):
      "others made a change of \(path) that would be undone everywhere: \(summary)"
    case .nothingToUndo: "there is nothing to undo in \(path)"
    case .nothingToRedo: "there is nothing to redo in \(path)"
    case .noSuchRevision(let number): "the history has no state \(number) of \(path)"
    case .damagedRevision(let number):
      "state \(number) of \(path) is damaged or not a checklist document"
    case .nothingToRestore: "\(path) is already in its newest state"
    case .noSoundRevision: "the history has no sound state of \(path)"
    case .noHistory: "no history is kept"
    case .notAFile(let what): "\(path) is \(what), and only a file can be attached"
    case .becameShorter: "\(path) became shorter while it was read"
    case .damagedDraft: "the origin of the text in \(path) cannot be read"
    case .replaced:
      "\(path) was replaced by another program in the meantime, and was left as that program "
        + "wrote it"
    }
  }
}
