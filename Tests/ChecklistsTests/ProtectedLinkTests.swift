#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Links that another user has planted in a directory like `/tmp`, which Linux does not follow.
  @Suite(
    .blocking,
    .enabled(
      if: getuid() == 0 && Sandbox.linksAreProtected,
      "only root can make links of another user, and fs.protected_symlinks must be 1"))
  struct ProtectedLinkTests {
    private let sandbox: Sandbox
    private let victim: URL
    private let planted: URL

    /// A home with a document, and a directory in which everybody may make files.
    init() throws {
      sandbox = try Sandbox()
      victim = sandbox.directory.appending(path: "victim.plist")
      let shared = sandbox.directory.appending(path: "shared")
      try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
      try #require(chmod(shared.path(), 0o1777) == 0)
      planted = shared.appending(path: "planted.plist")
    }

    private func plant(owner: uid_t = 12_345) throws {
      try FileManager.default.createSymbolicLink(at: planted, withDestinationURL: victim)
      try #require(lchown(planted.path(), owner, owner) == 0)
    }

    @Test(
      arguments: [
        "add Milk", "toggle 1", "undo", "lists add Trip", "history restore 2", "history clear",
        "convert --to xml other.plist -o PATH", "list", "use Checklist",
      ], [true, false])
    func `A planted link is refused, and nothing is written`(
      command: String, isDangling: Bool
    ) throws {
      try plant()
      try sandbox.run(
        "--file", sandbox.directory.appending(path: "other.plist").path(), "add", "Ice")
      if !isDangling {
        try sandbox.run("--file", victim.path(), "add", "Tea")
        try sandbox.run("--file", victim.path(), "toggle", "1")
      }
      // Through a link of our own too, and from where it is.
      let link = sandbox.directory.appending(path: "link.plist")
      try FileManager.default.createSymbolicLink(
        atPath: link.path(), withDestinationPath: "shared/planted.plist")
      let before = try? Data(contentsOf: victim)
      let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.directory.path())
      for path in [planted.path(), "shared/planted.plist", link.path(), "link.plist"] {
        let words = command.split(separator: " ").map { $0 == "PATH" ? path : String($0) }
        let run = try sandbox.run(["--file", path] + words)
        #expect(run.status == 77)
        #expect(run.output == "")
        #expect(
          [
            "checklists: cannot look at \(path): Permission denied\n",
            "checklists: cannot open \(path): Permission denied\n",
          ].contains(run.errors), "\(run.errors)")
      }
      #expect((try? Data(contentsOf: victim)) == before)
      let after = try FileManager.default.subpathsOfDirectory(atPath: sandbox.directory.path())
      #expect(Set(after) == Set(names))
    }

    @Test func `A link of the user's own is followed there, and stays`() throws {
      try plant(owner: 0)
      #expect(try sandbox.run("--file", planted.path(), "add", "Milk").status == 0)
      #expect(try sandbox.run("--file", planted.path(), "toggle", "1").status == 0)
      let list = try sandbox.run("--file", victim.path(), "list").output
      #expect(list == "Checklist (1/1)\n  1 [x] Milk\n")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: planted.path()) == victim.path())
    }
  }

  extension Sandbox {
    /// Whether Linux is set not to follow such links.
    fileprivate static let linksAreProtected =
      (try? String(contentsOfFile: "/proc/sys/fs/protected_symlinks", encoding: .utf8)) == "1\n"
  }
#endif
