/// The environment that git runs in.
///
/// Among the variables that git heeds, only those are kept that say how to reach a remote: another
/// one could lead git to another repository, or have it run a program.
enum GitEnvironment {
  /// The variables that begin with `GIT_` and are kept, and the beginnings of others.
  private static let kept = [
    "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_EXEC_PATH",
  ]
  private static let keptPrefixes = ["GIT_SSL_", "GIT_PROXY_", "GIT_HTTP_"]

  /// The protocols that may be used.
  static let protocols = ["file", "ssh", "https"]

  /// Makes the environment.
  ///
  /// - Parameters:
  ///   - variables: The variables of this process, by their names.
  ///   - isInteractive: Whether a person can be asked for a password.
  /// - Returns: The variables, each as `NAME=value`.
  static func make(from variables: [String: String], isInteractive: Bool) -> [String] {
    var environment = variables.filter { name, _ in
      !name.hasPrefix("GIT_") || kept.contains(name)
        || keptPrefixes.contains { name.hasPrefix($0) }
    }
    // A commit does not tell who made it: not everybody has told git a name.
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "checklists"
      environment["GIT_\(role)_EMAIL"] = "checklists@localhost"
    }
    environment["LC_ALL"] = "C"
    environment["LANGUAGE"] = nil
    environment["GIT_ALLOW_PROTOCOL"] = protocols.joined(separator: ":")
    if !isInteractive { environment["GIT_TERMINAL_PROMPT"] = "0" }
    return environment.keys.sorted().map { "\($0)=\(environment[$0] ?? "")" }
  }
}
