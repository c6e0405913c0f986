import ChecklistCore

extension SideRepository {
  /// How many objects may be in files of their own.
  private static let mostLooseObjects = 256

  /// The options of git before a command that packs.
  ///
  /// Attachments mostly are compressed already: no differences among larger ones are looked for,
  /// and they are packed without being in memory as a whole.
  static let largeFiles = ["-c", "core.bigFileThreshold=4m"]

  /// Packs the objects when many are in files of their own, and removes those that nothing needs.
  ///
  /// Objects that the refs lead to stay. It is for the end of a synchronisation, when they lead to
  /// all that was sent.
  func keepHouse() throws(SyncError) {
    guard looseObjectCount > Self.mostLooseObjects else { return }
    try run(Self.largeFiles + ["repack", "-a", "-d", "--quiet"])
    try run(["prune", "--expire=now"])
  }

  private var looseObjectCount: Int {
    (0..<256).reduce(0) { count, number in
      let folder = "objects/\(String(number, paddedTo: 2, radix: 16))"
      let names = try? fileSystem.names(in: FileSystem.join(path, folder))
      return count + (names ?? []).count { !$0.hasPrefix(".") }
    }
  }
}
