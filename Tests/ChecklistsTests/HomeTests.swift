import Foundation
import TestSupport
import Testing

/// A home that is moved, copied, or written to by root.
@Suite(.blocking)
struct HomeTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("add", "Milk")
    try sandbox.run("lists", "add", "Trip")
    try sandbox.run("use", "Trip")
    try sandbox.run("add", "Tent")
  }

  /// Looks that the history and the chosen list of a home are those of the sandbox's.
  private func expectWhole(_ home: URL) throws {
    sandbox.environment["CHECKLISTS_HOME"] = home.path()
    #expect(try sandbox.run("list").output == "Trip (0/1)\n  1 [ ] Tent\n")
    #expect(try sandbox.run("undo").output == "Undid 4: Added Tent (add Tent)\n")
    #expect(try sandbox.run("undo").output == "Undid 3: Added the list 'Trip' (lists add Trip)\n")
    #expect(try sandbox.run("undo").output == "Undid 2: Added Milk (add Milk)\n")
    for _ in 1...3 { #expect(try sandbox.run("redo").status == 0) }
    #expect(try sandbox.run("list").output == "Trip (0/1)\n  1 [ ] Tent\n")
  }

  @Test(arguments: [["cp", "-a"], ["cp", "-r"], ["mv"]])
  func `A home elsewhere keeps its history and its choices`(command: [String]) throws {
    let other = sandbox.directory.appending(path: "other")
    let run = try sandbox.launch(
      Tool.find(command[0]), command.dropFirst() + [sandbox.home.path(), other.path()])
    #expect(run.status == 0)
    try expectWhole(other)
  }

  @Test func `A home behind a link is the same one`() throws {
    let link = sandbox.directory.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: sandbox.home)
    try expectWhole(link)
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can be root, and another user"),
    .needs("setpriv", "git"))
  func `What root saves belongs to the owner of the home`() throws {
    let home = sandbox.directory.appending(path: "theirs")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    let (user, group) = (12_345, 54_321)
    try #require(chown(home.path(), uid_t(user), gid_t(group)) == 0)
    try #require(chmod(sandbox.directory.path(), 0o755) == 0)
    sandbox.environment["CHECKLISTS_HOME"] = home.path()
    try sandbox.run("add", "Milk")
    try sandbox.run("lists", "add", "Trip")
    try sandbox.run("use", "Checklist")
    try sandbox.run("check", "1")
    try sandbox.run("run", "--list", "Trip")
    let remote = home.appending(path: "lists.git").path()
    _ = try sandbox.launch(Tool.find("git"), ["init", "-q", "--bare", "-b", "main", remote])
    _ = try sandbox.launch(Tool.find("chown"), ["-R", "\(user):\(group)", remote])
    #expect(try sandbox.run("sync", remote).status == 0)
    let names = try #require(FileManager.default.enumerator(atPath: home.path()))
    for name in names.compactMap({ $0 as? String }) {
      let file = home.appending(path: name).path()
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      // The owner of its directory can remove a link, whose own owner does not matter.
      if attributes[.type] as? FileAttributeType == .typeSymbolicLink { continue }
      #expect(attributes[.ownerAccountID] as? Int == user, "\(name)")
      #expect(attributes[.groupOwnerAccountID] as? Int == group, "\(name)")
    }
    func run(_ arguments: String...) throws -> Sandbox.Run {
      try sandbox.launch(
        Tool.find("setpriv"),
        ["--reuid=\(user)", "--regid=\(group)", "--clear-groups", Sandbox.executable.path()]
          + arguments)
    }
    #expect(try run("undo").output == "Undid 4: Checked Milk (check 1)\n")
    #expect(try run("redo").status == 0)
    #expect(try run("add", "Bread").output == "Added 2 [ ] Bread to Checklist\n")
    #expect(try run("use", "Trip").status == 0)
    #expect(try run("list").output == "Trip (0/0)\n")
  }
}
