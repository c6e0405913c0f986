/// The directories that belong to the program, laid out as the app's sandbox is.
public struct Container: Sendable, Equatable {
  /// The directory that holds the others.
  public let path: String

  /// The container at a path.
  public init(path: String) {
    self.path = path
  }

  /// Finds the container of a user.
  ///
  /// It is `$CHECKLISTS_HOME`; else, on macOS `~/Library/Application Support/checklists`, elsewhere
  /// `$XDG_DATA_HOME/checklists` or `~/.local/share/checklists`. A relative `$XDG_DATA_HOME` does not
  /// count, as the XDG Base Directory Specification has it.
  ///
  /// It is nil when none of the variables is there, `$HOME` included.
  ///
  /// - Parameter environment: The environment's variables.
  public init?(environment: Environment) {
    if let home = environment["CHECKLISTS_HOME"] {
      path = home
      return
    }
    #if !canImport(Darwin)
      if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
        path = FileSystem.join(data, "checklists")
        return
      }
    #endif
    guard let home = environment["HOME"] else { return nil }
    #if canImport(Darwin)
      path = FileSystem.join(home, "Library/Application Support/checklists")
    #else
      path = FileSystem.join(home, ".local/share/checklists")
    #endif
  }

  /// The document that commands mean when none is named.
  public var document: String { FileSystem.join(path, "Documents/Checklists.plist") }

  /// The directory of what can be undone.
  public var history: String { FileSystem.join(path, "Library/History") }

  /// The file of ``Preferences``.
  public var preferences: String {
    FileSystem.join(path, "Library/Preferences/checklists.plist")
  }
}
