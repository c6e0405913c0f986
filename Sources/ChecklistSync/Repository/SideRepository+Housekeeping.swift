import ChecklistCore

extension SideRepository {
  /// How many objects may be in files of their own.
  private static let mostLooseObjects = 256

  /// Packs the objects when many are in files of their own, and removes those that nothing needs.
  func keepHouse() throws(SyncError) {
    guard looseObjectCount > Self.mostLooseObjects else { return }
    try run(["repack", "-a", "-d", "--quiet"])
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
