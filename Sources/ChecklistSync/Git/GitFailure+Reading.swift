import ChecklistCore

extension GitFailure {
  /// The messages of git, in English, for each kind; the first that is found counts.
  ///
  /// Messages that say more stand before those that say less: "Could not read from remote
  /// repository" is the last line of many failures.
  private static let phrases: [(kind: Kind, texts: [String])] = [
    (
      .disk,
      [
        "No space left on device", "Disk quota exceeded", "Read-only file system", "File too large",
        "unable to create temporary object directory",
      ]
    ),
    (.noBranch, ["couldn't find remote ref"]),
    (
      .unsupported,
      ["Expected git repo version", "unknown repository extension", "hash algorithm"]
    ),
    (
      .authentication,
      [
        "Permission denied (", "Authentication failed", "could not read Username",
        "could not read Password", "terminal prompts disabled", "Host key verification failed",
        "returned error: 401", "Too many authentication failures",
      ]
    ),
    (
      .denied,
      ["detected dubious ownership", "unsafe repository", "returned error: 403"]
    ),
    (
      .unreachable,
      [
        "Could not resolve", "Connection refused", "Connection timed out", "Operation timed out",
        "Network is unreachable", "No route to host", "Failed to connect", "Couldn't connect",
        "Connection reset", "Connection closed", "Temporary failure in name resolution",
        "returned error: 5", "SSL", "certificate", "unexpected disconnect",
      ]
    ),
    (
      .noRepository,
      [
        "does not appear to be a git repository", "repository not found", "Repository not found",
        "returned error: 404", "does not exist", "not a git repository", "not valid: is this a git",
      ]
    ),
    (.denied, ["Permission denied", "Operation not permitted", "permission denied"]),
    (
      .damagedRemote,
      [
        "pack has bad object", "pack signature mismatch", "unresolved delta", "fsck error",
        "did not send all necessary objects", "inflate",
        "bad pack", "protocol error", "bad line length",
        "pack is corrupted", "repository corruption", "remote error: ", "badTree", "not our ref",
      ]
    ),
    (
      .unreachable,
      [
        "hung up unexpectedly", "early EOF", "Broken pipe",
        "Could not read from remote repository", "unable to access",
      ]
    ),
    // "index-pack failed" says nothing: it is the last line also after a connection that was cut
    // off, and on a full disk.
  ]

  /// Reads what a git that failed has printed.
  ///
  /// - Parameter isLocal: Whether it had nothing to do with the remote, so that what is not known
  ///   means that the side repository is damaged.
  init(reading errors: [UInt8], isLocal: Bool) {
    let lines = Self.lines(of: errors)
    for (kind, texts) in Self.phrases {
      // A local failure is about the repository, unless it is one of the disk.
      if isLocal, kind != .disk, kind != .denied { continue }
      for line in lines where texts.contains(where: { line.holds($0) }) {
        self.init(kind, Self.plain(line))
        return
      }
    }
    let isSaid = { (line: String) in
      ["fatal: ", "error: ", "remote: ", "ssh: "].contains { line.hasPrefix($0) }
    }
    let line = lines.last(where: isSaid) ?? lines.last ?? ""
    self.init(isLocal ? .brokenRepository : .other, Self.plain(line))
  }

  /// The lines that are not empty; a carriage return, as in progress, ends one too.
  private static func lines(of bytes: [UInt8]) -> [String] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { !ContentRules.isBlank($0) }
  }

  /// A line without the words that git begins it with, and not too long.
  private static func plain(_ line: String) -> String {
    var rest = line[...]
    for prefix in ["fatal: ", "error: ", "remote: ", "ERROR: "] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    while rest.last == "." || rest.last == " " { rest = rest.dropLast() }
    return String(rest.prefix(300))
  }
}
