/// A folder of a ``Container``, and whether a backup needs it: all that it has is in one of these.
package enum ContainerFolder: String, CaseIterable, Sendable {
  /// The document, and the files that belong to its items.
  case documents = "Documents"
  /// The user's own lists to make others of.
  case templates = "Templates"
  /// The settings and the chosen list.
  case preferences = "Library/Preferences"
  /// The log of runs.
  case runs = "Library/Runs"
  /// The commands of items that somebody has accepted.
  case commands = "Library/Commands"
  /// Texts of unfinished edits.
  case drafts = "Library/Drafts"
  /// States for `undo`.
  case history = "Library/History"
  /// The side repositories of `sync`.
  case sync = "Library/Sync"
  /// The files that exports left in folders of calendars.
  case exports = "Library/Exports"
  /// Files that can be made again.
  case caches = "Library/Caches"
  /// Files that are needed for a while.
  case temporary = "tmp"

  /// Whether a backup needs a folder.
  package enum Backup: String, Sendable {
    /// Its content cannot be made again.
    case yes
    /// It is of use, and the documents are whole without it.
    case optional
    /// It may be deleted at any time.
    case no
  }

  /// Whether a backup needs it.
  package var backup: Backup {
    switch self {
    case .documents, .templates, .preferences, .runs, .drafts: .yes
    case .commands, .history, .sync, .exports: .optional
    case .caches, .temporary: .no
    }
  }
}

extension Container {
  /// The path of a folder, which need not be there yet.
  package func path(of folder: ContainerFolder) -> String {
    FileSystem.join(path, folder.rawValue)
  }

  /// The directory of what can be made again; see ``ScratchFolder``.
  package var caches: String { path(of: .caches) }

  /// The directory of what is needed for a while; see ``ScratchFolder``.
  ///
  /// The temporary file of a save is not here: it is beside the file that it replaces, because a
  /// file takes the place of another only on one file system.
  package var temporary: String { path(of: .temporary) }
}
